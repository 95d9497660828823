#include "server/http_server.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <boost/asio/connect.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/write.hpp>
#include <chrono>
#include <future>
#include <string>
#include <thread>
#include <vector>

namespace kitchen::server {
namespace {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;
using std::chrono::steady_clock;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

using namespace std::chrono_literals;

/// A bare TCP client: what it sends need not be HTTP.
class Client {
 public:
  explicit Client(uint16_t port) : socket_(io_) {
    socket_.connect({asio::ip::address_v4::loopback(), port});
  }

  bool send(std::string_view bytes) {
    error_code error;
    asio::write(socket_, asio::buffer(bytes), error);
    return !error;
  }

  /// Everything up to the close, or `ending` if that comes first.
  std::string receive(std::string_view ending = "") {
    std::string all;
    char part[4096];
    error_code error;
    while (!error && (ending.empty() || !all.ends_with(ending))) {
      all.append(part, socket_.read_some(asio::buffer(part), error));
    }
    closed_ = error == asio::error::eof;
    return all;
  }

  /// Whether the other side closed in the way of a polite peer, not by a reset.
  bool closed() const { return closed_; }

  void close() { socket_.close(); }

 private:
  asio::io_context io_;
  tcp::socket socket_;
  bool closed_ = false;
};

class RunningServer {
 public:
  explicit RunningServer(const Limits& limits = {}) : server_(embedded_page(), limits) {
    server_.listen("127.0.0.1", 0);
    thread_ = std::thread([this] { server_.run(); });
  }
  ~RunningServer() {
    server_.stop();
    thread_.join();
  }
  HttpServer& server() { return server_; }
  uint16_t port() const { return server_.port(); }

 private:
  HttpServer server_;
  std::thread thread_;
};

constexpr char kGetAndClose[] = "GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";
constexpr char kGet[] = "GET / HTTP/1.1\r\nHost: x\r\n\r\n";
constexpr char kPageEnd[] = "</script>\n";

Limits short_limits() {
  Limits limits;
  limits.request_timeout = 300ms;
  return limits;
}

std::string exchange(uint16_t port, std::string_view request) {
  Client client(port);
  client.send(request);
  return client.receive();
}

TEST(HttpServer, ServesThePageAndCloses) {
  RunningServer running;
  Client client(running.port());
  client.send(kGetAndClose);
  const std::string answer = client.receive();
  EXPECT_THAT(answer, StartsWith("HTTP/1.1 200 OK\r\n"));
  EXPECT_THAT(answer, EndsWith(kPageEnd));
  EXPECT_TRUE(client.closed());
}

TEST(HttpServer, KeepsAConnectionForTheNextRequest) {
  RunningServer running;
  Client client(running.port());
  for (int i = 0; i < 3; ++i) {
    client.send(kGet);
    EXPECT_THAT(client.receive(kPageEnd), StartsWith("HTTP/1.1 200 OK\r\n"));
  }
  // Two at once: the second is read from what is left in the buffer.
  client.send(std::string(kGet) + "GET /nothing HTTP/1.1\r\nHost: x\r\n\r\n");
  EXPECT_THAT(client.receive("at /\n"), HasSubstr("HTTP/1.1 404 Not Found"));
}

TEST(HttpServer, HeadIsFollowedByTheNextAnswerWithoutABody) {
  RunningServer running;
  const std::string answer =
      exchange(running.port(), std::string("HEAD / HTTP/1.1\r\nHost: x\r\n\r\n") +
                                   "HEAD / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
  EXPECT_THAT(answer, StartsWith("HTTP/1.1 200 OK\r\n"));
  EXPECT_THAT(answer, EndsWith("\r\n\r\n"));
  EXPECT_THAT(answer, Not(HasSubstr("doctype")));
}

TEST(HttpServer, ARequestWithABodyIsRefusedAndTheAnswerArrives) {
  RunningServer running;
  // A body that reads like requests must not be taken for them.
  std::string body;
  while (body.size() < 30'000) body += kGet;
  for (const auto& [method, status] : {std::pair{"POST", "405"}, {"GET", "413"}}) {
    Client client(running.port());
    client.send(std::string(method) + " / HTTP/1.1\r\nHost: x\r\nContent-Length: " +
                std::to_string(body.size()) + "\r\n\r\n" + body);
    const std::string answer = client.receive();
    EXPECT_THAT(answer, StartsWith(std::string("HTTP/1.1 ") + status));
    EXPECT_EQ(answer.rfind("HTTP/1.1 "), 0U) << "one request, one answer";
    EXPECT_TRUE(client.closed()) << "a reset could take the answer away";
  }
  EXPECT_THAT(exchange(running.port(),
                       "GET / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
              StartsWith("HTTP/1.1 413"));
}

TEST(HttpServer, WhatIsNotHttpGetsAnErrorAndTheDoor) {
  RunningServer running;
  for (const char* nonsense :
       {"hello\r\n\r\n", "GET / HTTP/9.9\r\n\r\n", "GET  /\r\n\r\n", "\x16\x03\x01\x02\r\n\r\n",
        "GET / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
        "GET / HTTP/1.1\r\nContent-Length: -1\r\n\r\n", "GET / HTTP/1.1\r\n: x\r\n\r\n"}) {
    EXPECT_THAT(exchange(running.port(), nonsense), StartsWith("HTTP/1.1 400")) << nonsense;
  }
  EXPECT_THAT(exchange(running.port(), kGetAndClose), StartsWith("HTTP/1.1 200"));
}

TEST(HttpServer, AnOversizedHeaderIsRefused) {
  RunningServer running;
  const std::string line(10'000, 'x');
  EXPECT_THAT(exchange(running.port(), "GET / HTTP/1.1\r\nHost: x\r\nCookie: " + line + "\r\n\r\n"),
              StartsWith("HTTP/1.1 431"));
  EXPECT_THAT(exchange(running.port(), "GET /" + line + " HTTP/1.1\r\nHost: x\r\n\r\n"),
              StartsWith("HTTP/1.1 431"));
  EXPECT_THAT(exchange(running.port(), line + line), StartsWith("HTTP/1.1 4"));
}

TEST(HttpServer, ASlowClientIsCutOffHoweverBusyItLooks) {
  RunningServer running(short_limits());
  const auto start = steady_clock::now();
  Client client(running.port());
  client.send("GET / HTTP/1.1\r\n");
  // A line every 50 ms: each one is progress, and still the whole has to be there in time.
  while (client.send("X-Slow: 1\r\n") && steady_clock::now() - start < 5s) {
    std::this_thread::sleep_for(50ms);
  }
  const auto took = steady_clock::now() - start;
  EXPECT_GE(took, 300ms);
  EXPECT_LT(took, 3s);
}

TEST(HttpServer, AnIdleConnectionIsClosed) {
  RunningServer running(short_limits());
  Client client(running.port());
  client.send(kGet);
  client.receive(kPageEnd);
  const auto start = steady_clock::now();
  EXPECT_EQ(client.receive(), "");
  EXPECT_LT(steady_clock::now() - start, 3s);
}

TEST(HttpServer, BeyondTheCapClientsWaitAndAreThenServed) {
  Limits limits;
  limits.connections_max = 2;
  RunningServer running(limits);
  Client first(running.port());
  Client second(running.port());
  for (Client* client : {&first, &second}) {
    client->send(kGet);
    client->receive(kPageEnd);
  }
  auto third =
      std::async(std::launch::async, [&] { return exchange(running.port(), kGetAndClose); });
  EXPECT_EQ(third.wait_for(200ms), std::future_status::timeout);
  first.close();
  ASSERT_EQ(third.wait_for(5s), std::future_status::ready);
  EXPECT_THAT(third.get(), StartsWith("HTTP/1.1 200"));
}

TEST(HttpServer, ManyClientsAtOnceAreAllServed) {
  RunningServer running;
  std::vector<std::thread> threads;
  std::atomic<int> served = 0;
  for (int i = 0; i < 16; ++i) {
    threads.emplace_back([&] {
      for (int k = 0; k < 25; ++k) {
        if (exchange(running.port(), kGetAndClose).ends_with(kPageEnd)) ++served;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(served, 16 * 25);
}

TEST(HttpServer, ClientsThatVanishHarmNobody) {
  RunningServer running;
  for (int i = 0; i < 50; ++i) {
    Client client(running.port());
    if (i % 2 == 0) client.send("GET / HT");
    if (i % 3 == 0) client.send(kGet);
    client.close();
  }
  EXPECT_THAT(exchange(running.port(), kGetAndClose), StartsWith("HTTP/1.1 200"));
}

TEST(HttpServer, StopsAtOnceWithIdleConnectionsOpen) {
  auto running = std::make_unique<RunningServer>();
  Client idle(running->port());
  Client kept(running->port());
  kept.send(kGet);
  kept.receive(kPageEnd);
  const auto start = steady_clock::now();
  running.reset();
  EXPECT_LT(steady_clock::now() - start, 1s);
  EXPECT_EQ(idle.receive(), "");
}

ListenError listen_error(HttpServer& server, const std::string& host, uint16_t port) {
  try {
    server.listen(host, port);
  } catch (const ListenError& error) {
    return error;
  }
  throw std::logic_error("listening was expected to fail");
}

TEST(HttpServerListen, APortInUseSuggestsAFreeOne) {
  RunningServer running;
  HttpServer second(embedded_page());
  const ListenError error = listen_error(second, "127.0.0.1", running.port());
  EXPECT_EQ(error.problem(), ListenProblem::port_in_use);
  ASSERT_NE(error.free_port(), 0);
  EXPECT_NE(error.free_port(), running.port());
  second.listen("127.0.0.1", error.free_port());
  EXPECT_EQ(second.port(), error.free_port());
}

TEST(HttpServerListen, AHostThatCannotBeIsNamed) {
  HttpServer server(embedded_page());
  EXPECT_EQ(listen_error(server, "192.0.2.1", 0).problem(), ListenProblem::not_this_machine);
  EXPECT_EQ(listen_error(server, "no such host", 0).problem(), ListenProblem::unknown_host);
  EXPECT_EQ(listen_error(server, "300.1.1.1", 0).problem(), ListenProblem::unknown_host);
}

TEST(HttpServerListen, TheAddressIsOneABrowserOpens) {
  HttpServer local(embedded_page());
  local.listen("127.0.0.1", 0);
  EXPECT_EQ(local.url(), "http://127.0.0.1:" + std::to_string(local.port()) + "/");
  EXPECT_FALSE(local.is_public());

  HttpServer everywhere(embedded_page());
  everywhere.listen("0.0.0.0", 0);
  EXPECT_EQ(everywhere.url(), "http://127.0.0.1:" + std::to_string(everywhere.port()) + "/");
  EXPECT_TRUE(everywhere.is_public());

  HttpServer named(embedded_page());
  named.listen("localhost", 0);
  EXPECT_FALSE(named.is_public());
}

}  // namespace
}  // namespace kitchen::server
