#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "game/run.h"
#include "game/shift.h"

namespace kitchen::cli {

using game::kLevers;

/// As in options and scripts: "slots", "batching", "kv-cache", "weight-bits".
std::string_view lever_name(game::Lever lever);

/// As a column or key: "slots", "batching", "kv_cache", "weight_bits".
std::string lever_key(game::Lever lever);

/// Whether a lever's values are typed as words, not as numbers.
bool lever_takes_words(game::Lever lever);

/// A lever's value as it is typed: "8", "continuous", "on".
std::string lever_value_text(game::Lever lever, int32_t value);

/// What a lever takes, as the end of a sentence: "a whole number from 1 to 64", "on or off".
std::string lever_values_allowed(game::Lever lever);

/// As lever_values_allowed(), for where words are written as numbers: "0 or 1".
std::string lever_numbers_allowed(game::Lever lever);

/// The levers of a shift: "slots, batching".
std::string levers_of(const game::Shift& shift);

/// Reads a lever's value. `given` is how the user wrote it, such as "--slots 65", for the message.
/// Throws UserError.
int32_t read_lever_value(game::Lever lever, std::string_view text, std::string_view given);

/// Reads "12.5s:slots=16". Throws UserError.
game::Command read_scripted_command(const game::Shift& shift, std::string_view text);

/// Throws UserError naming the levers of the shift if this is none of them.
void check_lever_shown(const game::Shift& shift, game::Lever lever, std::string_view given);

/// "0 s slots=8, 12.5 s slots=16"; "" for none.
std::string commands_text(const std::vector<game::Command>& commands);

}  // namespace kitchen::cli
