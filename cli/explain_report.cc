#include "cli/explain_report.h"

#include <fmt/core.h>

#include "cli/json_output.h"
#include "cli/user_error.h"
#include "sim/rounding.h"

namespace kitchen::cli {
namespace {

using real::Deployment;

constexpr double kMs = 1e3;
constexpr double kUs = 1e6;

std::string gb(double bytes) { return fmt::format("{:.2f} GB", bytes / 1e9); }
std::string us(double seconds) { return fmt::format("{:g} us", seconds * kUs); }
std::string tera(double value, const char* unit) {
  return fmt::format("{:g} T{}/s", value / 1e12, unit);
}

std::string gpus_text(const Deployment& deployment) {
  return fmt::format("{} x {}", deployment.tensor_parallel, deployment.gpu.name);
}

/// Blocks that the step's requests hold at its end.
int64_t blocks_needed(const ExplainRequest& request) {
  const int64_t block = request.deployment.engine.block_tokens;
  return request.batch * sim::div_ceil(request.context + 1, block) +
         sim::div_ceil(request.prefill, block);
}

real::KvCapacity checked_capacity(const ExplainRequest& request, std::span<const real::Gpu> gpus) {
  const Deployment& deployment = request.deployment;
  const std::string misfit = real::fit_problem(deployment, gpus, request.kv_blocks);
  if (!misfit.empty()) throw UserError(misfit);
  const real::KvCapacity capacity = real::kv_capacity(deployment, request.kv_blocks);
  if (blocks_needed(request) > capacity.blocks) {
    throw UserError(fmt::format(
        "{} requests with {} tokens each and {} of a prompt need {} KV cache blocks of {} tokens; "
        "there are {}",
        request.batch, request.context, request.prefill, blocks_needed(request),
        capacity.block_tokens, capacity.blocks));
  }
  return capacity;
}

/// The equations of the law with this deployment's numbers in them.
class Equations {
 public:
  Equations(const Deployment& deployment, const real::CostLaw& law, const real::StepLoad& load)
      : of_(deployment), law_(law), load_(load), terms_(law.terms(load)) {}

  std::vector<ExplainedTerm> all() const {
    std::vector<ExplainedTerm> terms;
    const auto add = [&](const char* name, double seconds, bool is_part, std::string equation) {
      terms.push_back({name, seconds * kMs, is_part, std::move(equation)});
    };
    const real::Engine& engine = of_.engine;
    add("step overhead", terms_.step_overhead_s, false, us(engine.step_overhead_s.value));
    add("layer overhead", terms_.layer_overhead_s, false,
        fmt::format("{} x {} layers", us(engine.layer_overhead_s.value), of_.model.layers));
    add("reading weights", terms_.weights_s, true, reading_weights());
    add("computing", terms_.compute_s, true, computing());
    add("linear layers", terms_.linear_s, false,
        "fourth root of (reading weights^4 + computing^4)");
    add("reading KV cache", terms_.kv_read_s, false, reading_kv());
    add("attention", terms_.attention_s, false,
        full_rate(fmt::format("{:.4g} GFLOP", law_.attention_flop(load_) / 1e9)));
    add("lm_head", terms_.lm_head_s, false,
        full_rate(fmt::format("{:.4g} GFLOP of {} requests",
                              law_.lm_head_flop(load_.requests) / 1e9, load_.requests)));
    add("per request", terms_.per_request_s, false,
        fmt::format("{} x {} requests", us(engine.per_request_s.value), load_.requests));
    if (of_.tensor_parallel > 1) add("all-reduce", terms_.all_reduce_s, false, all_reduce());
    return terms;
  }

  double step_ms() const { return terms_.total_s() * kMs; }

 private:
  std::string bandwidth(double efficiency) const {
    return fmt::format("({:g} x {})", efficiency, tera(of_.gpu.bandwidth_bytes_per_s.value, "B"));
  }

  std::string reading_weights() const {
    std::string bytes = gb(law_.weights_read_bytes(load_.tokens));
    if (of_.model.experts > 0) {
      bytes += fmt::format(" with {:.1f} of {} experts", law_.distinct_experts(load_.tokens),
                           of_.model.experts);
      const double share = real::expert_efficiency(of_.engine, of_.precision.weights).value;
      if (share < 1) bytes += fmt::format(", these at {:g} of the rate", share);
    }
    return bytes + " / " + bandwidth(law_.weight_efficiency());
  }

  std::string computing() const {
    return fmt::format("2 x {:.2f} G weights x {} tokens / ({:g} x {})",
                       law_.linear_flop(1) / 2 / 1e9, load_.tokens, law_.linear_efficiency(),
                       tera(law_.linear_peak_flop_per_s(), "FLOP"));
  }

  std::string reading_kv() const {
    const std::string again =
        law_.kv_reads() > 1 ? fmt::format(" x {:.2f} reads", law_.kv_reads()) : "";
    return fmt::format("{} of {} cached tokens{} / {}", gb(law_.kv_read_bytes(load_)),
                       load_.context, again, bandwidth(law_.kv_efficiency()));
  }

  std::string full_rate(const std::string& operations) const {
    return fmt::format("{} / ({:g} x {})", operations, of_.engine.compute_efficiency.value,
                       tera(of_.gpu.bf16_flop_per_s.value, "FLOP"));
  }

  std::string all_reduce() const {
    const double one_s = terms_.all_reduce_s / (2 * static_cast<double>(of_.model.layers));
    return fmt::format("2 x {} layers x {:.2f} us for {} x {} elements", of_.model.layers,
                       one_s * kUs, load_.tokens, of_.model.hidden);
  }

  const Deployment& of_;
  const real::CostLaw& law_;
  const real::StepLoad& load_;
  real::StepTerms terms_;
};

std::vector<ExplainedConstant> constants_of(const Deployment& deployment) {
  const real::Engine& engine = deployment.engine;
  const real::Gpu& gpu = deployment.gpu;
  const bool fp8 = deployment.precision.activations == real::NumberType::fp8;
  const bool small_kv = deployment.precision.kv != real::NumberType::bf16;
  std::vector<ExplainedConstant> constants;
  const auto add = [&](const char* name, const real::Quantity& quantity, std::string value) {
    constants.push_back({name, std::move(value), quantity.source});
  };
  const auto share = [&](const char* name, const real::Quantity& quantity) {
    add(name, quantity, fmt::format("{:g}", quantity.value));
  };
  constants.push_back({"model", deployment.model.name, deployment.model.source});
  add("bandwidth", gpu.bandwidth_bytes_per_s, tera(gpu.bandwidth_bytes_per_s.value, "B"));
  add("bf16 peak", gpu.bf16_flop_per_s, tera(gpu.bf16_flop_per_s.value, "FLOP"));
  if (fp8) add("fp8 peak", gpu.fp8_flop_per_s, tera(gpu.fp8_flop_per_s.value, "FLOP"));
  add("memory", gpu.memory_bytes, gb(gpu.memory_bytes.value));
  add("per step", engine.step_overhead_s, us(engine.step_overhead_s.value));
  add("per layer", engine.layer_overhead_s, us(engine.layer_overhead_s.value));
  add("per request", engine.per_request_s, us(engine.per_request_s.value));
  share("weight efficiency", real::weight_efficiency(engine, deployment.precision.weights));
  if (deployment.model.experts > 0) {
    share("expert efficiency", real::expert_efficiency(engine, deployment.precision.weights));
  }
  share("KV efficiency", small_kv ? engine.kv_efficiency_fp8 : engine.kv_efficiency);
  share("KV read again", engine.kv_reread);
  share("compute efficiency, bf16", engine.compute_efficiency);
  if (fp8) share("compute efficiency, fp8", engine.compute_efficiency_fp8);
  if (deployment.tensor_parallel > 1) {
    add("all-reduce, smallest", engine.all_reduce_s, us(engine.all_reduce_s.value));
    share("all-reduce scale", engine.all_reduce_scale);
    constants.push_back({"all-reduce", "table", gpu.all_reduce_source});
  }
  share("memory share", engine.memory_share);
  add("reserve", engine.reserve_bytes, gb(engine.reserve_bytes.value));
  return constants;
}

std::string step_text(const ExplainRequest& request) {
  std::vector<std::string> parts;
  if (request.batch > 0) {
    parts.push_back(fmt::format("{} {} with {} tokens in the cache", request.batch,
                                request.batch == 1 ? "request decodes" : "requests decode, each",
                                request.context));
  }
  if (request.prefill > 0) {
    parts.push_back(fmt::format("{} tokens of a new prompt are computed", request.prefill));
  }
  return join(parts, "; ");
}

std::string terms_text(const Explanation& explanation, const Style& style) {
  Table table({{"one step", Table::Align::left}, {"ms"}, {"share"}, {"=", Table::Align::left}});
  for (const ExplainedTerm& term : explanation.terms) {
    // Parts are set in, and have no share of their own.
    const std::string share =
        term.is_part ? "" : fmt::format("{:.1f} %", 100 * term.ms / explanation.step_ms);
    table.add_row({(term.is_part ? "  " : "") + term.name, fmt::format("{:.4f}", term.ms), share,
                   term.equation});
  }
  table.add_row({"step", fmt::format("{:.4f}", explanation.step_ms), "100.0 %", "the sum"});
  table.add_row({"  floor", fmt::format("{:.4f}", explanation.floor_ms), "",
                 "the datasheet's bandwidth and peak: no step can be shorter"});
  return table.render(style);
}

}  // namespace

std::string precision_text(const real::Precision& precision) {
  return fmt::format("{} weights, {} activations, {} KV cache", real::type_name(precision.weights),
                     real::type_name(precision.activations), real::type_name(precision.kv));
}

std::string kv_capacity_text(const real::KvCapacity& capacity, const Deployment& deployment,
                             const Style& style) {
  Table table({{"KV cache, per GPU", Table::Align::left}, {"GB"}, {"=", Table::Align::left}});
  const auto add = [&](const char* name, double bytes, std::string equation) {
    table.add_row({name, fmt::format("{:.3f}", bytes / 1e9), std::move(equation)});
  };
  add("memory", capacity.memory_bytes, "");
  add("usable", capacity.usable_bytes,
      fmt::format("{:g} of it", deployment.engine.memory_share.value));
  add("- weights", capacity.weights_bytes, "");
  add("- reserve", capacity.reserve_bytes, "activations, CUDA graphs, communication");
  add("= free", capacity.free_bytes, "");
  std::string text = table.render(style);
  const std::string blocks = fmt::format("{} blocks of {} tokens = {} tokens", capacity.blocks,
                                         capacity.block_tokens, capacity.tokens());
  text += capacity.given
              ? fmt::format("{}, as given by --kv-blocks\n", blocks)
              : fmt::format("{}, at {:.0f} bytes per token\n", blocks, capacity.bytes_per_token);
  return text;
}

Json kv_capacity_json(const real::KvCapacity& capacity) {
  return {{"memory_bytes", rounded(capacity.memory_bytes, 0)},
          {"usable_bytes", rounded(capacity.usable_bytes, 0)},
          {"weights_bytes", rounded(capacity.weights_bytes, 0)},
          {"reserve_bytes", rounded(capacity.reserve_bytes, 0)},
          {"free_bytes", rounded(capacity.free_bytes, 0)},
          {"bytes_per_token", rounded(capacity.bytes_per_token, 3)},
          {"block_tokens", capacity.block_tokens},
          {"blocks", capacity.blocks},
          {"tokens", capacity.tokens()},
          {"given", capacity.given}};
}

Explanation explain(const ExplainRequest& request, std::span<const real::Gpu> gpus) {
  Explanation explanation;
  explanation.request = request;
  explanation.capacity = checked_capacity(request, gpus);
  const Deployment& deployment = request.deployment;
  std::vector<real::Chunk> chunks;
  if (request.batch > 0) chunks.push_back({request.batch, request.context, 1});
  if (request.prefill > 0) chunks.push_back({1, 0, request.prefill});
  const real::StepLoad load = real::load_of(deployment.model, chunks);
  const real::CostLaw law(deployment);
  const Equations equations(deployment, law, load);
  explanation.terms = equations.all();
  explanation.step_ms = equations.step_ms();
  explanation.floor_ms = law.floor_s(load) * kMs;
  explanation.constants = constants_of(deployment);
  return explanation;
}

std::string explanation_text(const Explanation& explanation, const Style& style) {
  const Deployment& deployment = explanation.request.deployment;
  std::string text = style.bold(fmt::format("{} on {}, {}", deployment.model.name,
                                            gpus_text(deployment), deployment.engine.title));
  const real::Parameters count = real::parameters(deployment.model);
  text += fmt::format("\n{:.3f} G parameters; {}\n", static_cast<double>(count.total()) / 1e9,
                      precision_text(deployment.precision));
  text += step_text(explanation.request) + "\n\n" + terms_text(explanation, style) + "\n";
  text += kv_capacity_text(explanation.capacity, deployment, style) + "\n";
  Table sources({{"constant", Table::Align::left}, {"value"}, {"from", Table::Align::left}});
  for (const ExplainedConstant& constant : explanation.constants) {
    sources.add_row({constant.name, constant.value, constant.source});
  }
  return text + sources.render(style);
}

std::string explanation_json(const Explanation& explanation) {
  const ExplainRequest& request = explanation.request;
  const Deployment& deployment = request.deployment;
  const real::Precision& precision = deployment.precision;
  Json json = new_output();
  json["model"] = deployment.model.name;
  json["parameters"] = real::parameters(deployment.model).total();
  json["gpu"] = deployment.gpu.name;
  json["tensor_parallel"] = deployment.tensor_parallel;
  json["engine"] = deployment.engine.name;
  json["weights"] = real::type_name(precision.weights);
  json["activations"] = real::type_name(precision.activations);
  json["kv"] = real::type_name(precision.kv);
  json["batch"] = request.batch;
  json["context_tokens"] = request.context;
  json["prefill_tokens"] = request.prefill;
  json["step_ms"] = rounded(explanation.step_ms, 6);
  json["floor_ms"] = rounded(explanation.floor_ms, 6);
  json["terms"] = Json::array();
  for (const ExplainedTerm& term : explanation.terms) {
    json["terms"].push_back({{"name", term.name},
                             {"ms", rounded(term.ms, 6)},
                             {"is_part", term.is_part},
                             {"equation", term.equation}});
  }
  json["kv_cache"] = kv_capacity_json(explanation.capacity);
  json["constants"] = Json::array();
  for (const ExplainedConstant& constant : explanation.constants) {
    json["constants"].push_back(
        {{"name", constant.name}, {"value", constant.value}, {"source", constant.source}});
  }
  return to_text(json);
}

}  // namespace kitchen::cli
