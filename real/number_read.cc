// Apart from number_text.cc, since the C++ library of the wasm build can't read a double.
#include <charconv>
#include <system_error>

#include "real/number_text.h"

namespace kitchen::real {

bool read_number(std::string_view text, double& value) {
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  return error == std::errc() && stop == end;
}

}  // namespace kitchen::real
