// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "oopss/model/expression.hpp"

namespace oopss {

/// A number of the file: the expression as written (a bare decimal is one step), where it stands (without its quotes),
/// and its double value once the parameters are known. While a model is read, NaN marks a number reported as wrong.
struct Number {
  Expression expression;
  Place place;
  double value = 0;
};

/// A literal zero is structural: the formula loses the term. "0*l" or a parameter that happens to be 0 is not.
bool is_structural_zero(const Number& number);
Number literal(std::string_view decimal, Place place = {});

/// The place of a part of a number's expression, given by its 0-based offset there.
Place inside(const Number& number, int offset, int length);

struct Text {
  std::string value;
  Place place;
};

struct Parameter {
  Text name;
  Number value;
  std::optional<Number> min, max;
  std::string unit, label;
};

struct Body {
  Text name;
  std::string label;
  Number mass;
  std::vector<Number> inertia;  // plane: 1; space: 3 principal moments or 9 entries of the tensor by rows
  std::vector<Number> centre;   // empty, or where the centre of mass lies in the frame of the part
  std::vector<std::vector<Number>> outline;
  std::vector<Number> box;  // space: empty, or the lengths of the edges along the axes, about the mass centre
  /// From outside, in the plane: in t, phi_NAME, rate_NAME, theta_BODY, omega_BODY.
  std::optional<Number> torque;
  Place place;
};

/// Whether a torque from outside acts on it: a literal zero is none.
inline bool has_torque(const Body& body) { return body.torque && !is_structural_zero(*body.torque); }

/// A coordinate of a place in the frame of the body's part as seen from the mass centre; `value` reads a number.
template <typename Value>
auto from_centre(const Body& body, const std::vector<Number>& place, int axis, const Value& value) {
  return body.centre.empty() ? value(place[axis]) : value(place[axis]) - value(body.centre[axis]);
}
inline double from_centre(const Body& body, const std::vector<Number>& place, int axis) {
  return from_centre(body, place, axis, [](const Number& number) { return number.value; });
}

enum class LawKind { proportional, pd, sine, linearise, expression, drive, log, skew, matrix, function };

/// A torque law of the program itself: T(t, φ, φ') of its joint.
using LawFunction = std::function<double(double t, double phi, double rate)>;

/// A torque law: T acts + on the joint's first body and − on its second (power −T φ'). On balls are log, skew and
/// matrix, with kp a number, in `matrix` an array, and kd either.
struct Law {
  LawKind kind{};
  Number kp, kd, bias;                       // proportional, pd, sine; log, skew
  std::vector<Number> kp_matrix, kd_matrix;  // on balls: nine entries by rows; empty if none are given
  Number frequency, damping;                 // linearise
  std::optional<Number> target;              // linearise: expression in t
  std::optional<Number> formula, energy;     // expression, drive: in t, phi_NAME, rate_NAME
  LawFunction function;                      // function: from code alone, no file has one
  Place place;
};

enum class JointKind { pin, ball, hinge };

struct Joint {
  Text name;
  std::string label;
  JointKind kind = JointKind::pin;
  Text first, second;                       // between
  int first_body = -1, second_body = -1;    // indices, filled by validation
  bool closes_loop = false;                 // its bodies hang together by the joints before it; filled by validation
  std::vector<Number> at_first, at_second;  // the joint in each body's frame
  std::vector<Number> axis, rest;           // space
  std::vector<Law> laws;                    // they add up
  std::optional<Number> motion;             // prescribes the angle: an expression in t
  Place place;
};

struct Point {
  Text name;
  std::string label;
  Text on;
  int body = -1;
  std::vector<Number> position;
};

/// A force from outside on a point of a body, in the plane, along inertial axes: in t, phi_NAME, rate_NAME, theta_BODY,
/// omega_BODY, and in x, y, vx, vy, the place and the velocity of its point.
struct Force {
  Text name;
  Text on;
  int body = -1;
  std::vector<Number> position;  // of its point, in the frame of the part
  std::vector<Number> value;
  Place place;
};

/// A number or a vector for some of the bodies or joints, by name.
struct Named {
  Text name;
  std::vector<Number> value;  // one entry in the plane
};

enum class StartForm { rest, momenta, spin, rates, energy, equilibrium };

/// [start] as written; `form` says which of the five it is (rest: the table is missing or has angles only).
struct Start {
  StartForm form = StartForm::rest;
  std::vector<Named> angles, momenta, absolute, spin, rates, direction, offset, guess;
  std::vector<Number> momentum;  // total: one number in the plane, three in space; empty if not given
  std::vector<Number> drift;     // of any form: the velocity of the mass centre; empty: it rests
  std::optional<Number> energy, kinetic;
  std::optional<Text> equilibrium, assembly;
  /// The shapes of E1, E2, …, where whoever read the model has listed them; else they are searched for.
  std::vector<std::vector<double>> named_shapes;
  Place place;
};

/// [run] as written.
struct RunTable {
  Number until = literal("10");
  std::optional<Number> every, step, tolerance;
  std::optional<Text> method, singular;
  Place place;
};

/// [chain] as written, every number of it: beads on rods without mass, or uniform rods. Bodies rod0, rod1, … and joints
/// joint1, joint2, … are made of it.
struct Chain {
  std::vector<Number> masses;   // of the beads, one more than rods; or of the rods themselves
  std::vector<Number> lengths;  // of the rods
  bool uniform = false;         // rods with mass
  bool same_masses = false;     // the file has one number, `mass`, for all
  bool same_lengths = false;    // the file has one number, `length`, for all
  std::vector<Law> laws;        // at every joint
  Place place;
};

enum class SpaceKind { plane, space };

/// A model file, understood and checked. Plain data; every number knows its place. A model filled by hand is checked by
/// `checked` (read.hpp), which what takes a model calls by itself.
struct Model {
  Source source;
  std::vector<Source> settings;           // of the command line; the places of their values name them
  std::string name, description, origin;  // origin: the key `source`
  SpaceKind space = SpaceKind::plane;
  std::vector<Parameter> parameters;
  std::vector<Body> bodies;
  std::vector<Joint> joints;
  std::vector<Point> points;
  std::vector<Force> forces;
  std::optional<Chain> chain;  // what the bodies and joints were made of
  Start start;
  RunTable run;
  std::vector<Diagnostic> warnings;
  bool checked = false;  // resolved and validated
};

/// Pin joints in the plane: false for the models with space = "space".
inline bool is_planar(const Model& model) { return model.space == SpaceKind::plane; }

/// Whether some joint's angle is prescribed.
inline bool has_motion(const Model& model) {
  for (const Joint& joint : model.joints)
    if (joint.motion) return true;
  return false;
}

/// Whether torques or forces act on some body from outside.
inline bool is_acted_on(const Model& model) {
  for (const Body& body : model.bodies)
    if (has_torque(body)) return true;
  return !model.forces.empty();
}

/// Whether some joint closes a loop; known once the model is checked.
inline bool has_loops(const Model& model) {
  for (const Joint& joint : model.joints)
    if (joint.closes_loop) return true;
  return false;
}

}  // namespace oopss
