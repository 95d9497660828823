#pragma once

#include <cstdint>

namespace kitchen::game {

/// Bumped whenever a golden hash changes on purpose: new rules, costs or crowds. A replay made
/// under another version is refused by name instead of replaying wrongly.
inline constexpr int32_t kRulesVersion = 1;

}  // namespace kitchen::game
