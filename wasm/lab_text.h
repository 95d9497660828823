#pragma once

#include <cstdint>
#include <iosfwd>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "wasm/lab.h"

namespace kitchen::wasm {

/// A run of the lab as text, one thing a line: `# title`, `set NAME NUMBER` for each setting,
/// `request ARRIVAL_PS PROMPT OUTPUT` for each request (none: they are drawn) and `got NAME NUMBER`
/// for each figure that came of it.
struct LabText {
  std::string title;
  std::vector<std::pair<std::string, double>> settings;
  std::vector<LabRequest> requests;
  std::vector<std::pair<std::string, int64_t>> figures;
};

/// "" where that worked; else the line and what is wrong with it.
std::string read_lab_text(std::istream& in, LabText& text);
void write_lab_text(std::ostream& out, const LabText& text);

/// Sets up, fills the requests, runs, and puts what came of it into `text.figures`. "" where that
/// worked; else what was refused, or the setting that is missing or isn't one.
std::string run_lab_text(LabText& text);

}  // namespace kitchen::wasm
