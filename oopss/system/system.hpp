// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "oopss/system/fixed_list.hpp"
#include "oopss/system/layout.hpp"

namespace oopss {

struct ShapeEnergy;
struct Leaf;
struct ReducedLagrangian;

/// An input p_k of the equations: a number of a body, joint or law. Changing it never derives anything again.
struct Input {
  std::string name;     // as in the printed equations: m_hub, d_elbow_hub_x, kp_elbow
  std::string meaning;  // in words
  double value = 0;     // as the model has it
};

/// Where a body is: its mass centre from the system's mass centre, and its axes. The plane is z = 0.
struct BodyPose {
  double x = 0, y = 0, z = 0;
  std::array<double, 9> R = {1, 0, 0, 0, 1, 0, 0, 0, 1};  // by rows: from the body's axes to the inertial ones
  double angle = 0;                                       // in the plane: the absolute angle, with its whole turns
  std::array<double, 4> q = {1, 0, 0, 0};                 // in space: R as a unit quaternion w, x, y, z
};

inline BodyPose planar_pose(double x, double y, double angle) {
  const double c = std::cos(angle), s = std::sin(angle);
  return {x, y, 0, {c, -s, 0, s, c, 0, 0, 0, 1}, angle};
}

/// A function of the state that the bracket alone keeps, whatever the energy; or, where the state has attitudes, that
/// every energy keeps which does not depend on the whole being turned.
struct Casimir {
  std::string name, quantity, unit, label;            // of its column: momentum_total, angular momentum, …
  std::function<double(const double*x)> value, size;  // and what its error is measured by
};

/// The Poisson tensor in the reduced coordinates, the first `size` numbers of the state: x' = tensor · ∇(H + U) for
/// these without external torques and dampers.
struct PoissonBracket {
  int size = 0;
  bool constant = true;
  std::function<void(const double* x, double* tensor)> tensor;  // by rows
};

/// Torques u on the driven joints, each + on the joint's first body and − on its second, from time and from angles and
/// rates of all joints; of a ball three numbers, along its second body's axes.
using Drive = std::function<void(double t, const double* phi, const double* rate, double* u)>;

/// A system with its inputs put in: functions of time and state. They keep scratch space, so one Flow serves one
/// thread; copies are independent.
struct Flow {
  using Rates = std::function<void(double t, const double* x, double* out)>;
  using Quantity = std::function<double(double t, const double* x)>;
  Rates field;  // x'
  /// The field's derivative at x applied to v, (∂f/∂x) v; empty if there is none.
  std::function<void(double t, const double* x, const double* v, double* out)> tangent;
  Quantity kinetic, stored;  // H, U
  Rates joint_torques;       // T of every joint: System::freedom numbers
  Rates joint_forces;        // the force on each joint's second body: 2 or 3 numbers
  Rates applied;             // the forces from outside, of System::forces: 2 numbers each
  std::function<void(const double* x, BodyPose* out)> pose;  // of every body
  /// Where the mass centre of the whole is, from where it was at t = 0: three numbers. Empty: it rests.
  Rates centre;
  /// In space: the momentum of every body by itself in its own axes, three numbers each.
  std::function<void(const double* x, double* out)> body_momenta;
  Quantity released;  // its change is work too; empty if it is zero
  /// μ_s / I_lock: how fast all turns as one, the shape held, in space the size of it. What it adds up to along a
  /// closed loop of shapes in the plane is the dynamic phase. Empty if there is none.
  Quantity locked_rate;
  /// What a state has at t that is given and not integrated, put back exactly after a step: the joints whose motion is
  /// prescribed, the length of quaternions. Empty if there is nothing of the kind.
  std::function<void(double t, double* x)> normalise;
  bool has_quaternions = false;  // in the state: linear methods do not keep them on their sphere
  /// Takes a state over a kink of such a motion from one time to the next, with the work of a blow; in words, why that
  /// cannot be done.
  std::function<std::string(double before, double after, double* x)> cross;
  /// Taylor coefficients x_0 … x_order of the solution through (t, x), x_k at coefficients[k · size]; empty if there is
  /// none. On a kink of the field they are those of the branch that the motion enters in the direction of time, ±1.
  std::function<void(double t, const double* x, int order, int direction, double* coefficients)> jet;
  std::string no_jet;  // why there is none, in words
  /// Quantities whose changes of sign are kinks of the field (abs, sign, min, max, ramp, pulse, atan2 in laws), and
  /// after these the edges; may be none.
  Rates switches;
  int switch_count = 0;
  /// Where a formula of a law ends: a quantity that must not become negative, whose zero is a kink where it only
  /// touches it; or one whose changes of sign are poles; or, which is no end, the argument of a function that is flat
  /// over a range (tanh, exp, a high power): there the motion shows nothing of it, and a step could leap over its
  /// course.
  struct Edge {
    enum class Kind { end, pole, flat };
    Kind kind = Kind::end;
    std::string words;         // what happens there: "the argument of sqrt, phi_elbow, becomes negative"
    bool ends_motion = false;  // beyond it the motion is not determined, whatever a formula says
  };
  std::vector<Edge> edges;
  int watched() const { return switch_count + static_cast<int>(edges.size()); }
  /// The series of the switches and edges along the motion with the given coefficients x_0 … x_order: orders 0 to
  /// order − 1, order k at out[k · watched()]; empty if there is none.
  std::function<void(double t, int order, int direction, const double* coefficients, double* out)> watched_series;
  bool by_formula = false;  // laws have formulas: what a series continues may not be what they say
  /// Torques act from outside: the motion leaves the leaves of the bracket, and no method keeps its Casimirs.
  bool acted_on_from_outside = false;

  /// Equations g(t, x) = 0 that every state keeps, of loops of bodies and of joints whose motion is prescribed, and the
  /// forces λ that keep them: x' is that of the system cut open plus Σ λ_c times what force c adds. `field` has the λ
  /// with which (g)'' = 0. ∂g/∂x does not depend on t.
  struct Closure {
    using Values = std::function<void(const double* x, double* out)>;
    int count = 0;      // of equations, the dependent ones too; 0: there is no closure
    Rates value;        // g, which depends on time and angles alone; angles may be off by whole turns
    Values jacobian;    // ∂g/∂x, a row per equation
    Rates time_slopes;  // ∂g/∂t; empty: g does not depend on t
    /// What λ_c = 1 adds to x', a row per equation: with a bracket −tensor · ∇g_c, and to the work −∂g_c/∂t.
    Rates forces;
    /// x' without closing forces; returned is H + U there, less what was released.
    std::function<double(double t, const double* x, double* out)> open;
    /// What λ_c = 1 does to the open rates, (∂open/∂x) force, a row per equation, without the part of the laws, which
    /// only momenta have and corrections do not need; and S = (∂g/∂x) responseᵀ, symmetric.
    std::function<void(const double* x, double* response, double* S)> inertia;
    /// How far from a pose where g loses rank, 1 at most and 0 there; `adds` becomes what this as an energy adds to x',
    /// tensor · ∇κ.
    std::function<double(const double* x, double* adds)> gauge;
    bool slow_near_singular = false;  // steps are to shrink with the gauge
    /// What a pose where g loses rank is, in words.
    std::string singular =
        "the loops are in a pose from which they can go on in more than one way: the motion is not determined there";
  };
  Closure closure;

  /// A method that knows this system alone: one step of length h from x, which may be out. One of order 2 that is
  /// reversible and whose name ends with 2 has compositions of the orders 4 and 6, of the same name with these numbers.
  struct OwnStep {
    std::string name;  // empty: there is none
    std::string summary;
    int order = 0;
    bool poisson = false, keeps_casimir = false, reversible = false, bounded_energy = false;
    bool damped = false;  // steps backwards in time would grow what dampers take
    /// What was left of the equations of a step that is implicit, and if that is too much, why, in words.
    struct Left {
      double residual = 0;
      std::string words{};
    };
    std::function<Left(double t, double h, const double* x, double* out)> step;
  };
  OwnStep own;
};

/// Whether the motion may come to where it is not determined: loops that lose rank, or an edge that ends it.
inline bool can_be_singular(const Flow& flow) {
  for (const Flow::Edge& edge : flow.edges)
    if (edge.ends_motion) return true;
  return flow.closure.count > 0;
}

/// Whether the rates are smooth everywhere: no switches, and no edges but arguments of flat functions.
inline bool is_smooth(const Flow& flow) {
  for (const Flow::Edge& edge : flow.edges)
    if (edge.kind != Flow::Edge::Kind::flat) return false;
  return flow.switch_count == 0;
}

/// What computes the numbers of a system.
struct EngineUsed {
  std::string name;    // recursive, interpreted, or compiled (interpreted until the code is there)
  std::string notice;  // why it is not the one asked for; empty if it is
  bool final = true;   // false while a compiler is at work; the numbers are the same before and after
};

/// The waist: what everything to the right needs of a mechanical system, whatever made it.
struct System {
  std::string model;
  std::vector<std::string> bodies, joints;
  std::vector<std::array<int, 2>> between;  // per joint: its first and second body
  int dimension = 2;                        // of places and forces: 3 in space
  std::vector<int> freedom;                 // per joint: 1, or 3 of a ball; empty: 1 each
  struct Point {
    std::string name;
    int body = 0;
  };
  std::vector<Point> points;  // marked on bodies, for traces
  std::vector<Point> forces;  // that act from outside: names and bodies
  Layout layout;
  FixedList<Input> inputs;
  std::vector<int> driven;  // joints with an external torque, in the order of u
  std::vector<Casimir> casimirs;
  PoissonBracket bracket;
  std::function<Flow(const std::vector<double>& p, const Drive& u)> make_flow;
  /// The reduced energy V_μ + U on the space of shapes at a total momentum (shape_energy.hpp); `free` leaves the laws
  /// out, else they must have a potential. Empty if there is none.
  std::function<ShapeEnergy(const std::vector<double>& p, double momentum, bool free)> shape_energy;
  /// The leaf of a total momentum, where a shape is one number (leaf.hpp). Empty if there is none.
  std::function<Leaf(const std::vector<double>& p, double momentum, bool free)> leaf;
  /// The Lagrangian of the shape at a total momentum (reduced_lagrangian.hpp), with what the laws store, which must
  /// have a potential. Empty if there is none.
  std::function<ReducedLagrangian(const std::vector<double>& p, double momentum)> lagrangian;
  /// Puts momenta of the bodies by themselves, as Flow::body_momenta gives them, into a state that has a shape and an
  /// attitude. Empty if the momenta of the state are these.
  std::function<void(const double* by_body, double* x)> put_momenta;
  std::function<EngineUsed()> engine;  // as it stands now

  /// Without a drive the driven joints have the torques that the model gives them, or none.
  Flow with_inputs(const std::vector<double>& p, const Drive& u = {}) const { return make_flow(p, u); }
};

/// How many ways a joint turns in: 1, or 3 of a ball.
inline int freedom_of(const System& system, int joint) { return system.freedom.empty() ? 1 : system.freedom[joint]; }

/// μ_s = Σ μ_i, the Casimir of planar trees: the total angular momentum; its error is measured by Σ |μ_i|.
inline Casimir planar_momentum(const Layout& layout) {
  const int first = layout.offset(BlockKind::momentum);
  const auto sum = [first, after = first + layout.bodies](const double* x, const auto& term) {
    double total = 0;
    for (int i = first; i < after; ++i) total += term(x[i]);
    return total;
  };
  return {"momentum_total",
          "angular momentum",
          "kg m\u00b2 / s",
          "total",
          [sum](const double* x) { return sum(x, [](double mu) { return mu; }); },
          [sum](const double* x) { return sum(x, [](double mu) { return std::abs(mu); }); }};
}

/// The total angular momentum in space, Σ μ of all bodies but those on hinges, as three conserved numbers. Errors are
/// measured by the momenta of hinges too: without a total these are all that there is.
inline std::vector<Casimir> spatial_momentum(const Layout& layout) {
  std::vector<int> places, hinges;
  for (const Block& block : layout.blocks)
    if (block.kind == BlockKind::momentum) (block.size == 3 ? places : hinges).push_back(block.offset);
  const auto size = [places, hinges](const double* x) {
    double sum = 0;
    for (const int k : places) sum += std::hypot(x[k], x[k + 1], x[k + 2]);
    for (const int k : hinges) sum += std::abs(x[k]);
    return sum;
  };
  std::vector<Casimir> out;
  constexpr std::array<const char*, 3> names = {".x", ".y", ".z"};
  for (int axis = 0; axis < 3; ++axis)
    out.push_back({std::string("momentum_total") + names[axis], "angular momentum", "kg m\u00b2 / s",
                   std::string("total") + names[axis],
                   [places, axis](const double* x) {
                     double sum = 0;
                     for (const int k : places) sum += x[k + axis];
                     return sum;
                   },
                   size});
  return out;
}

/// The inputs' values as the model has them.
inline std::vector<double> values_of(const std::vector<Input>& inputs) {
  std::vector<double> p;
  for (const Input& input : inputs) p.push_back(input.value);
  return p;
}
inline std::vector<double> default_inputs(const System& system) { return values_of(system.inputs); }

}  // namespace oopss
