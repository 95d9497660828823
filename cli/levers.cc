#include "cli/levers.h"

#include <fmt/core.h>

#include <algorithm>
#include <optional>

#include "cli/text.h"
#include "cli/user_error.h"

namespace kitchen::cli {
namespace {

using game::Command;
using game::Lever;
using game::Shift;

/// What can be typed for a lever that isn't a number, by its values 0 and 1.
struct Words {
  std::string_view zero;
  std::string_view one;
};

std::optional<Words> words_of(Lever lever) {
  if (lever == Lever::batching) return Words{"static", "continuous"};
  if (lever == Lever::kv_cache) return Words{"off", "on"};
  return std::nullopt;
}

std::vector<std::string> lever_names() {
  std::vector<std::string> names;
  for (const Lever lever : kLevers) names.emplace_back(lever_name(lever));
  return names;
}

std::optional<Lever> find_lever(std::string_view text) {
  // The columns of --csv spell them with underscores.
  std::string name(text);
  std::ranges::replace(name, '_', '-');
  for (const Lever lever : kLevers) {
    if (name == lever_name(lever)) return lever;
  }
  return std::nullopt;
}

/// Whole milliseconds from seconds such as "12.5" or "12.5s"; nullopt where they are none.
std::optional<int32_t> read_seconds(std::string_view text) {
  if (text.ends_with('s')) text.remove_suffix(1);
  const uint64_t point = std::min(text.find('.'), text.size());
  const std::string_view whole = text.substr(0, point);
  std::string decimals(point < text.size() ? text.substr(point + 1) : "0");
  const auto is_digits = [](std::string_view part) {
    return !part.empty() && part.find_first_not_of("0123456789") == std::string_view::npos;
  };
  if (!is_digits(whole) || !is_digits(decimals) || decimals.size() > 3) return std::nullopt;
  decimals.resize(3, '0');
  int64_t ms = 0;
  const bool fits = whole.size() <= 6 && read_integer(std::string(whole) + decimals, ms);
  return fits ? static_cast<int32_t>(ms) : INT32_MAX;
}

}  // namespace

std::string_view lever_name(Lever lever) {
  switch (lever) {
    case Lever::slots:
      return "slots";
    case Lever::batching:
      return "batching";
    case Lever::kv_cache:
      return "kv-cache";
    case Lever::weight_bits:
      return "weight-bits";
  }
  return "";
}

std::string lever_key(Lever lever) {
  std::string key(lever_name(lever));
  std::ranges::replace(key, '-', '_');
  return key;
}

bool lever_takes_words(Lever lever) { return words_of(lever).has_value(); }

std::string lever_value_text(Lever lever, int32_t value) {
  const auto words = words_of(lever);
  if (!words) return fmt::format("{}", value);
  return std::string(value == 0 ? words->zero : words->one);
}

std::string lever_values_allowed(Lever lever) {
  const auto words = words_of(lever);
  return words ? fmt::format("{} or {}", words->one, words->zero) : lever_numbers_allowed(lever);
}

std::string lever_numbers_allowed(Lever lever) {
  const game::LeverRange range = game::lever_range(lever);
  if (range.first + range.step == range.last) {
    return fmt::format("{} or {}", range.first, range.last);
  }
  return fmt::format("a whole number from {} to {}", range.first, range.last);
}

std::string levers_of(const Shift& shift) {
  std::vector<std::string> names;
  for (const Lever lever : shift.levers) names.emplace_back(lever_name(lever));
  return join(names);
}

int32_t read_lever_value(Lever lever, std::string_view text, std::string_view given) {
  if (const auto words = words_of(lever)) {
    if (text == words->zero) return 0;
    if (text == words->one) return 1;
  } else {
    int64_t value = 0;
    const bool is_number = read_integer(text, value) && value == static_cast<int32_t>(value);
    if (is_number && game::lever_range(lever).contains(static_cast<int32_t>(value))) {
      return static_cast<int32_t>(value);
    }
  }
  throw UserError(
      fmt::format("{}: {} must be {}", given, lever_name(lever), lever_values_allowed(lever)));
}

void check_lever_shown(const Shift& shift, Lever lever, std::string_view given) {
  if (game::shows(shift, lever)) return;
  throw UserError(fmt::format("{}: shift {} has no lever {}; it has {}", given, shift.key,
                              lever_name(lever), levers_of(shift)));
}

Command read_scripted_command(const Shift& shift, std::string_view text) {
  const std::string given = fmt::format("--at {}", shown(text));
  const uint64_t colon = text.find(':');
  const uint64_t equals = text.find('=', std::min(colon, text.size()));
  if (colon == std::string_view::npos || equals == std::string_view::npos) {
    throw UserError(fmt::format("{}: expected TIME:LEVER=VALUE, such as 12.5s:slots=16", given));
  }
  const std::string_view time = text.substr(0, colon);
  const std::string_view name = text.substr(colon + 1, equals - colon - 1);
  const std::string_view value = text.substr(equals + 1);

  const auto at_ms = read_seconds(time);
  if (!at_ms) {
    throw UserError(fmt::format(
        "{}: {} is not a time; times are seconds with up to three decimals, such as 12.5s", given,
        shown(time)));
  }
  if (*at_ms >= game::kShiftMs) {
    throw UserError(fmt::format("{}: a shift lasts {} s; levers can be set from 0 s to {} s", given,
                                decimal_milli(game::kShiftMs), decimal_milli(game::kShiftMs - 1)));
  }
  const auto lever = find_lever(name);
  if (!lever) {
    throw UserError(fmt::format("{}: there is no lever {}; shift {} has {}{}", given, shown(name),
                                shift.key, levers_of(shift), did_you_mean(name, lever_names())));
  }
  check_lever_shown(shift, *lever, given);
  return {*at_ms, *lever, read_lever_value(*lever, value, given)};
}

std::string commands_text(const std::vector<Command>& commands) {
  std::string text;
  int32_t last_ms = -1;
  for (const Command& command : commands) {
    if (command.at_ms != last_ms) {
      text += fmt::format("{}{} s", text.empty() ? "" : ", ", decimal_milli(command.at_ms));
    }
    text += fmt::format(" {}={}", lever_name(command.lever),
                        lever_value_text(command.lever, command.value));
    last_ms = command.at_ms;
  }
  return text;
}

}  // namespace kitchen::cli
