// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "oopss/scalar/linear.hpp"

namespace oopss {

/// c cos ψ + s sin ψ with ψ = Σ_k winding_k φ_k.
template <Scalar T>
struct TrigTerm {
  std::vector<int> winding;
  T c = T(0), s = T(0);
};

/// A trigonometric polynomial on the torus of the angles φ.
template <Scalar T>
struct TrigPolynomial {
  T constant = T(0);
  std::vector<TrigTerm<T>> terms;
};

/// ψ of a term at φ.
template <Scalar T>
T phase(const TrigTerm<T>& term, const std::vector<T>& phi) {
  T psi = T(0);
  for (std::size_t k = 0; k < phi.size(); ++k)
    if (term.winding[k] != 0) psi = psi + T(term.winding[k]) * phi[k];
  return psi;
}

template <Scalar T>
T value(const TrigPolynomial<T>& polynomial, const std::vector<T>& phi) {
  T sum = polynomial.constant;
  for (const TrigTerm<T>& term : polynomial.terms) {
    const T psi = phase(term, phi);
    sum = sum + term.c * cos(psi) + term.s * sin(psi);
  }
  return sum;
}

template <Scalar T>
std::vector<T> gradient(const TrigPolynomial<T>& polynomial, const std::vector<T>& phi) {
  std::vector<T> g(phi.size(), T(0));
  for (const TrigTerm<T>& term : polynomial.terms) {
    const T psi = phase(term, phi);
    const T slope = term.s * cos(psi) - term.c * sin(psi);
    for (std::size_t k = 0; k < phi.size(); ++k)
      if (term.winding[k] != 0) g[k] = g[k] + T(term.winding[k]) * slope;
  }
  return g;
}

template <Scalar T>
Matrix<T> hessian(const TrigPolynomial<T>& polynomial, const std::vector<T>& phi) {
  const int n = static_cast<int>(phi.size());
  Matrix<T> H(n, n);
  for (const TrigTerm<T>& term : polynomial.terms) {
    const T psi = phase(term, phi);
    const T curvature = -(term.c * cos(psi) + term.s * sin(psi));
    for (int k = 0; k < n; ++k)
      for (int l = 0; l < n; ++l)
        if (const int w = term.winding[k] * term.winding[l]; w != 0) H(k, l) = H(k, l) + T(w) * curvature;
  }
  return H;
}

/// Value, gradient and Hessian at one shape.
template <Scalar T>
struct Expansion {
  T value = T(0);
  std::vector<T> gradient;
  Matrix<T> hessian;
};

/// w x for a whole number w; exact as often as it can be.
template <Scalar T>
T times(int w, const T& x) {
  return w == 1 ? x : w == -1 ? -x : T(w) * x;
}

/// The share of a term in all three, from the cosine and sine of its phase.
template <Scalar T>
void add_wave(const TrigTerm<T>& term, const T& cosine, const T& sine, Expansion<T>& out) {
  const int n = static_cast<int>(term.winding.size());
  const T wave = term.c * cosine + term.s * sine, slope = term.s * cosine - term.c * sine;
  out.value = out.value + wave;
  for (int k = 0; k < n; ++k) {
    if (term.winding[k] == 0) continue;
    out.gradient[k] = out.gradient[k] + times(term.winding[k], slope);
    for (int l = 0; l < n; ++l)
      if (const int w = term.winding[k] * term.winding[l]; w != 0)
        out.hessian(k, l) = out.hessian(k, l) - times(w, wave);
  }
}

/// Nothing but the constant, of n angles.
template <Scalar T>
void reset(const TrigPolynomial<T>& polynomial, int n, Expansion<T>& out) {
  out.value = polynomial.constant;
  out.gradient.assign(static_cast<std::size_t>(n), T(0));
  out.hessian.rows = out.hessian.cols = n;
  out.hessian.entries.assign(static_cast<std::size_t>(n) * static_cast<std::size_t>(n), T(0));
}

/// All three at once, in room that is there already: one sine and cosine per term.
template <Scalar T>
void expand(const TrigPolynomial<T>& polynomial, const std::vector<T>& phi, Expansion<T>& out) {
  reset(polynomial, static_cast<int>(phi.size()), out);
  for (const TrigTerm<T>& term : polynomial.terms) {
    const T psi = phase(term, phi), cosine = cos(psi), sine = sin(psi);
    add_wave(term, cosine, sine, out);
  }
}

}  // namespace oopss
