// SPDX-License-Identifier: Apache-2.0
#include "server/tunnel.hpp"

#include "oopss/system/module.hpp"

namespace oopss {

Tunnel::Tunnel(asio::io_context& io, void* context, tcp::socket outside)
    : outside_(std::move(outside)),
      inside_(io),
      tls_(load_module<TlsModule>()),
      own_(tls_.begin(context)),
      room_(io),
      late_(io) {}

Tunnel::~Tunnel() {
  if (own_) tls_.end(own_);
}

Local::socket Tunnel::behind(asio::io_context& io) {
  Local::socket out(io);
  asio::local::connect_pair(inside_, out);
  return out;
}

void Tunnel::carry(asio::io_context& io) {
  auto self = shared_from_this();
  asio::co_spawn(
      io, [self] { return self->inwards(); }, asio::detached);
  asio::co_spawn(
      io, [self] { return self->outwards(); }, asio::detached);
}

void Tunnel::add(void* to, const char* bytes, std::size_t count) {
  static_cast<std::string*>(to)->append(bytes, count);
}

awaitable<void> Tunnel::inwards() {
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

awaitable<void> Tunnel::outwards() {
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

awaitable<void> Tunnel::flush(error_code& error) {
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

}  // namespace oopss
