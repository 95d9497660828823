#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "real/hardware_file.h"

namespace kitchen::real {

/// How far computed values are from measured ones over the rows of one table. Errors are
/// computed / measured - 1.
struct ValidationRow {
  std::string table;
  std::string rows_of;  ///< which of its rows
  int64_t rows = 0;
  int64_t excluded = 0;  ///< by the rule
  std::string rule;      ///< what is left out, and why; "" where nothing is
  double median = 0;     ///< of the errors' sizes
  double p95 = 0;        ///< of the errors' sizes, nearest rank
  double worst = 0;      ///< with its sign
  double bias = 0;       ///< mean error
};

/// Sums up errors. No error at all gives rows 0.
void fill_errors(ValidationRow& row, std::vector<double> errors);

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

/// Decode GEMM kernels of vLLM (up to 64 tokens) against constant + bytes / (efficiency *
/// bandwidth), one row per GPU and type. `path`: gemm_subset.csv. Throws InputError.
std::vector<ValidationRow> validate_gemm(const Hardware& hardware, const std::string& path);

/// Decode attention kernels of vLLM against bytes / (efficiency * bandwidth), one row per GPU.
/// `path`: decode_attention_subset.csv. Throws InputError.
std::vector<ValidationRow> validate_attention(const Hardware& hardware, const std::string& path);

}  // namespace kitchen::real
