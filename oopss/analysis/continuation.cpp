// SPDX-License-Identifier: Apache-2.0
#include "oopss/analysis/continuation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "oopss/analysis/branch_system.hpp"

namespace oopss {
namespace {

using Eigen::VectorXd;
using std::numbers::pi;

constexpr double first_step = 0.02, longest_step = 0.05, shortest_step = 1e-6;
constexpr int most_points = 4000;
constexpr std::size_t most_branches = 400;

VectorXd eigen(const std::vector<double>& x) { return Eigen::Map<const VectorXd>(x.data(), x.size()); }
std::vector<double> plain(const VectorXd& x) { return {x.data(), x.data() + x.size()}; }

/// A place on a branch with what changes at special points.
struct Station {
  VectorXd u, tangent;
  int index = 0;
  int growing = 0;  // eigenvalues with positive real part
};

/// u − v with angles on circles taken the short way.
VectorXd apart(const EquilibriumFamily& of, const VectorXd& u, const VectorXd& v) {
  VectorXd out = u - v;
  for (int k = 0; k < of.joints; ++k)
    if (of.circle[k]) out[k] = std::remainder(out[k], 2 * pi);
  return out;
}

/// A special point, and the direction of the branch that was followed.
struct Event {
  SpecialPoint point;
  VectorXd u, tangent;
};

/// A branch to one side of where it was begun.
struct Side {
  std::vector<BranchPoint> points;
  std::vector<Event> events;
  BranchEnd end;
  bool closed() const { return end.words == closed_words; }
  static constexpr const char* closed_words = "closed";
};

/// Follows one branch to one side.
class Follower {
 public:
  Follower(const EquilibriumFamily& of, VectorXd u, VectorXd tangent) : of_(of), system_{of} {
    here_ = station(std::move(u), tangent);
    origin_ = here_.u;
    add(here_.u);
  }

  Side run() {
    for (double h = first_step; !done_;) h = advanced(h);
    return std::move(side_);
  }

 private:
  Station station(VectorXd u, const VectorXd& before) const {
    Station out{std::move(u)};
    out.tangent = system_.tangent(out.u);
    if (out.tangent.dot(before) < 0) out.tangent = -out.tangent;
    out.index = system_.index(out.u);
    const StabilityReport known = of_.stability(system_.shape(out.u), system_.value(out.u[of_.joints]));
    out.growing = static_cast<int>(std::count_if(known.spectrum.begin(), known.spectrum.end(),
                                                 [](const std::complex<double>& z) { return z.real() > 0; }));
    return out;
  }

  void add(const VectorXd& u) {
    const double value = system_.value(u[of_.joints]);
    const std::vector<double> phi = system_.shape(u);
    const StabilityReport known = of_.stability(phi, value);
    side_.points.push_back({value, phi, of_.energy(phi, value), known.index, known.verdict});
  }

  void stop(std::string words, bool failed = false) {
    done_ = true;
    side_.end = {side_.points.back().value, std::move(words), failed};
  }

  /// One step of length h; the length for the next.
  double advanced(double h) {
    std::string trouble;
    bool ends = false;
    try {
      const VectorXd guess = here_.u + h * here_.tangent;
      const Corrected next = corrected(system_, guess, here_.tangent);
      if (!next.converged) {
        trouble =
            fmt::format("the iteration did not converge: slopes of {:.1e} of their scale are left", next.residual);
      } else if ((next.u - guess).norm() > h) {
        trouble = "the iteration strays from the branch";
      } else {
        const double s = next.u[of_.joints];
        if (s < 0 || s > BranchSystem::span) return reach_border(next.u, s < 0 ? 0 : BranchSystem::span);
        Station there = station(next.u, here_.tangent);
        const bool bends = there.tangent.dot(here_.tangent) < 0.97;
        const bool several = std::abs(there.index - here_.index) > 1 || std::abs(there.growing - here_.growing) > 2;
        if ((!bends || h < 1e-4) && (!several || h < 1e-4)) {
          take(std::move(there));
          return std::min(next.iterations <= 4 ? 1.5 * h : h, longest_step);
        }
      }
    } catch (const FamilyEnds& problem) {
      trouble = problem.what();
      ends = true;
    }
    if (h < 2 * shortest_step) {
      stop(ends              ? "the model ends here: " + trouble
           : trouble.empty() ? "the branch bends too sharply"
                             : trouble,
           !ends);
    }
    return h / 2;
  }

  /// The last point lies on the border of the range.
  double reach_border(const VectorXd& beyond, double border) {
    const int n = of_.joints;
    const double part = (border - here_.u[n]) / (beyond[n] - here_.u[n]);
    VectorXd guess = here_.u + part * (beyond - here_.u);
    guess[n] = border;
    const Corrected last = corrected(system_, guess, VectorXd::Unit(n + 1, n));
    if (last.converged) take(station(last.u, here_.tangent));
    if (!done_) stop("the end of the range");
    return 0;
  }

  void take(Station there) {
    find_special(there);
    add(there.u);
    steps_ += 1;
    // A branch that comes back to where it began is closed.
    const double back = apart(of_, there.u, origin_).norm();
    travelled_ += (there.u - here_.u).norm();
    if (travelled_ > 4 * longest_step && back < 1.01 * longest_step &&
        apart(of_, origin_, here_.u).dot(here_.tangent) > 0 && apart(of_, origin_, there.u).dot(there.tangent) <= 0) {
      const VectorXd miss = apart(of_, there.u, origin_);
      if ((miss - there.tangent * there.tangent.dot(miss)).norm() < 1e-3) {
        side_.points.pop_back();
        add(origin_ + (there.u - origin_ - miss));  // where it began, whole turns on
        return stop(Side::closed_words);
      }
    }
    if (steps_ >= most_points) stop(fmt::format("left after {} points", most_points));
    here_ = std::move(there);
  }

  /// The branch between here_ and the next station, a part of the way along the tangent.
  VectorXd between(double along) const { return corrected(system_, here_.u + along * here_.tangent, here_.tangent).u; }

  /// Halves the interval in which `test` changes sign.
  template <class Test>
  VectorXd crossing_of(const Test& test, double length) const {
    double low = 0, high = length;
    const bool rises = test(between(high)) > 0;
    for (int repeat = 0; repeat < 48 && high - low > 1e-15 * length; ++repeat) {
      const double middle = (low + high) / 2;
      ((test(between(middle)) > 0) == rises ? high : low) = middle;
    }
    return between((low + high) / 2);
  }

  void find_special(const Station& there) {
    const int n = of_.joints;
    const double length = (there.u - here_.u).dot(here_.tangent);
    const bool turns = here_.tangent[n] * there.tangent[n] < 0;
    if (here_.index != there.index) {
      const int rank = std::min(here_.index, there.index);  // of the curvature that changes its sign
      const auto curvature = [&](const VectorXd& u) {
        return Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(system_.hessian(u)).eigenvalues()[rank];
      };
      add_degenerate(crossing_of(curvature, length), turns, there);
    } else if (turns) {
      const auto rise = [&](const VectorXd& u) {
        const VectorXd t = system_.tangent(u);
        return t.dot(here_.tangent) < 0 ? -t[n] : t[n];
      };
      add_degenerate(crossing_of(rise, length), false, there);
    } else if (here_.growing != there.growing) {
      const auto discriminant = [&](const VectorXd& u) {
        return collision(of_.stability(system_.shape(u), system_.value(u[n])).spectrum);
      };
      if ((discriminant(here_.u) > 0) == (discriminant(there.u) > 0)) return;
      const VectorXd u = crossing_of(discriminant, length);
      add_special(SpecialKind::hamiltonian_hopf, u, std::abs(discriminant(u)), there);
    }
  }

  void add_degenerate(const VectorXd& near, bool turns, const Station& there) {
    const DegeneratePoint at = turns ? fold_near(system_, near) : crossing_near(system_, near);
    // What the iteration finds must lie where it was bracketed.
    if (!at.converged || apart(of_, at.u, near).norm() > (there.u - here_.u).norm()) {
      const double left = system_.hessian(near).selfadjointView<Eigen::Lower>().eigenvalues().cwiseAbs().minCoeff();
      return add_special(SpecialKind::zero, near, left, there);
    }
    constexpr double symmetric = 1e-5;  // third derivatives are of order one
    const SpecialKind kind = turns                                                 ? SpecialKind::fold
                             : std::abs(third_derivative(system_, at)) < symmetric ? SpecialKind::pitchfork
                                                                                   : SpecialKind::transcritical;
    add_special(kind, at.u, at.residual, there);
  }

  void add_special(SpecialKind kind, const VectorXd& u, double residual, const Station& there) {
    VectorXd along = there.u - here_.u;
    along.normalize();
    side_.events.push_back({{kind, system_.value(u[of_.joints]), system_.shape(u), residual}, u, along});
    add(u);
    if (kind != SpecialKind::hamiltonian_hopf) side_.points.back().stability = Stability::degenerate;
  }

  const EquilibriumFamily& of_;
  BranchSystem system_;
  Side side_;
  Station here_;
  VectorXd origin_;
  double travelled_ = 0;
  int steps_ = 0;
  bool done_ = false;
};

/// Whether u lies on a branch: the branch is solved for beside u, where u is near the line through its points.
bool lies_on(const EquilibriumFamily& of, const EquilibriumBranch& branch, const VectorXd& u) {
  const BranchSystem system{of};
  const auto place = [&](const BranchPoint& point) {
    VectorXd out(of.joints + 1);
    out << eigen(point.phi), system.s_of(point.value);
    return out;
  };
  for (std::size_t i = 0; i < branch.points.size(); ++i) {
    const VectorXd here = place(branch.points[i]), a = apart(of, u, here);
    if (a.norm() < 1e-6) return true;
    if (i + 1 == branch.points.size() || a.norm() > 2 * longest_step) continue;
    const VectorXd way = place(branch.points[i + 1]) - here;
    const double along = a.dot(way) / way.squaredNorm();
    if (along < 0 || along > 1 || (a - along * way).norm() > longest_step / 4) continue;
    const Corrected on = corrected(system, here + along * way, way.normalized());
    if (on.converged && apart(of, on.u, u).norm() < 1e-6) return true;
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

BranchSearch::BranchSearch(EquilibriumFamily family, int start_values)
    : family_(std::move(family)), value_count_(start_values) {
  for (int k = start_values - 1; k >= 0; --k)
    values_.push_back(family_.from + (family_.to - family_.from) * k / std::max(start_values - 1, 1));
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
    for (std::vector<double>& phi : family_.search(value)) {
      phi.push_back(BranchSystem{family_}.s_of(value));
      starts_.push_back({std::move(phi), {}, {}});
    }
  } catch (const FamilyEnds& problem) {
    gaps_.push_back({value, problem.what()});
  }
  return true;
}

void BranchSearch::follow(const Start& start) {
  const BranchSystem system{family_};
  const int n = family_.joints;
  const VectorXd u = eigen(start.u);
  Side ahead, behind;
  try {
    for (const EquilibriumBranch& known : branches_)
      if (lies_on(family_, known, u)) return;
    if (start.tangent.empty()) {
      VectorXd tangent = system.tangent(u);
      if (tangent[n] < 0) tangent = -tangent;
      if (u[n] < BranchSystem::span) ahead = Follower(family_, u, tangent).run();
      if (u[n] > 0 && !ahead.closed()) behind = Follower(family_, u, -tangent).run();
    } else {
      ahead = Follower(family_, u, eigen(start.tangent)).run();
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
  for (const Side* side : {&behind, &ahead})
    for (const Event& event : side->events) add_special(event.point, plain(event.u), plain(event.tangent));
  std::stable_sort(special_.begin(), special_.end(),
                   [](const SpecialPoint& a, const SpecialPoint& b) { return a.value < b.value; });
}

void BranchSearch::add_special(const SpecialPoint& point, const std::vector<double>& at,
                               const std::vector<double>& along) {
  const BranchSystem system{family_};
  const int n = family_.joints;
  const VectorXd u = eigen(at);
  const auto same = [&](const SpecialPoint& known) {
    VectorXd other(n + 1);
    other << eigen(known.phi), system.s_of(known.value);
    return known.kind == point.kind && apart(family_, u, other).norm() < 1e-5;
  };
  if (std::any_of(special_.begin(), special_.end(), same)) return;
  special_.push_back(point);
  if (point.kind != SpecialKind::pitchfork && point.kind != SpecialKind::transcritical) return;
  try {
    const VectorXd w = across(system, u, eigen(along));
    for (const double sign : {1.0, -1.0}) {
      const Corrected leaving = corrected(system, u + sign * first_step * w, w);
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
