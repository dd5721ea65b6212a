// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numbers>
#include <numeric>

#include "oopss/proof/certify.hpp"
#include "oopss/proof/certify_kernel.hpp"
#include "oopss/proof/verify.hpp"

namespace oopss {

constexpr double turn_radians = 2 * std::numbers::pi;

/// Near enough, in the units of a certificate.
inline std::int64_t units_of(double radians) {
  return static_cast<std::int64_t>(std::llround(std::ldexp(radians / turn_radians, turn_bits)));
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
  long boxes = 0, undecided = 0, work = 0;
};

/// The search with the formulas of a kernel, for a fixed number of bodies.
template <class Kernel>
class BoxSearch final : public CertifySearch::Work {
 public:
  BoxSearch(const ExactLandscape& landscape, ShapeFunction function, const CertifyLimits& limits);
  bool step() override;
  double done() const override { return done_; }
  std::vector<UndecidedBox> undecided_boxes() const override;
  Certificate certificate() const override;

 private:
  static constexpr int N = Kernel::size;
  using Box = SearchBox<N>;

  std::int64_t half(const Box& box, int k) const { return function_.span[k].half >> box.depth[k]; }
  std::int64_t distance(int k, std::int64_t a, std::int64_t b) const {
    return function_.span[k].circle ? distance_on_circle(a, b) : std::abs(a - b);
  }
  Box box_around(const double* theta) const;
  void settle(const Box& box, char letter);
  void cut(const Box& box, int k);
  char letter_of(const Box& box, int& cut);
  bool inside_a_root_box(const Box& box) const;
  bool find_root(const Box& from);
  void add_root(const double* theta);
  void add_degenerate_roots();
  std::vector<std::int64_t> shape_of_uniqueness(const double* theta) const;

  CertifyLimits limits_;
  ShapeFunction function_;
  Kernel kernel_;
  int n_;
  bool mirrored_;
  Certificate certificate_;
  std::vector<Box> stack_, undecided_boxes_;
  std::vector<std::vector<std::int64_t>> refused_;           // roots without a proof: not tried again
  std::array<std::array<double, 2>, N * turn_bits> turn_{};  // per unknown and depth: cos and sin of the half width
  double done_ = 0;
};

/// The search where there are loops.
std::unique_ptr<CertifySearch::Work> closed_work(const ExactLandscape& landscape, const CertifyLimits& limits);

}  // namespace oopss
