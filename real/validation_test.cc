#include "real/validation.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "real/input_error.h"
#include "real/model_config.h"
#include "real/validation_kernels.h"
#include "tests/temporary_folder.h"

namespace kitchen::real {
namespace {

using ::testing::HasSubstr;

const std::string kData = KITCHEN_MEASUREMENTS;

TEST(Errors, AreSummedUp) {
  ValidationRow row;
  fill_errors(row, {{"a", 0.01}, {"b", -0.02}, {"c", 0.03}, {"d", -0.5}});
  EXPECT_EQ(row.rows, 4);
  EXPECT_DOUBLE_EQ(row.median, 0.02);
  EXPECT_DOUBLE_EQ(row.p95, 0.5);
  EXPECT_DOUBLE_EQ(row.worst, -0.5);
  EXPECT_EQ(row.worst_of, "d");
  EXPECT_DOUBLE_EQ(row.bias, -0.12);
  ValidationRow none;
  fill_errors(none, {});
  EXPECT_EQ(none.rows, 0);
}

TEST(Validation, KvBlocksAreWithinOneAndAHalfPercent) {
  const ValidationRow row = validate_blocks(Hardware());
  EXPECT_EQ(row.rows, 7);
  EXPECT_LT(std::abs(row.worst), 0.015);
}

class ValidationFile : public ::testing::Test {
 protected:
  TemporaryFile file_{"validation_test.csv"};
  std::string path_ = file_.path();
};

TEST_F(ValidationFile, ALawThatIsRightHasNoErrorAndARowThatBeatsPhysicsIsLeftOut) {
  // 8192 x 8192 bf16 are 134.2 MB: 3.6 us + 134.2 MB / (0.88 * 3.35 TB/s) = 49.13 us.
  std::ofstream(path_) << "system,engine,dtype,m,n,k,latency_ms\n"
                          "h100_sxm,vllm_1,bfloat16,1,8192,8192,0.049129\n"
                          "h100_sxm,vllm_1,bfloat16,65,8192,8192,9\n"
                          "h100_sxm,vllm_1,bfloat16,1,8192,8192,0.03\n"
                          "h100_sxm,vllm_1,bfloat16,1,8,8,9\n"
                          "h100_sxm,trtllm_1,bfloat16,1,8192,8192,9\n";
  for (const ValidationRow& row : validate_gemm(Hardware(), path_)) {
    const bool is_measured = row.rows_of == "h100 bfloat16";
    EXPECT_EQ(row.rows, is_measured ? 1 : 0) << row.rows_of;
    const bool is_rest = row.rows_of == "none of these";  // 65 tokens, TensorRT-LLM
    EXPECT_EQ(row.excluded_rows(), is_measured || is_rest ? 2 : 0) << row.rows_of;
    EXPECT_LT(std::abs(row.worst), 1e-4) << row.rows_of;
  }
}

TEST_F(ValidationFile, BadTablesAreNamedWithTheirPlace) {
  std::ofstream(path_) << "system,engine,dtype,m,n,k,latency_ms\n"
                          "h100_sxm,vllm_1,bfloat16,1,8192,x,1\n";
  try {
    validate_gemm(Hardware(), path_);
    ADD_FAILURE();
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), HasSubstr("validation_test.csv:2:33: k is x; expected a number"));
  }
}

class LayerFiles : public ::testing::Test {
 protected:
  void write(const char* name, const char* text) const {
    std::ofstream(folder_ + "RTX4090_Llama-3.1-8B_tp1_" + name) << text;
  }

  TemporaryFolder temporary_;
  std::string folder_ = temporary_.path() + "/";
};

TEST_F(LayerFiles, AreSummedUpOverAStep) {
  write("dense.csv",
        "layer,tokens,time_us\nqkv_proj,1,100\nlayernorm,1,10\nembedding,1,5\n"
        "qkv_proj,3,300\n");
  write("per_sequence.csv",
        "layer,sequences,time_us\nlm_head,1,1000\nsampler,1,20\nlm_head,3,1000\n");
  write("attention.csv",
        "prefill_chunk,kv_prefill,n_decode,kv_decode,time_us\n0,0,1,16,30\n"
        "0,0,2,16,30\n0,0,4,16,30\n2,0,0,0,30\n1,0,1,100000,30\n");
  const Hardware hardware;
  const std::vector<ValidationRow> rows = validate_layers(hardware, folder_);
  ASSERT_EQ(rows.size(), 3U);
  EXPECT_EQ(rows[0].rows, 2);
  EXPECT_EQ(rows[0].excluded_rows(), 1) << "four tokens were not measured";
  EXPECT_EQ(rows[1].rows, 1);
  EXPECT_EQ(rows[2].rows, 0);
  EXPECT_EQ(rows[2].excluded_rows(), 1) << "the cache is smaller";
  // One decode: 32 * (100 + 2 * 10 + 30) + 5 + 1020 us. The law: 17.4 ms and a little.
  const double one_s = 5.825e-3;
  const double two_s = (32 * (200 + 10 + 30) + 2.5 + 1010) * 1e-6;
  EXPECT_GT(rows[0].bias, 0.5 * (0.017 / one_s + 0.017 / two_s) - 1);
  EXPECT_LT(rows[0].bias, 0.5 * (0.018 / one_s + 0.018 / two_s) - 1);
}

TEST_F(LayerFiles, AnUnknownLayerIsAnError) {
  write("dense.csv", "layer,tokens,time_us\nrouter,1,100\n");
  EXPECT_THROW(validate_layers(Hardware(), folder_), InputError);
}

/// A folder of measurements as held-out ones might come: some files only, rows in any order, and of
/// things that aren't known here.
class HeldOut : public ::testing::Test {
 protected:
  void write(const std::string& file, const std::string& text) const {
    const std::filesystem::path path = std::filesystem::path(folder_.path()) / file;
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path) << text;
  }

  std::vector<ValidationRow> rows() const { return validate_all(Hardware(), folder_.path()); }

  TemporaryFolder folder_;
};

const ValidationRow* row_of(const std::vector<ValidationRow>& rows, std::string_view table,
                            std::string_view rows_of) {
  for (const ValidationRow& row : rows) {
    if (row.table == table && row.rows_of == rows_of) return &row;
  }
  return nullptr;
}

constexpr char kSampleHeader[] =
    "backend,backend_version,model_path,system,precision,mode,isl,osl,batch_size,tp_size,"
    "silicon_ttft_ms,silicon_tpot_ms,pp_size\n";

TEST_F(HeldOut, EveryRowIsComparedOrCounted) {
  const std::vector<std::string> lines = {
      "vllm,0.19.0,meta-llama/Llama-3.1-8B-Instruct,h100_sxm,fp8,agg,1024,128,8,1,100,8,1\n",
      "vllm,0.12.0,Qwen/Qwen3-32B,h100_sxm,,agg,1024,128,8,2,154.2,18.0,1\n",
      "vllm,0.12.0,Qwen/Qwen3-32B,h100_sxm,,agg,1024,128,16,2,200,19.0,1\n",
      "vllm,0.12.0,Qwen/Qwen3-32B,h100_sxm,,agg,1024,128,16,2,200,19.0,2\n",
      "tgi,3.0,Qwen/Qwen3-32B,h100_sxm,,agg,1024,128,8,2,154.2,18.0,1\n",
      "vllm,0.12.0,new/Model-1T,rubin,fp2,agg,1024,128,8,2,154.2,18.0,1\n"};
  std::string text = kSampleHeader;
  for (const std::string& line : lines) text += line;
  write("calibration/silicon_sample.csv", text);
  const std::vector<ValidationRow> there = rows();
  const ValidationRow* known = row_of(there, "TPOT of clients", "vLLM Qwen3-32B, H100");
  const ValidationRow* other =
      row_of(there, "TPOT of clients", "vllm 0.19.0 llama-3.1-8b fp8, h100");
  const ValidationRow* rest = row_of(there, "TPOT of clients", "none of these");
  ASSERT_TRUE(known != nullptr && other != nullptr && rest != nullptr);
  EXPECT_EQ(known->rows, 2);
  EXPECT_TRUE(known->is_fitted);
  EXPECT_EQ(other->rows, 1);
  EXPECT_FALSE(other->is_fitted);
  EXPECT_EQ(rest->rows, 0);
  EXPECT_EQ(rest->excluded_rows(), 3);
  EXPECT_EQ(rest->excluded.size(), 3U);
  ASSERT_NE(row_of(there, "decode GEMM", "no file kernels/gemm_subset.csv"), nullptr);

  text = kSampleHeader;
  for (auto line = lines.rbegin(); line != lines.rend(); ++line) text += *line;
  write("calibration/silicon_sample.csv", text);
  const std::vector<ValidationRow> turned = rows();
  EXPECT_EQ(turned.size(), there.size());
  const ValidationRow* same = row_of(turned, "TPOT of clients", "vLLM Qwen3-32B, H100");
  ASSERT_NE(same, nullptr);
  EXPECT_EQ(same->median, known->median);
  EXPECT_EQ(same->worst_of, known->worst_of);
}

TEST_F(HeldOut, BatchesOfOtherThingsAreCounted) {
  write("validation/llm_inference_bench.csv",
        "Hardware,Num of Hardware,Framework,Model,Input Output Length,Batch Size,Latency\n"
        "Nvidia H100 GPU,1,vLLM,meta-llama/Llama-2-7b-hf,128,16,1.5\n"
        "Nvidia H100 GPU,4,vLLM,meta-llama/Llama-2-7b-hf,128,16,1.0\n"
        "Nvidia Rubin GPU,1,vLLM,meta-llama/Llama-2-7b-hf,128,16,1.5\n"
        "Nvidia L40S GPU,1,vLLM,meta-llama/Llama-2-7b-hf,128,16,3.5\n"
        "Nvidia H100 GPU,1,MLC,meta-llama/Llama-2-7b-hf,128,16,1.5\n");
  const std::vector<ValidationRow> there = rows();
  const ValidationRow* one = row_of(there, "time of a batch", "vLLM, H100");
  const ValidationRow* four = row_of(there, "time of a batch", "vLLM, H100 x 4");
  const ValidationRow* l40s = row_of(there, "time of a batch", "vLLM, L40S");
  const ValidationRow* all = row_of(there, "time of a batch", "all on one GPU");
  const ValidationRow* rest = row_of(there, "time of a batch", "none of these");
  ASSERT_TRUE(one != nullptr && four != nullptr && l40s != nullptr && all != nullptr);
  ASSERT_NE(rest, nullptr);
  EXPECT_TRUE(one->is_fitted);
  EXPECT_FALSE(four->is_fitted);
  EXPECT_FALSE(l40s->is_fitted);
  EXPECT_EQ(all->rows, 1);
  EXPECT_EQ(rest->excluded_rows(), 2);
}

TEST_F(HeldOut, AnEmptyFolderOrNoneIsAnError) {
  EXPECT_THROW(rows(), InputError);
  EXPECT_THROW(validate_all(Hardware(), folder_.path() + "/nowhere"), InputError);
}

TEST_F(HeldOut, ABrokenRowIsNamedWithItsPlace) {
  for (const char* broken : {"vllm,0.12.0,Qwen/Qwen3-32B,h100_sxm,,agg,x,128,8,2,154.2,18.0,1\n",
                             "vllm,0.12.0,Qwen/Qwen3-32B,h100_sxm,,agg,1024,128,8,2,nan,18.0,1\n",
                             "vllm,0.12.0,Qwen/Qwen3-32B,h100_sxm\n"}) {
    write("calibration/silicon_sample.csv", std::string(kSampleHeader) + broken);
    try {
      rows();
      ADD_FAILURE() << broken;
    } catch (const InputError& error) {
      EXPECT_THAT(error.what(), HasSubstr("silicon_sample.csv:2:")) << broken;
    }
  }
}

/// What a table must be within; from both sides, so that a change for the better is noticed, too.
struct Expected {
  const char* table;
  const char* rows_of;
  int64_t rows;
  int64_t excluded;
  double median_first;
  double median_last;
  double p95_last;
};

constexpr Expected kExpected[] = {
    {"TPOT of clients", "vLLM Qwen3-32B, H100", 86, 4, 0.005, 0.02, 0.06},
    {"TPOT of clients", "vLLM Llama-3.1-70B fp8, H100 and H200", 98, 7, 0.015, 0.05, 0.14},
    {"TPOT of clients", "vLLM Llama-3.1-70B fp8, B200 from its datasheet", 59, 1, 0.03, 0.09, 0.18},
    {"TPOT of clients", "vLLM Qwen3-235B-A22B fp8, H200", 31, 14, 0.03, 0.10, 0.35},
    {"TPOT of clients", "TensorRT-LLM Llama-3.1-70B fp8, H200", 64, 8, 0.005, 0.06, 0.18},
    {"TTFT of clients", "vLLM Qwen3-32B, H100", 86, 4, 0.2, 0.38, 0.58},
    {"TTFT of clients", "vLLM Llama-3.1-70B fp8, H100 and H200", 98, 7, 0.04, 0.08, 0.35},
    {"TTFT of clients", "vLLM Llama-3.1-70B fp8, B200 from its datasheet", 59, 1, 0.2, 0.40, 0.76},
    {"TTFT of clients", "TensorRT-LLM Llama-3.1-70B fp8, H200", 64, 8, 0.15, 0.28, 0.73},
    {"time of a batch", "all on one GPU", 374, 199, 0.01, 0.04, 0.12},
    {"token at batch 1", "gpt-fast, A100 80 GB", 30, 0, 0.01, 0.05, 0.12},
    {"RTX 4090 run", "mean TPOT of 300 requests", 1, 0, 0.001, 0.03, 0.03},
    {"RTX 4090 run", "mean TTFT of 300 requests", 1, 0, 0.001, 0.03, 0.03},
    {"RTX 4090 run", "makespan of 300 requests", 1, 0, 0.001, 0.03, 0.03},
    {"KV cache blocks", "vLLM's own counts", 7, 0, 0.001, 0.01, 0.015},
    {"RTX 4090 kernels of a step", "decodes", 0, 0, 0.005, 0.04, 0.15},
};

const std::vector<ValidationRow>& all_rows() {
  static const std::vector<ValidationRow> rows = validate_all(Hardware(), kData);
  return rows;
}

const ValidationRow* find_row(std::string_view table, std::string_view rows_of) {
  return row_of(all_rows(), table, rows_of);
}

void expect_every_table_as_close_as_promised() {
  for (const Expected& expected : kExpected) {
    const ValidationRow* row = find_row(expected.table, expected.rows_of);
    ASSERT_NE(row, nullptr) << expected.table << ": " << expected.rows_of;
    const std::string name = row->table + ", " + row->rows_of;
    if (expected.rows > 0) {
      EXPECT_EQ(row->rows, expected.rows) << name;
      EXPECT_EQ(row->excluded_rows(), expected.excluded) << name;
    }
    EXPECT_GE(row->median, expected.median_first) << name;
    EXPECT_LE(row->median, expected.median_last) << name;
    EXPECT_LE(row->p95, expected.p95_last) << name;
  }
  for (const ValidationRow& row : all_rows()) {
    if (row.table == "decode GEMM") {
      EXPECT_LT(row.median, 0.07) << row.rows_of;
    } else if (row.table == "decode attention") {
      EXPECT_LT(row.median, 0.15) << row.rows_of;
    }
  }
}

void expect_rows_not_compared_to_be_counted() {
  for (const auto& [rows_of, count] :
       {std::pair{"vLLM Qwen3-32B fp8, H100", 3}, {"vLLM Llama-3.1-8B fp8, H200", 21}}) {
    const ValidationRow* row = find_row("TPOT of clients", rows_of);
    ASSERT_NE(row, nullptr) << rows_of;
    EXPECT_EQ(row->rows, 0) << rows_of;
    EXPECT_EQ(row->excluded_rows(), count) << rows_of;
    EXPECT_EQ(find_row("TTFT of clients", rows_of), nullptr) << "once is enough";
  }
}

void expect_ttft_fitted_where_tpot_is() {
  int64_t fitted = 0;
  for (const ValidationRow& row : all_rows()) {
    if (row.table != "TTFT of clients") continue;
    EXPECT_EQ(row.is_fitted, find_row("TPOT of clients", row.rows_of)->is_fitted) << row.rows_of;
    fitted += row.is_fitted ? 1 : 0;
  }
  EXPECT_EQ(fitted, 6) << "Qwen3-32B and 235B, TensorRT-LLM, three of SGLang";
}

Deployment deployment(const char* engine, const char* gpu, const char* model = "llama-3.1-8b") {
  const Hardware hardware;
  return {find_model(model), hardware.gpu(gpu), hardware.engine(engine, gpu), 1, {}};
}

/// The row of validate_all() that expected_error() repeats.
struct RepeatedRow {
  const char* engine;
  const char* gpu;
  const char* table;
  const char* rows_of;
  const char* model = "llama-3.1-8b";
};

constexpr RepeatedRow kRepeated[] = {
    {"vllm-0.12", "h100", "TPOT of clients", "vLLM Llama-3.1-70B fp8, H100"},
    {"vllm-0.12", "h200", "TPOT of clients", "vLLM Llama-3.1-70B fp8, H200"},
    {"vllm-0.12", "b200", "TPOT of clients", "vLLM Llama-3.1-70B fp8, B200 from its datasheet"},
    {"trtllm-1.0", "h200", "TPOT of clients", "TensorRT-LLM Llama-3.1-70B fp8, H200"},
    {"trtllm-1.0", "h100", "TPOT of clients", "trtllm 1.0.0rc3 qwen3-32b fp8, h100"},
    {"trtllm-1.0", "b200", "TPOT of clients", "trtllm llama-3.1-70b fp8, b200"},
    {"vllm-0.12", "h200", "TPOT of clients", "vLLM Qwen3-235B-A22B fp8, H200", "qwen3-235b-a22b"},
    {"vllm-2024", "a100-40", "time of a batch", "vLLM, A100 40 GB"},
    {"vllm-2024", "h100", "time of a batch", "vLLM, H100"},
    {"vllm-2024", "gh200", "time of a batch", "vLLM, GH200"},
    {"trtllm-2024", "a100-40", "time of a batch", "TensorRT-LLM, A100 40 GB"},
    {"trtllm-2024", "h100", "time of a batch", "TensorRT-LLM, H100"},
    {"trtllm-2024", "gh200", "time of a batch", "TensorRT-LLM, GH200"},
    {"gpt-fast", "a100-80", "token at batch 1", "gpt-fast, A100 80 GB"},
    {"vllm-0.19", "rtx-4090", "RTX 4090 kernels of a step", "decodes"},
};

void expect_what_the_tables_say() {
  for (const RepeatedRow& repeated : kRepeated) {
    const auto expected = expected_error(deployment(repeated.engine, repeated.gpu, repeated.model));
    const ValidationRow* row = find_row(repeated.table, repeated.rows_of);
    ASSERT_TRUE(expected && row != nullptr) << repeated.engine << ' ' << repeated.gpu;
    EXPECT_NEAR(expected->tpot_median, row->median, 0.0006) << row->rows_of;
    EXPECT_NEAR(expected->tpot_p95, row->p95, 0.0006) << row->rows_of;
    const ValidationRow* ttft = find_row("TTFT of clients", repeated.rows_of);
    ASSERT_EQ(expected->ttft_p95.has_value(), ttft != nullptr) << row->rows_of;
    if (ttft != nullptr) {
      EXPECT_NEAR(*expected->ttft_p95, ttft->p95, 0.0006) << row->rows_of;
    }
    EXPECT_EQ(expected->of.find("fitted") != std::string::npos, row->is_fitted) << row->rows_of;
  }
}

// One test: each is a process of its own, and the tables take longest of all.
TEST(Validation, TheTablesOfTheMeasurements) {
  if (!std::filesystem::exists(kData)) GTEST_SKIP() << "no ../shared/data";
  expect_every_table_as_close_as_promised();
  expect_rows_not_compared_to_be_counted();
  expect_ttft_fitted_where_tpot_is();
  expect_what_the_tables_say();
}

TEST(Validation, AnotherGpuIsAsFarOffAsOneFromItsDatasheet) {
  const auto expected = expected_error(deployment("vllm-0.12", "l40s"));
  ASSERT_TRUE(expected);
  EXPECT_THAT(expected->of, HasSubstr("on B200 from its datasheet alone"));
}

TEST(Validation, NothingIsExpectedWhereNothingWasMeasured) {
  EXPECT_FALSE(expected_error(deployment("vllm-0.19", "h100")));
  EXPECT_FALSE(expected_error(deployment("sglang-0.5", "h100")));
  EXPECT_FALSE(expected_error(deployment("trtllm-1.0", "h200", "mixtral-8x7b")))
      << "dense models say nothing of experts";
}

}  // namespace
}  // namespace kitchen::real
