// SPDX-License-Identifier: Apache-2.0
#include "oopss/system/closed_leaf.hpp"

#include <fmt/format.h>

#include <cmath>

#include "oopss/linkage/shape_curve.hpp"
#include "oopss/system/closed_shape.hpp"
#include "oopss/system/linked_start.hpp"
#include "oopss/system/shape_laws.hpp"

namespace oopss {
namespace {

/// What the functions of a leaf share. The last place is kept: mass and energy are asked for at the same one.
class ClosedLeaf {
 public:
  ClosedLeaf(const TreeSpec& spec, PlanarTree<double> tree, ShapeLandscape landscape, ShapeCurve curve)
      : spec_(spec),
        pairs_(pair_constants(tree)),
        tree_(std::move(tree)),
        landscape_(std::move(landscape)),
        curve_(std::move(curve)) {}

  std::vector<double> shape(double u) { return at_all_joints(spec_, place(u).phi); }

  /// φ'ᵀ M_s φ'.
  double mass(double u) {
    const CurvePlace& here = place(u);
    const std::vector<double> theta = absolute_angles(tree_, here.phi, 0.0);
    return dot(here.slope, shape_inertia(tree_, pseudo_inertia(pairs_, theta)).M_s * here.slope);
  }

  std::array<double, 3> energy(double u) {
    const CurvePlace& here = place(u);
    const std::vector<double> phi = at_all_joints(spec_, here.phi), slope = at_all_joints(spec_, here.slope),
                              curvature = at_all_joints(spec_, here.curvature);
    expand(landscape_.I_lock, phi, W_);
    amend(landscape_.mu_s, W_);
    if (landscape_.stores_energy()) add_stored(landscape_, phi, W_);
    return {W_.value, dot(W_.gradient, slope), dot(slope, W_.hessian * slope) + dot(W_.gradient, curvature)};
  }

 private:
  const CurvePlace& place(double u) {
    if (u != last_) here_ = curve_.place(u);
    last_ = u;
    return here_;
  }

  TreeSpec spec_;
  PairConstants<double> pairs_;
  PlanarTree<double> tree_;
  ShapeLandscape landscape_;
  ShapeCurve curve_;
  Expansion<double> W_;
  CurvePlace here_;
  double last_ = NAN;
};

/// A spring that counts turns at a joint that goes round makes a line of the circle.
bool comes_back(const TreeSpec& spec, const ShapeLandscape& landscape, const std::vector<int>& winding) {
  const std::vector<AngleRange> ranges = angle_ranges(landscape);
  const std::vector<double> turns = at_all_joints(spec, std::vector<double>(winding.begin(), winding.end()));
  for (std::size_t k = 0; k < turns.size(); ++k)
    if (!ranges[k].circle && turns[k] != 0) return false;
  return true;
}

/// What the coordinate is, and which circle it is on.
void add_words(const TreeSpec& spec, const std::vector<Bar<double>>& bars, const ShapeCurve& curve, std::size_t number,
               Leaf& leaf) {
  leaf.joint = curve.joint;
  if (!curve.mode) {
    leaf.meaning = "u, about the way along the curve of shapes";
    leaf.component = fmt::format("curve {}", number + 1);
    return;
  }
  std::array<std::string, 4> names;
  for (int i = 0; i < 4; ++i) names[i] = spec.body_names[bars[curve.mode->order[i]].body];
  if (curve.mode->sigma != 0)
    leaf.component =
        fmt::format("sin(\u03c6_{} \u2212 \u03c6_{}) {} 0", names[3], names[2], curve.mode->sigma > 0 ? ">" : "<");
  else
    leaf.meaning = fmt::format(
        "u, with sin((\u03c6_{} \u2212 \u03c6_{})/2) = a cos u, cos((\u03c6_{} \u2212 \u03c6_{})/2) = b sin u",
        names[1], names[0], names[3], names[2]);
}

}  // namespace

Leaf closed_leaf(const TreeSpec& spec, const std::vector<double>& p, double mu_s, bool free) {
  const Linkage linkage = linkage_of(spec, p);
  const int freedom = closed_freedom(spec, p);
  if (freedom != 1)
    throw NoLeaf(freedom == 0
                     ? "the loops leave the bodies one shape only, or none"
                     : fmt::format("the loops leave the shape {} freedoms, and a leaf is drawn of one", freedom));
  const std::vector<Bar<double>> bars =
      linkage.tree.size() == 4 ? four_bars(spec, linkage) : std::vector<Bar<double>>();
  const ShapeCurves curves = bars.empty() ? tracked_curves(linkage) : four_bar_curves(linkage, bars);
  if (!curves.problem.empty()) throw NoLeaf(curves.problem);
  const ShapeLandscape landscape = open_landscape(spec, p, mu_s, free);
  std::vector<Leaf> all;
  for (const ShapeCurve& curve : curves.circles) {
    const auto functions = std::make_shared<ClosedLeaf>(spec, linkage.tree, landscape, curve);
    Leaf leaf;
    leaf.momentum = mu_s;
    leaf.circle = comes_back(spec, landscape, curve.winding);
    leaf.mass = [functions](double u) { return functions->mass(u); };
    leaf.energy = [functions](double u) { return functions->energy(u); };
    leaf.nu_at_rest = [](double) { return 0.0; };
    leaf.shape = [functions](double u) { return functions->shape(u); };
    add_words(spec, bars, curve, all.size(), leaf);
    all.push_back(std::move(leaf));
  }
  if (all.size() == 1) all[0].component.clear();
  Leaf out = std::move(all.front());
  out.others.assign(std::make_move_iterator(all.begin() + 1), std::make_move_iterator(all.end()));
  return out;
}

}  // namespace oopss
