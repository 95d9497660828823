// The result files of vLLM's and GuideLLM's benchmarks: one JSON document each, of which the
// lengths and times are taken as they pass by and no text is kept.
#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>

#include "real/json_text.h"
#include "real/text.h"
#include "real/trace_rows.h"

namespace kitchen::real {
namespace {

using Json = nlohmann::json;

constexpr double kLatestSeconds = 1e12;
constexpr int64_t kDepthMax = 200;

/// The bytes of a file for nlohmann-json, with the place of the last one.
class Bytes {
 public:
  Bytes(InputFile& file, std::string begun) : file_(file), piece_(std::move(begun)) {}

  /// -1 at the end.
  int get() {
    if (at_ == piece_.size()) {
      piece_.resize(64 * 1024);
      piece_.resize(static_cast<uint64_t>(file_.read(piece_)));
      at_ = 0;
      if (piece_.empty()) return -1;
    }
    const char c = piece_[at_++];
    if (c == '\n') {
      ++line_;
      column_ = 0;
    } else {
      ++column_;
    }
    return static_cast<unsigned char>(c);
  }

  Place place() const { return {file_.name(), line_, std::max<int64_t>(column_, 1)}; }

 private:
  InputFile& file_;
  std::string piece_;
  uint64_t at_ = 0;
  int64_t line_ = 1;
  int64_t column_ = 0;
};

class ByteIterator {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = char;

  ByteIterator() = default;
  explicit ByteIterator(Bytes& bytes) : bytes_(&bytes), byte_(bytes.get()) {}

  char operator*() const { return static_cast<char>(byte_); }
  ByteIterator& operator++() {
    byte_ = bytes_->get();
    return *this;
  }
  void operator++(int) { ++*this; }
  bool operator==(const ByteIterator& other) const { return at_end() == other.at_end(); }
  bool operator!=(const ByteIterator& other) const { return !(*this == other); }

 private:
  bool at_end() const { return byte_ < 0; }

  Bytes* bytes_ = nullptr;
  int byte_ = -1;
};

/// Tells of each value by its path: the keys that lead to it, with "[]" for a list.
class PathHandler {
 public:
  explicit PathHandler(const Bytes& bytes) : bytes_(bytes) {}
  virtual ~PathHandler() = default;

  // What nlohmann-json calls; their names are its own.
  bool null() { return scalar(std::nullopt); }
  bool boolean(bool) { return scalar(std::nullopt); }
  bool number_integer(int64_t value) { return scalar(static_cast<double>(value)); }
  bool number_unsigned(uint64_t value) { return scalar(static_cast<double>(value)); }
  bool number_float(double value, const std::string&) { return scalar(value); }
  bool string(std::string& value) {
    text(value);
    return true;
  }
  bool binary(Json::binary_t&) { return true; }
  bool start_object(std::size_t) { return push(""); }
  bool key(std::string& name) {
    path_.back() = name;
    return true;
  }
  bool end_object() { return pop(); }
  bool start_array(std::size_t) { return push("[]"); }
  bool end_array() { return pop(); }
  bool parse_error(std::size_t, const std::string&, const Json::exception& error) {
    throw InputError(bytes_.place(), "no JSON: " + json_error_text(error));
  }

 protected:
  /// A number at the path; nullopt: null, true or false.
  virtual void value(std::optional<double> number) = 0;
  virtual void text(const std::string&) {}
  virtual void opened() {}
  virtual void closed() {}

  /// Whether the path is these keys.
  bool at(std::initializer_list<std::string_view> keys) const {
    return std::ranges::equal(path_, keys);
  }
  int64_t depth() const { return std::ssize(path_); }
  Place place() const { return bytes_.place(); }
  std::string joined(int64_t from) const {
    return join(std::vector<std::string>(path_.begin() + from, path_.end()), ".");
  }

 private:
  bool scalar(std::optional<double> number) {
    value(number);
    return true;
  }
  bool push(const char* name) {
    opened();
    if (depth() >= kDepthMax) throw InputError(place(), "JSON nested too deep");
    path_.emplace_back(name);
    return true;
  }
  bool pop() {
    path_.pop_back();
    closed();
    return true;
  }

  const Bytes& bytes_;
  std::vector<std::string> path_;
};

void read_all(Bytes& bytes, PathHandler& handler) {
  Json::sax_parse(ByteIterator(bytes), ByteIterator(), &handler);
}

int64_t whole_tokens(double number, const std::string& what, const Place& place) {
  const bool is_whole = std::abs(number) < kLatestSeconds && number == std::floor(number);
  if (!is_whole) throw InputError(place, what + " must be a whole number");
  check_tokens(static_cast<int64_t>(number), what, place);
  return static_cast<int64_t>(number);
}

Moment moment_of(double seconds, const std::string& what, const Place& place) {
  if (!(seconds >= 0 && seconds < kLatestSeconds)) {
    throw InputError(place, what + " must be seconds, 0 or more");
  }
  return moment_of_seconds(seconds);
}

/// Requests that were read at once.
class ResultRows : public TraceRows {
 public:
  struct Entry {
    Moment arrival;
    int64_t prompt_tokens;
    int64_t output_tokens;
  };

  ResultRows(std::vector<Entry> entries, int64_t failed) : entries_(std::move(entries)) {
    failed_ = failed;
    std::ranges::stable_sort(entries_, [](const Entry& a, const Entry& b) {
      return std::pair(a.arrival.seconds, a.arrival.rest_ps) <
             std::pair(b.arrival.seconds, b.arrival.rest_ps);
    });
  }

  bool next(TraceRow& row) override {
    if (at_ == entries_.size()) return false;
    const Entry& entry = entries_[at_++];
    row.line = 0;
    row.arrival = entry.arrival;
    row.request.prompt_tokens = entry.prompt_tokens;
    row.request.output_tokens = entry.output_tokens;
    return true;
  }

 private:
  std::vector<Entry> entries_;
  uint64_t at_ = 0;
};

/// `vllm bench serve --save-result --save-detailed`: a list for each quantity.
class VllmHandler : public PathHandler {
 public:
  using PathHandler::PathHandler;

  std::unique_ptr<TraceRows> rows() const {
    const Place at{place().file};
    if (inputs_.empty() || outputs_.empty()) {
      throw InputError(at, "no input_lens and output_lens; vLLM writes them with --save-detailed");
    }
    if (outputs_.size() != inputs_.size() ||
        (!starts_.empty() && starts_.size() != inputs_.size())) {
      throw InputError(at, std::to_string(inputs_.size()) + " input_lens, " +
                               std::to_string(outputs_.size()) + " output_lens and " +
                               std::to_string(starts_.size()) + " start_times; expected as many");
    }
    if (starts_.empty() && !(rate_is_infinite_ && !concurrency_)) {
      throw InputError(at,
                       "no start_times, so nothing says when the requests came in; newer versions "
                       "of vLLM write them");
    }
    return entries(at);
  }

 protected:
  void value(std::optional<double> number) override {
    if (!number) return;
    if (at({"input_lens", "[]"})) inputs_.push_back(*number);
    if (at({"output_lens", "[]"})) outputs_.push_back(*number);
    if (at({"start_times", "[]"})) starts_.push_back(*number);
    if (at({"max_concurrency"})) concurrency_ = true;
  }

  void text(const std::string& text) override {
    if (at({"request_rate"})) rate_is_infinite_ = text == "inf";
  }

 private:
  std::unique_ptr<TraceRows> entries(const Place& at) const {
    std::vector<ResultRows::Entry> entries;
    int64_t failed = 0;
    for (uint64_t i = 0; i < inputs_.size(); ++i) {
      // A failed request made no token.
      if (outputs_[i] == 0) {
        ++failed;
        continue;
      }
      const std::string number = "[" + std::to_string(i) + "]";
      const Moment start =
          starts_.empty() ? Moment{} : moment_of(starts_[i], "start_times" + number, at);
      entries.push_back({start, whole_tokens(inputs_[i], "input_lens" + number, at),
                         whole_tokens(outputs_[i], "output_lens" + number, at)});
    }
    return std::make_unique<ResultRows>(std::move(entries), failed);
  }

  std::vector<double> inputs_;
  std::vector<double> outputs_;
  std::vector<double> starts_;
  bool rate_is_infinite_ = false;
  bool concurrency_ = false;
};

/// GuideLLM's benchmarks.json: a list of benchmarks, each with an object for each request. Where a
/// number stands changed between its versions.
class GuideHandler : public PathHandler {
 public:
  GuideHandler(const Bytes& bytes, int64_t benchmark) : PathHandler(bytes), benchmark_(benchmark) {}

  std::unique_ptr<TraceRows> rows() const {
    const Place at{place().file};
    if (count_ == 0) throw InputError(at, "no benchmarks in this file");
    if (benchmark_ == 0 && count_ > 1) {
      throw InputError(at,
                       "the file has " + std::to_string(count_) +
                           " benchmarks, of other rates each; say which with --benchmark 1 to " +
                           std::to_string(count_));
    }
    if (benchmark_ > count_) {
      throw InputError(at, "there is no benchmark " + std::to_string(benchmark_) +
                               "; the file has " + std::to_string(count_));
    }
    return std::make_unique<ResultRows>(entries_, failed_);
  }

 protected:
  void value(std::optional<double> number) override {
    if (!number || !in_request_) return;
    const std::string name = joined(kRequestDepth);
    if (std::ranges::find(kPrompt, name) != kPrompt.end()) prompt_ = number;
    if (std::ranges::find(kOutput, name) != kOutput.end()) output_ = number;
    if (std::ranges::find(kStart, name) != kStart.end()) start_ = number;
  }

  void opened() override {
    if (at({"benchmarks", "[]"})) ++count_;
    if (!is_request() || !is_wanted()) return;
    in_request_ = true;
    prompt_ = output_ = start_ = std::nullopt;
  }

  void closed() override {
    if (!is_request() || !is_wanted()) return;
    in_request_ = false;
    if (!at({"benchmarks", "[]", "requests", "successful", "[]"})) {
      ++failed_;
      return;
    }
    const std::string which = "successful request " + std::to_string(entries_.size() + 1);
    if (!prompt_ || !output_ || !start_) {
      throw InputError(place(), which + " has no " +
                                    (!prompt_   ? "prompt_tokens"
                                     : !output_ ? "output_tokens"
                                                : "start time") +
                                    "; known are the files of GuideLLM 0.1 to 0.5");
    }
    entries_.push_back({moment_of(*start_, which + ": its start", place()),
                        whole_tokens(*prompt_, which + ": prompt_tokens", place()),
                        whole_tokens(*output_, which + ": output_tokens", place())});
  }

 private:
  static constexpr int64_t kRequestDepth = 5;
  static constexpr std::array<std::string_view, 2> kPrompt = {"prompt_tokens",
                                                              "input_metrics.text_tokens"};
  static constexpr std::array<std::string_view, 2> kOutput = {"output_tokens",
                                                              "output_metrics.text_tokens"};
  static constexpr std::array<std::string_view, 4> kStart = {
      "start_time", "request_start_time", "scheduler_info.request_timings.request_start",
      "info.timings.request_start"};

  bool is_request() const {
    for (const std::string_view status : {"successful", "errored", "incomplete"}) {
      if (at({"benchmarks", "[]", "requests", status, "[]"})) return true;
    }
    return false;
  }
  bool is_wanted() const { return benchmark_ == 0 || count_ == benchmark_; }

  int64_t benchmark_;
  int64_t count_ = 0;
  bool in_request_ = false;
  std::optional<double> prompt_;
  std::optional<double> output_;
  std::optional<double> start_;
  std::vector<ResultRows::Entry> entries_;
  int64_t failed_ = 0;
};

}  // namespace

std::unique_ptr<TraceRows> vllm_rows(InputFile& file, std::string begun) {
  Bytes bytes(file, std::move(begun));
  VllmHandler handler(bytes);
  read_all(bytes, handler);
  return handler.rows();
}

std::unique_ptr<TraceRows> guidellm_rows(InputFile& file, std::string begun, int64_t benchmark) {
  Bytes bytes(file, std::move(begun));
  GuideHandler handler(bytes, benchmark);
  read_all(bytes, handler);
  return handler.rows();
}

}  // namespace kitchen::real
