#include "sim/fifo.h"

#include <gtest/gtest.h>

namespace kitchen::sim {
namespace {

TEST(Fifo, GivesBackInOrderAcrossChunks) {
  Fifo<int64_t> fifo;
  int64_t in = 0;
  int64_t out = 0;
  for (int32_t round = 0; round < 40; ++round) {
    for (int32_t i = 0; i < 1'500; ++i) fifo.push(in++);
    ASSERT_EQ(fifo[0], out);
    ASSERT_EQ(fifo[fifo.size() - 1], in - 1);
    for (int32_t i = 0; i < 1'200; ++i) ASSERT_EQ(fifo.pop(), out++);
  }
  while (!fifo.empty()) ASSERT_EQ(fifo.pop(), out++);
  EXPECT_EQ(out, in);
}

}  // namespace
}  // namespace kitchen::sim
