#include "real/validation.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "real/input_error.h"

namespace kitchen::real {
namespace {

using ::testing::HasSubstr;

const std::string kKernels = std::string(KITCHEN_MEASUREMENTS) + "/kernels";

TEST(Errors, AreSummedUp) {
  ValidationRow row;
  fill_errors(row, {0.01, -0.02, 0.03, -0.5});
  EXPECT_EQ(row.rows, 4);
  EXPECT_DOUBLE_EQ(row.median, 0.02);
  EXPECT_DOUBLE_EQ(row.p95, 0.5);
  EXPECT_DOUBLE_EQ(row.worst, -0.5);
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
  ValidationFile() : path_(::testing::TempDir() + "validation_test.csv") {}
  ~ValidationFile() override { std::filesystem::remove(path_); }

  std::string path_;
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
    EXPECT_EQ(row.excluded, is_measured ? 2 : 0) << row.rows_of;
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

TEST(Validation, DecodeGemmOfEveryGpu) {
  if (!std::filesystem::exists(kKernels)) GTEST_SKIP() << "no ../shared/data/kernels";
  for (const ValidationRow& row : validate_gemm(Hardware(), kKernels + "/gemm_subset.csv")) {
    EXPECT_GT(row.rows, 100) << row.rows_of;
    EXPECT_LT(row.median, 0.07) << row.rows_of;
  }
}

TEST(Validation, DecodeAttentionOfEveryGpu) {
  if (!std::filesystem::exists(kKernels)) GTEST_SKIP() << "no ../shared/data/kernels";
  for (const ValidationRow& row :
       validate_attention(Hardware(), kKernels + "/decode_attention_subset.csv")) {
    EXPECT_GT(row.rows, 80) << row.rows_of;
    EXPECT_LT(row.median, 0.15) << row.rows_of;
  }
}

}  // namespace
}  // namespace kitchen::real
