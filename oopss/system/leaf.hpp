// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

namespace oopss {

/// A leaf of one shape coordinate θ: H + U = ½ M θ'² + W(θ) with W = V_μ + U, drawn over (θ, ν), ν = ν₀ + M θ'. The
/// functions keep scratch space, so one serves one thread.
struct Leaf {
  double momentum = 0;                                          // total
  bool circle = true;                                           // θ and θ + 2π are the same shape
  std::function<double(double theta)> mass;                     // M
  std::function<std::array<double, 3>(double theta)> energy;    // W, W', W''
  std::function<double(double theta)> nu_at_rest;               // ν₀
  std::function<double(double end, double theta)> drop;         // W(end) − W(θ) without cancellation; may be empty
  std::function<std::vector<double>(double theta)> shape = {};  // angles of all joints; empty: θ is the only one
  int joint = 0;                  // the joint whose angle θ is, but for whole turns; −1: of none
  std::string meaning = {};       // θ in words; empty: the angle of that joint
  std::string component = {};     // which of the pieces of the space of shapes, in words; empty: there is one
  std::vector<Leaf> others = {};  // of this momentum, on the other pieces
};

/// Why there is no leaf of one coordinate, in words.
struct NoLeaf : std::domain_error {
  using std::domain_error::domain_error;
};

}  // namespace oopss
