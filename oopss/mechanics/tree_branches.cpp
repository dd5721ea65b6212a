// SPDX-License-Identifier: Apache-2.0
#include "oopss/mechanics/tree_branches.hpp"

#include <algorithm>
#include <tuple>

namespace oopss {
namespace {

struct Link {
  int body, joint, sense;  // the neighbour, and θ_neighbour = θ_here + sense · φ_joint
};
using Links = std::vector<std::vector<Link>>;

Links links(const Topology& topology) {
  Links neighbours(topology.parent.size());
  for (const int i : topology.order) {
    const int p = topology.parent[i];
    if (p < 0) continue;
    neighbours[p].push_back({i, topology.joint[i], topology.sense[i]});
    neighbours[i].push_back({p, topology.joint[i], -topology.sense[i]});
  }
  return neighbours;
}

/// The tree seen from `root`, without what lies beyond `barrier`.
struct Rooted {
  std::vector<int> order;   // inner bodies first
  std::vector<Link> inner;  // of each body: its neighbour towards the root, and the way from there to the body
};

Rooted rooted(const Links& neighbours, int root, int barrier) {
  Rooted tree{{root}, std::vector<Link>(neighbours.size(), {-1, 0, 0})};
  for (std::size_t k = 0; k < tree.order.size(); ++k) {
    const int i = tree.order[k];
    for (const Link& next : neighbours[i])
      if (next.body != tree.inner[i].body && !(i == root && next.body == barrier)) {
        tree.inner[next.body] = {i, next.joint, next.sense};
        tree.order.push_back(next.body);
      }
  }
  return tree;
}

/// The longest path of the tree: from a body farthest from anywhere to one farthest from it.
std::vector<int> longest_path(const Links& neighbours, int anywhere) {
  const int tip = rooted(neighbours, anywhere, -1).order.back();  // breadth first: the last is farthest
  const Rooted tree = rooted(neighbours, tip, -1);
  std::vector<int> path;
  for (int i = tree.order.back(); i >= 0; i = tree.inner[i].body) path.push_back(i);
  return path;
}

struct TreeBranch {
  std::vector<int> bodies;  // from its tip inward
  int level = 0;            // branches of one level do not hang on each other
};

/// The branches of a part of the tree, and for each body the neighbour that its branch comes from. Of a root apart, all
/// branches end before it.
std::vector<TreeBranch> branches_of(const Rooted& tree, bool root_apart, std::vector<int>& outer) {
  const std::size_t n = tree.inner.size();
  std::vector<int> height(n, 0), branch(n, -1);
  for (auto i = tree.order.rbegin(); i != tree.order.rend(); ++i) {
    const int p = tree.inner[*i].body;
    if (p < 0) continue;
    if (outer[p] < 0 || height[*i] + 1 > height[p]) outer[p] = *i;
    height[p] = std::max(height[p], height[*i] + 1);
  }
  if (root_apart) outer[tree.order.front()] = -1;
  std::vector<TreeBranch> all;
  std::vector<int> level(n, 0);  // of the branch that has come up to a body
  for (auto i = tree.order.rbegin(); i != tree.order.rend(); ++i) {
    if (outer[*i] < 0) {
      branch[*i] = static_cast<int>(all.size());
      all.emplace_back();
    } else {
      branch[*i] = branch[outer[*i]];
    }
    TreeBranch& own = all[branch[*i]];
    own.level = std::max(own.level, level[*i]);
    own.bodies.push_back(*i);
    const int p = tree.inner[*i].body;
    if (p >= 0 && outer[p] != *i) level[p] = std::max(level[p], own.level + 1);
  }
  return all;
}

/// A tree taken apart at the joint, or around the body, in the middle of its longest path.
struct Parts {
  std::vector<Link> inner;  // of each body: the neighbour towards that middle (none at it), and the way from there
  std::vector<int> outer;   // of each body: the neighbour that its branch comes from; −1 at a tip
  std::vector<TreeBranch> side, longest;
};

Parts parts(const Topology& topology, RootedAt root) {
  const Links neighbours = links(topology);
  const std::vector<int> path = longest_path(neighbours, topology.root());
  const std::size_t middle = (path.size() - 1) / 2;
  const bool apart = root == RootedAt::body;
  const std::array<int, 2> heads = {path[middle], !apart && middle + 1 < path.size() ? path[middle + 1] : -1};
  Parts out{std::vector<Link>(neighbours.size(), {-1, 0, 0}), std::vector<int>(neighbours.size(), -1), {}, {{}, {}}};
  for (int half = 0; half < 2; ++half) {
    if (heads[half] < 0) continue;
    const Rooted part = rooted(neighbours, heads[half], heads[1 - half]);
    for (const int i : part.order) out.inner[i] = part.inner[i];
    for (TreeBranch& branch : branches_of(part, apart, out.outer))
      (branch.bodies.back() == heads[half] ? out.longest[half] : out.side.emplace_back()) = std::move(branch);
  }
  for (const Link& across : neighbours[heads[0]])
    if (across.body == heads[1]) out.inner[heads[1]] = {-1, across.joint, across.sense};
  std::sort(out.side.begin(), out.side.end(),
            [](const TreeBranch& a, const TreeBranch& b) {  // long ones first in a level
              return std::tuple(a.level, b.bodies.size(), a.bodies.back()) <
                     std::tuple(b.level, a.bodies.size(), b.bodies.back());
            });
  return out;
}

/// Lays two branches side by side; they end together.
void add_pair(TreeBranches& out, const Parts& parts, const TreeBranch& a, const TreeBranch& b) {
  const int length = static_cast<int>(std::max(a.bodies.size(), b.bodies.size()));
  const int begin = out.steps();
  out.pairs.push_back({begin, begin + length, {-1, -1}});
  for (int k = 0; k < length; ++k)
    for (const TreeBranch* branch : {&a, &b}) {
      const int from_tip = k - length + static_cast<int>(branch->bodies.size());
      out.slots.emplace_back();
      if (from_tip < 0) continue;
      const int i = branch->bodies[from_tip];
      out.slot_of[i] = static_cast<int>(out.slots.size()) - 1;
      out.slots.back() = {i, parts.inner[i].body, parts.outer[i], parts.inner[i].joint, parts.inner[i].sense, -1};
    }
}

/// Where the branches hang, once all are laid out.
void add_attachments(TreeBranches& out) {
  for (std::size_t k = 0; k + 1 < out.pairs.size(); ++k)
    for (int lane = 0; lane < 2; ++lane) {
      const TreeBranches::Slot& head = out.slots[2 * out.pairs[k].end - 2 + lane];
      if (head.body < 0) continue;
      const int attachment = out.pairs[k].attachment[lane] = out.slot_of[head.inner];
      if (out.slots[attachment].junction < 0)
        out.slots[attachment & ~1].junction = out.slots[attachment | 1].junction = out.junctions++;
    }
}

}  // namespace

TreeBranches tree_branches(const Topology& topology, RootedAt root) {
  const Parts split = parts(topology, root);
  TreeBranches out;
  out.slot_of.resize(topology.parent.size());
  for (std::size_t k = 0; k < split.side.size(); ++k) {
    const bool two = k + 1 < split.side.size() && split.side[k + 1].level == split.side[k].level;
    add_pair(out, split, split.side[k], two ? split.side[k + 1] : TreeBranch{});
    if (two) ++k;
  }
  add_pair(out, split, split.longest[0], split.longest[1]);
  out.pairs.shrink_to_fit();
  out.slots.shrink_to_fit();
  add_attachments(out);
  out.first.resize(topology.parent.size() - 1);
  out.second.resize(topology.parent.size() - 1);
  for (const int i : topology.order)
    if (topology.parent[i] >= 0) {
      out.first[topology.joint[i]] = out.slot_of[topology.sense[i] > 0 ? topology.parent[i] : i];
      out.second[topology.joint[i]] = out.slot_of[topology.sense[i] > 0 ? i : topology.parent[i]];
    }
  return out;
}

}  // namespace oopss
