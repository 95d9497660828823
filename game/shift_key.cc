#include "game/shift_key.h"

#include <iterator>
#include <utility>

#include "game/daily.h"
#include "game/free_kitchen.h"
#include "game/scanner.h"

namespace kitchen::game {
namespace {

bool may_stand_in_key(char c) { return Scanner::is_digit(c) || Scanner::is_letter(c); }

/// Owned by nobody: lessons live as long as the program.
std::shared_ptr<const Shift> lesson_pointer(const Shift& lesson) {
  return {std::shared_ptr<const Shift>(), &lesson};
}

/// Reads a key that is `letters` characters and a number, of which only first…last are
/// `error`-free.
ShiftResult read_number(std::string_view key, int32_t letters, ShiftError error, int64_t first,
                        int64_t last, int32_t& number) {
  Scanner scanner(key);
  for (int32_t letter = 0; letter < letters; ++letter) {
    scanner.step();
  }
  int64_t read = 0;
  if (!scanner.number(read) || !scanner.at_end()) {
    // A leading zero or no number at all, or what follows it.
    return {.error = ShiftError::not_a_shift, .at = scanner.at_end() ? letters : scanner.at()};
  }
  if (read < first || read > last) {
    return {.error = error, .at = letters, .found = read, .first = first, .last = last};
  }
  number = static_cast<int32_t>(read);
  return {};
}

ShiftResult find_lesson(std::string_view key, std::shared_ptr<const Shift>& shift) {
  int32_t number = 0;
  const ShiftResult result =
      read_number(key, 0, ShiftError::unknown_lesson, 1, std::ssize(shifts()), number);
  if (result.error == ShiftError::ok) {
    shift = lesson_pointer(*find_shift(number));
  }
  return result;
}

ShiftResult find_daily(std::string_view key, std::shared_ptr<const Shift>& shift) {
  int32_t number = 0;
  const ShiftResult result =
      read_number(key, 1, ShiftError::day_out_of_range, kDailyFirst, kDailyLast, number);
  if (result.error != ShiftError::ok) {
    return result;
  }
  std::shared_ptr<const Shift> made = daily_shift(number);
  if (made == nullptr) {
    return {.error = ShiftError::no_proof, .found = number};
  }
  shift = std::move(made);
  return result;
}

ShiftResult find_free_kitchen(std::string_view key, std::shared_ptr<const Shift>& shift) {
  FreeValues values = {};
  const ShiftResult result = read_free_key(key, values);
  return result.error == ShiftError::ok ? make_free_shift(values, shift) : result;
}

}  // namespace

ShiftResult find_shift(std::string_view key, std::shared_ptr<const Shift>& shift) {
  if (key.empty()) {
    return {.error = ShiftError::empty};
  }
  if (key.size() > static_cast<uint64_t>(kShiftKeyMax)) {
    return {.error = ShiftError::too_long,
            .at = kShiftKeyMax,
            .found = static_cast<int64_t>(key.size()),
            .last = kShiftKeyMax};
  }
  for (const char& c : key) {
    if (!may_stand_in_key(c)) {
      return {.error = ShiftError::not_a_shift, .at = static_cast<int32_t>(&c - key.data())};
    }
  }
  switch (key.front()) {
    case 'd':
      return find_daily(key, shift);
    case 'f':
      return find_free_kitchen(key, shift);
    default:
      return find_lesson(key, shift);
  }
}

const char* shift_error_name(ShiftError error) {
  switch (error) {
    case ShiftError::ok:
      return "ok";
    case ShiftError::empty:
      return "empty";
    case ShiftError::too_long:
      return "too_long";
    case ShiftError::not_a_shift:
      return "not_a_shift";
    case ShiftError::unknown_lesson:
      return "unknown_lesson";
    case ShiftError::day_out_of_range:
      return "day_out_of_range";
    case ShiftError::no_proof:
      return "no_proof";
    case ShiftError::truncated:
      return "truncated";
    case ShiftError::trailing_text:
      return "trailing_text";
    case ShiftError::unknown_field:
      return "unknown_field";
    case ShiftError::not_canonical:
      return "not_canonical";
    case ShiftError::value_out_of_range:
      return "value_out_of_range";
    case ShiftError::min_over_max:
      return "min_over_max";
    case ShiftError::weights_over_memory:
      return "weights_over_memory";
    case ShiftError::no_orders:
      return "no_orders";
    case ShiftError::too_many_orders:
      return "too_many_orders";
  }
  return "unknown";
}

}  // namespace kitchen::game
