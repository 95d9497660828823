#include "sim/hash.h"

#include <cstdint>
#include <string>

#include <gtest/gtest.h>

namespace kitchen::sim {
namespace {

/// FNV-1a 64 over bytes, as published (www.isthe.com/chongo/tech/comp/fnv).
uint64_t published_fnv1a64(const std::string& bytes) {
  uint64_t hash = 14695981039346656037U;
  for (char byte : bytes) {
    hash ^= static_cast<unsigned char>(byte);
    hash *= 1099511628211U;
  }
  return hash;
}

std::string eight_bytes(int64_t value) {
  std::string bytes;
  for (int i = 0; i < 8; ++i) bytes.push_back(static_cast<char>(value >> (8 * i)));
  return bytes;
}

TEST(Fnv1a64, ThePublishedHashGivesItsKnownAnswers) {
  EXPECT_EQ(published_fnv1a64(""), 0xcbf29ce484222325U);
  EXPECT_EQ(published_fnv1a64("a"), 0xaf63dc4c8601ec8cU);
  EXPECT_EQ(published_fnv1a64("foobar"), 0x85944171f73967e8U);
}

TEST(Fnv1a64, OfNothingIsTheOffsetBasis) { EXPECT_EQ(Fnv1a64().value(), 0xcbf29ce484222325U); }

TEST(Fnv1a64, TakesIntegersAsEightLittleEndianBytes) {
  std::string bytes;
  Fnv1a64 hash;
  for (int64_t value : {int64_t{0}, int64_t{1}, int64_t{-1}, int64_t{0x0123456789abcdef}, INT64_MAX,
                        INT64_MIN, int64_t{255}, int64_t{256}}) {
    bytes += eight_bytes(value);
    hash.add(value);
    EXPECT_EQ(hash.value(), published_fnv1a64(bytes)) << value;
  }
}

}  // namespace
}  // namespace kitchen::sim
