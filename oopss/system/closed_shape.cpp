// SPDX-License-Identifier: Apache-2.0
#include "oopss/system/closed_shape.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

#include "oopss/linkage/assemble.hpp"
#include "oopss/linkage/classify_loop.hpp"
#include "oopss/linkage/mobility.hpp"
#include "oopss/linkage/slopes.hpp"
#include "oopss/linkage/track.hpp"
#include "oopss/mechanics/small_motion.hpp"
#include "oopss/system/linked_start.hpp"
#include "oopss/system/shape_laws.hpp"

namespace oopss {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;
using Shape = ShapeSpace::Shape;

constexpr double nearly_lost = 1e-3;  // singular values of G below this part of the largest: a rank is nearly lost

/// The space of closed shapes in numbers: what its functions share.
struct ClosedSpace {
  TreeSpec spec;
  Linkage linkage;
  int freedom = 0;
  MatrixXd spread;  // from the angles of the tree's joints to those of all joints
  MatrixXd path;    // from these to the bodies' angles against the root

  Shape tree_angles(const Shape& q) const { return at_tree_joints(spec, q); }
  Shape all_angles(const Shape& phi) const { return at_all_joints(spec, phi); }

  /// Directions that keep the loops closed, in the angles of the tree's joints: their images under `spread` are
  /// orthonormal.
  MatrixXd directions(const MatrixXd& G) const {
    const MatrixXd N = least_stretched(G, freedom);
    return with_orthonormal_image(N, spread * N);
  }
};

ClosedSpace closed_space(const TreeSpec& spec, const std::vector<double>& p) {
  ClosedSpace out{spec, linkage_of(spec, p), 0, {}, {}};
  const int n = spec.topology.size() - 1;
  out.spread = MatrixXd::Zero(static_cast<Index>(spec.joints.size()), n);
  for (std::size_t k = 0; k < spec.tree_joints.size(); ++k) out.spread(spec.tree_joints[k], static_cast<Index>(k)) = 1;
  for (const ChordSlots& chord : spec.chords)
    for (const auto& [place, sign] : chord.sum) out.spread(chord.joint, place) = sign;
  const Matrix<int> P = path_matrix(spec.topology);
  out.path =
      MatrixXd::NullaryExpr(n + 1, n, [&](Index i, Index k) { return P(static_cast<int>(i), static_cast<int>(k)); });
  out.freedom = closed_freedom(spec, p);
  return out;
}

/// Σ λ_c ∂²g_c over the angles of the tree's joints: as body k turns alone g has the curvature −R e_k.
MatrixXd closure_hessian(const ClosedSpace& space, const std::vector<double>& theta, const VectorXd& lambda) {
  VectorXd of_body = VectorXd::Zero(space.path.rows());
  for (std::size_t c = 0; c < space.linkage.loops.size(); ++c)
    for (const Bar<double>& bar : space.linkage.loops[c]) {
      const Vec2<double> e = rotation(theta[bar.body]) * bar.e;
      of_body(bar.body) -= lambda(static_cast<Index>(2 * c)) * e.x + lambda(static_cast<Index>(2 * c + 1)) * e.y;
    }
  return space.path.transpose() * of_body.asDiagonal() * space.path;
}

MatrixXd square(const std::vector<double>& entries, Index n) {
  return Eigen::Map<const Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>(entries.data(), n, n);
}
std::vector<double> by_rows(const MatrixXd& A) {
  std::vector<double> out;
  for (Index i = 0; i < A.rows(); ++i)
    for (Index j = 0; j < A.cols(); ++j) out.push_back(A(i, j));
  return out;
}

/// The open landscape along the directions: slopes Dᵀ∇f, curvatures Dᵀ(f'' − Σ λ g'')D with the λ that take from ∇f
/// all that is not along them.
struct ClosedLandscape {
  std::shared_ptr<const ClosedSpace> space;
  std::function<void(const Shape& q, ShapeValue& out)> open;

  void operator()(const Shape& q, ShapeValue& out) {
    open(q, out);
    const ClosureSlopes closure = closure_slopes(space->linkage, space->tree_angles(q));
    const MatrixXd D = space->directions(closure.G);
    const auto all = static_cast<Index>(out.gradient.size());
    const VectorXd slope = space->spread.transpose() * VectorXd::Map(out.gradient.data(), all);
    MatrixXd curvature = space->spread.transpose() * square(out.hessian, all) * space->spread;
    curvature -= closure_hessian(*space, closure.theta, least_solution(closure.G.transpose(), slope, 1e-9));
    const VectorXd along = D.transpose() * slope;
    out.gradient.assign(along.begin(), along.end());
    out.hessian = by_rows(D.transpose() * curvature * D);
  }
};

SmallMotion closed_small_motion(const ClosedSpace& space, double mu_s, const std::vector<double>& damping,
                                const Shape& q) {
  const Shape phi = space.tree_angles(q);
  const auto [M_s, G] = free_motion(space.linkage.tree, pair_constants(space.linkage.tree), phi);
  const MatrixXd D = space.directions(closure_slopes(space.linkage, phi).G), image = space.spread * D;
  const VectorXd kd = VectorXd::Map(damping.data(), static_cast<Index>(damping.size()));
  const MatrixXd C = image.transpose() * kd.asDiagonal() * image;
  const VectorXd eigenvalues = eigenpairs(C).values;
  return {by_rows(D.transpose() * as_eigen(M_s) * D),
          by_rows(mu_s * (D.transpose() * as_eigen(G) * D) + C),
          {eigenvalues.begin(), eigenvalues.end()}};
}

/// Along the only curve that a shape can move on: where the slope changes sign, or is small and does not.
std::vector<Shape> turning_shapes(const ClosedSpace& space, const std::vector<Track>& tracks, ClosedLandscape f) {
  std::vector<Shape> out;
  ShapeValue value;
  for (const Track& track : tracks) {
    std::vector<double> slopes;
    for (std::size_t i = 0; i < track.phi.size(); ++i) {
      f(space.all_angles(track.phi[i]), value);
      const MatrixXd D = space.directions(closure_slopes(space.linkage, track.phi[i]).G);
      const double along = D.col(0).dot(VectorXd::Map(track.tangent[i].data(), D.rows()));
      slopes.push_back(along > 0 ? value.gradient[0] : -value.gradient[0]);
    }
    for (std::size_t i = 0; i + 1 < slopes.size(); ++i) {
      const std::size_t before = i > 0 ? i - 1 : track.closed && slopes.size() > 2 ? slopes.size() - 2 : i;
      const bool crosses = (slopes[i] < 0) != (slopes[i + 1] < 0);
      const bool touches =
          std::abs(slopes[i]) < std::abs(slopes[before]) && std::abs(slopes[i]) < std::abs(slopes[i + 1]);
      if (crosses || touches)
        out.push_back(space.all_angles(track.phi[std::abs(slopes[i]) < std::abs(slopes[i + 1]) ? i : i + 1]));
    }
  }
  return out;
}

/// What the lengths of a single loop of all joints say of its shapes, else nothing.
std::optional<LoopTopology> single_loop(const ClosedSpace& space) {
  if (space.linkage.loops.size() != 1) return {};
  std::vector<double> bars;
  for (const Bar<double>& bar : space.linkage.loops[0]) bars.push_back(std::hypot(bar.e.x, bar.e.y));
  if (bars.size() != space.spec.joints.size()) return {};  // other joints turn freely besides
  return loop_topology(lengths_computed(bars));
}

/// All equilibria of mobility 1 are on closed curves of shapes, which are followed all the way around.
void follow_curves(const std::shared_ptr<const ClosedSpace>& space, const ClosedLandscape& closed, ShapeEnergy& known) {
  const std::vector<Track> tracks = all_tracks(space->linkage);
  const std::optional<LoopTopology> loop = single_loop(*space);
  const bool crossing = loop && loop->kind != LoopKind::regular;
  if (std::all_of(tracks.begin(), tracks.end(), [](const Track& track) { return track.closed; })) {
    const auto count = static_cast<long>(tracks.size());
    if (!crossing) known.bounds.betti = {count, count};
    known.covered = fmt::format(
        "{} of shapes, followed all the way around, with every place where the slope changes sign{}",
        count == 1 ? "one closed curve" : fmt::format("{} closed curves", count),
        crossing ? "; where curves cross, at change points, motion is not determined and nothing is listed" : "");
  }
  known.closed_form = [shapes = turning_shapes(*space, tracks, closed)] { return shapes; };
}

/// The least singular value of G that is not zero at all shapes, as a part of the largest.
double clearance_at(const ClosedSpace& space, const MatrixXd& G) {
  const VectorXd values = singular_values(G);
  const Index rank = G.cols() - space.freedom;
  return rank > 0 ? values(rank - 1) / values(0) : 1;
}

/// Why a shape is none, or one near which the shapes are no smooth curve or surface.
std::string irregular_words(const ClosedSpace& space, const Shape& q) {
  const ClosureSlopes closure = closure_slopes(space.linkage, space.tree_angles(q));
  if (!(closure.g.norm() < 1e-9 * loop_length(space.linkage))) return "the loops cannot be closed near this shape";
  return clearance_at(space, closure.G) < nearly_lost
             ? "a change point, or where the loops can only just be closed: in this shape they lose rank"
             : "";
}

}  // namespace

int closed_freedom(const TreeSpec& spec, const std::vector<double>& p) {
  const StartPose start = start_pose(spec, p);
  if (start.assembly.closed && start.mobility.mobility > 0) return start.mobility.mobility;
  for (const double place : {0.31, 0.62, 0.93}) {  // where the start is open or in line, that of another shape
    const std::vector<double> phi = closed_sample(start.linkage, {place, 1 - place * place});
    if (closure_gap(start.linkage, phi) > 1e-9 * loop_length(start.linkage)) continue;
    if (const int freedom = mobility(start.linkage, phi).mobility; freedom > 0) return freedom;
  }
  return 0;
}

ShapeLandscape open_landscape(const TreeSpec& spec, const std::vector<double>& p, double mu_s, bool free) {
  ShapeLandscape out = landscape(planar_tree(spec, p), mu_s, {});
  out.joints = static_cast<int>(spec.joints.size());
  for (TrigTerm<double>& term : out.I_lock.terms) {
    std::vector<int> winding(spec.joints.size(), 0);
    for (std::size_t k = 0; k < spec.tree_joints.size(); ++k) winding[spec.tree_joints[k]] = term.winding[k];
    term.winding = std::move(winding);
  }
  if (!free) add_laws(out, spec, p);
  return out;
}

ShapeEnergy closed_shape_energy(const TreeSpec& spec, const std::vector<double>& p, double mu_s, bool free) {
  const auto space = std::make_shared<const ClosedSpace>(closed_space(spec, p));
  const ShapeLandscape landscape = open_landscape(spec, p, mu_s, free);
  ShapeEnergy out = shape_energy(space->linkage.tree, landscape, spec.body_names, spec.joint_names);
  const ClosedLandscape closed{space, out.landscape};
  out.landscape = closed;
  out.space.freedom = space->freedom;
  for (ShapeRange& range :
       out.space.ranges)  // how far springs let a joint of a loop go is not bounded by the tree's slopes
    if (const double middle = (range.low + range.high) / 2; !range.circle)
      range = {false, middle - 2 * std::numbers::pi, middle + 2 * std::numbers::pi, false};
  out.space.directions = [space](const Shape& q) {
    return by_rows(space->spread * space->directions(closure_slopes(space->linkage, space->tree_angles(q)).G));
  };
  out.space.retract = [space](const Shape& q, const std::vector<double>& step, Shape& to) {
    Shape phi = space->tree_angles(q);
    const MatrixXd D = space->directions(closure_slopes(space->linkage, phi).G);
    const VectorXd by = D * VectorXd::Map(step.data(), static_cast<Index>(step.size()));
    for (std::size_t k = 0; k < phi.size(); ++k) phi[k] += by(static_cast<Index>(k));
    to = space->all_angles(assemble(space->linkage, phi, {}).phi);
  };
  out.space.clearance = [space](const Shape& q) {
    return clearance_at(*space, closure_slopes(space->linkage, space->tree_angles(q)).G);
  };
  out.space.irregular = [space](const Shape& q) { return irregular_words(*space, q); };
  out.space.spread = [space](const std::vector<double>& place) {
    return space->all_angles(closed_sample(space->linkage, place));
  };
  std::vector<double> damping(spec.joints.size(), 0.0);
  for (const JointSpring& spring : landscape.springs) damping[spring.joint] += spring.law.kd;
  out.small_motion = [space, mu_s, damping](const Shape& q) { return closed_small_motion(*space, mu_s, damping, q); };
  out.scales.assign(static_cast<std::size_t>(space->freedom),
                    out.scales.empty() ? 0.0 : *std::max_element(out.scales.begin(), out.scales.end()));
  const auto n = static_cast<double>(spec.joints.size());
  out.work += 100 * n * n * n;
  out.bounds = {};
  out.starts = {};
  out.closed_form = {};
  if (space->freedom == 1) {
    out.survey = [space, closed](ShapeEnergy& known) { follow_curves(space, closed, known); };
  } else if (const std::optional<LoopTopology> loop = single_loop(*space)) {
    if (loop->counted && loop->kind == LoopKind::regular) out.bounds.betti = loop->betti;
  }
  return out;
}

}  // namespace oopss
