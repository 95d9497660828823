#include "real/hardware_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "real/data.h"
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

// A number that stands alone would have only its line for a source.
TEST(Hardware, EveryBundledNumberNamesItsSource) {
  const Hardware hardware;
  const auto named = [](const std::string& source) {
    return !source.empty() && source.find(".toml") == std::string::npos;
  };
  for (const Gpu& gpu : hardware.gpus()) {
    for (const Quantity& quantity :
         {gpu.memory_bytes, gpu.bandwidth_bytes_per_s, gpu.bf16_flop_per_s, gpu.fp8_flop_per_s}) {
      EXPECT_TRUE(named(quantity.source)) << gpu.name << ": " << quantity.source;
    }
    EXPECT_EQ(gpu.all_reduce.empty(), gpu.all_reduce_source.empty()) << gpu.name;
    for (const std::string& name : hardware.engine_names()) {
      const Engine engine = hardware.engine(name, gpu.name);
      for (const EngineField& field : engine_fields()) {
        const std::string& source = (engine.*field.field).source;
        EXPECT_TRUE(named(source)) << name << ' ' << field.key << ": " << source;
      }
    }
  }
}

/// The lines of a bundled file that give a number or a flag without saying where it is from.
std::vector<std::string> lines_without_source(std::string_view toml) {
  std::vector<std::string> found;
  std::istringstream lines{std::string(toml)};
  for (std::string line; std::getline(lines, line);) {
    const uint64_t equals = line.find(" = ");
    if (equals == std::string::npos || line.starts_with('#')) continue;
    const std::string value = line.substr(equals + 3);
    const bool is_text = value.starts_with('"');
    // The lists of an all-reduce, and its number of GPUs, have all_reduce_source.
    const bool is_all_reduce = value.starts_with('[') || line.starts_with("gpus = ");
    const bool has_source = value.find(", source = \"") != std::string::npos &&
                            value.find("source = \"\"") == std::string::npos;
    if (!is_text && !is_all_reduce && !has_source) found.push_back(line);
  }
  return found;
}

TEST(Hardware, NoConstantLacksASource) {
  EXPECT_THAT(lines_without_source(kGpusToml), ::testing::IsEmpty());
  EXPECT_THAT(lines_without_source(kEnginesToml), ::testing::IsEmpty());
  EXPECT_THAT(lines_without_source("# a = 1\na = 1\nb = true\nc = \"x\"\n"
                                   "d = { value = 1, source = \"\" }\n"
                                   "e = { value = 1, source = \"x\" }\n"),
              ::testing::ElementsAre("a = 1", "b = true", "d = { value = 1, source = \"\" }"));
  const auto parts = [](std::string_view text, const std::string& part) {
    int64_t count = 0;
    for (uint64_t at = text.find(part); at != text.npos; at = text.find(part, at + 1)) ++count;
    return count;
  };
  EXPECT_EQ(parts(kPricesToml, "\n[price."), parts(kPricesToml, "\nsource = \""));
  EXPECT_EQ(parts(kModelsJson, "\"config\":"), parts(kModelsJson, "\"source\": \"config.json of "));
}

// What a source says is another number of the same engine.
TEST(Hardware, ANumberTakenFromBf16IsBf16s) {
  const Hardware hardware;
  for (const Gpu& gpu : hardware.gpus()) {
    for (const std::string& name : hardware.engine_names()) {
      const Engine engine = hardware.engine(name, gpu.name);
      for (const EngineField& field : engine_fields()) {
        const std::string key = field.key;
        if (!key.ends_with("_fp8")) continue;
        if (key.starts_with("compute") && gpu.fp8_flop_per_s.value <= 0) continue;
        const EngineField& of_bf16 = find_engine_field(key.substr(0, key.size() - 4));
        const double value = value_in_file(engine, field);
        const double bf16 = value_in_file(engine, of_bf16);
        const std::string& source = (engine.*field.field).source;
        const std::string where = name + " on " + gpu.name + ", " + key + ": " + source;
        if (source.ends_with("bf16's")) {
          EXPECT_EQ(value, bf16) << where;
        } else if (source.find("times 0.551 / 0.771") != std::string::npos) {
          EXPECT_NEAR(value, bf16 * 0.551 / 0.771, 0.006) << where;
        } else if (source.find("times 0.83 / 0.90") != std::string::npos) {
          EXPECT_NEAR(value, bf16 * 0.83 / 0.90, 0.006) << where;
        }
      }
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

TEST(Hardware, OnFasterLinksWhatGrowsWithTheMessageTakesLess) {
  const Hardware hardware;
  const AllReduce& h100 = *find_all_reduce(hardware.gpu("h100"), 8);
  const AllReduce& b200 = *find_all_reduce(hardware.gpu("b200"), 8);
  EXPECT_EQ(b200.elements, h100.elements);
  const double least_s = h100.seconds.front();
  EXPECT_THAT(b200.seconds.front(), DoubleEq(least_s)) << "launching and meeting stay";
  for (uint64_t i = 0; i < h100.seconds.size(); ++i) {
    EXPECT_NEAR(b200.seconds[i] - least_s, (h100.seconds[i] - least_s) / 2, 1e-12);
  }
  EXPECT_THAT(
      hardware.gpu("b200").all_reduce_source,
      HasSubstr("taken from h100; what grows with the message times 900 / 1800, the links"));
}

TEST(Hardware, AWholeNumberMayHaveASource) {
  Hardware hardware;
  std::string text(kEnginesToml);
  const std::string given = "requests_max = { value = 256, source = ";
  text.replace(text.find(given), given.size(), "requests_max = { value = 2.5, source = ");
  try {
    hardware.add_text(text, "my.toml");
    ADD_FAILURE();
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), HasSubstr("requests_max must be a whole number"));
  }
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

TEST(Hardware, AnEngineIsBasedOnABundledOne) {
  EXPECT_THAT(
      error_of("[engine.mine]\ntitle = \"Mine\"\nbased_on = \"vllm-0.18\"\n"),
      HasSubstr("my.toml:3:12: based_on: there is no bundled engine vllm-0.18; did you mean "));
  EXPECT_THAT(error_of("[engine.mine]\ntitle = \"Mine\"\nbased_on = \"mine\"\n"),
              HasSubstr("there is no bundled engine mine; known are "));
}

TEST(Hardware, AnAllReduceTableMustRiseAndMatch) {
  const std::string table = std::string(kGpu) + "[[gpu.toy.all_reduce]]\ngpus = 2\n";
  EXPECT_THAT(error_of(table + "elements = [1, 2]\nus = [1]\n"), HasSubstr("2 elements and 1 us"));
  EXPECT_THAT(error_of(table + "elements = [2, 2]\nus = [1, 1]\n"), HasSubstr("must rise"));
  EXPECT_THAT(error_of(table + "elements = [1, 2]\nus = [2, 1]\n"), HasSubstr("must not fall"));
  EXPECT_THAT(error_of(std::string(kGpu) + "all_reduce_of = \"b20\"\n"),
              HasSubstr("my.toml:7:17: there is no GPU b20; did you mean b200?"));
  EXPECT_THAT(error_of(std::string(kGpu) + "all_reduce_of = \"l4\"\n"),
              HasSubstr("my.toml:7:17: the all-reduce of l4 is not known either"));
}

/// A file of GPUs that take the all-reduce of another one, each with a link of 900 GB/s.
std::string borrowers(const std::vector<std::pair<std::string, std::string>>& pairs) {
  std::string text;
  for (const auto& [name, other] : pairs) {
    text += "[gpu." + name + "]\ntitle = \"Toy\"\nmemory_mib = 1\nbandwidth_tb_per_s = 1\n" +
            "bf16_tflop_per_s = 1\nfp8_tflop_per_s = 1\nlink_gb_per_s = 900\nall_reduce_of = \"" +
            other + "\"\n";
  }
  return text;
}

TEST(Hardware, AnAllReduceIsTakenFromOneThatTakesItItselfInAnyOrder) {
  for (const auto& pairs :
       {std::vector<std::pair<std::string, std::string>>{{"x", "y"}, {"y", "z"}, {"z", "h100"}},
        {{"x", "h100"}, {"y", "x"}, {"z", "y"}}}) {
    Hardware hardware;
    hardware.add_text(borrowers(pairs), "my.toml");
    for (const char* name : {"x", "y", "z"}) {
      const Gpu& gpu = hardware.gpu(name);
      const Gpu& h100 = hardware.gpu("h100");
      ASSERT_EQ(gpu.all_reduce.size(), h100.all_reduce.size()) << name;
      EXPECT_EQ(gpu.all_reduce[0].seconds, h100.all_reduce[0].seconds) << name;
    }
  }
}

TEST(Hardware, AnAllReduceTakenInACircleIsRefused) {
  EXPECT_THAT(error_of(borrowers({{"x", "x"}})),
              HasSubstr("my.toml:8:17: all_reduce_of leads from x back to itself"));
  EXPECT_THAT(error_of(borrowers({{"a", "x"}, {"x", "y"}, {"y", "x"}})),
              HasSubstr(" back to itself; one of those on the way needs an all_reduce"));
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
