// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/analysis/shapes.hpp"
#include "oopss/chaos/section_run.hpp"
#include "oopss/chaos/section_starts.hpp"
#include "tests/chaos/motions.hpp"

namespace oopss {

struct SectionPlace {
  double angle = 0, momentum = 0;
};

/// The map of a section at a momentum and an energy from one return to the next.
class SectionMap {
 public:
  SectionMap(const ChaosSystem& model, const Section& section, double momentum, double energy)
      : model_(model), sheet_{&model_, section, momentum, energy} {}

  /// The return number `count`; nothing off the section.
  std::optional<SectionPlace> tried(const SectionPlace& z, int count = 1) const {
    const auto x = state_over(sheet_, z.angle, z.momentum);
    if (!x) return std::nullopt;
    SectionRun run(model_, sheet_.section, *x, 1e-16);
    std::optional<SectionPoint> point;
    for (int k = 0; k < count; ++k) point = run.next();
    if (!point) return std::nullopt;
    return SectionPlace{point->angle, point->momentum};
  }
  SectionPlace operator()(const SectionPlace& z, int count = 1) const { return tried(z, count).value(); }

  /// ∂(angle, momentum) of the image by (angle, momentum), by rows: central differences of fourth order.
  std::array<double, 4> slopes(const SectionPlace& z, int count) const {
    std::array<double, 4> out{};
    for (int k = 0; k < 2; ++k) {
      const double h = 1e-4 * (k ? std::max(std::abs(z.momentum), 0.1) : 1.0);
      const auto image = [&](double step) {
        return (*this)({z.angle + (k ? 0 : step), z.momentum + (k ? step : 0)}, count);
      };
      const SectionPlace a = image(-2 * h), b = image(-h), c = image(h), d = image(2 * h);
      out[k] = (8 * wrapped(c.angle - b.angle) - wrapped(d.angle - a.angle)) / (12 * h);
      out[2 + k] = (8 * (c.momentum - b.momentum) - (d.momentum - a.momentum)) / (12 * h);
    }
    return out;
  }

  /// Some places of the section.
  std::vector<SectionPlace> places(int count) const {
    std::vector<SectionPlace> out;
    for (const std::vector<double>& x : spread_starts(sheet_, count)) {
      const SectionPoint point = section_point(sheet_.section, 0, x.data());
      out.push_back({point.angle, point.momentum});
    }
    return out;
  }

 private:
  ChaosSystem model_;
  SectionSheet sheet_;
};

}  // namespace oopss
