// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/proof/certify_roots.hpp"

namespace oopss {

template <class Kernel>
BoxSearch<Kernel>::BoxSearch(const ExactLandscape& landscape, ShapeFunction function, const CertifyLimits& limits)
    : limits_(limits),
      function_(std::move(function)),
      kernel_(function_),
      n_(function_.size()),
      mirrored_(is_mirrored(landscape)) {
  certificate_.fixed = fixed_in_place(landscape);
  if (by_joints(landscape)) certificate_.range = function_.span;
  const auto direction = [](const mpq_class& part) {
    const auto [c, s] = cos_and_sin_of_turn(part);
    return std::array{mpq_class((c.lo + c.hi) / 2).get_d(), mpq_class((s.lo + s.hi) / 2).get_d()};
  };
  for (int k = 0; k < n_; ++k)
    for (int depth = 0; depth < turn_bits; ++depth)
      turn_[k * turn_bits + depth] = k > 0 && function_.span[k].half == function_.span[k - 1].half
                                         ? turn_[(k - 1) * turn_bits + depth]
                                         : direction(part_of_turn(function_.span[k].half >> depth));
  Box whole{};
  for (int k = 0; k < N; ++k) {
    whole.centre[k] = k < n_ ? function_.span[k].centre : 0;
    const auto [c, s] = direction(part_of_turn(whole.centre[k]));
    whole.c[k] = c;
    whole.s[k] = s;
  }
  stack_.reserve(static_cast<std::size_t>(N * turn_bits));
  stack_.push_back(whole);
  if (mirrored_ && !function_.closed()) add_degenerate_roots();
}

template <class Kernel>
bool BoxSearch<Kernel>::inside_a_root_box(const Box& box) const {
  return std::any_of(certificate_.roots.begin(), certificate_.roots.end(), [&](const CertifiedRoot& root) {
    for (int k = 0; k < n_; ++k)
      if (distance(k, box.centre[k], root.centre[k]) + half(box, k) > root.unique[k]) return false;
    return true;
  });
}

/// The letter of a box; 0 if it is to be cut, across `cut`.
template <class Kernel>
char BoxSearch<Kernel>::letter_of(const Box& box, int& cut) {
  const int n = std::min(n_, N - 1);  // as it is: for the compiler
  const int all = Kernel::closed ? kernel_.n : n;
  double r[N] = {};
  for (int k = 0; k < n; ++k) r[k] = radians_of(half(box, k)) * (1 + 0x1p-50);
  const auto values = kernel_.values(box, r);
  if (const char letter = kernel_.equation_without_root(values, r); letter != 0) return letter;
  if (inside_a_root_box(box)) return '.';
  double Y[N][N];
  if (invert(values.H, all, Y)) {
    bool near = true;
    for (int k = 0; k < n; ++k) {
      double y[N] = {}, largest = 0, step = 0;
      for (int j = 0; j < all; ++j) largest = std::fmax(largest, std::abs(Y[k][j]));
      for (int j = 0; j < all; ++j) {
        y[j] = Y[k][j] / largest;
        step += Y[k][j] * values.g[j];
      }
      if (keeps_sign(kernel_, values, y, r)) return static_cast<char>('0' + k);
      if (std::abs(step) > 1.5 * r[k]) near = false;
    }
    if (near && find_root(box) && inside_a_root_box(box)) return '.';
  }
  cut = -1;
  double most = -1;
  for (int k = 0; k < n; ++k)
    if (const double part = kernel_.part_of_width(values, k, r);
        half(box, k) > whole_turn >> (limits_.depth + 1) && part > most) {
      most = part;
      cut = k;
    }
  return cut < 0 ? '?' : 0;
}

template <class Kernel>
void BoxSearch<Kernel>::settle(const Box& box, char letter) {
  certificate_.cover += letter;
  done_ += std::ldexp(1.0, -std::accumulate(box.depth, box.depth + n_, 0));
  if (letter == '?' && undecided++ < limits_.undecided) undecided_boxes_.push_back(box);
}

template <class Kernel>
void BoxSearch<Kernel>::cut(const Box& box, int k) {
  certificate_.cover += static_cast<char>('A' + k);
  Box lower = box, upper = box;
  ++lower.depth[k];
  ++upper.depth[k];
  const std::int64_t move = half(lower, k);
  const auto [c, s] = turn_[k * turn_bits + lower.depth[k]];
  lower.c[k] = box.c[k] * c + box.s[k] * s;
  lower.s[k] = box.s[k] * c - box.c[k] * s;
  upper.c[k] = box.c[k] * c - box.s[k] * s;
  upper.s[k] = box.s[k] * c + box.c[k] * s;
  lower.centre[k] -= move;
  upper.centre[k] += move;
  stack_.push_back(upper);
  stack_.push_back(lower);
}

template <class Kernel>
bool BoxSearch<Kernel>::step() {
  for (const long end = work + 4096; work < end && !stack_.empty(); ++work) {
    const Box box = stack_.back();
    stack_.pop_back();
    ++boxes;
    const bool image = mirrored_ && certificate_.cover.size() > 1 && stack_.empty() &&
                       box.depth[certificate_.cover[0] - 'A'] == 1 &&
                       std::accumulate(box.depth, box.depth + n_, 0) == 1;
    int across = 0;
    const char letter = image ? '~' : undecided >= limits_.undecided ? '?' : letter_of(box, across);
    if (letter != 0)
      settle(box, letter);
    else
      cut(box, across);
  }
  return !stack_.empty();
}

template <class Kernel>
std::vector<UndecidedBox> BoxSearch<Kernel>::undecided_boxes() const {
  std::vector<UndecidedBox> out;
  for (const Box& box : undecided_boxes_) {
    UndecidedBox one;
    for (int k = 0; k < n_; ++k) {
      one.centre.push_back(radians_of(box.centre[k]));
      one.half.push_back(radians_of(half(box, k)));
    }
    out.push_back(std::move(one));
  }
  return out;
}

template <class Kernel>
Certificate BoxSearch<Kernel>::certificate() const {
  Certificate out = certificate_;
  out.cover.append(stack_.size(), '?');
  return out;
}

}  // namespace oopss
