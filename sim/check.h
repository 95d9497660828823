#pragma once

/// Stops the program at a broken contract, in release builds too: a wrong state must never be
/// scored, hashed or shown. On wasm this is a trap, from which the page recovers by replaying.
#define KITCHEN_CHECK(condition) \
  do {                           \
    if (!(condition)) {          \
      __builtin_trap();          \
    }                            \
  } while (false)
