// What lab_bench.mjs needs of the native side: the settings of workload W, and the same run
// natively.
//   lab_native setup REQUESTS       prints W's settings, as wasm/lab_text.h describes
//   lab_native run TIMES <FILE      runs what such a text says so many times; prints the figures
//   and
//                                   the best time as `best_us NUMBER`

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstdint>
#include <iostream>
#include <string>
#include <string_view>

#include "bench/workload_w.h"
#include "wasm/lab_setup.h"
#include "wasm/lab_text.h"

namespace {

using namespace kitchen;

int fail(const std::string& what) {
  std::cerr << "lab_native: " << what << '\n';
  return 2;
}

int print_setup(int64_t requests) {
  wasm::LabSetup setup;
  setup.deployment = bench::deployment_w();
  setup.cluster = bench::cluster_w(setup.deployment);
  setup.traffic = bench::traffic_w(requests);
  const std::string problem = wasm::problem_of(setup);
  if (!problem.empty()) return fail(problem);
  wasm::LabText text;
  const std::vector<double> values = wasm::settings_of(setup);
  const double* value = values.data();
  for (const std::string& name : wasm::setting_names()) {
    text.settings.emplace_back(name, *value++);
  }
  wasm::write_lab_text(std::cout, text);
  return 0;
}

/// Figures included, as the module's are.
int64_t best_run_us(int64_t times, int32_t requests) {
  int64_t best_us = INT64_MAX;
  for (int64_t i = 0; i < times; ++i) {
    const auto start = std::chrono::steady_clock::now();
    if (lab_run(requests) != 0 || lab_read() != 0) return -1;
    const auto took = std::chrono::steady_clock::now() - start;
    best_us = std::min<int64_t>(
        best_us, std::chrono::duration_cast<std::chrono::microseconds>(took).count());
  }
  return best_us;
}

int run_text(int64_t times) {
  wasm::LabText text;
  std::string problem = wasm::read_lab_text(std::cin, text);
  if (problem.empty()) problem = wasm::run_lab_text(text);
  if (!problem.empty()) return fail(problem);
  const int64_t arrived = lab_figures()[0];
  const int64_t best_us = best_run_us(times, static_cast<int32_t>(arrived));
  if (best_us < 0) return fail(lab_problem());
  text.title.clear();
  text.settings.clear();
  text.requests.clear();
  wasm::write_lab_text(std::cout, text);
  std::cout << "best_us " << best_us << '\n';
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string_view verb = argc == 3 ? argv[1] : "";
  const std::string_view word = argc == 3 ? argv[2] : "";
  int64_t number = 0;
  const auto read = std::from_chars(word.data(), word.data() + word.size(), number);
  const bool is_number =
      read.ec == std::errc{} && read.ptr == word.data() + word.size() && number >= 1;
  if (verb == "setup" && is_number) return print_setup(number);
  if (verb == "run" && is_number) return run_text(number);
  return fail("usage: lab_native setup REQUESTS, or lab_native run TIMES <FILE");
}
