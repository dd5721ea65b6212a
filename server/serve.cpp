// SPDX-License-Identifier: Apache-2.0
#include "server/serve.hpp"

#include <fmt/format.h>

#include <utility>  // before Beast, which forgets it

#include <algorithm>
#include <array>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket.hpp>
#include <csignal>
#include <cstdlib>
#include <deque>
#include <set>
#include <thread>

#include "oopss/system/printable.hpp"
#include "server/gate.hpp"

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
using Socket = websocket::stream<beast::tcp_stream>;

constexpr int most_connections = 128, most_clients = 8, workers_per_client = 3;
constexpr unsigned header_bytes = 16 * 1024, body_bytes = 1024;
constexpr seconds request_time(10), vanished_after(60);

/// A completion that gives its error in `error` instead of throwing it.
auto into(error_code& error) { return asio::redirect_error(asio::use_awaitable, error); }

class Session;

/// What the connections share. Everything runs in the thread of `io`.
struct House {
  ServeOptions options;
  std::unique_ptr<Gate> gate;
  int connections = 0;
  std::atomic<int> workers = 0;
  std::set<Session*> sessions;
  int signal = 0;
  bool ending = false;
  std::chrono::steady_clock::time_point busy_until = std::chrono::steady_clock::now();
  asio::io_context io{1};  // last: with it go the connections, which use the rest
};

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

awaitable<void> send(beast::tcp_stream& stream, const HttpReply& reply, bool with_body, bool keep_alive,
                     error_code& error) {
  const Response response = response_of(reply, with_body, keep_alive);
  http::response_serializer<http::string_body> serializer{response};
  stream.expires_after(request_time);
  co_await http::async_write(stream, serializer, into(error));
}

/// Says goodbye so that the reply arrives: a close with unread input would tear it up.
awaitable<void> part(beast::tcp_stream& stream) {
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

awaitable<void> open_socket(House& house, beast::tcp_stream stream, const Request& request) {
  error_code error;
  stream.expires_never();
  Socket socket(std::move(stream));
  socket.set_option(websocket::stream_base::timeout{request_time, vanished_after, true});
  socket.auto_fragment(false);
  socket.read_message_max(house.options.facts.limits.whole());
  co_await socket.async_accept(request, into(error));
  if (error) co_return;
  if (house.workers >= workers_per_client * most_clients) {
    co_await socket.async_close({websocket::close_code::try_again_later,
                                 fmt::format("{} pages are connected already: close one of them", most_clients)},
                                into(error));
    co_return;
  }
  co_await std::make_shared<Session>(house, std::move(socket))->run();
}

awaitable<void> converse(House& house, beast::tcp_stream stream) {
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
    const HttpReply reply = house.gate->answer(ask_of(request));
    if (reply.opens_socket) co_return co_await open_socket(house, std::move(stream), request);
    const bool keep_alive = request.keep_alive() && request.body().empty();
    co_await send(stream, reply, request.method() != http::verb::head, keep_alive, error);
    if (error) co_return;
    if (!keep_alive) co_return co_await part(stream);
  }
}

awaitable<void> connection(House& house, tcp::socket socket) {
  ++house.connections;
  try {
    error_code ignored;
    socket.set_option(tcp::no_delay(true), ignored);
    co_await converse(house, beast::tcp_stream(std::move(socket)));
  } catch (const std::exception& failure) {  // of this connection alone
    fmt::print(stderr, "oopss: a connection ended: {}\n", one_line(failure.what()));
  }
  --house.connections;
}

awaitable<void> listen(House& house, tcp::acceptor& acceptor) {
  while (!house.ending) {
    error_code error;
    tcp::socket socket = co_await acceptor.async_accept(into(error));
    if (error == asio::error::operation_aborted) co_return;
    if (error) {  // no descriptors left: others will close theirs
      asio::steady_timer moment(house.io, milliseconds(50));
      co_await moment.async_wait(into(error));
    } else if (house.connections < most_connections) {
      asio::co_spawn(house.io, connection(house, std::move(socket)), asio::detached);
    } else {
      static constexpr std::string_view full =
          "HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
      socket.non_blocking(true, error);
      socket.send(asio::buffer(full), 0, error);
    }
  }
}

/// Ends the server once nobody was there for long.
awaitable<void> watch_idleness(House& house, tcp::acceptor& acceptor) {
  const std::chrono::duration<double> most(house.options.idle_exit);
  asio::steady_timer timer(house.io);
  while (!house.ending) {
    error_code ignored;
    timer.expires_after(
        std::min(std::chrono::duration_cast<milliseconds>(most / 4) + milliseconds(1), milliseconds(5000)));
    co_await timer.async_wait(into(ignored));
    if (house.sessions.empty() && std::chrono::steady_clock::now() - house.busy_until > most) {
      house.ending = true;
      acceptor.close(ignored);
      house.io.stop();
    }
  }
}

tcp::acceptor acceptor_at(asio::io_context& io, unsigned short port) {
  tcp::acceptor out(io, tcp::v4());
  out.set_option(tcp::acceptor::reuse_address(true));
  error_code error;
  out.bind({asio::ip::address_v4::loopback(), port}, error);
  if (!error) out.listen(1024, error);
  if (error)
    throw PortTaken(fmt::format("cannot listen on port {} of 127.0.0.1: {}; without --port a free one is taken", port,
                                error.message()));
  return out;
}

}  // namespace

int serve(const ServeOptions& options) {
  House house;
  house.options = options;
  tcp::acceptor acceptor = acceptor_at(house.io, options.port);
  house.gate = std::make_unique<Gate>(acceptor.local_endpoint().port(), assets());
  asio::signal_set signals(house.io, SIGINT, SIGTERM);
  asio::steady_timer grace(house.io);
  signals.async_wait([&](error_code error, int number) {
    if (error) return;
    house.signal = number;
    house.ending = true;
    error_code ignored;
    acceptor.close(ignored);
    for (Session* session : house.sessions) session->close();
    grace.expires_after(milliseconds(house.sessions.empty() ? 0 : 100));  // for the goodbyes
    grace.async_wait([&](error_code) { house.io.stop(); });
  });
  asio::co_spawn(house.io, listen(house, acceptor), asio::detached);
  if (options.idle_exit > 0) asio::co_spawn(house.io, watch_idleness(house, acceptor), asio::detached);
  options.ready(house.gate->link());
  house.io.run();
  // A worker may be in the middle of something long. It has no part in what is left of the program.
  for (Session* session : house.sessions) session->end();
  for (int i = 0; i < 200 && house.workers > 0; ++i) std::this_thread::sleep_for(milliseconds(1));
  if (house.workers > 0) std::_Exit(house.signal == 0 ? 0 : 128 + house.signal);
  return house.signal;
}

}  // namespace oopss
