// Files that are damaged at random: whatever comes of it, it is an error that names its place or
// requests that keep the rules, and it comes soon.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

#include "real/calibrate.h"
#include "real/input_error.h"
#include "real/trace.h"
#include "sim/kitchen.h"
#include "sim/prng.h"
#include "tests/temporary_folder.h"

namespace kitchen::real {
namespace {

constexpr int64_t kMutationsPerSample = 120;
constexpr uint64_t kSeed = 20'260'101;

/// What has often been read wrongly.
constexpr std::array<std::string_view, 30> kPieces = {"0",
                                                      "-1",
                                                      "1e999",
                                                      "1e-999",
                                                      "NaN",
                                                      "Infinity",
                                                      "99999999999999999999",
                                                      "1.5",
                                                      "null",
                                                      "true",
                                                      "\"",
                                                      ",",
                                                      ",,",
                                                      "\n",
                                                      "\r\n",
                                                      "\n\n",
                                                      "{",
                                                      "}",
                                                      "[",
                                                      "]",
                                                      ":",
                                                      "\\",
                                                      "\xff",
                                                      "\xef\xbb\xbf",
                                                      "+00:00",
                                                      " ",
                                                      "\t",
                                                      "-9223372036854775808",
                                                      "1000000",
                                                      "{}"};

class Mutator {
 public:
  Mutator(std::string text, uint64_t seed, uint64_t stream)
      : text_(std::move(text)), prng_(seed, stream) {}

  std::string run() {
    const uint64_t times = 1 + below(4);
    for (uint64_t i = 0; i < times; ++i) mutate();
    return text_;
  }

 private:
  uint64_t below(uint64_t end) { return prng_.next() % end; }
  uint64_t place() { return below(text_.size() + 1); }

  void mutate() {
    const uint64_t at = place();
    const uint64_t length = std::min(below(40), text_.size() - at);
    switch (below(8)) {
      case 0:
        text_.resize(at);  // cut off
        break;
      case 1:
        text_.erase(at, length);
        break;
      case 2:
        text_.insert(place(), text_.substr(at, length));
        break;
      case 3:
        if (at < text_.size()) text_[at] = static_cast<char>(prng_.next());
        break;
      case 4:
        if (at < text_.size()) text_[at] = static_cast<char>('0' + below(10));
        break;
      case 5:
        text_.insert(at, text_.substr(0, at).substr(0, 2000));  // again from the beginning
        break;
      default:
        text_.replace(at, length / 4, kPieces[below(kPieces.size())]);
    }
  }

  std::string text_;
  sim::Prng prng_;
};

std::string contents(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// Reads it to its end or to an error that a user can mend. True: to its end.
bool reads(const std::string& path, const TraceOptions& options) {
  try {
    Trace trace(path, options);
    Request request;
    sim::TimePs last_ps = 0;
    int64_t count = 0;
    while (trace.next(request)) {
      EXPECT_GE(request.arrival_ps, last_ps);
      EXPECT_GE(std::min(request.prompt_tokens, request.output_tokens), 1);
      EXPECT_LE(std::max(request.prompt_tokens, request.output_tokens), sim::kTokensMax);
      last_ps = request.arrival_ps;
      ++count;
    }
    EXPECT_GT(count, 0);
    trace.warnings();
    return true;
  } catch (const InputError& error) {
    EXPECT_EQ(std::string_view(error.what()).find('\n'), std::string_view::npos) << error.what();
    return false;
  }
}

bool calibrates(const std::string& path) {
  try {
    EXPECT_FALSE(read_bench_results(path).empty());
    return true;
  } catch (const InputError&) {
    return false;
  }
}

class DamagedTrace : public ::testing::TestWithParam<const char*> {};

TEST_P(DamagedTrace, IsAnErrorOrATrace) {
  const std::string sample = std::string(KITCHEN_TESTDATA) + "/" + GetParam();
  const std::string whole = contents(sample);
  ASSERT_FALSE(whole.empty());
  const TraceFormat format = Trace(sample, {}).format();
  const TemporaryFile file("t");
  int64_t read = 0;
  for (int64_t i = 0; i < kMutationsPerSample; ++i) {
    SCOPED_TRACE(std::string(GetParam()) + ", mutation " + std::to_string(i));
    const auto number = static_cast<uint64_t>(i);
    file.write(Mutator(whole, kSeed, number).run());
    TraceOptions options;
    options.strict = i % 5 == 0;
    options.benchmark = i % 7 == 0 ? 1 : 0;
    options.spread_ps = i % 3 == 0 ? sim::kPsPerSecond : 0;
    // Half of them are read as what they were, whatever their beginning says now.
    if (i % 2 == 0) options.format = format;
    if (reads(file.path(), options)) ++read;
    if (whole.front() == '{') calibrates(file.path());
  }
  EXPECT_LT(read, kMutationsPerSample) << "nothing was damaged";
}

INSTANTIATE_TEST_SUITE_P(Samples, DamagedTrace,
                         ::testing::Values("azure.csv", "azure_2024.csv", "burstgpt.csv",
                                           "burstgpt_sessions.csv", "plain.csv", "mooncake.jsonl",
                                           "vllm.json", "vllm_clients.json", "guidellm_0.2.json",
                                           "guidellm_0.3.json", "guidellm_0.8.json"));

TEST(DamagedGzip, IsAnErrorOrATrace) {
  const std::string plain = contents(std::string(KITCHEN_TESTDATA) + "/plain.csv");
  const TemporaryFile file("t.gz");
  const gzFile zipped = ::gzopen(file.path().c_str(), "wb");
  ::gzwrite(zipped, plain.data(), static_cast<unsigned>(plain.size()));
  ::gzclose(zipped);
  const std::string whole = contents(file.path());
  ASSERT_FALSE(whole.empty());
  int64_t read = 0;
  for (int64_t i = 0; i < kMutationsPerSample; ++i) {
    SCOPED_TRACE("mutation " + std::to_string(i));
    file.write(Mutator(whole, kSeed, static_cast<uint64_t>(i)).run());
    if (reads(file.path(), {})) ++read;
  }
  EXPECT_LT(read, kMutationsPerSample);
}

}  // namespace
}  // namespace kitchen::real
