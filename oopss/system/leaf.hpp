// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <functional>

namespace oopss {

/// A leaf of one shape coordinate θ: H + U = ½ M θ'² + W(θ) with W = V_μ + U, drawn over (θ, ν), ν = ν₀ + M θ'. The
/// functions keep scratch space, so one serves one thread.
struct Leaf {
  double momentum = 0;                                        // total
  bool circle = true;                                         // θ and θ + 2π are the same shape
  std::function<double(double theta)> mass;                   // M
  std::function<std::array<double, 3>(double theta)> energy;  // W, W', W''
  std::function<double(double theta)> nu_at_rest;             // ν₀
  std::function<double(double end, double theta)> drop;       // W(end) − W(θ) without cancellation; may be empty
};

}  // namespace oopss
