// SPDX-License-Identifier: Apache-2.0
// Models, their states, and what the engine says of them, for tests of generated code.
#pragma once

#include <dlfcn.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>

#include "oopss/generate/generate.hpp"
#include "oopss/model/build.hpp"
#include "oopss/model/examples.hpp"
#include "oopss/model/read.hpp"
#include "oopss/system/derive.hpp"
#include "tests/linkage/runs.hpp"
#include "tests/sanitized.hpp"

namespace oopss {

/// A directory for generated files that is gone at the end.
struct Folder {
  std::string path = (std::filesystem::temp_directory_path() / "oopss-generate-XXXXXX").string();
  Folder() { REQUIRE(::mkdtemp(path.data()) != nullptr); }
  ~Folder() { std::filesystem::remove_all(path); }
};

inline void write_all(const Folder& folder, const std::vector<GeneratedFile>& files) {
  for (const GeneratedFile& file : files) std::ofstream(folder.path + "/" + file.name) << file.text;
}

inline std::string output_of(const std::string& command) {
  std::string out;
  FILE* const pipe = ::popen(command.c_str(), "r");
  REQUIRE(pipe != nullptr);
  char buffer[4096];
  for (std::size_t got; (got = std::fread(buffer, 1, sizeof buffer, pipe)) > 0;) out.append(buffer, got);
  REQUIRE(::pclose(pipe) == 0);
  return out;
}

/// What the functions of generated code gave at a state.
struct Values {
  std::vector<double> field, jacobian, omega, poses, torques;
  double energy = 0, momentum = 0;
};

struct Case {
  Model model;
  System system;
  int size = 0;  // states of the generated code: without work and dissipation
  std::vector<std::vector<double>> states;
};

/// The states of a linkage lie on its motion, where the loops are closed; its main takes few steps.
inline Case make_linkage_case(const Model& model) {
  const StartedLinkage linkage = started(model);
  Case out{model, linkage.derived.system, PlanarOffsets(linkage.derived.system.layout).root_angle + 1, {linkage.x}};
  out.model.run.until.value = 0.5;
  out.model.run.step = literal("0.01");
  for (int step = 0; step < 10; ++step) {
    const std::vector<double>& last = out.states.back();
    const std::vector<double> next = extrapolated_step(linkage.flow, 0.05 * step, 0.05, last);
    if (step % 5 == 0)
      out.states.push_back(next);
    else
      out.states.back() = next;
  }
  return out;
}

/// States in space: quaternions of length one.
inline Case make_space_case(const Model& model) {
  Case out{model, derive(model), 0, {}};
  std::mt19937 generator(1987);
  std::uniform_real_distribution<double> number(-1, 1);
  for (const Block& block : out.system.layout.blocks)
    if (block.kind != BlockKind::work && block.kind != BlockKind::dissipated) out.size += block.size;
  for (int repeat = 0; repeat < 3; ++repeat) {
    std::vector<double> x(static_cast<std::size_t>(out.system.layout.size), 0.0);
    for (int i = 0; i < out.size; ++i) x[i] = number(generator);
    for (const Block& block : out.system.layout.blocks)
      if (block.kind == BlockKind::rotation || block.kind == BlockKind::attitude) {
        x[block.offset] += 1.5;  // less than half a turn from rest
        double square = 0;
        for (int i = 0; i < 4; ++i) square += x[block.offset + i] * x[block.offset + i];
        for (int i = 0; i < 4; ++i) x[block.offset + i] /= std::sqrt(square);
      }
    out.states.push_back(std::move(x));
  }
  return out;
}

inline Case make_case(const Model& model) {
  if (!is_planar(model)) return make_space_case(model);
  if (!tree_spec(model).chords.empty()) return make_linkage_case(model);
  Case out{model, {}, 0, {}};
  out.system = derive(out.model);
  out.size = PlanarOffsets(out.system.layout).root_angle + 1;
  std::mt19937 generator(1988);
  std::uniform_real_distribution<double> angle(-3, 3), momentum(-5, 5);
  for (int repeat = 0; repeat < 3; ++repeat) {
    std::vector<double> x(static_cast<std::size_t>(out.system.layout.size), 0.0);
    for (int k = 0; k < out.system.layout.joints; ++k) x[k] = angle(generator);
    for (int i = 0; i < out.system.layout.bodies; ++i)
      x[PlanarOffsets(out.system.layout).momenta + i] = momentum(generator);
    x[PlanarOffsets(out.system.layout).root_angle] = angle(generator);
    out.states.push_back(std::move(x));
  }
  return out;
}

inline Case make_case(const Example& example) {
  return make_case(read_model({std::string(example.name), std::string(example.text)}));
}

/// A linkage with laws of all kinds and a motion at its joints.
inline Model driven_linkage() {
  Model driven = load_model("five-bar");
  driven.checked = false;
  driven.start = {};
  driven.start.guess = {named("j2", -0.3), named("j3", 2)};
  for (Joint& joint : driven.joints) joint.laws = {pd_law(3, 0.2)};
  driven.joints[0].laws.clear();
  driven.joints[0].motion = expression_number("0.1 + 0.7*sin(t)");
  driven.joints[1].laws.push_back(linearise_law(2, 0.7));
  driven.joints.back().laws.push_back(expression_law("0.3*tanh(phi_" + driven.joints[0].name.value + ")*sin(t)"));
  driven.bodies[2].torque = expression_number("0.4*sin(theta_b1 + t) - 0.2*omega_b3");
  return checked(driven);
}

/// Two bodies with torques from outside that see all that they may, and a mass centre that moves.
inline Model acted_on_from_outside() {
  Model model = load_model("two-body");
  model.checked = false;
  model.bodies[0].torque = expression_number("3*cos(2*theta_arm)*rate_elbow - 2*omega_hub + sin(t)");
  model.bodies[1].torque = number(0.75);
  model.start.drift = {number(0.5), number(-2)};
  return checked(model);
}

/// Every example but the mast, whose code of 35 000 lines is compiled in C and Fortran alone, and the tangle, which is
/// three-body with other numbers and goes with it; and a driven linkage. Where lines are sanitized a model of each kind
/// is enough.
inline std::vector<Case> all_cases() {
  std::vector<Case> out;
  for (const Example& example : examples())
    if (sanitized ? example.name == "two-body" || example.name == "rigid-body"
                  : example.name != "scissor" && example.name != "tangle")
      out.push_back(make_case(example));
  out.push_back(make_case(driven_linkage()));
  out.push_back(make_case(acted_on_from_outside()));
  Model space = load_model("tests/golden/everything_space.toml");
  space.checked = false;
  space.start = {};
  space.run.until = literal("0.5");
  space.run.step = literal("0.01");
  space.run.tolerance.reset();
  out.push_back(make_case(checked(space)));
  return out;
}

inline constexpr double moment = 0.75;

inline std::vector<double> torques_at(const System& system, const Flow& flow, const std::vector<double>& x) {
  int count = 0;
  for (int k = 0; k < system.layout.joints; ++k) count += freedom_of(system, k);
  std::vector<double> out(static_cast<std::size_t>(count));
  flow.joint_torques(moment, x.data(), out.data());
  return out;
}

/// x, y and the angle of every body, in space x, y, z and the quaternion.
inline std::vector<double> poses_at(const System& system, const Flow& flow, const std::vector<double>& x) {
  std::vector<BodyPose> poses(system.bodies.size());
  flow.pose(x.data(), poses.data());
  std::vector<double> out, c(3);
  if (flow.centre) flow.centre(moment, x.data(), c.data());
  for (const BodyPose& pose : poses)
    if (system.dimension == 2)
      out.insert(out.end(), {pose.x + c[0], pose.y + c[1], pose.angle});
    else
      out.insert(out.end(), {pose.x + c[0], pose.y + c[1], pose.z + c[2], pose.q[0], pose.q[1], pose.q[2], pose.q[3]});
  return out;
}

/// ω of every body from how its pose changes along the motion: an angle is linear in the state; in space R' Rᵀ = hat(ω)
/// by central differences.
inline std::vector<double> spins_at(const System& system, const Flow& flow, const std::vector<double>& x,
                                    const std::vector<double>& rates) {
  constexpr double h = 1e-5;
  std::vector<BodyPose> here(system.bodies.size()), ahead = here, behind = here;
  std::vector<double> forth = x, back = x, out;
  const double step = system.dimension == 2 ? 1 : h;
  for (std::size_t i = 0; i < x.size(); ++i) {
    forth[i] += step * rates[i];
    back[i] -= step * rates[i];
  }
  flow.pose(x.data(), here.data());
  flow.pose(forth.data(), ahead.data());
  flow.pose(back.data(), behind.data());
  for (std::size_t i = 0; i < here.size(); ++i) {
    if (system.dimension == 2) {
      out.push_back((ahead[i].angle - behind[i].angle) / 2);
      continue;
    }
    const auto entry = [&](int a, int b) {
      double sum = 0;
      for (int k = 0; k < 3; ++k)
        sum += (ahead[i].R[3 * a + k] - behind[i].R[3 * a + k]) / (2 * h) * here[i].R[3 * b + k];
      return sum;
    };
    out.insert(out.end(), {entry(2, 1), entry(0, 2), entry(1, 0)});
  }
  return out;
}

/// The recursion's answer; the Jacobian by central differences of order six.
inline Values recursion_at(const Case& sample, const std::vector<double>& x0) {
  Flow flow = sample.system.with_inputs(default_inputs(sample.system));
  std::vector<double> x = x0, rates(x.size());
  const auto field = [&] {
    flow.field(moment, x.data(), rates.data());
    return std::vector<double>(rates.begin(), rates.begin() + sample.size);
  };
  Values out{.field = field(), .jacobian = std::vector<double>(static_cast<std::size_t>(sample.size * sample.size))};
  out.torques = torques_at(sample.system, flow, x);
  out.poses = poses_at(sample.system, flow, x);
  std::vector<double> settled = x;  // poses are those of the state itself, rates those of prescribed motions
  if (flow.normalise) flow.normalise(moment, settled.data());
  out.omega = spins_at(sample.system, flow, settled, rates);
  out.energy = flow.kinetic(moment, x.data()) + flow.stored(moment, x.data());
  double square = 0;
  for (const Casimir& casimir : sample.system.casimirs) square += std::pow(casimir.value(x.data()), 2);
  out.momentum = sample.system.dimension == 3 ? std::sqrt(square) : sample.system.casimirs[0].value(x.data());
  // The recursion in space takes quaternions of length one for granted, as motions have them; the program does not.
  const System program = sample.system.dimension == 3 ? derive(sample.model, Engine::interpreted) : sample.system;
  flow = program.with_inputs(default_inputs(program));
  constexpr double h = 4e-3;
  for (int j = 0; j < sample.size; ++j)
    for (const auto& [step, weight] :
         {std::pair{1, 0.75}, {-1, -0.75}, {2, -0.15}, {-2, 0.15}, {3, 1.0 / 60}, {-3, -1.0 / 60}}) {
      x[j] = x0[j] + step * h;
      const std::vector<double> moved = field();
      x[j] = x0[j];
      for (int i = 0; i < sample.size; ++i) out.jacobian[i * sample.size + j] += weight * moved[i] / h;
    }
  return out;
}

inline void compare(const Case& sample, const std::vector<double>& x, const Values& generated) {
  const Values expected = recursion_at(sample, x);
  double scale = 1;
  for (const double rate : expected.field) scale = std::max(scale, std::abs(rate));
  for (int i = 0; i < sample.size; ++i)
    CHECK(generated.field[i] == Approx(expected.field[i]).margin(1e-12 * scale).epsilon(1e-12));
  const auto near = [](const std::vector<double>& a, const std::vector<double>& b, double part) {
    REQUIRE(a.size() == b.size());
    double largest = 1;
    for (const double value : b) largest = std::max(largest, std::abs(value));
    for (std::size_t i = 0; i < a.size(); ++i) CHECK(a[i] == Approx(b[i]).margin(part * largest));
  };
  near(generated.torques, expected.torques, 1e-12);
  near(generated.poses, expected.poses, 1e-12);
  near(generated.omega, expected.omega,
       sample.system.dimension == 2 ? 1e-12 : 1e-6);  // differences err by h² and ulp / h
  CHECK(generated.energy == Approx(expected.energy).epsilon(1e-12));
  CHECK(generated.momentum == Approx(expected.momentum).epsilon(1e-12).margin(1e-12));
  double steepest = 1;
  for (const double slope : expected.jacobian) steepest = std::max(steepest, std::abs(slope));
  for (std::size_t k = 0; k < expected.jacobian.size(); ++k)  // the differences err by h^6 times the seventh derivative
    CHECK(generated.jacobian[k] == Approx(expected.jacobian[k]).margin(2e-6 * steepest));
}

}  // namespace oopss
