// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>

namespace oopss {

/// Exit codes of the program; docs and tests name them too.
enum Exit {
  done = 0,
  internal_fault = 1,
  usage = 2,
  invalid_model = 3,
  numerical = 4,
  limit = 5,
  file = 6,
  missing_tool = 7
};

struct UsageError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// An honest "not yet" or "not for this kind of model": a usage error in exit code, in other words.
struct Unsupported : UsageError {
  using UsageError::UsageError;
};

/// An iteration did not converge; the message says what is left.
struct NumericalFailure : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// A signal asked for the end of what gives no part of a result: exit code 128 and the signal.
struct Interrupted {
  int signal;
};

/// More than this verb takes on; the message says how much it would take.
struct TooLarge : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace oopss
