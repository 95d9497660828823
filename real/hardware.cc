#include "real/hardware.h"

namespace kitchen::real {

double all_reduce_s(const AllReduce& table, double elements) {
  if (elements <= table.elements.front()) return table.seconds.front();
  uint64_t next = 1;
  while (next + 1 < table.elements.size() && table.elements[next] < elements) ++next;
  const double width = table.elements[next] - table.elements[next - 1];
  const double slope = (table.seconds[next] - table.seconds[next - 1]) / width;
  return table.seconds[next - 1] + slope * (elements - table.elements[next - 1]);
}

const AllReduce* find_all_reduce(const Gpu& gpu, int64_t gpus) {
  for (const AllReduce& table : gpu.all_reduce) {
    if (table.gpus == gpus) return &table;
  }
  return nullptr;
}

}  // namespace kitchen::real
