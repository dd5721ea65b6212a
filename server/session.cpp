// SPDX-License-Identifier: Apache-2.0
#include "server/session.hpp"

#include <thread>

namespace oopss {

Session::Session(House& house, Socket socket)
    : house_(house), socket_(std::move(socket)), room_(house.io), mail_(house.io) {
  house_.sessions.insert(this);
}

Session::~Session() {
  for (const auto& worker : workers_)
    if (worker) worker->stop();
  house_.sessions.erase(this);
  house_.busy_until = std::chrono::steady_clock::now();
}

awaitable<void> Session::run() {
  const std::shared_ptr<Session> self = shared_from_this();
  for (std::shared_ptr<Worker>& worker : workers_) worker = started_worker();
  asio::co_spawn(
      house_.io, [self] { return self->write(); }, asio::detached);
  co_await read();
  end();
}

void Session::end() {
  ended_ = true;
  for (const auto& worker : workers_) worker->stop();
  mail_.cancel();
  room_.cancel();
}

void Session::close() {
  end();
  auto self = shared_from_this();
  socket_.async_close({websocket::close_code::going_away, "the workbench was ended"}, [self](error_code) {});
}

std::shared_ptr<Worker> Session::started_worker() {
  const std::weak_ptr<Session> me = shared_from_this();
  const std::size_t number = started_++;
  auto out =
      std::make_shared<Worker>(house_.options.facts, [me, number, &io = house_.io](std::string bytes, bool binary) {
        asio::post(io, [me, number, bytes = std::move(bytes), binary]() mutable {
          if (const auto self = me.lock()) self->push({std::move(bytes), binary, self->workers_[number]});
        });
      });
  ++house_.workers;
  std::thread([worker = out, &workers = house_.workers]() mutable {
    worker->work();
    worker.reset();
    --workers;
  }).detach();
  return out;
}

void Session::push(Mail mail) {
  outbox_.push_back(std::move(mail));
  mail_.cancel();
}

awaitable<void> Session::wait(asio::steady_timer& timer, milliseconds most) {
  error_code ignored;
  timer.expires_after(most);
  co_await timer.async_wait(into(ignored));
}

bool Session::full() const {
  return outbox_.size() > 64 ||
         std::any_of(workers_.begin(), workers_.end(), [](const auto& worker) { return worker->full(); });
}

awaitable<void> Session::read() {
  error_code error;
  beast::flat_buffer buffer;
  while (!ended_) {
    if (full()) {
      co_await wait(room_, milliseconds(10));
      continue;
    }
    buffer = {};  // a large message leaves no large buffer behind
    co_await socket_.async_read(buffer, into(error));
    if (error) break;
    take(beast::buffers_to_string(buffer.data()));
  }
}

void Session::take(const std::string& text) {
  try {
    if (!socket_.got_text()) throw ProtocolError(0, "protocol", "requests are text messages");
    PageRequest request = parse_request(text, house_.options.facts.limits);
    // Here and now: a page that is loaded again asks for it a moment later, and a worker may be busy.
    if (const KeepRequest* keep = std::get_if<KeepRequest>(&request.what))
      return push({print_answer(request.id, kept_answer(*keep, house_.options.facts.work)), false, nullptr});
    if (std::holds_alternative<ForgetRequest>(request.what))
      return push({print_answer(request.id, forgotten_answer(house_.options.facts.work)), false, nullptr});
    if (std::holds_alternative<AskGuests>(request.what))
      return push({print_answer(request.id, guests_answer(house_)), false, nullptr});
    if (std::holds_alternative<InviteRequest>(request.what))
      return push({print_answer(request.id, invitation_answer(house_)), false, nullptr});
    if (const RevokeRequest* revoke = std::get_if<RevokeRequest>(&request.what))
      return push({print_answer(request.id, revoked_answer(house_, revoke->number)), false, nullptr});
    if (std::holds_alternative<Cancel>(request.what))
      for (const std::size_t other : {1, 2}) workers_[other]->submit(request);
    workers_[is_study(request) ? 2 : is_question(request) ? 1 : 0]->submit(std::move(request));
  } catch (const ProtocolError& error) {
    push({print_answer(error.id, FailureMessage{error.code, error.what()}), false, nullptr});
  }
}

awaitable<void> Session::write() {
  const std::shared_ptr<Session> self = shared_from_this();
  error_code error;
  while (!ended_ && !error) {
    if (outbox_.empty()) {
      co_await wait(mail_, std::chrono::hours(1));
      continue;
    }
    const Mail mail = std::move(outbox_.front());
    outbox_.pop_front();
    socket_.binary(mail.binary);
    co_await socket_.async_write(asio::buffer(mail.bytes), into(error));
    if (mail.from) mail.from->sent(mail.bytes.size());
  }
  outbox_.clear();
  if (error) beast::get_lowest_layer(socket_).cancel();  // the reader ends too
}

}  // namespace oopss
