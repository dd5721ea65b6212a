// SPDX-License-Identifier: Apache-2.0
#include "oopss/mechanics/space_hinges.hpp"
#include "oopss/mechanics/space_loops.hpp"

namespace oopss {

const SpaceKernel OOPSS_SPACE_KERNEL = {OOPSS_PROCESSOR, space_rates, hinge_rates};

}  // namespace oopss
