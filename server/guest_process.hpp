// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

namespace oopss {

/// The process of a guest's worker (guest_worker.hpp), from outside: it ends with this.
class GuestProcess {
 public:
  GuestProcess();  // throws std::runtime_error
  ~GuestProcess();
  GuestProcess(const GuestProcess&) = delete;
  GuestProcess& operator=(const GuestProcess&) = delete;
  /// Our end of the socket, from now on the caller's.
  int take_socket();

 private:
  int socket_ = -1;
  pid_t id_ = -1;
};

}  // namespace oopss
