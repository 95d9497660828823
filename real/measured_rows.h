#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "real/deployment.h"
#include "real/hardware_file.h"

namespace kitchen::real {

/// Something measured: a deployment, what it did and how long that took.
struct MeasuredRow {
  std::string name;  ///< as a report calls it
  Deployment deployment;
  int64_t requests = 0;  ///< in the batch, or clients that send one request after the other
  int64_t prompt_tokens = 0;
  int64_t output_tokens = 0;
  double measured_s = 0;
  double measured_ttft_s = 0;  ///< only of clients
};

/// Rows that are not compared, and why.
struct ExcludedRows {
  std::string rule;
  int64_t rows = 0;
};

/// Adds rows to those of the same rule.
void add_excluded(std::vector<ExcludedRows>& sum, const ExcludedRows& more);

struct MeasuredTable {
  std::vector<MeasuredRow> rows;
  std::vector<ExcludedRows> excluded;

  void exclude(const std::string& rule);
};

/// What of calibration/silicon_sample.csv is read: requests of fixed lengths from so many clients
/// at a time; measured is the mean TPOT.
struct ClientRows {
  std::string engine;   ///< "vllm", "trtllm"
  std::string version;  ///< as the table has it; "" where it says none
  std::string model;    ///< a bundled name
  std::string gpu;
  NumberType weights = NumberType::bf16;
  std::string left_out = {};  ///< the rule by which all of these are; "": they are compared

  bool is_same(const ClientRows& other) const;  ///< all but left_out
};

/// What a silicon_sample.csv holds, in its order. `excluded`: rows that can't be compared whatever
/// they measured, and why.
struct ClientKinds {
  std::vector<ClientRows> kinds;
  std::vector<ExcludedRows> excluded;
};

/// Throws InputError.
ClientKinds client_kinds(const std::string& path);

/// The rows of a kind, with the preset of its engine. Left out are saturated ones, those without a
/// measured time, those of more than 16384 clients or 1048576 tokens and those that can't be
/// deployed or served. Throws InputError.
MeasuredTable read_client_rows(const Hardware& hardware, const std::string& path,
                               const ClientRows& which);

/// What of validation/llm_inference_bench.csv is read: batches of which all begin together, with as
/// many output as prompt tokens, in bf16; measured is the time until all are done.
struct BatchRows {
  std::string framework;  ///< "vLLM", "TensorRT-LLM"
  std::string gpu;
  std::string engine;  ///< a preset
  int64_t gpus = 1;    ///< tensor parallel

  bool is_same(const BatchRows& other) const;  ///< all but the preset
};

/// As client_kinds().
struct BatchKinds {
  std::vector<BatchRows> kinds;
  std::vector<ExcludedRows> excluded;
};

BatchKinds batch_kinds(const std::string& path);

/// Left out are models that are not bundled, batches of more than 16384 requests or 1048576 tokens,
/// those that don't fit into the KV cache and rows known to be corrupt. Throws InputError.
MeasuredTable read_batch_rows(const Hardware& hardware, const std::string& path,
                              const BatchRows& which);

/// validation/gpt_fast_a100_batch1.csv: one request alone under gpt-fast; measured is the time of a
/// token. Left out are models that are not bundled and other types. Throws InputError.
MeasuredTable read_single_rows(const Hardware& hardware, const std::string& path);

/// Of the lengths that simulate_clients() draws evenly around a mean.
int64_t shortest_drawn(int64_t mean);
int64_t longest_drawn(int64_t mean);

/// What the law says to a row, with the engine that its deployment has.
using Computed = std::function<double(const MeasuredRow&)>;

/// Time of a batch of which all begin together: one step for all prompts, then decodes.
double batch_s(const MeasuredRow& row);

/// Time of a token of one request alone, half way through its output.
double single_token_s(const MeasuredRow& row);

/// TPOT of `requests` clients by a formula: a step of decodes, and in the time of an output each
/// other client has one prompt computed beside it.
double client_tpot_formula_s(const MeasuredRow& row);

}  // namespace kitchen::real
