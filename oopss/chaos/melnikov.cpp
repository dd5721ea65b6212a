// SPDX-License-Identifier: Apache-2.0
#include "oopss/chaos/melnikov.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace oopss {
namespace {

using Complex = std::complex<double>;
constexpr int samples_of_period = 256;    // of g, and places between which zeros are looked for
constexpr double phase_rounding = 1e-14;  // of a period
constexpr double flat_zero = 1e-9;        // of the largest slope: a zero as flat as that is not simple

}  // namespace

double within_period(double phase, double period) {
  const double out = phase - period * std::floor(phase / period);
  return out < period * (1 - phase_rounding) && out > period * phase_rounding ? out : 0;
}

double value(const PhaseSeries& series, double phase) {
  double out = 0;
  for (std::size_t n = 0; n < series.terms.size(); ++n)
    out += (series.terms[n] * std::polar(1.0, 2 * std::numbers::pi * static_cast<double>(n) * phase / series.period))
               .real();
  return out;
}

double slope(const PhaseSeries& series, double phase) {
  double out = 0;
  for (std::size_t n = 1; n < series.terms.size(); ++n) {
    const double frequency = 2 * std::numbers::pi * static_cast<double>(n) / series.period;
    out += (Complex(0, frequency) * series.terms[n] * std::polar(1.0, frequency * phase)).real();
  }
  return out;
}

PhaseSeries operator*(double factor, PhaseSeries series) {
  for (Complex& term : series.terms) term *= factor;
  return series;
}

std::vector<double> simple_zeros(const PhaseSeries& series) {
  std::vector<double> out;
  const double step = series.period / samples_of_period;
  double steepest = 0;
  for (int j = 0; j < samples_of_period; ++j) steepest = std::max(steepest, std::abs(slope(series, (j + 0.37) * step)));
  for (int j = 0; j < samples_of_period; ++j) {
    double low = (j - 0.63) * step, high = low + step;  // no whole part of a period is at an end
    const bool rises = value(series, low) < 0;
    if (rises == (value(series, high) < 0)) continue;
    for (int halving = 0; halving < 60; ++halving) {
      const double middle = (low + high) / 2;
      (rises == (value(series, middle) < 0) ? low : high) = middle;
    }
    const double zero = (low + high) / 2;
    if (std::abs(slope(series, zero)) > flat_zero * steepest) out.push_back(within_period(zero, series.period));
  }
  std::sort(out.begin(), out.end());
  return out;
}

double largest_phase(const PhaseSeries& series) {
  const auto size = [&](double phase) { return std::abs(value(series, phase)); };
  const double step = series.period / samples_of_period;
  int best = 0;
  for (int j = 1; j < samples_of_period; ++j)
    if (size(j * step) > size(best * step) * (1 + 1e-12)) best = j;
  double low = (best - 1) * step, high = (best + 1) * step;
  const double sign = value(series, best * step) < 0 ? -1 : 1;
  for (int halving = 0; halving < 60; ++halving) {
    const double middle = (low + high) / 2;
    (sign * slope(series, middle) > 0 ? low : high) = middle;
  }
  return within_period((low + high) / 2, series.period);
}

PhaseSeries melnikov_of_drive(const PairLoop& loop, const std::function<double(double t)>& g, double period) {
  PhaseSeries out{period, std::vector<Complex>(samples_of_period / 2)};
  std::vector<double> samples;
  for (int j = 0; j < samples_of_period; ++j) samples.push_back(g(period * j / samples_of_period));
  double largest = 0;
  for (std::size_t n = 0; n < out.terms.size(); ++n) {
    const double frequency = 2 * std::numbers::pi * static_cast<double>(n) / period;
    Complex of_g = 0;
    for (int j = 0; j < samples_of_period; ++j)
      of_g += samples[static_cast<std::size_t>(j)] *
              std::polar(1.0, -2 * std::numbers::pi * static_cast<double>(n) * j / samples_of_period);
    of_g *= (n == 0 ? 1.0 : 2.0) / samples_of_period;
    double A = 0;  // ∫ φ' cos(frequency · t) dt: φ' is even
    for (const LoopPoint& point : loop.points) A += point.rate * std::cos(frequency * point.t) * point.weight;
    out.terms[n] = A * of_g;
    largest = std::max(largest, std::abs(out.terms[n]));
  }
  while (out.terms.size() > 1 && std::abs(out.terms.back()) < 1e-16 * largest) out.terms.pop_back();
  return out;
}

RotorIntegral melnikov_of_rotor(const PairLoop& loop, const RotorPair& rotor, double omega_3) {
  RotorIntegral out{omega_3 - loop.folded_rate, {2 * std::numbers::pi, {}}};
  const auto G = [&](double omega_1, double omega_2, double phi) {
    return -omega_3 * (rotor.c_1 * omega_1 + rotor.c_2 * omega_2 * std::polar(1.0, -phi));
  };
  const Complex G_far = G(loop.folded_rate, loop.folded_rate, loop.folded_phi);
  Complex sum = 0;
  for (const LoopPoint& point : loop.points) {
    const double alpha = omega_3 * point.t - point.turned;
    sum += (out.frequency * G(point.omega_1, point.omega_2, point.phi) - (omega_3 - point.omega_1) * G_far) *
           std::polar(1.0, alpha) * point.weight;
  }
  out.M.terms = {0, Complex(0, 1) * sum};
  return out;
}

}  // namespace oopss
