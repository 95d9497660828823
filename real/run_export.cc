#include "real/run_export.h"

#include <algorithm>

namespace kitchen::real {

void RunExport::on_request(const sim::RequestRecord& record) {
  const auto id = static_cast<uint64_t>(record.id);
  requests_[id].arrival_ps = record.arrival_ps;
  if (ended_.size() <= id) ended_.resize(id + 1);
  ended_[id] = true;
}

std::string RunExport::csv() const {
  const bool prefixes = std::ranges::any_of(
      requests_, [](const Request& request) { return !request.prefix_blocks.empty(); });
  std::string text = "arrival_s,prompt_tokens,output_tokens";
  text += prefixes ? ",prefix_blocks\n" : "\n";
  for (uint64_t id = 0; id < requests_.size(); ++id) {
    const Request& request = requests_[id];
    // Only clients' requests have no arrival of their own.
    const bool ended = id < ended_.size() && ended_[id];
    if (!ended && request.arrival_ps == 0) continue;
    std::string rest = std::to_string(request.arrival_ps % sim::kPsPerSecond);
    rest.insert(0, 12 - rest.size(), '0');
    text += std::to_string(request.arrival_ps / sim::kPsPerSecond) + "." + rest + "," +
            std::to_string(request.prompt_tokens) + "," + std::to_string(request.output_tokens);
    if (prefixes) {
      char separator = ',';
      if (request.prefix_blocks.empty()) text += separator;
      for (const int64_t block : request.prefix_blocks) {
        text += separator + std::to_string(block);
        separator = ' ';
      }
    }
    text += "\n";
  }
  return text;
}

}  // namespace kitchen::real
