#include "wasm/lab_text.h"

#include <algorithm>
#include <charconv>
#include <istream>
#include <map>
#include <ostream>
#include <sstream>

#include "real/number_text.h"
#include "wasm/lab_setup.h"

namespace kitchen::wasm {
namespace {

template <typename Number>
bool read_whole_word(std::string_view word, Number& number) {
  const char* end = word.data() + word.size();
  const auto result = std::from_chars(word.data(), end, number);
  return result.ec == std::errc{} && result.ptr == end;
}

std::vector<std::string> words_of(const std::string& line) {
  std::istringstream in(line);
  std::vector<std::string> words;
  for (std::string word; in >> word;) words.push_back(word);
  return words;
}

bool read_line(const std::string& line, LabText& text) {
  if (line.starts_with("# ")) {
    text.title = line.substr(2);
    return true;
  }
  const std::vector<std::string> words = words_of(line);
  if (words.size() == 3 && words[0] == "set") {
    text.settings.emplace_back(words[1], 0);
    return read_whole_word(words[2], text.settings.back().second);
  }
  if (words.size() == 3 && words[0] == "got") {
    text.figures.emplace_back(words[1], 0);
    return read_whole_word(words[2], text.figures.back().second);
  }
  if (words.size() == 4 && words[0] == "request") {
    LabRequest& request = text.requests.emplace_back();
    return read_whole_word(words[1], request.arrival_ps) &&
           read_whole_word(words[2], request.prompt_tokens) &&
           read_whole_word(words[3], request.output_tokens);
  }
  return false;
}

std::string put_settings(const LabText& text) {
  std::map<std::string, double> given(text.settings.begin(), text.settings.end());
  double* place = lab_settings();
  for (const std::string& name : setting_names()) {
    const auto found = given.find(name);
    if (found == given.end()) return "the setting " + name + " is missing";
    *place++ = found->second;
    given.erase(found);
  }
  return given.empty() ? "" : "there is no setting " + given.begin()->first;
}

std::string put_requests(const LabText& text, int32_t& count) {
  count = static_cast<int32_t>(std::min<int64_t>(std::ssize(text.requests), kLabRequestsMax + 1));
  if (count > kLabRequestsMax) {
    return "there are " + std::to_string(text.requests.size()) + " requests; at most " +
           std::to_string(kLabRequestsMax) + " can be";
  }
  if (count > 0) {
    std::copy(text.requests.begin(), text.requests.end(), lab_requests());
    return "";
  }
  for (const auto& [name, value] : text.settings) {
    if (name == "traffic.requests") count = static_cast<int32_t>(value);
  }
  return lab_draw() == 0 ? "" : lab_problem();
}

}  // namespace

std::string read_lab_text(std::istream& in, LabText& text) {
  int64_t number = 0;
  for (std::string line; std::getline(in, line);) {
    ++number;
    if (!read_line(line, text)) {
      return "line " + std::to_string(number) +
             ": must be `# title`, `set NAME NUMBER`, `request ARRIVAL_PS PROMPT OUTPUT` or `got "
             "NAME NUMBER`";
    }
  }
  return "";
}

void write_lab_text(std::ostream& out, const LabText& text) {
  if (!text.title.empty()) out << "# " << text.title << '\n';
  for (const auto& [name, value] : text.settings) {
    out << "set " << name << ' ' << real::number_text(value) << '\n';
  }
  for (const LabRequest& request : text.requests) {
    out << "request " << request.arrival_ps << ' ' << request.prompt_tokens << ' '
        << request.output_tokens << '\n';
  }
  for (const auto& [name, value] : text.figures) out << "got " << name << ' ' << value << '\n';
}

std::string run_lab_text(LabText& text) {
  std::string problem = put_settings(text);
  if (!problem.empty()) return problem;
  if (lab_set_up() != 0) return lab_problem();
  int32_t count = 0;
  problem = put_requests(text, count);
  if (!problem.empty()) return problem;
  if (lab_run(count) != 0 || lab_read() != 0 || lab_hash() != 0) return lab_problem();
  text.figures.clear();
  const int64_t* figure = lab_figures();
  for (const std::string& name : words_of(lab_figure_names())) {
    text.figures.emplace_back(name, *figure++);
  }
  return "";
}

}  // namespace kitchen::wasm
