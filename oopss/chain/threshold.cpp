// SPDX-License-Identifier: Apache-2.0
#include "oopss/chain/threshold.hpp"

#include <algorithm>
#include <cmath>

namespace oopss {
namespace {

/// h with (A h)_j = l_j for the rods j that are in, and 0 for the others; A is tridiagonal with 1/m_j + 1/m_{j+1} on
/// its diagonal and 1/m_{j+1} beside it.
std::vector<double> solve_among(const Beads<double>& beads, const std::vector<char>& in) {
  const int n = beads.rods();
  std::vector<double> pivot(beads.l.size()), h(beads.l.size(), 0.0);
  const auto coupling = [&](int j) { return j > 0 && in[j] && in[j - 1] ? 1 / beads.m[j] : 0.0; };  // of j and j − 1
  for (int j = 0; j < n; ++j) {
    pivot[j] = 1 / beads.m[j] + 1 / beads.m[j + 1];
    h[j] = in[j] ? beads.l[j] : 0.0;
    if (coupling(j) == 0) continue;
    const double factor = coupling(j) / pivot[j - 1];
    pivot[j] -= factor * coupling(j);
    h[j] -= factor * h[j - 1];
  }
  for (int j = n - 1; j >= 0; --j) h[j] = (h[j] - (j + 1 < n ? coupling(j + 1) * h[j + 1] : 0.0)) / pivot[j];
  return h;
}

/// The rod with h = 0 along which ½ hAh − l·h falls most steeply for its length; −1 where it falls along none.
int steepest(const Beads<double>& beads, const std::vector<char>& in, const std::vector<double>& h) {
  const int n = beads.rods();
  int found = -1;
  double most = 1e-13;  // rounding of the sum below, relative to l_j
  for (int j = 0; j < n; ++j) {
    if (in[j]) continue;
    const double before = j > 0 ? h[j - 1] : 0, after = j + 1 < n ? h[j + 1] : 0;
    const double fall = 1 - (before / beads.m[j] + after / beads.m[j + 1]) / beads.l[j];
    if (fall > most) {
      most = fall;
      found = j;
    }
  }
  return found;
}

/// The h >= 0 of least ½ hAh − l·h by active sets (Lawson and Hanson, Solving Least Squares Problems, chapter 23): rods
/// come in one by one, and go out where h would be negative.
std::vector<double> least_nonnegative(const Beads<double>& beads) {
  std::vector<char> in(beads.l.size(), 0);
  std::vector<double> h(beads.l.size(), 0.0);
  double reached = 0;  // l·h = hAh, which grows until only rounding is left
  for (int next = steepest(beads, in, h); next >= 0; next = steepest(beads, in, h)) {
    std::vector<double> before = h;
    in[next] = 1;
    for (bool inside = false; !inside;) {
      const std::vector<double> wanted = solve_among(beads, in);
      double part = 1;
      for (std::size_t j = 0; j < h.size(); ++j)
        if (in[j] && wanted[j] <= 0) part = std::min(part, h[j] / (h[j] - wanted[j]));
      inside = part == 1;
      for (std::size_t j = 0; j < h.size(); ++j) {
        const bool leaves = in[j] && wanted[j] <= 0 && h[j] <= part * (h[j] - wanted[j]);
        h[j] = leaves ? 0 : h[j] + part * (wanted[j] - h[j]);
        if (leaves) in[j] = 0;
      }
    }
    const double now = dot(h, beads.l);
    if (!(now > reached)) return before;
    reached = now;
  }
  return h;
}

}  // namespace

double threshold_of_gauge(const Beads<double>& beads, const std::vector<double>& w, double momentum) {
  double sum = 0, before = 0;
  for (std::size_t n = 0; n < beads.m.size(); ++n) {
    const double g = n < w.size() ? std::abs(w[n]) / beads.l[n] : 0;
    sum += (before + g) * (before + g) / beads.m[n];
    before = g;
  }
  return momentum * momentum / 2 * sum;
}

// Negative w_j cost more than |w_j| / Σ|w|, so w >= 0; then Σ (g_{n−1} + g_n)²/m_n = gAg under l·g = 1, and the best g
// is the h of least ½ hAh − l·h over l·h.
Thresholds energy_thresholds(const Beads<double>& beads, double momentum) {
  Thresholds out;
  std::vector<double> literal(beads.l.size(), 0.0);
  literal[0] = 1;
  out.literal = threshold_of_gauge(beads, literal, momentum);
  const std::vector<double> h = least_nonnegative(beads);
  const double scale = dot(h, beads.l);
  for (std::size_t j = 0; j < h.size(); ++j) out.gauge.push_back(h[j] * beads.l[j] / scale);
  out.best = threshold_of_gauge(beads, out.gauge, momentum);
  return out;
}

}  // namespace oopss
