// SPDX-License-Identifier: Apache-2.0
#include "oopss/mechanics/space_loops.hpp"

namespace oopss {

const SpaceKernel OOPSS_SPACE_KERNEL = {space_rates, space_sweeps};

}  // namespace oopss
