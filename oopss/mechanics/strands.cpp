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

/// The strands of the part of the tree that ends in `head`; the last one contains it.
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

}  // namespace

Strands strands(const Topology& at) {
  const int n = at.size();
  const Links neighbours = links(at);
  const std::vector<int> path = longest_path(neighbours, at.root());
  const std::size_t middle = (path.size() - 1) / 2;
  std::array<int, 2> heads = {path[middle], middle + 1 < path.size() ? path[middle + 1] : -1};

  std::vector<Link> inner(static_cast<std::size_t>(n), {-1, 0, 0});
  std::vector<int> outer(static_cast<std::size_t>(n), -1);
  std::vector<Strand> side, longest(2);
  for (int half = 0; half < 2; ++half) {
    if (heads[half] < 0) continue;
    const Rooted part = rooted(neighbours, heads[half], heads[1 - half]);
    for (const int i : part.order) inner[i] = part.inner[i];
    for (Strand& strand : strands_of(part, outer))
      (strand.bodies.back() == heads[half] ? longest[half] : side.emplace_back()) = std::move(strand);
  }
  for (const Link& across : neighbours[heads[0]])
    if (across.body == heads[1]) inner[heads[1]] = {-1, across.joint, across.sense};
  std::sort(side.begin(), side.end(), [](const Strand& a, const Strand& b) {
    return std::tuple(a.level, b.bodies.size(), a.bodies.back()) <
           std::tuple(b.level, a.bodies.size(), b.bodies.back());
  });

  Strands out;
  out.slot_of.resize(static_cast<std::size_t>(n));
  const auto add_pair = [&](const Strand& a, const Strand& b) {
    const int length = static_cast<int>(std::max(a.bodies.size(), b.bodies.size()));
    const int begin = out.steps();
    out.pairs.push_back({begin, begin + length, {-1, -1}});
    for (int k = 0; k < length; ++k)
      for (const Strand* strand : {&a, &b}) {
        const int from_tip = k - length + static_cast<int>(strand->bodies.size());
        Strands::Slot slot;
        if (from_tip >= 0) {
          slot.body = strand->bodies[from_tip];
          const Link& in = inner[slot.body];
          slot = {slot.body, in.body, outer[slot.body], in.joint, in.sense, -1};
          out.slot_of[slot.body] = static_cast<int>(out.slots.size());
        }
        out.slots.push_back(slot);
      }
  };
  for (std::size_t k = 0; k < side.size(); ++k) {
    const bool two = k + 1 < side.size() && side[k + 1].level == side[k].level;
    add_pair(side[k], two ? side[k + 1] : Strand{});
    if (two) ++k;
  }
  add_pair(longest[0], longest[1]);

  for (std::size_t k = 0; k + 1 < out.pairs.size(); ++k)
    for (int lane = 0; lane < 2; ++lane) {
      const Strands::Slot& head = out.slots[2 * out.pairs[k].end - 2 + lane];
      if (head.body < 0) continue;
      const int hook = out.pairs[k].hook[lane] = out.slot_of[head.inner];
      if (out.slots[hook].knot < 0) out.slots[hook & ~1].knot = out.slots[hook | 1].knot = out.knots++;
    }
  out.first.resize(static_cast<std::size_t>(n - 1));
  out.second.resize(static_cast<std::size_t>(n - 1));
  for (const int i : at.order)
    if (at.parent[i] >= 0) {
      out.first[at.joint[i]] = out.slot_of[at.sense[i] > 0 ? at.parent[i] : i];
      out.second[at.joint[i]] = out.slot_of[at.sense[i] > 0 ? i : at.parent[i]];
    }
  return out;
}

}  // namespace oopss
