#include "game/daily.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "game/daily_crowd.h"
#include "game/daily_proof.h"
#include "game/scanner.h"
#include "sim/check.h"
#include "sim/rounding.h"
#include "sim/sampling.h"

namespace kitchen::game {
namespace {

// One stream of random numbers per purpose and attempt, so that none moves another.
enum class DailyDraw : uint64_t { lessons = 1, crowd = 2 };

sim::Prng daily_stream(int32_t number, DailyDraw purpose, int32_t attempt) {
  constexpr int32_t kPurposeShift = 32;
  return sim::Prng(static_cast<uint64_t>(number), static_cast<uint64_t>(purpose) << kPurposeShift |
                                                      static_cast<uint64_t>(attempt));
}

}  // namespace

int64_t daily_number(int64_t utc_ms) {
  return sim::div_floor(utc_ms - kDailyFirstUtcMs, kMsPerDay) + kDailyFirst;
}

int32_t daily_lesson(int32_t number) {
  int32_t lessons[] = {1, 2, 3};
  constexpr int32_t kDaysInBlock = static_cast<int32_t>(std::size(lessons));
  const int32_t block = (number - kDailyFirst) / kDaysInBlock;
  sim::Prng prng = daily_stream(block, DailyDraw::lessons, 0);
  for (int32_t last = kDaysInBlock - 1; last > 0; --last) {
    std::swap(lessons[last], lessons[sim::draw_uniform(prng, 0, last)]);
  }
  return lessons[(number - kDailyFirst) % kDaysInBlock];
}

std::shared_ptr<const Shift> daily_shift(int32_t number) {
  KITCHEN_CHECK(number >= kDailyFirst && number <= kDailyLast);
  const int32_t lesson = daily_lesson(number);
  for (int32_t attempt = 0; attempt < kDailyAttempts; ++attempt) {
    Shift shift = draw_daily(lesson, daily_stream(number, DailyDraw::crowd, attempt));
    if (!prove_daily(shift)) {
      continue;
    }
    shift.key = "d";
    append_number(shift.key, number);
    shift.kind = ShiftKind::daily;
    shift.day = number;
    return std::make_shared<const Shift>(std::move(shift));
  }
  return nullptr;
}

}  // namespace kitchen::game
