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
#include <filesystem>
#include <memory>
#include <optional>
#include <system_error>
#include <utility>

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

std::string folder_of(const std::string& path) {
  const uint64_t slash = path.rfind('/');
  return slash == std::string::npos ? "." : path.substr(0, slash + 1);
}

/// Where a file is written: of a link what it names, so that it stays a link. Throws UserError
/// where it can't be written.
struct Target {
  std::string path;
  mode_t mode = 0;
  bool is_direct = false;  // no regular file

  explicit Target(const std::string& named) : path(named) {
    struct stat info{};
    if (::stat(named.c_str(), &info) != 0) {
      // A link to nothing counts as nothing, and its own folder is where the new file is made.
      if (errno != ENOENT || named.empty() ||
          ::access(folder_of(named).c_str(), W_OK | X_OK) != 0) {
        fail("write", named, errno);
      }
      mode = new_file_mode();
      return;
    }
    if (S_ISDIR(info.st_mode)) fail("write", named, EISDIR);
    // The new file takes the place of the old one, which a write-protected file must not allow.
    if (::access(named.c_str(), W_OK) != 0) fail("write", named, errno);
    is_direct = !S_ISREG(info.st_mode);
    if (is_direct) return;
    char real_path[PATH_MAX];
    if (::realpath(named.c_str(), real_path) == nullptr) fail("write", named, errno);
    path = real_path;
    mode = info.st_mode & 07777;
    const std::string folder = folder_of(path);
    if (::access(folder.c_str(), W_OK | X_OK) != 0) {
      throw UserError(
          fmt::format("cannot write {}: a new file takes its place, but its folder {} "
                      "takes none: {}",
                      shown(named), shown(folder), std::strerror(errno)));
    }
  }
};

/// A file that is whole but hasn't its name yet. Unless it is kept it takes back what it did.
class StagedFile {
 public:
  StagedFile(Target target, std::string_view contents)
      : target_(std::move(target)), contents_(contents) {}
  ~StagedFile() {
    if (!kept_) take_back();
    if (!beside_.empty()) ::unlink(beside_.c_str());
  }
  StagedFile(const StagedFile&) = delete;
  StagedFile& operator=(const StagedFile&) = delete;

  /// Throws UserError.
  void write() {
    if (!write_nameless()) write_beside();
  }

  /// Gives it its name. Signals should be held. Throws UserError.
  void place() {
    const bool placed = beside_.empty() && nameless_ && place_nameless(*nameless_);
    if (!placed) place_beside();
  }

  void keep() { kept_ = true; }

 private:
  /// Without a name until it is whole, so that a program that is killed leaves nothing behind.
  /// False where the file system has no such files.
  bool write_nameless() {
    constexpr int kFlags = O_TMPFILE | O_WRONLY | O_CLOEXEC;
    nameless_.emplace(::open(folder_of(target_.path).c_str(), kFlags, 0600));
    if (!nameless_->is_open()) return false;
    if (!write_whole(nameless_->fd(), target_.mode, contents_)) fail("write", target_.path, errno);
    return true;
  }

  /// A program that is killed meanwhile leaves a file beside the one it was to be.
  void write_beside() {
    std::string name = target_.path + ".XXXXXX";
    File file(::mkostemp(name.data(), O_CLOEXEC));
    if (!file.is_open()) fail("write", target_.path, errno);
    beside_ = name;
    if (!write_whole(file.fd(), target_.mode, contents_) || !file.close()) {
      fail("write", target_.path, errno);
    }
  }

  /// False where it must stand beside its place first: there is a file there already, or without
  /// /proc a file can't be given a name.
  bool place_nameless(const File& nameless) {
    const std::string open_file = fmt::format("/proc/self/fd/{}", nameless.fd());
    const auto link_as = [&](const std::string& name) {
      return ::linkat(AT_FDCWD, open_file.c_str(), AT_FDCWD, name.c_str(), AT_SYMLINK_FOLLOW) == 0;
    };
    is_new_ = link_as(target_.path);
    if (is_new_) return true;
    const std::string name = fmt::format("{}.{}", target_.path, ::getpid());
    if (link_as(name)) {
      beside_ = name;
    } else {
      write_beside();
    }
    return false;
  }

  /// Changes places with the file that is there, so that it can be taken back.
  void place_beside() {
    const char* from = beside_.c_str();
    const char* to = target_.path.c_str();
    is_exchanged_ = ::renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_EXCHANGE) == 0;
    if (is_exchanged_) return;
    is_new_ = errno == ENOENT;
    // Not every file system can exchange two.
    if (::rename(from, to) != 0) {
      is_new_ = false;
      fail("write", target_.path, errno);
    }
    beside_.clear();
  }

  void take_back() {
    const char* path = target_.path.c_str();
    if (is_exchanged_) ::renameat2(AT_FDCWD, beside_.c_str(), AT_FDCWD, path, RENAME_EXCHANGE);
    if (is_new_) ::unlink(path);
  }

  Target target_;
  std::string_view contents_;
  std::optional<File> nameless_;
  std::string beside_;         // its name for the time being, of the old file once it is exchanged
  bool is_new_ = false;        // it has its name, which no file had
  bool is_exchanged_ = false;  // it has its name, which an old file had
  bool kept_ = false;
};

/// The file that a path stands for: an old one by its numbers, a new one by its path.
struct FileIdentity {
  bool is_regular = false;  // or is to be
  bool is_there = false;
  dev_t device = 0;
  ino_t number = 0;
  std::string path;

  explicit FileIdentity(const std::string& named) {
    struct stat info{};
    is_there = ::stat(named.c_str(), &info) == 0;
    is_regular = !is_there || S_ISREG(info.st_mode);
    device = info.st_dev;
    number = info.st_ino;
    std::error_code error;
    path =
        std::filesystem::weakly_canonical(std::filesystem::absolute(named, error), error).string();
  }
  explicit FileIdentity(int fd) {
    struct stat info{};
    is_there = ::fstat(fd, &info) == 0;
    is_regular = is_there && S_ISREG(info.st_mode);
    device = info.st_dev;
    number = info.st_ino;
  }

  bool is(const FileIdentity& other) const {
    if (!is_regular || !other.is_regular || is_there != other.is_there) return false;
    return is_there ? device == other.device && number == other.number : path == other.path;
  }
};

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
  write_files({{path, std::string(contents)}});
}

void write_files(const std::vector<FileContents>& files, std::string_view output) {
  std::vector<std::unique_ptr<StagedFile>> staged;
  std::vector<const FileContents*> direct;
  for (const FileContents& file : files) {
    Target target(file.path);
    if (target.is_direct) {
      direct.push_back(&file);
    } else {
      staged.push_back(std::make_unique<StagedFile>(std::move(target), file.contents));
      staged.back()->write();
    }
  }
  for (const FileContents* file : direct) write_directly(file->path, file->contents);
  write_output(output);
  // Names are given for as short as can be, and all at once.
  const SignalsHeld held;
  try {
    for (const auto& file : staged) file->place();
    for (const auto& file : staged) file->keep();
  } catch (const UserError&) {
    staged.clear();
    throw;
  }
  staged.clear();
}

void check_output_files(const std::vector<NamedFile>& outputs,
                        const std::vector<NamedFile>& inputs) {
  std::vector<std::pair<NamedFile, FileIdentity>> others;
  for (const NamedFile& input : inputs) {
    const FileIdentity identity(input.path);
    if (input.path != "-" && identity.is_there) others.emplace_back(input, identity);
  }
  const FileIdentity standard_output(STDOUT_FILENO);
  for (const NamedFile& output : outputs) {
    const Target writable(output.path);
    const FileIdentity identity(output.path);
    const auto refuse = [&](const std::string& what) {
      throw UserError(fmt::format("{} {}: this is {}; give it another name", output.name,
                                  shown(output.path), what));
    };
    for (const auto& [other, known] : others) {
      if (identity.is(known)) refuse(fmt::format("the file of {}", other.name));
    }
    if (identity.is(standard_output)) refuse("the file that standard output goes to");
    others.emplace_back(output, identity);
  }
}

}  // namespace kitchen::cli
