// SPDX-License-Identifier: Apache-2.0
#include "server/serve.hpp"

#include <fmt/format.h>

#include <utility>  // before Beast, which forgets it

#include <algorithm>
#include <array>
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
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <map>
#include <set>
#include <thread>

#include "oopss/system/module.hpp"
#include "oopss/system/printable.hpp"
#include "server/gate.hpp"
#include "server/guest_process.hpp"
#include "server/guest_worker.hpp"
#include "server/guests.hpp"
#include "server/square_module.hpp"
#include "server/tls_module.hpp"

namespace oopss {
namespace {

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
constexpr unsigned header_bytes = 16 * 1024, body_bytes = 1024;
constexpr seconds request_time(10), vanished_after(60);

/// A completion that gives its error in `error` instead of throwing it.
auto into(error_code& error) { return asio::redirect_error(asio::use_awaitable, error); }

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

ServerAnswer guests_answer(const House& house);
ServerAnswer invitation_answer(House& house);
ServerAnswer revoked_answer(House& house, int number);

/// A WebSocket with its three workers: one opens and runs models, one answers questions about them, which may take
/// longer than a slider can wait, and one does what may take many seconds. Messages to the page wait in `outbox_`;
/// while they are many, nothing more is read.
class Session : public std::enable_shared_from_this<Session> {
 public:
  Session(House& house, Socket socket) : house_(house), socket_(std::move(socket)), room_(house.io), mail_(house.io) {
    house_.sessions.insert(this);
  }
  ~Session() {
    for (const auto& worker : workers_)
      if (worker) worker->stop();
    house_.sessions.erase(this);
    house_.busy_until = std::chrono::steady_clock::now();
  }

  awaitable<void> run() {
    const std::shared_ptr<Session> self = shared_from_this();
    for (std::shared_ptr<Worker>& worker : workers_) worker = started_worker();
    asio::co_spawn(
        house_.io, [self] { return self->write(); }, asio::detached);
    co_await read();
    end();
  }

  void end() {
    ended_ = true;
    for (const auto& worker : workers_) worker->stop();
    mail_.cancel();
    room_.cancel();
  }

  void close() {
    end();
    auto self = shared_from_this();
    socket_.async_close({websocket::close_code::going_away, "the workbench was ended"}, [self](error_code) {});
  }

 private:
  std::shared_ptr<Worker> started_worker() {
    const std::weak_ptr<Session> me = shared_from_this();
    const std::size_t number = started_++;
    auto out =
        std::make_shared<Worker>(house_.options.facts, [me, number, &io = house_.io](std::string bytes, bool binary) {
          asio::post(io, [me, number, bytes = std::move(bytes), binary]() mutable {
            if (const auto self = me.lock()) self->push({std::move(bytes), binary, self->workers_[number]});
          });
        });
    ++house_.workers;
    std::thread([worker = out, &workers = house_.workers]() mutable {
      worker->work();
      worker.reset();
      --workers;
    }).detach();
    return out;
  }

  struct Mail {
    std::string bytes;
    bool binary = false;
    std::shared_ptr<Worker> from;  // null: the reader
  };

  void push(Mail mail) {
    outbox_.push_back(std::move(mail));
    mail_.cancel();
  }

  /// Until the timer is cancelled, or so long.
  static awaitable<void> wait(asio::steady_timer& timer, milliseconds most) {
    error_code ignored;
    timer.expires_after(most);
    co_await timer.async_wait(into(ignored));
  }

  awaitable<void> read() {
    error_code error;
    beast::flat_buffer buffer;
    while (!ended_) {
      const auto full = [](const std::shared_ptr<Worker>& worker) { return worker->full(); };
      if (std::any_of(workers_.begin(), workers_.end(), full) || outbox_.size() > 64) {
        co_await wait(room_, milliseconds(10));
        continue;
      }
      buffer = {};  // a large message leaves no large buffer behind
      co_await socket_.async_read(buffer, into(error));
      if (error) break;
      take(beast::buffers_to_string(buffer.data()));
    }
  }

  void take(const std::string& text) {
    try {
      if (!socket_.got_text()) throw ProtocolError(0, "protocol", "requests are text messages");
      PageRequest request = parse_request(text, house_.options.facts.limits);
      // Here and now: a page that is loaded again asks for it a moment later, and a worker may be busy.
      if (const KeepRequest* keep = std::get_if<KeepRequest>(&request.what))
        return push({print_answer(request.id, kept_answer(*keep, house_.options.facts.work)), false, nullptr});
      if (std::holds_alternative<ForgetRequest>(request.what))
        return push({print_answer(request.id, forgotten_answer(house_.options.facts.work)), false, nullptr});
      if (std::holds_alternative<AskGuests>(request.what))
        return push({print_answer(request.id, guests_answer(house_)), false, nullptr});
      if (std::holds_alternative<InviteRequest>(request.what))
        return push({print_answer(request.id, invitation_answer(house_)), false, nullptr});
      if (const RevokeRequest* revoke = std::get_if<RevokeRequest>(&request.what))
        return push({print_answer(request.id, revoked_answer(house_, revoke->number)), false, nullptr});
      if (std::holds_alternative<Cancel>(request.what))
        for (const std::size_t other : {1, 2}) workers_[other]->submit(request);
      workers_[is_study(request) ? 2 : is_question(request) ? 1 : 0]->submit(std::move(request));
    } catch (const ProtocolError& error) {
      push({print_answer(error.id, FailureMessage{error.code, error.what()}), false, nullptr});
    }
  }

  awaitable<void> write() {
    const std::shared_ptr<Session> self = shared_from_this();
    error_code error;
    while (!ended_ && !error) {
      if (outbox_.empty()) {
        co_await wait(mail_, std::chrono::hours(1));
        continue;
      }
      const Mail mail = std::move(outbox_.front());
      outbox_.pop_front();
      socket_.binary(mail.binary);
      co_await socket_.async_write(asio::buffer(mail.bytes), into(error));
      if (mail.from) mail.from->sent(mail.bytes.size());
    }
    outbox_.clear();
    if (error) beast::get_lowest_layer(socket_).cancel();  // the reader ends too
  }

  House& house_;
  Socket socket_;
  asio::steady_timer room_, mail_;  // the reader waits for room, the writer for mail
  std::array<std::shared_ptr<Worker>, workers_per_client> workers_;
  std::size_t started_ = 0;
  std::deque<Mail> outbox_;
  bool ended_ = false;
};

/// A guest's WebSocket and the process that does its work: what comes from one side goes to the other.
class GuestSession : public std::enable_shared_from_this<GuestSession> {
 public:
  GuestSession(House& house, Socket socket, int number)
      : house_(house), socket_(std::move(socket)), number_(number), worker_(house.io) {
    house_.guests->sessions[number_] = this;
  }
  ~GuestSession() {
    house_.guests->sessions.erase(number_);
    house_.busy_until = std::chrono::steady_clock::now();
  }

  awaitable<void> run() {
    const std::shared_ptr<GuestSession> self = shared_from_this();
    error_code error;
    const WorkbenchFacts& facts = house_.options.facts;
    const std::string first = facts.version + "\n" + facts.first;
    process_ = std::make_unique<GuestProcess>();
    worker_.assign(Local(), process_->take_socket(), error);
    if (!error) co_await put(first, GuestFrame::first, error);
    if (error) co_return;
    asio::co_spawn(
        house_.io, [self] { return self->to_page(); }, asio::detached);
    beast::flat_buffer buffer;
    while (!error) {
      buffer = {};
      co_await socket_.async_read(buffer, into(error));
      // What is no text is no request either, and is answered so.
      if (!error) co_await put(beast::buffers_to_string(buffer.data()), GuestFrame::text, error);
    }
    worker_.close(error);
  }

  void close(const char* words) {
    if (std::exchange(closing_, true)) return;
    error_code ignored;
    worker_.close(ignored);
    auto self = shared_from_this();
    socket_.async_close({websocket::close_code::going_away, words}, [self](error_code) {});
  }

 private:
  awaitable<void> put(const std::string& bytes, GuestFrame::Kind kind, error_code& error) {
    const std::string head = guest_frame_head(bytes.size(), kind);
    const std::array<asio::const_buffer, 2> both = {asio::buffer(head), asio::buffer(bytes)};
    co_await asio::async_write(worker_, both, into(error));
  }

  awaitable<void> to_page() {
    const std::shared_ptr<GuestSession> self = shared_from_this();
    error_code error;
    for (std::string bytes;;) {
      std::array<char, GuestFrame::head> head{};
      co_await asio::async_read(worker_, asio::buffer(head), into(error));
      std::uint32_t size = 0;
      std::memcpy(&size, head.data(), sizeof size);
      if (error || size > GuestFrame::most) break;
      bytes.resize(size);
      co_await asio::async_read(worker_, asio::buffer(bytes), into(error));
      if (error) break;
      socket_.binary(head[4] == GuestFrame::binary);
      co_await socket_.async_write(asio::buffer(bytes), into(error));
      if (error) break;
    }
    // Its work ended, perhaps because it took too long: the page begins anew.
    if (std::exchange(closing_, true)) co_return;
    if (socket_.is_open())
      co_await socket_.async_close({websocket::close_code::try_again_later, "the work of this guest ended"},
                                   into(error));
    beast::get_lowest_layer(socket_).cancel();
  }

  House& house_;
  Socket socket_;
  int number_;
  std::unique_ptr<GuestProcess> process_;
  Local::socket worker_;
  bool closing_ = false;
};

ServerAnswer guests_answer(const House& house) {
  if (!house.guests) return FailureMessage{"unsupported", "guests need a way in: oopss workbench --listen ADDRESS"};
  GuestsMessage out{house.guests->host, house.guests->encrypted(), house.guests->book.most(), {}};
  for (const GuestBook::Row& row : house.guests->book.rows()) {
    const bool here = house.guests->sessions.contains(row.number);
    out.guests.push_back({row.number, row.state != "admitted" ? row.state : here ? "here" : "away", row.age});
  }
  return out;
}

/// A link as a QR code, row by row; none where the module is missing: the link works without.
std::vector<std::string> square_of(const std::string& link) {
  std::vector<std::string> out;
  try {
    std::vector<unsigned char> cells(177 * 177);  // of the largest that there is
    const int side = load_module<SquareModule>().encode(link.c_str(), cells.data(), static_cast<int>(cells.size()));
    for (int row = 0; row < side; ++row) {
      out.emplace_back();
      for (int column = 0; column < side; ++column) out.back() += cells[row * side + column] ? '1' : '0';
    }
  } catch (const MissingModule&) {
  }
  return out;
}

ServerAnswer invitation_answer(House& house) {
  if (!house.guests) return guests_answer(house);
  const std::optional<GuestBook::Invitation> made = house.guests->book.invite();
  if (!made)
    return FailureMessage{"limit", fmt::format("there are {} guests or open codes already; revoke one, or start with "
                                               "--guests N, at most {}",
                                               house.guests->book.most(), most_guests)};
  const std::string link = house.guests->link(made->code);
  return InvitationMessage{made->number, link, square_of(link), std::chrono::duration<double>(code_life).count()};
}

ServerAnswer revoked_answer(House& house, int number) {
  if (!house.guests) return guests_answer(house);
  if (!house.guests->book.revoke(number)) return FailureMessage{"protocol", "there is no guest of this number"};
  const auto session = house.guests->sessions.find(number);
  if (session != house.guests->sessions.end()) session->second->close("you were sent away");
  return guests_answer(house);
}

HttpAsk ask_of(const Request& request) {
  HttpAsk out;
  out.method = std::string(request.method_string());
  out.target = std::string(request.target());
  const auto all = [&](http::field name, std::vector<std::string>& values) {
    const auto [begin, end] = request.equal_range(name);
    for (auto one = begin; one != end; ++one) values.emplace_back(one->value());
  };
  all(http::field::host, out.hosts);
  all(http::field::origin, out.origins);
  out.cookie = std::string(request[http::field::cookie]);
  out.fetch_site = std::string(request["Sec-Fetch-Site"]);
  out.fetch_dest = std::string(request["Sec-Fetch-Dest"]);
  out.upgrade = websocket::is_upgrade(request);
  return out;
}

Response response_of(const HttpReply& reply, bool with_body, bool keep_alive) {
  Response out{static_cast<http::status>(reply.status), 11};
  for (const auto& [name, value] : reply.headers) out.insert(name, value);
  out.keep_alive(keep_alive);
  out.content_length(reply.body.size());
  if (with_body) out.body() = reply.body;
  return out;
}

awaitable<void> send(Stream& stream, const HttpReply& reply, bool with_body, bool keep_alive, error_code& error) {
  const Response response = response_of(reply, with_body, keep_alive);
  http::response_serializer<http::string_body> serializer{response};
  stream.expires_after(request_time);
  co_await http::async_write(stream, serializer, into(error));
}

/// Says goodbye so that the reply arrives: a close with unread input would tear it up.
awaitable<void> part(Stream& stream) {
  error_code error;
  stream.socket().shutdown(tcp::socket::shutdown_send, error);
  char waste[4096];
  stream.expires_after(seconds(1));
  for (int i = 0; i < 256 && !error; ++i) co_await stream.async_read_some(asio::buffer(waste), into(error));
}

/// What a request that could not be read is told; status 0: nothing, the other side is gone.
HttpReply refusal(const error_code& error, bool has_target) {
  if (error == http::error::header_limit)
    return has_target ? plain_reply(431, "Too large", "The headers of this request are too large.")
                      : plain_reply(414, "Too long", "No address here is that long.");
  if (error == http::error::body_limit) return plain_reply(413, "Too large", "No request here has a body.");
  if (error.category() == make_error_code(http::error::bad_line_ending).category() &&
      error != http::error::end_of_stream && error != http::error::partial_message)
    return plain_reply(400, "Bad request", "This is not a request of HTTP.");
  return {0, {}, "", false};
}

awaitable<void> open_socket(House& house, Entrance& entrance, Stream stream, const Request& request, int visitor) {
  error_code error;
  stream.expires_never();
  Socket socket(std::move(stream));
  socket.set_option(websocket::stream_base::timeout{request_time, vanished_after, true});
  socket.auto_fragment(false);
  socket.read_message_max((entrance.for_guests ? guest_limits() : house.options.facts.limits).whole());
  co_await socket.async_accept(request, into(error));
  if (error) co_return;
  if (entrance.for_guests) {
    if (!house.guests->book.admitted(visitor))  // sent away meanwhile
      co_return co_await socket.async_close({websocket::close_code::going_away, "you were sent away"}, into(error));
    if (house.guests->sessions.contains(visitor))
      co_return co_await socket.async_close(
          {websocket::close_code::try_again_later, "a page of this guest is open already: close it"}, into(error));
    co_return co_await std::make_shared<GuestSession>(house, std::move(socket), visitor)->run();
  }
  if (house.workers >= workers_per_client * most_clients) {
    co_await socket.async_close({websocket::close_code::try_again_later,
                                 fmt::format("{} pages are connected already: close one of them", most_clients)},
                                into(error));
    co_return;
  }
  co_await std::make_shared<Session>(house, std::move(socket))->run();
}

awaitable<void> converse(House& house, Entrance& entrance, Stream stream) {
  error_code error;
  beast::flat_buffer buffer(header_bytes + 2 * body_bytes);
  for (;;) {
    http::request_parser<http::string_body> parser;
    parser.header_limit(header_bytes);
    parser.body_limit(body_bytes);
    stream.expires_after(request_time);
    co_await http::async_read(stream, buffer, parser, into(error));
    if (error) {
      const HttpReply reply = refusal(error, !parser.get().target().empty());
      if (reply.status == 0) co_return;
      co_await send(stream, reply, true, false, error);
      co_return co_await part(stream);
    }
    const Request request = parser.release();
    const HttpReply reply = entrance.gate->answer(ask_of(request));
    if (reply.opens_socket) co_return co_await open_socket(house, entrance, std::move(stream), request, reply.visitor);
    const bool keep_alive = request.keep_alive() && request.body().empty();
    co_await send(stream, reply, request.method() != http::verb::head, keep_alive, error);
    if (error) co_return;
    if (!keep_alive) co_return co_await part(stream);
  }
}

/// What goes between a connection of TLS and the plain one behind it.
class Tunnel : public std::enable_shared_from_this<Tunnel> {
 public:
  Tunnel(asio::io_context& io, void* context, tcp::socket outside)
      : outside_(std::move(outside)),
        inside_(io),
        tls_(load_module<TlsModule>()),
        own_(tls_.begin(context)),
        room_(io),
        late_(io) {}
  ~Tunnel() {
    if (own_) tls_.end(own_);
  }
  Tunnel(const Tunnel&) = delete;
  Tunnel& operator=(const Tunnel&) = delete;

  /// The plain side; then `carry` works.
  Local::socket behind(asio::io_context& io) {
    Local::socket out(io);
    asio::local::connect_pair(inside_, out);
    return out;
  }

  void carry(asio::io_context& io) {
    auto self = shared_from_this();
    asio::co_spawn(
        io, [self] { return self->inwards(); }, asio::detached);
    asio::co_spawn(
        io, [self] { return self->outwards(); }, asio::detached);
  }

 private:
  static void add(void* to, const char* bytes, std::size_t count) {
    static_cast<std::string*>(to)->append(bytes, count);
  }

  awaitable<void> inwards() {
    const auto self = shared_from_this();
    std::array<char, 16384> bytes{};
    error_code error;
    for (bool on = own_ != nullptr; on && !error;) {
      const std::size_t got = co_await outside_.async_read_some(asio::buffer(bytes), into(error));
      if (error) break;
      std::pair<std::string, std::string> both;  // plain, for the wire
      on = tls_.take(
          own_, bytes.data(), got,
          [](void* to, const char* some, std::size_t count) {
            static_cast<std::pair<std::string, std::string>*>(to)->first.append(some, count);
          },
          [](void* to, const char* some, std::size_t count) {
            static_cast<std::pair<std::string, std::string>*>(to)->second.append(some, count);
          },
          &both);
      wire_ += both.second;
      co_await flush(error);
      if (!error) co_await asio::async_write(inside_, asio::buffer(both.first), into(error));
    }
    error_code ignored;
    inside_.close(ignored);
    outside_.close(ignored);
  }

  awaitable<void> outwards() {
    const auto self = shared_from_this();
    std::array<char, 16384> bytes{};
    error_code error;
    while (own_ && !error) {
      const std::size_t got = co_await inside_.async_read_some(asio::buffer(bytes), into(error));
      if (!error && !tls_.give(own_, bytes.data(), got, add, &wire_)) break;
      if (!error) co_await flush(error);
    }
    error_code last;
    if (own_ && outside_.is_open()) tls_.give(own_, nullptr, 0, add, &wire_);
    co_await flush(last);
    outside_.close(last);
    inside_.close(last);
  }

  /// Sends what is there; if another is at it, waits until little is left.
  awaitable<void> flush(error_code& error) {
    constexpr std::size_t little = 64 * 1024;
    while (sending_ && wire_.size() > little && outside_.is_open()) {
      error_code ignored;
      room_.expires_after(milliseconds(5));
      co_await room_.async_wait(into(ignored));
    }
    if (sending_) co_return;
    sending_ = true;
    while (!wire_.empty() && !error && outside_.is_open()) {
      const std::string now = std::exchange(wire_, "");
      late_.expires_after(request_time);  // one who takes nothing is gone
      late_.async_wait([self = shared_from_this()](error_code cancelled) {
        error_code ignored;
        if (!cancelled) self->outside_.close(ignored);
      });
      co_await asio::async_write(outside_, asio::buffer(now), into(error));
      late_.cancel();
    }
    sending_ = false;
  }

  tcp::socket outside_;
  Local::socket inside_;
  const TlsModule& tls_;
  void* own_;
  asio::steady_timer room_, late_;
  std::string wire_;  // for the outside
  bool sending_ = false;
};

/// The connection as a plain one.
Stream plain_stream(House& house, const Entrance& entrance, tcp::socket socket) {
  if (!entrance.tls) return Stream(asio::generic::stream_protocol::socket(std::move(socket)));
  const auto tunnel = std::make_shared<Tunnel>(house.io, entrance.tls, std::move(socket));
  Stream out(asio::generic::stream_protocol::socket(tunnel->behind(house.io)));
  tunnel->carry(house.io);
  return out;
}

awaitable<void> connection(House& house, Entrance& entrance, tcp::socket socket) {
  ++entrance.connections;
  try {
    error_code ignored;
    socket.set_option(tcp::no_delay(true), ignored);
    co_await converse(house, entrance, plain_stream(house, entrance, std::move(socket)));
  } catch (const std::exception& failure) {  // of this connection alone
    fmt::print(stderr, "oopss: a connection ended: {}\n", one_line(failure.what()));
  }
  --entrance.connections;
}

awaitable<void> listen(House& house, Entrance& entrance) {
  while (!house.ending) {
    error_code error;
    tcp::socket socket = co_await entrance.acceptor->async_accept(into(error));
    if (error == asio::error::operation_aborted) co_return;
    if (error) {  // no descriptors left: others will close theirs
      asio::steady_timer moment(house.io, milliseconds(50));
      co_await moment.async_wait(into(error));
    } else if (entrance.connections < entrance.most_connections) {
      asio::co_spawn(house.io, connection(house, entrance, std::move(socket)), asio::detached);
    } else {
      static constexpr std::string_view full =
          "HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
      socket.non_blocking(true, error);
      if (!entrance.tls) socket.send(asio::buffer(full), 0, error);
    }
  }
}

void close_doors(House& house) {
  house.ending = true;
  error_code ignored;
  house.entrance.acceptor->close(ignored);
  if (house.guests) house.guests->entrance.acceptor->close(ignored);
}

/// Ends the server once nobody was there for long.
awaitable<void> watch_idleness(House& house) {
  const std::chrono::duration<double> most(house.options.idle_exit);
  asio::steady_timer timer(house.io);
  while (!house.ending) {
    error_code ignored;
    timer.expires_after(
        std::min(std::chrono::duration_cast<milliseconds>(most / 4) + milliseconds(1), milliseconds(5000)));
    co_await timer.async_wait(into(ignored));
    if (house.sessions.empty() && (!house.guests || house.guests->sessions.empty()) &&
        std::chrono::steady_clock::now() - house.busy_until > most) {
      close_doors(house);
      house.io.stop();
    }
  }
}

std::unique_ptr<tcp::acceptor> acceptor_at(asio::io_context& io, const asio::ip::address& address,
                                           unsigned short port) {
  const tcp::endpoint place(address, port);
  auto out = std::make_unique<tcp::acceptor>(io, place.protocol());
  out->set_option(tcp::acceptor::reuse_address(true));
  error_code error;
  out->bind(place, error);
  if (!error) out->listen(1024, error);
  if (error)
    throw PortTaken(fmt::format("cannot listen on port {} of {}: {}; without --port a free one is taken", port,
                                address.to_string(), error.message()));
  return out;
}

std::unique_ptr<GuestHouse> guest_house(House& house, const GuestOptions& options) {
  auto out = std::make_unique<GuestHouse>(options);
  if (!options.certificate.empty()) {
    std::array<char, 400> words{};
    out->entrance.tls =
        load_module<TlsModule>().open(options.certificate.c_str(), options.key.c_str(), words.data(), words.size());
    if (!out->entrance.tls) throw BadCertificate(fmt::format("--tls: {}", one_line(words.data())));
  }
  out->entrance.acceptor = acceptor_at(house.io, asio::ip::make_address(options.address), house.options.port);
  out->entrance.for_guests = true;
  out->entrance.most_connections = 4 * options.most + 16;
  const unsigned short port = out->entrance.acceptor->local_endpoint().port();
  out->host = host_of(out->entrance.acceptor->local_endpoint().address().to_string(), port);
  GuestBook& book = out->book;
  out->entrance.gate = std::make_unique<Gate>(
      Door{{out->host},
           out->encrypted() ? "https" : "http",
           fmt::format("oopss_guest_{}", port),
           "Please ask whoever runs the workbench for a new link. Each works once, for ten minutes.",
           [&book](std::string_view code) { return book.admit(code); },
           [&book](std::string_view token) { return book.guest(token); },
           !out->encrypted() && !asio::ip::make_address(options.address).is_loopback()},
      assets());
  return out;
}

}  // namespace

int serve(const ServeOptions& options) {
  House house;
  const struct Locking {  // they go before `io` does
    House& house;
    ~Locking() {
      house.entrance.acceptor.reset();
      if (house.guests) house.guests->entrance.acceptor.reset();
    }
  } locking{house};
  house.options = options;
  house.options.facts.invites = options.guests.has_value();
  house.entrance.acceptor = acceptor_at(house.io, asio::ip::address_v4::loopback(), options.port);
  house.door = std::make_unique<HostDoor>(house.entrance.acceptor->local_endpoint().port());
  house.entrance.gate = std::make_unique<Gate>(house.door->door(), assets());
  if (options.guests) house.guests = guest_house(house, *options.guests);
  asio::signal_set signals(house.io, SIGINT, SIGTERM);
  asio::steady_timer grace(house.io);
  signals.async_wait([&](error_code error, int number) {
    if (error) return;
    house.signal = number;
    close_doors(house);
    bool some = !house.sessions.empty();
    for (Session* session : house.sessions) session->close();
    if (house.guests)
      for (const auto& [guest, session] : house.guests->sessions) {
        session->close("the workbench was ended");
        some = true;
      }
    grace.expires_after(milliseconds(some ? 100 : 0));  // for the goodbyes
    grace.async_wait([&](error_code) { house.io.stop(); });
  });
  asio::co_spawn(house.io, listen(house, house.entrance), asio::detached);
  if (house.guests) asio::co_spawn(house.io, listen(house, house.guests->entrance), asio::detached);
  if (options.idle_exit > 0) asio::co_spawn(house.io, watch_idleness(house), asio::detached);
  options.ready(house.door->link(), house.guests ? house.guests->link(house.guests->book.invite()->code) : "");
  house.io.run();
  // A worker may be in the middle of something long. It has no part in what is left of the program.
  for (Session* session : house.sessions) session->end();
  for (int i = 0; i < 200 && house.workers > 0; ++i) std::this_thread::sleep_for(milliseconds(1));
  if (house.workers > 0) std::_Exit(house.signal == 0 ? 0 : 128 + house.signal);
  return house.signal;
}

}  // namespace oopss
