#include "tests/reference/laws.h"

#include <algorithm>
#include <vector>

namespace kitchen::reference {
namespace {

using sim::RequestStatus;

std::string text(const std::string& law, int64_t a, int64_t b) {
  return law + ": " + std::to_string(a) + ", " + std::to_string(b);
}

// I1, I2: no request is lost or made twice.
std::string broken_count(const sim::KitchenState& state) {
  const auto count = [&](RequestStatus status) {
    return std::count_if(state.requests.begin(), state.requests.end(),
                         [&](const sim::RequestState& r) { return r.status == status; });
  };
  const auto waiting = static_cast<int64_t>(state.waiting.size());
  const auto running = static_cast<int64_t>(state.running.size());
  const auto all = static_cast<int64_t>(state.requests.size());
  const int64_t left = left_in_all(state);
  if (state.arrived != state.served + left + waiting + running) {
    return text("arrived = served + left + waiting + running", state.arrived,
                state.served + left + waiting + running);
  }
  if (count(RequestStatus::pending) != all - state.arrived) {
    return text("pending requests = all - arrived", count(RequestStatus::pending),
                all - state.arrived);
  }
  if (count(RequestStatus::served) != state.served) {
    return text("served requests = served", count(RequestStatus::served), state.served);
  }
  if (count(RequestStatus::left) != left) {
    return text("requests that left = left", count(RequestStatus::left), left);
  }
  std::vector<int32_t> places(state.requests.size(), 0);
  for (int32_t index : state.waiting) {
    places[static_cast<size_t>(index)] += 1;
    if (state.requests[static_cast<size_t>(index)].status != RequestStatus::waiting) {
      return text("in the queue = waiting", index, 0);
    }
  }
  for (int32_t index : state.running) {
    places[static_cast<size_t>(index)] += 1;
    if (state.requests[static_cast<size_t>(index)].status != RequestStatus::running) {
      return text("in the batch = running", index, 0);
    }
  }
  for (size_t i = 0; i < places.size(); ++i) {
    const RequestStatus status = state.requests[i].status;
    const bool in_house = status == RequestStatus::waiting || status == RequestStatus::running;
    if (places[i] != (in_house ? 1 : 0)) {
      return text("each request in exactly one place", static_cast<int64_t>(i), places[i]);
    }
  }
  return "";
}

// I3: the KV cache holds what the running requests need, and never more than there is.
std::string broken_memory(const sim::Kitchen& kitchen) {
  const sim::KitchenState& state = kitchen.state();
  if (kitchen.kv_used_tokens() > kitchen.kv_capacity()) {
    return text("KV used <= capacity", kitchen.kv_used_tokens(), kitchen.kv_capacity());
  }
  int64_t in = 0;
  for (int32_t index : state.running) {
    in += kitchen.requests()[static_cast<size_t>(index)].prompt_tokens +
          state.requests[static_cast<size_t>(index)].generated_tokens;
  }
  if (!state.settings.kv_cache) in = 0;
  if (kitchen.kv_used_tokens() != in) {
    return text("KV used = context of the running requests", kitchen.kv_used_tokens(), in);
  }
  return "";
}

// I4: the GPU never idles while work fits.
std::string broken_work_conservation(const sim::Kitchen& kitchen) {
  const sim::KitchenState& state = kitchen.state();
  const auto running = static_cast<int64_t>(state.running.size());
  const bool open = state.settings.batching == sim::Batching::continuous || running == 0;
  if (state.waiting.empty() || running >= state.settings.slots || !open) return "";
  const auto head = static_cast<size_t>(state.waiting.front());
  const int64_t needed = kitchen.kv_used_tokens() + kitchen.requests()[head].prompt_tokens +
                         state.requests[head].generated_tokens;
  if (needed <= kitchen.kv_capacity()) {
    return text("a free slot waits only for memory", needed, kitchen.kv_capacity());
  }
  return "";
}

// I5: what a request's own record says is possible.
std::string broken_request(const sim::KitchenState& state, const sim::RequestSpec& spec,
                           const sim::RequestState& request) {
  const bool ended =
      request.status == RequestStatus::served || request.status == RequestStatus::left;
  if (request.generated_tokens > spec.output_tokens) {
    return text("generated <= output", request.generated_tokens, spec.output_tokens);
  }
  if (request.status == RequestStatus::served) {
    if (request.generated_tokens != spec.output_tokens) {
      return text("served: generated = output", request.generated_tokens, spec.output_tokens);
    }
  } else if (request.generated_tokens == spec.output_tokens) {
    return text("generated = output only when served", request.generated_tokens,
                spec.output_tokens);
  }
  if (request.status == RequestStatus::left && request.ended_ps < spec.deadline_ps) {
    return text("left: ended >= deadline", request.ended_ps, spec.deadline_ps);
  }
  if ((request.cause != sim::LossCause::none) != (request.status == RequestStatus::left)) {
    return text("a cause exactly for the lost", static_cast<int64_t>(request.cause),
                static_cast<int64_t>(request.status));
  }
  if ((request.ended_ps >= 0) != ended) return text("ended exactly when over", request.ended_ps, 0);
  if ((request.first_token_ps >= 0) != (request.generated_tokens > 0)) {
    return text("a first token exactly with tokens", request.first_token_ps,
                request.generated_tokens);
  }
  if (ended && request.first_token_ps > request.ended_ps) {
    return text("first token <= ended", request.first_token_ps, request.ended_ps);
  }
  if (request.admitted_ps >= 0 && request.admitted_ps < spec.arrival_ps) {
    return text("admitted >= arrival", request.admitted_ps, spec.arrival_ps);
  }
  if ((request.slot >= 0) != (request.status == RequestStatus::running)) {
    return text("a slot exactly when running", request.slot, static_cast<int64_t>(request.status));
  }
  if (request.kv_cached && (request.status != RequestStatus::running || !state.settings.kv_cache)) {
    return text("a cache only on the GPU and with the KV cache on", 1,
                static_cast<int64_t>(request.status));
  }
  const sim::TimePs until_ps = ended ? request.ended_ps : state.boundary_ps;
  sim::TimePs held_ps = 0;
  for (sim::TimePs part_ps : request.held_ps) held_ps += part_ps;
  if (request.status != RequestStatus::pending && held_ps > until_ps - spec.arrival_ps) {
    return text("held <= time in the house", held_ps, until_ps - spec.arrival_ps);
  }
  return "";
}

// I6: sums over requests equal the kitchen's counters.
std::string broken_sum(const sim::KitchenState& state) {
  int64_t generated = 0;
  int64_t preemptions = 0;
  int32_t causes[sim::kLossCauseCount] = {0, 0, 0, 0};
  for (const sim::RequestState& request : state.requests) {
    generated += request.generated_tokens;
    preemptions += request.preemptions;
    if (request.cause != sim::LossCause::none) causes[static_cast<size_t>(request.cause)] += 1;
  }
  if (state.tokens_made != generated) {
    return text("tokens made = sum of generated", state.tokens_made, generated);
  }
  if (state.preemptions != preemptions) {
    return text("preemptions = sum over requests", state.preemptions, preemptions);
  }
  for (int32_t cause = 0; cause < sim::kLossCauseCount; ++cause) {
    if (state.left[cause] != causes[cause]) {
      return text("left by cause = requests of that cause", state.left[cause], causes[cause]);
    }
  }
  return "";
}

std::string broken_slots(const sim::KitchenState& state) {
  std::vector<int32_t> slots;
  for (int32_t index : state.running) {
    slots.push_back(state.requests[static_cast<size_t>(index)].slot);
  }
  std::sort(slots.begin(), slots.end());
  const auto twice = std::adjacent_find(slots.begin(), slots.end());
  if (twice != slots.end()) return text("no slot is taken twice", *twice, *twice);
  return "";
}

}  // namespace

std::string broken_law(const sim::Kitchen& kitchen) {
  const sim::KitchenState& state = kitchen.state();
  std::string broken = broken_count(state);
  if (broken.empty()) broken = broken_memory(kitchen);
  if (broken.empty()) broken = broken_work_conservation(kitchen);
  if (broken.empty()) broken = broken_sum(state);
  if (broken.empty()) broken = broken_slots(state);
  for (size_t i = 0; i < state.requests.size() && broken.empty(); ++i) {
    broken = broken_request(state, kitchen.requests()[i], state.requests[i]);
    if (!broken.empty()) broken = "request " + std::to_string(i) + ": " + broken;
  }
  return broken;
}

std::string broken_end_law(const sim::Kitchen& kitchen) {
  const sim::KitchenState& state = kitchen.state();
  const auto all = static_cast<int64_t>(state.requests.size());
  if (state.arrived != all) return text("all have arrived", state.arrived, all);
  if (state.served + left_in_all(state) != all) {
    return text("served + left = all", state.served + left_in_all(state), all);
  }
  if (kitchen.kv_used_tokens() != 0) return text("KV in = KV out", kitchen.kv_used_tokens(), 0);
  if (state.hold != sim::Hold::none) {
    return text("nothing is held at the end", static_cast<int64_t>(state.hold), -1);
  }
  return "";
}

}  // namespace kitchen::reference
