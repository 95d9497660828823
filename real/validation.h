#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "real/hardware_file.h"
#include "real/measured_rows.h"

namespace kitchen::real {

/// How far computed values are from measured ones over the rows of one table. Errors are
/// computed / measured - 1.
struct ValidationRow {
  std::string table;
  std::string rows_of;  ///< which of its rows
  /// The preset was fitted on these very rows (where a TTFT is compared: on their TPOT); else
  /// nothing of it is from them.
  bool is_fitted = false;
  int64_t rows = 0;  ///< compared; 0: all are left out, so there are no errors
  std::vector<ExcludedRows> excluded;
  double median = 0;     ///< of the errors' sizes
  double p95 = 0;        ///< of the errors' sizes, nearest rank
  double worst = 0;      ///< with its sign
  std::string worst_of;  ///< the row that it is of
  double bias = 0;       ///< mean error

  int64_t excluded_rows() const;
};

struct NamedError {
  std::string name;
  double error = 0;
};

/// Sums up errors. No error at all gives rows 0.
void fill_errors(ValidationRow& row, std::vector<NamedError> errors);

/// A count of KV cache blocks that vLLM itself printed (0.9 of the memory, blocks of 16 tokens).
struct CountedBlocks {
  const char* model;
  const char* gpu;
  int64_t tensor_parallel;
  int64_t blocks;
};

const std::vector<CountedBlocks>& counted_blocks();

/// The blocks that kv_capacity() computes against those counted.
ValidationRow validate_blocks(const Hardware& hardware);

/// All tables: those of `data`, a folder as docs/real/validation.md describes it, and what is built
/// in. Throws InputError.
std::vector<ValidationRow> validate_all(const Hardware& hardware,
                                        const std::optional<std::string>& data);

/// How far computed times were from measured ones where the two were compared: sizes of the errors,
/// as shares of the measured value.
struct ExpectedError {
  double tpot_median = 0;  ///< or of whole batches, tokens or steps, which are mostly decodes
  double tpot_p95 = 0;
  std::optional<double> ttft_p95;  ///< nullopt: no TTFT was compared
  std::string of;                  ///< which measurements
};

/// By which share a measured time is longer than one that was computed too short by a share (below
/// 1) of the measured one.
double longer_share(double error);

/// Of the measurements that are nearest to a deployment: of its engine on its GPU, else of its
/// engine on a GPU of which nothing but the datasheet went into the numbers; nullopt where none is,
/// as for vllm-0.19 on all GPUs but the RTX 4090. Models with experts only have those of their
/// kind. They are what `validate_all` gave as this was built.
std::optional<ExpectedError> expected_error(const Deployment& deployment);

}  // namespace kitchen::real
