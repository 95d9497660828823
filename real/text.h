#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

// The words of messages about what a user gave, for the data files here and for the command line.
namespace kitchen::real {

/// A user's text fit to stand in a one-line message: control characters replaced, shortened, and in
/// quotes where it would not be seen as one word.
std::string shown(std::string_view text);

/// "a, b, c"
std::string join(const std::vector<std::string>& texts, std::string_view separator = ", ");

/// The candidate that was probably meant, "" where none is near.
std::string nearest(std::string_view mistyped, const std::vector<std::string>& candidates);

/// "; did you mean CANDIDATE?", or "" where none is near.
std::string did_you_mean(std::string_view mistyped, const std::vector<std::string>& candidates);

/// Reads a whole number, digits with an optional minus and nothing else. False where it is none or
/// out of int64_t.
bool read_integer(std::string_view text, int64_t& value);

}  // namespace kitchen::real
