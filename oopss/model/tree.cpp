// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>

#include "oopss/model/fields.hpp"
#include "oopss/model/validate.hpp"

namespace oopss {
namespace {

/// Which bodies hang together (union-find).
class Components {
 public:
  explicit Components(std::size_t size) : root_(size) { std::iota(root_.begin(), root_.end(), std::size_t{0}); }
  std::size_t of(int body) {
    auto i = static_cast<std::size_t>(body);
    while (root_[i] != i) i = root_[i] = root_[root_[i]];
    return i;
  }
  /// False if they are together already.
  bool join(int a, int b) {
    const std::size_t i = of(a), j = of(b);
    root_[std::max(i, j)] = std::min(i, j);
    return i != j;
  }

 private:
  std::vector<std::size_t> root_;
};

/// The joints on the way between two bodies that are connected by the first `count` joints, breadth first.
std::string way(const Model& model, std::size_t count, int from, int to) {
  std::vector<std::vector<std::size_t>> joints_of(model.bodies.size());
  for (std::size_t j = 0; j < count; ++j)
    for (const int body : {model.joints[j].first_body, model.joints[j].second_body})
      joints_of[static_cast<std::size_t>(body)].push_back(j);
  std::vector<int> came_by(model.bodies.size(), -1), queue = {to};
  for (std::size_t k = 0; k < queue.size() && came_by[static_cast<std::size_t>(from)] < 0; ++k)
    for (const std::size_t j : joints_of[static_cast<std::size_t>(queue[k])]) {
      const Joint& joint = model.joints[j];
      const int next = joint.first_body == queue[k] ? joint.second_body : joint.first_body;
      if (next == to || came_by[static_cast<std::size_t>(next)] >= 0) continue;
      came_by[static_cast<std::size_t>(next)] = static_cast<int>(j);
      queue.push_back(next);
    }
  std::string names;
  std::size_t length = 0;
  for (int body = from; body != to && ++length <= 8;) {
    const Joint& joint = model.joints[static_cast<std::size_t>(came_by[static_cast<std::size_t>(body)])];
    names += (names.empty() ? "" : ", ") + quoted(joint.name.value);
    body = joint.first_body == body ? joint.second_body : joint.first_body;
  }
  return names + (length > 8 ? ", ..." : "");
}

}  // namespace

bool check_loops(Model& model, Problems& problems) {
  bool good = true;
  Components components(model.bodies.size());
  std::map<std::pair<int, int>, std::size_t> seen;
  for (std::size_t j = 0; j < model.joints.size(); ++j) {
    Joint& joint = model.joints[j];
    const auto [earlier, alone] = seen.emplace(std::minmax(joint.first_body, joint.second_body), j);
    joint.closes_loop = !components.join(joint.first_body, joint.second_body);
    if (!joint.closes_loop || (alone && is_planar(model))) continue;
    good = false;
    if (problems.full()) break;
    if (is_planar(model))
      problems.error(joint.first.place,
                     fmt::format("joint {} is between the same two bodies as {}", quoted(joint.name.value),
                                 quoted(model.joints[earlier->second].name.value)),
                     "two pins at different places make one body of the two, and at the same place one of them does");
    else
      problems.error(joint.first.place,
                     fmt::format("joint {} closes a loop through {}; loops of bodies in space are not supported",
                                 quoted(joint.name.value), way(model, j, joint.first_body, joint.second_body)),
                     "in space the joints must make a tree: one joint fewer than bodies");
  }
  return good;
}

bool check_connected(const Model& model, Problems& problems) {
  Components components(model.bodies.size());
  for (const Joint& joint : model.joints) components.join(joint.first_body, joint.second_body);
  bool good = true;
  for (std::size_t i = 1; i < model.bodies.size(); ++i) {
    if (components.of(static_cast<int>(i)) != i) continue;  // each lone part is named by its first body
    good = false;
    problems.error(model.bodies[i].name.place,
                   fmt::format("body {} is not connected to the first body {}", quoted(model.bodies[i].name.value),
                               quoted(model.bodies[0].name.value)),
                   "add a [[joint]] between it and another body");
  }
  return good;
}

}  // namespace oopss
