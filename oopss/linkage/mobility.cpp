// SPDX-License-Identifier: Apache-2.0
#include "oopss/linkage/mobility.hpp"

#include <algorithm>
#include <random>

#include "oopss/linkage/assemble.hpp"
#include "oopss/linkage/slopes.hpp"

namespace oopss {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

/// Singular values below this part of the largest count as zero. At a change point the closure is known to rounding,
/// and the pose only to the root of that.
constexpr double rank_tolerance = 1e-6;

int rank_of(const MatrixXd& G) {
  if (G.size() == 0) return 0;
  const VectorXd values = singular_values(G);
  int rank = 0;
  while (rank < values.size() && values(rank) > rank_tolerance * values(0)) ++rank;
  return rank;
}

/// The pose moved by 1e-2 along a random null vector and closed again.
std::vector<double> moved_aside(const Linkage& linkage, const std::vector<double>& phi, const MatrixXd& free,
                                std::mt19937& random) {
  VectorXd direction = VectorXd::Zero(free.cols());
  for (double& part : direction) part = 2.0 * random() / static_cast<double>(std::mt19937::max()) - 1;
  const VectorXd by = free * direction.normalized() * 1e-2;
  std::vector<double> out = phi;
  for (std::size_t k = 0; k < out.size(); ++k) out[k] += by(static_cast<Eigen::Index>(k));
  return assemble(linkage, out, {}).phi;
}

/// The farthest that poses aside have turned each joint.
struct Excursion {
  std::vector<double> turned;  // per joint of `between`
  std::vector<double> phi;     // of the pose with the largest rank
  double farthest = 0;
  int rank = 0;
};

Excursion excursion(const Linkage& linkage, const std::vector<double>& phi, const MatrixXd& free, int rank) {
  Excursion out{std::vector<double>(linkage.between.size(), 0.0), phi, 0, rank};
  const std::vector<double> theta = absolute_angles(linkage.tree, phi, 0.0);
  std::mt19937 random(1);
  for (int trial = 0; trial < 4 && free.cols() > 0; ++trial) {
    const std::vector<double> aside = moved_aside(linkage, phi, free, random);
    double distance = 0;
    for (std::size_t k = 0; k < phi.size(); ++k) distance = std::max(distance, std::abs(aside[k] - phi[k]));
    if (distance < 1e-4) continue;
    const ClosureSlopes there = closure_slopes(linkage, aside);
    out.farthest = std::max(out.farthest, distance);
    for (std::size_t k = 0; k < out.turned.size(); ++k) {
      const auto [first, second] = linkage.between[k];
      const double now = there.theta[second] - there.theta[first], before = theta[second] - theta[first];
      out.turned[k] = std::max(out.turned[k], std::abs(now - before));
    }
    if (const int found = rank_of(there.G); found > out.rank) {
      out.rank = found;
      out.phi = aside;
    }
  }
  return out;
}

/// Poses aside are 1e-2 away; bars that can only be in line are closed again to the root of rounding.
constexpr double least_turn = 1e-5;

/// How much each joint turns along null vectors of G at most, these being orthonormal.
std::vector<double> turning_rates(const Linkage& linkage, const MatrixXd& free) {
  if (free.cols() == 0) return std::vector<double>(linkage.between.size(), 0.0);
  MatrixXd rates = MatrixXd::Zero(linkage.tree.size(), free.cols());  // of the bodies against the root
  const PlanarTree<double>& tree = linkage.tree;
  for (const int i : tree.order)
    if (tree.parent[i] >= 0) rates.row(i) = rates.row(tree.parent[i]) + tree.sense[i] * free.row(tree.joint[i]);
  std::vector<double> out;
  for (const auto& [first, second] : linkage.between) out.push_back((rates.row(second) - rates.row(first)).norm());
  return out;
}

}  // namespace

int rank_at(const Linkage& linkage, const std::vector<double>& phi) { return rank_of(closure_slopes(linkage, phi).G); }

int independent_joints(const Linkage& linkage, const std::vector<double>& phi, const std::vector<int>& joints) {
  const MatrixXd free = null_space(closure_slopes(linkage, phi).G, rank_tolerance);
  if (free.cols() == 0 || joints.empty()) return 0;
  MatrixXd turned(static_cast<Eigen::Index>(joints.size()), free.cols());
  for (std::size_t k = 0; k < joints.size(); ++k) {
    const auto [first, second] = linkage.between[joints[k]];
    turned.row(static_cast<Eigen::Index>(k)) = difference_row(linkage.tree, first, second) * free;
  }
  return turned.norm() > rank_tolerance ? rank_of(turned) : 0;
}

Mobility mobility(const Linkage& linkage, const std::vector<double>& phi) {
  const MatrixXd G = closure_slopes(linkage, phi).G;
  Mobility out;
  out.phi = phi;
  out.rank = rank_of(G);
  out.mobility = static_cast<int>(G.cols()) - out.rank;
  if (out.rank == G.rows()) return out;
  const MatrixXd free = null_space(G, rank_tolerance);
  const Excursion aside = excursion(linkage, phi, free, out.rank);
  out.kind = aside.farthest == 0     ? ClosureRank::rigid
             : aside.rank > out.rank ? ClosureRank::singular
                                     : ClosureRank::redundant;
  out.rank = aside.rank;
  out.phi = aside.phi;
  out.mobility = out.kind == ClosureRank::rigid ? 0 : static_cast<int>(G.cols()) - out.rank;
  if (out.kind != ClosureRank::redundant) return out;
  const std::vector<double> rates = turning_rates(linkage, free);
  for (std::size_t k = 0; k < aside.turned.size(); ++k)
    if (aside.turned[k] < least_turn && rates[k] > least_turn) out.fixed.push_back(static_cast<int>(k));
  MatrixXd fixed(static_cast<Eigen::Index>(out.fixed.size()), free.cols());
  for (std::size_t k = 0; k < out.fixed.size(); ++k) {
    const auto [first, second] = linkage.between[out.fixed[k]];
    fixed.row(static_cast<Eigen::Index>(k)) = difference_row(linkage.tree, first, second) * free;
  }
  out.mobility -= rank_of(fixed);
  return out;
}

std::vector<bool> still_joints(const Linkage& linkage, const std::vector<double>& phi) {
  const MatrixXd G = closure_slopes(linkage, phi).G, free = null_space(G, rank_tolerance);
  std::vector<double> turned = turning_rates(linkage, free);
  if (rank_of(G) < G.rows()) turned = excursion(linkage, phi, free, 0).turned;
  std::vector<bool> out;
  for (const double by : turned) out.push_back(by < least_turn);
  return out;
}

std::vector<std::vector<int>> rigid_parts(const Linkage& linkage, const std::vector<bool>& still) {
  std::vector<int> group(static_cast<std::size_t>(linkage.tree.size()));
  for (std::size_t i = 0; i < group.size(); ++i) group[i] = static_cast<int>(i);
  for (std::size_t k = 0; k < still.size(); ++k) {
    const int one = group[linkage.between[k][0]], other = group[linkage.between[k][1]];
    if (still[k]) std::replace(group.begin(), group.end(), other, one);
  }
  std::vector<std::vector<int>> out;
  for (std::size_t i = 0; i < group.size(); ++i) {
    std::vector<int> part;
    for (std::size_t j = 0; j < group.size(); ++j)
      if (group[j] == group[i]) part.push_back(static_cast<int>(j));
    if (part.size() > 1 && part.front() == static_cast<int>(i)) out.push_back(std::move(part));
  }
  return out;
}

std::vector<int> independent_rows(const Matrix<double>& rows) {
  const MatrixXd G = as_eigen(rows);
  MatrixXd basis(G.cols(), G.rows());  // of the rows so far, orthonormal
  std::vector<int> out;
  for (Eigen::Index c = 0; c < G.rows(); ++c) {
    const auto known = static_cast<Eigen::Index>(out.size());
    const double size = std::max(G.row(c).norm(), G.row(std::min(c ^ 1, G.rows() - 1)).norm());
    VectorXd rest = G.row(c).transpose();
    for (int twice = 0; twice < 2; ++twice)
      rest -= basis.leftCols(known) * (basis.leftCols(known).transpose() * rest).eval();
    if (!(rest.norm() > rank_tolerance * size)) continue;
    basis.col(known) = rest.normalized();
    out.push_back(static_cast<int>(c));
  }
  return out;
}

std::vector<int> redundant_equations(const Linkage& linkage, const std::vector<double>& phi) {
  const Matrix<double> rows =
      closure_jacobian(linkage.loops, absolute_angles(linkage.tree, phi, 0.0), linkage.tree.root());
  const MatrixXd G = as_eigen(rows);
  std::vector<int> out;
  for (Eigen::Index c = 0; c < G.rows(); c += 2) out.push_back(rank_of(MatrixXd(G.middleRows(c, 2))));
  for (const int row : independent_rows(rows)) --out[row / 2];
  return out;
}

bool near_change_points(const Linkage& linkage) {
  if (linkage.loops.size() != 1) return linkage.loops.size() > 1;
  std::vector<double> bars;
  for (const Bar<double>& bar : linkage.loops[0]) bars.push_back(std::hypot(bar.e.x, bar.e.y));
  if (bars.size() != 4) return false;
  std::sort(bars.begin(), bars.end());
  return std::abs(bars[1] + bars[2] - bars[0] - bars[3]) < 0.02 * loop_length(linkage);
}

Matrix<double> inverse_on_range(const Matrix<double>& A, int rank) {
  const auto [values, vectors] = eigenpairs(as_eigen(A));
  Matrix<double> out(A.rows, A.cols);
  for (int i = A.rows - rank; i < A.rows; ++i)
    for (int c = 0; c < A.rows; ++c)
      for (int d = 0; d < A.rows; ++d) out(c, d) += vectors(c, i) * vectors(d, i) / values(i);
  return out;
}

}  // namespace oopss
