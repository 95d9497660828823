#include "real/validation.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "real/kv_capacity.h"
#include "real/measured_runs.h"
#include "real/model_config.h"
#include "real/validation_kernels.h"

namespace kitchen::real {
namespace {

constexpr char kNotReproducedLlama[] =
    "not reproduced: measured up to 3.3 times as fast as computed; on one GPU, 8 of 10 take less "
    "than the prompts at all of the datasheet's FLOP/s and the reads at all of its bandwidth";
constexpr char kNotReproducedQwen[] =
    "not reproduced: of another source than the bf16 rows, up to 2.5 times as fast as computed; "
    "with a bf16 KV cache, two take less than the reads at all of the datasheet's bandwidth";

/// Rows of calibration/silicon_sample.csv that one preset is compared with.
struct ClientTable {
  const char* rows_of;
  const char* preset;
  bool is_fitted;
  std::vector<ClientRows> rows;
};

const std::vector<ClientTable>& client_tables() {
  static const ClientRows h100{"vllm", "", "llama-3.1-70b", "h100", NumberType::fp8};
  static const ClientRows h200{"vllm", "", "llama-3.1-70b", "h200", NumberType::fp8};
  static const ClientRows b200{"vllm", "", "llama-3.1-70b", "b200", NumberType::fp8};
  static const std::vector<ClientTable> tables = {
      {"vLLM Qwen3-32B, H100",
       "vllm-0.12",
       true,
       {{"vllm", "0.12.0", "qwen3-32b", "h100", NumberType::bf16}}},
      {"vLLM Qwen3-32B fp8, H100",
       "vllm-0.12",
       false,
       {{"vllm", "0.12.0", "qwen3-32b", "h100", NumberType::fp8, kNotReproducedQwen}}},
      {"vLLM Llama-3.1-8B fp8, H200",
       "vllm-0.12",
       false,
       {{"vllm", "0.12.0", "llama-3.1-8b", "h200", NumberType::fp8, kNotReproducedLlama}}},
      {"vLLM Llama-3.1-70B fp8, H100", "vllm-0.12", false, {h100}},
      {"vLLM Llama-3.1-70B fp8, H200", "vllm-0.12", false, {h200}},
      {"vLLM Llama-3.1-70B fp8, H100 and H200", "vllm-0.12", false, {h100, h200}},
      {"vLLM Llama-3.1-70B fp8, B200 from its datasheet", "vllm-0.12", false, {b200}},
      {"TensorRT-LLM Llama-3.1-70B fp8, H200",
       "trtllm-1.0",
       true,
       {{"trtllm", "", "llama-3.1-70b", "h200", NumberType::fp8}}},
  };
  return tables;
}

void add_excluded(std::vector<ExcludedRows>& sum, const std::vector<ExcludedRows>& more) {
  for (const ExcludedRows& rows : more) {
    const auto known = std::ranges::find(sum, rows.rule, &ExcludedRows::rule);
    if (known == sum.end()) {
      sum.push_back(rows);
    } else {
      known->rows += rows.rows;
    }
  }
}

/// TPOT and TTFT of clients, each row run through the simulator.
void validate_clients(const Hardware& hardware, const std::string& path,
                      std::vector<ValidationRow>& rows) {
  for (const ClientTable& table : client_tables()) {
    ValidationRow tpot;
    tpot.table = "TPOT of clients";
    tpot.rows_of = table.rows_of;
    tpot.is_fitted = table.is_fitted;
    std::vector<NamedError> tpot_errors;
    std::vector<NamedError> ttft_errors;
    for (const ClientRows& which : table.rows) {
      MeasuredTable measured = read_client_rows(hardware, path, which);
      add_excluded(tpot.excluded, measured.excluded);
      for (MeasuredRow& row : measured.rows) {
        row.deployment.engine = hardware.engine(table.preset, which.gpu);
        const RunTimes computed = simulate_clients(row);
        const std::string name = which.gpu + " " + row.name;
        tpot_errors.push_back({name, computed.tpot_s / row.measured_s - 1});
        ttft_errors.push_back({name, computed.ttft_s / row.measured_ttft_s - 1});
      }
    }
    ValidationRow ttft = tpot;
    ttft.table = "TTFT of clients";
    fill_errors(tpot, std::move(tpot_errors));
    fill_errors(ttft, std::move(ttft_errors));
    const bool is_compared = tpot.rows > 0;
    rows.push_back(std::move(tpot));
    if (is_compared) rows.push_back(std::move(ttft));
  }
}

struct BatchTable {
  const char* rows_of = "";
  BatchRows rows;
};

/// Whole batches: one preset per engine and GPU, and all together.
void validate_batches(const Hardware& hardware, const std::string& path,
                      std::vector<ValidationRow>& rows) {
  static const std::array<BatchTable, 6> tables = {{
      {"vLLM, A100 40 GB", {"vLLM", "a100-40", "vllm-2024"}},
      {"vLLM, H100", {"vLLM", "h100", "vllm-2024"}},
      {"vLLM, GH200", {"vLLM", "gh200", "vllm-2024"}},
      {"TensorRT-LLM, A100 40 GB", {"TensorRT-LLM", "a100-40", "trtllm-2024"}},
      {"TensorRT-LLM, H100", {"TensorRT-LLM", "h100", "trtllm-2024"}},
      {"TensorRT-LLM, GH200", {"TensorRT-LLM", "gh200", "trtllm-2024"}},
  }};
  ValidationRow all;
  all.table = "time of a batch";
  all.rows_of = "all of these";
  all.is_fitted = true;
  std::vector<NamedError> all_errors;
  for (const BatchTable& table : tables) {
    ValidationRow row = all;
    row.excluded.clear();
    row.rows_of = table.rows_of;
    const MeasuredTable measured = read_batch_rows(hardware, path, table.rows);
    std::vector<NamedError> errors;
    for (const MeasuredRow& one : measured.rows) {
      errors.push_back({one.name, batch_s(one) / one.measured_s - 1});
      all_errors.push_back({row.rows_of + ", " + one.name, errors.back().error});
    }
    row.excluded = measured.excluded;
    add_excluded(all.excluded, measured.excluded);
    fill_errors(row, std::move(errors));
    rows.push_back(std::move(row));
  }
  fill_errors(all, std::move(all_errors));
  rows.push_back(std::move(all));
}

ValidationRow validate_single(const Hardware& hardware, const std::string& path) {
  ValidationRow row;
  row.table = "token at batch 1";
  row.rows_of = "gpt-fast, A100 80 GB";
  row.is_fitted = true;
  std::vector<NamedError> errors;
  MeasuredTable measured = read_single_rows(hardware, path);
  for (MeasuredRow& one : measured.rows) {
    one.deployment.engine = hardware.engine("gpt-fast", one.deployment.gpu.name);
    errors.push_back({one.name, single_token_s(one) / one.measured_s - 1});
  }
  fill_errors(row, std::move(errors));
  return row;
}

void validate_run(const Hardware& hardware, const std::string& path,
                  std::vector<ValidationRow>& rows) {
  const MeasuredRun run = simulate_rtx_4090_run(hardware, path);
  const auto add = [&](const char* what, double RunTimes::* of) {
    ValidationRow row;
    row.table = "RTX 4090 run";
    row.is_fitted = true;  // the 0.6 ms per step
    row.rows_of = std::string(what) + " of " + std::to_string(run.requests) + " requests";
    fill_errors(row, {{what, run.computed.*of / run.measured.*of - 1}});
    rows.push_back(std::move(row));
  };
  add("mean TPOT", &RunTimes::tpot_s);
  add("mean TTFT", &RunTimes::ttft_s);
  add("makespan", &RunTimes::makespan_s);
}

void append(std::vector<ValidationRow>& rows, std::vector<ValidationRow> more) {
  for (ValidationRow& row : more) rows.push_back(std::move(row));
}

}  // namespace

int64_t ValidationRow::excluded_rows() const {
  int64_t sum = 0;
  for (const ExcludedRows& rows_out : excluded) sum += rows_out.rows;
  return sum;
}

void fill_errors(ValidationRow& row, std::vector<NamedError> errors) {
  row.rows = std::ssize(errors);
  if (errors.empty()) return;
  double sum = 0;
  for (const NamedError& error : errors) sum += error.error;
  row.bias = sum / static_cast<double>(errors.size());
  std::ranges::stable_sort(errors, {}, [](const NamedError& of) { return std::abs(of.error); });
  const auto rank = [&](uint64_t percent) {
    return std::abs(errors[(errors.size() * percent + 99) / 100 - 1].error);
  };
  row.median = rank(50);
  row.p95 = rank(95);
  row.worst = errors.back().error;
  row.worst_of = errors.back().name;
}

const std::vector<CountedBlocks>& counted_blocks() {
  static const std::vector<CountedBlocks> counted = {
      {"llama-2-7b", "h100", 1, 7463},        {"llama-3.1-70b", "h100", 4, 30251},
      {"mistral-nemo-12b", "h100", 1, 19251}, {"mistral-nemo-12b", "h100", 2, 48009},
      {"qwen2.5-7b", "h100", 1, 65352},       {"yi-34b", "h100", 2, 20793},
      {"llama-3.1-8b", "rtx-4090", 1, 2588},
  };
  return counted;
}

ValidationRow validate_blocks(const Hardware& hardware) {
  ValidationRow row;
  row.table = "KV cache blocks";
  row.rows_of = "vLLM's own counts";
  row.is_fitted = true;
  std::vector<NamedError> errors;
  for (const CountedBlocks& counted : counted_blocks()) {
    const KvCapacity capacity = kv_capacity({find_model(counted.model),
                                             hardware.gpu(counted.gpu),
                                             hardware.engine("vllm-0.19", counted.gpu),
                                             counted.tensor_parallel,
                                             {}});
    const double share = static_cast<double>(capacity.blocks) / static_cast<double>(counted.blocks);
    errors.push_back({std::string(counted.model) + ", " + counted.gpu + " tp " +
                          std::to_string(counted.tensor_parallel),
                      share - 1});
  }
  fill_errors(row, std::move(errors));
  return row;
}

std::vector<ValidationRow> validate_all(const Hardware& hardware,
                                        const std::optional<std::string>& data) {
  std::vector<ValidationRow> rows;
  if (data) {
    validate_clients(hardware, *data + "/calibration/silicon_sample.csv", rows);
    validate_batches(hardware, *data + "/validation/llm_inference_bench.csv", rows);
    rows.push_back(validate_single(hardware, *data + "/validation/gpt_fast_a100_batch1.csv"));
    validate_run(hardware, *data + "/validation/bench_RTX4090_Llama-3.1-8B_requests.jsonl", rows);
  }
  rows.push_back(validate_blocks(hardware));
  if (data) {
    append(rows, validate_layers(hardware, *data + "/kernels/"));
    append(rows, validate_gemm(hardware, *data + "/kernels/gemm_subset.csv"));
    append(rows, validate_attention(hardware, *data + "/kernels/decode_attention_subset.csv"));
  }
  return rows;
}

double longer_share(double error) { return error / (1 - error); }

std::optional<ExpectedError> expected_error(const Deployment& deployment) {
  struct KnownError {
    const char* engine;
    const char* gpu;
    ExpectedError error;
    bool is_of_datasheet = false;
  };
  constexpr char kBatches[] =
      "batches of 1 to 64 of 7B and 8B models, on which the preset was fitted";
  static const std::vector<KnownError> known = {
      {"vllm-0.12", "h100", {0.034, 0.121, 0.295, "Llama-3.1-70B fp8, tp 2 to 8, 42 rows"}},
      {"vllm-0.12", "h200", {0.020, 0.155, 0.348, "Llama-3.1-70B fp8, tp 1 to 8, 56 rows"}},
      {"vllm-0.12",
       "b200",
       {0.046, 0.223, 0.721, "Llama-3.1-70B fp8 on B200 from its datasheet alone, 59 rows"},
       true},
      {"trtllm-1.0",
       "h200",
       {0.014, 0.141, 0.724,
        "Llama-3.1-70B fp8, tp 1 to 8, 64 rows, on which the preset was fitted"}},
      {"vllm-2024", "a100-40", {0.017, 0.060, std::nullopt, kBatches}},
      {"vllm-2024", "h100", {0.018, 0.387, std::nullopt, kBatches}},
      {"vllm-2024", "gh200", {0.024, 0.059, std::nullopt, kBatches}},
      {"trtllm-2024", "a100-40", {0.014, 0.050, std::nullopt, kBatches}},
      {"trtllm-2024", "h100", {0.021, 0.059, std::nullopt, kBatches}},
      {"trtllm-2024", "gh200", {0.034, 0.109, std::nullopt, kBatches}},
      {"gpt-fast",
       "a100-80",
       {0.025, 0.062, std::nullopt,
        "tokens at batch 1, 7B to 70B models, tp 1 to 8, on which the preset was fitted"}},
      {"vllm-0.19",
       "rtx-4090",
       {0.014, 0.115, std::nullopt,
        "kernels of decode steps of Llama-3.1-8B, on which the preset was fitted"}},
  };
  std::optional<ExpectedError> of_datasheet;
  for (const KnownError& one : known) {
    if (deployment.engine.name != one.engine) continue;
    if (deployment.gpu.name == one.gpu) return one.error;
    if (one.is_of_datasheet) of_datasheet = one.error;
  }
  return of_datasheet;
}

}  // namespace kitchen::real
