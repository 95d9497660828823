#include "game/shift_key.h"

#include "game/free_kitchen.h"
#include "game/scanner.h"

namespace kitchen::game {
namespace {

bool may_stand_in_key(char c) { return Scanner::is_digit(c) || Scanner::is_letter(c); }

/// Owned by nobody: lessons live as long as the program.
std::shared_ptr<const Shift> lesson_pointer(const Shift& lesson) {
  return {std::shared_ptr<const Shift>(), &lesson};
}

ShiftResult find_lesson(std::string_view key, std::shared_ptr<const Shift>& shift) {
  Scanner scanner(key);
  ShiftResult result;
  int64_t number = 0;
  if (!scanner.number(number) || !scanner.at_end()) {
    result.error = ShiftError::not_a_shift;
    result.at = scanner.at_end() ? 0 : scanner.at();  // a leading zero, or what follows a number
    return result;
  }
  const int64_t count = static_cast<int64_t>(shifts().size());
  if (number < 1 || number > count) {
    result.error = ShiftError::unknown_lesson;
    result.found = number;
    result.first = 1;
    result.last = count;
    return result;
  }
  shift = lesson_pointer(*find_shift(static_cast<int32_t>(number)));
  return result;
}

ShiftResult find_free_kitchen(std::string_view key, std::shared_ptr<const Shift>& shift) {
  FreeValues values = {};
  const ShiftResult result = read_free_key(key, values);
  return result.error == ShiftError::ok ? make_free_shift(values, shift) : result;
}

}  // namespace

ShiftResult find_shift(std::string_view key, std::shared_ptr<const Shift>& shift) {
  ShiftResult result;
  if (key.empty()) {
    result.error = ShiftError::empty;
    return result;
  }
  if (key.size() > static_cast<uint64_t>(kShiftKeyMax)) {
    result.error = ShiftError::too_long;
    result.at = kShiftKeyMax;
    result.found = static_cast<int64_t>(key.size());
    result.last = kShiftKeyMax;
    return result;
  }
  for (const char& c : key) {
    if (!may_stand_in_key(c)) {
      result.error = ShiftError::not_a_shift;
      result.at = static_cast<int32_t>(&c - key.data());
      return result;
    }
  }
  if (key.front() == 'f') {
    return find_free_kitchen(key, shift);
  }
  return find_lesson(key, shift);
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
