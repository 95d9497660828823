#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>

#include "server/asset.h"

namespace kitchen::server {

/// What one client may take up. The defaults suit a class of people behind one address.
struct Limits {
  int32_t connections_max = 256;  ///< the next ones wait until one closes
  uint32_t header_bytes_max = 8 * 1024;
  /// From a connection's start, or the end of its last answer, to the last byte of a request.
  std::chrono::milliseconds request_timeout{10'000};
  std::chrono::milliseconds response_timeout{30'000};
};

enum class ListenProblem : int32_t {
  unknown_host,      ///< the name has no address
  not_this_machine,  ///< the address is another machine's
  port_in_use,       ///< free_port() is another one
  not_permitted,     ///< a port that needs privileges
  other,             ///< what() has the system's words
};

class ListenError : public std::runtime_error {
 public:
  ListenError(ListenProblem problem, const std::string& what, uint16_t free_port = 0)
      : std::runtime_error(what), problem_(problem), free_port_(free_port) {}

  ListenProblem problem() const { return problem_; }
  /// For `port_in_use`: a port of that host that is free now, 0 if none was found.
  uint16_t free_port() const { return free_port_; }

 private:
  ListenProblem problem_;
  uint16_t free_port_;
};

/// Serves a page over HTTP/1.1, on one thread.
class HttpServer {
 public:
  explicit HttpServer(Page page, const Limits& limits = {});
  ~HttpServer();
  HttpServer(const HttpServer&) = delete;
  HttpServer& operator=(const HttpServer&) = delete;

  /// Starts listening. `host` is an address or a name; port 0 picks a free one. Throws ListenError.
  void listen(const std::string& host, uint16_t port);

  /// The address that a browser on this machine opens, such as "http://127.0.0.1:8080/".
  std::string url() const;
  uint16_t port() const;
  /// Whether other machines can connect too.
  bool is_public() const;

  /// SIGINT and SIGTERM stop the server; a second one cuts off answers under way.
  void stop_on_signals();

  /// Serves until stopped. Answers under way are finished first, for two seconds at most.
  void run();

  /// May be called from any thread.
  void stop();

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace kitchen::server
