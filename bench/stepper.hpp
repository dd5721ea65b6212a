// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <vector>

#include "oopss/mechanics/jet.hpp"

namespace oopss {

/// A plain Taylor integrator to measure the coefficients with (the product's is oopss/integrate). Step size of Jorba
/// and Zou (2005): h = ρ e^{-2 - 0.7/(K-1)}, ρ the radius of convergence as the last two coefficients show it. The sums
/// x + h x_1 + … and t + h are compensated, so that only the coefficients' own rounding is left.
struct TaylorRun {
  Jet jet;
  int order;
  std::vector<double> x, lost, coefficients;
  long steps = 0;

  TaylorRun(Jet of, int order_, std::vector<double> start)
      : jet(std::move(of)),
        order(order_),
        x(std::move(start)),
        lost(x.size(), 0.0),
        coefficients(x.size() * static_cast<std::size_t>(order_ + 1)) {}

  double largest(int k) const {  // without θ_root, which turns on and on and says nothing about the shape
    double most = 0;
    for (std::size_t i = 0; i + 1 < x.size(); ++i) most = std::fmax(most, std::abs(coefficients[k * x.size() + i]));
    return most;
  }

  void run(double until) {
    const double safety = std::exp(-2 - 0.7 / (order - 1));
    double t = 0, lost_t = 0;
    for (bool last = false; !last; ++steps) {
      taylor_coefficients(jet, x.data(), order, coefficients.data());
      const double size = std::fmax(1.0, largest(0));
      const double one = std::log(size / largest(order)) / order;
      const double two = std::log(size / largest(order - 1)) / (order - 1);
      double h = std::exp(std::fmin(one, two)) * safety;
      last = !(t + h < until);
      if (last) h = until - t - lost_t;
      const std::size_t n = x.size();
      for (std::size_t i = 0; i < n; ++i) {
        double sum = coefficients[order * n + i];
        for (int k = order - 1; k >= 1; --k) sum = sum * h + coefficients[k * n + i];
        const double add = sum * h + lost[i];
        const double next = x[i] + add;
        lost[i] = add - (next - x[i]);
        x[i] = next;
      }
      const double next_t = t + (h + lost_t);
      lost_t = (h + lost_t) - (next_t - t);
      t = next_t;
    }
  }
};

}  // namespace oopss
