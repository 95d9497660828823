#include "cli/app.h"

#include <fmt/core.h>
#include <unistd.h>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <algorithm>
#include <exception>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/divergence.h"
#include "cli/io.h"
#include "cli/options.h"
#include "cli/real_commands.h"
#include "cli/replay_check.h"
#include "cli/run_log.h"
#include "cli/serve.h"
#include "cli/shift_command.h"
#include "cli/text.h"
#include "cli/user_error.h"
#include "cli/version.h"
#include "game/replay.h"

namespace kitchen::cli {
namespace {

// A link adds its address and other parameters to a replay's text.
constexpr uint64_t kVerifyBytesMax = game::kReplayTextMax + 8'192;

constexpr char kFooter[] =
    "Exit codes: 0 done; 1 a replay is not verified, two logs differ, or there is no\n"
    "plan; 2 bad input, or the system refused something.\n\n"
    "'llm-kitchen COMMAND --help' tells more about a command.";
constexpr char kShiftFooter[] =
    "Examples:\n"
    "  llm-kitchen shift 2 --slots 12 --batching continuous\n"
    "  llm-kitchen shift 2 --at 12.5s:slots=16 --at 20s:batching=continuous --json\n"
    "  llm-kitchen shift 3 --all --csv\n"
    "  llm-kitchen shift daily --slots 20\n\n"
    "Exit codes: 0 done, whether passed or failed; 2 bad input, or a file can't be\n"
    "written.";
constexpr char kVerifyFooter[] =
    "Exit codes: 0 verified; 1 played again, it ends differently; 2 this is no\n"
    "replay.";
constexpr char kDivergenceFooter[] = "Exit codes: 0 the same; 1 they differ; 2 one can't be read.";
constexpr char kServeFooter[] =
    "Exit codes: 0 closed by Ctrl-C or SIGTERM; 2 it can't listen there.";

struct VerifyArguments {
  std::optional<std::string> text;
  std::optional<std::string> file;
};

struct DivergenceArguments {
  std::optional<std::string> a;
  std::optional<std::string> b;
};

struct ServeArguments {
  std::string host = kServeHost;
  std::string port = kServePort;
};

struct Arguments {
  ShiftArguments shift;
  VerifyArguments verify;
  DivergenceArguments divergence;
  ServeArguments serve;
  RealCommands real;
};

void add_shift_command(CLI::App& app, ShiftArguments& arguments) {
  CLI::App* command = add_command(
      app, "shift", "Play a shift and report how it went; without a key, list the shifts",
      kShiftFooter);
  add_text(command, "key", arguments.key, "KEY",
           "1 to 3; daily or d1 to d100000; or a free kitchen, such as fs42z");
  const auto lever = [&](const char* name, std::optional<std::string>& value, const char* values,
                         const char* help) {
    add_text(command, name, value, values, help)->group("Levers");
  };
  lever("--slots", arguments.slots, "N", "Requests on the GPU at once, 1 to 64");
  lever("--batching", arguments.batching, "continuous|static", "When a free slot is refilled");
  lever("--kv-cache", arguments.kv_cache, "on|off", "Keep keys and values of earlier tokens");
  lever("--weight-bits", arguments.weight_bits, "8|16", "Bits per weight");
  command
      ->add_option("--at", arguments.at,
                   "Set a lever in mid-shift, such as 12.5s:slots=16; repeatable")
      ->type_name("TIME:LEVER=VALUE")
      ->expected(1)
      ->take_all()
      ->group("Levers");
  command->add_flag("--all", arguments.all,
                    "Every fixed setting of the shift, or without a key of all lessons");
  command->add_flag("--json", arguments.json, "Print JSON");
  command->add_flag("--csv", arguments.csv, "With --all: print CSV");
  add_text(command, "--log", arguments.log, "FILE",
           "Also write what happened at each step boundary to FILE; '-' prints it instead of the "
           "report");
}

void add_verify_command(CLI::App& app, VerifyArguments& arguments) {
  CLI::App* command = add_command(
      app, "verify", "Play a replay again and say whether it ends as it claims", kVerifyFooter);
  add_text(command, "replay", arguments.text, "TEXT|LINK|-",
           "A replay's text or link; '-' reads it from standard input");
  add_text(command, "--file", arguments.file, "FILE", "Read the text or link from FILE");
}

void add_divergence_command(CLI::App& app, DivergenceArguments& arguments) {
  CLI::App* command =
      add_command(app, "explain-divergence", "Show where two run logs (shift --log) first differ",
                  kDivergenceFooter);
  add_text(command, "a", arguments.a, "A", "A run log; '-' is standard input");
  add_text(command, "b", arguments.b, "B", "Another one");
}

void add_serve_command(CLI::App& app, ServeArguments& arguments) {
  CLI::App* command =
      add_command(app, "serve", "Serve the game to a browser until Ctrl-C", kServeFooter);
  command->add_option("--port", arguments.port, "0 to 65535; 0 picks a free one")
      ->type_name("PORT")
      ->capture_default_str();
  command->add_option("--host", arguments.host, "An address or name of this machine")
      ->type_name("HOST")
      ->capture_default_str();
}

std::vector<std::string> command_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands({})) names.push_back(command->get_name());
  return names;
}

std::vector<std::string> option_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options()) {
    if (option->nonpositional()) names.push_back("--" + option->get_lnames().front());
  }
  return names;
}

/// Throws UserError where something was typed that no command or option takes.
void refuse_leftovers(const CLI::App& app, const CLI::App* command) {
  const CLI::App& taker = command == nullptr ? app : *command;
  const std::vector<std::string> leftovers = taker.remaining();
  if (leftovers.empty()) return;
  const auto option = std::ranges::find_if(
      leftovers, [](const std::string& text) { return text.starts_with("-") && text != "-"; });
  if (option != leftovers.end()) {
    const std::string name = option->substr(0, option->find('='));
    throw UserError(
        fmt::format("unknown option {}{}", shown(name), did_you_mean(name, option_names(taker))));
  }
  if (command == nullptr) {
    throw UserError(fmt::format("unknown command {}{}", shown(leftovers.front()),
                                did_you_mean(leftovers.front(), command_names(app))));
  }
  throw UserError(
      fmt::format("{}: unexpected argument {}", command->get_name(), shown(leftovers.front())));
}

/// CLI11's words, as an answer to whoever typed the option.
std::string mismatch_text(const CLI::ArgumentMismatch& error) {
  const std::string text = error.what();
  const std::string option = text.substr(0, text.find(':'));
  if (text.find("At Most") != std::string::npos) {
    return fmt::format("{} is given more than once", option);
  }
  return fmt::format("{} needs a value", option);
}

ExitCode run_verify(const VerifyArguments& arguments) {
  if (arguments.text && arguments.file)
    throw UserError("verify takes a replay or --file, not both");
  if (!arguments.text && !arguments.file) {
    throw UserError("verify needs a replay's text or link, or --file FILE");
  }
  std::string given = arguments.text.value_or("");
  if (arguments.file || given == "-") {
    const std::string path = arguments.file.value_or("-");
    given = read_file(path, kVerifyBytesMax);
    if (trim(given).empty()) {
      throw UserError(fmt::format("{} is empty; it should hold a replay's text or link",
                                  path == "-" ? "standard input" : shown(path)));
    }
  }
  const ReplayCheck check =
      check_replay(replay_in(given), Style{is_colour_terminal(STDOUT_FILENO)});
  write_output(check.text);
  return check.verified ? ExitCode::ok : ExitCode::differs;
}

NamedLog read_named_log(const std::string& path) {
  const std::string name = path == "-" ? "standard input" : shown(path);
  return {name, read_run_log(read_file(path, kRunLogBytesMax), name)};
}

ExitCode run_divergence(const DivergenceArguments& arguments) {
  if (!arguments.a || !arguments.b) {
    throw UserError("explain-divergence needs two run logs, as written by shift --log");
  }
  if (arguments.a == "-" && arguments.b == "-") {
    throw UserError("explain-divergence: only one of the two logs can be standard input");
  }
  const NamedLog a = read_named_log(*arguments.a);
  const NamedLog b = read_named_log(*arguments.b);
  const Divergence divergence = explain_divergence(a, b, Style{is_colour_terminal(STDOUT_FILENO)});
  write_output(divergence.text);
  return divergence.same ? ExitCode::ok : ExitCode::differs;
}

ExitCode run_command(const CLI::App& app, const Arguments& arguments, server::Page page) {
  const std::vector<CLI::App*> chosen = app.get_subcommands();
  const CLI::App* command = chosen.empty() ? nullptr : chosen.front();
  refuse_leftovers(app, command);
  if (command == nullptr) {
    throw UserError("which command? " + join(command_names(app)) + "; --help tells more");
  }
  const std::string name = command->get_name();
  if (name == "shift") {
    run_shift_command(arguments.shift);
    return ExitCode::ok;
  }
  if (const std::optional<ExitCode> code = arguments.real.run(name)) return *code;
  if (name == "verify") return run_verify(arguments.verify);
  if (name == "explain-divergence") return run_divergence(arguments.divergence);
  serve(page, arguments.serve.host, read_port(arguments.serve.port));
  return ExitCode::ok;
}

ExitCode parse_and_run(int argc, const char* const* argv, server::Page page) {
  CLI::App app("The kitchen of a language model: play it, check it, serve it.", "llm-kitchen");
  app.formatter(help_formatter());
  app.set_version_flag("--version", version_text(), "Print the version");
  app.allow_extras();
  app.require_subcommand(0, 1);
  app.footer(kFooter);
  // CLI11 would drop what comes after it without a word.
  if (std::find(argv + 1, argv + argc, std::string_view("--")) != argv + argc) {
    throw UserError("a lone -- has no meaning here; leave it out");
  }
  Arguments arguments;
  add_shift_command(app, arguments.shift);
  add_verify_command(app, arguments.verify);
  add_divergence_command(app, arguments.divergence);
  add_serve_command(app, arguments.serve);
  arguments.real.add_to(app);
  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForHelp&) {
    write_output(app.help());
    return ExitCode::ok;
  } catch (const CLI::CallForVersion&) {
    write_output(version_text() + "\n");
    return ExitCode::ok;
  } catch (const CLI::ArgumentMismatch& error) {
    throw UserError(mismatch_text(error));
  } catch (const CLI::ParseError& error) {
    throw UserError(error.what());
  }
  return run_command(app, arguments, page);
}

}  // namespace

int run_app(int argc, const char* const* argv, server::Page page) {
  ExitCode code = ExitCode::bad_input;
  try {
    code = parse_and_run(argc, argv, page);
  } catch (const UserError& error) {
    write_error(fmt::format("llm-kitchen: {}", error.what()));
  } catch (const std::exception& error) {
    write_error(fmt::format("llm-kitchen: something went wrong inside: {}", error.what()));
  }
  return static_cast<int>(code);
}

}  // namespace kitchen::cli
