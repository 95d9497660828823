#include "real/bench_runs.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <limits>
#include <nlohmann/json.hpp>
#include <span>

#include "real/json_text.h"
#include "real/text.h"
#include "real/trace_rows.h"

namespace kitchen::real {
namespace {

using Json = nlohmann::json;

constexpr double kLatestSeconds = 1e12;
constexpr double kCountMost = 1e12;
constexpr double kMsOfSecond = 1e3;
constexpr int64_t kDepthMax = 200;

/// The bytes of a file for nlohmann-json, with the place of the one that is looked at.
class Bytes {
 public:
  Bytes(InputFile& file, std::string begun) : file_(file), piece_(std::move(begun)) { advance(); }

  int current() const { return current_; }  ///< -1 at the end
  void advance() {
    current_ = take();
    if (current_ == '\n') {
      ++line_;
      column_ = 0;
    } else if (current_ >= 0) {
      ++column_;
    }
  }
  /// False where nothing but space is left.
  bool skip_space() {
    while (current_ == ' ' || current_ == '\t' || current_ == '\r' || current_ == '\n') advance();
    return current_ >= 0;
  }

  Place place() const { return {file_.name(), line_, std::max<int64_t>(column_, 1)}; }

 private:
  int take() {
    if (at_ == piece_.size()) {
      piece_.resize(64 * 1024);
      piece_.resize(static_cast<uint64_t>(file_.read(piece_)));
      at_ = 0;
      if (piece_.empty()) return -1;
    }
    return static_cast<unsigned char>(piece_[at_++]);
  }

  InputFile& file_;
  std::string piece_;
  uint64_t at_ = 0;
  int current_ = -1;
  int64_t line_ = 1;
  int64_t column_ = 0;
};

/// Looks at Bytes, so that after one document the next can be read.
class ByteIterator {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = char;

  ByteIterator() = default;
  explicit ByteIterator(Bytes& bytes) : bytes_(&bytes) {}

  char operator*() const { return static_cast<char>(bytes_->current()); }
  ByteIterator& operator++() {
    bytes_->advance();
    return *this;
  }
  void operator++(int) { ++*this; }
  bool operator==(const ByteIterator& other) const { return at_end() == other.at_end(); }
  bool operator!=(const ByteIterator& other) const { return !(*this == other); }

 private:
  bool at_end() const { return bytes_ == nullptr || bytes_->current() < 0; }

  Bytes* bytes_ = nullptr;
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
  const std::string& step(int64_t place) const { return path_[static_cast<uint64_t>(place)]; }
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

int64_t count_of(double number, const std::string& what, const Place& place) {
  if (!(number >= 0 && number <= kCountMost) || number != std::floor(number)) {
    throw InputError(place, what + " must be a whole number, 0 or more");
  }
  return static_cast<int64_t>(number);
}

double time_of(double seconds, const std::string& what, const Place& place) {
  if (!(seconds >= 0 && seconds < kLatestSeconds)) {
    throw InputError(place, what + " must be a time, 0 or more");
  }
  return seconds;
}

/// A mean that is taken as its values pass by.
class Mean {
 public:
  void add(double value) {
    sum_ += value;
    ++count_;
  }
  std::optional<double> value() const {
    return count_ == 0 ? std::nullopt : std::optional(sum_ / static_cast<double>(count_));
  }

 private:
  double sum_ = 0;
  int64_t count_ = 0;
};

/// What people call the GPU in a result's metadata (`--metadata gpu=H100`), for which there is no
/// rule.
bool names_gpu(std::string_view key) {
  constexpr std::array<std::string_view, 6> kKeys = {"gpu",      "gpu_name",    "gpu_type",
                                                     "hardware", "accelerator", "device_name"};
  return std::ranges::find(kKeys, key) != kKeys.end();
}

bool names_tensor_parallel(std::string_view key) {
  return key == "tp" || key == "tensor_parallel_size" || key == "tensor_parallel";
}

/// `vllm bench serve --save-result`, before it benchmark_serving.py: an object with the means, and
/// with --save-detailed (once always) a list for each quantity.
class VllmHandler : public PathHandler {
 public:
  using PathHandler::PathHandler;

  BenchRun run() {
    const Place at{place().file};
    check_lists(at);
    take_requests(at);
    run_.has_starts = !starts_.empty();
    run_.unpaced = !is_paced_;
    run_.answered = completed_ ? count_of(*completed_, "completed", at) : std::ssize(run_.requests);
    if (failed_) run_.failed = std::max(run_.failed, count_of(*failed_, "failed", at));
    const auto mean_tokens = [&](const std::optional<double>& total) -> std::optional<double> {
      if (!total || run_.answered == 0) return std::nullopt;
      return *total / static_cast<double>(run_.answered);
    };
    run_.prompt_tokens = mean_tokens(total_input_);
    run_.output_tokens = mean_tokens(total_output_);
    run_.ttft_s = ttft_ms_ ? seconds_of_ms(*ttft_ms_, "mean_ttft_ms", at) : ttfts_mean_.value();
    run_.tpot_s = tpot_ms_ ? seconds_of_ms(*tpot_ms_, "mean_tpot_ms", at) : tpots_mean_.value();
    return std::move(run_);
  }

 protected:
  void opened() override {
    if (depth() == 1) list_ = find_list(step(0));
    if (depth() == 2 && list_ == List::itls) itl_sums_.push_back(0);
  }

  void value(std::optional<double> number) override {
    // Nothing that is no number is one of a list's.
    const double given = number.value_or(std::numeric_limits<double>::quiet_NaN());
    if (depth() == 3 && list_ == List::itls) itl_sums_.back() += given;
    if (depth() == 2) add_to_list(given);
    if (depth() == 1 && number) take_number(step(0), *number);
  }

  void text(const std::string& text) override {
    if (depth() == 2) add_to_list(std::numeric_limits<double>::quiet_NaN());
    if (depth() != 1) return;
    const std::string& key = step(0);
    if (key == "request_rate") is_paced_ = is_paced_ || text != "inf";
    if (key == "ramp_up_strategy") is_paced_ = true;
    if (key == "model_id") run_.model = text;
    if (names_gpu(key)) run_.gpu = text;
    int64_t whole = 0;
    if (names_tensor_parallel(key) && read_integer(text, whole)) run_.tensor_parallel = whole;
  }

 private:
  enum class List : int32_t { other, inputs, outputs, starts, ttfts, itls };

  static List find_list(std::string_view key) {
    constexpr std::array<std::pair<std::string_view, List>, 5> kLists = {
        {{"input_lens", List::inputs},
         {"output_lens", List::outputs},
         {"start_times", List::starts},
         {"ttfts", List::ttfts},
         {"itls", List::itls}}};
    const auto found = std::ranges::find(kLists, key, [](const auto& list) { return list.first; });
    return found == kLists.end() ? List::other : found->second;
  }

  void add_to_list(double number) {
    if (list_ == List::inputs) inputs_.push_back(number);
    if (list_ == List::outputs) outputs_.push_back(number);
    if (list_ == List::starts) starts_.push_back(number);
    if (list_ == List::ttfts) ttfts_.push_back(number);
  }

  void take_number(const std::string& key, double number) {
    if (key == "request_rate") is_paced_ = true;
    if (key == "max_concurrency") run_.clients = count_of(number, key, place());
    if (key == "completed") completed_ = number;
    if (key == "failed") failed_ = number;
    if (key == "total_input_tokens") total_input_ = number;
    if (key == "total_output_tokens") total_output_ = number;
    if (key == "mean_ttft_ms") ttft_ms_ = number;
    if (key == "mean_tpot_ms") tpot_ms_ = number;
    if (key.starts_with("spec_decode_") || key.starts_with("diffusion_")) run_.speculative = true;
    if (names_tensor_parallel(key)) run_.tensor_parallel = count_of(number, key, place());
  }

  static double seconds_of_ms(double ms, const char* what, const Place& at) {
    return time_of(ms / kMsOfSecond, what, at);
  }

  void check_lists(const Place& at) const {
    if (outputs_.size() != inputs_.size() ||
        (!starts_.empty() && starts_.size() != inputs_.size())) {
      throw InputError(at, std::to_string(inputs_.size()) + " input_lens, " +
                               std::to_string(outputs_.size()) + " output_lens and " +
                               std::to_string(starts_.size()) + " start_times; expected as many");
    }
  }

  void take_requests(const Place& at) {
    for (uint64_t i = 0; i < inputs_.size(); ++i) {
      // A failed request made no token.
      if (outputs_[i] == 0) {
        ++run_.failed;
        continue;
      }
      const std::string number = "[" + std::to_string(i) + "]";
      BenchRequest request;
      if (!starts_.empty()) request.start = moment_of(starts_[i], "start_times" + number, at);
      request.prompt_tokens = whole_tokens(inputs_[i], "input_lens" + number, at);
      request.output_tokens = whole_tokens(outputs_[i], "output_lens" + number, at);
      run_.requests.push_back(request);
      if (ttfts_.size() == inputs_.size()) {
        ttfts_mean_.add(time_of(ttfts_[i], "ttfts" + number, at));
      }
      if (itl_sums_.size() == inputs_.size() && outputs_[i] > 1) {
        tpots_mean_.add(time_of(itl_sums_[i], "itls" + number, at) / (outputs_[i] - 1));
      }
    }
  }

  BenchRun run_;
  List list_ = List::other;
  std::vector<double> inputs_;
  std::vector<double> outputs_;
  std::vector<double> starts_;
  std::vector<double> ttfts_;
  std::vector<double> itl_sums_;
  Mean ttfts_mean_;
  Mean tpots_mean_;
  bool is_paced_ = false;
  std::optional<double> completed_;
  std::optional<double> failed_;
  std::optional<double> total_input_;
  std::optional<double> total_output_;
  std::optional<double> ttft_ms_;
  std::optional<double> tpot_ms_;
};

/// Names of one thing over GuideLLM's versions, from 0.1 on.
using Names = std::span<const std::string_view>;
constexpr std::array<std::string_view, 3> kPromptNames = {
    "prompt_tokens", "input_metrics.total_tokens", "input_metrics.text_tokens"};
constexpr std::array<std::string_view, 3> kOutputNames = {
    "output_tokens", "output_metrics.total_tokens", "output_metrics.text_tokens"};
constexpr std::array<std::string_view, 4> kStartNames = {
    "start_time", "request_start_time", "scheduler_info.request_timings.request_start",
    "info.timings.request_start"};
constexpr std::array<std::string_view, 4> kFirstTokenNames = {
    "first_token_time", "scheduler_info.request_timings.first_iteration",
    "info.timings.first_iteration", "info.timings.first_token_iteration"};
constexpr std::array<std::string_view, 4> kLastTokenNames = {
    "last_token_time", "scheduler_info.request_timings.last_iteration",
    "info.timings.last_iteration", "info.timings.last_token_iteration"};

/// GuideLLM's benchmarks.json: a list of benchmarks, each with an object for each request. Where a
/// number stands changed between its versions.
class GuideHandler : public PathHandler {
 public:
  using PathHandler::PathHandler;

  std::vector<BenchRun> runs() {
    if (runs_.empty()) throw InputError(Place{place().file}, "no benchmarks in this file");
    for (BenchRun& run : runs_) {
      if (run.model.empty()) run.model = model_;
    }
    return std::move(runs_);
  }

 protected:
  void value(std::optional<double> number) override {
    if (!number) return;
    if (in_request_) return take_of_request(*number);
    if (!in_benchmark()) return;
    if (at_strategy("streams") || at_strategy("max_concurrency")) {
      runs_.back().clients = count_of(*number, "streams", place());
    }
    if (at({"benchmarks", "[]", "metrics", "request_totals", "successful"}) ||
        at({"benchmarks", "[]", "request_totals", "successful"})) {
      runs_.back().answered = count_of(*number, "request_totals.successful", place());
    }
  }

  void text(const std::string& text) override {
    if (in_request_) return;
    if (at({"args", "model"})) model_ = text;
    if (!in_benchmark()) return;
    if (at_strategy("type_") || at_strategy("kind")) take_strategy(text);
    if (at({"benchmarks", "[]", "worker", "backend_model"}) ||
        at({"benchmarks", "[]", "benchmarker", "backend", "model"}) ||
        at({"benchmarks", "[]", "config", "backend", "model"})) {
      runs_.back().model = text;
    }
  }

  void opened() override {
    if (at({"benchmarks", "[]"})) {
      runs_.emplace_back();
      runs_.back().has_starts = true;
      ttft_ = tpot_ = {};
      is_sequential_ = false;
    }
    if (!is_request()) return;
    in_request_ = true;
    request_ = {};
  }

  void closed() override {
    if (at({"benchmarks", "[]"}) && !runs_.empty()) return end_benchmark();
    if (!is_request()) return;
    in_request_ = false;
    const std::string& status = step(3);
    if (status == "successful") return take_request();
    ++(status == "errored" ? runs_.back().failed : runs_.back().incomplete);
  }

 private:
  static constexpr int64_t kRequestDepth = 5;

  /// Of a request under way; what of several names was said first in their order counts.
  struct Fields {
    struct Field {
      std::optional<double> value;
      int64_t rank = 0;
    };
    Field prompt;
    Field output;
    Field start;
    Field first_token;
    Field last_token;
  };

  bool in_benchmark() const { return depth() > 2 && step(0) == "benchmarks" && !runs_.empty(); }

  /// The strategy stands in args, in scheduler or in config.
  bool at_strategy(std::string_view key) const {
    return depth() == 5 && step(3) == "strategy" && step(4) == key;
  }

  bool is_request() const {
    if (depth() != kRequestDepth || step(0) != "benchmarks" || step(1) != "[]") return false;
    const std::string& status = step(3);
    const bool is_status = status == "successful" || status == "errored" || status == "incomplete";
    return step(2) == "requests" && is_status && step(4) == "[]";
  }

  void take_strategy(const std::string& type) {
    runs_.back().unpaced = type == "synchronous" || type == "concurrent" || type == "throughput";
    is_sequential_ = type == "synchronous";
  }

  static void take(Names names, std::string_view name, double number, Fields::Field& field) {
    const auto found = std::ranges::find(names, name);
    const int64_t rank = found - names.begin();
    if (found == names.end() || (field.value && field.rank < rank)) return;
    field = {number, rank};
  }

  void take_of_request(double number) {
    const std::string name = joined(kRequestDepth);
    take(kPromptNames, name, number, request_.prompt);
    take(kOutputNames, name, number, request_.output);
    take(kStartNames, name, number, request_.start);
    take(kFirstTokenNames, name, number, request_.first_token);
    take(kLastTokenNames, name, number, request_.last_token);
  }

  void take_request() {
    BenchRun& run = runs_.back();
    const std::string which = "successful request " + std::to_string(run.requests.size() + 1);
    const Fields& fields = request_;
    if (!fields.prompt.value || !fields.output.value || !fields.start.value) {
      throw InputError(place(), which + " has no " +
                                    (!fields.prompt.value   ? "prompt_tokens"
                                     : !fields.output.value ? "output_tokens"
                                                            : "start time") +
                                    "; known are the files of GuideLLM 0.1 to 0.8");
    }
    if (*fields.output.value == 0) {
      ++run.failed;
      return;
    }
    const double start_s = *fields.start.value;
    run.requests.push_back(
        {moment_of(start_s, which + ": its start", place()),
         whole_tokens(*fields.prompt.value, which + ": prompt_tokens", place()),
         whole_tokens(*fields.output.value, which + ": output_tokens", place())});
    if (!fields.first_token.value) return;
    const double first_s = *fields.first_token.value;
    ttft_.add(time_of(first_s - start_s, which + ": the time to its first token", place()));
    if (!fields.last_token.value || *fields.output.value < 2) return;
    const double later_s = *fields.last_token.value - first_s;
    tpot_.add(time_of(later_s, which + ": the time of its later tokens", place()) /
              (*fields.output.value - 1));
  }

  void end_benchmark() {
    BenchRun& run = runs_.back();
    if (is_sequential_) run.clients = 1;
    run.answered = std::max(run.answered, std::ssize(run.requests));
    run.ttft_s = ttft_.value();
    run.tpot_s = tpot_.value();
  }

  std::vector<BenchRun> runs_;
  std::string model_;
  bool in_request_ = false;
  bool is_sequential_ = false;
  Fields request_;
  Mean ttft_;
  Mean tpot_;
};

}  // namespace

std::optional<TraceFormat> find_json_format(std::string_view begun) {
  const auto has = [&](std::string_view key) {
    return begun.find("\"" + std::string(key) + "\"") != std::string_view::npos;
  };
  if (has("input_length") || has("hash_ids")) return TraceFormat::mooncake;
  if (has("benchmarks")) return TraceFormat::guidellm;
  for (const char* key : {"input_lens", "request_throughput", "ttfts", "mean_ttft_ms"}) {
    if (has(key)) return TraceFormat::vllm;
  }
  return std::nullopt;
}

std::vector<BenchRun> read_bench_runs(InputFile& file, std::string begun, TraceFormat format) {
  Bytes bytes(file, std::move(begun));
  if (format == TraceFormat::guidellm) {
    GuideHandler handler(bytes);
    Json::sax_parse(ByteIterator(bytes), ByteIterator(), &handler);
    return handler.runs();
  }
  std::vector<BenchRun> runs;
  while (bytes.skip_space()) {
    VllmHandler handler(bytes);
    constexpr bool kWhole = false;  // another document may follow
    Json::sax_parse(ByteIterator(bytes), ByteIterator(), &handler,
                    nlohmann::detail::input_format_t::json, kWhole);
    runs.push_back(handler.run());
  }
  return runs;
}

}  // namespace kitchen::real
