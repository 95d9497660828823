#include "game/lever.h"

namespace kitchen::game {

LeverRange lever_range(Lever lever) {
  switch (lever) {
    case Lever::slots:
      return {1, kStovesMax, 1};
    case Lever::batching:
    case Lever::kv_cache:
      return {0, 1, 1};
    case Lever::weight_bits:
      return {8, 16, 8};
  }
  return {};
}

int32_t lever_value(const sim::Settings& settings, Lever lever) {
  switch (lever) {
    case Lever::slots:
      return settings.slots;
    case Lever::batching:
      return static_cast<int32_t>(settings.batching);
    case Lever::kv_cache:
      return settings.kv_cache ? 1 : 0;
    case Lever::weight_bits:
      return settings.weight_bits;
  }
  return 0;
}

void set_lever(sim::Settings& settings, Lever lever, int32_t value) {
  switch (lever) {
    case Lever::slots:
      settings.slots = value;
      break;
    case Lever::batching:
      settings.batching = static_cast<sim::Batching>(value);
      break;
    case Lever::kv_cache:
      settings.kv_cache = value != 0;
      break;
    case Lever::weight_bits:
      settings.weight_bits = value;
      break;
  }
}

}  // namespace kitchen::game
