#include "tests/property/serving_scenario.h"

#include <ostream>

namespace kitchen::property {
namespace {

using rc::gen::set;

/// inRange without dependence on RapidCheck's size: a small case is no better test here.
rc::Gen<int32_t> between(int32_t first, int32_t last) {
  return rc::gen::resize(rc::kNominalSize, rc::gen::inRange(first, last + 1));
}

rc::Gen<int32_t> mostly(int32_t usual, const rc::Gen<int32_t>& other) {
  return rc::gen::weightedOneOf<int32_t>({{1, rc::gen::just(usual)}, {1, other}});
}

rc::Gen<bool> in_percent(std::size_t percent) {
  return rc::gen::weightedElement<bool>({{100 - percent, false}, {percent, true}});
}

rc::Gen<ServingOrder> any_serving_order() {
  return rc::gen::build<ServingOrder>(
      set(&ServingOrder::gap, rc::gen::weightedOneOf<int32_t>({{3, rc::gen::just(0)},
                                                               {3, between(0, 300)},
                                                               {1, rc::gen::just(100)},
                                                               {1, between(0, 5000)}})),
      set(&ServingOrder::prompt_tokens,
          rc::gen::weightedOneOf<int32_t>(
              {{6, between(1, 20)}, {2, between(1, 60)}, {1, between(1, 200)}})),
      set(&ServingOrder::output_tokens,
          rc::gen::weightedOneOf<int32_t>({{6, between(1, 12)}, {2, between(1, 60)}})),
      set(&ServingOrder::family, between(0, kRepeatingFamily)),
      set(&ServingOrder::shared, between(0, 5)), set(&ServingOrder::own, between(0, 2)));
}

std::vector<int64_t> prefix_of(const ServingOrder& order, int32_t index) {
  constexpr int32_t kApart = 1000;
  std::vector<int64_t> ids;
  for (int32_t block = 0; block < order.shared; ++block) {
    ids.push_back(order.family * kApart + (order.family == kRepeatingFamily ? 0 : block));
  }
  for (int32_t block = 0; block < order.own; ++block) {
    ids.push_back(-(index + 1) * kApart - block);
  }
  return ids;
}

}  // namespace

ServingScenario make_serving_scenario(const ServingRecipe& recipe) {
  const int64_t scale = recipe.scale;
  ServingScenario scenario;
  sim::ClusterConfig& config = scenario.config;
  config.replica.kv_blocks = recipe.kv_blocks;
  config.replica.block_tokens = recipe.block_tokens;
  config.replica.requests_max = recipe.requests_max;
  config.replica.token_budget = recipe.token_budget;
  config.replica.batching =
      recipe.static_batch ? sim::Batching::static_batch : sim::Batching::continuous;
  config.replica.chunked_prefill = recipe.chunked_prefill;
  config.replica.prefix_caching = recipe.prefix_caching;
  config.replica.prefix_tokens = int64_t{recipe.prefix_kv_blocks} * recipe.block_tokens;
  config.replica.context_tokens_max = recipe.context_tokens_max;
  config.replicas = recipe.replicas;
  config.router = recipe.router;
  config.balance = {recipe.balance, recipe.balance + 100};
  config.clients = recipe.clients;
  config.think_ps = recipe.think * scale;

  sim::ServingCost& cost = scenario.cost;
  for (int64_t tokens = 0; tokens <= sim::step_tokens_max(config.replica); ++tokens) {
    cost.step_ps.push_back((recipe.step + tokens * recipe.per_token) * scale);
  }
  cost.per_request_ps = recipe.per_request * scale;
  cost.context_ps = recipe.context * scale;
  cost.kv_read_ps = recipe.kv_read * scale;
  cost.pair_fs = recipe.pair_fs * scale;
  cost.window_tokens = recipe.window;
  if (recipe.window > 0) {
    cost.window_context_ps = (recipe.context + 1) / 2 * scale;
    cost.window_kv_read_ps = (recipe.kv_read + 1) / 2 * scale;
    cost.window_pair_fs = (recipe.pair_fs + 1) / 2 * scale;
  }
  int64_t at_ps = 0;
  for (const ServingOrder& order : recipe.orders) {
    at_ps += order.gap * scale;
    sim::ServingRequest request;
    request.arrival_ps = at_ps;
    request.prompt_tokens = order.prompt_tokens;
    request.output_tokens = order.output_tokens;
    request.prefix_blocks = prefix_of(order, static_cast<int32_t>(scenario.requests.size()));
    scenario.requests.push_back(request);
  }
  return scenario;
}

rc::Gen<ServingRecipe> any_serving_recipe() {
  return rc::gen::build<ServingRecipe>(
      set(&ServingRecipe::scale, rc::gen::element<int32_t>(1, 1, 7919, 1'000'000)),
      set(&ServingRecipe::step, mostly(100, between(1, 300))),
      set(&ServingRecipe::per_token, mostly(0, between(0, 10))),
      set(&ServingRecipe::per_request, mostly(0, between(0, 40))),
      set(&ServingRecipe::context, mostly(0, between(0, 5))),
      set(&ServingRecipe::kv_read, mostly(0, between(0, 5))),
      set(&ServingRecipe::pair_fs, mostly(0, between(0, 3000))),
      set(&ServingRecipe::window, mostly(0, between(1, 40))),
      set(&ServingRecipe::kv_blocks,
          rc::gen::weightedOneOf<int32_t>(
              {{4, between(1, 20)}, {3, between(10, 100)}, {1, between(1000, 2000)}})),
      set(&ServingRecipe::block_tokens, rc::gen::element<int32_t>(1, 2, 4, 5, 16)),
      set(&ServingRecipe::requests_max,
          rc::gen::weightedOneOf<int32_t>({{1, between(1, 3)}, {2, between(1, 20)}})),
      set(&ServingRecipe::token_budget,
          rc::gen::weightedOneOf<int32_t>(
              {{2, between(1, 8)}, {3, between(1, 64)}, {1, between(64, 512)}})),
      set(&ServingRecipe::context_tokens_max, mostly(1000, between(2, 100))),
      set(&ServingRecipe::static_batch, in_percent(20)),
      set(&ServingRecipe::chunked_prefill, in_percent(75)),
      set(&ServingRecipe::prefix_caching, in_percent(50)),
      set(&ServingRecipe::prefix_kv_blocks, between(1, 3)),
      set(&ServingRecipe::replicas, mostly(1, between(1, 4))),
      set(&ServingRecipe::router,
          rc::gen::element(sim::Router::round_robin, sim::Router::least_requests,
                           sim::Router::least_kv, sim::Router::prefix_aware)),
      set(&ServingRecipe::balance, mostly(64, between(0, 8))),
      set(&ServingRecipe::clients, mostly(0, between(0, 12))),
      set(&ServingRecipe::think, mostly(0, between(0, 1000))),
      set(&ServingRecipe::orders,
          rc::gen::resize(40, rc::gen::container<std::vector<ServingOrder>>(any_serving_order()))));
}

std::ostream& operator<<(std::ostream& out, const ServingRecipe& r) {
  out << "ServingRecipe r;\n"
      << "r.scale = " << r.scale << "; r.step = " << r.step << "; r.per_token = " << r.per_token
      << "; r.per_request = " << r.per_request << "; r.context = " << r.context
      << "; r.kv_read = " << r.kv_read << "; r.pair_fs = " << r.pair_fs
      << "; r.window = " << r.window << ";\nr.kv_blocks = " << r.kv_blocks
      << "; r.block_tokens = " << r.block_tokens << "; r.requests_max = " << r.requests_max
      << "; r.token_budget = " << r.token_budget
      << "; r.context_tokens_max = " << r.context_tokens_max
      << ";\nr.static_batch = " << r.static_batch << "; r.chunked_prefill = " << r.chunked_prefill
      << "; r.prefix_caching = " << r.prefix_caching
      << "; r.prefix_kv_blocks = " << r.prefix_kv_blocks << "; r.replicas = " << r.replicas
      << "; r.router = sim::Router{" << static_cast<int32_t>(r.router)
      << "}; r.balance = " << r.balance << "; r.clients = " << r.clients
      << "; r.think = " << r.think << ";\nr.orders = {";
  for (const ServingOrder& o : r.orders) {
    out << "{" << o.gap << ", " << o.prompt_tokens << ", " << o.output_tokens << ", " << o.family
        << ", " << o.shared << ", " << o.own << "}, ";
  }
  return out << "};\n";
}

}  // namespace kitchen::property
