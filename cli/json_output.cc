#include "cli/json_output.h"

#include <cmath>

#include "cli/levers.h"
#include "cli/version.h"
#include "game/rules_version.h"

namespace kitchen::cli {

Json new_output() {
  return {{"program_version", kProgramVersion}, {"rules_version", game::kRulesVersion}};
}

std::string to_text(const Json& json) { return json.dump(2) + "\n"; }

double rounded(double value, int decimals) {
  const double scale = std::pow(10.0, decimals);
  return std::round(value * scale) / scale;
}

Json lever_value_json(game::Lever lever, int32_t value) {
  return lever_takes_words(lever) ? Json(lever_value_text(lever, value)) : Json(value);
}

}  // namespace kitchen::cli
