// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace oopss {

/// For which kind of processor the hot loops run here, in the plane or in space: numbers of others may differ in their
/// last bits.
std::string processor_loops(bool in_space);

}  // namespace oopss
