// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <limits>

#include "oopss/proof/certify_kernel.hpp"
#include "oopss/proof/lagrangian.hpp"

namespace oopss {

/// A function where g = 0, in doubles: equations and bounds are those of a `Lagrangian`. What it decides is decided
/// again by `verify`, so that its slack need only be more than rounding is in practice. Values are at the place that
/// was asked for last.
class ClosedKernel {
 public:
  static constexpr int size = 16;
  static constexpr bool closed = true;
  struct Values : CentreValues<size> {
    char letter = 0;  // of a gap that does not close
  };
  int n;  // unknowns, multipliers among them
  double slack = 0;

  explicit ClosedKernel(const ShapeFunction& function) : n(0), lagrangian_(function), weight_(function.unknown.size()) {
    n = lagrangian_.size();
    const auto add = [&](const TrigPolynomial<Enclosure>& waves) {
      for (const TrigTerm<Enclosure>& term : waves.terms) {
        const double rho = amplitude(term).get_d();
        rounding_ += 0x1p-38 * rho;
        for (std::size_t k = 0; k < weight_.size(); ++k) weight_[k] += std::abs(term.winding[k]) * rho;
      }
    };
    add(function.waves);
    add(function.stored);
    for (const TrigPolynomial<Enclosure>& g : function.closure) add(g);
  }

  /// The radii of the multipliers are put behind those of the unknown angles.
  Values values(const SearchBox<size>& box, double* r) const {
    const auto direction = [&](const std::vector<int>& winding) {
      double c = 1, s = 0;
      for (int k = 0; k < lagrangian_.unknowns(); ++k) {
        if (winding[k] == 0) continue;
        const double turn = winding[k] * box.s[k], cosine = c * box.c[k] - s * turn;
        s = s * box.c[k] + c * turn;
        c = cosine;
      }
      return std::array{c, s};
    };
    Values out;
    lagrangian_.place_closure(direction, r);
    for (int loop = 0; loop < lagrangian_.loops() && r[0] > 0; ++loop) {  // a point is on the way to a root
      const double* y = lagrangian_.gap_weights(loop);
      if (std::abs(lagrangian_.value(y)) > (lagrangian_.reach(y) + rounding_) * (1 + 0x1p-30)) {
        out.letter = static_cast<char>('a' + loop);
        return out;
      }
    }
    bounded_ = lagrangian_.place_function(direction);
    if (!bounded_) return out;
    for (int k = 0; k < n; ++k) {
      out.g[k] = lagrangian_.gradient()[k];
      for (int l = 0; l < n; ++l) out.H[k][l] = lagrangian_.hessian()(k, l);
      r[k] = lagrangian_.radii()[k];
    }
    return out;
  }

  /// With room for rounding.
  double curvature_bound(const Values&, const double* y, const double*) const {
    if (!bounded_) return std::numeric_limits<double>::infinity();
    double forces = 1;
    for (const double x : lagrangian_.multipliers()) forces += std::abs(x);
    return lagrangian_.curvature_bound(y) + rounding_ * forces;
  }

  double part_of_width(const Values&, int k, const double* r) const { return weight_[k] * r[k]; }

  char equation_without_root(const Values& values, const double* r) const {
    if (values.letter != 0 || !bounded_) return values.letter;
    return keeps_sign(*this, values, lagrangian_.slope_weights(), r) ? 's' : '\0';
  }

 private:
  mutable Lagrangian<double> lagrangian_;
  mutable bool bounded_ = false;
  double rounding_ = 0;
  std::vector<double> weight_;  // per unknown angle: how much moves with it
};

}  // namespace oopss
