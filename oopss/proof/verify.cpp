// SPDX-License-Identifier: Apache-2.0
#include "oopss/proof/verify.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "oopss/proof/degenerate.hpp"
#include "oopss/proof/verify_boxes.hpp"

namespace oopss {
namespace {

class Verification {
 public:
  Verification(const ExactLandscape& landscape, const Certificate& certificate, const std::function<void()>& watch)
      : landscape_(landscape),
        function_(shape_function(landscape)),
        certificate_(certificate),
        watch_(watch),
        n_(function_.size()) {}

  Verdict run() {
    check_unknowns();
    if (verdict_.problem.empty()) check_roots();
    if (verdict_.problem.empty()) check_cover();
    return verdict_;
  }

 private:
  void fail(std::string words) {
    if (verdict_.problem.empty()) verdict_.problem = std::move(words);
  }

  void check_unknowns() {
    if (certificate_.fixed != fixed_in_place(landscape_))
      fail(by_joints(landscape_) ? "the joints that are held are not those on which nothing depends"
                                 : "the bodies that are held are not one of each set that the coefficients connect");
    else if (certificate_.range != (by_joints(landscape_) ? function_.span : std::vector<Span>()))
      fail("the ranges are not those outside which there is no equilibrium");
  }

  void check_roots() {
    const auto& roots = certificate_.roots;
    for (std::size_t r = 0; r < roots.size() && verdict_.problem.empty(); ++r) {
      const CertifiedRoot& root = roots[r];
      if (watch_) watch_();
      if (!is_well_formed(root)) return fail(fmt::format("root {} is not well formed", r + 1));
      if (root.nullity != 0) {
        if (!is_isolated(root)) return fail(fmt::format("root {} is not proved to be degenerate and alone", r + 1));
      } else {
        const std::optional<NewtonBounds> bounds = newton_bounds(function_, root);
        if (!bounds || !encloses_one(*bounds, root.shrink))
          return fail(fmt::format("root {}: its box is not proved to hold exactly one root", r + 1));
        if (certified_index(function_, root) != root.index)
          return fail(fmt::format("root {}: its index is not proved to be {}", r + 1, root.index));
      }
      for (std::size_t q = 0; q < r; ++q)
        if (!apart(root, roots[q])) return fail(fmt::format("roots {} and {} may be the same", q + 1, r + 1));
    }
  }

  bool is_well_formed(const CertifiedRoot& root) const {
    if (root.centre.size() != function_.unknown.size() || root.unique.size() != function_.unknown.size()) return false;
    for (int k = 0; k < n_; ++k) {
      const auto& [circle, centre, half] = function_.span[k];
      const bool inside = circle ? root.centre[k] >= 0 && root.centre[k] < whole_turn
                                 : root.centre[k] >= centre - half && root.centre[k] <= centre + half;
      if (!inside || root.unique[k] < 1 || root.unique[k] >= whole_turn / 2) return false;
    }
    return root.shrink >= 0 && root.shrink <= turn_bits;
  }

  bool is_isolated(const CertifiedRoot& root) const {
    if (root.nullity != 1 || root.shrink != turn_bits) return false;
    if (std::any_of(root.centre.begin(), root.centre.end(), [](auto x) { return x % (whole_turn / 2) != 0; }))
      return false;
    const std::optional<DegenerateBounds> bounds = degenerate_bounds(function_, root.centre);
    if (!bounds || bounds->index != root.index) return false;
    const mpq_class radius = radians(*std::max_element(root.unique.begin(), root.unique.end()));
    return radius * radius < bounds->radius_squared;
  }

  std::int64_t distance(int k, std::int64_t a, std::int64_t b) const {
    if (!function_.span[k].circle) return std::abs(a - b);
    const std::int64_t d = ((a - b) % whole_turn + whole_turn) % whole_turn;
    return std::min(d, whole_turn - d);
  }
  bool apart(const CertifiedRoot& a, const CertifiedRoot& b) const {
    for (int k = 0; k < n_; ++k)
      if (distance(k, a.centre[k], b.centre[k]) > (a.unique[k] >> a.shrink) + (b.unique[k] >> b.shrink) + 2)
        return true;
    return false;
  }

  bool inside_a_root_box(const UnitBox& box) const {
    return std::any_of(certificate_.roots.begin(), certificate_.roots.end(), [&](const CertifiedRoot& root) {
      for (int k = 0; k < n_; ++k)
        if (distance(k, box.centre[k], root.centre[k]) + box.half[k] > root.unique[k]) return false;
      return true;
    });
  }

  /// −box of every root is the box of a root: then roots in the mirror image of a covered part are in the list too.
  bool roots_are_mirrored() const {
    const auto& roots = certificate_.roots;
    return std::all_of(roots.begin(), roots.end(), [&](const CertifiedRoot& root) {
      return std::any_of(roots.begin(), roots.end(), [&](const CertifiedRoot& other) {
        for (int k = 0; k < n_; ++k)
          if (distance(k, root.centre[k] + other.centre[k], 0) != 0) return false;
        return root.unique == other.unique;
      });
    });
  }

  void check_cover() {
    const std::string& cover = certificate_.cover;
    std::vector<UnitBox> stack;  // its depth is at most n × turn_bits
    stack.emplace_back();
    for (const Span& span : function_.span) {
      stack[0].centre.push_back(span.centre);
      stack[0].half.push_back(span.half);
    }
    BoxTest test(function_);
    for (std::size_t offset = 0; offset < cover.size(); ++offset) {
      const char letter = cover[offset];
      if (watch_ && offset % 1024 == 0) watch_();
      if (stack.empty()) return fail("the subdivision goes on after its end");
      const bool last = stack.size() == 1;
      const UnitBox box = std::move(stack.back());
      stack.pop_back();
      if (letter >= 'A' && letter < 'A' + n_) {
        const int k = letter - 'A';
        if (box.half[k] < 2) return fail("the subdivision is finer than the units of its angles");
        UnitBox lower = box, upper = box;
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
        const bool upper_half = last && offset > 0 && box.half[cover[0] - 'A'] == whole_turn / 4 &&
                                std::count(box.half.begin(), box.half.end(), whole_turn / 2) == n_ - 1;
        if (!upper_half || !is_mirrored(landscape_) || !roots_are_mirrored())
          return fail("the mirror image is not allowed here");
      } else if (letter == '.') {
        if (!inside_a_root_box(box)) return fail(fmt::format("box {} is not inside the box of a root", offset + 1));
      } else if (!test.excludes(letter, box)) {
        return fail(fmt::format("box {} is not proved to hold no root", offset + 1));
      }
    }
    if (!stack.empty()) fail("the subdivision ends before it covers all shapes");
  }

  const ExactLandscape& landscape_;
  ShapeFunction function_;
  const Certificate& certificate_;
  const std::function<void()>& watch_;
  int n_;
  Verdict verdict_;
};

}  // namespace

Verdict verify(const ExactLandscape& landscape, const Certificate& certificate, const std::function<void()>& watch) {
  return Verification(landscape, certificate, watch).run();
}

}  // namespace oopss
