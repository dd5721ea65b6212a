// SPDX-License-Identifier: Apache-2.0
#include "oopss/analysis/continuation.hpp"

#include <algorithm>
#include <cmath>

#include "oopss/analysis/branch_follow.hpp"

namespace oopss {
namespace {

using Eigen::VectorXd;

constexpr std::size_t most_branches = 400;

VectorXd eigen(const std::vector<double>& x) { return Eigen::Map<const VectorXd>(x.data(), x.size()); }
std::vector<double> plain(const VectorXd& x) { return {x.data(), x.data() + x.size()}; }

/// Whether u lies on a branch: the branch is solved for beside u, where u is near the line through its points.
bool lies_on(const EquilibriumFamily& family, const EquilibriumBranch& branch, const VectorXd& u) {
  const BranchSystem system{family};
  const auto place = [&](const BranchPoint& point) { return system.place(point.phi, point.value); };
  for (std::size_t i = 0; i < branch.points.size(); ++i) {
    const VectorXd here = place(branch.points[i]), a = apart(family, u, here);
    if (a.norm() < 1e-6) return true;
    if (i + 1 == branch.points.size() || a.norm() > 2 * longest_step) continue;
    const VectorXd way = place(branch.points[i + 1]) - here;
    const double along = a.dot(way) / way.squaredNorm();
    if (along < 0 || along > 1 || (a - along * way).norm() > longest_step / 4) continue;
    const VectorXd c = way.normalized();
    const Corrected on = corrected(system, system.moved(here, along * way), c, c.dot(here + a));
    if (on.converged && apart(family, on.u, u).norm() < 1e-6) return true;
  }
  return false;
}

}  // namespace

const char* word(SpecialKind kind) {
  switch (kind) {
    case SpecialKind::fold:
      return "fold";
    case SpecialKind::pitchfork:
      return "pitchfork";
    case SpecialKind::transcritical:
      return "transcritical";
    case SpecialKind::zero:
      return "zero";
    case SpecialKind::hamiltonian_hopf:
      return "hamiltonian_hopf";
  }
  return "";
}

int start_values(int freedom) { return 1 + (128 >> std::clamp(freedom, 1, 4)); }

BranchSearch::BranchSearch(EquilibriumFamily family)
    : family_(std::move(family)), value_count_(start_values(family_.space.freedom)) {
  const int last = start_values(family_.space.freedom) - 1;
  for (int k = last; k >= 0; --k) values_.push_back(family_.from + (family_.to - family_.from) * k / last);
}

double BranchSearch::progress() const {
  return 1 - static_cast<double>(values_.size()) / static_cast<double>(value_count_);
}

bool BranchSearch::step() {
  if (!starts_.empty()) {
    const Start next = std::move(starts_.front());
    starts_.pop_front();
    follow(next);
    return true;
  }
  if (values_.empty() || branches_.size() >= most_branches) return false;
  const double value = values_.back();
  values_.pop_back();
  try {
    FoundShapes found = family_.search(value);
    for (std::vector<double>& phi : found.shapes) {
      phi.push_back(BranchSystem{family_}.s_of(value));
      starts_.push_back({std::move(phi), {}, {}});
    }
    if (!found.settled) gaps_.push_back({value, "the search did not settle: branches may be missing", true});
  } catch (const FamilyEnds& problem) {
    gaps_.push_back({value, problem.what()});
  }
  return true;
}

void BranchSearch::follow(const Start& start) {
  const BranchSystem system{family_};
  const int n = family_.space.coordinates();
  const VectorXd u = eigen(start.u);
  BranchSide ahead, behind;
  try {
    for (const EquilibriumBranch& known : branches_)
      if (lies_on(family_, known, u)) return;
    if (start.tangent.empty()) {
      VectorXd tangent = system.tangent(u);
      if (tangent[n] < 0) tangent = -tangent;
      if (u[n] < BranchSystem::span) ahead = followed(family_, u, tangent);
      if (u[n] > 0 && !ahead.closed()) behind = followed(family_, u, -tangent);
    } else {
      ahead = followed(family_, u, eigen(start.tangent));
    }
  } catch (const FamilyEnds& problem) {
    gaps_.push_back({system.value(u[n]), problem.what()});
    return;
  }
  const BranchEnd border = {system.value(u[n]), ahead.closed() ? ahead.end.words : "the end of the range"};
  EquilibriumBranch out{{behind.points.rbegin(), behind.points.rend()},
                        behind.points.empty() ? border : behind.end,
                        ahead.points.empty() ? border : ahead.end};
  if (!behind.points.empty() && !ahead.points.empty()) out.points.pop_back();  // where it was begun is in both
  out.points.insert(out.points.end(), ahead.points.begin(), ahead.points.end());
  if (!start.from.empty()) {  // it begins where it crosses the other
    const double value = system.value(start.from.back());
    const std::vector<double> phi(start.from.begin(), start.from.end() - 1);
    const StabilityReport known = family_.stability(phi, value);
    out.points.insert(out.points.begin(), {value, phi, family_.energy(phi, value), known.index, Stability::degenerate});
    out.first = {value, "crosses another branch"};
  }
  branches_.push_back(std::move(out));
  for (const BranchSide* side : {&behind, &ahead})
    for (const BranchEvent& event : side->events) add_special(event.point, plain(event.u), plain(event.tangent));
  std::stable_sort(special_.begin(), special_.end(),
                   [](const SpecialPoint& a, const SpecialPoint& b) { return a.value < b.value; });
}

void BranchSearch::add_special(const SpecialPoint& point, const std::vector<double>& shape,
                               const std::vector<double>& along) {
  const BranchSystem system{family_};
  const int n = family_.space.coordinates();
  const VectorXd u = eigen(shape);
  const auto same = [&](const SpecialPoint& known) {
    return known.kind == point.kind && apart(family_, u, system.place(known.phi, known.value)).norm() < 1e-5;
  };
  if (std::any_of(special_.begin(), special_.end(), same)) return;
  special_.push_back(point);
  if (point.kind != SpecialKind::pitchfork && point.kind != SpecialKind::transcritical) return;
  try {
    const VectorXd w = across(system, u, eigen(along));
    for (const double sign : {1.0, -1.0}) {
      const Corrected leaving = corrected(system, system.moved(u, sign * first_step * w), w);
      const double s = leaving.u[n];
      if (!leaving.converged || (leaving.u - u).norm() > 10 * first_step || s < 0 || s > BranchSystem::span) continue;
      VectorXd away = system.tangent(leaving.u);
      if (away.dot(leaving.u - u) < 0) away = -away;
      starts_.push_back({plain(leaving.u), plain(away), plain(u)});
    }
  } catch (const FamilyEnds& problem) {
    gaps_.push_back({point.value, problem.what()});
  }
}

}  // namespace oopss
