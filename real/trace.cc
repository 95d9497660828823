#include "real/trace.h"

#include <algorithm>
#include <array>
#include <map>

#include "real/input_file.h"
#include "real/lines.h"
#include "real/text.h"
#include "real/trace_rows.h"

namespace kitchen::real {
namespace {

constexpr std::array<std::string_view, 6> kFormatNames = {"azure", "mooncake", "burstgpt",
                                                          "plain", "vllm",     "guidellm"};
// A benchmark's result says what it is before the long lists begin.
constexpr int64_t kPeekBytes = 64 * 1024;

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
      : file_(path), lines_(file_), strict_(options.strict) {
    const std::string_view begun = lines_.peek(kPeekBytes);
    if (begun.find_first_not_of(" \t\r\n") == std::string_view::npos) {
      throw InputError(Place{file_.name(), 1, 1}, "the file is empty; expected a trace");
    }
    format_ = options.format ? *options.format : format_of(begun);
    place_.file = file_.name();
    open(options);
  }

  bool next(Request& request) {
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
    place_.line = turn.line;
    place_.column = turn.line > 0 ? 1 : 0;
    request = std::move(first->second);
    request.arrival_ps = last_ps_ - first_ps_;
    held_.erase(first);
    return true;
  }

  TraceFormat format() const { return format_; }
  const Place& place() const { return place_; }

  std::vector<std::string> warnings() const {
    std::vector<std::string> warnings;
    if (backward_ > 0) {
      warnings.push_back(std::to_string(backward_) +
                         (backward_ == 1 ? " timestamp goes" : " timestamps go") +
                         " back, the first in line " + std::to_string(first_backward_line_) +
                         "; the rows were sorted (--strict refuses them)");
    }
    if (rows_ != nullptr && rows_->failed() > 0) {
      warnings.push_back(std::to_string(rows_->failed()) +
                         " requests failed or made no token; they are left out");
    }
    return warnings;
  }

 private:
  TraceFormat format_of(std::string_view begun) const {
    const uint64_t first = begun.find_first_not_of(" \t\r\n");
    if (begun[first] != '{') {
      const uint64_t end = std::min(begun.find('\n', first), begun.size());
      std::string line(begun.substr(first, end - first));
      if (line.ends_with('\r')) line.pop_back();
      const int64_t number = 1 + std::ranges::count(begun.substr(0, first), '\n');
      return format_of_header(line, {file_.name(), number, 1});
    }
    const auto has = [&](std::string_view key) {
      return begun.find("\"" + std::string(key) + "\"") != std::string_view::npos;
    };
    if (has("input_length") || has("hash_ids")) return TraceFormat::mooncake;
    if (has("benchmarks")) return TraceFormat::guidellm;
    if (has("input_lens") || has("request_throughput") || has("ttfts")) return TraceFormat::vllm;
    throw InputError(Place{file_.name(), 1, 1},
                     "this JSON is no trace that is known: expected input_length (mooncake), "
                     "benchmarks (guidellm) or input_lens (vllm)");
  }

  void open(const TraceOptions& options) {
    switch (format_) {
      case TraceFormat::mooncake:
        rows_ = mooncake_rows(lines_);
        break;
      case TraceFormat::vllm:
        rows_ = vllm_rows(file_, lines_.take_buffered());
        break;
      case TraceFormat::guidellm:
        rows_ = guidellm_rows(file_, lines_.take_buffered(), options.benchmark);
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
};

Trace::Trace(const std::string& path, const TraceOptions& options)
    : reader_(std::make_unique<Reader>(path, options)) {}

Trace::~Trace() = default;

bool Trace::next(Request& request) { return reader_->next(request); }
TraceFormat Trace::format() const { return reader_->format(); }
const Place& Trace::place() const { return reader_->place(); }
std::vector<std::string> Trace::warnings() const { return reader_->warnings(); }

}  // namespace kitchen::real
