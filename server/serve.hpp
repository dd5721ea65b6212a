// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <stdexcept>

#include "server/worker.hpp"

namespace oopss {

struct ServeOptions {
  WorkbenchFacts facts;
  unsigned short port = 0;                             // 0: a free one
  double idle_exit = 0;                                // seconds without a client after which the server ends; 0: never
  std::function<void(const std::string& link)> ready;  // called once, when the server listens
};

/// The port cannot be had.
struct PortTaken : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Serves the workbench on the loopback interface until SIGINT, SIGTERM or idleness; the signal that ended it, or 0.
/// One thread for the sockets, one per WebSocket for its work.
int serve(const ServeOptions& options);

}  // namespace oopss
