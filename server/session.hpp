// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>

#include "server/house.hpp"

namespace oopss {

/// A WebSocket with its three workers: one opens and runs models, one answers questions about them, which may take
/// longer than a slider can wait, and one does what may take many seconds. Messages to the page wait in `outbox_`;
/// while they are many, nothing more is read.
class Session : public std::enable_shared_from_this<Session> {
 public:
  Session(House& house, Socket socket);
  ~Session();
  awaitable<void> run();
  void end();
  void close();

 private:
  std::shared_ptr<Worker> started_worker();

  struct Mail {
    std::string bytes;
    bool binary = false;
    std::shared_ptr<Worker> from;  // null: the reader
  };

  void push(Mail mail);

  /// Until the timer is cancelled, or so long.
  static awaitable<void> wait(asio::steady_timer& timer, milliseconds most);
  bool full() const;
  awaitable<void> read();
  void take(const std::string& text);
  awaitable<void> write();

  House& house_;
  Socket socket_;
  asio::steady_timer room_, mail_;  // the reader waits for room, the writer for mail
  std::array<std::shared_ptr<Worker>, workers_per_client> workers_;
  std::size_t started_ = 0;
  std::deque<Mail> outbox_;
  bool ended_ = false;
};

}  // namespace oopss
