#pragma once

#include <cstdint>
#include <vector>

#include "game/run.h"

namespace kitchen::game {

/// The kitchen at one moment.
struct Moment {
  int32_t at_ms = 0;
  int32_t running = 0;
  int32_t waiting = 0;
  int32_t served = 0;
  int32_t left = 0;
  int32_t kv_used_tokens = 0;
};

/// Lets a run go on from its start to `until_ms` and looks at it every `every_ms` from 0 on, and
/// then.
std::vector<Moment> look_on(Run& run, int32_t until_ms, int32_t every_ms);

/// A run played again and looked at every `every_ms` from 0 to where it stands now, both included.
std::vector<Moment> timeline(const Run& run, int32_t every_ms);

}  // namespace kitchen::game
