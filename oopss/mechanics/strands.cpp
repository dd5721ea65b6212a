// SPDX-License-Identifier: Apache-2.0
#include "oopss/mechanics/strands.hpp"

#include <algorithm>
#include <tuple>

namespace oopss {
namespace {

struct Link {
  int body, joint, sense;  // the neighbour, and θ_neighbour = θ_here + sense · φ_joint
};
using Links = std::vector<std::vector<Link>>;

Links links(const Topology& at) {
  Links of(at.parent.size());
  for (const int i : at.order) {
    const int p = at.parent[i];
    if (p < 0) continue;
    of[p].push_back({i, at.joint[i], at.sense[i]});
    of[i].push_back({p, at.joint[i], -at.sense[i]});
  }
  return of;
}

/// The tree seen from `root`, without what lies beyond `barrier`.
struct Rooted {
  std::vector<int> order;   // inner bodies first
  std::vector<Link> inner;  // of each body: its neighbour towards the root, and the way from there to the body
};

Rooted rooted(const Links& of, int root, int barrier) {
  Rooted tree{{root}, std::vector<Link>(of.size(), {-1, 0, 0})};
  for (std::size_t k = 0; k < tree.order.size(); ++k) {
    const int i = tree.order[k];
    for (const Link& next : of[i])
      if (next.body != tree.inner[i].body && !(i == root && next.body == barrier)) {
        tree.inner[next.body] = {i, next.joint, next.sense};
        tree.order.push_back(next.body);
      }
  }
  return tree;
}

/// The longest path of the tree: from a body farthest from anywhere to one farthest from it.
std::vector<int> longest_path(const Links& of, int anywhere) {
  const int tip = rooted(of, anywhere, -1).order.back();  // breadth first: the last is farthest
  const Rooted tree = rooted(of, tip, -1);
  std::vector<int> path;
  for (int i = tree.order.back(); i >= 0; i = tree.inner[i].body) path.push_back(i);
  return path;
}

struct Strand {
  std::vector<int> bodies;  // from its tip inward
  int level = 0;            // strands of one level do not hang on each other
};

/// The strands of a part of the tree, and for each body the neighbour that its strand comes from.
std::vector<Strand> strands_of(const Rooted& tree, std::vector<int>& outer) {
  const std::size_t n = tree.inner.size();
  std::vector<int> height(n, 0), strand(n, -1);
  for (auto i = tree.order.rbegin(); i != tree.order.rend(); ++i) {
    const int p = tree.inner[*i].body;
    if (p < 0) continue;
    if (outer[p] < 0 || height[*i] + 1 > height[p]) outer[p] = *i;
    height[p] = std::max(height[p], height[*i] + 1);
  }
  std::vector<Strand> all;
  std::vector<int> level(n, 0);  // of the strand that has come up to a body
  for (auto i = tree.order.rbegin(); i != tree.order.rend(); ++i) {
    if (outer[*i] < 0) {
      strand[*i] = static_cast<int>(all.size());
      all.emplace_back();
    } else {
      strand[*i] = strand[outer[*i]];
    }
    Strand& own = all[strand[*i]];
    own.level = std::max(own.level, level[*i]);
    own.bodies.push_back(*i);
    const int p = tree.inner[*i].body;
    if (p >= 0 && outer[p] != *i) level[p] = std::max(level[p], own.level + 1);
  }
  return all;
}

/// A tree taken apart at the joint in the middle of its longest path.
struct Parts {
  std::vector<Link> inner;  // of each body: the neighbour towards that joint (none at it), and the way from there
  std::vector<int> outer;   // of each body: the neighbour that its strand comes from; −1 at a tip
  std::vector<Strand> side, longest;
};

Parts parts(const Topology& at) {
  const Links neighbours = links(at);
  const std::vector<int> path = longest_path(neighbours, at.root());
  const std::size_t middle = (path.size() - 1) / 2;
  const std::array<int, 2> heads = {path[middle], middle + 1 < path.size() ? path[middle + 1] : -1};
  Parts out{std::vector<Link>(neighbours.size(), {-1, 0, 0}), std::vector<int>(neighbours.size(), -1), {}, {{}, {}}};
  for (int half = 0; half < 2; ++half) {
    if (heads[half] < 0) continue;
    const Rooted part = rooted(neighbours, heads[half], heads[1 - half]);
    for (const int i : part.order) out.inner[i] = part.inner[i];
    for (Strand& strand : strands_of(part, out.outer))
      (strand.bodies.back() == heads[half] ? out.longest[half] : out.side.emplace_back()) = std::move(strand);
  }
  for (const Link& across : neighbours[heads[0]])
    if (across.body == heads[1]) out.inner[heads[1]] = {-1, across.joint, across.sense};
  std::sort(out.side.begin(), out.side.end(), [](const Strand& a, const Strand& b) {  // long ones first in a level
    return std::tuple(a.level, b.bodies.size(), a.bodies.back()) <
           std::tuple(b.level, a.bodies.size(), b.bodies.back());
  });
  return out;
}

/// Lays two strands side by side; they end together.
void add_pair(Strands& out, const Parts& of, const Strand& a, const Strand& b) {
  const int length = static_cast<int>(std::max(a.bodies.size(), b.bodies.size()));
  const int begin = out.steps();
  out.pairs.push_back({begin, begin + length, {-1, -1}});
  for (int k = 0; k < length; ++k)
    for (const Strand* strand : {&a, &b}) {
      const int from_tip = k - length + static_cast<int>(strand->bodies.size());
      out.slots.emplace_back();
      if (from_tip < 0) continue;
      const int i = strand->bodies[from_tip];
      out.slot_of[i] = static_cast<int>(out.slots.size()) - 1;
      out.slots.back() = {i, of.inner[i].body, of.outer[i], of.inner[i].joint, of.inner[i].sense, -1};
    }
}

/// Where the strands hang, once all are laid out.
void add_hooks(Strands& out) {
  for (std::size_t k = 0; k + 1 < out.pairs.size(); ++k)
    for (int lane = 0; lane < 2; ++lane) {
      const Strands::Slot& head = out.slots[2 * out.pairs[k].end - 2 + lane];
      if (head.body < 0) continue;
      const int hook = out.pairs[k].hook[lane] = out.slot_of[head.inner];
      if (out.slots[hook].knot < 0) out.slots[hook & ~1].knot = out.slots[hook | 1].knot = out.knots++;
    }
}

}  // namespace

Strands strands(const Topology& at) {
  const Parts of = parts(at);
  Strands out;
  out.slot_of.resize(at.parent.size());
  for (std::size_t k = 0; k < of.side.size(); ++k) {
    const bool two = k + 1 < of.side.size() && of.side[k + 1].level == of.side[k].level;
    add_pair(out, of, of.side[k], two ? of.side[k + 1] : Strand{});
    if (two) ++k;
  }
  add_pair(out, of, of.longest[0], of.longest[1]);
  add_hooks(out);
  out.first.resize(at.parent.size() - 1);
  out.second.resize(at.parent.size() - 1);
  for (const int i : at.order)
    if (at.parent[i] >= 0) {
      out.first[at.joint[i]] = out.slot_of[at.sense[i] > 0 ? at.parent[i] : i];
      out.second[at.joint[i]] = out.slot_of[at.sense[i] > 0 ? i : at.parent[i]];
    }
  return out;
}

}  // namespace oopss
