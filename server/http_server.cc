#include "server/http_server.h"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/write.hpp>
#include <csignal>
#include <set>
#include <utility>

#include "server/response.h"

namespace kitchen::server {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = boost::beast::http;
using asio::ip::tcp;
using boost::system::error_code;

/// Errors come back as values: a client that goes away is not exceptional.
constexpr auto kAwait = asio::as_tuple(asio::use_awaitable);

constexpr std::chrono::seconds kStopGrace{2};
constexpr std::chrono::seconds kLinger{1};
constexpr std::size_t kLingerBytesMax = 64 * 1024;
constexpr std::chrono::milliseconds kAcceptRetry{100};
constexpr int kFreePortTries = 100;

tcp::endpoint resolve(asio::io_context& io, const std::string& host, uint16_t port) {
  error_code error;
  const asio::ip::address address = asio::ip::make_address(host, error);
  if (!error) return {address, port};
  tcp::resolver resolver(io);
  const auto found = resolver.resolve(host, "", error);
  if (error || found.empty()) throw ListenError(ListenProblem::unknown_host, error.message());
  for (const auto& entry : found) {
    if (entry.endpoint().address().is_v4()) return {entry.endpoint().address(), port};
  }
  return {found.begin()->endpoint().address(), port};
}

error_code open_acceptor(tcp::acceptor& acceptor, const tcp::endpoint& endpoint) {
  error_code error;
  acceptor.open(endpoint.protocol(), error);
  // Lets a restart take the port while old connections are still winding down.
  if (!error) acceptor.set_option(tcp::acceptor::reuse_address(true), error);
  if (!error) acceptor.bind(endpoint, error);
  if (!error) acceptor.listen(asio::socket_base::max_listen_connections, error);
  if (error) {
    error_code ignored;
    acceptor.close(ignored);
  }
  return error;
}

/// A free port after `taken`, 0 if none was found.
uint16_t find_free_port(asio::io_context& io, tcp::endpoint taken) {
  for (int tries = 1; tries <= kFreePortTries && taken.port() < 65535; ++tries) {
    taken.port(static_cast<uint16_t>(taken.port() + 1));
    tcp::acceptor acceptor(io);
    if (!open_acceptor(acceptor, taken)) return taken.port();
  }
  return 0;
}

[[noreturn]] void throw_listen_error(asio::io_context& io, const tcp::endpoint& endpoint,
                                     error_code error) {
  if (error == asio::error::address_in_use) {
    throw ListenError(ListenProblem::port_in_use, error.message(), find_free_port(io, endpoint));
  }
  if (error == boost::system::errc::address_not_available) {
    throw ListenError(ListenProblem::not_this_machine, error.message());
  }
  if (error == asio::error::access_denied) {
    throw ListenError(ListenProblem::not_permitted, error.message());
  }
  throw ListenError(ListenProblem::other, error.message());
}

struct Connection {
  beast::tcp_stream stream;
  bool answering = false;
};

/// Closes so that the client gets the answer even where part of its request is still unread: a
/// close with unread bytes would reset the connection, and with it an answer not yet received.
asio::awaitable<void> close_gently(beast::tcp_stream& stream) {
  error_code ignored;
  stream.socket().shutdown(tcp::socket::shutdown_send, ignored);
  stream.expires_after(kLinger);
  char scrap[4096];
  std::size_t total = 0;
  while (total < kLingerBytesMax) {
    const auto [error, bytes] = co_await stream.async_read_some(asio::buffer(scrap), kAwait);
    if (error) break;
    total += bytes;
  }
}

http::status status_of_read_error(error_code error) {
  if (error == http::error::header_limit || error == http::error::buffer_overflow) {
    return http::status::request_header_fields_too_large;
  }
  return http::status::bad_request;
}

bool is_http_error(error_code error) {
  return error.category() == make_error_code(http::error::bad_method).category() &&
         error != http::error::end_of_stream && error != http::error::partial_message;
}

}  // namespace

class HttpServer::Impl {
 public:
  Impl(Page page, const Limits& limits) : page_(page), limits_(limits) {}

  void listen(const std::string& host, uint16_t port) {
    const tcp::endpoint endpoint = resolve(io_, host, port);
    if (const error_code error = open_acceptor(acceptor_, endpoint)) {
      throw_listen_error(io_, endpoint, error);
    }
  }

  tcp::endpoint endpoint() const { return acceptor_.local_endpoint(); }

  void stop_on_signals() {
    signals_.add(SIGINT);
    signals_.add(SIGTERM);
    asio::co_spawn(io_, wait_for_signals(), rethrow);
  }

  void run() {
    asio::co_spawn(io_, accept_connections(), rethrow);
    io_.run();
  }

  void stop() {
    asio::post(io_, [this] { begin_stop(); });
  }

 private:
  static void rethrow(const std::exception_ptr& failure) {
    if (failure) std::rethrow_exception(failure);
  }

  asio::awaitable<void> wait_for_signals() {
    const auto [first_error, first] = co_await signals_.async_wait(kAwait);
    if (first_error) co_return;
    begin_stop();
    if (connection_count_ == 0) co_return;
    const auto [second_error, second] = co_await signals_.async_wait(kAwait);
    if (!second_error) io_.stop();
  }

  void begin_stop() {
    if (stopping_) return;
    stopping_ = true;
    error_code ignored;
    acceptor_.close(ignored);
    room_.cancel();
    for (Connection* connection : connections_) {
      if (!connection->answering) connection->stream.close();
    }
    if (connection_count_ == 0) {
      signals_.cancel();
      return;
    }
    grace_.expires_after(kStopGrace);
    grace_.async_wait([this](error_code error) {
      if (!error) io_.stop();
    });
  }

  asio::awaitable<void> accept_connections() {
    while (!stopping_) {
      if (std::cmp_greater_equal(connection_count_, limits_.connections_max)) {
        room_.expires_at(asio::steady_timer::time_point::max());
        co_await room_.async_wait(kAwait);
        continue;
      }
      auto [error, socket] = co_await acceptor_.async_accept(kAwait);
      if (stopping_) break;
      if (error) {
        // Such as no file descriptor left; what takes them up will end.
        room_.expires_after(kAcceptRetry);
        co_await room_.async_wait(kAwait);
        continue;
      }
      ++connection_count_;
      asio::co_spawn(io_, serve_connection(std::move(socket)),
                     [this](const std::exception_ptr&) { end_connection(); });
    }
  }

  void end_connection() {
    --connection_count_;
    room_.cancel();
    if (stopping_ && connection_count_ == 0) {
      grace_.cancel();
      signals_.cancel();
    }
  }

  asio::awaitable<void> serve_connection(tcp::socket socket) {
    Connection connection{beast::tcp_stream(std::move(socket))};
    connections_.insert(&connection);
    error_code ignored;
    connection.stream.socket().set_option(tcp::no_delay(true), ignored);
    beast::flat_buffer buffer(limits_.header_bytes_max);
    bool open = true;
    while (open && !stopping_) {
      open = co_await serve_request(connection, buffer);
    }
    connections_.erase(&connection);
  }

  /// Reads one request and answers it. False when the connection is done with.
  asio::awaitable<bool> serve_request(Connection& connection, beast::flat_buffer& buffer) {
    http::request_parser<http::empty_body> parser;
    parser.header_limit(limits_.header_bytes_max);
    connection.stream.expires_after(limits_.request_timeout);
    const auto [read_error, bytes] =
        co_await http::async_read_header(connection.stream, buffer, parser, kAwait);
    if (read_error && !is_http_error(read_error)) co_return false;  // it went away, or was too slow

    bool keep_alive = false;
    Response response;
    if (read_error) {
      response = make_error(status_of_read_error(read_error), 11);
    } else {
      // is_done: no body follows. A body is not read; the connection can't be used any further.
      keep_alive = parser.is_done() && parser.get().keep_alive() && !stopping_;
      response = answer(parser);
    }
    response.keep_alive(keep_alive);
    connection.answering = true;
    connection.stream.expires_after(limits_.response_timeout);
    const auto [write_error, written] =
        co_await http::async_write(connection.stream, response, kAwait);
    connection.answering = false;
    if (write_error) co_return false;
    if (!keep_alive) co_await close_gently(connection.stream);
    co_return keep_alive;
  }

  Response answer(const http::request_parser<http::empty_body>& parser) const {
    const RequestHeader& request = parser.get();
    Response response = make_response(page_, request);
    if (!parser.is_done() && response.result() != http::status::method_not_allowed) {
      return make_error(http::status::payload_too_large, request.version());
    }
    return response;
  }

  Page page_;
  Limits limits_;
  asio::io_context io_{1};
  tcp::acceptor acceptor_{io_};
  asio::signal_set signals_{io_};
  asio::steady_timer room_{io_};   // ends when a connection has ended
  asio::steady_timer grace_{io_};  // ends the wait for answers under way
  std::set<Connection*> connections_;
  int32_t connection_count_ = 0;
  bool stopping_ = false;
};

HttpServer::HttpServer(Page page, const Limits& limits)
    : impl_(std::make_unique<Impl>(page, limits)) {}
HttpServer::~HttpServer() = default;

void HttpServer::listen(const std::string& host, uint16_t port) { impl_->listen(host, port); }
uint16_t HttpServer::port() const { return impl_->endpoint().port(); }
void HttpServer::stop_on_signals() { impl_->stop_on_signals(); }
void HttpServer::run() { impl_->run(); }
void HttpServer::stop() { impl_->stop(); }

bool HttpServer::is_public() const { return !impl_->endpoint().address().is_loopback(); }

std::string HttpServer::url() const {
  const asio::ip::address address = impl_->endpoint().address();
  std::string host = address.to_string();
  if (address.is_unspecified()) host = address.is_v6() ? "::1" : "127.0.0.1";
  if (address.is_v6()) host = "[" + host + "]";
  return "http://" + host + ":" + std::to_string(port()) + "/";
}

}  // namespace kitchen::server
