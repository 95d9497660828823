#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "game/lever.h"

namespace kitchen::cli {

/// Keys keep the order they are given in.
using Json = nlohmann::ordered_json;

/// An object that says which program and rules made it; every output begins like this.
Json new_output();

/// The text that is printed, with its line end.
std::string to_text(const Json& json);

/// A number with so many decimals and no more, so that outputs compare as text.
double rounded(double value, int decimals);

/// A lever's value: a number, or the word that is typed for it.
Json lever_value_json(game::Lever lever, int32_t value);

}  // namespace kitchen::cli
