#include "cli/shift_names.h"

#include <fmt/core.h>

#include <chrono>

#include "cli/text.h"
#include "cli/user_error.h"
#include "game/daily.h"
#include "game/free_kitchen.h"

namespace kitchen::cli {
namespace {

using game::Shift;
using game::ShiftError;
using game::ShiftResult;

constexpr std::string_view kToday = "daily";

int64_t utc_now_ms() {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::milliseconds>(now).count();
}

std::string lesson_title(const Shift& shift) {
  const std::string_view key = shift.text_key;
  if (key == "how_many") return "How many at once?";
  if (key == "rush_hour") return "Rush hour";
  if (key == "memory") return "Memory almost full";
  return std::string(key);
}

std::string field_name(const ShiftResult& result) {
  return game::kFreeFields[static_cast<uint64_t>(result.field)].name;
}

std::string values_allowed(const ShiftResult& result) {
  const std::string range = fmt::format("a whole number from {} to {}", result.first, result.last);
  return result.step == 1 ? range : fmt::format("{} in steps of {}", range, result.step);
}

/// What is wrong with a free kitchen's key.
std::string free_problem(const ShiftResult& result, std::string_view key) {
  const std::string_view rest = key.substr(std::min<uint64_t>(result.at, key.size()));
  const int32_t position = result.at + 1;  // as people count
  switch (result.error) {
    case ShiftError::truncated:
      return fmt::format("the free kitchen {} is cut off: its key ends with z", shown(key));
    case ShiftError::trailing_text:
      return fmt::format("something follows the free kitchen's end, from character {} on: {}",
                         position, shown(rest));
    case ShiftError::unknown_field:
      return fmt::format("the free kitchen has an unknown field, {}, at character {}",
                         shown(rest.substr(0, 1)), position);
    case ShiftError::not_canonical:
      return fmt::format(
          "the free kitchen's key is written in another way than its own at character {}: fields "
          "stand in order, each once, and none with the value it has without being named",
          position);
    case ShiftError::value_out_of_range:
      return fmt::format("the free kitchen's {0} is {1}; {0} must be {2}", field_name(result),
                         result.found, values_allowed(result));
    case ShiftError::min_over_max:
      return fmt::format("the free kitchen's {} is {}, above its maximum of {}", field_name(result),
                         result.found, result.last);
    case ShiftError::weights_over_memory:
      return fmt::format("the free kitchen's weights_mb is {}, more than its memory_mb of {}",
                         result.found, result.last);
    case ShiftError::no_orders:
      return fmt::format("the free kitchen has no orders; it needs {} to {}", result.first,
                         result.last);
    case ShiftError::too_many_orders:
      return fmt::format("the free kitchen has {} orders; it can have {} to {}", result.found,
                         result.first, result.last);
    default:
      return "";
  }
}

}  // namespace

std::shared_ptr<const Shift> read_shift(std::string_view text) {
  const std::string key = text == kToday ? daily_key(utc_now_ms()) : std::string(text);
  std::shared_ptr<const Shift> shift;
  const ShiftResult result = game::find_shift(key, shift);
  if (result.error != ShiftError::ok) throw UserError(shift_problem(result, key));
  return shift;
}

std::string shift_problem(const ShiftResult& result, std::string_view key) {
  switch (result.error) {
    case ShiftError::ok:
      return "";
    case ShiftError::empty:
    case ShiftError::too_long:
    case ShiftError::not_a_shift:
    case ShiftError::unknown_lesson:
      return fmt::format(
          "there is no shift {}; there are 1 to {}, daily, d{} to d{}, and free kitchens such as "
          "fs42z",
          shown(key), game::shifts().size(), game::kDailyFirst, game::kDailyLast);
    case ShiftError::day_out_of_range:
      return fmt::format("there is no daily shift {}; days go from {} to {}", shown(key),
                         result.first, result.last);
    case ShiftError::no_proof:
      return fmt::format("day {} has no shift: no crowd of that day is known to be passable",
                         result.found);
    default:
      return free_problem(result, key);
  }
}

std::string shift_title(const Shift& shift) {
  switch (shift.kind) {
    case game::ShiftKind::daily:
      return fmt::format("{} of day {}", lesson_title(shift), shift.day);
    case game::ShiftKind::free:
      return "Free kitchen";
    case game::ShiftKind::lesson:
      break;
  }
  return lesson_title(shift);
}

std::string daily_key(int64_t utc_ms) { return fmt::format("d{}", game::daily_number(utc_ms)); }

}  // namespace kitchen::cli
