#pragma once

#include <string>
#include <vector>

#include "cli/text.h"
#include "real/validation.h"

namespace kitchen::cli {

/// The table of errors, for people and for programs.
std::string validation_text(const std::vector<real::ValidationRow>& rows, const Style& style);
std::string validation_json(const std::vector<real::ValidationRow>& rows);

}  // namespace kitchen::cli
