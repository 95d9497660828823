#include "cli/real_sweep.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <CLI/App.hpp>
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <mutex>
#include <set>

#include "cli/interrupt.h"
#include "cli/io.h"
#include "cli/options.h"
#include "cli/progress_bar.h"
#include "cli/real_html.h"
#include "cli/real_sweep_table.h"
#include "cli/user_error.h"
#include "real/sweep_point.h"
#include "real/sweep_threads.h"

namespace kitchen::cli {
namespace {

constexpr int64_t kThreadsMax = 1024;

constexpr char kSweepFooter[] =
    "Examples:\n"
    "  llm-kitchen sweep --model llama-3.1-8b --gpu h100 --trace azure.csv\n"
    "    --vary tp=1,2,4 --vary requests_max=32:256:32\n"
    "  llm-kitchen sweep --scenario chat.toml --results chat.jsonl --resume\n"
    "  llm-kitchen sweep --scenario chat.toml --results part$N.jsonl --shard $N/8\n"
    "  llm-kitchen merge part*.jsonl --csv\n\n"
    "docs/real/sweep.md tells of results files, shards and clusters.\n\n"
    "Exit codes: 0 done; 2 bad input. Ctrl-C keeps what is done.";
constexpr char kMergeFooter[] =
    "Example: llm-kitchen merge part*.jsonl --results all.jsonl --csv\n\n"
    "Exit codes: 0 done; 2 bad input, or points are missing and --partial isn't\n"
    "given.";

/// A results file that lines are added to. Nobody else may add to it at the same time. One that was
/// made for a sweep that then failed is removed, so that it isn't in the way of the next try.
class ResultsFile {
 public:
  explicit ResultsFile(const std::string& path) : path_(path) {
    constexpr int kFlags = O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC;
    fd_ = ::open(path.c_str(), kFlags | O_EXCL, 0666);
    is_created_ = fd_ >= 0;
    if (fd_ < 0 && errno == EEXIST) fd_ = ::open(path.c_str(), kFlags, 0666);
    if (fd_ < 0) fail(errno);
    if (::flock(fd_, LOCK_EX | LOCK_NB) != 0) {
      ::close(fd_);
      throw UserError(fmt::format("{} is being written by another sweep", shown(path)));
    }
  }
  ~ResultsFile() {
    // While it is locked: it can't be another sweep's.
    if (is_created_ && !is_kept_) ::unlink(path_.c_str());
    ::close(fd_);
  }
  ResultsFile(const ResultsFile&) = delete;
  ResultsFile& operator=(const ResultsFile&) = delete;

  void add(std::string_view line) {
    while (!line.empty()) {
      const ssize_t written = ::write(fd_, line.data(), line.size());
      if (written < 0 && errno == EINTR) continue;
      if (written < 0) fail(errno);
      line.remove_prefix(static_cast<uint64_t>(written));
    }
  }

  /// What is in it is worth keeping.
  void keep() { is_kept_ = true; }

 private:
  [[noreturn]] void fail(int error) const {
    throw UserError(fmt::format("cannot write {}: {}", shown(path_), std::strerror(error)));
  }

  std::string path_;
  int fd_ = -1;
  bool is_created_ = false;  // by this process
  bool is_kept_ = false;
};

bool exists(const std::string& path) {
  struct stat info{};
  return ::stat(path.c_str(), &info) == 0;
}

std::string lines_of(const std::vector<real::SweepRecord>& records) {
  std::string lines;
  for (const real::SweepRecord& record : records) lines += real::record_line(record);
  return lines;
}

void warn(const std::string& warning) {
  write_error(fmt::format("llm-kitchen: warning: {}", warning));
}

std::string page_of(const std::vector<real::SweepRecord>& records) {
  return sweep_html(records, sweep_results_text(records, Style{}));
}

void check_sweep_output(bool json, bool csv, const std::optional<std::string>& html) {
  if (json && csv) throw UserError("choose one of --csv and --json");
  check_html_option(html);
}

/// Of sweep and merge.
std::vector<NamedFile> sweep_outputs(const std::optional<std::string>& results,
                                     const std::optional<std::string>& html) {
  std::vector<NamedFile> files;
  if (results) files.push_back({"--results", *results});
  if (html) files.push_back({"--html", *html});
  return files;
}

std::string output_of(const std::vector<real::SweepRecord>& records, bool json, bool csv) {
  if (json) return sweep_results_json(records);
  if (csv) return sweep_results_csv(records);
  return sweep_results_text(records, Style{is_colour_terminal(STDOUT_FILENO)});
}

/// One sweep of this process: a shard, or all of it.
class Sweep {
 public:
  Sweep(const SweepArguments& arguments, real::SweepGrid grid, const real::Hardware& hardware)
      : arguments_(arguments), grid_(std::move(grid)), hardware_(hardware) {
    real::Fingerprints fingerprints;
    for (int64_t point = 0; point < grid_.points(); ++point) {
      keys_.push_back(fingerprints.of(grid_.scenario(point)));
    }
    grid_key_ = real::grid_fingerprint(keys_);
    common_ = fingerprints.common(grid_.base(), grid_.axes());
    if (arguments.shard) shard_ = real::read_shard(*arguments.shard);
  }

  void run() {
    take_up_results();
    std::vector<int64_t> jobs;
    for (int64_t point = shard_.number; point < grid_.points(); point += shard_.count) {
      if (!done_.contains(point)) jobs.push_back(point);
    }
    const InterruptGuard interrupt;
    run_points(jobs, interrupt.stop());
    std::ranges::sort(records_, {}, &real::SweepRecord::point);
    const bool whole = !interrupt.stop();
    refuse_if_all_are_refused();
    for (const std::string& warning : warnings_) warn(warning);
    if (file_ && !records_.empty()) file_->keep();
    // In order once all are there, so that the file is the same whatever the threads.
    if (whole && arguments_.results) write_file(*arguments_.results, lines_of(records_));
    file_.reset();
    std::vector<FileContents> files;
    if (arguments_.html) files.push_back({*arguments_.html, page_of(records_)});
    write_files(files, output_of(records_, arguments_.json, arguments_.csv));
    if (!whole) end_interrupted(std::ssize(jobs));
  }

 private:
  void take_up_results() {
    if (!arguments_.results) return;
    const std::string& path = *arguments_.results;
    const bool there = exists(path);
    if (there && !arguments_.resume) {
      throw UserError(fmt::format(
          "{} is there already; --resume goes on with it, another name keeps it", shown(path)));
    }
    file_.emplace(path);
    if (!there) return;
    real::SweepResults results = real::read_sweep_results(path);
    for (const std::string& warning : results.warnings) warn(warning);
    check_same_sweep(path, results.records);
    // Without what was cut off, before anything is added behind it.
    if (!results.warnings.empty()) {
      file_.reset();
      write_file(path, lines_of(results.records));
      file_.emplace(path);
    }
    records_ = std::move(results.records);
    for (const real::SweepRecord& record : records_) done_.insert(record.point);
  }

  void check_same_sweep(const std::string& path,
                        const std::vector<real::SweepRecord>& there) const {
    if (there.empty()) return;
    const real::SweepRecord& first = there.front();  // in what a sweep is, all are as it is
    const bool same_settings =
        std::ranges::equal(first.settings, grid_.axes(), {},
                           &std::pair<std::string, std::string>::first, &real::ScenarioAxis::key);
    if (first.grid == grid_key_ && first.points == grid_.points() && same_settings) return;
    std::string difference;
    for (const real::SweepRecord& record : there) {
      const int64_t point = std::min(record.point, grid_.points() - 1);
      difference = real::sweep_difference(record, record_of(point, {}));
      if (!difference.empty()) break;
    }
    if (difference.empty()) {
      difference = "other settings, files, presets or another version of the program";
    }
    throw UserError(fmt::format("{} holds another sweep: {}; give --results another name",
                                shown(path), difference));
  }

  real::SweepRecord record_of(int64_t point, real::PointOutcome outcome) const {
    real::SweepRecord record{
        grid_key_, grid_.points(),     point,  keys_[static_cast<uint64_t>(point)],
        {},        std::move(outcome), common_};
    const std::vector<std::string> values = grid_.values(point);
    for (uint64_t i = 0; i < values.size(); ++i) {
      record.settings.emplace_back(grid_.axes()[i].key, values[i]);
    }
    return record;
  }

  void run_points(const std::vector<int64_t>& jobs, const std::atomic<bool>& stop) {
    ProgressBar bar("points");
    std::mutex mutex;
    int64_t done = 0;
    bar.show(0, std::ssize(jobs));
    real::run_jobs(jobs, threads_of(arguments_.threads), stop, [&](int64_t point) {
      real::SweepRecord record;
      try {
        record = record_of(point, real::run_point(grid_.scenario(point), hardware_, stop));
      } catch (const real::SweepStopped&) {
        return;
      }
      const std::scoped_lock lock(mutex);
      if (file_) {
        file_->add(real::record_line(record));
        // A point that is refused is cheap to try again.
        if (record.outcome.refused.empty()) file_->keep();
      }
      // Most points are of the same trace.
      for (std::string& warning : record.outcome.warnings) warnings_.insert(std::move(warning));
      record.outcome.warnings.clear();
      records_.push_back(std::move(record));
      bar.show(++done, std::ssize(jobs));
    });
  }

  void refuse_if_all_are_refused() const {
    // A shard may hold nothing but such points.
    const bool all = !arguments_.shard && !records_.empty() &&
                     std::ranges::all_of(records_, [](const real::SweepRecord& record) {
                       return !record.outcome.refused.empty();
                     });
    if (!all) return;
    throw UserError(
        fmt::format("no point can be run; the first: {}",
                    arguments_.scenario.in_options_words(records_.front().outcome.refused)));
  }

  [[noreturn]] void end_interrupted(int64_t jobs) const {
    const int64_t before = std::ssize(done_);
    const int64_t done = std::ssize(records_) - before;
    const char* how = file_name() == nullptr ? "; with --results FILE a sweep can be gone on with"
                                             : "; --resume goes on";
    write_error(fmt::format("llm-kitchen: stopped after {} of {} points{}", done, jobs, how));
    InterruptGuard::end_program();
  }

  const char* file_name() const {
    return arguments_.results ? arguments_.results->c_str() : nullptr;
  }

  const SweepArguments& arguments_;
  real::SweepGrid grid_;
  const real::Hardware& hardware_;
  std::vector<std::string> keys_;
  std::string grid_key_;
  std::vector<std::pair<std::string, std::string>> common_;
  real::Shard shard_;
  std::optional<ResultsFile> file_;
  std::set<int64_t> done_;  // before this process
  std::vector<real::SweepRecord> records_;
  std::set<std::string> warnings_;
};

void check_sweep_arguments(const SweepArguments& arguments) {
  check_sweep_output(arguments.json, arguments.csv, arguments.html);
  if (arguments.resume && !arguments.results) {
    throw UserError("--resume needs --results FILE, the file to go on with");
  }
  if (arguments.shard && !arguments.results) {
    throw UserError("--shard needs --results FILE, so that the shards can be merged");
  }
}

real::ScenarioAxis axis_of(const std::string& text) {
  try {
    return real::read_axis(text);
  } catch (const real::InputError& error) {
    throw UserError(error.what());  // in the words of --vary
  }
}

}  // namespace

std::vector<real::ScenarioAxis> axes_of(const real::ScenarioFile& file,
                                        const std::vector<std::string>& vary,
                                        const std::vector<std::string>& given) {
  std::vector<real::ScenarioAxis> axes = file.sweep;
  std::set<std::string> typed;
  for (const std::string& text : vary) {
    real::ScenarioAxis axis = axis_of(text);
    if (!typed.insert(axis.key).second) {
      throw UserError(
          fmt::format("--vary {} is given twice; give its values in one list", axis.key));
    }
    const auto known = std::ranges::find(axes, axis.key, &real::ScenarioAxis::key);
    if (known != axes.end()) {
      *known = std::move(axis);
    } else {
      axes.push_back(std::move(axis));
    }
  }
  for (const real::ScenarioAxis& axis : axes) {
    if (std::ranges::find(given, axis.key) == given.end()) continue;
    throw UserError(fmt::format("{} varies, so {} would have no effect; leave out one of them",
                                axis.key, real::option_name(axis.key)));
  }
  return axes;
}

int64_t threads_of(const std::optional<std::string>& text) {
  if (!text) return real::processors();
  int64_t threads = 0;
  if (real::read_integer(*text, threads) && threads >= 1 && threads <= kThreadsMax) return threads;
  throw UserError(fmt::format("--threads {}: it must be a whole number from 1 to {}", shown(*text),
                              kThreadsMax));
}

void add_sweep_command(CLI::App& app, SweepArguments& arguments) {
  CLI::App* command =
      add_command(app, "sweep", "Run every combination of some settings' values, on all processors",
                  kSweepFooter);
  command
      ->add_option("--vary", arguments.vary,
                   "A setting's values, such as tp=1,2,4 or requests_max=32:256:32; repeatable")
      ->type_name("KEY=VALUES")
      ->expected(1)
      ->take_all();
  add_text(command, "--results", arguments.results, "FILE",
           "Keep each point's result here as soon as it is done");
  command->add_flag("--resume", arguments.resume, "Go on with the points that FILE lacks");
  add_text(command, "--shard", arguments.shard, "I/N", "Only the I-th of N parts of the points");
  add_text(command, "--threads", arguments.threads, "N",
           "Points at the same time [one for each processor]");
  command->add_flag("--json", arguments.json, "Print JSON");
  command->add_flag("--csv", arguments.csv, "Print CSV");
  add_text(command, "--html", arguments.html, "FILE", "Also write a page with plots");
  arguments.scenario.add_to(command);
}

void run_sweep_command(const SweepArguments& arguments) {
  check_sweep_arguments(arguments);
  const real::ScenarioFile file = arguments.scenario.read();
  real::SweepGrid grid(file.scenario,
                       axes_of(file, arguments.vary, arguments.scenario.given_keys()));
  real::Hardware hardware;
  if (!file.scenario.hardware.empty()) hardware.add_file(file.scenario.hardware);
  real::check_names(grid, hardware);
  check_output_files(sweep_outputs(arguments.results, arguments.html),
                     arguments.scenario.input_files(file.scenario, grid.axes()));
  Sweep(arguments, std::move(grid), hardware).run();
}

void add_merge_command(CLI::App& app, MergeArguments& arguments) {
  CLI::App* command =
      add_command(app, "merge", "Put the results of a sweep's shards together", kMergeFooter);
  command->add_option("files", arguments.files, "Results files of sweep --results")
      ->type_name("FILE...");
  add_text(command, "--results", arguments.results, "FILE", "Write them all into one results file");
  command->add_flag("--partial", arguments.partial, "Take them although points are missing");
  command->add_flag("--json", arguments.json, "Print JSON");
  command->add_flag("--csv", arguments.csv, "Print CSV");
  add_text(command, "--html", arguments.html, "FILE", "Also write a page with plots");
}

void run_merge_command(const MergeArguments& arguments) {
  check_sweep_output(arguments.json, arguments.csv, arguments.html);
  if (arguments.files.empty()) throw UserError("merge needs results files of sweep --results");
  std::vector<NamedFile> inputs;
  for (const std::string& file : arguments.files) inputs.push_back({shown(file), file});
  check_output_files(sweep_outputs(arguments.results, arguments.html), inputs);
  const real::SweepResults results = real::merge_sweep_results(arguments.files);
  for (const std::string& warning : results.warnings) warn(warning);
  if (results.records.empty()) throw UserError("there is no result in these files");
  const std::string missing = real::missing_points(results);
  if (!missing.empty()) {
    const std::string text =
        fmt::format("points {} of 0-{} are missing", missing, results.records.front().points - 1);
    if (!arguments.partial) throw UserError(text + "; --partial takes the others");
    warn(text);
  }
  std::vector<FileContents> files;
  if (arguments.results) files.push_back({*arguments.results, lines_of(results.records)});
  if (arguments.html) files.push_back({*arguments.html, page_of(results.records)});
  write_files(files, output_of(results.records, arguments.json, arguments.csv));
}

}  // namespace kitchen::cli
