#include "real/number_type.h"

#include <array>

namespace kitchen::real {
namespace {

struct Row {
  NumberType type;
  std::string_view name;
  double weight_bits;
};

constexpr std::array<Row, 4> kRows = {{
    {NumberType::bf16, "bf16", 16},
    {NumberType::fp8, "fp8", 8},
    {NumberType::int8, "int8", 8},
    {NumberType::int4, "int4", 4.15625},
}};

constexpr double kBitsPerByte = 8;

const Row& row_of(NumberType type) { return kRows[static_cast<uint64_t>(type)]; }

}  // namespace

std::string_view type_name(NumberType type) { return row_of(type).name; }

std::optional<NumberType> find_type(std::string_view name) {
  for (const Row& row : kRows) {
    if (row.name == name) return row.type;
  }
  return std::nullopt;
}

double weight_bytes(NumberType type) { return row_of(type).weight_bits / kBitsPerByte; }

double kv_element_bytes(NumberType type) { return type == NumberType::bf16 ? 2 : 1; }

std::vector<std::string> weight_type_names() { return {"bf16", "fp8", "int8", "int4"}; }
std::vector<std::string> activation_type_names() { return {"bf16", "fp8"}; }
std::vector<std::string> kv_type_names() { return {"bf16", "fp8", "int8"}; }

}  // namespace kitchen::real
