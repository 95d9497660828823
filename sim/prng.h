#pragma once

#include <cstdint>

namespace kitchen::sim {

/// splitmix64 (Steele, Lea, Flood: "Fast splittable pseudorandom number generators", 2014).
/// One stream per purpose: a feature that draws more numbers never moves another stream.
class Prng {
 public:
  /// `seed` names the crowd, `stream` the purpose of the numbers.
  constexpr Prng(uint64_t seed, uint64_t stream) : state_(mix(seed) ^ mix(~stream)) {}

  /// Uniform over all 2^64 values.
  constexpr uint64_t next() {
    state_ += kGamma;
    return mix(state_);
  }

 private:
  static constexpr uint64_t kGamma = 0x9e3779b97f4a7c15;

  static constexpr uint64_t mix(uint64_t z) {
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }

  uint64_t state_;
};

}  // namespace kitchen::sim
