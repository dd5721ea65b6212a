// SPDX-License-Identifier: Apache-2.0
#include "oopss/mechanics/kernel_loops.hpp"

namespace oopss {

const Kernel OOPSS_KERNEL = {OOPSS_PROCESSOR, tree_rates<double>, small_rates<double>, sines_and_cosines};

}  // namespace oopss
