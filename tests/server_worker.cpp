// SPDX-License-Identifier: Apache-2.0
// The worker of a connection: answers in order, runs in slices, nothing without bound.
#include "server/worker.hpp"

#include <catch2/catch.hpp>
#include <chrono>
#include <thread>

#include "oopss/model/examples.hpp"
#include "oopss/model/read.hpp"

using namespace oopss;

namespace {

/// A worker in its thread, and what it sent.
class Bench {
 public:
  Bench() : worker_({"test", "", {}}, [this](std::string bytes, bool binary) { keep(std::move(bytes), binary); }) {
    thread_ = std::thread([this] { worker_.work(); });
  }
  ~Bench() {
    worker_.stop();
    thread_.join();
  }
  void submit(const PageRequest& request) { worker_.submit(request); }
  void take_all() { taking_ = true; }  // from now on the socket takes everything at once

  /// Waits for a message with this beginning of its text and id; its place in the list. No test waits in vain for long.
  bool await(const std::string& type, long id) {
    for (int i = 0; i < 10'000; ++i, std::this_thread::sleep_for(std::chrono::milliseconds(1)))
      if (count(type, id) > 0) return true;
    return false;
  }
  int count(const std::string& type, long id) {
    const std::lock_guard lock(mutex_);
    int found = 0;
    for (const std::string& text : texts_)
      found += text.find("\"type\":\"" + type + "\"") != std::string::npos &&
               text.find("\"id\":" + std::to_string(id) + ",") != std::string::npos;
    return found;
  }
  bool says(const std::string& words) {
    const std::lock_guard lock(mutex_);
    for (const std::string& text : texts_)
      if (text.find(words) != std::string::npos) return true;
    return false;
  }
  int chunks() {
    const std::lock_guard lock(mutex_);
    return chunks_;
  }
  void settle() { std::this_thread::sleep_for(std::chrono::milliseconds(100)); }
  bool full() { return worker_.full(); }

 private:
  void keep(std::string bytes, bool binary) {
    const std::size_t size = bytes.size();
    {
      const std::lock_guard lock(mutex_);
      if (binary)
        ++chunks_;
      else
        texts_.push_back(std::move(bytes));
    }
    if (taking_) worker_.sent(size);
  }

  std::mutex mutex_;
  std::vector<std::string> texts_;
  int chunks_ = 0;
  std::atomic<bool> taking_ = false;
  Worker worker_;
  std::thread thread_;
};

OpenRequest two_body(const std::string& until) {
  return {std::string(examples()[0].text), {SetEdit{"run.until", until}}, true, {}};
}

}  // namespace

TEST_CASE("a run stops at the window until chunks are acknowledged, and then goes on to its end") {
  Bench bench;
  bench.take_all();
  bench.submit({5, two_body("1000")});
  REQUIRE(bench.await("model", 5));
  for (int i = 0; i < 10'000 && bench.chunks() < WireLimits{}.window; ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  bench.settle();
  CHECK(bench.chunks() == WireLimits{}.window);
  bench.submit({4, Ack{3}});  // of another run
  bench.settle();
  CHECK(bench.chunks() == WireLimits{}.window);
  bench.submit({5, Ack{3}});
  for (int i = 0; i < 10'000 && bench.chunks() < WireLimits{}.window + 4; ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  bench.settle();
  CHECK(bench.chunks() == WireLimits{}.window + 4);
  for (int i = 0; i < 10'000 && bench.count("done", 5) == 0; ++i) {
    bench.submit({5, Ack{4294967295}});  // more than was sent counts as all of it
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  CHECK(bench.says("\"status\":\"complete\""));
}

TEST_CASE("a socket that takes nothing holds the worker up after a few messages") {
  Bench bench;
  bench.submit({5, two_body("1000")});
  REQUIRE(bench.await("model", 5));
  bench.settle();
  CHECK(bench.chunks() * WireLimits{}.chunk < 2 * Worker::most_pending);
  CHECK(bench.full());
}

TEST_CASE("a newer run cancels the older, begun or not, and each has its end") {
  Bench bench;
  bench.take_all();
  for (long id = 1; id <= 9; ++id) bench.submit({id, two_body("1000")});
  REQUIRE(bench.await("model", 9));
  for (long id = 1; id <= 8; ++id) CHECK(bench.count("done", id) == 1);
  CHECK(bench.count("done", 9) == 0);
  bench.submit({9, Cancel{}});
  CHECK(bench.await("done", 9));
  CHECK_FALSE(bench.says("\"status\":\"complete\""));
}

TEST_CASE("questions are answered while a run waits, and what fails is said") {
  Bench bench;
  bench.take_all();
  bench.submit({1, two_body("1000")});
  bench.submit({2, Hello{1}});
  bench.submit({3, Hello{2}});
  bench.submit({4, AskFormula{std::string(examples()[0].text), "sin(phi_elbow)"}});
  bench.submit({5, AskFormula{std::string(examples()[0].text), "phi_elbo"}});
  bench.submit({6, AskEquations{"nonsense"}});
  bench.submit({7, AskCode{std::string(examples()[0].text), "cobol"}});
  CHECK(bench.await("welcome", 2));
  CHECK(bench.await("error", 3));
  CHECK(bench.await("formula", 4));
  CHECK(bench.await("problems", 5));
  CHECK(bench.await("problems", 6));
  CHECK(bench.await("error", 7));
  CHECK(bench.count("done", 1) == 0);
}

TEST_CASE("a run whose motion leaves all bounds ends with words and finite rows") {
  Bench bench;
  bench.take_all();
  OpenRequest wild = two_body("50");
  wild.edits.push_back(TorqueEdit{"elbow", {{{"law", "expression"}, {"formula", "-exp(phi_elbow^2)"}}}});
  bench.submit({1, wild});
  for (int i = 0; i < 1000 && bench.count("done", 1) == 0; ++i) {
    bench.submit({1, Ack{4294967295}});
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  CHECK(bench.says("\"status\":\"failed\""));
  CHECK_FALSE(bench.says("\"error\":\"\""));
}
