#pragma once

#include <cstdint>

#include "sim/serving.h"

namespace kitchen::sim {

/// One engine on its GPUs.
class Replica {
 public:
  const ServingCounts& counts() const { return counts_; }

 private:
  ServingCounts counts_;
};

}  // namespace kitchen::sim
