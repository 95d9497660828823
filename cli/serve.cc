#include "cli/serve.h"

#include <fmt/core.h>

#include "cli/io.h"
#include "cli/text.h"
#include "cli/user_error.h"
#include "server/http_server.h"

namespace kitchen::cli {
namespace {

std::string listen_problem_text(const server::ListenError& error, const std::string& host,
                                uint16_t port) {
  using server::ListenProblem;
  switch (error.problem()) {
    case ListenProblem::unknown_host:
      return fmt::format("--host {}: no address is known for it ({}); 127.0.0.1 is this machine",
                         shown(host), error.what());
    case ListenProblem::not_this_machine:
      return fmt::format(
          "--host {}: this is no address of this machine; 127.0.0.1 is, and 0.0.0.0 stands for all",
          shown(host));
    case ListenProblem::port_in_use: {
      const uint16_t free_port = error.free_port();
      return fmt::format("port {} on {} is in use; {}", port, host,
                         free_port == 0 ? "--port 0 picks a free one"
                                        : fmt::format("{0} is free: --port {0}", free_port));
    }
    case ListenProblem::not_permitted:
      return fmt::format("port {} needs privileges; ports from 1024 to 65535 don't", port);
    case ListenProblem::other:
      break;
  }
  return fmt::format("cannot listen on {} port {}: {}", shown(host), port, error.what());
}

}  // namespace

uint16_t read_port(std::string_view text) {
  int64_t port = 0;
  if (!read_integer(text, port) || port < 0 || port > UINT16_MAX) {
    throw UserError(
        fmt::format("--port {}: a port is a whole number from 1 to {}, or 0 for any free one",
                    shown(text), UINT16_MAX));
  }
  return static_cast<uint16_t>(port);
}

void serve(server::Page page, const std::string& host, uint16_t port) {
  if (page.empty()) {
    throw UserError(
        "this llm-kitchen was built without the page; './dev build' leaves one that has it in "
        "build/llm-kitchen");
  }
  server::HttpServer http(page);
  try {
    http.listen(host, port);
  } catch (const server::ListenError& error) {
    throw UserError(listen_problem_text(error, host, port));
  }
  http.stop_on_signals();
  write_output(fmt::format("LLM Kitchen is open at {}  (Ctrl-C closes it{})\n", http.url(),
                           http.is_public() ? "; other machines can reach it too" : ""));
  http.run();
}

}  // namespace kitchen::cli
