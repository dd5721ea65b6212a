// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <stdexcept>

#include "server/worker.hpp"

namespace oopss {

/// A second way in, for guests over a network.
struct GuestOptions {
  std::string address;           // as `listen_problem` allows it
  int most = 8;                  // guests
  std::string certificate, key;  // files of PEM: with them the way is encrypted
};

struct ServeOptions {
  WorkbenchFacts facts;
  std::optional<GuestOptions> guests;
  unsigned short port = 0;  // 0: a free one
  double idle_exit = 0;     // seconds without a client after which the server ends; 0: never
  /// Called once, when the server listens, with the link of the host and the first one for a guest, if there are any.
  std::function<void(const std::string& link, const std::string& guest_link)> ready;
};

/// The port cannot be had.
struct PortTaken : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The certificate for guests, or its key, does not serve.
struct BadCertificate : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Serves the workbench on the loopback interface until SIGINT, SIGTERM or idleness; the signal that ended it, or 0.
/// One thread for the sockets, three per WebSocket for its work, and a process per guest.
int serve(const ServeOptions& options);

}  // namespace oopss
