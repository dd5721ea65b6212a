// SPDX-License-Identifier: Apache-2.0
#include "oopss/system/loop_fit.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <random>

#include "oopss/linkage/mobility.hpp"
#include "oopss/linkage/slopes.hpp"
#include "oopss/mechanics/bracket.hpp"
#include "oopss/system/moved.hpp"

namespace oopss {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::RowVectorXd;
using Eigen::VectorXd;

constexpr double whole_turn = 2 * std::numbers::pi;

std::vector<int> all_joints(const TreeSpec& spec) {
  std::vector<int> out(spec.joints.size());
  std::iota(out.begin(), out.end(), 0);
  return out;
}

/// Directions in which a closed shape can go, as rates of the tree's joints.
MatrixXd free_directions(const Linkage& linkage, const std::vector<double>& tree_phi) {
  const auto n = static_cast<Index>(tree_phi.size());
  if (linkage.loops.empty()) return MatrixXd::Identity(n, n);
  if (mobility(linkage, tree_phi).kind == ClosureRank::rigid) return MatrixXd(n, 0);
  return null_space(closure_slopes(linkage, tree_phi).G, 1e-6);
}

/// Whether two shapes are the same but for whole turns.
bool same_shape(const std::vector<double>& a, const std::vector<double>& b) {
  for (std::size_t k = 0; k < a.size(); ++k)
    if (std::abs(std::remainder(a[k] - b[k], whole_turn)) > 1e-6) return false;
  return true;
}

}  // namespace

LoopFitter::LoopFitter(const TreeSpec& spec, const std::vector<double>& p)
    : spec_(&spec), p_(p), linkage_(linkage_of(spec, p)) {
  for (int i = 0; i < linkage_.tree.size(); ++i)
    for (const Vec2<double>& d : {linkage_.tree.d_parent[i], linkage_.tree.d_child[i]})
      size_ = std::max(size_, std::hypot(d.x, d.y));
}

std::vector<HeldDifference> LoopFitter::differences_at(const std::vector<double>& values,
                                                       const std::vector<int>& joints) const {
  std::vector<HeldDifference> out;
  for (const int k : joints) out.push_back({spec_->joints[k].first, spec_->joints[k].second, values[k]});
  return out;
}

std::optional<std::vector<double>> LoopFitter::closed(const std::vector<double>& phi) const {
  if (!has_loops()) return phi;
  const Assembly found = assemble(linkage_, at_tree_joints(*spec_, phi), {});
  if (!found.closed) return {};
  return at_all_joints(*spec_, found.phi);
}

LoopFitter::Fit LoopFitter::turned(const std::vector<double>& now, const std::vector<double>& phi,
                                   const std::vector<int>& joints) const {
  if (!has_loops()) return {phi, 0};
  const std::vector<HeldDifference> wanted = differences_at(phi, joints);
  Assembly found{at_tree_joints(*spec_, now), 0, true};
  if (static_cast<Index>(joints.size()) > free_directions(linkage_, found.phi).cols()) {
    if (const Assembly near = assemble(linkage_, at_tree_joints(*spec_, phi), {}); near.closed) found = near;
  }
  found = nearest_assembly(linkage_, found, wanted);
  if (const Assembly exact = assemble(linkage_, found.phi, wanted); exact.closed) {
    double moved = 0;
    for (std::size_t k = 0; k < exact.phi.size(); ++k) moved = std::max(moved, std::abs(exact.phi[k] - found.phi[k]));
    if (moved < 1e-3) found = exact;  // the last digits, not another way of assembling
  }
  Fit out{at_all_joints(*spec_, found.phi), 0};
  for (const int k : joints) out.missed = std::max(out.missed, std::abs(out.phi[k] - phi[k]));
  return out;
}

Vec2<double> LoopFitter::seen(const PointPull& pull, const std::vector<double>& tree_phi, double theta_root) const {
  const std::vector<double> theta = absolute_angles(linkage_.tree, tree_phi, theta_root);
  const std::vector<Vec2<double>> centre = centre_positions(linkage_.tree, theta);
  const auto place = [&](int body, const Vec2<double>& point) { return centre[body] + rotation(theta[body]) * point; };
  const Vec2<double> here = place(pull.body, {pull.point.x, pull.point.y});
  if (pull.from_body >= 0) return rotation(-theta[pull.from_body]) * (here - centre[pull.from_body]);
  if (pull.from_joint < 0) return here;
  const JointSlots& joint = spec_->joints[pull.from_joint];
  return here - place(joint.first, {at_slot(p_, joint.d_first[0]), at_slot(p_, joint.d_first[1])});
}

std::vector<double> LoopFitter::pulled(const std::vector<double>& phi, double theta_root, const PointPull& pull) const {
  std::vector<double> now = at_tree_joints(*spec_, phi);
  const auto missed = [&](const std::vector<double>& tree_phi) -> VectorXd {
    const Vec2<double> place = seen(pull, tree_phi, theta_root);
    return Eigen::Vector2d(place.x - pull.target.x, place.y - pull.target.y);
  };
  const auto moved = [](std::vector<double> tree_phi, const VectorXd& by) {
    for (std::size_t k = 0; k < tree_phi.size(); ++k) tree_phi[k] += by(static_cast<Index>(k));
    return tree_phi;
  };
  for (int step = 0; step < 60; ++step) {
    const VectorXd off = missed(now);
    if (off.norm() < 1e-10 * size_) break;
    const MatrixXd N = free_directions(linkage_, now);
    if (N.cols() == 0) break;
    MatrixXd slope(2, N.cols());
    constexpr double aside = 1e-6;  // the slope leads the way, and decides nothing
    for (Index c = 0; c < N.cols(); ++c)
      slope.col(c) = (missed(moved(now, aside * N.col(c))) - missed(moved(now, -aside * N.col(c)))) / (2 * aside);
    MatrixXd damped = slope.transpose() * slope;
    damped.diagonal().array() += 1e-6 * size_ * size_;
    VectorXd by = N * positive_solution(damped, -slope.transpose() * off);
    by *= std::min(1.0, 0.3 / by.norm());
    bool nearer = false;
    for (; by.norm() > 1e-9 && !nearer; by /= 2) {
      const Assembly next = assemble(linkage_, moved(now, by), {});
      nearer = next.closed && missed(next.phi).norm() < off.norm();
      if (nearer) now = next.phi;
    }
    if (!nearer) break;
  }
  return at_all_joints(*spec_, now);
}

std::vector<double> LoopFitter::rates(const std::vector<double>& phi, const std::vector<double>& rates,
                                      const std::vector<int>& joints) const {
  if (!has_loops()) return rates;
  const std::vector<double> tree_phi = at_tree_joints(*spec_, phi);
  if (mobility(linkage_, tree_phi).kind == ClosureRank::rigid) return std::vector<double>(rates.size(), 0.0);
  return at_all_joints(*spec_, consistent_rates(linkage_, tree_phi, differences_at(rates, joints)).rates);
}

std::vector<int> LoopFitter::leading(const std::vector<double>& phi, const std::vector<int>& preferred) const {
  if (!has_loops()) return all_joints(*spec_);
  const MatrixXd N = free_directions(linkage_, at_tree_joints(*spec_, phi));
  const auto count = static_cast<Index>(spec_->joints.size());
  MatrixXd left(count, N.cols());  // how each joint turns in the directions that the joints chosen leave
  for (Index c = 0; c < N.cols(); ++c) {
    const std::vector<double> along(N.col(c).begin(), N.col(c).end()), all = at_all_joints(*spec_, along);
    left.col(c) = VectorXd::Map(all.data(), count);
  }
  std::vector<int> out;
  while (static_cast<Index>(out.size()) < N.cols()) {
    const auto turns = [&](int k) { return left.row(k).norm(); };
    int best = 0;
    for (int k = 1; k < count; ++k)
      if (turns(k) > 1.001 * turns(best)) best = k;
    for (const int k : preferred)
      if (turns(k) > 0.1 * turns(best)) {
        best = k;
        break;
      }
    const RowVectorXd taken = left.row(best) / turns(best);
    left -= (left * taken.transpose()) * taken;
    out.push_back(best);
  }
  std::sort(out.begin(), out.end());
  return out;
}

std::vector<std::vector<double>> LoopFitter::assemblies(const std::vector<double>& phi,
                                                        const std::vector<int>& joints) const {
  std::vector<std::vector<double>> out = {phi};
  if (!has_loops()) return out;
  const std::vector<HeldDifference> held = differences_at(phi, joints);
  const std::vector<double> from = at_tree_joints(*spec_, phi);
  std::mt19937 random(1);
  const int seeds = std::clamp(2000 / linkage_.tree.size(), 12, 60);  // the work grows with the cube of the bodies
  for (int seed = 0; seed < seeds && static_cast<int>(out.size()) < most_assemblies; ++seed) {
    std::vector<double> other = from;
    for (double& angle : other) angle += (random() / static_cast<double>(std::mt19937::max()) - 0.5) * whole_turn;
    Assembly found = assemble(linkage_, other, held);
    for (std::size_t k = 0; k < from.size(); ++k)
      found.phi[k] -= whole_turn * std::round((found.phi[k] - from[k]) / whole_turn);
    const std::vector<double> shape = at_all_joints(*spec_, found.phi);
    const auto known = [&](const std::vector<double>& one) { return same_shape(one, shape); };
    if (found.closed && std::none_of(out.begin(), out.end(), known)) out.push_back(shape);
  }
  return out;
}

std::vector<int> joints_of_start(const TreeSpec& spec) {
  const Start& start = spec.model->start;
  const auto names = [](const std::vector<Named>& given, const std::string& name) {
    return std::any_of(given.begin(), given.end(), [&](const Named& one) { return one.name.value == name; });
  };
  std::vector<int> out;
  for (int k = 0; k < static_cast<int>(spec.joints.size()); ++k) {
    const JointSlots& joint = spec.joints[k];
    if (names(start.angles, spec.joint_names[k]) ||
        (names(start.absolute, spec.body_names[joint.first]) && names(start.absolute, spec.body_names[joint.second])))
      out.push_back(k);
  }
  return out;
}

SolvedStart reclosed(const TreeSpec& spec, const std::vector<double>& p, const SolvedStart& near, double t) {
  const LoopFitter fit(spec, p);
  if (!fit.has_loops()) return near;
  SolvedStart out = near;
  out.phi = fit.closed(near.phi).value_or(near.phi);
  std::vector<int> preferred = moved_joints(spec);
  for (const int k : joints_of_start(spec)) preferred.push_back(k);
  const std::vector<MovedStart> moved = moved_at(spec, p, t);
  if (!moved.empty()) {
    std::vector<double> given = out.phi;
    for (const MovedStart& one : moved) given[one.joint] = one.angle;
    out.phi = fit.turned(out.phi, given, fit.leading(out.phi, preferred)).phi;
  }
  const PlanarTree<double> tree = planar_tree(spec, p);
  const std::vector<double> theta = absolute_angles(tree, at_tree_joints(spec, out.phi), 0.0);
  std::vector<double> open = at_all_joints(spec, differences(tree, motion(tree, theta, near.mu).omega));
  for (const MovedStart& one : moved) open[one.joint] = one.rate;
  const std::vector<double> rates = at_tree_joints(spec, fit.rates(out.phi, open, fit.leading(out.phi, preferred)));
  const double I_lock = total_momentum(momenta(tree, theta, std::vector<double>(near.mu.size(), 1.0)));
  const double of_shape = total_momentum(momenta(tree, theta, absolute_angles(tree, rates, 0.0)));
  out.mu = momenta(tree, theta, absolute_angles(tree, rates, (total_momentum(near.mu) - of_shape) / I_lock));
  return out;
}

Assemblies assemblies_of(const TreeSpec& spec, const std::vector<double>& p, const std::vector<double>& phi) {
  const LoopFitter fit(spec, p);
  Assemblies out;
  out.joints = fit.leading(phi, joints_of_start(spec));
  out.all = fit.assemblies(phi, out.joints);
  // The same order from whichever of them one looks: by the angles, the first that differ decide.
  const auto before = [](const std::vector<double>& a, const std::vector<double>& b) {
    for (std::size_t k = 0; k < a.size(); ++k) {
      const double off = std::remainder(a[k], whole_turn) - std::remainder(b[k], whole_turn);
      if (std::abs(off) > 1e-6) return off < 0;
    }
    return false;
  };
  std::sort(out.all.begin(), out.all.end(), before);
  while (!same_shape(out.all[out.present], phi)) ++out.present;
  return out;
}

}  // namespace oopss
