#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace kitchen::cli {

/// A line on standard error that says how far many jobs are and when they will be done; nothing
/// where that is no terminal. Leaves an empty line.
class ProgressBar {
 public:
  explicit ProgressBar(std::string what);
  ~ProgressBar() { clear(); }
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;

  /// Ten times a second at most is drawn; the others cost next to nothing.
  void show(int64_t done, int64_t all);

  void clear();

 private:
  using Clock = std::chrono::steady_clock;

  std::string what_;
  bool on_;
  bool drawn_ = false;
  Clock::time_point begun_ = Clock::now();
  Clock::time_point last_{};
};

/// "[#####.....] 50 %  6 of 12 points, 8 s left" and so on; `seconds` have gone by.
std::string progress_text(const std::string& what, int64_t done, int64_t all, double seconds);

}  // namespace kitchen::cli
