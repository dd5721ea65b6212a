// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "server/guest_process.hpp"
#include "server/guest_worker.hpp"
#include "server/house.hpp"

namespace oopss {

/// A guest's WebSocket and the process that does its work: what comes from one side goes to the other.
class GuestSession : public std::enable_shared_from_this<GuestSession> {
 public:
  GuestSession(House& house, Socket socket, int number);
  ~GuestSession();
  awaitable<void> run();
  void close(const char* words);

 private:
  awaitable<void> put(const std::string& bytes, GuestFrame::Kind kind, error_code& error);
  awaitable<void> to_page();

  House& house_;
  Socket socket_;
  int number_;
  std::unique_ptr<GuestProcess> process_;
  Local::socket worker_;
  bool closing_ = false;
};

}  // namespace oopss
