// Any bytes as what a player does in a shift: the laws hold after every action, the run plays again
// from its commands to the same state, and the stepwise reference comes to that state too.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "game/run.h"
#include "sim/kitchen.h"
#include "tests/reference/difference.h"
#include "tests/reference/laws.h"
#include "tests/reference/stepwise.h"

namespace kitchen::game {
namespace {

/// Reads the input from front to back; 0 after its end.
class Bytes {
 public:
  Bytes(const uint8_t* data, size_t size) : next_(data), end_(data + size) {}

  bool empty() const { return next_ == end_; }
  int32_t byte() { return empty() ? 0 : *next_++; }
  int32_t two_bytes() {
    const int32_t high = byte();
    return high * 256 + byte();
  }

 private:
  const uint8_t* next_;
  const uint8_t* end_;
};

void expect_nothing(const std::string& wrong) {
  if (wrong.empty()) return;
  std::fprintf(stderr, "%s\n", wrong.c_str());
  std::abort();
}

/// Out of range about as often as in it.
int32_t some_value(Bytes& bytes) { return bytes.byte() % 70 - 1; }

/// One byte chooses what happens, the next ones how. A refusal must leave everything as it was.
void act(Run& run, Bytes& bytes) {
  const uint64_t hash_before = run.hash();
  const size_t commands_before = run.commands().size();
  RunError error = RunError::ok;
  const int32_t action = bytes.byte();
  const auto lever = static_cast<Lever>(action / 8 % 5);
  switch (action % 8) {
    case 0:
      run.advance_to_ms(run.now_ms() + bytes.two_bytes());
      return;
    case 1:
      run.advance_to_ms(run.now_ms() + bytes.byte());
      return;
    case 2:
      run.finish_step();
      return;
    case 3: {
      const int32_t at_ms = run.now_ms() + bytes.two_bytes() - 100;
      error = run.give({at_ms, lever, some_value(bytes)});
      break;
    }
    default:
      error = run.set(lever, some_value(bytes));
      break;
  }
  if (run.hash() != hash_before) std::abort();
  if (error != RunError::ok && run.commands().size() != commands_before) std::abort();
}

void play_input(Bytes bytes) {
  const Shift& shift = shifts()[static_cast<size_t>(bytes.byte()) % shifts().size()];
  Run run(shift);
  for (int32_t actions = 0; !bytes.empty() && actions < 200; ++actions) {
    act(run, bytes);
    if (run.kitchen().state().boundary_ps >= 0) {
      expect_nothing(reference::broken_law(run.kitchen()));
    }
  }
  run.advance_to_ms(kShiftMs);

  RunError error = RunError::ok;
  const Run again = play(shift, run.commands(), error);
  if (error != RunError::ok) expect_nothing("the run's own commands are refused");
  expect_nothing(reference::first_difference(run.kitchen().state(), again.kitchen().state()));

  reference::Stepwise stepwise(shift.costs, shift.orders->requests, shift.defaults);
  for (const Command& command : run.commands()) {
    stepwise.change({command.at_ms * sim::kPsPerMs, command.lever, command.value});
  }
  stepwise.advance_to(kShiftMs * sim::kPsPerMs);
  expect_nothing(reference::first_difference(run.kitchen(), stepwise));
}

}  // namespace
}  // namespace kitchen::game

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  kitchen::game::play_input({data, size});
  return 0;
}
