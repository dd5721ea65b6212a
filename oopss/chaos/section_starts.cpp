// SPDX-License-Identifier: Apache-2.0
#include "oopss/chaos/section_starts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "oopss/analysis/shapes.hpp"
#include "oopss/ensemble/draw.hpp"
#include "oopss/ensemble/philox.hpp"
#include "oopss/orbit/leaf_frame.hpp"
#include "oopss/scalar/dense.hpp"

namespace oopss {
namespace {

constexpr int edge_angles = 720;

double edge_angle(int k) { return std::numbers::pi * (2.0 * k / edge_angles - 1); }

/// Brings a state near a section to its plane and energy, along the leaf, by Newton's iteration with the shortest
/// steps; false if it does not come there in the sense of the section.
bool brought_to_section(const SectionSheet& sheet, const LeafGeometry& geometry, std::vector<double>& x) {
  const OrbitSystem& motion = sheet.model->motion;
  const int place = sheet.section.coordinates.angles[*sheet.section.plane];
  const double size = std::max(std::abs(sheet.energy), motion.flow.kinetic(0, x.data()));
  for (int count = 0; count < 30; ++count) {
    const LeafFrame frame = leaf_frame(motion, geometry, x);
    const double off = x[place] - sheet.section.angle;
    const Eigen::Vector2d missing(-(sheet.section.plane_turns ? wrapped(off) : off),
                                  sheet.energy - energy_of(motion, x));
    if (std::abs(missing[0]) < 1e-14 && std::abs(missing[1]) < 1e-14 * size)
      return sheet.section.direction * frame.out.row(place).dot(frame.f) > 0;
    Eigen::MatrixXd slopes(2, frame.out.cols());
    slopes.row(0) = frame.out.row(place);
    slopes.row(1) = frame.g;
    const Eigen::VectorXd step = least_solution(slopes, missing, 1e-10);
    if (!step.allFinite() || step.norm() > 2 || !step_along(motion, frame, step, x)) return false;
  }
  return false;
}

}  // namespace

std::vector<std::vector<double>> spread_starts(const SectionSheet& sheet, int count) {
  std::array<double, 2> box = {INFINITY, -INFINITY};
  for (int k = 0; k < edge_angles; ++k)
    if (const auto range = momenta_at(sheet, edge_angle(k)))
      box = {std::min(box[0], (*range)[0]), std::max(box[1], (*range)[1])};
  std::vector<std::vector<double>> out;
  for (std::uint32_t tried = 1; box[0] < box[1] && static_cast<int>(out.size()) < count && tried < 1'000'000; ++tried) {
    const double u = sobol(tried, 0) * 0x1p-32, v = sobol(tried, 1) * 0x1p-32;
    if (auto x = state_over(sheet, std::numbers::pi * (2 * u - 1), box[0] + (box[1] - box[0]) * v))
      out.push_back(std::move(*x));
  }
  return out;
}

std::vector<std::vector<double>> walked_starts(const SectionSheet& sheet, const std::vector<double>& near, int count) {
  const OrbitSystem& motion = sheet.model->motion;
  const LeafGeometry geometry = leaf_geometry(motion.system, momentum_unit(motion.system, near));
  std::vector<std::vector<double>> out;
  std::vector<double> last = near;
  put_momentum(motion, sheet.momentum, last);
  for (std::uint64_t tried = 0;
       static_cast<int>(out.size()) < count && tried < 50 * static_cast<std::uint64_t>(count) + 50; ++tried) {
    std::vector<double> x = last;
    if (tried > 0) {
      const LeafFrame frame = leaf_frame(motion, geometry, x);
      Eigen::VectorXd step(frame.out.cols());
      for (Eigen::Index i = 0; i < step.size(); ++i)
        step[i] = 0.3 * normal_quantile(unit_number(random_bits(1, tried, static_cast<std::uint64_t>(i))));
      if (!step_along(motion, frame, step, x)) continue;
    }
    if (!brought_to_section(sheet, geometry, x)) continue;
    out.push_back(x);
    last = std::move(x);
  }
  return out;
}

SectionSheet section_sheet(const ChaosSystem& model, const Section& section, const std::vector<double>& start,
                           std::optional<double> energy, std::optional<double> momentum) {
  SectionSheet out{&model, section, 0, 0};
  out.momentum = momentum.value_or(model.motion.system.casimirs.front().value(start.data()));
  out.energy = energy.value_or(energy_of(model.motion, start));
  if (!section.plane && !energy) {
    const auto [least, most] = least_energies(out);
    out.energy = std::max(out.energy, most + (most - least) / 2);
  }
  return out;
}

std::vector<std::vector<double>> section_starts(const SectionSheet& sheet, const std::vector<double>& start,
                                                bool with_start, int count) {
  std::vector<std::vector<double>> out;
  if (with_start) out.push_back(start);
  const int others = count - static_cast<int>(out.size());
  const bool loops = sheet.model->motion.flow.closure.count > 0;
  auto found = loops ? walked_starts(sheet, start, others) : spread_starts(sheet, others);
  if (found.empty() && others > 0 && !loops)
    throw SectionNotReached(
        fmt::format("at total momentum {:.6g} kg m^2/s the least energy on this section is {:.10g} J, and {:.10g} J "
                    "does not reach it",
                    sheet.momentum, least_energies(sheet)[0], sheet.energy));
  for (auto& one : found) out.push_back(std::move(one));
  return out;
}

std::vector<std::vector<std::array<double, 2>>> section_edge(const SectionSheet& sheet) {
  std::vector<std::vector<std::array<double, 2>>> curves;
  std::vector<std::array<double, 2>> low, high;
  const auto close = [&] {
    if (low.empty()) return;
    if (low.size() == edge_angles + 1) {
      curves.push_back(low);
      curves.push_back(high);
    } else {
      low.insert(low.end(), high.rbegin(), high.rend());
      low.push_back(low.front());
      curves.push_back(low);
    }
    low.clear();
    high.clear();
  };
  for (int k = 0; k <= edge_angles; ++k) {
    if (const auto range = momenta_at(sheet, edge_angle(k))) {
      low.push_back({edge_angle(k), (*range)[0]});
      high.push_back({edge_angle(k), (*range)[1]});
    } else {
      close();
    }
  }
  close();
  return curves;
}

}  // namespace oopss
