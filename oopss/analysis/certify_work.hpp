// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numbers>
#include <numeric>

#include "oopss/analysis/certify.hpp"
#include "oopss/analysis/certify_kernel.hpp"
#include "oopss/analysis/verify.hpp"

namespace oopss {

constexpr double turn_radians = 2 * std::numbers::pi;

/// A part of a turn, near enough, in the units of a certificate.
inline std::int64_t units_of(double radians) {
  const double parts = radians / turn_radians - std::floor(radians / turn_radians);
  return static_cast<std::int64_t>(std::llround(std::ldexp(parts, turn_bits))) % whole_turn;
}
inline double radians_of(std::int64_t units) {
  return std::ldexp(static_cast<double>(units), -turn_bits) * turn_radians;
}

/// Along the circle.
inline std::int64_t distance_on_circle(std::int64_t a, std::int64_t b) {
  const std::int64_t d = (a - b) & (whole_turn - 1);
  return std::min(d, whole_turn - d);
}

/// What a search does, whatever the number of bodies.
class CertifySearch::Work {
 public:
  virtual ~Work() = default;
  virtual bool step() = 0;
  virtual double done() const = 0;
  virtual std::vector<UndecidedBox> undecided_boxes() const = 0;
  virtual Certificate certificate() const = 0;
  long boxes = 0, undecided = 0;
};

/// The search over N bodies.
template <int N>
class TorusSearch final : public CertifySearch::Work {
 public:
  TorusSearch(const PairConstants<Enclosure>& of, const CertifyLimits& limits);
  bool step() override;
  double done() const override { return done_; }
  std::vector<UndecidedBox> undecided_boxes() const override;
  Certificate certificate() const override;

 private:
  void settle(const TorusBox<N>& box, char letter);
  char letter_of(const TorusBox<N>& box, int& cut);
  bool excluded(const double* y, const CentreValues<N>& at, const double* r) const;
  bool inside_a_root_box(const TorusBox<N>& box) const;
  bool find_root(const TorusBox<N>& from);
  void add_root(const double* theta);
  void add_degenerate_roots();
  std::vector<std::int64_t> shape_of_uniqueness(const double* theta) const;

  const PairConstants<Enclosure>& of_;
  CertifyLimits limits_;
  TorusFunction<N> F_;
  bool aligned_;
  Certificate certificate_;
  std::vector<int> free_;
  std::vector<TorusBox<N>> stack_, undecided_boxes_;
  std::vector<std::vector<std::int64_t>> refused_;  // roots without a proof: not tried again
  std::vector<char> place_;                         // the letter of a body, free ones first
  std::array<std::array<double, 2>, 64> turn_{};    // cos and sin of 2π/2^k
  double done_ = 0;
};

}  // namespace oopss
