// SPDX-License-Identifier: Apache-2.0
#include "oopss/orbit/turn_search.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>

#include "oopss/scalar/dense.hpp"

namespace oopss {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

/// The slope of W − λ α.
VectorXd stationarity(const LoopValue& value, double lambda) { return value.effort_slope - lambda * value.turn_slope; }

/// The Hessian of W − λ α from its slopes: errors of differences are far below what the iteration needs.
MatrixXd loop_hessian(LoopSpace& space, const VectorXd& x, double lambda) {
  const double h = 1e-5 * std::max(1.0, x.cwiseAbs().maxCoeff());
  MatrixXd out(x.size(), x.size());
  VectorXd moved = x;
  for (Eigen::Index j = 0; j < x.size(); ++j) {
    moved(j) = x(j) + h;
    out.col(j) = stationarity(space.value(moved), lambda);
    moved(j) = x(j) - h;
    out.col(j) = (out.col(j) - stationarity(space.value(moved), lambda)) / (2 * h);
    moved(j) = x(j);
  }
  return (out + out.transpose()) / 2;
}

/// The step that takes out what is missed of the turn, and goes to the lowest place, or down, along the loops of one
/// turn. Directions in which nothing changes, such as where a loop begins, are left alone.
VectorXd loop_step(const MatrixXd& H, const VectorXd& r, const VectorXd& a, double missed) {
  const Eigen::Index free = a.size() - 1;
  const VectorXd back = -missed / a.squaredNorm() * a;
  const MatrixXd Z = orthonormal_frame(a).rightCols(free);
  const EigenPairs curvature = eigenpairs(Z.transpose() * H * Z);
  VectorXd along = curvature.vectors.transpose() * (Z.transpose() * (-(r + H * back)));
  const double flat = 1e-8 * curvature.values.cwiseAbs().maxCoeff();
  for (Eigen::Index i = 0; i < free; ++i) {
    const double stiffness = std::abs(curvature.values(i));
    along(i) = stiffness > flat ? along(i) / stiffness : 0;
  }
  return back + Z * (curvature.vectors * along);
}

constexpr double largest_angle_step = 0.4;  // rad
constexpr double slope_left = 1e-9, turn_left = 1e-13;

/// Two directions of a shape in which a loop of little effort turns most, of unit length in M_s, and how much it turns
/// per area.
struct TurnPlane {
  std::vector<double> shape;
  VectorXd u, v;
  double strength = 0;
};

TurnPlane plane_at(const ReducedLagrangian& lagrangian, const std::vector<double>& shape) {
  const ShapeConnection here = lagrangian.connection(shape.data());
  const int n = lagrangian.joints;
  const Eigen::Map<const MatrixXd> M_s(here.M_s.data(), n, n), F(here.F.data(), n, n);
  const EigenPairs inertia = eigenpairs(M_s);
  const MatrixXd whitened = inertia.vectors * inertia.values.cwiseSqrt().cwiseInverse().asDiagonal();
  const MatrixXd S = whitened.transpose() * F * whitened;  // skew: its singular directions come in pairs
  const SingularFrames frames = singular_frames(S);
  const double strength = std::abs(frames.U.col(0).dot(S * frames.V.col(0)));
  if (strength < 1e-9 * S.norm() || S.norm() < 1e-12)  // no plane before others
    return {shape, whitened.col(0), whitened.col(1), 0};
  return {shape, whitened * frames.U.col(0), whitened * frames.V.col(0), strength};
}

double shape_distance(const std::vector<double>& a, const std::vector<double>& b) {
  double sum = 0;
  for (std::size_t k = 0; k < a.size(); ++k) sum += std::pow(std::remainder(a[k] - b[k], 2 * std::numbers::pi), 2);
  return std::sqrt(sum);
}

/// The strongest of many shapes, none near another.
std::vector<TurnPlane> strong_planes(const ReducedLagrangian& lagrangian, std::size_t most) {
  std::mt19937 random(1);  // as specified by the standard: the same numbers everywhere
  constexpr int shapes = 400;
  std::vector<TurnPlane> all, out;
  for (int sample = 0; sample < shapes; ++sample) {
    std::vector<double> shape(lagrangian.joints);
    for (double& angle : shape)
      angle = 2 * std::numbers::pi * (static_cast<double>(random()) * 0x1p-32) - std::numbers::pi;
    all.push_back(plane_at(lagrangian, shape));
  }
  std::sort(all.begin(), all.end(), [](const TurnPlane& a, const TurnPlane& b) { return a.strength > b.strength; });
  for (const TurnPlane& plane : all) {
    if (out.size() == most) break;
    if (std::none_of(out.begin(), out.end(),
                     [&](const TurnPlane& one) { return shape_distance(one.shape, plane.shape) < 1; }))
      out.push_back(plane);
  }
  return out;
}

constexpr int ellipse_modes = 6;

/// c + r (u cos + v sin) as a smooth loop.
TurnLoop ellipse_loop(const std::vector<double>& centre, const VectorXd& u, const VectorXd& v) {
  TurnLoop out;
  for (std::size_t k = 0; k < centre.size(); ++k) {
    out.cosines.push_back({centre[k], u(static_cast<Eigen::Index>(k))});
    out.sines.push_back({0, v(static_cast<Eigen::Index>(k))});
  }
  return out;
}

/// base + u (1 − cos 2πs) + v sin 2πs as a loop with a corner, by cosines.
TurnLoop teardrop_loop(const std::vector<double>& base, const VectorXd& u, const VectorXd& v) {
  constexpr int modes = 16, nodes = 64;
  TurnLoop out{true, {}, {}};
  for (std::size_t k = 0; k < base.size(); ++k) {
    std::vector<double> c(modes + 1, 0.0);
    for (int q = 0; q < nodes; ++q) {
      const double place = std::numbers::pi * (q + 0.5) / nodes, s = (1 - std::cos(place)) / 2;
      const auto row = static_cast<Eigen::Index>(k);
      const double value =
          base[k] + u(row) * (1 - std::cos(2 * std::numbers::pi * s)) + v(row) * std::sin(2 * std::numbers::pi * s);
      for (int j = 0; j <= modes; ++j) c[j] += (j == 0 ? 1.0 : 2.0) / nodes * value * std::cos(j * place);
    }
    out.sines.emplace_back(c.size(), 0.0);
    out.cosines.push_back(std::move(c));
  }
  return out;
}

/// Of loops of several sizes, run through either way, the one that turns most nearly as asked.
template <class Make>
TurnLoop sized_loop(LoopSpace& space, double turn, VectorXd u, VectorXd v, const Make& make) {
  const double largest = std::max(u.cwiseAbs().maxCoeff(), v.cwiseAbs().maxCoeff());
  u /= largest;
  v /= largest;
  TurnLoop out;
  double nearest = 1e300;
  for (const double size : {1.2, 0.8, 0.5, 0.3, 0.15, 0.05})
    for (const double sign : {1.0, -1.0}) {
      const TurnLoop loop = make(size * u, sign * size * v);
      const double off = std::abs(space.value(space.variables(loop)).turn - turn);
      if (off < nearest) nearest = off, out = loop;
    }
  return out;
}

}  // namespace

LeastLoop least_effort(LoopSpace& space, VectorXd x, double turn, int most_steps) {
  LeastLoop out;
  out.value = space.value(x);
  double penalty = 0;
  for (int step = 0;; ++step) {
    const VectorXd &g = out.value.effort_slope, &a = out.value.turn_slope;
    out.multiplier = a.squaredNorm() > 0 ? g.dot(a) / a.squaredNorm() : 0;
    const VectorXd r = stationarity(out.value, out.multiplier);
    out.slope = g.norm() > 0 ? r.norm() / g.norm() : 0;
    out.missed = out.value.turn - turn;
    out.converged = out.slope <= slope_left && std::abs(out.missed) <= turn_left * std::max(1.0, std::abs(turn));
    if (out.converged || step == most_steps || !(a.norm() > 1e-12)) break;
    VectorXd p = loop_step(loop_hessian(space, x, out.multiplier), r, a, out.missed);
    if (const double largest = space.largest_angle(p); largest > largest_angle_step) p *= largest_angle_step / largest;
    penalty = std::max(penalty, 2 * std::abs(out.multiplier));
    const double before = out.value.effort + penalty * std::abs(out.missed),
                 down = g.dot(p) - penalty * std::abs(out.missed);
    const bool close = space.largest_angle(p) < 1e-6;  // then rounding hides whether it went down
    bool lower = false;
    for (double length = 1; length > 1e-6 && !lower; length /= 2) {
      const VectorXd next = x + length * p;
      LoopValue value = space.value(next);
      lower =
          close || value.effort + penalty * std::abs(value.turn - turn) <= before + 1e-4 * length * std::min(down, 0.0);
      if (!lower) continue;
      x = next;
      out.value = std::move(value);
    }
    if (!lower) break;
  }
  out.x = std::move(x);
  return out;
}

std::vector<TurnLoop> first_loops(const ReducedLagrangian& lagrangian, double turn, const std::vector<double>& base) {
  std::vector<TurnLoop> out;
  if (base.empty()) {
    LoopSpace space(lagrangian, ellipse_modes);
    for (const TurnPlane& plane : strong_planes(lagrangian, 6))
      out.push_back(sized_loop(space, turn, plane.u, plane.v,
                               [&](const VectorXd& u, const VectorXd& v) { return ellipse_loop(plane.shape, u, v); }));
    return out;
  }
  LoopSpace space(lagrangian, 16, base);
  std::vector<TurnPlane> planes = {plane_at(lagrangian, base)};
  if (lagrangian.joints > 2)  // of two joints all planes are one
    for (const TurnPlane& plane : strong_planes(lagrangian, 3)) planes.push_back(plane);
  constexpr int directions = 8;
  for (const TurnPlane& plane : planes)
    for (int k = 0; k < directions; ++k) {
      const double angle = 2 * std::numbers::pi * k / directions, c = std::cos(angle), s = std::sin(angle);
      out.push_back(sized_loop(space, turn, c * plane.u + s * plane.v, c * plane.v - s * plane.u,
                               [&](const VectorXd& u, const VectorXd& v) { return teardrop_loop(base, u, v); }));
    }
  return out;
}

}  // namespace oopss
