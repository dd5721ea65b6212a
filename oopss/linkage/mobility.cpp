// SPDX-License-Identifier: Apache-2.0
#include "oopss/linkage/mobility.hpp"

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

}  // namespace

int rank_of(const Matrix<double>& G) { return rank_of(MatrixXd(as_eigen(G))); }

Mobility mobility(const Linkage& linkage, const std::vector<double>& phi) {
  const MatrixXd G = closure_slopes(linkage, phi).G;
  Mobility out;
  out.rank = rank_of(G);
  out.mobility = static_cast<int>(G.cols()) - out.rank;
  if (out.rank == G.rows()) return out;
  const MatrixXd free = null_space(G, rank_tolerance);
  std::mt19937 random(1);
  double farthest = 0;
  int most = out.rank;
  for (int trial = 0; trial < 4 && free.cols() > 0; ++trial) {
    const std::vector<double> aside = moved_aside(linkage, phi, free, random);
    double distance = 0;
    for (std::size_t k = 0; k < phi.size(); ++k) distance = std::max(distance, std::abs(aside[k] - phi[k]));
    if (distance < 1e-4) continue;
    farthest = std::max(farthest, distance);
    most = std::max(most, rank_of(closure_slopes(linkage, aside).G));
  }
  out.kind = farthest == 0 ? ClosureRank::rigid : most > out.rank ? ClosureRank::singular : ClosureRank::redundant;
  out.rank = most;
  out.mobility = out.kind == ClosureRank::rigid ? 0 : static_cast<int>(G.cols()) - most;
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
