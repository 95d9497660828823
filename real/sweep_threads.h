#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <span>

namespace kitchen::real {

/// Processors of this machine that the program may use, 1 at least.
int64_t processors();

/// Calls work(job) for each job on so many threads, each job once, begun in their order. No job is
/// begun once `stop` is set or a call has thrown; the first exception is thrown again when all
/// threads are done. `work` must allow calls at the same time.
void run_jobs(std::span<const int64_t> jobs, int64_t threads, const std::atomic<bool>& stop,
              const std::function<void(int64_t)>& work);

}  // namespace kitchen::real
