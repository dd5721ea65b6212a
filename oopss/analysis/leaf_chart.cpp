// SPDX-License-Identifier: Apache-2.0
#include "oopss/analysis/leaf_chart.hpp"

#include <algorithm>
#include <cmath>

#include "oopss/integrate/closed_rows.hpp"
#include "oopss/scalar/dense.hpp"

namespace oopss {
namespace {

Vec3<double> vector_at(const double* x) { return {x[0], x[1], x[2]}; }
void add_at(const Vec3<double>& v, double* x) {
  x[0] += v.x;
  x[1] += v.y;
  x[2] += v.z;
}

/// 2 q' q*, the angular velocity along inertial axes of an attitude q with the rates q'.
Vec3<double> spin_of(const double* rate, const double* q) {
  const Vec3<double> a = vector_at(rate + 1), b = vector_at(q + 1);
  return 2.0 * (q[0] * a - rate[0] * b - cross(a, b));
}

bool turns_with_root(const Block& block) { return block.kind == BlockKind::momentum && block.size == 3; }

/// What a small difference of a state keeps on the leaf, a row each: the Casimirs, in space the size of the total
/// momentum; the length of quaternions; closed loops; and the attitude, work and dissipation, on which nothing depends.
Eigen::MatrixXd kept_rows(const System& system, const Flow& flow, const SeenFromRoot& seen) {
  const Eigen::Index all = system.layout.size;
  const std::vector<double>& x = seen.x();
  std::vector<Eigen::VectorXd> rows;
  for (const Block& block : system.layout.blocks) {
    const bool apart = block.kind == BlockKind::attitude || block.group == ErrorGroup::energy;
    for (int i = 0; apart && i < block.size; ++i) rows.push_back(Eigen::VectorXd::Unit(all, block.offset + i));
    if (block.kind != BlockKind::rotation) continue;
    rows.push_back(Eigen::VectorXd::Zero(all));
    for (int i = 0; i < 4; ++i) rows.back()(block.offset + i) = x[block.offset + i];
  }
  std::vector<Eigen::VectorXd> momentum;  // the slopes of its parts, which are linear
  Eigen::VectorXd total = Eigen::VectorXd::Zero(all);
  for (const Casimir& casimir : system.casimirs) {
    momentum.push_back(Eigen::VectorXd::Zero(all));
    std::vector<double> unit(x.size(), 0.0);
    for (Eigen::Index i = 0; i < all; ++i) {
      unit[i] = 1;
      momentum.back()(i) = casimir.value(unit.data());
      unit[i] = 0;
    }
    total += casimir.value(x.data()) * momentum.back();
  }
  const bool turns = system.dimension == 3 && total.norm() > 0;
  if (turns)
    rows.push_back(total);
  else
    rows.insert(rows.end(), momentum.begin(), momentum.end());
  if (flow.closure.count > 0) {
    const Eigen::MatrixXd closed = closed_rows(system.layout, flow, x, seen.rates(), all);
    for (Eigen::Index i = 0; i < closed.rows(); ++i) rows.emplace_back(closed.row(i).transpose());
  }
  Eigen::MatrixXd out(static_cast<Eigen::Index>(rows.size()), all);
  for (std::size_t i = 0; i < rows.size(); ++i) out.row(static_cast<Eigen::Index>(i)) = rows[i].transpose();
  return out;
}

/// The largest momentum, or 1: what momenta are measured by.
double largest_momentum(const Layout& layout, const std::vector<double>& x) {
  double out = 0;
  for (const Stretch& stretch : layout.of_group(ErrorGroup::momentum))
    for (int i = stretch.begin; i < stretch.end; ++i) out = std::max(out, std::abs(x[i]));
  return out > 0 ? out : 1;
}

/// Adds places to `chosen` as long as there are such whose rows of N are independent of those chosen, which are taken
/// out of all rows: the first in order of at least half the size of the largest.
void choose(const std::vector<int>& order, Eigen::MatrixXd& rows, std::vector<int>& chosen) {
  constexpr double dependent = 1e-9;
  for (;;) {
    double most = dependent;
    for (const int i : order) most = std::max(most, rows.row(i).norm());
    const auto next = std::find_if(order.begin(), order.end(), [&](int i) { return rows.row(i).norm() > most / 2; });
    if (most == dependent || next == order.end()) return;
    chosen.push_back(*next);
    const Eigen::RowVectorXd direction = rows.row(*next).normalized();
    rows -= (rows * direction.transpose()) * direction;
  }
}

}  // namespace

SeenFromRoot::SeenFromRoot(const System& system, const Flow& flow, double t, std::vector<double> x)
    : layout_(system.layout), flow_(flow), t_(t), x_(std::move(x)), rates_(static_cast<Eigen::Index>(x_.size())) {
  for (const Block& block : layout_.blocks)
    if (block.kind == BlockKind::attitude) {
      root_ = block.owner;
      if (block.size == 4) attitude_ = block.offset;
    }
  if (attitude_ >= 0) turn_back();
  flow_.field(t_, x_.data(), rates_.data());
  if (attitude_ < 0) return;
  spin_ = spin_of(rates_.data() + attitude_, x_.data() + attitude_);
  for (const Block& block : layout_.blocks)
    if (turns_with_root(block)) add_at(cross(vector_at(x_.data() + block.offset), spin_), rates_.data() + block.offset);
}

/// The momenta along the axes of the root, and the root unturned.
void SeenFromRoot::turn_back() {
  double* const q = x_.data() + attitude_;
  const Vec3<double> axis = vector_at(q + 1);
  for (const Block& block : layout_.blocks) {
    if (!turns_with_root(block)) continue;
    double* const mu = x_.data() + block.offset;
    const Vec3<double> across = cross(vector_at(mu), axis);  // R(q)ᵀ v = v + 2 w (v × a) + 2 (v × a) × a
    add_at(2.0 * (q[0] * across + cross(across, axis)), mu);
  }
  q[0] = 1;
  q[1] = q[2] = q[3] = 0;
}

Eigen::VectorXd SeenFromRoot::along(const Eigen::VectorXd& v) const {
  Eigen::VectorXd out(v.size());
  flow_.tangent(t_, x_.data(), v.data(), out.data());
  if (attitude_ < 0) return out;
  const Vec3<double> turned = spin_of(out.data() + attitude_, x_.data() + attitude_);
  for (const Block& block : layout_.blocks)
    if (turns_with_root(block))
      add_at(cross(vector_at(x_.data() + block.offset), turned) + cross(vector_at(v.data() + block.offset), spin_),
             out.data() + block.offset);
  return out;
}

LeafChart leaf_chart(const System& system, const Flow& flow, const SeenFromRoot& seen) {
  constexpr double dependent_row = 1e-10, rounding = 1e-14;
  LeafChart out;
  Eigen::VectorXd& units = out.units;
  units.setOnes(system.layout.size);
  for (const Stretch& stretch : system.layout.of_group(ErrorGroup::momentum))
    units.segment(stretch.begin, stretch.end - stretch.begin).setConstant(largest_momentum(system.layout, seen.x()));
  Eigen::MatrixXd scaled = kept_rows(system, flow, seen) * units.asDiagonal();
  for (Eigen::Index i = 0; i < scaled.rows(); ++i)
    if (const double length = scaled.row(i).norm(); length > 0) scaled.row(i) /= length;
  const Eigen::MatrixXd N = null_space(scaled, dependent_row);
  std::vector<int> turns, momenta, of_root;  // in the order in which they are preferred: w of a quaternion last
  for (const Block& block : system.layout.blocks) {
    const bool momentum = block.kind == BlockKind::momentum;
    if (!momentum && block.kind != BlockKind::joint_angle && block.kind != BlockKind::rotation) continue;
    std::vector<int>& group = !momentum ? turns : block.owner == seen.root() ? of_root : momenta;
    for (int i = 0; i < block.size; ++i) group.push_back(block.offset + (block.size == 4 ? (i + 1) % 4 : i));
  }
  momenta.insert(momenta.end(), of_root.begin(), of_root.end());
  Eigen::MatrixXd rows = N;
  choose(turns, rows, out.places);
  choose(momenta, rows, out.places);
  std::sort(out.places.begin(), out.places.end());
  const auto count = static_cast<Eigen::Index>(out.places.size());
  Eigen::MatrixXd own(count, N.cols());
  for (Eigen::Index i = 0; i < count; ++i) own.row(i) = N.row(out.places[i]) * units(out.places[i]);
  if (count != N.cols()) throw NoLinearModel("the small motions of this state have no coordinates of their own");
  out.E = units.asDiagonal() * N * (count > 0 ? inverse_matrix(own) : own);
  for (Eigen::Index i = 0; i < out.E.rows(); ++i)
    for (Eigen::Index j = 0; j < count; ++j)
      if (std::abs(out.E(i, j)) * units(out.places[j]) < rounding * units(i)) out.E(i, j) = 0;
  for (Eigen::Index i = 0; i < count; ++i) out.E.row(out.places[i]) = Eigen::RowVectorXd::Unit(count, i);
  return out;
}

}  // namespace oopss
