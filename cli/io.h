#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace kitchen::cli {

/// Writes to standard output. A reader that has closed its end (`| head`) is no error: the rest is
/// dropped. Throws UserError where it can't be written, such as on a full disk.
void write_output(std::string_view text);

/// Writes a line to standard error. One that can't be written is dropped: there is nowhere left to
/// say so, and the exit code tells.
void write_error(std::string_view line);

/// Whether standard output or error (1 or 2) is a terminal that may be coloured: it is one,
/// NO_COLOR is unset or empty, and TERM is not "dumb".
bool is_colour_terminal(int fd);
bool is_terminal(int fd);

/// A file's contents; "-" is standard input. Throws UserError where it can't be read, is a
/// directory, or is longer than `bytes_max`.
std::string read_file(const std::string& path, uint64_t bytes_max);

/// Writes a file as a whole or not at all: one without a name, which then takes it; where the file
/// system has none such, one beside it, which stays if the program is killed. What is no regular
/// file, such as /dev/stdout or a pipe, is written directly. Throws UserError.
void write_file(const std::string& path, std::string_view contents);

struct FileContents {
  std::string path;
  std::string contents;
};

/// The same of several: all of them, or none, which leaves those that were there as they were. Of
/// what is written directly no more than it can be taken back. `output` is for standard output, as
/// by write_output(): it comes once the files are whole and before they have their names, so that
/// there are none where it can't be written.
void write_files(const std::vector<FileContents>& files, std::string_view output = {});

/// A file that a command reads or writes, and what was typed for it, such as "--trace".
struct NamedFile {
  std::string name;
  std::string path;
};

/// To be asked before any work: throws UserError where an output can't be written as things stand,
/// is one of the inputs, or another output, or where standard output goes, and says which. Files
/// are the same whatever they are called: by another path, a link of either kind. Inputs that are
/// "-" or aren't there are none; what is no regular file can be written any number of times.
void check_output_files(const std::vector<NamedFile>& outputs,
                        const std::vector<NamedFile>& inputs);

}  // namespace kitchen::cli
