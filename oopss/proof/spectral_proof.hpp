// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/proof/certificate.hpp"
#include "oopss/system/planar_shape.hpp"

namespace oopss {

/// The joint angles of a certified root, whose box at ± unique / 2^shrink they enclose.
std::vector<Enclosure> enclosed_shape(const ExactLandscape& landscape, const CertifiedRoot& root);

/// V_μ + U at the shapes that φ encloses.
Expansion<Enclosure> enclosed_energy(const ExactLandscape& landscape, const std::vector<Enclosure>& phi);

/// A narrower enclosure of the critical point of E = V_μ + U, or I_lock without springs, that is enclosed by φ, by one
/// step of Krawczyk: with c the middle of φ and Y near the inverse of E'' there, it lies in
///   c − Y E'(c) + (1 − Y E''(φ)) (φ − c)
/// too. φ as it is if E'' looks singular.
std::vector<Enclosure> tightened(const ExactLandscape& landscape, const std::vector<Enclosure>& phi);

/// det(M_s λ² + μ_s G λ + Hess(V_μ + U)) for all shapes that φ encloses, as a polynomial in s = λ². Without springs
/// eigenvalues are proportional to the momentum, which may be any then.
std::vector<Enclosure> characteristic_polynomial(const ExactLandscape& landscape, const std::vector<Enclosure>& phi);

/// The number of pairs ±iω in the spectrum of the motion without dampers about a relative equilibrium that φ encloses,
/// if it is proved that all eigenvalues are simple and none is zero. Where it is less than the number of joints, an
/// eigenvalue has positive real part: for each λ there is −λ, so that s = λ² is negative or one of its roots has.
std::optional<int> imaginary_pairs(const ExactLandscape& landscape, const std::vector<Enclosure>& phi);
/// At a root of a certificate that holds, its enclosure narrowed where that is needed.
std::optional<int> imaginary_pairs(const ExactLandscape& landscape, const CertifiedRoot& root);

}  // namespace oopss
