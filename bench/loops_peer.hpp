// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <functional>
#include <string>
#include <vector>

// Knows only the standard library of C++17, which is what Simbody compiles with.

namespace oopss {

/// A floating planar linkage and its start: a tree of bodies, parents first, and pins that close its loops. Vectors on
/// bodies are from their mass centres.
struct PlainLinkage {
  using Vector = std::array<double, 2>;
  struct Body {
    double m = 0, I = 0;
    int parent = -1;
    Vector at_parent{}, at_child{};  // its joint with the parent, from the parent and from itself
    double stiffness = 0, rest = 0;  // of a spring there: ½ stiffness (θ − θ_parent − rest)²
    double theta = 0, omega = 0;     // at the start
    Vector position{}, velocity{};   // of its mass centre, that of all at rest
  };
  struct Pin {
    int first = 0, second = 0;
    Vector at_first{}, at_second{};
  };
  std::vector<Body> bodies;
  std::vector<Pin> pins;
};

/// θ and ω of all bodies at the output times, and the CPU time of the run without its set-up.
struct LinkageRun {
  std::vector<std::vector<double>> theta, omega;
  double seconds = 0;
};

/// One way to run a linkage, and its settings from coarse to fine.
struct LinkageMethod {
  std::string program, name;
  std::vector<double> settings;  // lengths of steps or tolerances
  std::function<LinkageRun(double setting, const std::vector<double>& times)> run;
};

std::vector<LinkageMethod> simbody_linkage(const PlainLinkage& linkage);
std::vector<LinkageMethod> dart_linkage(const PlainLinkage& linkage);

}  // namespace oopss
