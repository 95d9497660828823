#include "real/validation.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <functional>
#include <iterator>
#include <string_view>
#include <tuple>

#include "real/input_error.h"
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

/// What is known of some rows of calibration/silicon_sample.csv: the name of their table, whether a
/// preset was fitted on them, and why all of them are left out, where they are.
struct KnownClients {
  ClientRows rows;
  const char* rows_of;
  bool is_fitted = false;
};

const std::vector<KnownClients>& known_clients() {
  constexpr NumberType kBf16 = NumberType::bf16;
  constexpr NumberType kFp8 = NumberType::fp8;
  static const std::vector<KnownClients> known = {
      {{"vllm", "0.12.0", "qwen3-32b", "h100", kBf16}, "vLLM Qwen3-32B, H100", true},
      {{"vllm", "0.12.0", "qwen3-32b", "h100", kFp8, kNotReproducedQwen},
       "vLLM Qwen3-32B fp8, H100"},
      {{"vllm", "0.12.0", "llama-3.1-8b", "h200", kFp8, kNotReproducedLlama},
       "vLLM Llama-3.1-8B fp8, H200"},
      {{"vllm", "", "llama-3.1-70b", "h100", kFp8}, "vLLM Llama-3.1-70B fp8, H100"},
      {{"vllm", "", "llama-3.1-70b", "h200", kFp8}, "vLLM Llama-3.1-70B fp8, H200"},
      {{"vllm", "", "llama-3.1-70b", "b200", kFp8},
       "vLLM Llama-3.1-70B fp8, B200 from its datasheet"},
      // Only the share that experts reach was fitted on them.
      {{"vllm", "0.12.0", "qwen3-235b-a22b", "h200", kFp8}, "vLLM Qwen3-235B-A22B fp8, H200", true},
      {{"trtllm", "", "llama-3.1-70b", "h200", kFp8}, "TensorRT-LLM Llama-3.1-70B fp8, H200", true},
  };
  return known;
}

/// The tables of a file: what is known first, in that order, then all else that can be compared.
std::vector<KnownClients> client_tables(const std::vector<ClientRows>& kinds,
                                        std::vector<std::string>& names) {
  std::vector<KnownClients> tables;
  for (const KnownClients& known : known_clients()) {
    if (std::ranges::any_of(kinds, [&](const ClientRows& of) { return of.is_same(known.rows); })) {
      tables.push_back(known);
      names.emplace_back(known.rows_of);
    }
  }
  for (const ClientRows& kind : kinds) {
    const bool is_known = std::ranges::any_of(
        known_clients(), [&](const KnownClients& of) { return of.rows.is_same(kind); });
    if (is_known) continue;
    // The SGLang preset was fitted on such rows, it isn't told which.
    tables.push_back({kind, "", kind.engine == "sglang"});
    names.push_back(kind.engine + (kind.version.empty() ? "" : " " + kind.version) + " " +
                    kind.model + " " + std::string(type_name(kind.weights)) + ", " + kind.gpu);
  }
  return tables;
}

void add_excluded(std::vector<ExcludedRows>& sum, const std::vector<ExcludedRows>& more) {
  for (const ExcludedRows& rows : more) add_excluded(sum, rows);
}

/// Rows that no table has, by the rules that left them out.
ValidationRow rest_of(const char* table, std::vector<ExcludedRows> excluded) {
  ValidationRow row;
  row.table = table;
  row.rows_of = "none of these";
  row.excluded = std::move(excluded);
  return row;
}

struct ClientErrors {
  ValidationRow tpot;
  ValidationRow ttft;
  std::vector<NamedError> tpot_errors;
  std::vector<NamedError> ttft_errors;
};

ClientErrors client_errors(const Hardware& hardware, const std::string& path,
                           const KnownClients& table, const std::string& rows_of) {
  ClientErrors result;
  result.tpot.table = "TPOT of clients";
  result.tpot.rows_of = rows_of;
  result.tpot.is_fitted = table.is_fitted;
  const MeasuredTable measured = read_client_rows(hardware, path, table.rows);
  result.tpot.excluded = measured.excluded;
  for (const MeasuredRow& row : measured.rows) {
    const RunTimes computed = simulate_clients(row);
    const std::string name = table.rows.gpu + " " + row.name;
    result.tpot_errors.push_back({name, computed.tpot_s / row.measured_s - 1});
    result.ttft_errors.push_back({name, computed.ttft_s / row.measured_ttft_s - 1});
  }
  result.ttft = result.tpot;
  result.ttft.table = "TTFT of clients";
  return result;
}

void put_client_errors(ClientErrors errors, std::vector<ValidationRow>& rows) {
  fill_errors(errors.tpot, std::move(errors.tpot_errors));
  fill_errors(errors.ttft, std::move(errors.ttft_errors));
  const bool is_compared = errors.tpot.rows > 0;
  rows.push_back(std::move(errors.tpot));
  if (is_compared) rows.push_back(std::move(errors.ttft));
}

/// TPOT and TTFT of clients, each row run through the simulator.
void validate_clients(const Hardware& hardware, const std::string& path,
                      std::vector<ValidationRow>& rows) {
  constexpr char kTogether[] = "vLLM Llama-3.1-70B fp8, H100 and H200";
  ClientKinds found = client_kinds(path);
  std::vector<std::string> names;
  const std::vector<KnownClients> tables = client_tables(found.kinds, names);
  std::optional<ClientErrors> first;  // of the two that are summed up together
  for (uint64_t i = 0; i < tables.size(); ++i) {
    ClientErrors errors = client_errors(hardware, path, tables[i], names[i]);
    put_client_errors(errors, rows);
    if (names[i] == "vLLM Llama-3.1-70B fp8, H100") {
      first = std::move(errors);
    } else if (first && names[i] == "vLLM Llama-3.1-70B fp8, H200") {
      first->tpot.rows_of = kTogether;
      first->ttft.rows_of = kTogether;
      add_excluded(first->tpot.excluded, errors.tpot.excluded);
      add_excluded(first->ttft.excluded, errors.ttft.excluded);
      std::ranges::copy(errors.tpot_errors, std::back_inserter(first->tpot_errors));
      std::ranges::copy(errors.ttft_errors, std::back_inserter(first->ttft_errors));
      put_client_errors(*first, rows);
      first.reset();
    }
  }
  if (!found.excluded.empty()) rows.push_back(rest_of("TPOT of clients", found.excluded));
}

std::string batch_table_name(const BatchRows& rows) {
  std::string gpu = rows.gpu == "a100-40" ? "A100 40 GB" : rows.gpu;
  for (char& letter : gpu) {
    if (letter >= 'a' && letter <= 'z') letter = static_cast<char>(letter - 'a' + 'A');
  }
  const std::string gpus = rows.gpus == 1 ? "" : " x " + std::to_string(rows.gpus);
  return rows.framework + ", " + gpu + gpus;
}

/// The presets were fitted on one GPU of these kinds.
bool is_fitted_batch(const BatchRows& rows) {
  return rows.gpus == 1 && (rows.gpu == "a100-40" || rows.gpu == "h100" || rows.gpu == "gh200");
}

/// Whole batches: one preset per engine and GPU, and all that were fitted together.
void validate_batches(const Hardware& hardware, const std::string& path,
                      std::vector<ValidationRow>& rows) {
  BatchKinds found = batch_kinds(path);
  const auto order = [](const BatchRows& of) {
    constexpr std::array<std::string_view, 3> kGpus = {"a100-40", "h100", "gh200"};
    return std::tuple(of.gpus, of.framework != "vLLM",
                      std::ranges::find(kGpus, of.gpu) - kGpus.begin());
  };
  std::ranges::stable_sort(found.kinds, {}, order);
  ValidationRow all;
  all.table = "time of a batch";
  all.rows_of = "all on one GPU";
  all.is_fitted = true;
  std::vector<NamedError> all_errors;
  for (const BatchRows& kind : found.kinds) {
    ValidationRow row;
    row.table = all.table;
    row.rows_of = batch_table_name(kind);
    row.is_fitted = is_fitted_batch(kind);
    const MeasuredTable measured = read_batch_rows(hardware, path, kind);
    std::vector<NamedError> errors;
    for (const MeasuredRow& one : measured.rows) {
      errors.push_back({one.name, batch_s(one) / one.measured_s - 1});
      if (row.is_fitted) {
        all_errors.push_back({row.rows_of + ", " + one.name, errors.back().error});
      }
    }
    row.excluded = measured.excluded;
    if (row.is_fitted) add_excluded(all.excluded, measured.excluded);
    fill_errors(row, std::move(errors));
    rows.push_back(std::move(row));
  }
  fill_errors(all, std::move(all_errors));
  rows.push_back(std::move(all));
  if (!found.excluded.empty()) rows.push_back(rest_of("time of a batch", found.excluded));
}

ValidationRow validate_single(const Hardware& hardware, const std::string& path) {
  ValidationRow row;
  row.table = "token at batch 1";
  row.rows_of = "gpt-fast, A100 80 GB";
  row.is_fitted = true;
  std::vector<NamedError> errors;
  const MeasuredTable measured = read_single_rows(hardware, path);
  row.excluded = measured.excluded;
  for (const MeasuredRow& one : measured.rows) {
    errors.push_back({one.name, single_token_s(one) / one.measured_s - 1});
  }
  fill_errors(row, std::move(errors));
  return row;
}

void validate_run(const Hardware& hardware, const std::string& path,
                  std::vector<ValidationRow>& rows) {
  const MeasuredRun run = simulate_run(hardware, path);
  const auto add = [&](const char* what, double RunTimes::* of) {
    ValidationRow row;
    row.table = run.name;
    row.is_fitted = run.is_fitted;
    row.rows_of = std::string(what) + " of " + std::to_string(run.requests) + " requests";
    if (run.left_out.empty()) {
      fill_errors(row, {{what, run.computed.*of / run.measured.*of - 1}});
    } else {
      row.excluded.push_back({run.left_out, 1});
    }
    rows.push_back(std::move(row));
  };
  add("mean TPOT", &RunTimes::tpot_s);
  add("mean TTFT", &RunTimes::ttft_s);
  add("makespan", &RunTimes::makespan_s);
}

void append(std::vector<ValidationRow>& rows, std::vector<ValidationRow> more) {
  for (ValidationRow& row : more) rows.push_back(std::move(row));
}

/// The runs of `folder`, each a bench_NAME_requests.jsonl.
std::vector<std::string> run_files(const std::filesystem::path& folder) {
  std::vector<std::string> paths;
  if (!std::filesystem::is_directory(folder)) return paths;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with("bench_") && name.ends_with("_requests.jsonl")) {
      paths.push_back(entry.path().string());
    }
  }
  std::ranges::sort(paths);
  return paths;
}

/// Each table of a folder that is there; of those that aren't a row says so.
void validate_files(const Hardware& hardware, const std::string& folder,
                    std::vector<ValidationRow>& rows) {
  using Validate = std::function<void(const std::string&)>;
  struct Table {
    const char* name;
    const char* file;
    Validate validate;
  };
  const std::string kernels = folder + "/kernels/";
  const std::vector<Table> tables = {
      {"clients", "calibration/silicon_sample.csv",
       [&](const std::string& path) { validate_clients(hardware, path, rows); }},
      {"time of a batch", "validation/llm_inference_bench.csv",
       [&](const std::string& path) { validate_batches(hardware, path, rows); }},
      {"token at batch 1", "validation/gpt_fast_a100_batch1.csv",
       [&](const std::string& path) { rows.push_back(validate_single(hardware, path)); }},
      {"RTX 4090 kernels of a step", "kernels/RTX4090_Llama-3.1-8B_tp1_attention.csv",
       [&](const std::string&) { append(rows, validate_layers(hardware, kernels)); }},
      {"decode GEMM", "kernels/gemm_subset.csv",
       [&](const std::string& path) { append(rows, validate_gemm(hardware, path)); }},
      {"decode attention", "kernels/decode_attention_subset.csv",
       [&](const std::string& path) { append(rows, validate_attention(hardware, path)); }},
  };
  const std::vector<std::string> runs = run_files(folder + "/validation");
  const bool any = !runs.empty() || std::ranges::any_of(tables, [&](const Table& table) {
    return std::filesystem::exists(folder + "/" + table.file);
  });
  if (!std::filesystem::is_directory(folder))
    throw InputError(folder + ": there is no such folder");
  if (!any) {
    throw InputError(folder + ": no measurements; expected files such as " +
                     std::string(tables.front().file));
  }
  for (const Table& table : tables) {
    const std::string path = folder + "/" + table.file;
    if (std::filesystem::exists(path)) {
      table.validate(path);
    } else {
      ValidationRow row;
      row.table = table.name;
      row.rows_of = std::string("no file ") + table.file;
      rows.push_back(std::move(row));
    }
  }
  for (const std::string& path : runs) validate_run(hardware, path, rows);
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
  if (data) validate_files(hardware, *data, rows);
  rows.push_back(validate_blocks(hardware));
  return rows;
}

double longer_share(double error) { return error / (1 - error); }

std::optional<ExpectedError> expected_error(const Deployment& deployment) {
  struct KnownError {
    const char* engine;
    const char* gpu;
    ExpectedError error;
    bool is_of_datasheet = false;
    bool is_of_experts = false;  ///< of models with experts, of which the others say nothing
  };
  constexpr char kBatches[] =
      "batches of 1 to 64 of 7B and 8B models, on which the preset was fitted";
  static const std::vector<KnownError> known = {
      {"vllm-0.12", "h100", {0.034, 0.121, 0.295, "Llama-3.1-70B fp8, tp 2 to 8, 42 rows"}},
      {"vllm-0.12", "h200", {0.020, 0.155, 0.348, "Llama-3.1-70B fp8, tp 1 to 8, 56 rows"}},
      {"vllm-0.12",
       "b200",
       {0.041, 0.163, 0.746, "Llama-3.1-70B fp8 on B200 from its datasheet alone, 59 rows"},
       true},
      {"vllm-0.12",
       "h200",
       {0.069, 0.312, 0.476,
        "Qwen3-235B-A22B fp8, tp 2 and 4, 31 rows, on which the share that experts reach was "
        "fitted"},
       true,
       true},
      {"trtllm-1.0",
       "h200",
       {0.014, 0.141, 0.724,
        "Llama-3.1-70B fp8, tp 1 to 8, 64 rows, on which the preset was fitted"}},
      {"trtllm-1.0", "h100", {0.126, 0.285, 0.771, "Qwen3-32B fp8, tp 1 to 8, 173 rows"}},
      {"trtllm-1.0",
       "b200",
       {0.086, 0.150, 0.813, "Llama-3.1-70B fp8 on B200 from its datasheet alone, 69 rows"},
       true},
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
    if ((deployment.model.experts > 0) != one.is_of_experts) continue;
    if (deployment.gpu.name == one.gpu) return one.error;
    if (one.is_of_datasheet) of_datasheet = one.error;
  }
  return of_datasheet;
}

}  // namespace kitchen::real
