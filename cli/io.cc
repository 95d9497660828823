#include "cli/io.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "cli/text.h"
#include "cli/user_error.h"

namespace kitchen::cli {
namespace {

class File {
 public:
  explicit File(int fd) : fd_(fd) {}
  ~File() {
    if (fd_ > STDERR_FILENO) ::close(fd_);
  }
  File(const File&) = delete;
  File& operator=(const File&) = delete;

  bool is_open() const { return fd_ >= 0; }
  int fd() const { return fd_; }

  /// False with errno set: some file systems report a full disk only here.
  bool close() {
    const int fd = fd_;
    fd_ = -1;
    return ::close(fd) == 0;
  }

 private:
  int fd_;
};

/// False with errno set.
bool write_all(int fd, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(fd, text.data(), text.size());
    if (written < 0) {
      if (errno == EINTR) continue;
      return false;
    }
    text.remove_prefix(static_cast<uint64_t>(written));
  }
  return true;
}

[[noreturn]] void fail(const char* what, const std::string& path, int error) {
  throw UserError(fmt::format("cannot {} {}: {}", what, shown(path), std::strerror(error)));
}

void write_directly(const std::string& path, std::string_view contents) {
  File file(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
  if (!file.is_open() || !write_all(file.fd(), contents)) {
    if (errno == EPIPE) return;
    fail("write", path, errno);
  }
}

/// The permissions a new file gets.
mode_t new_file_mode() {
  const mode_t mask = ::umask(0);
  ::umask(mask);
  return 0666 & ~mask;
}

void write_and_rename(const std::string& path, mode_t mode, std::string_view contents) {
  std::string temporary = path + ".XXXXXX";
  File file(::mkostemp(temporary.data(), O_CLOEXEC));
  if (!file.is_open()) fail("write", path, errno);
  const bool done = write_all(file.fd(), contents) && ::fchmod(file.fd(), mode) == 0 &&
                    ::fsync(file.fd()) == 0 && file.close() &&
                    ::rename(temporary.c_str(), path.c_str()) == 0;
  if (done) return;
  const int error = errno;
  ::unlink(temporary.c_str());
  fail("write", path, error);
}

}  // namespace

void write_output(std::string_view text) {
  if (write_all(STDOUT_FILENO, text) || errno == EPIPE) return;
  throw UserError(fmt::format("cannot write the output: {}", std::strerror(errno)));
}

bool is_terminal(int fd) { return ::isatty(fd) == 1; }

void write_error(std::string_view line) {
  const std::string text = std::string(line) + "\n";
  std::fwrite(text.data(), 1, text.size(), stderr);
}

bool is_colour_terminal(int fd) {
  const char* no_color = std::getenv("NO_COLOR");
  const char* term = std::getenv("TERM");
  return is_terminal(fd) && (no_color == nullptr || *no_color == '\0') && term != nullptr &&
         std::strcmp(term, "dumb") != 0;
}

std::string read_file(const std::string& path, uint64_t bytes_max) {
  const bool is_stdin = path == "-";
  File file(is_stdin ? STDIN_FILENO : ::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file.is_open()) fail("read", path, errno);
  std::string contents;
  char part[16 * 1024];
  while (contents.size() <= bytes_max) {
    const ssize_t count = ::read(file.fd(), part, sizeof part);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) fail("read", is_stdin ? "standard input" : path, errno);
    if (count == 0) return contents;
    contents.append(part, static_cast<uint64_t>(count));
  }
  throw UserError(fmt::format("{} is longer than {} bytes, the most that is read",
                              is_stdin ? "standard input" : shown(path), bytes_max));
}

void write_file(const std::string& path, std::string_view contents) {
  struct stat info{};
  if (::stat(path.c_str(), &info) != 0) {
    if (errno != ENOENT) fail("write", path, errno);
    write_and_rename(path, new_file_mode(), contents);
    return;
  }
  if (S_ISDIR(info.st_mode)) fail("write", path, EISDIR);
  // The new file takes the place of the old one, which a write-protected file must not allow.
  if (::access(path.c_str(), W_OK) != 0) fail("write", path, errno);
  if (!S_ISREG(info.st_mode)) {
    write_directly(path, contents);
    return;
  }
  char target[PATH_MAX];
  // Through a link to what it names, which stays a link.
  if (::realpath(path.c_str(), target) == nullptr) fail("write", path, errno);
  write_and_rename(target, info.st_mode & 07777, contents);
}

}  // namespace kitchen::cli
