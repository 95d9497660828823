#pragma once

#include <cstdint>
#include <span>

#include "sim/serving_request.h"

namespace kitchen::real {

using Request = sim::ServingRequest;
using sim::RequestSource;

/// Tokens of a prefix block in the traces that have them (Mooncake).
inline constexpr int64_t kPrefixBlockTokens = 512;

/// Requests held in memory, one after the other. They must live as long.
class ListedSource : public RequestSource {
 public:
  explicit ListedSource(std::span<const Request> requests) : requests_(requests) {}
  bool next(Request& request) override;

 private:
  std::span<const Request> requests_;
  uint64_t next_ = 0;
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
