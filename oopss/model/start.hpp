// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <vector>

#include "oopss/model/resolve.hpp"

namespace oopss {

/// A key of [start] that has one entry per body or per joint, and how many numbers an entry has.
struct StartKey {
  std::string_view name;
  std::vector<Named> Start::*member;
  bool by_joint;         // else by body
  std::size_t in_space;  // of a body or a ball joint in space; in the plane and for a hinge it is 1
  bool is_angle;
};
const std::vector<StartKey>& start_keys();

/// Finds the form of the start, and reports what does not fit it; `again`: of numbers alone, of the form found before.
void check_start(Model& model, Problems& problems, Written written);

}  // namespace oopss
