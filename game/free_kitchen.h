#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "game/shift.h"
#include "game/shift_key.h"

namespace kitchen::game {

/// What a free kitchen is made of: free_fields.def.
enum class FreeField : int32_t {
#define FREE_FIELD(name, letter, first, last, step, initial) name,
#include "game/free_fields.def"
};

struct FreeFieldInfo {
  const char* name = "";
  char letter = '\0';  ///< in a key
  int32_t first = 0;   ///< values are first, first + step, … last
  int32_t last = 0;
  int32_t step = 1;
  int32_t initial = 0;

  bool contains(int64_t value) const {
    return first <= value && value <= last && (value - first) % step == 0;
  }
};

/// In the order of FreeField.
inline constexpr auto kFreeFields = std::to_array<FreeFieldInfo>({
#define FREE_FIELD(name, letter, first, last, step, initial) \
  {#name, #letter[0], first, last, step, initial},
#include "game/free_fields.def"
});

inline constexpr int32_t kFreeFieldCount = kFreeFields.size();

/// One value per field, in their order.
using FreeValues = std::array<int32_t, kFreeFieldCount>;

FreeValues free_initial_values();

/// The key of the kitchen with these values: the fields that don't have their initial value, each
/// its letter and number, between 'f' and 'z'. `values` are those of a kitchen that was made.
std::string write_free_key(const FreeValues& values);

/// Reads a key. On an error `values` are left as they were.
ShiftResult read_free_key(std::string_view key, FreeValues& values);

/// Makes the kitchen with these values, whatever they are. On an error `shift` is left as it was.
ShiftResult make_free_shift(const FreeValues& values, std::shared_ptr<const Shift>& shift);

/// As make_free_shift(), with `orders_max` in place of kOrdersMax.
ShiftResult make_free_shift(const FreeValues& values, int32_t orders_max,
                            std::shared_ptr<const Shift>& shift);

}  // namespace kitchen::game
