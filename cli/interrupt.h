#pragma once

#include <atomic>

namespace kitchen::cli {

/// Ctrl-C and SIGTERM, while this lives, ask once to stop; a second one ends the program at once.
/// One at a time.
class InterruptGuard {
 public:
  InterruptGuard();
  ~InterruptGuard();
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;

  const std::atomic<bool>& stop() const;

  /// Ends the program as the signal would have, so that a shell's loop ends, too. Only where stop()
  /// is set.
  [[noreturn]] static void end_program();
};

}  // namespace kitchen::cli
