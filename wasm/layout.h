#pragma once

#include <cstdint>

#include "wasm/abi.h"

namespace kitchen::wasm {

/// Calls `visitor` once for everything in abi_fields.def, in order:
///   struct_begin(name) · field(name, offset) · struct_end(size) · table(name, struct, rows)
///   enum_begin(name) · value(name, number) · enum_end()
template <typename Visitor>
constexpr void visit_layout(Visitor& visitor) {
#define ABI_STRUCT(Name) visitor.struct_begin(#Name);
#define ABI_FIELD(Name, field_name)                                   \
  static_assert(sizeof(Name::field_name) == 4 && alignof(Name) == 4); \
  static_assert(offsetof(Name, field_name) % 4 == 0);                 \
  visitor.field(#field_name, static_cast<int32_t>(offsetof(Name, field_name)));
#define ABI_END(Name) visitor.struct_end(static_cast<int32_t>(sizeof(Name)));
#define ABI_TABLE(name, Name, rows) visitor.table(#name, #Name, rows);
#define ABI_ENUM(Name, Type) visitor.enum_begin(#Name);
#define ABI_VALUE(Name, Type, value_name) \
  visitor.value(#value_name, static_cast<int32_t>(Type::value_name));
#define ABI_END_ENUM(Name) visitor.enum_end();
#include "wasm/abi_fields.def"
}

}  // namespace kitchen::wasm
