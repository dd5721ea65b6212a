// SPDX-License-Identifier: Apache-2.0
#include "oopss/model/keys.hpp"

#include <algorithm>

#include "oopss/model/laws.hpp"

namespace oopss {
namespace {

std::vector<std::string_view> laws_of_files() {
  std::vector<std::string_view> out;
  for (const LawRow& row : law_rows())
    if (row.in_file) out.push_back(row.name);
  return out;
}

}  // namespace

const std::vector<KeyRow>& key_rows() {
  static const std::vector<KeyRow> table = {
      {"", "model", "[model]", "What the file is: its format, name, and whether bodies are in the plane or in space."},
      {"", "parameters", "[parameters]", "Numbers with names, for use in any number of the file; sliders here."},
      {"", "body", "[[body]]", "A rigid body. The first one is the root."},
      {"", "joint", "[[joint]]", "A joint between two bodies. One that closes a cycle makes a loop."},
      {"", "chain", "[chain]", "A free planar chain, in the place of all bodies and joints."},
      {"", "point", "[[point]]", "A marked point of a body, for traces."},
      {"", "force", "[[force]]", "A force from outside on a point of a body, in the plane."},
      {"", "start", "[start]", "How the motion starts; without it, at rest with all angles zero."},
      {"", "run", "[run]", "How long to run, and by which method."},

      {"model", "format", "1", "Required: 1, the only format there is."},
      {"model", "name", "\"Two coupled bodies\"", "What the model is called: free text."},
      {"model", "description", "\"\"", "What it shows: free text."},
      {"model", "source", "\"\"", "Where it comes from: free text."},
      {"model",
       "space",
       "\"plane\"",
       "In the plane, with pin joints, or in space, with ball joints and hinges.",
       {"plane", "space"}},

      {"parameter", "value", "1.0", "Required: the number, or an expression of other parameters."},
      {"parameter", "min", "0.5", "The least value; one end of the slider."},
      {"parameter", "max", "2.0", "The largest value; the other end of the slider."},
      {"parameter", "unit", "\"kg\"", "For readers: free text."},
      {"parameter", "label", "\"\"", "What it is called in pictures: free text."},

      {"body", "name", "\"arm\"", "Required: letters, digits and _, a letter first; unique in the file."},
      {"body", "mass", "1.0", "Required: kg, greater than zero."},
      {"body", "inertia", "1.0",
       "Required: kg m^2 about the mass centre. In space three principal moments, or the 3x3 tensor."},
      {"body", "centre", "[0.0, 0.0]", "Where the mass centre lies in the body's frame; without it, at the origin."},
      {"body", "torque", "\"3*pulse(t, 1, 2)\"",
       "A torque from outside, N m, in t, phi_JOINT, rate_JOINT, theta_BODY, omega_BODY; in the plane."},
      {"body", "outline", "[[0.0, 0.0], [1.0, 0.0], [0.5, 1.0]]", "Corners in the body's frame, for drawing."},
      {"body", "box", "[1.0, 1.0, 1.0]", "Edges of a box about the mass centre, for drawing; in space."},
      {"body", "label", "\"\"", "What it is called in pictures: free text."},

      {"joint", "name", "\"elbow\"", "Required: letters, digits and _, a letter first; unique in the file."},
      {"joint", "between", "[\"hub\", \"arm\"]",
       "Required: two bodies. The angle is that of the second minus that of the first."},
      {"joint", "at", "[[1.0, 0.0], [-1.0, 0.0]]",
       "Required: the joint in the frame of the first body, and of the second; m."},
      {"joint", "torque", "{ law = \"sine\", kp = 10.0 }", "A torque law, or an array of laws that add up."},
      {"joint", "motion", "\"0.5*sin(t)\"", "Prescribes the angle, in t and parameters; not together with torque."},
      {"joint", "kind", "\"ball\"", "In the plane \"pin\"; in space \"ball\" or \"hinge\".", {"ball", "hinge"}},
      {"joint", "axis", "[0.0, 0.0, 1.0]", "Of a hinge: its axis in the first body's frame."},
      {"joint", "rest", "[1.0, 0.0, 0.0, 0.0]",
       "In space: the attitude of the second body seen from the first at angle zero, a quaternion w, x, y, z."},
      {"joint", "label", "\"\"", "What it is called in pictures: free text."},

      {"chain", "masses", "[1.0, 1.0, 1.0]", "Of the beads, from one end to the other; of uniform rods, of the rods."},
      {"chain", "lengths", "[1.0, 1.0]", "Of the rods, m."},
      {"chain", "mass", "1.0", "One mass for all, in the place of masses."},
      {"chain", "length", "1.0", "One length for all, in the place of lengths."},
      {"chain", "links", "3", "The number of rods, where no array says it."},
      {"chain",
       "rods",
       "\"massless\"",
       "Beads on rods without mass, or uniform rods without beads.",
       {"massless", "uniform"}},
      {"chain", "torque", "{ law = \"sine\", kp = 10.0 }", "A torque law, or an array of laws, at every joint."},

      {"point", "name", "\"tip\"", "Required: letters, digits and _, a letter first; unique in the file."},
      {"point", "on", "\"arm\"", "Required: the body that it is a point of."},
      {"point", "at", "[1.0, 0.0]", "Required: where it is in the body's frame; m."},
      {"point", "label", "\"\"", "What it is called in pictures: free text."},

      {"force", "name", "\"pull\"", "Required: letters, digits and _, a letter first; unique in the file."},
      {"force", "on", "\"arm\"", "Required: the body that it acts on."},
      {"force", "at", "[1.0, 0.0]", "Required: the point where it acts, in the body's frame; m."},
      {"force", "value", "[\"10*pulse(t, 1, 2)\", 0.0]",
       "Required: N along inertial axes, in t, phi_JOINT, rate_JOINT, theta_BODY, omega_BODY, and x, y, vx, vy of its "
       "point."},

      {"start", "angles", "{ elbow = 0.5 }", "Of joints, rad, or \"30 deg\"; of balls in space, quaternions."},
      {"start", "momentum", "10.0", "The total angular momentum, kg m^2/s; in space a vector along inertial axes."},
      {"start", "energy", "5.0", "H + U, J; the joint rates follow, in the ratio of direction."},
      {"start", "kinetic", "5.0", "H, J, in the place of energy."},
      {"start", "direction", "{ elbow = 1.0 }", "The ratio of the joint rates of a start by its energy."},
      {"start", "rates", "{ elbow = 0.0 }", "Of joints, rad/s, beside angles and momentum."},
      {"start", "momenta", "{ hub = 5.0, arm = 5.0 }",
       "Of bodies, kg m^2/s, beside angles; in space in the bodies' frames."},
      {"start", "absolute", "{ hub = 0.0, arm = 0.5 }", "Angles of bodies, rad, beside spin; in space quaternions."},
      {"start", "spin", "{ hub = 0.0, arm = 0.1 }", "Angular velocities of bodies, rad/s, beside absolute."},
      {"start", "equilibrium", "\"E1\"", "Starts at a relative equilibrium, by its name in the list of them."},
      {"start", "offset", "{ elbow = 0.01 }", "Angles by which a start at an equilibrium is moved away from it, rad."},
      {"start", "drift", "[0.0, 0.0]", "The velocity of the mass centre, m/s."},
      {"start", "guess", "{ elbow = 0.5 }", "With loops: near which angles the others are found."},
      {"start", "assembly", "\"+\"", "Of a single loop of four bars: which of its two poses.", {"+", "-"}},

      {"run", "until", "10.0", "The end, s; negative runs backwards."},
      {"run", "every", "0.01", "The time between rows, s; without it, a thousandth of the run."},
      {"run", "method", "\"gauss4\"", "How the motion is computed."},
      {"run", "step", "0.01", "A fixed step, s."},
      {"run", "tolerance", "1e-10", "Of an adaptive method; not together with step."},
      {"run",
       "singular",
       "\"stop\"",
       "Where loops can go on in more than one way: stop, or go straight on.",
       {"stop", "straight"}},

      {"law", "law", "\"sine\"", "Required: which law.", laws_of_files()},
      {"law", "kp", "10.0", "Stiffness of the spring, N m/rad; of the law matrix a 3x3 array."},
      {"law", "kd", "1.0", "Damping, N m s."},
      {"law", "bias", "\"90 deg\"", "The angle at which the spring is at rest, rad."},
      {"law", "frequency", "1.0", "Required: that of the linear motion, rad/s."},
      {"law", "damping", "1.0", "The damping ratio of the linear motion."},
      {"law", "target", "\"sin(t)\"", "The angle to follow, in t."},
      {"law", "formula", "\"10*sin(phi_elbow)\"",
       "Required: the torque, N m, in t, phi_JOINT, rate_JOINT and parameters."},
      {"law", "energy", "\"10*(1 - cos(phi_elbow))\"", "The energy that a formula stores, J, in phi_JOINT."},
  };
  return table;
}

std::vector<std::string_view> keys_of(std::string_view table) {
  std::vector<std::string_view> out;
  for (const KeyRow& row : key_rows())
    if (row.table == table) out.push_back(row.key);
  return out;
}

const std::vector<std::string_view>& choices_of(std::string_view table, std::string_view key) {
  static const std::vector<std::string_view> none;
  const std::vector<KeyRow>& all = key_rows();
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const KeyRow& row) { return row.table == table && row.key == key; });
  return found == all.end() ? none : found->choices;
}

}  // namespace oopss
