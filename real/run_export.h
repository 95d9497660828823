#pragma once

#include <string>
#include <vector>

#include "real/scenario_traffic.h"
#include "sim/serving.h"

namespace kitchen::real {

/// Keeps the requests of a run as they came in, to be written as a plain trace (traces.md). Served
/// again from it the run is the same; those of closed-loop clients then come at the times at which
/// the clients sent them; requests that none of them had sent when the run was stopped are left
/// out. Keeps every request.
class RunExport : public sim::ServingListener {
 public:
  explicit RunExport(Traffic& traffic) { traffic.keep_in(requests_); }
  RunExport(const RunExport&) = delete;
  RunExport& operator=(const RunExport&) = delete;

  void on_request(const sim::RequestRecord& record) override;

  std::string csv() const;

 private:
  // By id.
  std::vector<Request> requests_;
  std::vector<bool> ended_;
};

}  // namespace kitchen::real
