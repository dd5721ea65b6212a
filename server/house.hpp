// SPDX-License-Identifier: Apache-2.0
// What the connections of the workbench's server share; Boost's names for sockets, HTTP and WebSockets.
#pragma once

#include <fmt/format.h>

#include <utility>  // before Beast, which forgets it

#include <algorithm>
#include <array>
#include <atomic>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/generic/stream_protocol.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/local/connect_pair.hpp>
#include <boost/asio/local/stream_protocol.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket.hpp>
#include <map>
#include <memory>
#include <set>

#include "oopss/system/module.hpp"
#include "server/gate.hpp"
#include "server/guests.hpp"
#include "server/serve.hpp"
#include "server/tls_module.hpp"

namespace oopss {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
namespace websocket = beast::websocket;
using asio::awaitable;
using asio::ip::tcp;
using boost::system::error_code;
using std::chrono::milliseconds;
using std::chrono::seconds;
using Request = http::request<http::string_body>;
using Response = http::response<http::string_body>;
using Local = asio::local::stream_protocol;
using Stream = beast::basic_stream<asio::generic::stream_protocol>;  // of TCP, or what is left of it behind TLS
using Socket = websocket::stream<Stream>;

constexpr int most_clients = 8, workers_per_client = 3;
constexpr seconds request_time(10), vanished_after(60);

/// A completion that gives its error in `error` instead of throwing it.
inline auto into(error_code& error) { return asio::redirect_error(asio::use_awaitable, error); }

class Session;
class GuestSession;

/// A place to listen at, and whom it lets in. No way in uses up what another has.
struct Entrance {
  std::unique_ptr<tcp::acceptor> acceptor;
  std::unique_ptr<Gate> gate;
  int most_connections = 128, connections = 0;
  bool for_guests = false;
  void* tls = nullptr;  // the module's context; null: as plain text
};

/// The way in for guests.
struct GuestHouse {
  explicit GuestHouse(const GuestOptions& options_) : options(options_), book(options_.most) {}
  ~GuestHouse() {
    if (entrance.tls) load_module<TlsModule>().close(entrance.tls);
  }
  GuestHouse(const GuestHouse&) = delete;
  GuestHouse& operator=(const GuestHouse&) = delete;

  GuestOptions options;
  GuestBook book;
  Entrance entrance;
  std::string host;                       // with its port
  std::map<int, GuestSession*> sessions;  // by the guests' numbers: one each
  bool encrypted() const { return entrance.tls != nullptr; }
  std::string link(const std::string& code) const {
    return fmt::format("http{}://{}/?code={}", encrypted() ? "s" : "", host, code);
  }
};

/// What the connections share. Everything runs in the thread of `io`.
struct House {
  ServeOptions options;
  std::unique_ptr<HostDoor> door;
  Entrance entrance;
  std::unique_ptr<GuestHouse> guests;
  std::atomic<int> workers = 0;
  std::set<Session*> sessions;
  int signal = 0;
  bool ending = false;
  std::chrono::steady_clock::time_point busy_until = std::chrono::steady_clock::now();
  asio::io_context io{1};  // last: with it go the connections, which use the rest
};

/// What the host of guests asks, answered at once.
ServerAnswer guests_answer(const House& house);
ServerAnswer invitation_answer(House& house);
ServerAnswer revoked_answer(House& house, int number);

/// One connection from its first request to its last, or to the end of the WebSocket that one of them opened.
awaitable<void> converse(House& house, Entrance& entrance, Stream stream);

}  // namespace oopss
