#include "cli/explain_report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "cli/user_error_test.h"
#include "real/hardware_file.h"
#include "real/model_config.h"

namespace kitchen::cli {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

const real::Hardware& hardware() {
  static const real::Hardware instance;
  return instance;
}

ExplainRequest request(const char* model, const char* gpu, int64_t tensor_parallel = 1) {
  ExplainRequest result;
  result.deployment = {real::find_model(model),
                       hardware().gpu(gpu),
                       hardware().engine("vllm-0.19", gpu),
                       tensor_parallel,
                       {}};
  result.batch = 64;
  result.context = 1000;
  return result;
}

Explanation explained(const ExplainRequest& of) { return explain(of, hardware().gpus()); }

TEST(Explain, TheTermsAddUpToTheStep) {
  for (const int64_t tensor_parallel : {1, 4}) {
    double sum_ms = 0;
    const Explanation explanation = explained(request("llama-3.1-8b", "h100", tensor_parallel));
    for (const ExplainedTerm& term : explanation.terms) sum_ms += term.is_part ? 0 : term.ms;
    EXPECT_NEAR(sum_ms, explanation.step_ms, 1e-9);
    EXPECT_GT(explanation.step_ms, explanation.floor_ms);
  }
}

TEST(Explain, AnEquationGivesTheNumberBesideIt) {
  const Explanation explanation = explained(request("llama-3.1-8b", "h100"));
  // 46 us x 32 layers; 15.01 GB / (0.9 x 3.35 TB/s)
  EXPECT_EQ(explanation.terms[1].equation, "46 us x 32 layers");
  EXPECT_NEAR(explanation.terms[1].ms, 0.046 * 32, 1e-9);
  EXPECT_EQ(explanation.terms[2].equation, "15.01 GB / (0.9 x 3.35 TB/s)");
  EXPECT_NEAR(explanation.terms[2].ms, 15.01 / (0.9 * 3.35), 0.002);
}

TEST(Explain, EveryConstantOfTheLawNamesItsSource) {
  ExplainRequest of = request("llama-3.1-8b", "h100", 4);
  of.deployment.precision = {real::NumberType::fp8, real::NumberType::fp8, real::NumberType::fp8};
  const Explanation explanation = explained(of);
  EXPECT_EQ(explanation.constants.size(), 18);
  for (const ExplainedConstant& constant : explanation.constants) {
    EXPECT_NE(constant.source, "") << constant.name;
  }
  const std::string text = explanation_text(explanation, Style{});
  EXPECT_THAT(text, HasSubstr("NVIDIA H100 datasheet"));
  EXPECT_THAT(text, HasSubstr("all-reduce"));
  EXPECT_THAT(explanation_text(explained(request("llama-3.1-8b", "h100")), Style{}),
              Not(HasSubstr("all-reduce")));
}

TEST(Explain, TheEnginesOwnCountOfBlocksIsShownAsGiven) {
  ExplainRequest of = request("llama-3.1-8b", "rtx-4090");
  of.batch = 8;
  of.kv_blocks = 2588;
  EXPECT_THAT(explanation_text(explained(of), Style{}),
              HasSubstr("2588 blocks of 16 tokens = 41408 tokens, as given by --kv-blocks"));
}

TEST(Explain, WhatDoesntFitSaysByHowMuchAndWhatWould) {
  EXPECT_THAT(error_of([] { explained(request("llama-3.1-70b", "h100")); }),
              HasSubstr("it would fit with --tp 2 or --weights fp8 or --gpu b200"));
  EXPECT_THAT(error_of([] { explained(request("llama-3.1-405b", "l4")); }),
              HasSubstr("no single change makes it fit"));
  ExplainRequest given = request("llama-3.1-70b", "h100");
  given.kv_blocks = 5000;
  EXPECT_THAT(error_of([&] { explained(given); }), HasSubstr("doesn't fit"))
      << "a count of blocks doesn't make the weights smaller";
  EXPECT_EQ(error_of([] { explained(request("llama-3.1-8b", "rtx-4090")); }),
            "64 requests with 1000 tokens each and 0 of a prompt need 4032 KV cache blocks of 16 "
            "tokens; there are 2605");
}

TEST(Explain, JsonSaysTheSame) {
  const Explanation explanation = explained(request("mixtral-8x7b", "h200"));
  const auto json = nlohmann::json::parse(explanation_json(explanation));
  EXPECT_EQ(json["parameters"], 46'702'792'704);
  EXPECT_NEAR(json["step_ms"].get<double>(), explanation.step_ms, 1e-6);
  EXPECT_EQ(json["terms"].size(), explanation.terms.size());
  EXPECT_EQ(json["kv_cache"]["blocks"], explanation.capacity.blocks);
  EXPECT_THAT(json["terms"][2]["equation"].get<std::string>(), HasSubstr("of 8 experts"));
}

}  // namespace
}  // namespace kitchen::cli
