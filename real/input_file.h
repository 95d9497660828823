#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>

namespace kitchen::real {

/// A file that is read from its beginning to its end, piece by piece. One that gzip compressed is
/// read through; what it holds is what counts as the file.
class InputFile {
 public:
  /// "-" is standard input. Throws InputError where it can't be opened or is a directory.
  explicit InputFile(const std::string& path);
  ~InputFile();
  InputFile(const InputFile&) = delete;
  InputFile& operator=(const InputFile&) = delete;

  /// Fills the buffer as far as the file goes; 0 at its end. Throws InputError where it can't be
  /// read, or where compressed data are broken or cut off.
  int64_t read(std::span<char> buffer);

  const std::string& name() const { return name_; }  ///< for messages

 private:
  [[noreturn]] void fail(const std::string& why) const;

  std::string name_;
  void* gzip_ = nullptr;
};

/// A whole file of at most `bytes_max`. Throws InputError.
std::string read_whole(const std::string& path, int64_t bytes_max);

}  // namespace kitchen::real
