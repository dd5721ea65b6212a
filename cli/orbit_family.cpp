// SPDX-License-Identifier: Apache-2.0
#include "cli/exit.hpp"
#include "cli/orbit.hpp"

namespace oopss {

int orbit_family(const Common&, const OrbitOptions&) {
  throw Unsupported("orbit: families born at equilibria are not served yet; --winding N1,N2,... is");
}

}  // namespace oopss
