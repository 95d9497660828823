#include "cli/io.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstddef>
#include <filesystem>
#include <iterator>

#include "cli/user_error.h"
#include "tests/temporary_folder.h"

namespace kitchen::cli {
namespace {

namespace fs = std::filesystem;

class WriteFile : public ::testing::Test {
 protected:
  std::string path(const char* name) const { return folder_ + "/" + name; }

  int64_t files() const {
    return std::distance(fs::directory_iterator(folder_), fs::directory_iterator());
  }

  TemporaryFolder temporary_;
  std::string folder_ = temporary_.path();
};

TEST_F(WriteFile, CreatesAndReplaces) {
  write_file(path("a"), "one\n");
  EXPECT_EQ(read_file(path("a"), 100), "one\n");
  write_file(path("a"), "two\n");
  EXPECT_EQ(read_file(path("a"), 100), "two\n");
  EXPECT_EQ(files(), 1);
}

TEST_F(WriteFile, KeepsPermissionsAndLinks) {
  write_file(path("a"), "one\n");
  ::chmod(path("a").c_str(), 0640);
  fs::create_symlink("a", path("link"));
  write_file(path("link"), "two\n");
  EXPECT_TRUE(fs::is_symlink(path("link")));
  EXPECT_EQ(read_file(path("a"), 100), "two\n");
  EXPECT_EQ(static_cast<int>(fs::status(path("a")).permissions()), 0640);
}

TEST_F(WriteFile, ANewFileFollowsTheUmask) {
  const mode_t before = ::umask(027);
  write_file(path("a"), "one\n");
  ::umask(before);
  EXPECT_EQ(static_cast<int>(fs::status(path("a")).permissions()), 0640);
}

TEST_F(WriteFile, AFolderIsRefused) {
  EXPECT_THROW(write_file(folder_, "x"), UserError);
  EXPECT_THROW(write_file(path("none/a"), "x"), UserError);
  EXPECT_EQ(files(), 0);
}

TEST_F(WriteFile, ADeviceIsWrittenDirectly) {
  write_file("/dev/null", "x");
  EXPECT_TRUE(fs::is_character_file("/dev/null"));
  EXPECT_THROW(write_file("/dev/full", "x"), UserError);
}

TEST_F(WriteFile, SeveralAreAllWrittenOrNone) {
  write_files({{path("a"), "one\n"}, {path("b"), "two\n"}});
  EXPECT_EQ(read_file(path("b"), 100), "two\n");
  EXPECT_THROW(write_files({{path("a"), "new\n"}, {path("none/c"), "x"}}), UserError);
  EXPECT_THROW(write_files({{path("a"), "new\n"}, {"/dev/full", "x"}}), UserError);
  EXPECT_EQ(read_file(path("a"), 100), "one\n");
  EXPECT_EQ(files(), 2) << "nothing is left beside them";
}

TEST_F(WriteFile, WhatHasItsNameAlreadyIsTakenBack) {
  write_file(path("old"), "old\n");
  // The last can't stand beside its place: its name leaves no room for a longer one.
  const std::string last = path("") + std::string(255, 'n');
  write_file(last, "old\n");
  EXPECT_THROW(write_files({{path("new"), "x"}, {path("old"), "x"}, {last, "x"}}), UserError);
  EXPECT_EQ(read_file(path("old"), 100), "old\n");
  EXPECT_EQ(read_file(last, 100), "old\n");
  EXPECT_EQ(files(), 2) << "neither the new one nor anything beside them";
}

std::string refusal_of(const std::vector<NamedFile>& outputs,
                       const std::vector<NamedFile>& inputs) {
  try {
    check_output_files(outputs, inputs);
  } catch (const UserError& error) {
    return error.what();
  }
  return "";
}

TEST_F(WriteFile, AnOutputIsNoInputAndNoOtherOutput) {
  write_file(path("trace"), "x");
  fs::create_symlink("trace", path("link"));
  fs::create_hard_link(path("trace"), path("hard"));
  fs::create_directory(path("d"));
  const NamedFile trace = {"--trace", path("trace")};
  for (const char* same : {"trace", "link", "hard", "d/../trace"}) {
    EXPECT_EQ(refusal_of({{"--html", path(same)}}, {trace}),
              "--html " + path(same) + ": this is the file of --trace; give it another name");
  }
  EXPECT_EQ(refusal_of({{"--html", path("new")}, {"--export", path("d/../new")}}, {trace}),
            "--export " + path("d/../new") + ": this is the file of --html; give it another name");
  EXPECT_EQ(refusal_of({{"--html", path("a")}, {"--export", path("b")}}, {trace}), "");
  EXPECT_EQ(refusal_of({{"--html", path("a")}}, {{"--trace", "-"}, {"--gpu", path("a")}}), "");
  EXPECT_EQ(refusal_of({{"--html", "/dev/null"}, {"--export", "/dev/null"}}, {trace}), "");
}

TEST_F(WriteFile, WhatCannotBeWrittenIsToldBeforehand) {
  EXPECT_EQ(refusal_of({{"--html", path("none/a")}}, {}),
            "cannot write " + path("none/a") + ": No such file or directory");
  EXPECT_EQ(refusal_of({{"--html", folder_}}, {}), "cannot write " + folder_ + ": Is a directory");
  EXPECT_EQ(refusal_of({{"--html", ""}}, {}), "cannot write '': No such file or directory");
}

using WriteFileDeathTest = WriteFile;

constexpr int kUnreachable = 77;

/// In a process of its own, as somebody who may do only what a file's permissions say.
[[noreturn]] void refuse_without_permission(const std::string& folder) {
  constexpr uid_t kNobody = 65534;
  if (::geteuid() == 0 && ::setuid(kNobody) != 0) ::_exit(kUnreachable);
  if (::access((folder + "/open/a").c_str(), W_OK) != 0) ::_exit(kUnreachable);
  const std::string shut = folder + "/shut";
  const std::string expected = "cannot write " + shut + "/a: a new file takes its place, but its " +
                               "folder " + shut + "/ takes none: Permission denied";
  const bool is_open = refusal_of({{"--html", folder + "/open/a"}}, {}).empty();
  const std::string refusal = refusal_of({{"--html", shut + "/a"}}, {});
  const std::string by_link = refusal_of({{"--html", folder + "/open/link"}}, {});
  if (is_open && refusal == expected && by_link.find(shut) != std::string::npos) ::_exit(0);
  write_error(refusal + "\n" + by_link);
  ::_exit(1);
}

TEST_F(WriteFileDeathTest, AFolderThatTakesNoFilesIsToldBeforehand) {
  for (const char* folder : {"open", "shut"}) {
    fs::create_directory(path(folder));
    write_file(path(folder) + "/a", "old\n");
    ::chmod((path(folder) + "/a").c_str(), 0666);
  }
  fs::create_symlink("../shut/a", path("open/link"));
  ::chmod(folder_.c_str(), 0755);
  ::chmod(path("open").c_str(), 0777);
  ::chmod(path("shut").c_str(), 0555);
  int code = 0;
  const auto is_done = [&](int status) {
    code = WIFEXITED(status) ? WEXITSTATUS(status) : 1;
    return code == 0 || code == kUnreachable;
  };
  EXPECT_EXIT(refuse_without_permission(folder_), is_done, "");
  ::chmod(path("shut").c_str(), 0755);
  if (code == kUnreachable) GTEST_SKIP() << "root, and others can't reach " << folder_;
}

TEST_F(WriteFileDeathTest, WhereOutputCannotBeWrittenThereAreNoFiles) {
  write_file(path("old"), "old\n");
  const auto write_to_full = [&] {
    const int full = ::open("/dev/full", O_WRONLY);
    if (full < 0 || ::dup2(full, STDOUT_FILENO) < 0) ::_exit(1);
    try {
      write_files({{path("old"), "new\n"}, {path("new"), "new\n"}}, "a report\n");
    } catch (const UserError& error) {
      write_error(error.what());
      ::_exit(0);
    }
    ::_exit(1);
  };
  EXPECT_EXIT(write_to_full(), ::testing::ExitedWithCode(0),
              "cannot write the output: No space left on device");
  EXPECT_EQ(read_file(path("old"), 100), "old\n");
  EXPECT_EQ(files(), 1);
}

/// Ends by a signal in the middle of a file: at the limit on its size.
void write_and_be_killed(const std::string& path) {
  const rlimit no_core = {0, 0};
  ::setrlimit(RLIMIT_CORE, &no_core);
  const rlimit short_files = {4096, 4096};
  ::setrlimit(RLIMIT_FSIZE, &short_files);
  std::signal(SIGXFSZ, SIG_DFL);
  write_file(path, std::string(10'000, 'x'));
}

/// Stands in for a file system without nameless files: opening one is refused from here on.
bool refuse_nameless_files() {
  constexpr uint32_t kNameless = O_TMPFILE & ~O_DIRECTORY;
  sock_filter steps[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_openat, 0, 3),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, args[2])),
      BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, kNameless, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EOPNOTSUPP),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  const sock_fprog program = {std::size(steps), steps};
  return ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
         ::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

bool has_nameless_files(const std::string& folder) {
  const int fd = ::open(folder.c_str(), O_TMPFILE | O_WRONLY, 0600);
  return fd >= 0 && ::close(fd) == 0;
}

TEST_F(WriteFileDeathTest, KilledItLeavesNothingBehind) {
  if (!has_nameless_files(folder_)) GTEST_SKIP() << "no files without a name in " << folder_;
  EXPECT_EXIT(write_and_be_killed(path("a")), ::testing::KilledBySignal(SIGXFSZ), "");
  EXPECT_EQ(files(), 0);
  write_file(path("a"), "old\n");
  EXPECT_EXIT(write_and_be_killed(path("a")), ::testing::KilledBySignal(SIGXFSZ), "");
  EXPECT_EQ(files(), 1);
  EXPECT_EQ(read_file(path("a"), 100), "old\n");
}

TEST_F(WriteFileDeathTest, WritesWhereFilesNeedAName) {
  const auto write_both = [&] {
    if (!refuse_nameless_files() || has_nameless_files(folder_)) ::_exit(1);
    write_file(path("new"), "new\n");
    write_file(path("old"), "newer\n");
    ::_exit(0);
  };
  write_file(path("old"), "old\n");
  EXPECT_EXIT(write_both(), ::testing::ExitedWithCode(0), "");
  EXPECT_EQ(read_file(path("new"), 100), "new\n");
  EXPECT_EQ(read_file(path("old"), 100), "newer\n");
  EXPECT_EQ(files(), 2);
}

TEST_F(WriteFile, ReadsUpToTheMost) {
  write_file(path("a"), "12345");
  EXPECT_EQ(read_file(path("a"), 5), "12345");
  EXPECT_THROW(read_file(path("a"), 4), UserError);
  EXPECT_THROW(read_file("/dev/zero", 100'000), UserError);
}

}  // namespace
}  // namespace kitchen::cli
