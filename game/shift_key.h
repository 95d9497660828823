#pragma once

#include <cstdint>
#include <memory>
#include <string_view>

#include "game/shift.h"

namespace kitchen::game {

/// A shift's key is its name everywhere: in links, replays and on the command line. Small letters
/// and digits; docs/replay-format.md. There is one key for each shift.
///   lesson         its number: "2"
///   daily shift    'd' and the day's number: "d42"
///   free kitchen   'f', what differs from the kitchen one begins with, 'z': "fr240g4z"
inline constexpr int32_t kShiftKeyMax = 128;

enum class ShiftError : int32_t {
  ok = 0,
  empty,             ///< no text at all
  too_long,          ///< more than kShiftKeyMax characters
  not_a_shift,       ///< does not begin like a key, or has a character that cannot stand there
  unknown_lesson,    ///< a number that is no lesson's; `found`
  day_out_of_range,  ///< `found` is no day's number
  no_proof,          ///< no crowd of that day is known to be passable; `found` is the day (daily.h)
  // Of free kitchens (free_kitchen.h), `field` says which field.
  truncated,            ///< ends before its 'z'
  trailing_text,        ///< something after the 'z'
  unknown_field,        ///< a letter that is no field's
  not_canonical,        ///< a field out of order, twice or with its initial value; a leading zero
  value_out_of_range,   ///< `found` is not one of first, first + step, … last
  min_over_max,         ///< `found` is above `last`, the value of the field that says the most
  weights_over_memory,  ///< likewise: the weights don't fit into the memory
  no_orders,            ///< the crowd has none
  too_many_orders,      ///< it has `found`, more than `last`
};

struct ShiftResult {
  ShiftError error = ShiftError::ok;
  int32_t at = 0;     ///< character of the key at which the error was found, from 0
  int64_t found = 0;  ///< the number that is at fault, where there is one
  int64_t first = 0;  ///< the least and the largest it may be
  int64_t last = 0;
  int32_t step = 1;    ///< and the steps from one to the next
  int32_t field = -1;  ///< a FreeField, -1 where it is about none
};

/// The shift of a key, with its orders. On an error `shift` is left as it was.
ShiftResult find_shift(std::string_view key, std::shared_ptr<const Shift>& shift);

/// The name of an error as docs, logs and tests spell it: "unknown_lesson".
const char* shift_error_name(ShiftError error);

}  // namespace kitchen::game
