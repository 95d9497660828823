#include "real/hardware_file.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>

#include "real/data.h"
#include "real/input_error.h"
#include "real/input_file.h"
#include "real/number_text.h"
#include "real/text.h"
#include "real/toml_text.h"

namespace kitchen::real {
namespace {

constexpr int64_t kFileBytesMax = 4 << 20;
constexpr double kMib = 1024 * 1024;
constexpr double kTera = 1e12;
constexpr double kGiga = 1e9;
constexpr double kMicro = 1e-6;

/// A number that a field may be, in the unit of the file.
struct Range {
  double first;
  double last;
};

/// One table of a file. Each key is taken by name; what is left at the end is not known.
class TableReader {
 public:
  TableReader(const toml::table& table, std::string file, std::string what)
      : table_(table), file_(std::move(file)), what_(std::move(what)) {}

  const toml::node* find(std::string_view key) {
    if (std::ranges::find(known_, key) == known_.end()) known_.emplace_back(key);
    return table_.get(key);
  }

  const toml::node& need(std::string_view key) {
    const toml::node* node = find(key);
    if (node == nullptr) fail(table_, what_ + " has no " + std::string(key));
    return *node;
  }

  std::string text(std::string_view key) { return text_of(need(key), key); }

  std::string text_of(const toml::node& node, std::string_view key) const {
    const auto value = node.value_exact<std::string>();
    if (!value) fail(node, std::string(key) + " must be a text");
    return *value;
  }

  /// `unit`: what one in the file is in the program's own unit.
  Quantity quantity(std::string_view key, Range range, double unit = 1) {
    const Sourced sourced = sourced_value(key);
    return {number_of(*sourced.value, key, range) * unit, sourced.source};
  }

  int64_t whole(std::string_view key, Range range) {
    const toml::node& node = *sourced_value(key).value;
    const double value = number_of(node, key, range);
    if (value != std::floor(value)) fail(node, std::string(key) + " must be a whole number");
    return static_cast<int64_t>(value);
  }

  bool flag(std::string_view key) {
    const toml::node& node = *sourced_value(key).value;
    const auto value = node.value_exact<bool>();
    if (!value) fail(node, std::string(key) + " must be true or false");
    return *value;
  }

  std::vector<double> numbers(std::string_view key, Range range, double unit = 1) {
    const toml::node& node = need(key);
    const toml::array* array = node.as_array();
    if (array == nullptr) fail(node, std::string(key) + " must be a list of numbers");
    std::vector<double> values;
    for (const toml::node& item : *array) values.push_back(number_of(item, key, range) * unit);
    return values;
  }

  const toml::table& table_of(const toml::node& node, std::string_view key) const {
    const toml::table* table = node.as_table();
    if (table == nullptr) fail(node, std::string(key) + " must be a table");
    return *table;
  }

  void finish() const {
    for (const auto& [key, node] : table_) {
      if (std::ranges::find(known_, key.str()) != known_.end()) continue;
      throw InputError(place_of(key.source(), file_), what_ + " has no field " + shown(key.str()) +
                                                          did_you_mean(key.str(), known_) +
                                                          "; its fields are " + join(known_));
    }
  }

  [[noreturn]] void fail(const toml::node& node, const std::string& message) const {
    throw InputError(place_of(node.source(), file_), message);
  }

 private:
  struct Sourced {
    const toml::node* value = nullptr;
    std::string source;
  };

  /// A value that stands alone, whose source is then its own place, or as { value, source }.
  Sourced sourced_value(std::string_view key) {
    const toml::node& node = need(key);
    const toml::table* table = node.as_table();
    if (table == nullptr) {
      const toml::source_position& at = node.source().begin;
      return {&node, (file_.empty() ? "" : file_ + ":") + std::to_string(at.line)};
    }
    TableReader reader(*table, file_, std::string(key));
    const toml::node& value = reader.need("value");
    std::string source = reader.text("source");
    reader.finish();
    return {&value, std::move(source)};
  }

  double number_of(const toml::node& node, std::string_view key, Range range) const {
    const auto value = node.value<double>();
    const bool is_number = node.is_number() && value;
    // A NaN is in no range.
    if (!is_number || !(*value >= range.first && *value <= range.last)) {
      fail(node, std::string(key) + " must be a number from " + number_text(range.first) + " to " +
                     number_text(range.last));
    }
    return *value;
  }

  const toml::table& table_;
  std::string file_;
  std::string what_;
  std::vector<std::string> known_;
};

std::string unknown(std::string_view what, std::string_view name,
                    const std::vector<std::string>& names) {
  return "there is no " + std::string(what) + " " + shown(name) + did_you_mean(name, names) +
         "; known are " + join(names);
}

AllReduce read_all_reduce(const toml::node& node, TableReader& gpu, const std::string& file) {
  TableReader reader(gpu.table_of(node, "all_reduce"), file, "all_reduce");
  AllReduce table;
  table.gpus = reader.whole("gpus", {2, 1024});
  table.elements = reader.numbers("elements", {1, 1e12});
  table.seconds = reader.numbers("us", {0.001, 1e9}, kMicro);
  reader.finish();
  if (table.elements.size() < 2 || table.elements.size() != table.seconds.size()) {
    reader.fail(node, "all_reduce needs as many us as elements, two at least; it has " +
                          std::to_string(table.elements.size()) + " elements and " +
                          std::to_string(table.seconds.size()) + " us");
  }
  if (std::ranges::adjacent_find(table.elements, std::greater_equal<>()) != table.elements.end()) {
    reader.fail(node, "the elements of all_reduce must rise");
  }
  if (std::ranges::adjacent_find(table.seconds, std::greater<>()) != table.seconds.end()) {
    reader.fail(node,
                "the us of all_reduce must not fall: leave out a size that takes longer than a "
                "larger one");
  }
  return table;
}

}  // namespace

class HardwareReader {
 public:
  HardwareReader(Hardware& hardware, const std::string& file) : hardware_(hardware), file_(file) {}

  void read(std::string_view text) {
    const toml::table root = parse_toml(text, file_);
    TableReader reader(root, file_, "a hardware file");
    const toml::node* gpus = reader.find("gpu");
    const toml::node* engines = reader.find("engine");
    reader.finish();
    if (gpus == nullptr && engines == nullptr) {
      throw InputError(Place{file_, 1, 1},
                       "expected [gpu.NAME] or [engine.NAME]; there is neither");
    }
    each(reader, gpus, "gpu",
         [this](const std::string& name, const toml::table& table) { read_gpu(name, table); });
    each(reader, engines, "engine",
         [this](const std::string& name, const toml::table& table) { read_engine(name, table); });
    take_borrowed();
  }

 private:
  struct Borrowed {
    std::string gpu;
    std::string other;
    Place place;
  };

  template <typename Read>
  static void each(TableReader& reader, const toml::node* node, std::string_view key, Read read) {
    if (node == nullptr) return;
    for (const auto& [name, entry] : reader.table_of(*node, key)) {
      read(std::string(name.str()), reader.table_of(entry, name.str()));
    }
  }

  void read_gpu(const std::string& name, const toml::table& table) {
    TableReader reader(table, file_, "gpu " + name);
    Gpu gpu;
    gpu.name = name;
    gpu.title = reader.text("title");
    gpu.memory_bytes = reader.quantity("memory_mib", {1, 1e8}, kMib);
    gpu.bandwidth_bytes_per_s = reader.quantity("bandwidth_tb_per_s", {0.001, 1000}, kTera);
    gpu.bf16_flop_per_s = reader.quantity("bf16_tflop_per_s", {0.01, 1e6}, kTera);
    gpu.fp8_flop_per_s = reader.quantity("fp8_tflop_per_s", {0, 1e6}, kTera);
    if (reader.find("link_gb_per_s") != nullptr) {
      gpu.link_bytes_per_s = reader.quantity("link_gb_per_s", {0.001, 1e6}, kGiga);
    }
    const toml::node* source = reader.find("all_reduce_source");
    if (source != nullptr) gpu.all_reduce_source = reader.text_of(*source, "all_reduce_source");
    if (const toml::node* list = reader.find("all_reduce")) {
      const toml::array* array = list->as_array();
      if (array == nullptr) reader.fail(*list, "all_reduce must be [[gpu.NAME.all_reduce]] tables");
      for (const toml::node& item : *array) {
        gpu.all_reduce.push_back(read_all_reduce(item, reader, file_));
      }
      if (source == nullptr) gpu.all_reduce_source = place_text(place_of(list->source(), file_));
    }
    const toml::node* same = reader.find("all_reduce_of");
    reader.finish();
    if (same != nullptr) take_all_reduce(gpu, reader, *same);
    hardware_.put(std::move(gpu));
  }

  // Tables are read in the order of their names, so the other one may come later in the file.
  void take_all_reduce(Gpu& gpu, const TableReader& reader, const toml::node& node) {
    const std::string other = reader.text_of(node, "all_reduce_of");
    if (!gpu.all_reduce.empty()) reader.fail(node, "all_reduce_of stands beside all_reduce");
    borrowed_.insert_or_assign(gpu.name, Borrowed{gpu.name, other, place_of(node.source(), file_)});
  }

  void read_engine(const std::string& name, const toml::table& table) {
    TableReader reader(table, file_, "engine " + name);
    Hardware::Preset preset;
    Engine& engine = preset.engine;
    engine.name = name;
    engine.title = reader.text("title");
    if (const toml::node* node = reader.find("based_on")) {
      engine.based_on = read_based_on(*node, reader);
    }
    for (const EngineField& field : engine_fields()) {
      engine.*field.field = reader.quantity(field.key, {field.first, field.last}, field.unit);
    }
    read_expert_efficiency(engine, reader);
    engine.lm_head_sharded = reader.flag("lm_head_sharded");
    engine.block_tokens = reader.whole("block_tokens", {1, 4096});
    engine.requests_max = reader.whole("requests_max", {1, 1 << 20});
    engine.token_budget = reader.whole("token_budget", {1, 1 << 20});
    const toml::node* gpus = reader.find("gpu");
    reader.finish();
    each(reader, gpus, "gpu", [&](const std::string& gpu, const toml::table& fields) {
      const std::vector<std::string> names = hardware_.gpu_names();
      if (std::ranges::find(names, gpu) == names.end())
        reader.fail(fields, unknown("GPU", gpu, names));
      preset.on_gpu[gpu] = replaced(engine, fields, name + " on " + gpu);
    });
    std::erase_if(hardware_.presets_,
                  [&](const Hardware::Preset& old) { return old.engine.name == name; });
    hardware_.presets_.push_back(std::move(preset));
  }

  std::string read_based_on(const toml::node& node, const TableReader& reader) const {
    std::string name = reader.text_of(node, "based_on");
    const std::vector<std::string>& names = hardware_.bundled_engines();
    if (std::ranges::find(names, name) == names.end()) {
      reader.fail(node, "based_on: " + unknown("bundled engine", name, names));
    }
    return name;
  }

  Engine replaced(Engine engine, const toml::table& fields, const std::string& what) const {
    TableReader reader(fields, file_, "engine " + what);
    for (const EngineField& field : engine_fields()) {
      if (reader.find(field.key) == nullptr) continue;
      engine.*field.field = reader.quantity(field.key, {field.first, field.last}, field.unit);
    }
    read_expert_efficiency(engine, reader);
    reader.finish();
    return engine;
  }

  static void read_expert_efficiency(Engine& engine, TableReader& reader) {
    constexpr Range kShare{0.01, 1};
    const auto read = [&](const char* key, Quantity& share) {
      if (reader.find(key) != nullptr) share = reader.quantity(key, kShare);
    };
    read("expert_efficiency", engine.expert_efficiency);
    read("expert_efficiency_fp8", engine.expert_efficiency_fp8);
  }

  // What a message takes longer than the smallest one is what its bytes take on the links; the rest
  // is launching and meeting, which no datasheet tells.
  static void lend_all_reduce(const Gpu& other, Gpu& gpu, const Place& place) {
    if (other.all_reduce.empty()) {
      throw InputError(place, "the all-reduce of " + other.name + " is not known either");
    }
    gpu.all_reduce = other.all_reduce;
    gpu.all_reduce_source = other.all_reduce_source + ", taken from " + other.name;
    const double link = gpu.link_bytes_per_s.value;
    const double other_link = other.link_bytes_per_s.value;
    if (link == other_link || link <= 0 || other_link <= 0) return;
    for (AllReduce& table : gpu.all_reduce) {
      const double least_s = table.seconds.front();
      for (double& seconds : table.seconds) {
        seconds = least_s + (seconds - least_s) * other_link / link;
      }
    }
    gpu.all_reduce_source += "; what grows with the message times " +
                             number_text(other_link / kGiga) + " / " + number_text(link / kGiga) +
                             ", the links";
  }

  void take_borrowed() {
    const std::vector<std::string> names = hardware_.gpu_names();
    for (const auto& [name, borrowed] : borrowed_) {
      if (std::ranges::find(names, borrowed.other) != names.end()) continue;
      throw InputError(borrowed.place, unknown("GPU", borrowed.other, names));
    }
    while (!borrowed_.empty()) take_chain();
  }

  // One that lends may itself borrow: whoever is at the end takes first.
  void take_chain() {
    std::vector<Borrowed> chain = {borrowed_.begin()->second};
    for (auto next = borrowed_.find(chain.back().other); next != borrowed_.end();
         next = borrowed_.find(chain.back().other)) {
      if (chain.size() == borrowed_.size()) {
        throw InputError(chain.back().place, "all_reduce_of leads from " + chain.back().gpu +
                                                 " back to itself; one of those on the way needs "
                                                 "an all_reduce of its own");
      }
      chain.push_back(next->second);
    }
    for (; !chain.empty(); chain.pop_back()) {
      const Borrowed& last = chain.back();
      const Gpu other = hardware_.gpu(last.other);
      const auto gpu = std::ranges::find(hardware_.gpus_, last.gpu, &Gpu::name);
      lend_all_reduce(other, *gpu, last.place);
      borrowed_.erase(last.gpu);
    }
  }

  Hardware& hardware_;
  std::string file_;
  std::map<std::string, Borrowed> borrowed_;  // by the GPU that borrows
};

Hardware::Hardware() {
  add_text(kGpusToml, "gpus.toml");
  add_text(kEnginesToml, "engines.toml");
  bundled_engines_ = engine_names();
}

void Hardware::add_text(std::string_view toml, const std::string& name) {
  HardwareReader(*this, name).read(toml);
}

void Hardware::add_file(const std::string& path) {
  add_text(read_whole(path, kFileBytesMax), path);
}

void Hardware::put(Gpu gpu) {
  std::erase_if(gpus_, [&](const Gpu& old) { return old.name == gpu.name; });
  gpus_.push_back(std::move(gpu));
}

std::vector<std::string> Hardware::gpu_names() const {
  std::vector<std::string> names;
  for (const Gpu& gpu : gpus_) names.push_back(gpu.name);
  return names;
}

std::vector<std::string> Hardware::engine_names() const {
  std::vector<std::string> names;
  for (const Preset& preset : presets_) names.push_back(preset.engine.name);
  return names;
}

const Gpu& Hardware::gpu(std::string_view name) const {
  for (const Gpu& gpu : gpus_) {
    if (gpu.name == name) return gpu;
  }
  throw InputError(unknown("GPU", name, gpu_names()));
}

Engine Hardware::engine(std::string_view name, std::string_view gpu) const {
  for (const Preset& preset : presets_) {
    if (preset.engine.name != name) continue;
    const auto found = preset.on_gpu.find(gpu);
    return found == preset.on_gpu.end() ? preset.engine : found->second;
  }
  throw InputError(unknown("engine", name, engine_names()));
}

}  // namespace kitchen::real
