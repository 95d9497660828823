#include "real/measured_names.h"

#include <gtest/gtest.h>

#include "real/model_config.h"
#include "real/test_deployment.h"

namespace kitchen::real {
namespace {

TEST(MeasuredNames, AModelIsTheSameWhoeverPublishedOrQuantisedIt) {
  EXPECT_EQ(bundled_name("nvidia/Llama-3.1-8B-Instruct-FP8"), "llama-3.1-8b");
  EXPECT_EQ(bundled_name("meta-llama/Meta-Llama-3-8B"), "llama-3-8b");
  EXPECT_EQ(bundled_name("meta-llama/Llama-2-7b-hf"), "llama-2-7b");
  EXPECT_EQ(bundled_name("Qwen/Qwen3-235B-A22B-FP8"), "qwen3-235b-a22b");
  EXPECT_EQ(bundled_name("mistralai/Mistral-7B-v0.1"), "mistral-7b-v0.1");
  EXPECT_EQ(bundled_name("mistralai/Mixtral-8x7B-v0.1"), "mixtral-8x7b");
  EXPECT_EQ(bundled_name("mistralai/Mistral-Nemo-Instruct-2407"), "mistral-nemo-12b");
  EXPECT_EQ(bundled_name("google/gemma-2-9b-it"), "gemma-2-9b");
  for (const std::string& name : model_names()) EXPECT_EQ(bundled_name(name), name);
}

TEST(MeasuredNames, AnotherModelIsNone) {
  for (const char* name :
       {"", "/", "Qwen/Qwen3-32", "Qwen/Qwen3-32B-A3B", "deepseek-ai/DeepSeek-R1",
        "deepseek-ai/DeepSeek-R1-Distill-Llama-70B", "Llama-3.1-8B/other"}) {
    EXPECT_EQ(bundled_name(name), "") << name;
  }
}

TEST(MeasuredNames, GpusOfTablesAndDrivers) {
  EXPECT_EQ(bundled_gpu("h100_sxm"), "h100");
  EXPECT_EQ(bundled_gpu("b200_sxm"), "b200");
  EXPECT_EQ(bundled_gpu("a100_sxm"), "a100-80");
  EXPECT_EQ(bundled_gpu("Nvidia GH200 GPU"), "gh200");
  EXPECT_EQ(bundled_gpu("AMD MI300X GPU"), "mi300x");
  EXPECT_EQ(bundled_gpu("NVIDIA GeForce RTX 4090"), "rtx-4090");
  EXPECT_EQ(bundled_gpu("NVIDIA A100-SXM4-40GB"), "a100-40");
  EXPECT_EQ(bundled_gpu("NVIDIA L40S"), "l40s");
  EXPECT_EQ(bare_gpu_name("NVIDIA A100"), "a100");
  for (const char* name : {"", "gb200", "h100_pcie", "NVIDIA H100 NVL", "Habana Gaudi2"}) {
    EXPECT_EQ(bundled_gpu(name), "") << name;
  }
  for (const std::string& name : test_hardware().gpu_names()) EXPECT_EQ(bundled_gpu(name), name);
}

TEST(MeasuredNames, EachVersionHasAtMostOnePreset) {
  EXPECT_EQ(preset_of("vllm", ""), "vllm-0.12");
  EXPECT_EQ(preset_of("vllm", "0.10.1.1"), "vllm-0.12");
  EXPECT_EQ(preset_of("vllm", "0.12.0"), "vllm-0.12");
  EXPECT_EQ(preset_of("vllm", "0.19.0"), "vllm-0.19");
  EXPECT_EQ(preset_of("trtllm", "1.0.0rc3"), "trtllm-1.0");
  EXPECT_EQ(preset_of("sglang", "0.5.1.post1"), "sglang-0.5");
  for (const char* version : {"0.9.2", "0.14.0", "0.1", "1.0", "nightly-5b8c", "0", "0.", "x"}) {
    EXPECT_EQ(preset_of("vllm", version), "") << version;
  }
  EXPECT_EQ(preset_of("tgi", ""), "");
}

}  // namespace
}  // namespace kitchen::real
