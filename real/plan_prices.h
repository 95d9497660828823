#pragma once

#include <map>
#include <string>
#include <string_view>

namespace kitchen::real {

class Hardware;

struct GpuPrice {
  double per_hour = 0;  ///< of one GPU
  std::string source;   ///< where it is from, with the day
};

/// By the GPU's name.
using GpuPrices = std::map<std::string, GpuPrice>;

inline constexpr double kGpuPriceMin = 1e-6;
inline constexpr double kGpuPriceMax = 1e6;

/// The bundled prices: US dollars.
GpuPrices default_prices();

/// Reads a file of prices. Throws InputError with file, line and column.
GpuPrices read_prices(std::string_view toml, const std::string& file);

/// Reads "h100=2.5" into the prices. Throws InputError, also where there is no such GPU.
void read_price_option(std::string_view text, const Hardware& hardware, GpuPrices& prices);

}  // namespace kitchen::real
