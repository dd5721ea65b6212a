// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <arb.h>

#include <utility>

#include "oopss/scalar/scalar.hpp"

namespace oopss {

/// A real number in a ball of Arb: a midpoint of `bits` bits and a radius that every operation keeps a bound. A judge
/// of our own enclosures; whoever includes this links Arb.
class Ball {
 public:
  static constexpr slong bits = 128;

  Ball() { arb_init(x_); }
  Ball(int value) : Ball() { arb_set_si(x_, value); }    // NOLINT
  Ball(double value) : Ball() { arb_set_d(x_, value); }  // NOLINT; exact
  Ball(const Ball& other) : Ball() { arb_set(x_, other.x_); }
  Ball(Ball&& other) noexcept : Ball() { arb_swap(x_, other.x_); }
  Ball& operator=(Ball other) noexcept {
    arb_swap(x_, other.x_);
    return *this;
  }
  ~Ball() { arb_clear(x_); }

  friend Ball operator+(const Ball& a, const Ball& b) { return made(arb_add, a, b); }
  friend Ball operator-(const Ball& a, const Ball& b) { return made(arb_sub, a, b); }
  friend Ball operator*(const Ball& a, const Ball& b) { return made(arb_mul, a, b); }
  friend Ball operator/(const Ball& a, const Ball& b) { return made(arb_div, a, b); }
  friend Ball operator-(const Ball& a) {
    Ball out;
    arb_neg(out.x_, a.x_);
    return out;
  }
  friend Ball sin(const Ball& a) { return made(arb_sin, a); }
  friend Ball cos(const Ball& a) { return made(arb_cos, a); }
  friend Ball sqrt(const Ball& a) { return made(arb_sqrt, a); }

  /// Whether some number is in both.
  friend bool overlap(const Ball& a, const Ball& b) { return arb_overlaps(a.x_, b.x_) != 0; }
  /// An upper bound of the radius.
  double radius() const { return mag_get_d(arb_radref(x_)); }
  double middle() const { return arf_get_d(arb_midref(x_), ARF_RND_NEAR); }

 private:
  template <class Operation, class... Arguments>
  static Ball made(Operation operation, const Arguments&... arguments) {
    Ball out;
    operation(out.x_, arguments.x_..., bits);
    return out;
  }
  arb_t x_;
};

}  // namespace oopss
