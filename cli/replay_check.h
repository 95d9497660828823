#pragma once

#include <string>
#include <string_view>

#include "cli/text.h"
#include "game/replay.h"

namespace kitchen::cli {

/// The replay in what a user hands over: the text itself, or the `r=` of a page's link, from its
/// fragment or else its query. Throws UserError where a link has none.
std::string replay_in(std::string_view text_or_link);

/// Why a text can't be read as a replay, in one line. `error` is none of ok and diverged.
std::string replay_problem(const game::ReplayResult& result, std::string_view text);

struct ReplayCheck {
  bool verified = false;
  std::string text;  ///< to print
};

/// Plays a replay again and compares. Throws UserError where the text is no replay.
ReplayCheck check_replay(std::string_view replay_text, const Style& style);

}  // namespace kitchen::cli
