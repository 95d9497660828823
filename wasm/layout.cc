#include "wasm/layout.h"

#include <string_view>

namespace kitchen::wasm {
namespace {

/// FNV-1a, 32 bit: it crosses to the page as one number.
class LayoutHash {
 public:
  constexpr void struct_begin(std::string_view name) { add("struct", name, 0); }
  constexpr void field(std::string_view name, int32_t offset) { add("field", name, offset); }
  constexpr void struct_end(int32_t size) { add("size", "", size); }
  constexpr void table(std::string_view name, std::string_view row, int32_t rows) {
    add("table", name, rows);
    add("of", row, 0);
  }
  constexpr void enum_begin(std::string_view name) { add("enum", name, 0); }
  constexpr void value(std::string_view name, int32_t number) { add("value", name, number); }
  constexpr void enum_end() { add("end", "", 0); }

  constexpr uint32_t hash() const { return hash_; }

 private:
  constexpr void add(std::string_view kind, std::string_view name, int32_t number) {
    for (const std::string_view text : {kind, name}) {
      for (const char c : text) {
        add_byte(static_cast<uint8_t>(c));
      }
      add_byte(0);
    }
    for (int shift = 0; shift < 32; shift += 8) {
      add_byte(static_cast<uint8_t>(static_cast<uint32_t>(number) >> shift));
    }
  }

  constexpr void add_byte(uint8_t byte) { hash_ = (hash_ ^ byte) * 0x01000193; }

  uint32_t hash_ = 0x811c9dc5;
};

constexpr uint32_t compute() {
  LayoutHash hash;
  visit_layout(hash);
  return hash.hash();
}

}  // namespace

uint32_t layout_hash() {
  constexpr uint32_t kHash = compute();
  return kHash;
}

}  // namespace kitchen::wasm
