// SPDX-License-Identifier: Apache-2.0
#include "oopss/linkage/assemble.hpp"

#include <numbers>
#include <random>

#include "oopss/linkage/slopes.hpp"

namespace oopss {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double dependent = 1e-9;  // singular values below this part of the largest count as zero

/// Linear equations rows · φ = values.
struct FixedRows {
  MatrixXd rows;
  VectorXd values;
};

FixedRows equations_of(const Topology& tree, const std::vector<FixedDifference>& fixed) {
  FixedRows out{MatrixXd::Zero(static_cast<Eigen::Index>(fixed.size()), tree.size() - 1),
                VectorXd::Zero(static_cast<Eigen::Index>(fixed.size()))};
  for (std::size_t k = 0; k < fixed.size(); ++k) {
    const auto row = static_cast<Eigen::Index>(k);
    out.rows.row(row) = difference_row(tree, fixed[k].first, fixed[k].second);
    out.values(row) = fixed[k].value;
  }
  return out;
}

double largest_gap(const VectorXd& g) {
  double most = 0;
  for (Eigen::Index c = 0; c + 1 < g.size(); c += 2) most = std::max(most, std::hypot(g(c), g(c + 1)));
  return most;
}

std::vector<double> moved(const std::vector<double>& phi, const VectorXd& by) {
  std::vector<double> out = phi;
  for (std::size_t k = 0; k < out.size(); ++k) out[k] += by(static_cast<Eigen::Index>(k));
  return out;
}

}  // namespace

double closure_gap(const Linkage& linkage, const std::vector<double>& phi) {
  return largest_gap(closure_slopes(linkage, phi).g);
}

std::vector<double> nearest_angles(const Topology& tree, const std::vector<double>& from,
                                   const std::vector<FixedDifference>& fixed) {
  const FixedRows keep = equations_of(tree, fixed);
  const VectorXd now = VectorXd::Map(from.data(), static_cast<Eigen::Index>(from.size()));
  return moved(from, least_solution(keep.rows, keep.values - keep.rows * now, dependent));
}

Assembly assemble(const Linkage& linkage, const std::vector<double>& from, const std::vector<FixedDifference>& fixed) {
  const FixedRows keep = equations_of(linkage.tree, fixed);
  Assembly out{nearest_angles(linkage.tree, from, fixed), 0, false};
  const MatrixXd Z = null_space(keep.rows, dependent);
  const double good = 4e-16 * loop_length(linkage);
  double damping = 1e-3;
  ClosureSlopes here = closure_slopes(linkage, out.phi);
  for (int step = 0; step < 200 && here.g.norm() > good && Z.cols() > 0; ++step) {
    const MatrixXd slope = here.G * Z;
    const double size = slope.squaredNorm() / static_cast<double>(slope.cols());
    const VectorXd down = slope.transpose() * here.g;
    if (!(down.norm() > 1e-15 * std::sqrt(size) * here.g.norm())) break;  // the gap is locally least
    const bool near = here.g.norm() < 1e-3 * loop_length(linkage);
    const VectorXd newton = near ? least_solution(slope, -here.g, dependent) : VectorXd();
    const auto attempt = [&](const VectorXd& q) {
      std::vector<double> phi = moved(out.phi, Z * q);
      ClosureSlopes there = closure_slopes(linkage, phi);
      if (!(there.g.norm() < here.g.norm())) return false;
      out.phi = std::move(phi);
      here = std::move(there);
      return true;
    };
    if (near && attempt(newton)) continue;
    bool better = false;
    for (int tries = 0; tries < 30 && !better; ++tries) {
      MatrixXd damped = slope.transpose() * slope;
      damped.diagonal().array() += damping * size;
      better = attempt(positive_solution(damped, -down));
      damping = std::clamp(damping * (better ? 0.2 : 4.0), 1e-12, 1e8);
    }
    if (!better) break;
  }
  out.gap = largest_gap(here.g);
  const VectorXd now = VectorXd::Map(out.phi.data(), static_cast<Eigen::Index>(out.phi.size()));
  const double kept = fixed.empty() ? 0 : (keep.rows * now - keep.values).lpNorm<Eigen::Infinity>();
  out.closed = out.gap <= 1e-12 * loop_length(linkage) && kept <= 1e-12 * (1 + keep.values.norm());
  return out;
}

Assembly assemble_from_anywhere(const Linkage& linkage, const std::vector<double>& from,
                                const std::vector<FixedDifference>& fixed,
                                const std::function<bool(const Assembly&)>& wanted) {
  Assembly best = assemble(linkage, from, fixed);
  std::mt19937 random(1);
  const int seeds = std::clamp(2000 / linkage.tree.size(), 4, 60);  // the work grows with the cube of the bodies
  for (int seed = 0; seed < seeds && !(best.closed && wanted(best)); ++seed) {
    std::vector<double> other = from;
    for (double& angle : other)  // a random number's distribution is the library's, so the engine is asked itself
      angle = (2.0 * random() / static_cast<double>(std::mt19937::max()) - 1) * std::numbers::pi;
    const Assembly found = assemble(linkage, other, fixed);
    if (found.closed ? !best.closed || wanted(found) : !best.closed && found.gap < best.gap) best = found;
  }
  return best;
}

Assembly nearest_assembly(const Linkage& linkage, Assembly closed, const std::vector<FixedDifference>& wanted) {
  const FixedRows want = equations_of(linkage.tree, wanted);
  const auto missed = [&](const std::vector<double>& phi) -> VectorXd {
    return want.rows * VectorXd::Map(phi.data(), static_cast<Eigen::Index>(phi.size())) - want.values;
  };
  for (int step = 0; step < 100; ++step) {
    const MatrixXd Z = null_space(closure_slopes(linkage, closed.phi).G, dependent);
    if (Z.cols() == 0) break;
    const VectorXd off = missed(closed.phi);
    VectorXd by = Z * least_solution(want.rows * Z, -off, dependent);
    by *= std::min(1.0, 0.5 / by.norm());
    bool better = false;
    for (; by.norm() > 1e-9 && !better; by /= 2) {
      const Assembly moved_on = assemble(linkage, moved(closed.phi, by), {});
      better = moved_on.closed && missed(moved_on.phi).norm() < off.norm();
      if (better) closed = moved_on;
    }
    if (!better) break;
  }
  return closed;
}

Rates consistent_rates(const Linkage& linkage, const std::vector<double>& phi,
                       const std::vector<FixedDifference>& fixed) {
  const FixedRows keep = equations_of(linkage.tree, fixed);
  const MatrixXd closed = null_space(closure_slopes(linkage, phi).G, dependent);
  const MatrixXd asked = keep.rows * closed;
  VectorXd q = closed * least_solution(asked, keep.values, dependent);
  const double residual = fixed.empty() ? 0 : (keep.rows * q - keep.values).lpNorm<Eigen::Infinity>();
  std::vector<FixedDifference> others;
  for (const auto& [first, second] : linkage.between)
    if (std::none_of(fixed.begin(), fixed.end(), [&, a = first, b = second](const FixedDifference& one) {
          return (one.first == a && one.second == b) || (one.first == b && one.second == a);
        }))
      others.push_back({first, second, 0});
  const MatrixXd Z = closed * null_space(asked, dependent), still = equations_of(linkage.tree, others).rows;
  if (Z.cols() > 0 && still.rows() > 0) q += Z * least_solution(still * Z, -(still * q), dependent);
  return {std::vector<double>(q.begin(), q.end()), residual};
}

}  // namespace oopss
