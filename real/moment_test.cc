#include "real/moment.h"

#include <gtest/gtest.h>

namespace kitchen::real {
namespace {

sim::TimePs ps_of(const char* text) {
  const auto moment = read_seconds(text);
  return moment ? difference_ps(*moment, {}).value_or(-2) : -1;
}

TEST(Seconds, AreExact) {
  EXPECT_EQ(ps_of("0"), 0);
  EXPECT_EQ(ps_of("12"), 12 * sim::kPsPerSecond);
  EXPECT_EQ(ps_of("0.000000000001"), 1);
  EXPECT_EQ(ps_of("0.1"), 100 * sim::kPsPerMs);
  EXPECT_EQ(ps_of("1.0000000000019"), sim::kPsPerSecond + 1) << "digits beyond ps are dropped";
  EXPECT_EQ(ps_of(".5"), 500 * sim::kPsPerMs);
  EXPECT_EQ(ps_of("5."), 5 * sim::kPsPerSecond);
  EXPECT_EQ(ps_of("1.5e-3"), 1500 * sim::kPsPerUs);
}

TEST(Seconds, NothingElsePasses) {
  for (const char* text : {"", ".", "-1", "+1", "nan", "inf", "1,5", "1 ", " 1", "0x10", "1e99",
                           "1e", "99999999999999999999", "1.2.3", "--1"}) {
    EXPECT_EQ(ps_of(text), -1) << text;
  }
}

Moment moment_of(const char* text) { return read_timestamp(text).value_or(Moment{-1, -1}); }

TEST(Timestamp, CountsFrom1970) {
  EXPECT_EQ(moment_of("1970-01-01 00:00:00").seconds, 0);
  EXPECT_EQ(moment_of("2000-02-29 12:34:56").seconds, 951'827'696);
  EXPECT_EQ(moment_of("2023-11-16 18:15:46.6805900").seconds, 1'700'158'546);
  EXPECT_EQ(moment_of("2023-11-16 18:15:46.6805900").rest_ps, 680'590'000'000);
  EXPECT_EQ(moment_of("2024-05-10T00:00:00.009930+00:00").rest_ps, 9'930'000'000);
}

TEST(Timestamp, NothingElsePasses) {
  for (const char* text :
       {"", "2023-11-16", "2023-11-16 18:15", "2023-13-01 00:00:00", "2023-02-29 00:00:00",
        "2023-11-16 24:00:00", "2023-11-16 18:60:00", "2023-11-16 18:15:46.", "16.11.2023 18:15:46",
        "2023-11-16 18:15:46 +02:00", "2023-11-16 18:15:46x", "-023-11-16 18:15:46"}) {
    EXPECT_FALSE(read_timestamp(text).has_value()) << text;
  }
}

TEST(Difference, IsNoneBeyond106Days) {
  EXPECT_EQ(difference_ps({5, 0}, {7, 1}), -2 * sim::kPsPerSecond - 1);
  EXPECT_FALSE(difference_ps({10'000'000, 0}, {0, 0}).has_value());
  EXPECT_FALSE(difference_ps({0, 0}, {10'000'000, 0}).has_value());
}

}  // namespace
}  // namespace kitchen::real
