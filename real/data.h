#pragma once

#include <string_view>

namespace kitchen::real {

/// The data files beside the sources, as they were when the program was built.
extern const std::string_view kGpusToml;
extern const std::string_view kEnginesToml;
extern const std::string_view kModelsJson;
extern const std::string_view kPricesToml;

}  // namespace kitchen::real
