#include "real/scenario.h"

#include <algorithm>
#include <array>
#include <variant>

#include "real/number_text.h"
#include "real/plan_prices.h"
#include "real/text.h"
#include "sim/kitchen.h"

namespace kitchen::real {
namespace {

constexpr int64_t kWholeMax = INT64_MAX;
constexpr int64_t kTensorParallelMax = 1024;
constexpr int64_t kBenchmarksMax = 1'000'000;
constexpr double kSecondsMax = 9e6;  // of 106 days, which picoseconds hold
constexpr double kMsMin = 0.001;
constexpr double kMsMax = 1e9;

template <typename Value>
using Member = std::variant<Value Scenario::*, std::optional<Value> Scenario::*>;

struct TextField {
  std::string Scenario::* member;
  bool is_path = false;
};

struct WholeField {
  Member<int64_t> member;
  int64_t first;
  int64_t last;
};

struct NumberField {
  Member<double> member;
  double first;
  double last;
};

struct FlagField {
  bool Scenario::* member;
};

/// One of several words.
struct ChoiceField {
  std::vector<std::string> words;
  void (*set)(Scenario&, uint64_t place) = nullptr;
  std::optional<uint64_t> (*get)(const Scenario&) = nullptr;
};

using Field = std::variant<TextField, WholeField, NumberField, FlagField, ChoiceField>;

struct Row {
  std::string_view key;
  std::string_view group;
  Field field;
  std::string_view fallback;
  std::string_view help;
};

/// A choice whose words stand for the values of an enum in their order, from 0. The lists of number
/// types are such: each begins like the enum.
template <auto member>
ChoiceField choice(std::vector<std::string> words) {
  ChoiceField field;
  field.words = std::move(words);
  field.set = [](Scenario& scenario, uint64_t place) {
    auto& value = scenario.*member;
    if constexpr (requires { value.has_value(); }) {
      value = static_cast<std::remove_reference_t<decltype(*value)>>(place);
    } else {
      value = static_cast<std::remove_reference_t<decltype(value)>>(place);
    }
  };
  field.get = [](const Scenario& scenario) -> std::optional<uint64_t> {
    const auto& value = scenario.*member;
    if constexpr (requires { value.has_value(); }) {
      if (!value) return std::nullopt;
      return static_cast<uint64_t>(*value);
    } else {
      return static_cast<uint64_t>(value);
    }
  };
  return field;
}

std::vector<Row> make_deployment_rows() {
  constexpr std::string_view kGroup = "deployment";
  return {
      {"model", kGroup, TextField{&Scenario::model}, "",
       "A bundled model, or the path of a config.json"},
      {"gpu", kGroup, TextField{&Scenario::gpu}, "", "A GPU"},
      {"engine", kGroup, TextField{&Scenario::engine}, "vllm-0.19", "An engine's preset"},
      {"hardware", kGroup, TextField{&Scenario::hardware, true}, "",
       "A file with further GPUs and engines"},
      {"tp", kGroup, WholeField{&Scenario::tensor_parallel, 1, kTensorParallelMax}, "1",
       "GPUs that share the model (tensor parallelism)"},
      {"replicas", kGroup, WholeField{&Scenario::replicas, 1, sim::kReplicasMax}, "1",
       "Copies of it, each on tp GPUs"},
      {"router", kGroup,
       choice<&Scenario::router>({"round_robin", "least_requests", "least_kv", "prefix_aware"}),
       "round_robin", "Which replica a request goes to"},
      {"weights", kGroup, choice<&Scenario::weights>(weight_type_names()), "the checkpoint's",
       "Weights"},
      {"activations", kGroup, choice<&Scenario::activations>(activation_type_names()),
       "fp8 where weights and GPU are, else bf16", "What is computed in"},
      {"kv", kGroup, choice<&Scenario::kv>(kv_type_names()), "bf16", "KV cache"},
  };
}

std::vector<Row> make_limit_rows() {
  constexpr std::string_view kGroup = "limits";
  return {
      {"kv_blocks", kGroup, WholeField{&Scenario::kv_blocks, 1, sim::kKvBlocksMax}, "computed",
       "KV cache blocks of one replica: the engine's own count, from its log"},
      {"memory_share", kGroup, NumberField{&Scenario::memory_share, 0.01, 1}, "the engine's",
       "Share of the GPU's memory that the engine takes (vLLM: gpu_memory_utilization)"},
      {"context_tokens_max", kGroup,
       WholeField{&Scenario::context_tokens_max, 2, sim::kContextTokensMax}, "the model's",
       "Prompt and output together (vLLM: max_model_len)"},
      {"requests_max", kGroup, WholeField{&Scenario::requests_max, 1, sim::kServingRequestsMax},
       "the engine's", "Requests in one step at most (vLLM: max_num_seqs)"},
      {"token_budget", kGroup, WholeField{&Scenario::token_budget, 1, sim::kServingTokensMax},
       "the engine's", "Tokens computed in one step at most (vLLM: max_num_batched_tokens)"},
      {"batching", kGroup, choice<&Scenario::batching>({"static", "continuous"}), "continuous",
       "When a free slot is refilled: at once, or when all of a batch are done"},
      {"chunked_prefill", kGroup, FlagField{&Scenario::chunked_prefill}, "on",
       "A long prompt is computed in pieces beside the decodes"},
      {"prefix_caching", kGroup, FlagField{&Scenario::prefix_caching}, "on",
       "Prompts that begin alike share KV cache blocks, where the trace says which do"},
  };
}

std::vector<Row> make_trace_rows() {
  constexpr std::string_view kGroup = "trace";
  return {
      {"trace", kGroup, TextField{&Scenario::trace, true}, "", "The requests, see traces.md"},
      {"format", kGroup, choice<&Scenario::format>(format_names()), "told from the file",
       "Its format"},
      {"benchmark", kGroup, WholeField{&Scenario::benchmark, 1, kBenchmarksMax}, "the only one",
       "Which benchmark of a guidellm or vllm file"},
      {"from_s", kGroup, NumberField{&Scenario::from_s, 0, kSecondsMax}, "0",
       "Leave out what comes before, in seconds"},
      {"until_s", kGroup, NumberField{&Scenario::until_s, 0, kSecondsMax}, "the end",
       "Leave out what comes then or later"},
      {"rate_scale", kGroup, NumberField{&Scenario::rate_scale, kRateMin, kRateMax}, "1",
       "The same requests so many times as fast"},
      {"spread_arrivals_s", kGroup,
       NumberField{&Scenario::spread_arrivals_s, kSpreadSecondsMin, kSpreadSecondsMax},
       "they stay together",
       "Spread requests that share a timestamp over so many seconds, at random by seed"},
      {"strict", kGroup, FlagField{&Scenario::strict}, "off",
       "Refuse timestamps that go back, and a last line without an end"},
  };
}

std::vector<Row> make_synthetic_rows() {
  constexpr std::string_view kGroup = "synthetic traffic";
  return {
      {"arrivals", kGroup, choice<&Scenario::arrivals>({"poisson", "gamma", "closed"}), "poisson",
       "When requests come in: at random, in bursts, or each client's next after its answer"},
      {"rate_per_s", kGroup, NumberField{&Scenario::rate_per_s, kRateMin, kRateMax}, "",
       "Requests per second of poisson and gamma"},
      {"burstiness", kGroup, NumberField{&Scenario::burstiness, kBurstinessMin, kBurstinessMax},
       "1", "Of gamma: standard deviation of the gaps over their mean"},
      {"clients", kGroup, WholeField{&Scenario::clients, 1, kClientsMax}, "", "Of closed"},
      {"think_s", kGroup, NumberField{&Scenario::think_s, 0, double{kThinkSecondsMax}}, "0",
       "Of closed: seconds from an answer to the next request"},
      {"prompt_tokens", kGroup, WholeField{&Scenario::prompt_tokens, 1, sim::kTokensMax}, "",
       "Every prompt's length"},
      {"prompt_log_mean", kGroup, NumberField{&Scenario::prompt_log_mean, 0, kLogMeanMax}, "",
       "Or lognormal: mean of the logarithm of the tokens"},
      {"prompt_log_sigma", kGroup, NumberField{&Scenario::prompt_log_sigma, 0, kLogSigmaMax}, "",
       "and its standard deviation"},
      {"output_tokens", kGroup, WholeField{&Scenario::output_tokens, 1, sim::kTokensMax}, "",
       "Every output's length"},
      {"output_log_mean", kGroup, NumberField{&Scenario::output_log_mean, 0, kLogMeanMax}, "",
       "Or lognormal: mean of the logarithm of the tokens"},
      {"output_log_sigma", kGroup, NumberField{&Scenario::output_log_sigma, 0, kLogSigmaMax}, "",
       "and its standard deviation"},
      {"lengths_from", kGroup, TextField{&Scenario::lengths_from, true}, "",
       "Or pairs of lengths drawn from this trace"},
      {"seed", kGroup, WholeField{&Scenario::seed, 0, kWholeMax}, "1", "Of the random numbers"},
      {"oversized", kGroup, choice<&Scenario::oversized>({"stop", "refuse"}), "stop",
       "A prompt longer than context or KV cache: end with an error, or refuse it and count it"},
      {"requests", kGroup, WholeField{&Scenario::requests, 1, kRequestsMax}, "1000; of a trace all",
       "How many, at most"},
  };
}

std::vector<Row> make_target_rows() {
  constexpr std::string_view kGroup = "targets and price";
  return {
      {"ttft_ms_max", kGroup, NumberField{&Scenario::ttft_ms_max, kMsMin, kMsMax}, "none",
       "Time to the first token, in milliseconds"},
      {"tpot_ms_max", kGroup, NumberField{&Scenario::tpot_ms_max, kMsMin, kMsMax}, "none",
       "Time per output token after the first, mean of a request"},
      {"itl_ms_max", kGroup, NumberField{&Scenario::itl_ms_max, kMsMin, kMsMax}, "none",
       "Time between two tokens, over all tokens of all requests"},
      {"e2e_ms_max", kGroup, NumberField{&Scenario::e2e_ms_max, kMsMin, kMsMax}, "none",
       "Time from arrival to the last token"},
      {"percentile", kGroup, NumberField{&Scenario::percentile, 1, 100}, "95",
       "At which percentile each target must be met"},
      {"price_per_gpu_hour", kGroup,
       NumberField{&Scenario::price_per_gpu_hour, kGpuPriceMin, kGpuPriceMax}, "none",
       "In any currency; costs are in the same"},
  };
}

const std::vector<Row>& rows() {
  static const std::vector<Row> kRows = [] {
    std::vector<Row> all;
    for (auto& part : {make_deployment_rows(), make_limit_rows(), make_trace_rows(),
                       make_synthetic_rows(), make_target_rows()}) {
      all.insert(all.end(), part.begin(), part.end());
    }
    return all;
  }();
  return kRows;
}

std::string range_text(const std::string& first, const std::string& last) {
  return first + " to " + last;
}

/// What a field may be, as in "it must be ...".
struct Allowed {
  std::string operator()(const TextField&) const { return "a text"; }
  std::string operator()(const WholeField& field) const {
    return "a whole number from " +
           range_text(std::to_string(field.first), std::to_string(field.last));
  }
  std::string operator()(const NumberField& field) const {
    return "a number from " + range_text(number_text(field.first), number_text(field.last));
  }
  std::string operator()(const FlagField&) const { return "on or off"; }
  std::string operator()(const ChoiceField& field) const { return join(field.words, " or "); }
};

struct Kinds {
  using Kind = Setting::Kind;
  Kind operator()(const TextField& field) const { return field.is_path ? Kind::path : Kind::text; }
  Kind operator()(const WholeField&) const { return Kind::whole; }
  Kind operator()(const NumberField&) const { return Kind::number; }
  Kind operator()(const FlagField&) const { return Kind::flag; }
  Kind operator()(const ChoiceField&) const { return Kind::choice; }
};

/// What a field may be, short, for help.
struct Values {
  std::string operator()(const TextField& field) const { return field.is_path ? "FILE" : "NAME"; }
  std::string operator()(const WholeField&) const { return "N"; }
  std::string operator()(const NumberField&) const { return "X"; }
  std::string operator()(const FlagField&) const { return "on|off"; }
  std::string operator()(const ChoiceField& field) const { return join(field.words, "|"); }
};

template <typename Value>
void assign(Scenario& scenario, const Member<Value>& member, Value value) {
  std::visit([&](auto pointer) { scenario.*pointer = value; }, member);
}

template <typename Value>
std::optional<Value> value_of(const Scenario& scenario, const Member<Value>& member) {
  return std::visit([&](auto pointer) -> std::optional<Value> { return scenario.*pointer; },
                    member);
}

/// False where the text is no such value.
struct Setter {
  Scenario& scenario;
  std::string_view text;

  bool operator()(const TextField& field) const {
    if (text.empty()) return false;
    scenario.*field.member = std::string(text);
    return true;
  }
  bool operator()(const WholeField& field) const {
    int64_t value = 0;
    if (!read_integer(text, value) || value < field.first || value > field.last) return false;
    assign(scenario, field.member, value);
    return true;
  }
  bool operator()(const NumberField& field) const {
    double value = 0;
    // A NaN is in no range.
    if (!read_number(text, value) || !(value >= field.first && value <= field.last)) return false;
    assign(scenario, field.member, value);
    return true;
  }
  bool operator()(const FlagField& field) const {
    const bool on = text == "on" || text == "true";
    if (!on && text != "off" && text != "false") return false;
    scenario.*field.member = on;
    return true;
  }
  bool operator()(const ChoiceField& field) const {
    const auto found = std::ranges::find(field.words, text);
    if (found == field.words.end()) return false;
    field.set(scenario, static_cast<uint64_t>(found - field.words.begin()));
    return true;
  }
};

struct Getter {
  const Scenario& scenario;

  std::string operator()(const TextField& field) const { return scenario.*field.member; }
  std::string operator()(const WholeField& field) const {
    const auto value = value_of(scenario, field.member);
    return value ? std::to_string(*value) : "";
  }
  std::string operator()(const NumberField& field) const {
    const auto value = value_of(scenario, field.member);
    return value ? number_text(*value) : "";
  }
  std::string operator()(const FlagField& field) const {
    return scenario.*field.member ? "on" : "off";
  }
  std::string operator()(const ChoiceField& field) const {
    const auto place = field.get(scenario);
    return place ? field.words[*place] : "";
  }
};

std::string with_underscores(std::string_view key) {
  std::string name(key);
  std::ranges::replace(name, '-', '_');
  return name;
}

const Row* find_row(std::string_view key) {
  const std::string name = with_underscores(key);
  const auto found = std::ranges::find(rows(), name, &Row::key);
  return found == rows().end() ? nullptr : &*found;
}

}  // namespace

const std::vector<Setting>& settings() {
  static const std::vector<Setting> kSettings = [] {
    std::vector<Setting> all;
    for (const Row& row : rows()) {
      all.push_back({row.key, row.group, std::visit(Kinds{}, row.field),
                     std::visit(Values{}, row.field), std::visit(Allowed{}, row.field),
                     row.fallback, row.help});
    }
    return all;
  }();
  return kSettings;
}

std::string option_name(std::string_view key) {
  std::string name(key);
  std::ranges::replace(name, '_', '-');
  return "--" + name;
}

std::string unknown_setting(std::string_view key) {
  std::vector<std::string> keys;
  for (const Row& row : rows()) keys.emplace_back(row.key);
  return "there is no setting " + shown(key) + did_you_mean(with_underscores(key), keys);
}

std::string set_setting(Scenario& scenario, std::string_view key, std::string_view value) {
  const Row* row = find_row(key);
  if (row == nullptr) return unknown_setting(key);
  if (std::visit(Setter{scenario, value}, row->field)) return "";
  std::string problem = "it must be " + std::visit(Allowed{}, row->field);
  if (const auto* field = std::get_if<ChoiceField>(&row->field)) {
    problem += did_you_mean(value, field->words);
  }
  return problem;
}

std::string setting_text(const Scenario& scenario, std::string_view key) {
  const Row* row = find_row(key);
  return row == nullptr ? "" : std::visit(Getter{scenario}, row->field);
}

std::vector<std::pair<std::string, std::string>> settings_given(const Scenario& scenario) {
  const Scenario untouched;
  std::vector<std::pair<std::string, std::string>> given;
  for (const Row& row : rows()) {
    const std::string text = std::visit(Getter{scenario}, row.field);
    if (text != std::visit(Getter{untouched}, row.field)) given.emplace_back(row.key, text);
  }
  return given;
}

}  // namespace kitchen::real
