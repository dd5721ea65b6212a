// SPDX-License-Identifier: Apache-2.0
#include "oopss/analysis/branch_follow.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "oopss/scalar/dense.hpp"

namespace oopss {

using Eigen::VectorXd;

VectorXd apart(const EquilibriumFamily& family, const VectorXd& u, const VectorXd& v) {
  VectorXd out = u - v;
  if (family.space.difference) {
    const BranchSystem system{family};
    const std::vector<double> shortest = family.space.difference(system.shape(u), system.shape(v));
    out.head(family.space.coordinates()) = Eigen::Map<const VectorXd>(shortest.data(), family.space.coordinates());
  }
  for (int k = 0; k < family.space.coordinates(); ++k)
    if (family.space.ranges[k].circle) out[k] = std::remainder(out[k], 2 * std::numbers::pi);
  return out;
}

namespace {

constexpr double shortest_step = 1e-6;
constexpr int most_points = 4000;

/// A place on a branch with what changes at special points.
struct Station {
  VectorXd u, tangent;
  int index = 0;
  int growing = 0;  // eigenvalues with positive real part
};

/// Follows one branch to one side.
class Follower {
 public:
  Follower(const EquilibriumFamily& family, VectorXd u, const VectorXd& tangent)
      : family_(family), system_{family}, s_(family.space.coordinates()) {
    here_ = station(std::move(u), tangent);
    origin_ = here_.u;
    add(here_.u);
  }

  BranchSide run() {
    for (double h = first_step; !done_;) h = advanced(h);
    return std::move(side_);
  }

 private:
  Station station(VectorXd u, const VectorXd& before) const {
    Station out{std::move(u)};
    out.tangent = system_.tangent(out.u);
    if (out.tangent.dot(before) < 0) out.tangent = -out.tangent;
    out.index = system_.index(out.u);
    const StabilityReport known = family_.stability(system_.shape(out.u), system_.value(out.u[s_]));
    out.growing = static_cast<int>(std::count_if(known.spectrum.begin(), known.spectrum.end(),
                                                 [](const std::complex<double>& z) { return z.real() > 0; }));
    return out;
  }

  void add(const VectorXd& u) {
    const double value = system_.value(u[s_]);
    const std::vector<double> phi = system_.shape(u);
    const StabilityReport known = family_.stability(phi, value);
    side_.points.push_back({value, phi, family_.energy(phi, value), known.index, known.verdict});
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
      const VectorXd guess = system_.moved(here_.u, h * here_.tangent);
      const Corrected next = corrected(system_, guess, here_.tangent);
      if (!next.converged) {
        trouble = std::isfinite(next.residual) ? fmt::format(
                                                     "the iteration did not converge: slopes of {:.1e} of their "
                                                     "scale are left",
                                                     next.residual)
                                               : "the energy or its slopes are not finite there";
      } else if ((next.u - guess).norm() > h) {
        trouble = "the iteration strays from the branch";
      } else if ((next.u - here_.u).norm() > system_.clearance(here_.u) / 2 && h > 2 * shortest_step) {
        trouble = "shapes cross near this one";  // and the branch could leap from one side to the other
      } else {
        const double s = next.u[s_];
        if (s < 0 || s > BranchSystem::span) return reach_border(next.u, s < 0 ? 0 : BranchSystem::span);
        Station there = station(next.u, here_.tangent);
        const bool too_curved = there.tangent.dot(here_.tangent) < 0.97;
        const bool several = std::abs(there.index - here_.index) > 1 || std::abs(there.growing - here_.growing) > 2;
        if ((!too_curved || h < 1e-4) && (!several || h < 1e-4)) {
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
    const double part = (border - here_.u[s_]) / (beyond[s_] - here_.u[s_]);
    VectorXd guess = system_.moved(here_.u, part * (beyond - here_.u));
    guess[s_] = border;
    const Corrected last = corrected(system_, guess, VectorXd::Unit(s_ + 1, s_));
    if (last.converged) take(station(last.u, here_.tangent));
    if (!done_) stop("the end of the range");
    return 0;
  }

  void take(Station there) {
    find_special(there);
    add(there.u);
    steps_ += 1;
    // A branch that comes back to where it began is closed.
    const double back = apart(family_, there.u, origin_).norm();
    travelled_ += (there.u - here_.u).norm();
    if (travelled_ > 4 * longest_step && back < 1.01 * longest_step &&
        apart(family_, origin_, here_.u).dot(here_.tangent) > 0 &&
        apart(family_, origin_, there.u).dot(there.tangent) <= 0) {
      const VectorXd miss = apart(family_, there.u, origin_);
      if ((miss - there.tangent * there.tangent.dot(miss)).norm() < 1e-3) {
        side_.points.pop_back();
        add(origin_ + (there.u - origin_ - miss));  // where it began, whole turns on
        return stop(BranchSide::closed_words);
      }
    }
    if (steps_ >= most_points) stop(fmt::format("left after {} points", most_points));
    here_ = std::move(there);
  }

  /// The branch between here_ and the next station, a part of the way along the tangent.
  VectorXd between(double along) const {
    return corrected(system_, system_.moved(here_.u, along * here_.tangent), here_.tangent).u;
  }

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
    const double length = (there.u - here_.u).dot(here_.tangent);
    const bool turns = here_.tangent[s_] * there.tangent[s_] < 0;
    if (here_.index != there.index) {
      const int rank = std::min(here_.index, there.index);  // of the curvature that changes its sign
      const auto curvature = [&](const VectorXd& u) { return symmetric_eigenvalues(system_.hessian(u))[rank]; };
      add_degenerate(crossing_of(curvature, length), turns, there);
    } else if (turns) {
      const auto rise = [&](const VectorXd& u) {
        const VectorXd t = system_.tangent(u);
        return t.dot(here_.tangent) < 0 ? -t[s_] : t[s_];
      };
      add_degenerate(crossing_of(rise, length), false, there);
    } else if (here_.growing != there.growing) {
      const auto discriminant = [&](const VectorXd& u) {
        return collision(family_.stability(system_.shape(u), system_.value(u[s_])).spectrum);
      };
      if ((discriminant(here_.u) > 0) == (discriminant(there.u) > 0)) return;
      const VectorXd u = crossing_of(discriminant, length);
      add_special(SpecialKind::hamiltonian_hopf, u, std::abs(discriminant(u)), there);
    }
  }

  /// Of the step from here_; on the way to it where shapes are no vectors.
  VectorXd middle_of(const VectorXd& there) const {
    return family_.retract ? system_.moved(here_.u, (there - here_.u) / 2) : VectorXd((here_.u + there) / 2);
  }

  void add_degenerate(const VectorXd& bracketed, bool turns, const Station& there) {
    const VectorXd middle = middle_of(there.u);
    const double reach = (there.u - here_.u).norm();
    const auto inside = [&](const VectorXd& u) { return u.allFinite() && apart(family_, u, middle).norm() < reach; };
    // Where branches cross, halving may have strayed to the other one: then the middle of the step is a better guess.
    DegeneratePoint point;
    for (const VectorXd& guess : {bracketed, middle, here_.u, there.u}) {
      if (!inside(guess)) continue;
      point = turns ? fold_near(system_, guess) : crossing_near(system_, guess);
      if (point.converged && inside(point.u)) break;
      point.converged = false;
    }
    if (!point.converged) {
      const VectorXd& near = inside(bracketed) ? bracketed : middle;
      const double left = symmetric_eigenvalues(system_.hessian(near)).cwiseAbs().minCoeff();
      // No number: the energy does not depend on the shape there, and has no scale.
      return add_special(SpecialKind::zero, near, std::isfinite(left) ? left : 0, there);
    }
    constexpr double symmetric = 1e-5;  // third derivatives are of order one
    const SpecialKind kind = turns                                                    ? SpecialKind::fold
                             : std::abs(third_derivative(system_, point)) < symmetric ? SpecialKind::pitchfork
                                                                                      : SpecialKind::transcritical;
    add_special(kind, point.u, point.residual, there);
  }

  void add_special(SpecialKind kind, const VectorXd& u, double residual, const Station& there) {
    VectorXd along = there.u - here_.u;
    along.normalize();
    side_.events.push_back({{kind, system_.value(u[s_]), system_.shape(u), residual}, u, along});
    add(u);
    if (kind != SpecialKind::hamiltonian_hopf) side_.points.back().stability = Stability::degenerate;
  }

  const EquilibriumFamily& family_;
  BranchSystem system_;
  int s_;  // place of the parameter in u
  BranchSide side_;
  Station here_;
  VectorXd origin_;
  double travelled_ = 0;
  int steps_ = 0;
  bool done_ = false;
};

}  // namespace

BranchSide followed(const EquilibriumFamily& family, const VectorXd& u, const VectorXd& tangent) {
  return Follower(family, u, tangent).run();
}

}  // namespace oopss
