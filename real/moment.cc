#include "real/moment.h"

#include <charconv>

namespace kitchen::real {
namespace {

constexpr int64_t kSecondsMax = 1'000'000'000'000;
constexpr int kPsDigits = 12;

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// Takes `count` digits from the front, or all there are with count 0.
std::optional<int64_t> take_digits(std::string_view& text, uint64_t count) {
  uint64_t end = 0;
  while (end < text.size() && is_digit(text[end]) && (count == 0 || end < count)) ++end;
  int64_t value = 0;
  const bool right_length = count == 0 ? end > 0 : end == count;
  if (!right_length) return std::nullopt;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + end, value);
  if (error != std::errc()) return std::nullopt;
  text.remove_prefix(end);
  return value;
}

bool take(std::string_view& text, char expected) {
  if (!text.starts_with(expected)) return false;
  text.remove_prefix(1);
  return true;
}

/// Takes digits after a decimal point as picoseconds.
std::optional<int64_t> take_fraction(std::string_view& text) {
  int64_t ps = 0;
  int digits = 0;
  while (!text.empty() && is_digit(text.front())) {
    if (digits < kPsDigits) ps = ps * 10 + (text.front() - '0');
    ++digits;
    text.remove_prefix(1);
  }
  if (digits == 0) return std::nullopt;
  for (; digits < kPsDigits; ++digits) ps *= 10;
  return ps;
}

int32_t days_in_month(int64_t year, int64_t month) {
  constexpr int32_t kDays[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  const bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
  return kDays[month - 1] + (month == 2 && leap ? 1 : 0);
}

/// Days since 1970-01-01 of the proleptic Gregorian calendar (Howard Hinnant, "chrono-Compatible
/// Low-Level Date Algorithms").
int64_t days_since_1970(int64_t year, int64_t month, int64_t day) {
  const int64_t from_march = month > 2 ? year : year - 1;
  const int64_t era = from_march / 400;
  const int64_t year_of_era = from_march - era * 400;
  const int64_t day_of_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
  const int64_t day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
  return era * 146'097 + day_of_era - 719'468;
}

std::optional<int64_t> take_date(std::string_view& text) {
  const auto year = take_digits(text, 4);
  if (!year || !take(text, '-')) return std::nullopt;
  const auto month = take_digits(text, 2);
  if (!month || *month < 1 || *month > 12 || !take(text, '-')) return std::nullopt;
  const auto day = take_digits(text, 2);
  if (!day || *day < 1 || *day > days_in_month(*year, *month)) return std::nullopt;
  return days_since_1970(*year, *month, *day);
}

std::optional<int64_t> take_time_of_day(std::string_view& text) {
  const auto hours = take_digits(text, 2);
  if (!hours || *hours > 23 || !take(text, ':')) return std::nullopt;
  const auto minutes = take_digits(text, 2);
  if (!minutes || *minutes > 59 || !take(text, ':')) return std::nullopt;
  const auto seconds = take_digits(text, 2);
  if (!seconds || *seconds > 60) return std::nullopt;
  return (*hours * 60 + *minutes) * 60 + *seconds;
}

}  // namespace

std::optional<sim::TimePs> difference_ps(const Moment& later, const Moment& earlier) {
  constexpr int64_t kSpanMax = INT64_MAX / sim::kPsPerSecond - 1;
  const int64_t seconds = later.seconds - earlier.seconds;
  if (seconds > kSpanMax || seconds < -kSpanMax) return std::nullopt;
  return seconds * sim::kPsPerSecond + later.rest_ps - earlier.rest_ps;
}

Moment moment_of_seconds(double seconds) {
  Moment moment;
  moment.seconds = static_cast<int64_t>(seconds);
  const double rest = seconds - static_cast<double>(moment.seconds);
  moment.rest_ps = static_cast<sim::TimePs>(rest * static_cast<double>(sim::kPsPerSecond));
  return moment;
}

std::optional<Moment> read_seconds(std::string_view text) {
  if (text.empty() || text == "." || !(is_digit(text.front()) || text.front() == '.')) {
    return std::nullopt;
  }
  if (text.find_first_of("eE") != std::string_view::npos) {
    double value = 0;
    const char* end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, value);
    if (error != std::errc() || stop != end || !(value < kSecondsMax)) return std::nullopt;
    return moment_of_seconds(value);
  }
  Moment moment;
  if (text.front() != '.') {
    const auto whole = take_digits(text, 0);
    if (!whole || *whole >= kSecondsMax) return std::nullopt;
    moment.seconds = *whole;
  }
  if (take(text, '.') && !text.empty()) {
    const auto fraction = take_fraction(text);
    if (!fraction) return std::nullopt;
    moment.rest_ps = *fraction;
  }
  return text.empty() ? std::optional(moment) : std::nullopt;
}

std::optional<Moment> read_timestamp(std::string_view text) {
  const auto days = take_date(text);
  if (!days || !(take(text, ' ') || take(text, 'T'))) return std::nullopt;
  const auto time_of_day = take_time_of_day(text);
  if (!time_of_day) return std::nullopt;
  Moment moment{*days * 86'400 + *time_of_day, 0};
  if (take(text, '.')) {
    const auto fraction = take_fraction(text);
    if (!fraction) return std::nullopt;
    moment.rest_ps = *fraction;
  }
  const bool done = text.empty() || text == "Z" || text == "+00:00";
  return done ? std::optional(moment) : std::nullopt;
}

}  // namespace kitchen::real
