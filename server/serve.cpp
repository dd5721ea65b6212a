// SPDX-License-Identifier: Apache-2.0
#include "server/serve.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <thread>

#include "oopss/system/module.hpp"
#include "oopss/system/printable.hpp"
#include "server/guest_session.hpp"
#include "server/session.hpp"
#include "server/tunnel.hpp"

namespace oopss {
namespace {

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
