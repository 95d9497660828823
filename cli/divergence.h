#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cli/run_log.h"
#include "cli/text.h"

namespace kitchen::cli {

struct NamedLog {
  std::string name;
  std::vector<LogLine> lines;  ///< the header first
};

/// How two logs compare, as text to print.
struct Divergence {
  bool same = false;
  std::string text;
};

/// Finds the first line that differs and shows it field by field, beside the last that agrees.
Divergence explain_divergence(const NamedLog& a, const NamedLog& b, const Style& style);

}  // namespace kitchen::cli
