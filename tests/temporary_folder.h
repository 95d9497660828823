/// @file
/// A folder for the files of one test.

#ifndef TESTS_TEMPORARY_FOLDER_H_
#define TESTS_TEMPORARY_FOLDER_H_

#include <gtest/gtest.h>
#include <stdlib.h>

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <ios>
#include <string>
#include <string_view>
#include <system_error>

namespace kitchen {

/// A new folder, removed at the end with all that is in it. Tests run side by side, each in a
/// process of its own, and several builds of them too: a name that is always the same would be
/// written by one while another reads it.
class TemporaryFolder {
 public:
  TemporaryFolder() : path_(::testing::TempDir() + "llm_kitchen_test.XXXXXX") {
    if (::mkdtemp(path_.data()) == nullptr) {
      throw std::filesystem::filesystem_error("no folder for the test", path_,
                                              std::error_code(errno, std::generic_category()));
    }
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::string& path() const { return path_; }
  std::string path(std::string_view name) const { return path_ + "/" + std::string(name); }

 private:
  std::string path_;
};

/// A file in a folder of its own, removed at the end.
class TemporaryFile {
 public:
  explicit TemporaryFile(std::string_view name, std::string_view contents = "")
      : path_(folder_.path(name)) {
    write(contents);
  }

  void write(std::string_view contents) const {
    std::ofstream(path_, std::ios::binary) << contents;
  }
  const std::string& path() const { return path_; }

 private:
  TemporaryFolder folder_;
  std::string path_;
};

}  // namespace kitchen

#endif  // TESTS_TEMPORARY_FOLDER_H_
