#pragma once

#include <cstdint>

/// The C functions of lab.wasm, the serving engine of real deployments (sim/cluster.h) without a
/// page: what runs, its requests and the figures that come of it are tables of numbers at fixed
/// addresses. Not a part of kitchen.wasm.
///
/// Use: fill the settings (in the order of their names), lab_set_up(), fill the requests or
/// lab_draw() them, lab_run(), lab_read(). Each of these four answers 0, or 1 with a reason in
/// lab_problem(). After any trap, such as memory that is full, the instance must be dropped.
namespace kitchen::wasm {

/// A request as it comes in.
struct LabRequest {
  int64_t arrival_ps = 0;  ///< not before the one above it
  int64_t prompt_tokens = 0;
  int64_t output_tokens = 0;
};

inline constexpr int32_t kLabRequestsMax = 200'000;

}  // namespace kitchen::wasm

#if defined(__wasm__)
#define LK_LAB_EXPORT(name) __attribute__((export_name(#name)))
#else
#define LK_LAB_EXPORT(name)
#endif

extern "C" {
/// Names, divided by spaces, with a zero at the end.
LK_LAB_EXPORT(lab_setting_names) const char* lab_setting_names();
LK_LAB_EXPORT(lab_figure_names) const char* lab_figure_names();

/// One double for each setting: lab_setup.h says what they mean.
LK_LAB_EXPORT(lab_settings) double* lab_settings();
/// One 64-bit integer for each figure. Times are in picoseconds; the last two are hashes.
/// busy_ps, the sum over the replicas, stops at 2^63 - 1.
LK_LAB_EXPORT(lab_figures) int64_t* lab_figures();
/// kLabRequestsMax rows of three 64-bit integers: arrival_ps, prompt_tokens, output_tokens.
LK_LAB_EXPORT(lab_requests) kitchen::wasm::LabRequest* lab_requests();
LK_LAB_EXPORT(lab_requests_max) int32_t lab_requests_max();

/// What the last call refused, and what is allowed; "" where it didn't.
LK_LAB_EXPORT(lab_problem) const char* lab_problem();

/// Takes the settings and works out what steps cost. Refused: the setup before stays as it was.
LK_LAB_EXPORT(lab_set_up) int32_t lab_set_up();

/// Fills the requests with as many as the settings say, drawn as they say.
LK_LAB_EXPORT(lab_draw) int32_t lab_draw();

/// Serves the first `count` requests to their ends, measured as `llm-kitchen run` does.
LK_LAB_EXPORT(lab_run) int32_t lab_run(int32_t count);

/// Fills the figures of the last run, but for the hashes.
LK_LAB_EXPORT(lab_read) int32_t lab_read();

/// Fills the hashes: of the cluster as the run left it, and of all that was measured.
LK_LAB_EXPORT(lab_hash) int32_t lab_hash();
}
