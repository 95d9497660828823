#pragma once

#include <string>
#include <string_view>

#include "game/verdict.h"

namespace kitchen::cli {

/// One sentence in English that names what held a run back, from the facts of its verdict.
std::string verdict_sentence(const game::Verdict& verdict);

/// The kind as docs and JSON spell it: "static_batch".
std::string_view verdict_kind_name(game::VerdictKind kind);

}  // namespace kitchen::cli
