// SPDX-License-Identifier: Apache-2.0
#include "server/guest_session.hpp"

#include <cstring>

namespace oopss {

GuestSession::GuestSession(House& house, Socket socket, int number)
    : house_(house), socket_(std::move(socket)), number_(number), worker_(house.io) {
  house_.guests->sessions[number_] = this;
}

GuestSession::~GuestSession() {
  house_.guests->sessions.erase(number_);
  house_.busy_until = std::chrono::steady_clock::now();
}

awaitable<void> GuestSession::run() {
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

void GuestSession::close(const char* words) {
  if (std::exchange(closing_, true)) return;
  error_code ignored;
  worker_.close(ignored);
  auto self = shared_from_this();
  socket_.async_close({websocket::close_code::going_away, words}, [self](error_code) {});
}

awaitable<void> GuestSession::put(const std::string& bytes, GuestFrame::Kind kind, error_code& error) {
  const std::string head = guest_frame_head(bytes.size(), kind);
  const std::array<asio::const_buffer, 2> both = {asio::buffer(head), asio::buffer(bytes)};
  co_await asio::async_write(worker_, both, into(error));
}

awaitable<void> GuestSession::to_page() {
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
    co_await socket_.async_close({websocket::close_code::try_again_later, "the work of this guest ended"}, into(error));
  beast::get_lowest_layer(socket_).cancel();
}

}  // namespace oopss
