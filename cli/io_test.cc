#include "cli/io.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "cli/user_error.h"

namespace kitchen::cli {
namespace {

namespace fs = std::filesystem;

class WriteFile : public ::testing::Test {
 protected:
  WriteFile() {
    std::string pattern = ::testing::TempDir() + "io_test.XXXXXX";
    folder_ = ::mkdtemp(pattern.data());
  }
  ~WriteFile() override { fs::remove_all(folder_); }

  std::string path(const char* name) const { return folder_ + "/" + name; }

  int64_t files() const {
    return std::distance(fs::directory_iterator(folder_), fs::directory_iterator());
  }

  std::string folder_;
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

TEST_F(WriteFile, ReadsUpToTheMost) {
  write_file(path("a"), "12345");
  EXPECT_EQ(read_file(path("a"), 5), "12345");
  EXPECT_THROW(read_file(path("a"), 4), UserError);
  EXPECT_THROW(read_file("/dev/zero", 100'000), UserError);
}

}  // namespace
}  // namespace kitchen::cli
