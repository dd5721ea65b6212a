// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "server/protocol.hpp"

namespace oopss {

/// What a guest is held to on the wire.
WireLimits guest_limits();

/// A guest's worker is a process of its own: a copy of this program that is started with this one word, with a socket
/// as its standard input. What it may use: 64 MB of memory beyond the program's own, eight seconds for any question; no
/// file is written, and nothing is started. It ends with the socket.
constexpr const char* guest_worker_word = "--guest-worker";
constexpr std::size_t guest_memory = 64'000'000;

/// Messages between the two: a length and a kind, then so many bytes.
struct GuestFrame {
  enum Kind : std::uint8_t { text, binary, first };  // first: the model that the guest begins with
  static constexpr std::size_t head = 5, most = 32 * 1024 * 1024;
};
std::string guest_frame_head(std::size_t size, GuestFrame::Kind kind);

/// The process of a guest's worker, at this end of the socket.
int guest_worker(int socket);

}  // namespace oopss
