// SPDX-License-Identifier: Apache-2.0
// Boxes are excluded in intervals of doubles: there are many of them.
#include "oopss/analysis/verify.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <unordered_map>

#include "oopss/analysis/degenerate.hpp"

namespace oopss {
namespace {

/// An interval of doubles; results are widened by more than their rounding.
struct Interval {
  double lo = 0, hi = 0;
};
double below(double x) { return x - std::abs(x) * 0x1p-52 - std::numeric_limits<double>::min(); }
double above(double x) { return -below(-x); }
Interval operator+(Interval a, Interval b) { return {below(a.lo + b.lo), above(a.hi + b.hi)}; }
Interval operator-(Interval a) { return {-a.hi, -a.lo}; }
Interval operator-(Interval a, Interval b) { return a + -b; }
Interval operator*(Interval a, Interval b) {
  const double p = a.lo * b.lo, q = a.lo * b.hi, r = a.hi * b.lo, s = a.hi * b.hi;
  return {below(std::min(std::min(p, q), std::min(r, s))), above(std::max(std::max(p, q), std::max(r, s)))};
}
double most(Interval a) { return std::max(std::abs(a.lo), std::abs(a.hi)); }
double least(Interval a) { return a.lo > 0 ? a.lo : a.hi < 0 ? -a.hi : 0; }

/// GMP truncates; one step outwards more than makes up for it.
Interval interval(const Enclosure& x) { return {below(x.lo.get_d()), above(x.hi.get_d())}; }

struct Direction {
  Interval c, s;
};

struct LeafPair {
  int i, j;  // places among the free bodies; −1 if fixed
  Interval alpha, beta;
  double rho;
};

struct Box {
  std::vector<std::int64_t> centre, half;
};

class Verification {
 public:
  Verification(const PairConstants<Enclosure>& of, const Certificate& certificate)
      : of_(of),
        certificate_(certificate),
        bodies_(of.alpha.rows),
        free_(free_bodies(certificate, of.alpha.rows)),
        n_(static_cast<int>(free_.size())) {}

  Verdict run() {
    check_fixed();
    if (verdict_.problem.empty()) check_roots();
    if (verdict_.problem.empty()) {
      make_pairs();
      check_cover();
    }
    return verdict_;
  }

 private:
  void fail(std::string words) {
    if (verdict_.problem.empty()) verdict_.problem = std::move(words);
  }

  void check_fixed() {
    if (certificate_.fixed != bodies_to_fix(of_))
      fail("the fixed bodies are not one of each set that the coefficients connect");
  }

  void check_roots() {
    const auto& roots = certificate_.roots;
    for (std::size_t r = 0; r < roots.size() && verdict_.problem.empty(); ++r) {
      const CertifiedRoot& root = roots[r];
      const auto proper = [&](const std::vector<std::int64_t>& v, std::int64_t low, std::int64_t high) {
        return v.size() == free_.size() &&
               std::all_of(v.begin(), v.end(), [&](auto x) { return x >= low && x < high; });
      };
      if (!proper(root.at, 0, whole_turn) || !proper(root.unique, 1, whole_turn / 2) || root.shrink < 0 ||
          root.shrink > turn_bits)
        return fail(fmt::format("root {} is not well formed", r + 1));
      if (root.nullity != 0) {
        if (!is_isolated(root)) return fail(fmt::format("root {} is not proved to be degenerate and alone", r + 1));
      } else {
        const std::optional<NewtonBounds> bounds = newton_bounds(of_, certificate_, root);
        if (!bounds || !encloses_one(*bounds, root.shrink))
          return fail(fmt::format("root {}: its box is not proved to hold exactly one root", r + 1));
        if (certified_index(of_, certificate_, root) != root.index)
          return fail(fmt::format("root {}: its index is not proved to be {}", r + 1, root.index));
      }
      for (std::size_t q = 0; q < r; ++q)
        if (!apart(root, roots[q])) return fail(fmt::format("roots {} and {} may be the same", q + 1, r + 1));
    }
  }

  bool is_isolated(const CertifiedRoot& root) const {
    if (root.nullity != 1 || root.shrink != turn_bits) return false;
    if (std::any_of(root.at.begin(), root.at.end(), [](auto x) { return x % (whole_turn / 2) != 0; })) return false;
    const std::optional<DegenerateBounds> bounds = degenerate_bounds(of_, certificate_, root.at);
    if (!bounds || bounds->index != root.index) return false;
    mpq_class radius(mpz_class(static_cast<long>(*std::max_element(root.unique.begin(), root.unique.end()))));
    mpq_div_2exp(radius.get_mpq_t(), radius.get_mpq_t(), turn_bits - 1);
    radius *= enclosed_pi().hi;
    return radius * radius < bounds->radius_squared;
  }

  static std::int64_t distance(std::int64_t a, std::int64_t b) {
    const std::int64_t d = ((a - b) % whole_turn + whole_turn) % whole_turn;
    return std::min(d, whole_turn - d);
  }
  bool apart(const CertifiedRoot& a, const CertifiedRoot& b) const {
    for (int k = 0; k < n_; ++k)
      if (distance(a.at[k], b.at[k]) > (a.unique[k] >> a.shrink) + (b.unique[k] >> b.shrink) + 2) return true;
    return false;
  }

  void make_pairs() {
    const auto place = [&](int body) {
      const auto at = std::find(free_.begin(), free_.end(), body);
      return at == free_.end() ? -1 : static_cast<int>(at - free_.begin());
    };
    mpq_class largest;
    for (const auto* entries : {&of_.alpha.entries, &of_.beta.entries})
      for (const Enclosure& x : *entries) largest = std::max(largest, magnitude(x));
    if (largest == 0) largest = 1;
    for (int i = 0; i < bodies_; ++i)
      for (int j = i + 1; j < bodies_; ++j) {
        if (place(i) < 0 && place(j) < 0) continue;
        const Enclosure scale(1 / largest);  // so that nothing overflows, whatever the units of the model
        const Interval alpha = interval(of_.alpha(i, j) * scale), beta = interval(of_.beta(i, j) * scale);
        pairs_.push_back({place(i), place(j), alpha, beta,
                          above(std::sqrt(above(above(most(alpha) * most(alpha)) + above(most(beta) * most(beta)))))});
      }
  }

  const Direction& direction(std::int64_t units) {
    const auto [at, fresh] = directions_.try_emplace(units);
    if (fresh) {
      const auto [c, s] = cos_and_sin_of_turn(part_of_turn(units));
      at->second = {interval(c), interval(s)};
    }
    return at->second;
  }

  /// No root in the box: y·g keeps its sign, by its value and slope at the centre and the bound of the second
  /// derivative,
  ///   |y·g(θ) − y·g − y·g' δ| ≤ ½ Σ_pairs |y_j − y_i| ρ_ij (r_i + r_j)².
  bool excluded(const Box& box, char letter) {
    std::vector<Interval> g(static_cast<std::size_t>(n_));
    Matrix<Interval> H(n_, n_);
    for (const LeafPair& pair : pairs_) {
      const Direction& a = direction(pair.i < 0 ? 0 : box.centre[pair.i]);
      const Direction& b = direction(pair.j < 0 ? 0 : box.centre[pair.j]);
      const Interval c = a.c * b.c + a.s * b.s, s = a.c * b.s - a.s * b.c;  // of θ_j − θ_i
      const Interval J = pair.alpha * c + pair.beta * s, K = pair.beta * c - pair.alpha * s;
      if (pair.i >= 0) g[pair.i] = g[pair.i] - K;
      if (pair.j >= 0) g[pair.j] = g[pair.j] + K;
      for (const int end : {pair.i, pair.j})
        if (end >= 0) H(end, end) = H(end, end) - J;
      if (pair.i >= 0 && pair.j >= 0) H(pair.i, pair.j) = H(pair.j, pair.i) = J;
    }
    const std::vector<double> y = weights(letter, H);
    if (y.empty()) return false;
    Interval value;
    double reach = 0;
    for (int k = 0; k < n_; ++k) {
      Interval slope;
      for (int j = 0; j < n_; ++j) slope = slope + Interval{y[j], y[j]} * H(j, k);
      value = value + Interval{y[k], y[k]} * g[k];
      reach = above(reach + above(most(slope) * radius(box, k)));
    }
    for (const LeafPair& pair : pairs_) {
      const double weight = above(std::abs((pair.j < 0 ? 0 : y[pair.j]) - (pair.i < 0 ? 0 : y[pair.i])));
      const double r = above((pair.i < 0 ? 0 : radius(box, pair.i)) + (pair.j < 0 ? 0 : radius(box, pair.j)));
      reach = above(reach + above(above(above(weight * pair.rho) * above(r * r)) / 2));
    }
    return least(value) > reach;
  }

  static double radius(const Box& box, int k) {
    return above(std::ldexp(static_cast<double>(box.half[k]), 1 - turn_bits) * 3.14159265358979356);
  }

  /// Any weights do; empty if the letter names none.
  std::vector<double> weights(char letter, const Matrix<Interval>& H) const {
    std::vector<double> y(static_cast<std::size_t>(n_));
    if (letter >= 'a' && letter < 'a' + bodies_) {
      const auto at = std::find(free_.begin(), free_.end(), letter - 'a');
      if (at == free_.end())
        std::fill(y.begin(), y.end(), 1.0);  // the equation of a fixed body is minus the sum of the others
      else
        y[static_cast<std::size_t>(at - free_.begin())] = 1;
      return y;
    }
    if (letter < '0' || letter >= '0' + n_) return {};
    Matrix<double> A(n_, n_ + 1);  // Hᵀ y = e_row, H is symmetric
    for (int i = 0; i < n_; ++i) {
      for (int j = 0; j < n_; ++j) A(i, j) = (H(i, j).lo + H(i, j).hi) / 2;
      A(i, n_) = i == letter - '0' ? 1 : 0;
    }
    for (int k = 0; k < n_; ++k) {
      int pivot = k;
      for (int i = k; i < n_; ++i)
        if (std::abs(A(i, k)) > std::abs(A(pivot, k))) pivot = i;
      if (A(pivot, k) == 0) return {};
      for (int j = 0; j <= n_; ++j) std::swap(A(k, j), A(pivot, j));
      for (int i = 0; i < n_; ++i) {
        if (i == k) continue;
        const double factor = A(i, k) / A(k, k);
        for (int j = k; j <= n_; ++j) A(i, j) -= factor * A(k, j);
      }
    }
    for (int i = 0; i < n_; ++i) y[i] = A(i, n_) / A(i, i);
    return y;
  }

  bool inside_a_root_box(const Box& box) const {
    return std::any_of(certificate_.roots.begin(), certificate_.roots.end(), [&](const CertifiedRoot& root) {
      for (int k = 0; k < n_; ++k)
        if (distance(box.centre[k], root.at[k]) + box.half[k] > root.unique[k]) return false;
      return true;
    });
  }

  /// −box of every root is the box of a root: then roots in the mirror image of a covered part are in the list too.
  bool roots_are_mirrored() const {
    const auto& roots = certificate_.roots;
    return std::all_of(roots.begin(), roots.end(), [&](const CertifiedRoot& root) {
      return std::any_of(roots.begin(), roots.end(), [&](const CertifiedRoot& other) {
        for (int k = 0; k < n_; ++k)
          if (distance(root.at[k] + other.at[k], 0) != 0) return false;
        return root.unique == other.unique;
      });
    });
  }

  void check_cover() {
    const std::string& cover = certificate_.cover;
    std::vector<Box> stack;  // its depth is at most n × turn_bits
    stack.push_back({std::vector<std::int64_t>(free_.size(), whole_turn / 2),
                     std::vector<std::int64_t>(free_.size(), whole_turn / 2)});
    for (std::size_t at = 0; at < cover.size(); ++at) {
      const char letter = cover[at];
      if (stack.empty()) return fail("the subdivision goes on after its end");
      const bool last = stack.size() == 1;
      const Box box = std::move(stack.back());
      stack.pop_back();
      if (letter >= 'A' && letter < 'A' + n_) {
        const int k = letter - 'A';
        if (box.half[k] < 2) return fail("the subdivision is finer than the units of its angles");
        Box lower = box, upper = box;
        lower.half[k] = upper.half[k] = box.half[k] / 2;
        lower.centre[k] -= lower.half[k];
        upper.centre[k] += upper.half[k];
        stack.push_back(std::move(upper));
        stack.push_back(std::move(lower));
        continue;
      }
      ++verdict_.boxes;
      if (letter == '?') {
        ++verdict_.undecided;
      } else if (letter == '~') {
        const bool upper_half = last && at > 0 && box.half[cover[0] - 'A'] == whole_turn / 4 &&
                                std::count(box.half.begin(), box.half.end(), whole_turn / 2) == n_ - 1;
        if (!upper_half || !is_aligned(of_) || !roots_are_mirrored())
          return fail("the mirror image is not allowed here");
      } else if (letter == '.') {
        if (!inside_a_root_box(box)) return fail(fmt::format("box {} is not inside the box of a root", at + 1));
      } else if (!excluded(box, letter)) {
        return fail(fmt::format("box {} is not proved to hold no root", at + 1));
      }
    }
    if (!stack.empty()) fail("the subdivision ends before it covers the torus");
  }

  const PairConstants<Enclosure>& of_;
  const Certificate& certificate_;
  int bodies_;
  std::vector<int> free_;
  int n_;
  std::vector<LeafPair> pairs_;
  std::unordered_map<std::int64_t, Direction> directions_;
  Verdict verdict_;
};

}  // namespace

Verdict verify(const PairConstants<Enclosure>& of, const Certificate& certificate) {
  return Verification(of, certificate).run();
}

}  // namespace oopss
