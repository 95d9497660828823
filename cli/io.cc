#include "cli/io.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <climits>
#include <csignal>
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

/// All that a file needs before it may take its name. False with errno set.
bool write_whole(int fd, mode_t mode, std::string_view contents) {
  return write_all(fd, contents) && ::fchmod(fd, mode) == 0 && ::fsync(fd) == 0;
}

/// As long as it lives, Ctrl-C and the like wait.
class SignalsHeld {
 public:
  SignalsHeld() {
    sigset_t all;
    ::sigfillset(&all);
    ::sigprocmask(SIG_BLOCK, &all, &before_);
  }
  ~SignalsHeld() { ::sigprocmask(SIG_SETMASK, &before_, nullptr); }
  SignalsHeld(const SignalsHeld&) = delete;
  SignalsHeld& operator=(const SignalsHeld&) = delete;

 private:
  sigset_t before_{};
};

/// Gives a file that has no name one, in place of a file that has it. False with errno set.
bool give_name(int fd, const std::string& path) {
  const std::string nameless = fmt::format("/proc/self/fd/{}", fd);
  const auto link_as = [&](const std::string& name) {
    return ::linkat(AT_FDCWD, nameless.c_str(), AT_FDCWD, name.c_str(), AT_SYMLINK_FOLLOW) == 0;
  };
  if (link_as(path)) return true;
  if (errno != EEXIST) return false;
  // A link replaces nothing, a rename does, and that wants a name: for as short as can be.
  const SignalsHeld held;
  const std::string temporary = fmt::format("{}.{}", path, ::getpid());
  if (!link_as(temporary)) return false;
  if (::rename(temporary.c_str(), path.c_str()) == 0) return true;
  const int error = errno;
  ::unlink(temporary.c_str());
  errno = error;
  return false;
}

/// A program that is killed meanwhile leaves a file beside the one it was to be.
void write_and_rename(const std::string& path, mode_t mode, std::string_view contents) {
  std::string temporary = path + ".XXXXXX";
  File file(::mkostemp(temporary.data(), O_CLOEXEC));
  if (!file.is_open()) fail("write", path, errno);
  const bool done = write_whole(file.fd(), mode, contents) && file.close() &&
                    ::rename(temporary.c_str(), path.c_str()) == 0;
  if (done) return;
  const int error = errno;
  ::unlink(temporary.c_str());
  fail("write", path, error);
}

std::string folder_of(const std::string& path) {
  const uint64_t slash = path.rfind('/');
  return slash == std::string::npos ? "." : path.substr(0, slash + 1);
}

/// Without a name until it is whole, so that a program that is killed leaves nothing behind.
void write_then_name(const std::string& path, mode_t mode, std::string_view contents) {
  const File file(::open(folder_of(path).c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, 0600));
  if (file.is_open()) {
    if (!write_whole(file.fd(), mode, contents)) fail("write", path, errno);
    if (give_name(file.fd(), path)) return;
  }
  // Not every file system has files without a name, and without /proc they can't be given one.
  write_and_rename(path, mode, contents);
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
    write_then_name(path, new_file_mode(), contents);
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
  write_then_name(target, info.st_mode & 07777, contents);
}

}  // namespace kitchen::cli
