#include "real/lines.h"

#include <algorithm>

#include "real/text.h"

namespace kitchen::real {
namespace {

constexpr uint64_t kPieceBytes = 64 * 1024;
constexpr uint64_t kLineBytesMax = 16 * 1024 * 1024;
constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
constexpr std::string_view kSpace = " \t";

/// Takes a field in quotes from the front of `rest`; false where it isn't closed.
bool take_quoted(std::string_view& rest, std::string& text) {
  uint64_t at = 1;
  while (at < rest.size()) {
    if (rest[at] != '"') {
      text += rest[at++];
    } else if (at + 1 < rest.size() && rest[at + 1] == '"') {
      text += '"';
      at += 2;
    } else {
      rest.remove_prefix(at + 1);
      return true;
    }
  }
  return false;
}

}  // namespace

bool LineReader::fill() {
  if (file_done_) return false;
  buffer_.erase(0, start_);
  start_ = 0;
  const uint64_t old = buffer_.size();
  buffer_.resize(old + kPieceBytes);
  const int64_t count = file_.read(std::span(buffer_).subspan(old));
  buffer_.resize(old + static_cast<uint64_t>(count));
  file_done_ = count == 0;
  if (!begun_ && buffer_.size() >= kByteOrderMark.size()) {
    begun_ = true;
    if (buffer_.starts_with(kByteOrderMark)) start_ = kByteOrderMark.size();
  }
  return !file_done_;
}

std::string_view LineReader::peek(int64_t bytes_max) {
  while (std::ssize(buffer_) < bytes_max && fill()) {
  }
  const std::string_view rest = std::string_view(buffer_).substr(start_);
  return rest.substr(0, static_cast<uint64_t>(bytes_max));
}

std::string LineReader::take_buffered() {
  std::string rest = buffer_.substr(start_);
  start_ = buffer_.size();
  return rest;
}

bool LineReader::next(std::string_view& line) {
  uint64_t searched = start_;
  uint64_t end = buffer_.find('\n', searched);
  while (end == std::string::npos) {
    searched = buffer_.size() - start_;  // fill() moves what is left to the front
    if (!fill()) break;
    if (searched > kLineBytesMax) {
      throw InputError({file_.name(), line_ + 1, 1}, "a line longer than 16 MB; is it a trace?");
    }
    end = buffer_.find('\n', start_ + searched);
  }
  ends_file_ = end == std::string::npos;
  if (ends_file_ && start_ == buffer_.size()) return false;
  line = std::string_view(buffer_).substr(start_, end - start_);
  start_ = ends_file_ ? buffer_.size() : end + 1;
  if (line.ends_with('\r')) line.remove_suffix(1);
  ++line_;
  return true;
}

void split_csv(std::string_view line, const Place& place, std::vector<CsvField>& fields) {
  std::string_view rest = line;
  uint64_t count = 0;
  while (true) {
    rest.remove_prefix(std::min(rest.find_first_not_of(kSpace), rest.size()));
    if (count == fields.size()) fields.emplace_back();
    CsvField& field = fields[count++];
    field.text.clear();
    field.column = static_cast<int64_t>(line.size() - rest.size()) + 1;
    const bool quoted = rest.starts_with('"');
    if (quoted && !take_quoted(rest, field.text)) {
      throw InputError({place.file, place.line, field.column},
                       "a quote is opened and not closed on its line");
    }
    const uint64_t comma = std::min(rest.find(','), rest.size());
    std::string_view plain = rest.substr(0, comma);
    plain = plain.substr(0, plain.find_last_not_of(kSpace) + 1);
    if (quoted && !plain.empty()) {
      throw InputError({place.file, place.line, field.column},
                       "expected a comma after the quoted field, found " + shown(plain));
    }
    field.text += plain;
    if (comma == rest.size()) break;
    rest.remove_prefix(comma + 1);
  }
  fields.resize(count);
}

}  // namespace kitchen::real
