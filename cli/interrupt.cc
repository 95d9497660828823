#include "cli/interrupt.h"

#include <csignal>
#include <cstdlib>

namespace kitchen::cli {
namespace {

std::atomic<bool> interrupted{false};
std::atomic<int> signal_caught{0};
static_assert(std::atomic<bool>::is_always_lock_free && std::atomic<int>::is_always_lock_free);

void note_signal(int number) {
  signal_caught = number;
  interrupted = true;
}

constexpr int kSignals[] = {SIGINT, SIGTERM};

}  // namespace

InterruptGuard::InterruptGuard() {
  interrupted = false;
  struct sigaction action{};
  action.sa_handler = note_signal;
  action.sa_flags = static_cast<int>(SA_RESETHAND);
  for (const int number : kSignals) ::sigaction(number, &action, nullptr);
}

InterruptGuard::~InterruptGuard() {
  for (const int number : kSignals) std::signal(number, SIG_DFL);
}

const std::atomic<bool>& InterruptGuard::stop() const { return interrupted; }

void InterruptGuard::end_program() {
  constexpr int kSignalBase = 128;
  const int number = signal_caught;
  std::signal(number, SIG_DFL);
  std::raise(number);
  std::_Exit(kSignalBase + number);
}

}  // namespace kitchen::cli
