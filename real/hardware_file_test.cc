#include "real/hardware_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "real/input_error.h"

namespace kitchen::real {
namespace {

using ::testing::Contains;
using ::testing::DoubleEq;
using ::testing::HasSubstr;

constexpr char kGpu[] =
    "[gpu.toy]\n"
    "title = \"Toy\"\n"
    "memory_mib = 1024\n"
    "bandwidth_tb_per_s = 0.5\n"
    "bf16_tflop_per_s = 10\n"
    "fp8_tflop_per_s = 0\n";

std::string error_of(const std::string& toml) {
  try {
    Hardware().add_text(toml, "my.toml");
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

std::string without(std::string text, const std::string& line_start) {
  const uint64_t start = text.find(line_start);
  return text.erase(start, text.find('\n', start) + 1 - start);
}

TEST(Hardware, BundlesEveryGpuOfTheDatasheetTable) {
  const Hardware hardware;
  EXPECT_THAT(hardware.gpu_names(), ::testing::UnorderedElementsAre(
                                        "a100-40", "a100-80", "h100", "h200", "gh200", "b200",
                                        "l40s", "rtx-4090", "rtx-pro-6000", "a10", "l4", "mi300x"));
  EXPECT_THAT(hardware.gpu("h100").bandwidth_bytes_per_s.value, DoubleEq(3.35e12));
  EXPECT_THAT(hardware.gpu("h100").memory_bytes.value, DoubleEq(81089.0 * 1024 * 1024));
}

TEST(Hardware, EveryBundledNumberNamesItsSource) {
  const Hardware hardware;
  for (const Gpu& gpu : hardware.gpus()) {
    for (const Quantity& quantity :
         {gpu.memory_bytes, gpu.bandwidth_bytes_per_s, gpu.bf16_flop_per_s, gpu.fp8_flop_per_s}) {
      EXPECT_THAT(quantity.source, ::testing::Not(HasSubstr(".toml"))) << gpu.name;
    }
    EXPECT_EQ(gpu.all_reduce.empty(), gpu.all_reduce_source.empty()) << gpu.name;
  }
  for (const std::string& name : hardware.engine_names()) {
    const Engine engine = hardware.engine(name, "h100");
    for (const EngineField& field : engine_fields()) {
      EXPECT_THAT((engine.*field.field).source, ::testing::Not(HasSubstr(".toml")))
          << name << ' ' << field.key;
    }
  }
}

TEST(Hardware, APresetForOneGpuReplacesOnlyItsFields) {
  const Hardware hardware;
  const Engine usual = hardware.engine("vllm-0.19", "h100");
  const Engine b200 = hardware.engine("vllm-0.19", "b200");
  EXPECT_THAT(usual.layer_overhead_s.value, DoubleEq(46e-6));
  EXPECT_THAT(b200.layer_overhead_s.value, DoubleEq(58e-6));
  EXPECT_EQ(b200.per_request_s.value, usual.per_request_s.value);
}

TEST(Hardware, AGpuCanTakeAnothersAllReduce) {
  const Hardware hardware;
  ASSERT_NE(find_all_reduce(hardware.gpu("a100-40"), 4), nullptr);
  EXPECT_EQ(find_all_reduce(hardware.gpu("a100-40"), 4)->seconds,
            find_all_reduce(hardware.gpu("a100-80"), 4)->seconds);
}

TEST(Hardware, AFileAddsAndReplaces) {
  Hardware hardware;
  const uint64_t count = hardware.gpus().size();
  hardware.add_text(kGpu, "my.toml");
  EXPECT_EQ(hardware.gpus().size(), count + 1);
  EXPECT_EQ(hardware.gpu("toy").memory_bytes.value, 1024.0 * 1024 * 1024);
  EXPECT_EQ(hardware.gpu("toy").memory_bytes.source, "my.toml:3");
  hardware.add_text(std::string(kGpu).replace(5, 3, "h100"), "my.toml");
  EXPECT_EQ(hardware.gpus().size(), count + 1);
}

TEST(Hardware, AMissingFieldIsAnErrorWithItsPlace) {
  EXPECT_EQ(error_of(without(kGpu, "bandwidth")), "my.toml:1:1: gpu toy has no bandwidth_tb_per_s");
  EXPECT_EQ(error_of("[engine.mine]\ntitle = \"Mine\"\n"),
            "my.toml:1:1: engine mine has no step_overhead_us");
}

TEST(Hardware, AnUnknownKeyNamesTheNearest) {
  EXPECT_THAT(error_of(std::string(kGpu) + "bandwith_tb_per_s = 3\n"),
              ::testing::StartsWith("my.toml:7:1: gpu toy has no field bandwith_tb_per_s; did you "
                                    "mean bandwidth_tb_per_s?; its fields are title"));
  EXPECT_THAT(error_of("[gpus.toy]\n"), HasSubstr("did you mean gpu?"));
  EXPECT_THAT(error_of("[engine.\"vllm-0.19\".gpu.h10]\nper_request_us = 1\n"),
              HasSubstr("engine vllm-0.19 has no title"));
}

TEST(Hardware, ANumberOutOfRangeIsAnErrorWithItsPlace) {
  const std::string lines = without(kGpu, "bandwidth");
  for (const char* value :
       {"0", "-1", "nan", "inf", "1e9", "\"fast\"", "{ value = 0, source = \"\" }"}) {
    EXPECT_THAT(error_of(lines + "bandwidth_tb_per_s = " + value + "\n"),
                HasSubstr("bandwidth_tb_per_s must be a number from 0.001 to 1000"))
        << value;
  }
  EXPECT_THAT(error_of(lines + "bandwidth_tb_per_s = { value = 1 }\n"),
              HasSubstr("bandwidth_tb_per_s has no source"));
}

TEST(Hardware, ABrokenFileIsAnErrorWithItsPlace) {
  EXPECT_THAT(error_of("[gpu.toy\n"), ::testing::StartsWith("my.toml:1:"));
  EXPECT_THAT(error_of("[gpu.a]\n[gpu.a]\n"), ::testing::StartsWith("my.toml:2:"));
  EXPECT_THAT(error_of(""), ::testing::StartsWith("my.toml:1:1: expected [gpu.NAME]"));
}

TEST(Hardware, AnAllReduceTableMustRiseAndMatch) {
  const std::string table = std::string(kGpu) + "[[gpu.toy.all_reduce]]\ngpus = 2\n";
  EXPECT_THAT(error_of(table + "elements = [1, 2]\nus = [1]\n"), HasSubstr("2 elements and 1 us"));
  EXPECT_THAT(error_of(table + "elements = [2, 2]\nus = [1, 1]\n"), HasSubstr("must rise"));
  EXPECT_THAT(error_of(table + "elements = [1, 2]\nus = [2, 1]\n"), HasSubstr("must not fall"));
  EXPECT_THAT(error_of(std::string(kGpu) + "all_reduce_of = \"b20\"\n"),
              HasSubstr("my.toml:7:17: there is no GPU b20; did you mean b200?"));
}

TEST(Hardware, AnUnknownNameNamesTheNearest) {
  const Hardware hardware;
  EXPECT_THROW(hardware.gpu("h1000"), InputError);
  try {
    hardware.engine("vllm-0.18", "h100");
    ADD_FAILURE();
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), HasSubstr("there is no engine vllm-0.18; did you mean vllm-0.12?"));
  }
}

TEST(AllReduce, IsMeasuredInterpolatedAndGoesOn) {
  const AllReduce table{2, {10, 20, 40}, {1, 2, 6}};
  EXPECT_THAT(all_reduce_s(table, 1), DoubleEq(1));
  EXPECT_THAT(all_reduce_s(table, 10), DoubleEq(1));
  EXPECT_THAT(all_reduce_s(table, 15), DoubleEq(1.5));
  EXPECT_THAT(all_reduce_s(table, 20), DoubleEq(2));
  EXPECT_THAT(all_reduce_s(table, 30), DoubleEq(4));
  EXPECT_THAT(all_reduce_s(table, 50), DoubleEq(8));
}

}  // namespace
}  // namespace kitchen::real
