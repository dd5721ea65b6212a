// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "oopss/integrate/waypoint.hpp"

namespace oopss {

struct Dop853;

/// A motion with its derivative s by a number q on which rates and start depend: x' = f, s' = (∂f/∂x) s + ∂f/∂q, which
/// `variation` gives (RateVariation). By dop853, errors of a step at rounding level, whatever method a run beside it
/// has. Kept true: inside, s stands in units of its own size, so that its errors are judged as those of the state are.
class Sensitivity {
 public:
  using Variation = decltype(Flow::tangent);
  Sensitivity(const Flow& flow, Variation variation, const Layout& layout, double t, const std::vector<double>& x,
              const std::vector<double>& slopes);
  Sensitivity(Sensitivity&& other) noexcept;
  ~Sensitivity();

  /// Goes on to a time that lies ahead, or behind in a run backwards.
  Outcome advance_to(double t);

  double t() const;
  const std::vector<double>& x() const { return x_; }
  const std::vector<double>& slopes() const { return slopes_; }            // s
  const std::vector<double>& rate_slopes() const { return rate_slopes_; }  // s'

 private:
  void take();
  double size_of_slopes() const;
  void choose_unit();

  Layout layout_;
  Flow::Rates field_;
  Variation variation_;
  double unit_ = 1;  // of s in the stepper
  std::vector<double> x_, slopes_, rate_slopes_;
  std::unique_ptr<Dop853> stepper_;
};

}  // namespace oopss
