// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/proof/bounds.hpp"
#include "oopss/proof/shape_function.hpp"
#include "oopss/scalar/echelon.hpp"

namespace oopss {

/// L(q, λ) = f(q) + Σ_c λ_c g_c(q), whose critical points over q and λ together are those of f where g = 0, at the
/// centre of a box of q; and bounds in the box. Where f is critical in it λ has to be near that of the centre, by
/// `radii`: so the box of q has one of λ to it, and whatever is said of boxes of unknowns holds (docs/certify.md,
/// Loops). Weights y are per unknown, q then λ; any will do.
template <Scalar T>
class Lagrangian {
 public:
  explicit Lagrangian(const ShapeFunction& function)
      : n_(function.size()),
        m_(static_cast<int>(function.closure.size())),
        amended_(function.amended),
        constant_{converted<T>(function.waves.constant), {}},
        M_(converted<T>(function.M)),
        waves_(placed(function.waves)),
        stored_(placed(function.stored)),
        gradient_(static_cast<std::size_t>(size()), T(0)),
        radii_(gradient_),
        lambda_(static_cast<std::size_t>(m_)),
        y_(static_cast<std::size_t>(size())),
        pivots_(y_.size()),
        hessian_(size(), size()),
        Z_(m_, n_),
        work_(m_, m_ + 1 + n_) {
    for (const TrigPolynomial<Enclosure>& g : function.closure) {
      closure_.push_back(placed(g));
      open_.push_back(converted<T>(g.constant));
    }
  }

  int unknowns() const { return n_; }
  int loops() const { return m_ / 2; }
  int size() const { return n_ + m_; }
  const std::vector<T>& gradient() const { return gradient_; }
  const Matrix<T>& hessian() const { return hessian_; }
  /// Half widths: of the q of the box as given, of λ as they follow.
  const std::vector<T>& radii() const { return radii_; }
  /// λ at the centre.
  const std::vector<double>& multipliers() const { return lambda_; }

  /// g at the centre of a box with half widths r (their bounds), where direction(w) is the cosine and the sine of w·q:
  /// weights on g alone may be asked about then.
  template <class Direction>
  void place_closure(const Direction& direction, const T* r) {
    std::fill(radii_.begin(), radii_.end(), T(0));
    std::copy(r, r + n_, radii_.begin());
    for (int c = 0; c < m_; ++c) {
      T g = open_[c];
      for (int k = 0; k < n_; ++k) hessian_(n_ + c, k) = T(0);
      for (Wave& wave : closure_[c]) {
        place(wave, direction);
        g = g + wave.value;
        for (int k = 0; k < n_; ++k)
          if (const int w = wave.term.winding[k]; w != 0)
            hessian_(n_ + c, k) = hessian_(n_ + c, k) + times(w, wave.slope);
      }
      gradient_[n_ + c] = g;
    }
  }

  /// Then the rest. False where nothing is bounded: G = g' may lose rank in the box, or I be zero.
  template <class Direction>
  bool place_function(const Direction& direction) {
    reset(constant_, n_, values_.waves);
    for (Wave& wave : waves_) {
      const auto [c, s] = place(wave, direction);
      add_wave(wave.term, c, s, values_.waves);
    }
    if (amended_) {
      if (!surely_less(T(0), values_.waves.value)) return false;
      amend_values(M_, values_);
    } else {
      values_.function = values_.waves;
    }
    for (Wave& wave : stored_) {
      const auto [c, s] = place(wave, direction);
      add_wave(wave.term, c, s, values_.function);
    }
    if (!find_multipliers()) return false;
    put_together();
    return bound_inertia() && bound_multipliers();
  }

  T value(const double* y) const {
    T out(0);
    for (int k = 0; k < size(); ++k)
      if (y[k] != 0) out = out + as_scalar<T>(y[k]) * gradient_[k];
    return out;
  }
  /// (y·L'')_l
  T slope(const double* y, int l) const {
    T out(0);
    for (int k = 0; k < size(); ++k)
      if (y[k] != 0) out = out + as_scalar<T>(y[k]) * hessian_(k, l);
    return out;
  }
  /// How far y·L' can be from its value at the centre in the box.
  T reach(const double* y) const {
    T out = curvature_bound(y) / T(2);
    for (int l = 0; l < size(); ++l) out = out + bound(slope(y, l)) * radii_[l];
    return out;
  }

  /// A bound of |D²(y·L')[x, x′]| for all x, x′ within the radii, in the box: docs/certify.md (3).
  T curvature_bound(const double* y) const {
    T out = std::any_of(y, y + n_, [](double x) { return x != 0; }) ? function_bound(y) : T(0);
    for (int c = 0; c < m_; ++c) {
      const T& e = radii_[n_ + c];
      const T most = bound(as_scalar<T>(lambda_[c])) + e, own = bound(as_scalar<T>(y[n_ + c]));
      for (const Wave& wave : closure_[c]) {
        const T turned = bound(turn(wave, y));
        out = out + wave.rho * wave.width * ((most * turned + own) * wave.width + T(2) * e * turned);
      }
    }
    return out;
  }

  /// Weights that make the most of the gap of a loop, once g is placed; and of the slope of f along {g = 0}, with so
  /// much of the gaps as leaves y·L'' nothing across.
  const double* gap_weights(int loop) {
    std::fill(y_.begin(), y_.end(), 0.0);
    for (int c = 2 * loop; c < 2 * loop + 2; ++c) y_[n_ + c] = nearest(gradient_[n_ + c]);
    return scaled();
  }
  const double* slope_weights() {
    std::fill(y_.begin(), y_.end(), 0.0);
    for (int k = 0; k < n_; ++k) y_[k] = nearest(gradient_[k]);
    for (int c = 0; c < m_; ++c)
      for (int l = 0; l < n_; ++l) {
        double along = 0;
        for (int k = 0; k < n_; ++k) along += nearest(hessian_(l, k)) * y_[k];
        y_[n_ + c] -= Z_(c, l) * along;
      }
    return scaled();
  }

 private:
  /// c cos ψ + s sin ψ, ψ = w·q: at the centre with its slope in ψ; |w|·r.
  struct Wave {
    TrigTerm<T> term;
    T rho, value = T(0), slope = T(0), width = T(0);
  };

  static std::vector<Wave> placed(const TrigPolynomial<Enclosure>& waves) {
    std::vector<Wave> out;
    for (const TrigTerm<Enclosure>& term : waves.terms)
      out.push_back({{term.winding, converted<T>(term.c), converted<T>(term.s)},
                     bound(converted<T>(Enclosure(amplitude(term))))});
    return out;
  }

  template <class Direction>
  std::array<T, 2> place(Wave& wave, const Direction& direction) {
    std::array<T, 2> turned = direction(wave.term.winding);
    const auto& [c, s] = turned;
    wave.value = wave.term.c * c + wave.term.s * s;
    wave.slope = wave.term.s * c - wave.term.c * s;
    wave.width = T(0);
    for (int k = 0; k < n_; ++k)
      if (const int w = wave.term.winding[k]; w != 0) wave.width = wave.width + times(std::abs(w), radii_[k]);
    return turned;
  }

  T turn(const Wave& wave, const double* y) const {
    T out(0);
    for (int k = 0; k < n_; ++k)
      if (const int w = wave.term.winding[k]; w != 0) out = out + times(w, as_scalar<T>(y[k]));
    return out;
  }

  /// λ near −(G Gᵀ)⁻¹ G f' and Z near (G Gᵀ)⁻¹ G; false if G looks short of rank.
  bool find_multipliers() {
    double largest = 0;
    for (int c = 0; c < m_; ++c) {
      for (int k = 0; k < n_; ++k) work_(c, m_ + 1 + k) = nearest(hessian_(n_ + c, k));
      work_(c, m_) = 0;
      for (int k = 0; k < n_; ++k) work_(c, m_) -= work_(c, m_ + 1 + k) * nearest(values_.function.gradient[k]);
    }
    for (int c = 0; c < m_; ++c)
      for (int d = 0; d < m_; ++d) {
        work_(c, d) = 0;
        for (int k = 0; k < n_; ++k) work_(c, d) += work_(c, m_ + 1 + k) * work_(d, m_ + 1 + k);
        largest = std::max(largest, std::abs(work_(c, d)));
      }
    const auto entry = [&](int i, int j) -> double& { return work_(i, j); };
    const auto regular = [&](double pivot) { return std::abs(pivot) > 1e-9 * largest; };
    if (echelon(
            m_, m_, work_.cols, entry, regular, [](double x) { return x; }, pivots_.data()) < m_)
      return false;
    for (int c = 0; c < m_; ++c) {
      lambda_[c] = work_(c, m_);
      for (int k = 0; k < n_; ++k) Z_(c, k) = work_(c, m_ + 1 + k);
    }
    return true;
  }

  /// L' and L'' from f, g and λ; what g alone gives is there.
  void put_together() {
    for (int k = 0; k < n_; ++k) {
      gradient_[k] = values_.function.gradient[k];
      for (int l = 0; l < n_; ++l) hessian_(k, l) = values_.function.hessian(k, l);
    }
    for (int c = 0; c < m_; ++c) {
      const T lambda = as_scalar<T>(lambda_[c]);
      for (int k = 0; k < n_; ++k) {
        hessian_(k, n_ + c) = hessian_(n_ + c, k);
        gradient_[k] = gradient_[k] + lambda * hessian_(n_ + c, k);
      }
      for (const Wave& wave : closure_[c]) {
        const T curvature = lambda * wave.value;
        for (int k = 0; k < n_; ++k)
          for (int l = 0; l < n_; ++l)
            if (const int w = wave.term.winding[k] * wave.term.winding[l]; w != 0)
              hessian_(k, l) = hessian_(k, l) - times(w, curvature);
      }
    }
  }

  /// I is positive in the box; docs/certify.md (2).
  bool bound_inertia() {
    if (!amended_) return true;
    B_ = moved_ = T(0);
    for (const Wave& wave : waves_) B_ = B_ + wave.rho * wave.width * wave.width;
    for (int k = 0; k < n_; ++k) moved_ = moved_ + bound(values_.waves.gradient[k]) * radii_[k];
    least_ = values_.waves.value - moved_ - B_ / T(2);
    return surely_less(as_scalar<T>(0x1p-100), least_);  // whose square is no zero either
  }

  /// Where f is critical in the box, (1 + Δ)(λ − λ_c) = −Zᵀ(f' + Gᵀλ_c) with Δ = (G Z)ᵀ − 1: |λ − λ_c| is at most the
  /// largest |Zᵀ(f' + Gᵀλ_c)| over 1 − |Δ|.
  bool bound_multipliers() {
    T most(0), stray(0);
    for (int a = 0; a < m_; ++a) {
      std::fill(y_.begin(), y_.end(), 0.0);
      for (int k = 0; k < n_; ++k) y_[k] = Z_(a, k);
      T defect(0);
      for (int c = 0; c < m_; ++c) {
        defect = defect + bound(slope(y_.data(), n_ + c) - T(a == c ? 1 : 0));
        for (const Wave& wave : closure_[c]) defect = defect + wave.rho * wave.width * bound(turn(wave, y_.data()));
      }
      most = larger(most, bound(value(y_.data())) + reach(y_.data()));
      stray = larger(stray, defect);
    }
    const T left = T(1) - stray;
    if (!surely_less(T(0), left)) return false;
    const T e = bound(most / left);
    std::fill(radii_.begin() + n_, radii_.end(), e);
    return true;
  }

  /// Of f alone.
  T function_bound(const double* y) const {
    T C(0), out(0);
    for (const Wave& wave : waves_) C = C + wave.rho * wave.width * wave.width * bound(turn(wave, y));
    if (!amended_) return C;
    T along(0), steep(0);
    for (int l = 0; l < n_; ++l) {
      T bent(0);
      for (int k = 0; k < n_; ++k)
        if (y[k] != 0) bent = bent + as_scalar<T>(y[k]) * values_.waves.hessian(k, l);
      along = along + as_scalar<T>(y[l]) * values_.waves.gradient[l];
      steep = steep + bound(bent) * radii_[l];
    }
    out = amended_curvature(M_, least_, moved_, B_, C, bound(along), steep);
    for (const Wave& wave : stored_) out = out + wave.rho * wave.width * wave.width * bound(turn(wave, y));
    return out;
  }

  const double* scaled() {
    double largest = 0;
    for (const double x : y_) largest = std::max(largest, std::abs(x));
    if (largest > 0)
      for (double& x : y_) x /= largest;
    return y_.data();
  }

  int n_, m_;
  bool amended_;
  TrigPolynomial<T> constant_;  // of the waves
  T M_;
  std::vector<Wave> waves_, stored_;
  std::vector<std::vector<Wave>> closure_;
  std::vector<T> open_;  // the constants of g
  // at the centre of the box
  ShapeValues<T> values_;
  std::vector<T> gradient_, radii_;
  std::vector<double> lambda_, y_;
  std::vector<int> pivots_;
  Matrix<T> hessian_;
  Matrix<double> Z_, work_;
  T B_ = T(0), moved_ = T(0), least_ = T(0);
};

}  // namespace oopss
