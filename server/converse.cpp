// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "server/guest_session.hpp"
#include "server/session.hpp"

namespace oopss {
namespace {

constexpr unsigned header_bytes = 16 * 1024, body_bytes = 1024;

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

}  // namespace

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

}  // namespace oopss
