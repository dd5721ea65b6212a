// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <memory>
#include <thread>

#include "oopss/symbolic/compiler.hpp"
#include "oopss/symbolic/program.hpp"

namespace oopss {

/// A program as a function of this process, or in words why there is none.
struct Loaded {
  using Function = void (*)(const double* const* inputs, double* results);  // inputs: one array per group
  Function run = nullptr;
  std::shared_ptr<void> library;  // keeps the function
  CompilerOutcome outcome;
  bool from_cache = false;  // no compiler was needed
};

/// The program as C, which compiles in a third of the time of C++ with its <cmath>; the numbers are the same.
std::string c_source(const Program& program);

/// Compiles and loads, or takes from the cache what the same compiler made of the same source. Results are those of
/// `interpret` to the bit. Any number of processes may do this at once.
Loaded load(const Program& program, const Compiler& compiler = {}, const std::atomic<bool>& cancelled = false);

/// A program on its way to be a function: compiled in a thread of its own, interpreted by its user until then. The
/// results are the same to the bit, so it does not matter when the change comes.
class Loading {
 public:
  explicit Loading(Program program, Compiler compiler = {});
  ~Loading();  // gives up a compilation that is under way
  Loading(const Loading&) = delete;
  Loading& operator=(const Loading&) = delete;

  /// The function, or null as long as there is none.
  Loaded::Function ready() const { return run_.load(std::memory_order_acquire); }
  /// Why there will be no function; empty if there is one, or may be.
  std::string failure() const;
  /// The compiler is no longer at work.
  bool ended() const { return ended_.load(std::memory_order_acquire); }

 private:
  std::atomic<bool> cancelled_ = false, ended_ = false;
  std::atomic<Loaded::Function> run_ = nullptr;
  Loaded loaded_;
  std::thread thread_;
};

}  // namespace oopss
