#include <nlohmann/json.hpp>

#include "real/json_text.h"
#include "real/text.h"
#include "real/trace_rows.h"

namespace kitchen::real {
namespace {

using Json = nlohmann::json;

constexpr double kMsPerSecond = 1000;
constexpr double kLatestMs = 1e15;

class MooncakeRows : public TraceRows {
 public:
  explicit MooncakeRows(LineReader& lines) : lines_(lines) {}

  bool next(TraceRow& row) override {
    std::string_view line;
    while (lines_.next(line)) {
      if (line.find_first_not_of(" \t") == std::string_view::npos) continue;
      read(line, row);
      return true;
    }
    return false;
  }

 private:
  void read(std::string_view line, TraceRow& row) const {
    Json json;
    try {
      json = Json::parse(line);
    } catch (const Json::parse_error& error) {
      // Where the line is cut there is nothing at this place to point at.
      const Place place = place_of_byte(line, error.byte, lines_.place(1).file, lines_.line());
      throw InputError(place,
                       (lines_.ends_file() ? "the file ends in the middle of this line? " : "") +
                           ("no JSON: " + json_error_text(error)));
    } catch (const Json::out_of_range& error) {
      fail("no JSON: " + json_error_text(error));  // 1e999
    }
    if (!json.is_object()) fail("expected an object {\"timestamp\": ..., ...}");
    row.line = lines_.line();
    row.arrival = arrival(json);
    row.request.prompt_tokens = tokens(json, "input_length");
    row.request.output_tokens = tokens(json, "output_length");
    row.request.prefix_blocks = blocks(json);
    check_prefix_blocks(row.request, "hash_ids", lines_.place(1));
    check_blocks_whole(row.request);
  }

  /// The format has an id for each block, some who write it leave out a last one that isn't full,
  /// and where prefixes are not told there is none.
  void check_blocks_whole(const Request& request) const {
    const int64_t count = std::ssize(request.prefix_blocks);
    const int64_t full = request.prompt_tokens / kPrefixBlockTokens;
    if (count == 0 || count >= full) return;
    fail(std::to_string(count) + " hash_ids for a prompt of " +
         std::to_string(request.prompt_tokens) + " tokens; expected one for each of its " +
         std::to_string(full) + " blocks of " + std::to_string(kPrefixBlockTokens) +
         " tokens, or an empty list where prefixes aren't told");
  }

  [[noreturn]] void fail(const std::string& message) const {
    throw InputError(lines_.place(1), message);
  }

  const Json& member(const Json& json, const char* key) const {
    const auto found = json.find(key);
    if (found == json.end()) fail(std::string("this line has no ") + key);
    return *found;
  }

  Moment arrival(const Json& json) const {
    const Json& value = member(json, "timestamp");
    const double ms = value.is_number() ? value.get<double>() : -1;
    if (!(ms >= 0 && ms < kLatestMs)) {
      fail("timestamp is " + shown(value.dump()) + "; expected milliseconds, 0 or more");
    }
    if (!value.is_number_integer()) return moment_of_seconds(ms / kMsPerSecond);
    const int64_t whole = value.get<int64_t>();
    return {whole / 1000, whole % 1000 * sim::kPsPerMs};
  }

  int64_t tokens(const Json& json, const char* key) const {
    const Json& value = member(json, key);
    const bool fits = value.is_number_integer() && value >= INT32_MIN && value <= INT32_MAX;
    if (!fits) fail_tokens(value.dump(), key, lines_.place(1));
    check_tokens(value.get<int64_t>(), key, lines_.place(1));
    return value.get<int64_t>();
  }

  std::vector<int64_t> blocks(const Json& json) const {
    const Json& list = member(json, "hash_ids");
    const auto is_id = [](const Json& id) {
      return id.is_number_integer() && id >= 0 && id <= INT64_MAX;
    };
    if (!list.is_array() || !std::ranges::all_of(list, is_id)) {
      fail("hash_ids must be a list of whole numbers, 0 or more");
    }
    return list.get<std::vector<int64_t>>();
  }

  LineReader& lines_;
};

}  // namespace

std::unique_ptr<TraceRows> mooncake_rows(LineReader& lines) {
  return std::make_unique<MooncakeRows>(lines);
}

}  // namespace kitchen::real
