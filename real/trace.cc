#include "real/trace.h"

#include <algorithm>
#include <array>
#include <map>

#include "real/bench_runs.h"
#include "real/input_file.h"
#include "real/lines.h"
#include "real/number_text.h"
#include "real/text.h"
#include "real/time_units.h"
#include "real/trace_rows.h"

namespace kitchen::real {
namespace {

constexpr std::array<std::string_view, 6> kFormatNames = {"azure", "mooncake", "burstgpt",
                                                          "plain", "vllm",     "guidellm"};
// A benchmark's result says what it is before the long lists begin.
constexpr int64_t kPeekBytes = 64 * 1024;
// An instant that is nearer than a step by this part of it isn't worth a warning.
constexpr int64_t kUnevenParts = 20;

/// When a request comes in after the first row's, which is negative where it goes before it, and
/// the number of its row, so that equal times keep their order.
struct Turn {
  sim::TimePs arrival_ps = 0;
  int64_t number = 0;
  int64_t line = 0;  ///< 0 where the file has no lines

  auto operator<=>(const Turn&) const = default;
};

}  // namespace

std::string_view format_name(TraceFormat format) {
  return kFormatNames[static_cast<uint64_t>(format)];
}

std::vector<std::string> format_names() { return {kFormatNames.begin(), kFormatNames.end()}; }

std::optional<TraceFormat> find_format(std::string_view name) {
  const auto found = std::ranges::find(kFormatNames, name);
  if (found == kFormatNames.end()) return std::nullopt;
  return static_cast<TraceFormat>(found - kFormatNames.begin());
}

class Trace::Reader {
 public:
  Reader(const std::string& path, const TraceOptions& options)
      : file_(path),
        lines_(file_),
        strict_(options.strict),
        spread_ps_(options.spread_ps),
        spread_(options.spread_seed) {
    const std::string_view begun = lines_.peek(kPeekBytes);
    if (begun.find_first_not_of(" \t\r\n") == std::string_view::npos) {
      throw InputError(Place{file_.name(), 1, 1}, "the file is empty; expected a trace");
    }
    format_ = options.format ? *options.format : format_of(begun);
    place_.file = file_.name();
    open(options);
  }

  bool next(Request& request) {
    Given given;
    if (spread_ps_ > 0) {
      if (together_at_ == together_.size() && !take_together()) return false;
      given = std::move(together_[together_at_++]);
    } else if (!next_in_order(given)) {
      return false;
    }
    place_.line = given.line;
    place_.column = given.line > 0 ? 1 : 0;
    request = std::move(given.request);
    return true;
  }

  TraceFormat format() const { return format_; }
  const Place& place() const { return place_; }

  ClockSummary clock() const { return clock_.summary(); }

  std::vector<std::string> warnings() const {
    std::vector<std::string> warnings;
    if (backward_ > 0) {
      warnings.push_back(std::to_string(backward_) +
                         (backward_ == 1 ? " timestamp goes" : " timestamps go") +
                         " back, the first in line " + std::to_string(first_backward_line_) +
                         "; the rows were sorted (--strict refuses them)");
    }
    if (rows_->failed() > 0) {
      warnings.push_back(std::to_string(rows_->failed()) +
                         (rows_->failed() == 1 ? " request failed or made no token; it is left out"
                                               : " requests failed or made no token; they are left "
                                                 "out"));
    }
    if (rows_->open_line() > 0) warnings.push_back(open_line_text() + " (--strict refuses it)");
    for (std::string& note : rows_->notes()) warnings.push_back(std::move(note));
    for (std::string& warning : clock_warnings()) warnings.push_back(std::move(warning));
    return warnings;
  }

 private:
  struct Given {
    Request request;
    int64_t line = 0;
  };

  bool next_in_order(Given& given) {
    while (!done_ && std::ssize(held_) <= kSortedRowsMax) take_row();
    if (held_.empty()) {
      if (count_ == 0) fail_without_requests();
      return false;
    }
    const auto first = held_.begin();
    const Turn turn = first->first;
    if (given_ == 0) first_ps_ = turn.arrival_ps;
    if (given_ > 0 && turn.arrival_ps < last_ps_) fail_late(turn);
    ++given_;
    last_ps_ = turn.arrival_ps;
    given.line = turn.line;
    given.request = std::move(first->second);
    given.request.arrival_ps = last_ps_ - first_ps_;
    held_.erase(first);
    clock_.add(given.request.arrival_ps);
    return true;
  }

  /// Takes all that come in at the next instant and spreads them; false at the end.
  bool take_together() {
    together_.clear();
    together_at_ = 0;
    if (!has_ahead_ && !take_ahead()) return false;
    const sim::TimePs instant_ps = ahead_.request.arrival_ps;
    while (has_ahead_ && ahead_.request.arrival_ps == instant_ps) {
      if (std::ssize(together_) == kSpreadTogetherMax) {
        throw InputError(Place{file_.name(), ahead_.line, ahead_.line > 0 ? 1 : 0},
                         "more than " + std::to_string(kSpreadTogetherMax) +
                             " requests at one instant are too many to spread");
      }
      together_.push_back(std::move(ahead_));
      take_ahead();
    }
    sim::TimePs width_ps = std::min(spread_ps_, INT64_MAX - instant_ps);
    if (has_ahead_ && ahead_.request.arrival_ps - instant_ps < width_ps) {
      width_ps = ahead_.request.arrival_ps - instant_ps;
      // A clock's own steps are not all alike.
      if (width_ps < spread_ps_ - spread_ps_ / kUnevenParts) ++narrowed_;
    }
    const std::vector<sim::TimePs> times = spread_.draw(std::ssize(together_), width_ps);
    for (uint64_t i = 0; i < times.size(); ++i) together_[i].request.arrival_ps += times[i];
    return true;
  }

  bool take_ahead() {
    ahead_ = {};
    has_ahead_ = next_in_order(ahead_);
    return has_ahead_;
  }

  std::string open_line_text() const {
    return "the file ends without a line end, so the last number in line " +
           std::to_string(rows_->open_line()) + " may have been cut off";
  }

  std::vector<std::string> clock_warnings() const {
    const ClockSummary clock = clock_.summary();
    if (spread_ps_ > 0) {
      if (narrowed_ == 0) return {};
      return {std::to_string(narrowed_) + " of " + std::to_string(clock.instants) +
              " instants are followed by the next before the " + seconds_text(spread_ps_) +
              " s of spread_arrivals_s; their requests were spread until the next only"};
    }
    if (!clock.is_coarse()) return {};
    const std::string step = seconds_text(clock.step_ps);
    return {"timestamps come in steps of " + step + " s: " + std::to_string(clock.sharing) +
            " of " + std::to_string(clock.requests) + " requests share theirs, up to " +
            std::to_string(clock.together) +
            " at once, bursts that may not have been and that make latencies longer and plans "
            "dearer; --spread-arrivals-s " +
            step + " spreads them over the step"};
  }

  static std::string seconds_text(sim::TimePs ps) { return number_text(seconds_of(ps)); }

  TraceFormat format_of(std::string_view begun) const {
    const uint64_t first = begun.find_first_not_of(" \t\r\n");
    if (begun[first] != '{') {
      const uint64_t end = std::min(begun.find('\n', first), begun.size());
      std::string line(begun.substr(first, end - first));
      if (line.ends_with('\r')) line.pop_back();
      const int64_t number = 1 + std::ranges::count(begun.substr(0, first), '\n');
      return format_of_header(line, {file_.name(), number, 1});
    }
    if (const auto format = find_json_format(begun)) return *format;
    throw InputError(Place{file_.name(), 1, 1},
                     "this JSON is no trace that is known: expected input_length (mooncake), "
                     "benchmarks (guidellm) or input_lens (vllm)");
  }

  void open(const TraceOptions& options) {
    const bool is_result = format_ == TraceFormat::vllm || format_ == TraceFormat::guidellm;
    if (options.benchmark > 0 && !is_result) {
      throw InputError(Place{file_.name()},
                       "--benchmark " + std::to_string(options.benchmark) +
                           " is of a benchmark's result (guidellm, vllm); this trace is in the "
                           "format " +
                           std::string(format_name(format_)));
    }
    switch (format_) {
      case TraceFormat::mooncake:
        rows_ = mooncake_rows(lines_);
        break;
      case TraceFormat::vllm:
      case TraceFormat::guidellm:
        rows_ = result_rows(file_, lines_.take_buffered(), options, format_);
        break;
      case TraceFormat::azure:
      case TraceFormat::burstgpt:
      case TraceFormat::plain:
        rows_ = csv_rows(lines_, format_);
        break;
    }
  }

  void take_row() {
    TraceRow row;
    if (!rows_->next(row)) {
      done_ = true;
      return;
    }
    if (strict_ && rows_->open_line() > 0) {
      throw InputError(Place{file_.name(), rows_->open_line(), 1},
                       open_line_text() + ", which --strict refuses");
    }
    if (count_ == 0) first_ = row.arrival;
    const auto arrival_ps = difference_ps(row.arrival, first_);
    const Place place{file_.name(), row.line, row.line > 0 ? 1 : 0};
    if (!arrival_ps) throw InputError(place, "more than 106 days from the first row");
    if (count_ > 0 && *arrival_ps < newest_ps_) {
      if (strict_) throw InputError(place, "the timestamp goes back, which --strict refuses");
      if (backward_ == 0) first_backward_line_ = row.line;
      ++backward_;
    }
    newest_ps_ = count_ == 0 ? *arrival_ps : std::max(newest_ps_, *arrival_ps);
    held_.emplace_hint(held_.end(), Turn{*arrival_ps, count_++, row.line}, std::move(row.request));
  }

  [[noreturn]] void fail_late(const Turn& turn) const {
    throw InputError(Place{file_.name()}, "request " + std::to_string(turn.number + 1) +
                                              " belongs more than " +
                                              std::to_string(kSortedRowsMax) +
                                              " rows further up; sort the file by time first");
  }

  [[noreturn]] void fail_without_requests() const {
    throw InputError(Place{file_.name()}, rows_->failed() > 0
                                              ? "every request in it failed"
                                              : "there is no request in it, only a header");
  }

  InputFile file_;
  LineReader lines_;
  bool strict_;
  TraceFormat format_ = TraceFormat::plain;
  std::unique_ptr<TraceRows> rows_;
  std::map<Turn, Request> held_;
  Moment first_;
  int64_t count_ = 0;
  bool done_ = false;
  sim::TimePs newest_ps_ = 0;
  int64_t given_ = 0;
  sim::TimePs first_ps_ = 0;
  sim::TimePs last_ps_ = 0;
  Place place_;
  int64_t backward_ = 0;
  int64_t first_backward_line_ = 0;
  ArrivalClock clock_;
  sim::TimePs spread_ps_;
  ArrivalSpread spread_;
  std::vector<Given> together_;  // of one instant, spread
  uint64_t together_at_ = 0;
  Given ahead_;  // the first of the next instant
  bool has_ahead_ = false;
  int64_t narrowed_ = 0;
};

Trace::Trace(const std::string& path, const TraceOptions& options)
    : reader_(std::make_unique<Reader>(path, options)) {}

Trace::~Trace() = default;

bool Trace::next(Request& request) { return reader_->next(request); }
TraceFormat Trace::format() const { return reader_->format(); }
const Place& Trace::place() const { return reader_->place(); }
ClockSummary Trace::clock() const { return reader_->clock(); }
std::vector<std::string> Trace::warnings() const { return reader_->warnings(); }

}  // namespace kitchen::real
