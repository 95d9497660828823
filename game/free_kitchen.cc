#include "game/free_kitchen.h"

#include <utility>
#include <vector>

#include "game/scanner.h"

namespace kitchen::game {
namespace {

constexpr char kBegin = 'f';
constexpr char kEnd = 'z';

// Orders come until then; what comes at the very end of a shift no kitchen can finish.
constexpr int32_t kLastArrivalMs = 54'000;
constexpr int32_t kGroupWindowMs = 2'000;

int32_t value_of(const FreeValues& values, FreeField field) {
  return values[static_cast<size_t>(field)];
}

ShiftResult out_of_range(int32_t field, int64_t found, int32_t at) {
  const FreeFieldInfo& info = kFreeFields[static_cast<size_t>(field)];
  return {.error = ShiftError::value_out_of_range,
          .at = at,
          .found = found,
          .first = info.first,
          .last = info.last,
          .step = info.step,
          .field = field};
}

/// Where the value of `field` is above that of `limit`.
ShiftResult check_not_above(const FreeValues& values, FreeField field, FreeField limit,
                            ShiftError error) {
  if (value_of(values, field) <= value_of(values, limit)) {
    return {};
  }
  return {.error = error,
          .found = value_of(values, field),
          .first = kFreeFields[static_cast<size_t>(field)].first,
          .last = value_of(values, limit),
          .field = static_cast<int32_t>(field)};
}

ShiftResult check(const FreeValues& values) {
  for (int32_t field = 0; field < kFreeFieldCount; ++field) {
    const int32_t value = values[static_cast<size_t>(field)];
    if (!kFreeFields[static_cast<size_t>(field)].contains(value)) {
      return out_of_range(field, value, 0);
    }
  }
  for (const ShiftResult& result :
       {check_not_above(values, FreeField::prompt_tokens_min, FreeField::prompt_tokens_max,
                        ShiftError::min_over_max),
        check_not_above(values, FreeField::output_tokens_min, FreeField::output_tokens_max,
                        ShiftError::min_over_max),
        check_not_above(values, FreeField::weights_mb, FreeField::memory_mb,
                        ShiftError::weights_over_memory)}) {
    if (result.error != ShiftError::ok) {
      return result;
    }
  }
  return {};
}

std::vector<Group> groups_of(const FreeValues& values) {
  const int32_t count = value_of(values, FreeField::groups);
  std::vector<Group> groups;
  for (int32_t group = 1; group <= count; ++group) {
    // Evenly spaced, with as much time before the first as after the last.
    groups.push_back({.at_ms = kLastArrivalMs * group / (count + 1),
                      .window_ms = kGroupWindowMs,
                      .orders = value_of(values, FreeField::group_orders)});
  }
  return groups;
}

CrowdRecipe crowd_of(const FreeValues& values) {
  const auto value = [&](FreeField field) { return value_of(values, field); };
  CrowdRecipe crowd;
  crowd.seed = static_cast<uint64_t>(value(FreeField::seed));
  if (value(FreeField::orders_per_min) > 0) {
    crowd.streams = {{.from_ms = 0,
                      .until_ms = kLastArrivalMs,
                      .orders_per_1000_s = value(FreeField::orders_per_min) * 1000 / 60}};
  }
  crowd.groups = groups_of(values);
  const int32_t long_percent = value(FreeField::long_orders_percent);
  OrderKind kind = {.share_percent = 100 - long_percent,
                    .prompt_tokens_min = value(FreeField::prompt_tokens_min),
                    .prompt_tokens_max = value(FreeField::prompt_tokens_max),
                    .output_tokens_min = value(FreeField::output_tokens_min),
                    .output_tokens_max = value(FreeField::output_tokens_max)};
  crowd.kinds = {kind};
  if (long_percent > 0) {
    kind.share_percent = long_percent;
    kind.output_tokens_min = value(FreeField::long_output_tokens);
    kind.output_tokens_max = value(FreeField::long_output_tokens);
    crowd.kinds.push_back(kind);
  }
  crowd.patience_base_ms = value(FreeField::patience_base_ms);
  crowd.patience_per_token_ms = value(FreeField::patience_per_token_ms);
  return crowd;
}

sim::Costs costs_of(const FreeValues& values) {
  const auto value = [&](FreeField field) { return value_of(values, field); };
  sim::Costs costs;
  costs.weights_read_ps = value(FreeField::weights_read_us) * sim::kPsPerUs;
  costs.per_request_ps = value(FreeField::per_request_us) * sim::kPsPerUs;
  costs.per_token_ps = value(FreeField::per_token_us) * sim::kPsPerUs;
  costs.per_context_ps = value(FreeField::per_context_ns) * sim::kPsPerNs;
  costs.memory_bytes = value(FreeField::memory_mb) * sim::kBytesPerMb;
  costs.weights_bytes = value(FreeField::weights_mb) * sim::kBytesPerMb;
  costs.kv_bytes_per_token = value(FreeField::kv_kb_per_token) * sim::kBytesPerKb;
  return costs;
}

Shift shift_of(const FreeValues& values) {
  Shift shift;
  shift.key = write_free_key(values);
  shift.kind = ShiftKind::free;
  shift.text_key = "free";
  shift.costs = costs_of(values);
  shift.crowd = crowd_of(values);
  shift.levers = {kLevers.begin(), kLevers.end()};
  shift.defaults = {.slots = 4};
  shift.reference = shift.defaults;
  shift.has_stars = false;
  return shift;
}

/// The field of a letter, kFreeFieldCount where there is none.
int32_t field_of(char letter) {
  int32_t field = 0;
  while (field < kFreeFieldCount && kFreeFields[static_cast<size_t>(field)].letter != letter) {
    ++field;
  }
  return field;
}

/// One field, letter and number. Only those from `next_field` on may stand here.
ShiftResult read_field(Scanner& scanner, int32_t& next_field, FreeValues& values) {
  const int32_t start = scanner.at();
  const int32_t field = field_of(scanner.peek());
  if (field == kFreeFieldCount) {
    return {.error = ShiftError::unknown_field, .at = start};
  }
  scanner.step();
  const int32_t number_at = scanner.at();
  int64_t number = 0;
  if (!scanner.number(number)) {
    const bool missing = scanner.at() == number_at;
    return {.error = missing ? ShiftError::not_a_shift : ShiftError::not_canonical,
            .at = number_at};
  }
  const FreeFieldInfo& info = kFreeFields[static_cast<size_t>(field)];
  if (!info.contains(number)) {
    return out_of_range(field, number, number_at);
  }
  // In their order, each once, and never one that has its initial value: one text per kitchen.
  if (field < next_field || number == info.initial) {
    return {.error = ShiftError::not_canonical, .at = start};
  }
  next_field = field + 1;
  values[static_cast<size_t>(field)] = static_cast<int32_t>(number);
  return {};
}

}  // namespace

FreeValues free_initial_values() {
  FreeValues values = {};
  for (size_t field = 0; field < values.size(); ++field) {
    values[field] = kFreeFields[field].initial;
  }
  return values;
}

std::string write_free_key(const FreeValues& values) {
  std::string key(1, kBegin);
  for (size_t field = 0; field < values.size(); ++field) {
    const FreeFieldInfo& info = kFreeFields[field];
    if (values[field] != info.initial) {
      key.push_back(info.letter);
      append_number(key, values[field]);
    }
  }
  key.push_back(kEnd);
  return key;
}

ShiftResult read_free_key(std::string_view key, FreeValues& values) {
  Scanner scanner(key);
  if (scanner.peek() != kBegin) {
    return {.error = ShiftError::not_a_shift};
  }
  // Said first: what a key says before it is cut off may be wrong for no other reason.
  if (key.find(kEnd) == std::string_view::npos) {
    return {.error = ShiftError::truncated, .at = static_cast<int32_t>(key.size())};
  }
  scanner.step();
  FreeValues read = free_initial_values();
  int32_t next_field = 0;
  while (scanner.peek() != kEnd) {
    const ShiftResult result = read_field(scanner, next_field, read);
    if (result.error != ShiftError::ok) {
      return result;
    }
  }
  scanner.step();
  if (!scanner.at_end()) {
    return {.error = ShiftError::trailing_text, .at = scanner.at()};
  }
  const ShiftResult result = check(read);
  if (result.error == ShiftError::ok) {
    values = read;
  }
  return result;
}

ShiftResult make_free_shift(const FreeValues& values, std::shared_ptr<const Shift>& shift) {
  return make_free_shift(values, kOrdersMax, shift);
}

ShiftResult make_free_shift(const FreeValues& values, int32_t orders_max,
                            std::shared_ptr<const Shift>& shift) {
  ShiftResult result = check(values);
  if (result.error != ShiftError::ok) {
    return result;
  }
  Shift made = with_orders(shift_of(values));
  result.first = 1;
  result.last = orders_max;
  result.found = orders_of(made);
  if (result.found < result.first) {
    result.error = ShiftError::no_orders;
    return result;
  }
  if (result.found > result.last) {
    result.error = ShiftError::too_many_orders;
    return result;
  }
  shift = std::make_shared<const Shift>(std::move(made));
  return {};
}

}  // namespace kitchen::game
