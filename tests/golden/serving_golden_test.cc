// Runs of the serving engine whose outcome is written down: the same in every build. A hash that
// differs is a changed rule, or a bug in one of two builds.
#include <cstdio>
#include <memory>
#include <ostream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "sim/cluster.h"
#include "sim/hash.h"
#include "sim/prng.h"
#include "sim/sampling.h"
#include "tests/reference/serving_difference.h"
#include "tests/reference/serving_stepwise.h"

namespace kitchen::golden {
namespace {

constexpr int64_t kPrefixFamilies = 12;

struct ServingGolden {
  const char* name;
  int64_t requests;
  int64_t gap_us;  ///< mean time between arrivals
  sim::ClusterConfig config;
  uint64_t hash;
};

void PrintTo(const ServingGolden& golden, std::ostream* out) { *out << golden.name; }

sim::ClusterConfig golden_config(int64_t kv_blocks, int64_t replicas, sim::Router router) {
  sim::ClusterConfig config;
  config.replica.kv_blocks = kv_blocks;
  config.replica.requests_max = 64;
  config.replica.token_budget = 2048;
  config.replica.context_tokens_max = 8192;
  config.replicas = replicas;
  config.router = router;
  return config;
}

sim::ClusterConfig clients_config() {
  sim::ClusterConfig config = golden_config(2'000, 2, sim::Router::least_kv);
  config.clients = 40;
  config.think_ps = 300 * sim::kPsPerMs;
  config.replica.chunked_prefill = false;
  return config;
}

sim::ClusterConfig static_config() {
  sim::ClusterConfig config = golden_config(2'000, 1, sim::Router::round_robin);
  config.replica.batching = sim::Batching::static_batch;
  return config;
}

sim::ClusterConfig prefix_config() {
  sim::ClusterConfig config = golden_config(1'500, 3, sim::Router::prefix_aware);
  config.replica.prefix_caching = true;
  return config;
}

std::vector<ServingGolden> goldens() {
  return {
      {"calm", 400, 60'000, golden_config(20'000, 1, sim::Router::round_robin), 0x85e8a6dcf9c687d3},
      {"preempted", 400, 10'000, golden_config(700, 1, sim::Router::round_robin),
       0x18ad41f4d9378cf0},
      {"clients", 400, 0, clients_config(), 0x0e37a955f123951c},
      {"static", 300, 60'000, static_config(), 0xe8f43c1ad0c0ce64},
      {"prefixes", 400, 20'000, prefix_config(), 0x42fa3981b0fabc7b},
  };
}

/// About a 7B model on a fast GPU, with a sliding window in some layers.
sim::ServingCost golden_cost(int64_t tokens_max) {
  sim::ServingCost cost;
  for (int64_t tokens = 0; tokens <= tokens_max; ++tokens) {
    cost.step_ps.push_back(6'317'000'000 + tokens * 19'733'001);
  }
  cost.per_request_ps = 45'000'123;
  cost.context_ps = 33'011;
  cost.window_context_ps = 10'007;
  cost.kv_read_ps = 33'001;
  cost.window_kv_read_ps = 10'003;
  cost.pair_fs = 552'961;
  cost.window_pair_fs = 184'327;
  cost.window_tokens = 1'024;
  return cost;
}

std::vector<sim::ServingRequest> golden_requests(const ServingGolden& golden) {
  sim::Prng prng(2026, 4);
  std::vector<sim::ServingRequest> requests;
  sim::TimePs at_ps = 0;
  for (int64_t index = 0; index < golden.requests; ++index) {
    sim::ServingRequest request;
    request.arrival_ps = at_ps;
    request.prompt_tokens = sim::draw_uniform(prng, 1, index % 7 == 0 ? 8'000 : 900);
    request.output_tokens = sim::draw_uniform(prng, 1, index % 5 == 0 ? 900 : 150);
    const int64_t family = sim::draw_uniform(prng, 1, kPrefixFamilies);
    for (int64_t block = 0; block < request.prompt_tokens / 512; ++block) {
      request.prefix_blocks.push_back(block < family % 4 ? family * 1000 + block
                                                         : -index * 1000 - block);
    }
    requests.push_back(request);
    at_ps += sim::draw_uniform(prng, 0, 2 * golden.gap_us) * sim::kPsPerUs;
  }
  return requests;
}

/// Everything that was told, one by one.
uint64_t hash_of(const sim::Cluster& cluster, const reference::ServingRecorder& recorder) {
  sim::Fnv1a64 hash;
  for (const sim::RequestRecord& record : recorder.records) {
    for (const int64_t value :
         {record.id, int64_t{record.replica}, static_cast<int64_t>(record.outcome),
          record.arrival_ps, record.admitted_ps, record.first_token_ps, record.ended_ps,
          record.prompt_tokens, record.output_tokens, record.cached_tokens, record.preemptions}) {
      hash.add(value);
    }
  }
  for (const sim::StepRun& run : recorder.runs) {
    for (const int64_t value :
         {int64_t{run.replica}, run.start_ps, run.first_ps, run.growth_ps, run.steps,
          run.decode.requests, run.prefill.tokens, run.waiting, run.kv_blocks_last}) {
      hash.add(value);
    }
  }
  hash.add(static_cast<int64_t>(cluster.hash()));
  return hash.value();
}

class ServingGoldens : public testing::TestWithParam<ServingGolden> {};

std::string run_name(const testing::TestParamInfo<ServingGolden>& golden) {
  return golden.param.name;
}

INSTANTIATE_TEST_SUITE_P(Runs, ServingGoldens, testing::ValuesIn(goldens()), run_name);

TEST_P(ServingGoldens, RunToTheirHashAndToWhatTheReferenceSays) {
  const ServingGolden& golden = GetParam();
  const auto cost = std::make_shared<const sim::ServingCost>(
      golden_cost(sim::step_tokens_max(golden.config.replica)));
  ASSERT_EQ(sim::validate(golden.config, *cost), sim::ServingError::ok);
  const std::vector<sim::ServingRequest> requests = golden_requests(golden);
  reference::ServingRecorder recorder;
  sim::Cluster cluster(cost, golden.config, recorder);
  reference::ListedRequests source(requests);
  sim::run_all(cluster, source);
  const uint64_t hash = hash_of(cluster, recorder);
  const sim::ServingCounts counts = cluster.counts();
  std::printf("%s: 0x%016llx, %lld steps, %lld preemptions, %lld cached tokens\n", golden.name,
              static_cast<unsigned long long>(hash), static_cast<long long>(counts.steps),
              static_cast<long long>(counts.preemptions),
              static_cast<long long>(counts.cached_tokens));
  EXPECT_EQ(hash, golden.hash);
  // A golden value alone would keep a lost request for ever.
  EXPECT_EQ(reference::broken_serving_law(cluster, recorder), "");
  reference::StepwiseCluster stepwise(*cost, golden.config, requests);
  stepwise.run();
  EXPECT_EQ(reference::first_difference(cluster, recorder, stepwise), "");
}

}  // namespace
}  // namespace kitchen::golden
