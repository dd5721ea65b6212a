// SPDX-License-Identifier: Apache-2.0
#include "oopss/spatial/pair_equilibria.hpp"

#include <algorithm>
#include <cmath>

#include "oopss/spatial/body_axes.hpp"

namespace oopss {
namespace {

double length(const Vec3<double>& v) { return std::sqrt(dot(v, v)); }

/// Of the vector columns (a, b, a × b) with a, b orthonormal.
Matrix3<double> frame(const Vec3<double>& a, const Vec3<double>& b) {
  return transposed(Matrix3<double>{a, b, cross(a, b)});
}

/// A unit vector perpendicular to ξ: along ξ × S where that is not zero.
Vec3<double> sideways(const Vec3<double>& xi, const Vec3<double>& S) {
  const Vec3<double> u = cross(xi, S);
  if (length(u) > 1e-9 * length(S)) return u / length(u);
  const Vec3<double> v = cross(xi, std::abs(xi.z) < 0.8 ? Vec3<double>{0, 0, 1} : Vec3<double>{1, 0, 0});
  return v / length(v);
}

/// The scan of one sign of τ over t = log |τ|.
struct Scan {
  const BallPair<double>& pair;
  std::array<BodyAxes, 2> body;
  double sign = 1;
  PairEquilibria found{};

  /// The axes of both bodies at t.
  struct Place {
    double t = 0;
    std::array<std::vector<SpinAxis>, 2> axes;
  };
  Place place(double t) {
    ++found.evaluations;
    const double tau = sign * std::exp(t);
    return {t, {spin_axes(body[0], pair.epsilon * tau), spin_axes(body[1], pair.epsilon / tau)}};
  }

  /// log |τ| |S₁ × ξ₁| / |S₂ × ξ₂| of an axis of each body, and its slope over t.
  static double gap(const Place& here, std::size_t i, std::size_t j) {
    return here.t + std::log(here.axes[0][i].arm) - std::log(here.axes[1][j].arm);
  }
  static double gap_slope(const Place& here, std::size_t i, std::size_t j) {
    return 1 + here.axes[0][i].slope + here.axes[1][j].slope;  // κ₂ goes as 1/τ
  }

  /// Every root gives two attitudes, with the second body's axis in either sense.
  void add(double tau, const Vec3<double>& xi, const Vec3<double>& xi2) {
    const Vec3<double> u = sideways(xi, pair.S[0]);
    const Matrix3<double> to = frame(xi, tau > 0 ? -u : u);
    for (const Vec3<double>& other : {xi2, -xi2})
      found.isolated.push_back({tau, xi, other, to * transposed(frame(other, sideways(other, pair.S[1])))});
  }

  /// Halves [a, b], at whose ends `value` has different signs, as far as numbers go.
  template <class Value>
  Place bisected(Place a, Place b, const Value& value) {
    const bool rising = value(b) > 0;
    while (true) {
      Place middle = place((a.t + b.t) / 2);
      if (b.t - a.t < 4e-16 * std::max(1.0, std::abs(middle.t))) return middle;
      ((value(middle) > 0) == rising ? b : a) = std::move(middle);
    }
  }
  void add_root(const Place& a, const Place& b, std::size_t i, std::size_t j) {
    const Place root = bisected(a, b, [&](const Place& here) { return gap(here, i, j); });
    add(sign * std::exp(root.t), root.axes[0][i].xi, root.axes[1][j].xi);
  }

  /// No axis turns more than 0.1 rad from a to b.
  static bool calm(const Place& a, const Place& b) {
    for (int k = 0; k < 2; ++k)
      for (std::size_t i = 0; i < a.axes[k].size(); ++i)
        if (std::abs(dot(a.axes[k][i].xi, b.axes[k][i].xi)) < std::cos(0.1)) return false;
    return true;
  }

  /// Roots in a cell: a change of sign, or a turn towards zero that goes past it or touches it.
  void look(const Place& a, const Place& b) {
    for (std::size_t i = 0; i < a.axes[0].size(); ++i)
      for (std::size_t j = 0; j < a.axes[1].size(); ++j) {
        if (!(a.axes[0][i].arm > 1e-12 * body[0].arm) || !(a.axes[1][j].arm > 1e-12 * body[1].arm)) continue;
        const double from = gap(a, i, j), to = gap(b, i, j);
        if ((from > 0) != (to > 0)) {
          add_root(a, b, i, j);
          continue;
        }
        const double towards = from > 0 ? -1 : 1;
        if (!(towards * gap_slope(a, i, j) > 0) || !(towards * gap_slope(b, i, j) < 0)) continue;
        const Place turn = bisected(a, b, [&](const Place& here) { return gap_slope(here, i, j); });
        const double nearest = gap(turn, i, j);
        found.touching = found.touching || std::abs(nearest) < 1e-9;
        if ((nearest > 0) != (from > 0)) {
          add_root(a, turn, i, j);
          add_root(turn, b, i, j);
        } else if (std::abs(nearest) < 1e-13) {
          add(sign * std::exp(turn.t), turn.axes[0][i].xi, turn.axes[1][j].xi);
        }
      }
  }

  void refine(const Place& a, const Place& b) {
    if (calm(a, b) || b.t - a.t < 1e-13) return look(a, b);
    const Place middle = place((a.t + b.t) / 2);
    refine(a, middle);
    refine(middle, b);
  }

  /// Further out nothing moves: axes have come to their limits but for 1e-6.
  void over_all() {
    constexpr double reach = 15;
    constexpr int cells = 120;
    const double middle = std::log(body[1].arm / body[0].arm);
    Place last = place(middle - reach);
    for (int k = 1; k <= cells; ++k) {
      Place next = place(middle - reach + 2 * reach * k / cells);
      refine(last, next);
      last = std::move(next);
    }
  }

  /// Where two axes of body k meet, the arms of the other body pick those between them.
  void tilted(int k) {
    for (const AxisMeeting& meeting : axis_meetings(body[k])) {
      const double tau = k == 0 ? meeting.kappa / pair.epsilon : pair.epsilon / meeting.kappa;
      const double per_arm = k == 0 ? 1 / (tau * tau) : tau * tau;
      for (const SpinAxis& other : spin_axes(body[1 - k], k == 0 ? pair.epsilon / tau : pair.epsilon * tau)) {
        const double square = (body[k].arm * body[k].arm - per_arm * other.arm * other.arm) / meeting.along;
        if (!(square > 1e-12) || !(square < 1 - 1e-12)) continue;  // one of the two that meet
        for (const double side : {1.0, -1.0}) {
          const Vec3<double> xi = std::sqrt(1 - square) * meeting.fixed + side * std::sqrt(square) * meeting.moving;
          k == 0 ? add(tau, xi, other.xi) : add(tau, other.xi, xi);
        }
      }
    }
  }

  /// An axis that has no arm: ξ ∥ S if that is principal.
  std::vector<Vec3<double>> without_arm(int k) const {
    std::vector<Vec3<double>> out;
    if (body[k].moving.size() == 1) out.push_back(body[k].moving[0].e);
    return out;
  }
  void add_circles(const std::vector<Vec3<double>>& first, const std::vector<Vec3<double>>& second) {
    for (const Vec3<double>& xi : first)
      for (const Vec3<double>& xi2 : second)
        for (const Vec3<double>& other : {xi2, -xi2}) {
          const Matrix3<double> twisted = frame(xi, sideways(xi, pair.S[0])) * turn_about({1.0, 0.0, 0.0}, 0.4);
          found.circles.push_back({0, xi, other, twisted * transposed(frame(other, sideways(other, pair.S[1])))});
        }
  }
};

}  // namespace

PairEquilibria pair_equilibria(const BallPair<double>& pair) {
  Scan scan{pair, {body_axes(pair.J[0], pair.S[0]), body_axes(pair.J[1], pair.S[1])}};
  scan.found.round = scan.body[0].round || scan.body[1].round;
  if (scan.body[0].arm == 0 || scan.body[1].arm == 0) {  // then each body turns about an axis of its own J̄
    const auto axes = [](const BodyAxes& body) {
      std::vector<Vec3<double>> out;
      for (const PrincipalAxis& axis : body.moving) out.push_back(axis.e);
      for (const PrincipalAxis& axis : body.fixed) out.push_back(axis.e);
      return out;
    };
    scan.add_circles(axes(scan.body[0]), axes(scan.body[1]));
    return scan.found;
  }
  for (const double sign : {1.0, -1.0}) {
    scan.sign = sign;
    scan.over_all();
  }
  scan.tilted(0);
  scan.tilted(1);
  scan.add_circles(scan.without_arm(0), scan.without_arm(1));
  return scan.found;
}

}  // namespace oopss
