#include <algorithm>

#include "real/calibrate.h"
#include "real/cost.h"
#include "real/measured_names.h"
#include "real/model_config.h"
#include "real/number_text.h"
#include "real/text.h"
#include "real/time_units.h"

namespace kitchen::real {
namespace {

/// Of its requests; with more failed it says how an engine fails.
constexpr double kFailedShareMax = 0.1;

/// Another checkpoint of the same shape costs the same.
bool is_same_shape(const Model& a, const Model& b) {
  const auto shape = [](const Model& model) {
    return std::tuple(model.layers, model.hidden, model.heads, model.kv_heads, model.intermediate,
                      model.experts, model.vocabulary);
  };
  return shape(a) == shape(b);
}

class Screen {
 public:
  explicit Screen(const RunSetup& setup) : setup_(setup), law_(setup.deployment) {}

  ScreenedResults run(std::vector<BenchResult> results) {
    for (BenchResult& result : results) {
      const std::string why = reason(result);
      if (why.empty()) {
        note_unknown_model(result);
        screened_.results.push_back(std::move(result));
      } else {
        screened_.left_out.push_back({result.file, why});
      }
    }
    return std::move(screened_);
  }

 private:
  /// Why it is left out; "" where it isn't.
  std::string reason(const BenchResult& result) const {
    using Rule = std::string (Screen::*)(const BenchResult&) const;
    for (const Rule rule :
         {&Screen::unanswered, &Screen::of_others, &Screen::beyond_physics, &Screen::copied}) {
      if (std::string why = (this->*rule)(result); !why.empty()) return why;
    }
    return "";
  }

  std::string unanswered(const BenchResult& result) const {
    const int64_t sent = result.answered + result.failed;
    if (result.answered == 0) {
      return "no request was answered (" + std::to_string(result.failed) + " failed)";
    }
    if (static_cast<double>(result.failed) <= kFailedShareMax * static_cast<double>(sent))
      return "";
    return std::to_string(result.failed) + " of " + std::to_string(sent) +
           " requests failed; at most a tenth may";
  }

  std::string of_others(const BenchResult& result) const {
    const Deployment& deployment = setup_.deployment;
    const std::string model = bundled_name(result.model);
    if (!model.empty() && !is_same_shape(find_model(model), deployment.model)) {
      return "it is of the model " + shown(result.model) + ", not of " + deployment.model.name;
    }
    if (is_other_gpu(result.gpu)) {
      return "it is of the GPU " + shown(result.gpu) + ", not of " + deployment.gpu.name;
    }
    if (result.tensor_parallel > 0 && result.tensor_parallel != deployment.tensor_parallel) {
      return "it is of tp " + std::to_string(result.tensor_parallel) + ", not of " +
             std::to_string(deployment.tensor_parallel);
    }
    if (result.speculative) {
      return "it is of speculative decoding, where a step gives several tokens";
    }
    return "";
  }

  bool is_other_gpu(const std::string& name) const {
    const std::string& own = setup_.deployment.gpu.name;
    const std::string gpu = bundled_gpu(name);
    // Of a user's own GPU nobody knows what others call it.
    if (gpu.empty() || bundled_gpu(own).empty()) return false;
    // "A100", or "NVIDIA A100", may be either.
    const std::string bare = bare_gpu_name(name);
    const bool is_kind = own.starts_with(bare + "-") && bundled_gpu(bare) == gpu;
    return gpu != own && !is_kind;
  }

  /// A step reads all weights, and a prompt is computed before its first token: at the datasheet's
  /// bandwidth and peak nothing is faster.
  std::string beyond_physics(const BenchResult& result) const {
    const Model& model = setup_.deployment.model;
    double prompts_s = 0;
    int64_t shortest = INT64_MAX;
    for (const Request& request : result.requests) {
      const Chunk prompt{1, 0, request.prompt_tokens};
      prompts_s += law_.floor_s(load_of(model, std::span(&prompt, 1)));
      shortest = std::min(shortest, request.prompt_tokens);
    }
    const double ttft_s = prompts_s / static_cast<double>(result.requests.size());
    const Chunk decode{1, shortest, 1};
    const double tpot_s = law_.floor_s(load_of(model, std::span(&decode, 1)));
    if (result.tpot_s < tpot_s) {
      return too_fast("TPOT", result.tpot_s, tpot_s, "reading the weights once");
    }
    if (result.ttft_s < ttft_s) {
      return too_fast("TTFT", result.ttft_s, ttft_s, "computing a prompt") +
             "; were prompts in the prefix cache?";
    }
    return "";
  }

  std::string too_fast(const char* what, double measured_s, double floor_s,
                       const char* work) const {
    const Deployment& deployment = setup_.deployment;
    return std::string("its mean ") + what + " of " + ms_text(measured_s) +
           " ms is beyond physics: " + work + " alone takes " +
           std::to_string(deployment.tensor_parallel) + " x " + deployment.gpu.name + " " +
           ms_text(floor_s) + " ms at the datasheet's bandwidth and peak";
  }

  /// Three digits, enough to see the difference.
  static std::string ms_text(double seconds) {
    const double thousandths = seconds * 1e6 + 0.5;
    return number_text(static_cast<double>(static_cast<int64_t>(thousandths)) / 1e3);
  }

  std::string copied(const BenchResult& result) const {
    const auto key = [](const BenchResult& each) {
      return std::tuple(each.ttft_s, each.tpot_s, each.clients, each.answered, each.failed);
    };
    const auto same_request = [](const Request& a, const Request& b) {
      return std::tuple(a.arrival_ps, a.prompt_tokens, a.output_tokens) ==
             std::tuple(b.arrival_ps, b.prompt_tokens, b.output_tokens);
    };
    for (const BenchResult& other : screened_.results) {
      if (key(other) == key(result) &&
          std::ranges::equal(other.requests, result.requests, same_request)) {
        return "it is a copy of " + shown(other.file);
      }
    }
    return "";
  }

  void note_unknown_model(BenchResult& result) const {
    if (result.model.empty() || !bundled_name(result.model).empty()) return;
    result.notes.push_back("its model is called " + shown(result.model) + "; whether that is " +
                           setup_.deployment.model.name + " isn't known here");
  }

  const RunSetup& setup_;
  CostLaw law_;
  ScreenedResults screened_;
};

}  // namespace

ScreenedResults screen_results(const RunSetup& setup, std::vector<BenchResult> results) {
  return Screen(setup).run(std::move(results));
}

}  // namespace kitchen::real
