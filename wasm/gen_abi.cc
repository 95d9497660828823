// Prints web/src/engine/abi.gen.ts, the page's side of the seam. Run by `./dev wasm`; a test
// compares the file in the tree with what this prints.

#include <cstdio>
#include <string>
#include <string_view>

#include "wasm/layout.h"

namespace {

class TypeScript {
 public:
  void struct_begin(std::string_view name) { begin(name); }
  void field(std::string_view name, int32_t offset) { entry(name, offset / 4); }
  void struct_end(int32_t) { end(); }
  void enum_begin(std::string_view name) { begin(name); }
  void value(std::string_view name, int32_t number) { entry(name, number); }
  void enum_end() { end(); }

  void table(std::string_view name, std::string_view row, int32_t rows) {
    tables_ += "  " + std::string(name) + ": { index: " + std::to_string(table_count_++) +
               ", fields: " + std::string(row) + ", rows: " + std::to_string(rows) + " },\n";
  }

  std::string text() const {
    return "// Made by wasm/gen_abi.cc from wasm/abi_fields.def; `./dev wasm` writes it anew.\n\n" +
           text_ + "export const tables = {\n" + tables_ + "} as const;\n\n" +
           "export const TEXT_TABLE = " + std::to_string(table_count_) + ";\n" +
           "export const TEXT_BYTES_MAX = " + std::to_string(kitchen::wasm::kTextBytesMax) + ";\n" +
           "export const ABI_VERSION = " + std::to_string(kitchen::wasm::kAbiVersion) + ";\n" +
           "export const LAYOUT_HASH = " + std::to_string(kitchen::wasm::layout_hash()) + ";\n";
  }

 private:
  void begin(std::string_view name) { text_ += "export const " + std::string(name) + " = {\n"; }
  void entry(std::string_view name, int32_t number) {
    text_ += "  " + std::string(name) + ": " + std::to_string(number) + ",\n";
  }
  void end() { text_ += "} as const;\n\n"; }

  std::string text_;
  std::string tables_;
  int32_t table_count_ = 0;
};

}  // namespace

int main() {
  TypeScript type_script;
  kitchen::wasm::visit_layout(type_script);
  const std::string text = type_script.text();
  return std::fwrite(text.data(), 1, text.size(), stdout) == text.size() ? 0 : 1;
}
