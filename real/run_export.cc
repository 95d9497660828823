#include "real/run_export.h"

#include <algorithm>

namespace kitchen::real {

void RunExport::on_request(const sim::RequestRecord& record) {
  requests_[static_cast<uint64_t>(record.id)].arrival_ps = record.arrival_ps;
}

std::string RunExport::csv() const {
  const bool prefixes = std::ranges::any_of(
      requests_, [](const Request& request) { return !request.prefix_blocks.empty(); });
  std::string text = "arrival_s,prompt_tokens,output_tokens";
  text += prefixes ? ",prefix_blocks\n" : "\n";
  for (const Request& request : requests_) {
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
