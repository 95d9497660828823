#include "real/report_perfetto.h"

namespace kitchen::real {
namespace {

/// Microseconds, the unit of the format, with all digits.
std::string us_text(sim::TimePs ps) {
  std::string rest = std::to_string(ps % sim::kPsPerUs);
  rest.insert(0, 6 - rest.size(), '0');
  return std::to_string(ps / sim::kPsPerUs) + "." + rest;
}

std::string event_head(const char* phase, int32_t replica, sim::TimePs at_ps,
                       const std::string& name) {
  return R"({"ph":")" + std::string(phase) + R"(","pid":)" + std::to_string(replica) +
         R"(,"tid":0,"ts":)" + us_text(at_ps) + R"(,"name":")" + name + "\"";
}

std::string field(const char* name, int64_t value) {
  return "\"" + std::string(name) + "\":" + std::to_string(value);
}

std::string step_name(const sim::StepRun& run) {
  const std::string decode = "decode " + std::to_string(run.decode.requests);
  if (run.prefill.requests == 0) return decode;
  const std::string prefill = "prefill " + std::to_string(run.prefill.tokens);
  return run.decode.requests == 0 ? prefill : prefill + " + " + decode;
}

}  // namespace

bool PerfettoTrace::add(const std::string& event) {
  if (count_ >= events_max_) {
    cut_ = true;
    return false;
  }
  ++count_;
  events_ += (events_.empty() ? "\n" : ",\n") + event;
  return true;
}

void PerfettoTrace::add_replica(int32_t replica) {
  for (; replicas_ <= replica; ++replicas_) {
    add(R"({"ph":"M","pid":)" + std::to_string(replicas_) +
        R"(,"name":"process_name","args":{"name":"replica )" + std::to_string(replicas_) + "\"}}");
  }
}

void PerfettoTrace::add_step(const sim::StepRun& run, int64_t step, sim::TimePs start_ps) {
  const sim::TimePs step_ps = run.first_ps + step * run.growth_ps;
  const int64_t grown =
      run.steps == 1 ? 0 : (run.kv_blocks_last - run.kv_blocks_first) * step / (run.steps - 1);
  add(event_head("X", run.replica, start_ps, step_name(run)) + ",\"dur\":" + us_text(step_ps) +
      ",\"args\":{" + field("decodes", run.decode.requests) + "," +
      field("decode_context", run.decode.context + step * run.decode.requests) + "," +
      field("prefill_requests", run.prefill.requests) + "," +
      field("prefill_tokens", run.prefill.tokens) + "}}");
  add(event_head("C", run.replica, start_ps, "requests") + ",\"args\":{" +
      field("running", run.decode.requests + run.prefill.requests) + "," +
      field("waiting", run.waiting) + "}}");
  add(event_head("C", run.replica, start_ps, "KV cache blocks") + ",\"args\":{" +
      field("used", run.kv_blocks_first + grown) + "}}");
}

void PerfettoTrace::on_steps(const sim::StepRun& run) {
  if (cut_) return;
  add_replica(run.replica);
  sim::TimePs start_ps = run.start_ps;
  for (int64_t step = 0; step < run.steps && !cut_; ++step) {
    add_step(run, step, start_ps);
    start_ps += run.first_ps + step * run.growth_ps;
  }
}

void PerfettoTrace::on_preemption(const sim::BatchChange& change) {
  if (cut_) return;
  add_replica(change.replica);
  add(event_head("i", change.replica, change.at_ps,
                 "preempted: request " + std::to_string(change.id)) +
      R"(,"s":"p"})");
}

std::string PerfettoTrace::json() const {
  return R"({"displayTimeUnit":"ms","otherData":{"cut":)" + std::string(cut_ ? "true" : "false") +
         "},\"traceEvents\":[" + events_ + "\n]}\n";
}

}  // namespace kitchen::real
