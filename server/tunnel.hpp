// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "server/house.hpp"
#include "server/tls_module.hpp"

namespace oopss {

/// What goes between a connection of TLS and the plain one behind it.
class Tunnel : public std::enable_shared_from_this<Tunnel> {
 public:
  Tunnel(asio::io_context& io, void* context, tcp::socket outside);
  ~Tunnel();
  Tunnel(const Tunnel&) = delete;
  Tunnel& operator=(const Tunnel&) = delete;

  /// The plain side; then `carry` works.
  Local::socket behind(asio::io_context& io);
  void carry(asio::io_context& io);

 private:
  static void add(void* to, const char* bytes, std::size_t count);
  awaitable<void> inwards();
  awaitable<void> outwards();

  /// Sends what is there; if another is at it, waits until little is left.
  awaitable<void> flush(error_code& error);

  tcp::socket outside_;
  Local::socket inside_;
  const TlsModule& tls_;
  void* own_;
  asio::steady_timer room_, late_;
  std::string wire_;  // for the outside
  bool sending_ = false;
};

}  // namespace oopss
