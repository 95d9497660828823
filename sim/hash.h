#pragma once

#include <cstdint>

namespace kitchen::sim {

/// FNV-1a, 64 bit, over integers as eight little-endian bytes each. Values are fed one by one in
/// declared order, never raw memory: padding and `sizeof` differ between targets.
class Fnv1a64 {
 public:
  constexpr void add(int64_t value) {
    uint64_t rest = static_cast<uint64_t>(value);
    for (int byte = 0; byte < 8; ++byte) {
      hash_ = (hash_ ^ (rest & 0xff)) * kPrime;
      rest >>= 8;
    }
  }

  constexpr uint64_t value() const { return hash_; }

 private:
  static constexpr uint64_t kPrime = 0x100000001b3;
  uint64_t hash_ = 0xcbf29ce484222325;
};

}  // namespace kitchen::sim
