// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "oopss/analysis/certificate.hpp"
#include "oopss/system/shape_energy.hpp"

namespace oopss {

/// The joint angles of a certified root, whose box at ± unique / 2^shrink they enclose.
std::vector<Enclosure> enclosed_shape(const Topology& at, const Certificate& in, const CertifiedRoot& root);

/// A narrower enclosure of the critical point of I_lock that is enclosed by φ, by one step of Krawczyk: with c the
/// middle of φ and Y near the inverse of I'' there, it lies in
///   c − Y I'(c) + (1 − Y I''(φ)) (φ − c)
/// too. φ as it is if I'' looks singular.
std::vector<Enclosure> tightened(const TrigPolynomial<Enclosure>& I_lock, const std::vector<Enclosure>& phi);

/// det(M_s λ² + G λ + Hess V_μ) for all shapes that φ encloses, as a polynomial in s = λ²; the momentum is 1, since
/// eigenvalues are proportional to it.
std::vector<Enclosure> characteristic_polynomial(const Topology& at, const PairConstants<Enclosure>& of,
                                                 const std::vector<Enclosure>& phi);

/// The number of pairs ±iω in the spectrum of the free motion about a relative equilibrium that φ encloses, if it is
/// proved that all eigenvalues are simple and none is zero. Where it is less than the number of joints, an eigenvalue
/// has positive real part: for each λ there is −λ, so that s = λ² is negative or one of its roots has.
std::optional<int> imaginary_pairs(const Topology& at, const PairConstants<Enclosure>& of,
                                   const std::vector<Enclosure>& phi);
/// At a root of a certificate that holds, its enclosure narrowed where that is needed.
std::optional<int> imaginary_pairs(const Topology& at, const PairConstants<Enclosure>& of, const Certificate& in,
                                   const CertifiedRoot& root);

}  // namespace oopss
