// SPDX-License-Identifier: Apache-2.0
#include "oopss/system/lane_flow.hpp"

#include <fmt/format.h>

#include "oopss/mechanics/lane_trees.hpp"

namespace oopss {
namespace {

static_assert(flow_lanes == group_lanes);

/// Trees with the springs at their joints.
struct SpringLanes {
  LaneTrees trees;
  Layout layout;
  std::vector<LaneSpring> springs;
  AlignedDoubles numbers;  // per spring k_p, k_d, bias

  SpringLanes(const TreeSpec& spec, const Layout& layout_, const std::vector<double>& p)
      : trees(lane_trees(planar_tree(spec, p))), layout(layout_) {
    for (const JointSpring& spring : joint_springs(spec, p)) {
      const JointSlots& joint = spec.joints[spring.joint];
      springs.push_back({spring.joint, joint.first, joint.second, spring.law.periodic, nullptr, nullptr, nullptr});
    }
    numbers.assign(springs.size() * 3 * group_lanes, 0.0);
  }

  double* numbers_of(std::size_t spring) { return numbers.data() + spring * 3 * group_lanes; }

  void put_member(int lane, const TreeSpec& spec, const std::vector<double>& p) {
    put(trees, lane, planar_tree(spec, p));
    const std::vector<JointSpring> all = joint_springs(spec, p);
    for (std::size_t k = 0; k < all.size(); ++k) {
      double* const to = numbers_of(k) + lane;
      to[0] = all[k].law.kp;
      to[group_lanes] = all[k].law.kd;
      to[2 * group_lanes] = all[k].law.bias;
    }
  }

  /// The springs with where their numbers are now.
  const std::vector<LaneSpring>& placed_springs() {
    for (std::size_t k = 0; k < springs.size(); ++k) {
      springs[k].kp = numbers_of(k);
      springs[k].kd = springs[k].kp + group_lanes;
      springs[k].bias = springs[k].kd + group_lanes;
    }
    return springs;
  }

  void add_laws(const double* x, double* out, const double* v, double* out_v) {
    const int work = layout.offset(BlockKind::work), dissipated = layout.offset(BlockKind::dissipated);
    if (work < 0) return;
    trees.kernel->add_springs(static_cast<int>(springs.size()), placed_springs().data(), trees.places, dissipated, x,
                              out, v, out_v);
    std::fill_n(out + work * group_lanes, group_lanes, 0.0);
    if (v) std::fill_n(out_v + work * group_lanes, 2 * group_lanes, 0.0);  // quadratures, which nothing looks at
  }
};

}  // namespace

std::string no_lanes(const TreeSpec& spec) {
  if (in_space(spec)) return "bodies in space have no lanes";
  if (!spec.chords.empty()) return "loops of bodies have no lanes";
  if (is_acted_on(spec)) return "torques and forces from outside have no lanes";
  for (std::size_t k = 0; k < spec.joints.size(); ++k) {
    if (spec.joints[k].motion)
      return fmt::format("the motion of joint {} is prescribed, which has no lanes",
                         oopss::quoted(spec.joint_names[k]));
    for (const LawSlots& law : spec.joints[k].laws)
      if (!is_spring(law.kind))
        return fmt::format("the law at joint {} is none of proportional, pd and sine, and has no lanes",
                           oopss::quoted(spec.joint_names[k]));
  }
  return {};
}

LaneFlow lane_flow(const TreeSpec& spec, const Layout& layout, const std::vector<double>& p) {
  const auto lanes = std::make_shared<SpringLanes>(spec, layout, p);
  LaneFlow out;
  out.size = layout.size;
  out.combine = lanes->trees.kernel->combine;
  out.put = [lanes](int lane, const TreeSpec& member, const std::vector<double>& numbers) {
    lanes->put_member(lane, member, numbers);
  };
  out.field = [lanes](const double* x, double* rate) {
    rates(lanes->trees, x, rate);
    lanes->add_laws(x, rate, nullptr, nullptr);
  };
  if (lanes->trees.small() && lanes->layout.offset(BlockKind::work) < 0)
    out.ahead = [lanes](const double* x, const double* h, double part, const double* k, double* rate) {
      rates_ahead(lanes->trees, {x, h, k, part}, rate);
    };
  out.width = lanes->trees.kernel->width;
  out.jet = [lanes](int order, const double* x, double* coefficients) {
    taylor_coefficients(lanes->trees, lanes->placed_springs(), order, x, coefficients);
  };
  if (lanes->trees.small())
    out.tangent = [lanes](const double* x, const double* v, double* rate, double* slope) {
      slopes(lanes->trees, x, v, rate, slope);
      lanes->add_laws(x, rate, v, slope);
    };
  return out;
}

}  // namespace oopss
