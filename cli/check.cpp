// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cmath>

#include "cli/arguments.hpp"
#include "cli/documents.hpp"
#include "cli/files.hpp"
#include "cli/terminal.hpp"
#include "cli/verbs.hpp"
#include "oopss/proof/thorough.hpp"
#include "oopss/system/derived.hpp"
#include "oopss/system/linked_start.hpp"
#include "oopss/system/printable.hpp"
#include "oopss/system/reach.hpp"

namespace oopss {
namespace {

/// "50 sin(phi - 1.5708)": a gain and what it multiplies, empty for a zero gain.
std::string term(const Number& gain, const std::string& what) {
  return gain.value == 0 ? "" : fmt::format("{:.6g} {}", gain.value, what);
}

std::string sum(const std::vector<std::string>& terms) {
  std::string out;
  for (const std::string& t : terms)
    if (!t.empty()) out += (out.empty() ? "" : " + ") + t;
  return out.empty() ? "0" : out;
}

/// "[2, 0, 0; 0, 2, 0; 0, 0, 1]".
std::string numbers_in_rows(const std::vector<Number>& by_rows) {
  std::string out;
  for (std::size_t k = 0; k < by_rows.size(); ++k)
    out += fmt::format("{}{:.6g}", k == 0 ? "" : k % 3 == 0 ? "; " : ", ", by_rows[k].value);
  return "[" + out + "]";
}

/// A law on a ball joint in words. phi is the rotation vector of R, the turn from rest seen from the first body.
std::string ball_law_in_words(const Law& law) {
  std::vector<std::string> torque;
  std::string energy;
  if (law.kind == LawKind::log && law.kp.value != 0) {
    torque.push_back(term(law.kp, "phi"));
    energy = fmt::format("{:.6g} |phi|^2; ends singular at |phi| = pi", law.kp.value / 2);
  } else if (law.kind == LawKind::skew && law.kp.value != 0) {
    torque.push_back(term(law.kp, "vee(R)"));
    energy = fmt::format("{:.6g} (3 - tr R)", law.kp.value / 2);
  } else if (law.kind == LawKind::matrix && !law.kp_matrix.empty()) {
    torque.emplace_back("2 vee(R kp)");
    energy = "tr(kp (1 - R)), kp = " + numbers_in_rows(law.kp_matrix);
  }
  torque.push_back(law.kd_matrix.empty() ? term(law.kd, "omega") : "kd omega");
  std::string out = "T = " + sum(torque);
  if (!energy.empty()) out += "; stores U = " + energy;
  if (!law.kd_matrix.empty())
    out += "; dissipates omega . kd omega, in the second body's axes, kd = " + numbers_in_rows(law.kd_matrix);
  else if (law.kd.value != 0)
    out += fmt::format("; dissipates {:.6g} |omega|^2", law.kd.value);
  return out;
}

/// A law in words: its torque, which way it pulls, its stored energy.
std::string in_words(const Law& law, const std::string& joint) {
  const std::string phi = "phi_" + joint, rate = "rate_" + joint;
  const std::string stretch = law.bias.value == 0 ? phi : fmt::format("({} - {:.6g})", phi, law.bias.value);
  const auto spring = [&](const std::string& pull, const std::string& energy) {
    std::string out = "T = " + sum({term(law.kp, pull), term(law.kd, rate)});
    if (law.kp.value != 0)
      out += fmt::format("; {} the angle {:.6g} rad; stores U = {}",
                         law.kp.value > 0 ? "pulls towards" : "pushes away from", law.bias.value, energy);
    if (law.kd.value != 0)
      out +=
          fmt::format("; {} {:.6g} {}^2", law.kd.value > 0 ? "dissipates" : "feeds in", std::abs(law.kd.value), rate);
    return out;
  };
  switch (law.kind) {
    case LawKind::proportional:
    case LawKind::pd:
      return spring(stretch, fmt::format("{:.6g} {}^2", law.kp.value / 2, stretch));
    case LawKind::sine: {
      const std::string inner = stretch.front() == '(' ? stretch : "(" + stretch + ")";
      return spring("sin" + inner, fmt::format("{:.6g} (1 - cos{})", law.kp.value, inner));
    }
    case LawKind::linearise:
      return fmt::format(
          "exact linearisation: {}'' = r'' + 2*{:.6g}*{:.6g}*(r' - {}) + {:.6g}^2*(r - {}) with r = {}; what it does "
          "counts as work",
          phi, law.damping.value, law.frequency.value, rate, law.frequency.value, phi,
          law.target ? one_line(law.target->expression.text) : "0");
    case LawKind::expression:
      return fmt::format("T = {}; {}", one_line(law.formula->expression.text),
                         law.energy ? "stores U = " + one_line(law.energy->expression.text)
                                    : std::string("stores no energy, all of it counts as work"));
    case LawKind::drive:
      return fmt::format("drive: {} turns {} up where positive (T = -formula); counts as work",
                         one_line(law.formula->expression.text), phi);
    case LawKind::log:
    case LawKind::skew:
    case LawKind::matrix:
      return ball_law_in_words(law);
    case LawKind::function:
      return "T is a function of the program; all of it counts as work";
  }
  return {};
}

/// The start of bodies in space.
void understand_space(const Model& model, const System& system, const Flow& flow, const std::vector<double>& x,
                      Understanding& out) {
  run_request(model, {}, system, flow, 0, x);  // what `simulate` refuses is refused here
  Recorder rows = recorder(system, skeleton(model), trajectory_columns(system));
  record(rows, flow, 0, x.data());
  out.state = plain_state(system, rows);
  std::vector<double> slopes(x.size());
  flow.field(0, x.data(), slopes.data());
  double speed = 0;  // what rates are measured by: |q'| of a turn is half its angular velocity
  for (const Block& block : system.layout.blocks)
    if (block.kind == BlockKind::joint_angle || block.kind == BlockKind::rotation || block.kind == BlockKind::attitude)
      for (int i = block.offset; i < block.offset + block.size; ++i) speed = std::max(speed, std::abs(slopes[i]));
  out.state.rates.resize(system.joints.size());
  for (const Block& block : system.layout.blocks)
    if (block.kind == BlockKind::joint_angle) out.state.rates[block.owner] = rounded(slopes[block.offset], speed);
  out.kinetic = flow.kinetic(0, x.data());
  out.stored = flow.stored(0, x.data());
  for (const Casimir& part : system.casimirs) out.momentum_vector.push_back(part.value(x.data()));
}

/// v, p = m v and p²/2m of a mass centre that moves.
void understand_drift(const Model& model, Understanding& out) {
  double mass = 0;
  for (const Body& body : model.bodies) mass += body.mass.value;
  for (const Number& part : model.start.drift) {
    out.drift.push_back(part.value);
    out.linear_momentum.push_back(mass * part.value);
    out.drift_energy += mass * part.value * part.value / 2;
  }
}

Understanding understand(const DerivedModel& derived) {
  const Model& model = *derived.model;
  const System& system = derived.system;
  Understanding out;
  if (drifts(derived.spec)) understand_drift(model, out);
  out.start = solve_start(derived.spec, derived.p());
  const std::vector<double> x = state_of(system.layout, out.start);
  const Flow flow = system.with_inputs(derived.p());
  for (const Joint& joint : model.joints) {
    out.laws.emplace_back();
    for (const Law& law : joint.laws) out.laws.back().push_back(in_words(law, joint.name.value));
    if (joint.motion)
      out.laws.back().push_back(
          fmt::format("motion: phi_{} = {} at all times; the torque is what that takes, and counts as work",
                      joint.name.value, one_line(joint.motion->expression.text)));
  }
  if (system.dimension == 3) {
    understand_space(model, system, flow, x, out);
    return out;
  }
  std::vector<double> rates(x.size());
  flow.field(0, x.data(), rates.data());
  run_request(model, {}, system, flow, 0, x);  // what `simulate` refuses is refused here
  out.root_rate = rates[system.layout.offset(BlockKind::attitude)];
  if (const int impulse = system.layout.offset(BlockKind::impulse); impulse >= 0) out.momentum_rate = rates[impulse];
  rates.resize(derived.spec.tree_joints.size());
  out.rates = at_all_joints(derived.spec, rates);
  out.kinetic = flow.kinetic(0, x.data());
  out.stored = flow.stored(0, x.data());
  out.momentum = system.casimirs[0].value(x.data());
  out.least_kinetic = ReachSolver(derived.spec, derived.p(), system.layout, flow).start(out.start).least_kinetic();
  for (const ChordSlots& chord : derived.spec.chords) out.closing.push_back(system.joints[chord.joint]);
  if (!out.closing.empty()) out.mobility = start_pose(derived.spec, derived.p()).mobility.mobility;
  return out;
}

std::string loops_in_words(const Understanding& understood) {
  if (understood.closing.empty()) return "no loops: a tree";
  return fmt::format("{} {}, mobility {}: a linkage", understood.closing.size(),
                     understood.closing.size() == 1 ? "loop" : "loops", understood.mobility);
}

/// Its run as the file asks for it.
std::string in_words(const RunTable& run) {
  std::string out = fmt::format("\nRun\n  to t = {:.6g} s, output every {:.6g} s", run.until.value,
                                run.every ? run.every->value : std::abs(run.until.value) / 1000);
  if (run.method) out += fmt::format(", method {}", run.method->value);
  if (run.step) out += fmt::format(", step {:.6g} s", run.step->value);
  if (run.tolerance) out += fmt::format(", tolerance {:.3g}", run.tolerance->value);
  return out + "\n";
}

std::string vector_in_words(const std::vector<Number>& numbers) {
  std::string out;
  for (const Number& number : numbers) out += fmt::format("{}{:.6g}", out.empty() ? "(" : ", ", number.value);
  return out + ")";
}

std::string centre_in_words(const Understanding& understood) {
  if (understood.drift.empty()) return "the mass centre rests";
  return fmt::format("the mass centre moves at ({:.6g}) m/s", fmt::join(rounded(understood.drift), ", "));
}

/// What the mass centre carries, a line of the start.
std::string drift_in_words(const Understanding& understood) {
  if (understood.drift.empty()) return {};
  return fmt::format("  linear momentum p = m v = ({:.6g}) kg m/s; p^2/2m = {:.6g} J, which the energies leave out\n",
                     fmt::join(rounded(understood.linear_momentum), ", "), understood.drift_energy);
}

/// What acts at a joint, a line each.
std::string torques_in_words(const Joint& joint, const std::vector<std::string>& laws) {
  if (laws.empty()) return fmt::format("  {:<16} no torque: the joint turns freely\n", "");
  std::string out;
  for (const std::string& law : laws)
    out += joint.motion
               ? fmt::format("  {:<16} {}\n", "", law)
               : fmt::format("  {:<16} torque + on {}, - on {}: {}\n", "", joint.first.value, joint.second.value, law);
  return out;
}

std::string space_in_words(const Model& model, const Understanding& understood) {
  std::string out = fmt::format("  in space; {} {}, {} {}, a tree with root {}; {}\n\nBodies\n", model.bodies.size(),
                                model.bodies.size() == 1 ? "body" : "bodies", model.joints.size(),
                                model.joints.size() == 1 ? "joint" : "joints", model.bodies[0].name.value,
                                centre_in_words(understood));
  for (const Body& body : model.bodies)
    out +=
        fmt::format("  {:<16} mass {:.6g} kg, {} {} kg m^2 about its mass centre\n", body.name.value, body.mass.value,
                    body.inertia.size() == 3 ? "principal moments" : "inertia by rows", vector_in_words(body.inertia));
  if (!model.joints.empty()) out += "\nJoints\n";
  for (std::size_t k = 0; k < model.joints.size(); ++k) {
    const Joint& joint = model.joints[k];
    out += fmt::format("  {:<16} {}; at {} in {}, {} in {}\n", joint.name.value,
                       joint.kind == JointKind::hinge
                           ? fmt::format("a hinge about {} in {}", vector_in_words(joint.axis), joint.first.value)
                           : std::string("a ball"),
                       vector_in_words(joint.at_first), joint.first.value, vector_in_words(joint.at_second),
                       joint.second.value);
    if (!joint.rest.empty())
      out += fmt::format("  {:<16} at rest the attitude of {} in {} is the quaternion {}\n", "", joint.second.value,
                         joint.first.value, vector_in_words(joint.rest));
    out += torques_in_words(joint, understood.laws[k]);
  }
  std::vector<std::string> bodies, joints;
  for (const Body& body : model.bodies) bodies.push_back(body.name.value);
  for (const Joint& joint : model.joints) joints.push_back(joint.name.value);
  double size = 0;
  for (const std::vector<double>& mu : understood.state.momenta) size += std::hypot(mu[0], mu[1], mu[2]);
  out += "\nStart, as solved\n" + in_words(understood.state, bodies, joints, size);
  const std::vector<double>& total = understood.momentum_vector;
  out += fmt::format("  total momentum ({:.6g}, {:.6g}, {:.6g}) kg m^2/s; kinetic energy {:.6g} J",
                     rounded(total[0], size), rounded(total[1], size), rounded(total[2], size), understood.kinetic);
  out += understood.stored != 0 ? fmt::format("; stored {:.6g} J; energy {:.6g} J\n", understood.stored,
                                              understood.kinetic + understood.stored)
                                : "\n";
  return out + drift_in_words(understood);
}

std::string in_words(const Model& model, const Understanding& understood) {
  std::string out = fmt::format("{}\n", one_line(model.name));
  if (!is_planar(model)) {
    out += space_in_words(model, understood);
    for (const std::string& note : understood.start.notes) out += fmt::format("  note: {}\n", note);
    return out + in_words(model.run);
  }
  out += fmt::format("  in the plane; {} {}, {} {}, {} with root {}; {}\n", model.bodies.size(),
                     model.bodies.size() == 1 ? "body" : "bodies", model.joints.size(),
                     model.joints.size() == 1 ? "joint" : "joints", loops_in_words(understood),
                     model.bodies[0].name.value, centre_in_words(understood));
  if (!understood.closing.empty())
    out += fmt::format("  momenta are those of the tree left when {} {} {} cut\n",
                       understood.closing.size() == 1 ? "joint" : "joints", fmt::join(understood.closing, ", "),
                       understood.closing.size() == 1 ? "is" : "are");
  out += "\nBodies\n";
  for (const Body& body : model.bodies) {
    out += fmt::format("  {:<16} mass {:.6g} kg, inertia {:.6g} kg m^2 about its mass centre\n", body.name.value,
                       body.mass.value, body.inertia[0].value);
    if (has_torque(body))
      out += fmt::format("  {:<16} torque from outside: {} changes its momentum and the total; counts as work\n", "",
                         one_line(body.torque->expression.text));
  }
  if (!model.forces.empty()) out += "\nForces from outside\n";
  for (const Force& force : model.forces)
    out += fmt::format(
        "  {:<16} ({}, {}) N at ({:.6g}, {:.6g}) in {}: moves the mass centre, changes momenta and the total\n",
        force.name.value, one_line(force.value[0].expression.text), one_line(force.value[1].expression.text),
        force.position[0].value, force.position[1].value, force.on.value);
  if (!model.joints.empty()) out += "\nJoints\n";
  for (std::size_t k = 0; k < model.joints.size(); ++k) {
    const Joint& joint = model.joints[k];
    out += fmt::format("  {:<16} phi = theta_{} - theta_{}; at ({:.6g}, {:.6g}) in {}, ({:.6g}, {:.6g}) in {}\n",
                       joint.name.value, joint.second.value, joint.first.value, joint.at_first[0].value,
                       joint.at_first[1].value, joint.first.value, joint.at_second[0].value, joint.at_second[1].value,
                       joint.second.value);
    out += torques_in_words(joint, understood.laws[k]);
  }
  out += "\nStart, as solved\n";
  double speed = std::abs(understood.root_rate), size = 0;  // what rates and momenta are measured by
  for (const double rate : understood.rates) speed = std::max(speed, std::abs(rate));
  for (const double mu : understood.start.mu) size += std::abs(mu);
  for (std::size_t k = 0; k < model.joints.size(); ++k)
    out += fmt::format("  {:<16} angle {:.6g} rad, rate {:.6g} rad/s\n", model.joints[k].name.value,
                       rounded(understood.start.phi[k], 1), rounded(understood.rates[k], speed));
  for (std::size_t i = 0; i < model.bodies.size(); ++i)
    out += fmt::format("  {:<16} momentum {:.6g} kg m^2/s\n", model.bodies[i].name.value,
                       rounded(understood.start.mu[i], size));
  out += fmt::format(
      "  total momentum {:.6g} kg m^2/s; kinetic energy {:.6g} J (at least {:.6g} with this momentum at this shape)",
      rounded(understood.momentum, size), understood.kinetic, rounded(understood.least_kinetic, understood.kinetic));
  out += rounded(understood.stored, understood.kinetic + std::abs(understood.stored)) != 0
             ? fmt::format("; stored {:.6g} J; energy {:.6g} J\n", understood.stored,
                           understood.kinetic + understood.stored)
             : "\n";
  out += drift_in_words(understood);
  if (understood.momentum_rate)
    out += fmt::format("  {} from outside change the total momentum, at the start by {:.6g} kg m^2/s^2\n",
                       model.forces.empty() ? "torques" : "forces", *understood.momentum_rate);
  for (const std::string& warning : understood.start.warnings) out += fmt::format("  warning: {}\n", warning);
  for (const std::string& note : understood.start.notes) out += fmt::format("  note: {}\n", note);
  out += in_words(model.run);
  return out;
}

}  // namespace

void check(const Common& common) {
  Model read = model_of(common);
  name_start(read);
  print(waiting_for("checking the model", !common.quiet && !common.json, [&] {
    const DerivedModel derived = derived_model(std::move(read), Engine::recursive);
    const Understanding understood = understand(derived);
    if (std::string document = check_document(*derived.model, understood); common.json) return document;
    return in_words(*derived.model, understood);
  }));
}

}  // namespace oopss
