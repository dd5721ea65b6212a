// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace oopss {

/// Where a coordinate of a shape may be at an equilibrium.
struct ShapeRange {
  bool circle = true;        // q and q + 2π are the same shape
  double low = 0, high = 0;  // the range that is searched
  bool justified = true;     // there is no equilibrium outside
};

/// The space of shapes. A shape is a few numbers, its coordinates; `freedom` directions lead from it to others. On
/// circles and lines these are the coordinates themselves; on a sphere there are fewer.
struct ShapeSpace {
  using Shape = std::vector<double>;
  int freedom = 0;
  std::vector<ShapeRange> ranges;  // per coordinate
  /// The directions at a shape, orthonormal, by rows: a row per coordinate, a column per direction. Empty: the
  /// coordinates themselves.
  std::function<std::vector<double>(const Shape& q)> directions;
  /// The shape at `step`, numbers along the directions, from q; to second order along a geodesic. Empty: q + step.
  std::function<void(const Shape& q, const std::vector<double>& step, Shape& out)> retract;
  /// The shape at a place of the unit cube of `freedom` numbers, evenly over all shapes. Empty: over the ranges.
  std::function<Shape(const std::vector<double>& place)> spread;
  /// Where different numbers are the same shape in other ways than by whole turns of circles: those that stand for it,
  /// and the shortest difference a − b of two shapes, seen from b. Empty: there are no such ways.
  std::function<void(Shape& q)> normal_form;
  std::function<std::vector<double>(const Shape& a, const Shape& b)> difference;
  /// Whether two shapes on continua of equilibria with one value are on the same continuum. Empty: they are.
  std::function<bool(const Shape& a, const Shape& b)> one_continuum;
  /// The state, with room for it, in which the bodies turn as one in a shape; work and dissipation stay as they are.
  /// Empty: the coordinates are the angles of the joints.
  std::function<void(const Shape& q, double* x)> state;
  /// A shape of numbers of which some are left at zero, of a turn or an axis all together: such a turn is none, such an
  /// axis that of the largest inertia. Empty: of the numbers as they are.
  std::function<Shape(const Shape& given)> completed;
  /// How far a shape is from one where the space is not smooth, in radians or so; and why numbers are no shape, or too
  /// near to such a one, in words: empty words if they are not. Empty: there is none.
  std::function<double(const Shape& q)> clearance;
  std::function<std::string(const Shape& q)> irregular;

  int coordinates() const { return static_cast<int>(ranges.size()); }
};

/// A function whose critical points, with their indices, are those of V_μ + U, at one shape: derivatives are along the
/// directions there, those of step ↦ f(retract(q, step)).
struct ShapeValue {
  double value = 0;
  std::vector<double> gradient, hessian;  // the Hessian by rows
  double inertia = 0;                     // I_lock
  double energy = 0;                      // V_μ + U
  double factor = 1;                      // at a critical point Hess(V_μ + U) is so many times the Hessian
};

/// Small motions about a relative equilibrium, M δ'' + D δ' + Hess(V_μ + U) δ = 0 along its directions. M may be
/// singular or zero: then D has a symplectic form in it, and the flow is of first order there.
struct SmallMotion {
  std::vector<double> M, drag;  // by rows: M_s and D = μ_s G + C
  std::vector<double> damping;  // eigenvalues of C, the symmetric part of D; k_d of the joints of a tree
};

/// What topology says of the critical points if none is degenerate.
struct MorseBounds {
  std::vector<long> betti;  // at least so many of each index: Betti numbers of the space relative to its ends where the
                            // function goes to −∞; empty: not known
  std::string unknown = "the topology of the shapes is not known";  // why there are no Betti numbers
  long most = 0;                                                    // at most so many in all; 0: not known
  std::string most_by;                                              // whose bound that is
};

/// V_μ + U as a function of the shape at a total momentum, with what an analysis asks of it. The functions keep scratch
/// space, so one serves one thread; copies are independent.
struct ShapeEnergy {
  using Shape = ShapeSpace::Shape;
  std::vector<std::string> bodies, joints;  // names for results; a joint per coordinate
  double momentum = 0;
  ShapeSpace space;
  std::function<void(const Shape& q, ShapeValue& out)> landscape;
  std::function<double(const Shape& q)> energy;  // V_μ + U alone
  std::function<SmallMotion(const Shape& q)> small_motion;
  bool stores_energy = false;    // else V_μ is all, and vanishes with the momentum
  bool depends_on_shape = true;  // false: every shape is an equilibrium
  double mean_inertia = 0;       // of I_lock over the shapes, or so
  std::vector<double> scales;    // per direction: the size of the landscape's slopes and curvatures
  double work = 1;               // of one evaluation of the landscape and a step, in multiplications
  MorseBounds bounds;
  std::function<std::vector<Shape>()> closed_form;  // shapes near all equilibria, others among them; may be empty
  std::string covered;  // how the closed form is known to lead to all, in words; empty: by formulas
  std::function<std::vector<Shape>()> starts;  // shapes that a search tries before all others; may be empty
  /// Shapes that are critical, with the same value, because q is. May be empty.
  std::function<std::vector<Shape>(const Shape& q)> partners;
  /// Fills in bounds, closed form and how it covers all, where finding them takes long: before a search, and not before
  /// anything else. May be empty.
  std::function<void(ShapeEnergy& known)> survey;
};

/// A free tree of N bodies has at least 2^(N−1) nondegenerate equilibria: beyond this many they are not searched.
constexpr int most_searched_joints = 11;
/// The landscape of N bodies has N²/2 terms of up to N angles each: beyond this many it is not made.
constexpr int most_landscape_joints = 99;

}  // namespace oopss
