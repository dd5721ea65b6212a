// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <complex>
#include <optional>
#include <string>
#include <vector>

#include "oopss/mechanics/torque.hpp"
#include "tests/mechanics/bodies.hpp"

namespace oopss {

/// Numbers of an independent program in 25-digit arithmetic, rounded to double: tests/golden/planar.json.
struct GoldenState {
  std::vector<double> theta, omega, phi, mu;
  double H = 0, mu_s = 0;
  std::vector<Vec2<double>> positions;  // of the mass centres; only of the final state
};

struct GoldenEquilibrium {
  std::vector<double> phi;
  double I_lock = 0;
  int index = 0;                               // negative directions of V_μ
  std::vector<std::complex<double>> spectrum;  // on the leaf, for μ_s = 1; ten digits
};

struct GoldenTwoBodies {
  double I1 = 0, I2 = 0, eps_d1_d2 = 0, H_min = 0, H_homoclinic = 0, period = 0, frequency = 0, growth = 0;
};

/// Torques that give φ'' = v at the initial state.
struct GoldenLinearisation {
  std::vector<double> v, torque;
};

/// Start data from shape, momentum, energy and the direction of the joint rates: two roots.
struct GoldenStart {
  std::vector<double> phi, direction;
  double mu_s = 0, H = 0, H_lowest = 0;
  std::vector<std::vector<double>> mu;
};

struct GoldenCase {
  std::string id;
  Bodies<double> bodies;  // numbered as in the papers: joint k hangs body k + 1 on an earlier one
  std::vector<Spring<double>> springs;
  double until = 0;
  GoldenState initial, final;
  std::vector<GoldenEquilibrium> equilibria;
  std::optional<GoldenTwoBodies> two_bodies;
  std::optional<GoldenLinearisation> linearisation;
  std::optional<GoldenStart> start;
};

const std::vector<GoldenCase>& golden_planar();

/// A closed loop of the shape and how far body 1 has turned after it: tests/golden/orbits.json. Either a motion by
/// itself, from φ and μ, or one with all joints prescribed: per joint an expression in t.
struct GoldenPhase {
  std::string id;
  Bodies<double> bodies;
  double mu_s = 0, period = 0;
  std::vector<double> phi, mu;
  std::vector<std::string> motion;
  double total = 0, dynamic = 0, geometric = 0;
};
std::vector<GoldenPhase> golden_phases();

/// Closed orbits of the family born at the equilibrium of least energy, and what happens along it: the same file.
struct GoldenFamily {
  std::string id, name;
  Bodies<double> bodies;
  double mu_s = 0, frequency = 0, least_energy = 0;
  int mode = 0;
  struct Member {
    double energy = 0, period = 0;
    std::vector<double> phi, mu;
    double total = 0, dynamic = 0, geometric = 0;
    std::vector<std::complex<double>> multipliers;
  };
  std::vector<Member> members;
  struct Event {
    std::string kind;
    double energy = 0, period = 0;
  };
  std::vector<Event> events;
};
std::vector<GoldenFamily> golden_families();

/// The mechanical connection at a shape: the same file, as all that follows.
struct GoldenCurvature {
  std::string id;
  Bodies<double> bodies;
  std::vector<double> phi, A;
  double I_lock = 0;
  std::vector<std::vector<double>> F, M_s;
};
std::vector<GoldenCurvature> golden_curvatures();

/// The loop of least effort that turns body 1 by an angle without momentum, and a shape on it.
struct GoldenPlan {
  std::string id;
  Bodies<double> bodies;
  double degrees = 0, effort = 0, length = 0, multiplier = 0;
  bool free_base = false;
  std::vector<double> phi;
};
std::vector<GoldenPlan> golden_plans();

/// A joint of two bodies turned once around without momentum.
struct GoldenFullTurn {
  Bodies<double> bodies;
  double first = 0, second = 0;  // what each body turns by
};
std::vector<GoldenFullTurn> golden_full_turns();

/// Returns of a motion of three bodies to φ = 0 of its first joint, in one sense: tests/golden/chaos.json.
struct GoldenSection {
  std::string id;
  Bodies<double> bodies;
  GoldenState initial;
  int direction = 1;
  struct Return {
    double t = 0, phi_3 = 0, pi_3 = 0, pi_2 = 0;
  };
  std::vector<Return> returns;
  double error = 0;
};
std::vector<GoldenSection> golden_sections();

/// Finite-time exponents of a motion, over starts near each other, and the course of the largest: the same file.
struct GoldenExponents {
  std::string id;
  Bodies<double> bodies;
  GoldenState initial;
  double until = 0;
  std::vector<double> mean, spread;
  struct Course {
    double t = 0, mean = 0, spread = 0;
  };
  std::vector<Course> largest;
};
std::vector<GoldenExponents> golden_exponents();

}  // namespace oopss
