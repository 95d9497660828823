#include "real/plan_prices.h"

#include <algorithm>

#include "real/data.h"
#include "real/hardware_file.h"
#include "real/number_text.h"
#include "real/text.h"
#include "real/toml_text.h"

namespace kitchen::real {
namespace {

// A NaN is in no range.
bool is_price(double value) { return value >= kGpuPriceMin && value <= kGpuPriceMax; }

std::string price_range() {
  return "a number from " + number_text(kGpuPriceMin) + " to " + number_text(kGpuPriceMax);
}

template <typename Value>
Value needed_field(const toml::table& table, std::string_view key, const std::string& file) {
  const toml::node* node = table.get(key);
  const auto value = node == nullptr ? std::nullopt : node->value<Value>();
  if (value) return *value;
  const toml::source_region& source = node == nullptr ? table.source() : node->source();
  throw InputError(place_of(source, file), "a price needs " + std::string(key));
}

}  // namespace

GpuPrices read_prices(std::string_view toml, const std::string& file) {
  const toml::table root = parse_toml(toml, file);
  const toml::table* prices = root["price"].as_table();
  if (prices == nullptr) throw InputError(Place{file, 1, 1}, "there is no table [price.NAME]");
  GpuPrices result;
  for (const auto& [name, node] : *prices) {
    const toml::table* table = node.as_table();
    if (table == nullptr) {
      throw InputError(place_of(node.source(), file), "a price must be a table [price.NAME]");
    }
    const auto per_hour = needed_field<double>(*table, "usd_per_hour", file);
    if (!is_price(per_hour)) {
      throw InputError(place_of(table->source(), file), "usd_per_hour must be " + price_range());
    }
    const auto source = needed_field<std::string>(*table, "source", file);
    const auto read = needed_field<std::string>(*table, "read", file);
    result[std::string(name.str())] = {per_hour, source + ", read " + read};
  }
  return result;
}

GpuPrices default_prices() { return read_prices(kPricesToml, "prices.toml"); }

void read_price_option(std::string_view text, const Hardware& hardware, GpuPrices& prices) {
  const uint64_t equals = text.find('=');
  double value = 0;
  const bool is_pair = equals != std::string_view::npos && equals > 0;
  if (!is_pair || !read_number(text.substr(equals + 1), value) || !is_price(value)) {
    throw InputError("--price " + shown(text) + ": it must be GPU=PRICE, the price " +
                     price_range());
  }
  const std::string gpu(text.substr(0, equals));
  const std::vector<std::string> known = hardware.gpu_names();
  if (std::ranges::find(known, gpu) == known.end()) {
    throw InputError("--price " + shown(text) + ": there is no GPU " + shown(gpu) +
                     did_you_mean(gpu, known));
  }
  prices[gpu] = {value, "given"};
}

}  // namespace kitchen::real
