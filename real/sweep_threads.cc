#include "real/sweep_threads.h"

#include <algorithm>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace kitchen::real {

int64_t processors() { return std::max<int64_t>(1, std::thread::hardware_concurrency()); }

void run_jobs(std::span<const int64_t> jobs, int64_t threads, const std::atomic<bool>& stop,
              const std::function<void(int64_t)>& work) {
  std::atomic<uint64_t> next{0};
  std::atomic<bool> failed{false};
  std::exception_ptr failure;
  std::mutex failure_mutex;
  const auto work_on = [&] {
    while (!stop && !failed) {
      const uint64_t place = next++;
      if (place >= jobs.size()) return;
      try {
        work(jobs[place]);
      } catch (...) {
        const std::scoped_lock lock(failure_mutex);
        if (!failure) failure = std::current_exception();
        failed = true;
      }
    }
  };
  std::vector<std::jthread> pool;
  const int64_t count = std::min<int64_t>(threads, std::ssize(jobs));
  for (int64_t i = 1; i < count; ++i) pool.emplace_back(work_on);
  work_on();
  pool.clear();  // waits for them
  if (failure) std::rethrow_exception(failure);
}

}  // namespace kitchen::real
