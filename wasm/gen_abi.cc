// Prints web/src/engine/abi.gen.ts, the page's side of the seam. Run by `./dev wasm`; a test
// compares the file in the tree with what this prints.

#include <cstdio>
#include <string>
#include <string_view>

#include "game/daily.h"
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
           constant("TEXT_TABLE", table_count_) +
           constant("TEXT_BYTES_MAX", kitchen::wasm::kTextBytesMax) +
           constant("ABI_VERSION", kitchen::wasm::kAbiVersion) +
           constant("LAYOUT_HASH", kitchen::wasm::layout_hash()) +
           constant("DAILY_FIRST", kitchen::game::kDailyFirst) +
           constant("DAILY_LAST", kitchen::game::kDailyLast) +
           constant("DAILY_FIRST_UTC_MS", kitchen::game::kDailyFirstUtcMs) +
           constant("MS_PER_DAY", kitchen::game::kMsPerDay);
  }

 private:
  static std::string constant(std::string_view name, int64_t value) {
    return "export const " + std::string(name) + " = " + std::to_string(value) + ";\n";
  }
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
