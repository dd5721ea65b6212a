// SPDX-License-Identifier: Apache-2.0
#include "oopss/system/processor.hpp"

#include "oopss/mechanics/fast.hpp"
#include "oopss/mechanics/fast_space.hpp"

namespace oopss {

std::string processor_loops(bool in_space) { return in_space ? this_space_processor().name : this_processor().name; }

}  // namespace oopss
