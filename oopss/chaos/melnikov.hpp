// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <complex>
#include <functional>
#include <vector>

#include "oopss/system/pair_loop.hpp"

namespace oopss {

/// A phase from 0 to before one period; what is 0 but for rounding is 0.
double within_period(double phase, double period);

/// A real function of a phase: Re Σ_n terms[n] exp(2πi n phase / period).
struct PhaseSeries {
  double period = 0;
  std::vector<std::complex<double>> terms;
};
double value(const PhaseSeries& series, double phase);
double slope(const PhaseSeries& series, double phase);
PhaseSeries operator*(double factor, PhaseSeries series);

/// Where it is zero and its slope is not, from 0 to before one period.
std::vector<double> simple_zeros(const PhaseSeries& series);

/// The phase from 0 to before one period where it is largest in size.
double largest_phase(const PhaseSeries& series);

/// The Melnikov function of a pair with a torque g(t) of a period that turns φ up, per unit of g (docs/math.md,
/// Splitting): M(t_0) = ∫ φ'(t) g(t + t_0) dt. On the plane t = t_0 the energies of the unstable and the stable
/// manifold differ by size · M(t_0) to first order, and their ν at the stretched shape by that over φ' there.
PhaseSeries melnikov_of_drive(const PairLoop& loop, const std::function<double(double t)>& g, double period);

/// Of a pair whose third body becomes a free rotor that turns at ω_3: M(ψ) = Re(C exp iψ),
///   C = i ∫ (Ω G − (ω_3 − ω_1) G_∞) exp iα dt,   α' = ω_3 − ω_1,   Ω = ω_3 − ω_f,
///   G = −ω_3 (c_1 ω_1 + c_2 ω_2 exp(−iφ)),
/// ψ at the stretched shape. There the manifolds at one energy differ in μ_3 by −size · M/Ω to first order.
struct RotorIntegral {
  double frequency = 0;  // Ω
  PhaseSeries M;
};
RotorIntegral melnikov_of_rotor(const PairLoop& loop, const RotorPair& rotor, double omega_3);

}  // namespace oopss
