#include "real/input_error.h"

#include "real/text.h"

namespace kitchen::real {

std::string place_text(const Place& place) {
  std::string text;
  if (!place.file.empty()) text += shown(place.file) + ":";
  if (place.line > 0) text += std::to_string(place.line) + ":";
  if (place.column > 0) text += std::to_string(place.column) + ":";
  return text.empty() ? "" : text + " ";
}

}  // namespace kitchen::real
