#pragma once

#include <cstdint>
#include <vector>

#include "sim/time.h"

namespace kitchen::sim {

/// One request of real traffic as it comes in.
struct ServingRequest {
  TimePs arrival_ps = 0;  ///< after the first one's
  int64_t prompt_tokens = 0;
  int64_t output_tokens = 0;
  /// What the prompt begins with, block by block: requests with the same ids share that prefix.
  /// Empty where the trace doesn't say.
  std::vector<int64_t> prefix_blocks;
};

/// Requests one after the other, in order of arrival. What is read isn't kept, so a source may be
/// larger than the memory.
class RequestSource {
 public:
  virtual ~RequestSource() = default;

  /// False at the end. Throws InputError (real/input_error.h) where the source is a file with
  /// something wrong in it.
  virtual bool next(ServingRequest& request) = 0;
};

}  // namespace kitchen::sim
