// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <functional>
#include <stdexcept>

namespace oopss {

/// A child ended, or was ended, before it had given what was asked for.
struct ChildEnded : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// What a child may use beyond what the process has already.
struct ChildLimits {
  std::size_t memory = 0;   // bytes
  long cpu_ms = 0;          // of computing
  int silence_ms = 60'000;  // without giving a byte
};

/// Work on data that nobody vouches for, in a forked child: a fault there ends the child alone. It shares the memory of
/// this moment, can open neither file nor socket, and gives its result through a pipe.
class Child {
 public:
  /// Gives bytes to the parent; false if that is gone.
  using Give = std::function<bool(const void* bytes, std::size_t size)>;
  Child(const ChildLimits& limits, const std::function<void(const Give& give)>& work);
  ~Child();  // it ends now, finished or not
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  /// Takes exactly so many bytes of what the child gave; throws ChildEnded.
  void take(void* bytes, std::size_t size);

 private:
  int in_ = -1, silence_ms_;
  pid_t id_ = -1;
};

}  // namespace oopss
