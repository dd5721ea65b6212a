// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <complex>

#include "oopss/analysis/critical.hpp"

namespace oopss {

/// What is known of a relative equilibrium, as a shape: rotations about it are left out of account.
///   stable             index 0, nullity 0: a strict minimum of V_μ + U, so Lyapunov stable; and a strict maximum where
///                      nothing moves but by first order, M = 0, and nothing damps
///   unstable           an eigenvalue has positive real part; odd index with nullity 0 guarantees one
///   spectrally_stable  index > 0 and the whole spectrum imaginary: nothing is proved
///   degenerate         nullity > 0 and no eigenvalue with positive real part
enum class Stability { stable, unstable, spectrally_stable, degenerate };

/// The word for it, as in the JSON documents.
const char* word(Stability stability);

/// Real parts below 1e-7 of the modulus count as zero, since rounding splits double eigenvalues by its root; and so do
/// those below 1e-12 of the largest modulus.
constexpr double spectrum_tolerance = 1e-7, spectrum_rounding = 1e-12;
/// Where curvatures count as zero, they are zero for the spectrum too: each has a double eigenvalue 0 then, which
/// rounding splits by its root, so that eigenvalues below this part of the largest modulus count as zero.
constexpr double degenerate_rounding = 1e-5;

/// Eigenvalues in a fixed order: by imaginary part, upwards, then by real part; parts below the tolerance, or below
/// `rounding` of the largest modulus and of `size`, are zero.
std::vector<std::complex<double>> ordered_spectrum(std::vector<std::complex<double>> all,
                                                   double rounding = spectrum_rounding, double size = 0);

struct StabilityReport {
  int index = 0, nullity = 0;                  // of V_μ + U; curvatures below 1e-6 of the scale count as zero
  std::vector<std::complex<double>> spectrum;  // of the flow linearised on the leaf μ_s, 2 per joint of a tree
  Stability verdict = Stability::degenerate;
  bool asymptotic = false;  // dampers bring every near shape back: all real parts are negative
};

/// At a critical point, with the finite eigenvalues λ of  M λ² + D λ + Hess(V_μ + U), of `small_motion`.
StabilityReport stability_at(const ShapeEnergy& energy, const CriticalShape& point);

/// A spectrum for people, equal up to sign said once: "±0.234i, ±0.1 ±0.2i".
std::string in_words(const std::vector<std::complex<double>>& spectrum);

}  // namespace oopss
