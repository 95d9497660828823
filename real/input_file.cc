#include "real/input_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "real/input_error.h"
#include "real/text.h"

namespace kitchen::real {
namespace {

constexpr unsigned kBufferBytes = 128 * 1024;

gzFile handle(void* gzip) { return static_cast<gzFile>(gzip); }

}  // namespace

InputFile::InputFile(const std::string& path) : name_(path == "-" ? "standard input" : path) {
  const int fd = path == "-" ? ::dup(STDIN_FILENO) : ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) fail(std::strerror(errno));
  struct stat info{};
  if (::fstat(fd, &info) == 0 && S_ISDIR(info.st_mode)) {
    ::close(fd);
    fail(std::strerror(EISDIR));
  }
  gzip_ = ::gzdopen(fd, "rb");
  if (gzip_ == nullptr) {
    ::close(fd);
    fail("out of memory");
  }
  ::gzbuffer(handle(gzip_), kBufferBytes);
}

InputFile::~InputFile() { ::gzclose(handle(gzip_)); }

void InputFile::fail(const std::string& why) const {
  throw InputError("cannot read " + shown(name_) + ": " + why);
}

int64_t InputFile::read(std::span<char> buffer) {
  const auto size = static_cast<unsigned>(std::min<uint64_t>(buffer.size(), INT32_MAX));
  const int count = ::gzread(handle(gzip_), buffer.data(), size);
  int code = Z_OK;
  const char* message = ::gzerror(handle(gzip_), &code);
  if (code == Z_ERRNO) fail(std::strerror(errno));
  if (code == Z_BUF_ERROR) fail("the gzip data end in the middle; the file was cut off");
  if (count < 0 || code < 0) fail(std::string("its gzip data are broken: ") + message);
  return count;
}

std::string read_whole(const std::string& path, int64_t bytes_max) {
  InputFile file(path);
  std::string contents;
  char part[16 * 1024];
  for (int64_t count = 0; (count = file.read(part)) > 0;) {
    contents.append(part, static_cast<uint64_t>(count));
    if (std::ssize(contents) > bytes_max) {
      throw InputError(shown(file.name()) + " is longer than " + std::to_string(bytes_max) +
                       " bytes, the most that is read");
    }
  }
  return contents;
}

}  // namespace kitchen::real
