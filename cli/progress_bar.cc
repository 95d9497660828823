#include "cli/progress_bar.h"

#include <fmt/core.h>
#include <unistd.h>

#include <cstdio>

#include "cli/io.h"

namespace kitchen::cli {
namespace {

std::string time_left(double seconds) {
  constexpr double kMinute = 60;
  constexpr double kHour = 3600;
  if (seconds < kMinute) return fmt::format("{:.0f} s", seconds);
  if (seconds < kHour) return fmt::format("{:.0f} min", seconds / kMinute);
  return fmt::format("{:.1f} h", seconds / kHour);
}

}  // namespace

std::string progress_text(const std::string& what, int64_t done, int64_t all, double seconds) {
  constexpr int64_t kWidth = 30;
  const int64_t filled = all > 0 ? kWidth * done / all : kWidth;
  std::string text =
      fmt::format("[{:.<{}}] {} of {} {}", std::string(static_cast<uint64_t>(filled), '#'), kWidth,
                  done, all, what);
  if (done > 0 && done < all) {
    const double each = seconds / static_cast<double>(done);
    text += ", " + time_left(each * static_cast<double>(all - done)) + " left";
  }
  return text;
}

ProgressBar::ProgressBar(std::string what)
    : what_(std::move(what)), on_(is_terminal(STDERR_FILENO)) {}

void ProgressBar::clear() {
  if (drawn_) std::fputs("\r\x1b[K", stderr);
  drawn_ = false;
}

void ProgressBar::show(int64_t done, int64_t all) {
  constexpr auto kPause = std::chrono::milliseconds(100);
  if (!on_) return;
  const auto now = Clock::now();
  if (now - last_ < kPause) return;
  last_ = now;
  drawn_ = true;
  const double seconds = std::chrono::duration<double>(now - begun_).count();
  const std::string line = "\r" + progress_text(what_, done, all, seconds) + "\x1b[K";
  std::fputs(line.c_str(), stderr);
}

}  // namespace kitchen::cli
