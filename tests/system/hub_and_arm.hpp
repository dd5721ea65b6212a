// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace oopss {

/// Two bodies as a model text, open at its end: laws of the joint, then a start may follow.
inline const std::string hub_and_arm = R"([model]
format = 1
[[body]]
name = "hub"
mass = 4
inertia = 50
[[body]]
name = "arm"
mass = 5
inertia = 50
[[joint]]
name = "elbow"
between = ["hub", "arm"]
at = [[5, 0], [-3, 0]]
)";

}  // namespace oopss
