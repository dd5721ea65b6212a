// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <numbers>

#include "oopss/linkage/shape_curve.hpp"
#include "oopss/linkage/slopes.hpp"
#include "oopss/linkage/track.hpp"

namespace oopss {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;
using std::numbers::pi;

constexpr double dependent_rows = 1e-9;  // pivots below this part of the largest count as zero

/// x̃(u) = winding · u + Σ_k a_k cos ku + b_k sin ku, near a track.
struct SmoothedTrack {
  static constexpr int waves = 24, samples = 256;
  VectorXd winding;
  MatrixXd a, b;  // a column per k

  explicit SmoothedTrack(const Track& track) {
    const auto n = static_cast<Index>(track.phi[0].size());
    std::vector<VectorXd> points;
    std::vector<double> way = {0};
    for (const std::vector<double>& phi : track.phi) {
      points.emplace_back(VectorXd::Map(phi.data(), n));
      if (points.size() > 1) way.push_back(way.back() + (points.back() - points[points.size() - 2]).norm());
    }
    winding = ((points.back() - points.front()) / (2 * pi)).array().round();
    a = b = MatrixXd::Zero(n, waves + 1);
    std::size_t segment = 0;
    for (int i = 0; i < samples; ++i) {
      const double u = 2 * pi * i / samples, along = way.back() * i / samples;
      while (way[segment + 1] < along) ++segment;
      const double part = (along - way[segment]) / (way[segment + 1] - way[segment]);
      const VectorXd x = points[segment] + part * (points[segment + 1] - points[segment]) - u * winding;
      for (int k = 0; k <= waves; ++k) {
        a.col(k) += (k == 0 ? 1.0 : 2.0) / samples * std::cos(k * u) * x;
        b.col(k) += 2.0 / samples * std::sin(k * u) * x;
      }
    }
  }

  /// x̃ and its first three derivatives.
  std::array<VectorXd, 4> at(double u) const {
    std::array<VectorXd, 4> out;
    for (int order = 0; order < 4; ++order) {
      VectorXd c(waves + 1), s(waves + 1);
      for (int k = 0; k <= waves; ++k) {
        const double size = std::pow(k, order);
        c(k) = size * std::cos(k * u + order * pi / 2);
        s(k) = size * std::sin(k * u + order * pi / 2);
      }
      out[order] = a * c + b * s;
    }
    out[0] += u * winding;
    out[1] += winding;
    return out;
  }
};

std::vector<double> plain(const VectorXd& x) { return {x.begin(), x.end()}; }

/// Rows of G with one more below.
MatrixXd stacked(const MatrixXd& G, const VectorXd& row) {
  MatrixXd out(G.rows() + 1, G.cols());
  out << G, row.transpose();
  return out;
}
VectorXd stacked(const VectorXd& g, double last) {
  VectorXd out(g.size() + 1);
  out << g, last;
  return out;
}

/// The closed shape x with c · (x − x̃) = 0, c = x̃', and its derivatives: G x' = 0, G x'' = −g''(x', x') and those of
/// that equation.
CurvePlace closed_place(const Linkage& linkage, const SmoothedTrack& track, double u) {
  const auto [near, c, c1, c2] = track.at(u);
  VectorXd x = near;
  ClosureSlopes here = closure_slopes(linkage, plain(x));
  double last = 1;
  for (int step = 0; step < 30; ++step) {
    const VectorXd by =
        least_solution(stacked(here.G, c), stacked(VectorXd(-here.g), -c.dot(x - near)), dependent_rows);
    x += by;
    here = closure_slopes(linkage, plain(x));
    if (by.norm() < 1e-15 * (1 + x.norm()) || (by.norm() < 1e-12 && by.norm() > last / 2)) break;
    last = by.norm();
  }
  const MatrixXd A = stacked(here.G, c);
  const VectorXd off = x - near, none = VectorXd::Zero(here.g.size());
  const VectorXd slope = least_solution(A, stacked(none, c.dot(c) - c1.dot(off)), dependent_rows);
  const std::vector<double> rates = absolute_angles(linkage.tree, plain(slope), 0.0);
  std::vector<double> curvature(static_cast<std::size_t>(none.size()));
  closure_curvature(linkage.loops, turns(here.theta), rates, linkage.tree.root(), curvature);
  const VectorXd second = least_solution(
      A,
      stacked(VectorXd(-VectorXd::Map(curvature.data(), none.size())), c.dot(c1) - c2.dot(off) - 2 * c1.dot(slope - c)),
      dependent_rows);
  return {plain(x), plain(slope), plain(second)};
}

/// Whether a track comes to where the closure loses rank. There its least singular value r goes through zero; where it
/// only comes near, r² is a parabola in the way, and its least value that through three points.
bool meets_crossing(const Linkage& linkage, const Track& track) {
  std::vector<double> squares, way = {0};
  for (std::size_t i = 0; i < track.phi.size(); ++i) {
    const VectorXd values = singular_values(closure_slopes(linkage, track.phi[i]).G);
    squares.push_back(std::pow(values(static_cast<Index>(track.phi[i].size()) - 2) / values(0), 2));
    double step = 0;
    for (std::size_t k = 0; i > 0 && k < track.phi[i].size(); ++k)
      step += std::pow(track.phi[i][k] - track.phi[i - 1][k], 2);
    if (i > 0) way.push_back(way.back() + std::sqrt(step));
  }
  constexpr double crossing = 5e-3;  // what the parabola leaves over a step of the track
  for (std::size_t i = 1; i + 1 < squares.size(); ++i) {
    if (squares[i] > squares[i - 1] || squares[i] > squares[i + 1]) continue;
    const double h0 = way[i] - way[i - 1], h1 = way[i + 1] - way[i];
    const double s0 = (squares[i] - squares[i - 1]) / h0, s1 = (squares[i + 1] - squares[i]) / h1;
    const double curvature = (s1 - s0) / (h0 + h1), slope = (s0 * h1 + s1 * h0) / (h0 + h1);
    if (squares[i] - (curvature > 0 ? slope * slope / (4 * curvature) : 0) < crossing * crossing) return true;
  }
  return false;
}

}  // namespace

ShapeCurves tracked_curves(const Linkage& linkage) {
  ShapeCurves out;
  for (const Track& track : all_tracks(linkage)) {
    if (!track.closed || meets_crossing(linkage, track))
      return {{},
              "curves of shapes cross where the loops lose rank, and motion through the crossing is not determined"};
    const SmoothedTrack smooth(track);
    ShapeCurve curve;
    for (const double turns_made : smooth.winding) curve.winding.push_back(static_cast<int>(turns_made));
    curve.place = [linkage, smooth](double u) { return closed_place(linkage, smooth, u); };
    out.circles.push_back(std::move(curve));
  }
  if (out.circles.empty()) out.problem = "no pose was found that closes the loops";
  return out;
}

}  // namespace oopss
