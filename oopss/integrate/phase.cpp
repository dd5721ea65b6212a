// SPDX-License-Identifier: Apache-2.0
#include "oopss/integrate/phase.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "oopss/scalar/linear3.hpp"

namespace oopss {
namespace {

constexpr double closed_to = 1e-9;

/// A state with the same shape, whose total momentum is one number 1 of a body that carries others, and zero else.
std::vector<double> with_unit_momentum(const System& system, std::vector<double> x) {
  const int most = system.dimension == 3 ? 3 : 1;
  bool put = false;
  for (const Block& block : system.layout.blocks) {
    if (block.kind != BlockKind::momentum) continue;
    std::fill_n(x.begin() + block.offset, block.size, 0.0);
    if (!put && block.size == most) x[block.offset] = 1;
    put = put || block.size == most;
  }
  return x;
}

/// What momenta are measured by: their sizes at both ends, and what would turn all by a radian in the time of the run.
double momentum_size(const System& system, const Flow& flow, const std::vector<double>& start,
                     const std::vector<double>& end, double span) {
  double at_start = 0, at_end = 0;
  for (const auto& [begin, after] : system.layout.of_group(ErrorGroup::momentum))
    for (int i = begin; i < after; ++i) {
      at_start += std::abs(start[i]);
      at_end += std::abs(end[i]);
    }
  const std::vector<double> unit = with_unit_momentum(system, start);
  return std::max({at_start, at_end, 1 / std::abs(flow.locked_rate(0, unit.data()) * span)});
}

/// The attitude of the root, by rows; in the plane nothing turns what is compared.
Matrix3<double> root_attitude(const System& system, const Flow& flow, const std::vector<double>& x) {
  if (system.dimension == 2) return identity3<double>();
  std::vector<BodyPose> poses(system.bodies.size());
  flow.pose(x.data(), poses.data());
  for (const Block& block : system.layout.blocks)
    if (block.kind == BlockKind::attitude) {
      const std::array<double, 9>& R = poses[block.owner].R;
      return {{R[0], R[1], R[2]}, {R[3], R[4], R[5]}, {R[6], R[7], R[8]}};
    }
  return identity3<double>();
}

/// The momentum of a block seen from the root; one number is of a plane or about a hinge, and does not turn.
Vec3<double> seen(const Block& block, const Matrix3<double>& root, const std::vector<double>& x) {
  const double* const own = x.data() + block.offset;
  return block.size == 1 ? Vec3<double>{own[0], 0, 0} : transposed(root) * Vec3<double>{own[0], own[1], own[2]};
}

/// How far a turn is from another, in radians; q and −q are the same.
double turned(const double* q, const double* other) {
  double same = 0, opposite = 0;
  for (int i = 0; i < 4; ++i) {
    same += (q[i] - other[i]) * (q[i] - other[i]);
    opposite += (q[i] + other[i]) * (q[i] + other[i]);
  }
  return 4 * std::asin(std::min(1.0, std::sqrt(std::min(same, opposite)) / 2));
}

/// One end of a run: the state, and the attitude of the root.
struct RunEnd {
  const std::vector<double>& x;
  Matrix3<double> root;
};

/// What keeps the reduced state at the end from being that of the start, in words.
std::string difference(const System& system, const RunEnd& start, const RunEnd& end, double size) {
  for (const Block& block : system.layout.blocks) {
    const int i = block.offset;
    if (block.kind == BlockKind::joint_angle)
      if (const double off = std::remainder(end.x[i] - start.x[i], 2 * std::numbers::pi); !(std::abs(off) <= closed_to))
        return fmt::format("the angle of {} ends {:.3g} rad from where it began", system.joints[block.owner], off);
    if (block.kind == BlockKind::rotation)
      if (const double off = turned(end.x.data() + i, start.x.data() + i); !(off <= closed_to))
        return fmt::format("the turn of {} ends {:.3g} rad from where it began", system.joints[block.owner], off);
    if (block.kind == BlockKind::momentum) {
      const Vec3<double> off = seen(block, end.root, end.x) - seen(block, start.root, start.x);
      if (const double by = block.size == 1 ? off.x : std::sqrt(dot(off, off)); !(std::abs(by) <= closed_to * size))
        return fmt::format("the momentum of {} ends {:.3g} kg m\u00b2/s from where it began",
                           system.bodies[block.owner], by);
    }
  }
  return {};
}

/// R = A_end A_startᵀ, or the angle by which it turns about the momentum, which it keeps.
Phase phase_in_space(const System& system, const RunEnd& start, const RunEnd& end, double size) {
  const Matrix3<double> R = end.root * transposed(start.root);
  Vec3<double> M = {system.casimirs[0].value(start.x.data()), system.casimirs[1].value(start.x.data()),
                    system.casimirs[2].value(start.x.data())};
  const double length = std::sqrt(dot(M, M));
  Phase out;
  if (length <= closed_to * size) {
    out.rotation = {R.x.x, R.x.y, R.x.z, R.y.x, R.y.y, R.y.z, R.z.x, R.z.y, R.z.z};
    return out;
  }
  const Vec3<double> twice_sine = {R.z.y - R.y.z, R.x.z - R.z.x, R.y.x - R.x.y};
  const double angle = std::atan2(dot(twice_sine, M / length), R.x.x + R.y.y + R.z.z - 1);
  out.angle = angle == -std::numbers::pi ? std::numbers::pi : angle;
  return out;
}

}  // namespace

Phase phase_of(const System& system, const Flow& flow, const std::vector<double>& start, const RunRequest& request,
               const Run& run) {
  const int root = system.layout.offset(BlockKind::attitude);
  if (run.outcome().status != Status::complete) return {.reason = "the run did not come to its end"};
  if (root < 0 || !flow.locked_rate) return {.reason = "this system has no phase"};
  const double size = momentum_size(system, flow, start, run.x(), run.t() - request.t0);
  const RunEnd from{start, root_attitude(system, flow, start)}, to{run.x(), root_attitude(system, flow, run.x())};
  if (std::string off = difference(system, from, to, size); !off.empty()) return {.reason = off};
  if (system.dimension == 3) return phase_in_space(system, from, to, size);
  RunRequest again = request;
  again.settings.every.reset();
  again.output_times.clear();
  again.integrand = flow.locked_rate;
  Run sum(flow, system.layout, start, again);
  while (sum.step()) continue;
  if (!sum.outcome().good()) return {.reason = sum.outcome().words};
  const double total = run.x()[root] - start[root];
  return {{}, total, sum.integral(), total - sum.integral(), {}, {}};
}

}  // namespace oopss
