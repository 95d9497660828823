#include <algorithm>
#include <nlohmann/json.hpp>

#include "real/calibrate.h"
#include "real/input_file.h"
#include "real/json_text.h"
#include "real/text.h"
#include "real/time_units.h"

namespace kitchen::real {
namespace {

using BenchJson = nlohmann::json;

constexpr int64_t kBenchBytesMax = int64_t{1} << 30;
constexpr double kSecondsPerMsBench = 1e-3;
constexpr double kSecondsMaxBench = 1e6;

int64_t rounded_tokens(double tokens) {
  const double above = tokens + 0.5;
  return static_cast<int64_t>(above);
}

class BenchReader {
 public:
  explicit BenchReader(const std::string& path)
      : path_(path), json_(parse_json<BenchJson>(read_whole(path, kBenchBytesMax), path)) {
    if (!json_.is_object()) fail("this is no result of vllm bench serve");
  }

  BenchResult read() {
    result_.file = path_;
    result_.ttft_s = number("mean_ttft_ms") * kSecondsPerMsBench;
    result_.tpot_s = number("mean_tpot_ms") * kSecondsPerMsBench;
    read_lengths();
    read_arrivals();
    return std::move(result_);
  }

 private:
  [[noreturn]] void fail(const std::string& why) const {
    throw InputError(Place{path_, 0, 0}, why);
  }

  double number(const char* key) const {
    const auto found = json_.find(key);
    const bool is_number = found != json_.end() && found->is_number();
    const double value = is_number ? found->get<double>() : 0;
    if (!(value > 0 && value < 1e15)) {
      fail(std::string("\"") + key +
           "\" must be a number above 0, as vllm bench serve "
           "--save-result writes it");
    }
    return value;
  }

  const BenchJson* list(const char* key) const {
    const auto found = json_.find(key);
    return found != json_.end() && found->is_array() && !found->empty() ? &*found : nullptr;
  }

  double item(const BenchJson& list, uint64_t place, const char* key, double least,
              double most) const {
    const BenchJson& value = list[place];
    const double given = value.is_number() ? value.get<double>() : least - 1;
    if (!(given >= least && given <= most)) {
      fail(std::string(key) + "[" + std::to_string(place) + "] must be a number from " +
           std::to_string(static_cast<int64_t>(least)) + " to " +
           std::to_string(static_cast<int64_t>(most)));
    }
    return given;
  }

  void read_lengths() {
    const BenchJson* prompts = list("input_lens");
    const BenchJson* outputs = list("output_lens");
    if (prompts == nullptr || outputs == nullptr) return assume_lengths();
    if (prompts->size() != outputs->size()) fail("input_lens and output_lens differ in length");
    constexpr auto kMost = static_cast<double>(sim::kServingTokensMax);
    for (uint64_t i = 0; i < prompts->size(); ++i) {
      const double output = item(*outputs, i, "output_lens", 0, kMost);
      if (output < 1) continue;  // failed
      Request request;
      request.prompt_tokens = static_cast<int64_t>(item(*prompts, i, "input_lens", 1, kMost));
      request.output_tokens = static_cast<int64_t>(output);
      result_.requests.push_back(std::move(request));
      kept_.push_back(i);
    }
    if (result_.requests.empty()) fail("no request of this result was answered");
  }

  void assume_lengths() {
    constexpr double kRequestsMost = 1e7;
    const double count = number("completed");
    if (count > kRequestsMost) fail("\"completed\" is above ten million");
    Request request;
    request.prompt_tokens = rounded_tokens(number("total_input_tokens") / count);
    request.output_tokens = rounded_tokens(number("total_output_tokens") / count);
    const bool fits =
        std::max(request.prompt_tokens, request.output_tokens) <= sim::kServingTokensMax;
    if (!fits || std::min(request.prompt_tokens, request.output_tokens) < 1) {
      fail("the mean lengths must be 1 to " + std::to_string(sim::kServingTokensMax) + " tokens");
    }
    result_.requests.assign(static_cast<uint64_t>(count), request);
    result_.notes.emplace_back(
        "lengths aren't told (--save-detailed): all requests are taken to have the mean");
  }

  bool sends_at_once() const {
    const auto rate = json_.find("request_rate");
    return rate == json_.end() || (rate->is_string() && rate->get<std::string>() == "inf");
  }

  void read_arrivals() {
    const auto concurrency = json_.find("max_concurrency");
    const bool is_limited = concurrency != json_.end() && concurrency->is_number();
    if (is_limited && sends_at_once()) {
      result_.clients = static_cast<int64_t>(number("max_concurrency"));
      if (result_.clients > sim::kClientsMax) fail("\"max_concurrency\" is too large");
      return;
    }
    const BenchJson* starts = list("start_times");
    if (starts != nullptr && !kept_.empty()) return take_starts(*starts);
    if (sends_at_once()) return;
    fail(
        "when requests were sent isn't told; run the benchmark with --save-detailed, or with "
        "--max-concurrency and no rate");
  }

  void take_starts(const BenchJson& starts) {
    std::vector<double> seconds;
    for (const uint64_t place : kept_) {
      if (place >= starts.size()) fail("start_times is shorter than input_lens");
      seconds.push_back(item(starts, place, "start_times", 0, 1e12));
    }
    const double first = *std::ranges::min_element(seconds);
    for (uint64_t i = 0; i < seconds.size(); ++i) {
      const double after = seconds[i] - first;
      if (after > kSecondsMaxBench) fail("start_times are more than 11 days apart");
      result_.requests[i].arrival_ps = ps_of_seconds(after);
    }
    std::ranges::stable_sort(result_.requests, {}, &Request::arrival_ps);
  }

  std::string path_;
  BenchJson json_;
  BenchResult result_;
  std::vector<uint64_t> kept_;  // places of requests that were answered
};

}  // namespace

BenchResult read_bench_result(const std::string& path) { return BenchReader(path).read(); }

}  // namespace kitchen::real
