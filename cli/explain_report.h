#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "cli/text.h"
#include "real/cost.h"
#include "real/deployment.h"
#include "real/kv_capacity.h"

namespace kitchen::cli {

/// What to explain: a step in which `batch` requests with `context` tokens each decode, and
/// `prefill` tokens of one new prompt are computed.
struct ExplainRequest {
  real::Deployment deployment;
  int64_t batch = 1;
  int64_t context = 1024;
  int64_t prefill = 0;
  std::optional<int64_t> kv_blocks;
};

/// A line of the explanation, with how it is computed, numbers put in.
struct ExplainedTerm {
  std::string name;
  double ms = 0;
  bool is_part = false;  ///< of the term that comes after it: not added to the step
  std::string equation;
};

/// A constant, as it is used, and where it is from.
struct ExplainedConstant {
  std::string name;
  std::string value;
  std::string source;
};

struct Explanation {
  ExplainRequest request;
  std::vector<ExplainedTerm> terms;
  double step_ms = 0;
  double floor_ms = 0;
  real::KvCapacity capacity;
  std::vector<ExplainedConstant> constants;
};

/// Throws UserError where the model doesn't fit, saying by how much and what would make it fit, or
/// where the step's requests don't fit into the KV cache.
Explanation explain(const ExplainRequest& request, std::span<const real::Gpu> gpus);

std::string explanation_text(const Explanation& explanation, const Style& style);
std::string explanation_json(const Explanation& explanation);

/// Pieces of it that other reports show as well.
std::string precision_text(const real::Precision& precision);
std::string kv_capacity_text(const real::KvCapacity& capacity, const real::Deployment& deployment,
                             const Style& style);
nlohmann::ordered_json kv_capacity_json(const real::KvCapacity& capacity);

}  // namespace kitchen::cli
