// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/verbs.hpp"

namespace oopss {

/// --vary PATH=A:B.
struct Vary {
  std::string path;
  double from = 0, to = 0;
};
Vary vary_of(const std::string& text);

/// `continue --winding`: an orbit over a number; 4 if it was lost.
int continue_orbit(const Common& common, const ContinueOptions& options);

}  // namespace oopss
