#pragma once

#include <cstdint>
#include <vector>

#include "sim/time.h"

namespace kitchen::real {

/// One request as it comes in.
struct Request {
  sim::TimePs arrival_ps = 0;  ///< after the first one's
  int64_t prompt_tokens = 0;
  int64_t output_tokens = 0;
  /// What the prompt begins with, block by block: requests with the same ids share that prefix.
  /// Empty where the trace doesn't say.
  std::vector<int64_t> prefix_blocks;
};

/// Tokens of a prefix block in the traces that have them (Mooncake).
inline constexpr int64_t kPrefixBlockTokens = 512;

/// Requests one after the other, in order of arrival. What is read isn't kept, so a source may be
/// larger than the memory.
class RequestSource {
 public:
  virtual ~RequestSource() = default;

  /// False at the end. Throws InputError where the source is a file with something wrong in it.
  virtual bool next(Request& request) = 0;
};

/// Requests from `from_ps` on and before `until_ps`, the first of which then arrives at 0.
class SlicedSource : public RequestSource {
 public:
  SlicedSource(RequestSource& source, sim::TimePs from_ps, sim::TimePs until_ps)
      : source_(source), from_ps_(from_ps), until_ps_(until_ps) {}
  bool next(Request& request) override;

 private:
  RequestSource& source_;
  sim::TimePs from_ps_;
  sim::TimePs until_ps_;
  sim::TimePs first_ps_ = -1;
};

/// The same requests `factor` times as fast one after the other; factor > 0.
class ScaledSource : public RequestSource {
 public:
  ScaledSource(RequestSource& source, double factor) : source_(source), factor_(factor) {}
  bool next(Request& request) override;

 private:
  RequestSource& source_;
  double factor_;
};

}  // namespace kitchen::real
