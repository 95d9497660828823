#pragma once

#include <memory>
#include <string>
#include <vector>

#include "real/requests.h"
#include "real/scenario.h"
#include "real/synthetic.h"
#include "real/trace.h"

namespace kitchen::real {

/// The requests that a scenario asks for, out of its trace or by chance.
class Traffic : public RequestSource {
 public:
  /// Throws InputError: neither trace nor rate, settings that don't go together, a trace that can't
  /// be read. So does next(), also where a trace has no request in the time asked for, and at one
  /// that comes in after sim::kServingTimeMaxPs.
  explicit Traffic(const Scenario& scenario);

  bool next(Request& request) override;

  /// From now on each request given is also put at the end of `requests`.
  void keep_in(std::vector<Request>& requests) { kept_ = &requests; }

  /// What to know about the trace's rows read so far, each with the file's name.
  std::vector<std::string> warnings() const;

  /// In a few words, such as "azure.csv (azure)" or "poisson, 20 requests/s".
  std::string title() const;

  /// Where the request given last stands, or, of synthetic ones, nothing.
  Place place() const;

 private:
  [[noreturn]] void fail_late() const;

  std::string trace_name_;
  std::string title_;
  std::unique_ptr<Trace> trace_;
  std::unique_ptr<RequestSource> made_;    // synthetic
  std::unique_ptr<RequestSource> sliced_;  // out of either, by time
  std::unique_ptr<RequestSource> scaled_;  // what is read from
  int64_t left_ = 0;
  bool begun_ = false;
  std::vector<Request>* kept_ = nullptr;
};

/// Clients of a scenario with closed-loop arrivals; 0: requests come at their own times.
int64_t clients_of(const Scenario& scenario);
sim::TimePs think_ps_of(const Scenario& scenario);

}  // namespace kitchen::real
