// SPDX-License-Identifier: Apache-2.0
#include "oopss/orbit/shooting.hpp"

#include <fmt/format.h>

#include <numbers>

#include "oopss/orbit/passage.hpp"
#include "oopss/scalar/dense.hpp"

namespace oopss {
namespace {

constexpr double closed_loop = 2e-14;       // in units; below this nothing is gained
constexpr double nearly_closed = 1e-9;      // above this an iteration that stalls has failed
constexpr double longest_newton_step = 1;   // in units
constexpr double growth_of_one_shot = 1e3;  // beyond it a loop is cut into passages that grow less
constexpr int most_passages = 32;
constexpr double most_growth_of_period = 3;  // beyond it an iteration runs away along a motion that never closes

/// Whole turns of the joints over a period, as a difference of states.
Eigen::VectorXd whole_turns(const System& system, const std::vector<int>& winding) {
  Eigen::VectorXd out = Eigen::VectorXd::Zero(system.layout.size);
  for (const Block& block : system.layout.blocks)
    if (block.kind == BlockKind::joint_angle && block.owner < static_cast<int>(winding.size()))
      out(block.offset) = 2 * std::numbers::pi * winding[block.owner];
  return out;
}

/// The row of the selection over the unknowns, and what it misses.
struct SelectionRow {
  Eigen::VectorXd slope;
  double value = 0;
};
SelectionRow selection_row(const OrbitSystem& model, const Shot& shot, const Selection& selection) {
  const LeafFrame& frame = shot.frames.front();
  SelectionRow out{Eigen::VectorXd::Zero(shot.equations.cols()), 0};
  const std::vector<double>& x = shot.polygon.nodes.front();
  if (selection.by_energy) {
    const double slope = frame.g.norm();
    out.slope.head(frame.g.size()) = frame.g / slope;
    out.value = (energy_of(model, x) - selection.energy) / slope;
    return out;
  }
  const auto state = Eigen::Map<const Eigen::VectorXd>(x.data(), frame.out.rows()),
             anchor = Eigen::Map<const Eigen::VectorXd>(selection.anchor.data(), frame.out.rows());
  out.slope.head(frame.f.size()) = frame.out.transpose() * selection.normal;
  out.slope(out.slope.size() - 1) = selection.rise * shot.polygon.period / selection.anchor_period;
  out.value =
      selection.normal.dot(state - anchor) + selection.rise * (shot.polygon.period / selection.anchor_period - 1);
  return out;
}

/// Takes a polygon along a step of all unknowns; false if it cannot be.
bool move_polygon(const OrbitSystem& model, const Shot& shot, const Eigen::VectorXd& step, Polygon& polygon) {
  const Eigen::Index size = shot.frames.front().f.size();
  for (std::size_t i = 0; i < polygon.nodes.size(); ++i)
    if (!step_along(model, shot.frames[i], step.segment(static_cast<Eigen::Index>(i) * size, size), polygon.nodes[i]))
      return false;
  polygon.period *= 1 + step(step.size() - 1);
  return polygon.period > 0;
}

double largest_growth(const Shot& shot) {
  double out = 1;
  for (const Eigen::MatrixXd& map : shot.maps) out = std::max(out, map.norm());
  return out;
}

}  // namespace

Polygon polygon_of(const OrbitSystem& model, const OrbitLoop& loop, int count) {
  Polygon out{{loop.start}, loop.period, loop.winding};
  const Eigen::MatrixXd none(model.system.layout.size, 0);
  for (int i = 1; i < count; ++i) {
    Passage part = passage(model, out.nodes.back(), loop.period / count, none);
    if (!part.trouble.empty()) return {{loop.start}, loop.period, loop.winding};
    out.nodes.push_back(std::move(part.end));
  }
  return out;
}

Shot shoot(const OrbitSystem& model, const LeafGeometry& geometry, const Polygon& polygon) {
  Shot out{.polygon = polygon};
  const std::size_t count = polygon.nodes.size();
  for (const std::vector<double>& node : polygon.nodes) out.frames.push_back(leaf_frame(model, geometry, node));
  const Eigen::Index size = out.frames.front().f.size(), all = model.system.layout.size,
                     unknowns = static_cast<Eigen::Index>(count) * size + 1;
  out.opening = Eigen::VectorXd::Zero(unknowns - 1);
  out.equations = Eigen::MatrixXd::Zero(unknowns, unknowns);
  out.monodromy = Eigen::MatrixXd::Identity(size, size);
  const int root = model.system.layout.offset(BlockKind::attitude);
  Eigen::VectorXd rates(all);
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t j = (i + 1) % count;
    const LeafFrame& to = out.frames[j];
    if (to.f.size() != size) return {.polygon = polygon, .trouble = "the loops lose rank"};
    const double span = polygon.period / static_cast<double>(count);
    const Passage part = passage(model, polygon.nodes[i], span, out.frames[i].out);
    if (!part.trouble.empty()) return {.polygon = polygon, .trouble = part.trouble};
    Eigen::VectorXd missed = Eigen::Map<const Eigen::VectorXd>(part.end.data(), all) -
                             Eigen::Map<const Eigen::VectorXd>(polygon.nodes[j].data(), all);
    if (j == 0) missed -= whole_turns(model.system, polygon.winding);
    const Eigen::Index row = static_cast<Eigen::Index>(i) * size, next = static_cast<Eigen::Index>(j) * size;
    out.maps.emplace_back(to.in * part.columns);
    out.opening.segment(row, size) = to.in * missed;
    model.flow.field(0, part.end.data(), rates.data());
    out.equations.block(row, row, size, size) += out.maps.back();
    out.equations.block(row, next, size, size) -= Eigen::MatrixXd::Identity(size, size);
    out.equations.block(row, unknowns - 1, size, 1) = span * (to.in * rates);
    out.monodromy = out.maps.back() * out.monodromy;
    out.dynamic += part.dynamic;
    if (root >= 0) out.phase += part.end[root] - polygon.nodes[i][root];
  }
  const Eigen::VectorXd& f = out.frames.front().f;
  out.equations.row(unknowns - 1).head(size) = f.transpose() / f.norm();
  out.closing_error = out.opening.lpNorm<Eigen::Infinity>();
  if (!std::isfinite(out.closing_error)) out.trouble = "the motion is not finite";
  return out;
}

Shot closed_shot(const OrbitSystem& model, const LeafGeometry& geometry, const Polygon& polygon,
                 const Selection& selection) {
  Shot best = shoot(model, geometry, polygon);
  double off = 0;
  for (int count = 0; count < selection.newton_steps && best.trouble.empty(); ++count) {
    const SelectionRow row = selection_row(model, best, selection);
    off = std::max(best.closing_error, std::abs(row.value));
    if (off < closed_loop * std::max(1.0, largest_growth(best) / 30)) return best;
    const Eigen::Index unknowns = best.equations.cols();
    Eigen::MatrixXd slopes(unknowns + 1, unknowns);
    slopes << best.equations, row.slope.transpose();
    Eigen::VectorXd missed(unknowns + 1);
    missed << best.opening, 0, row.value;
    Eigen::VectorXd step = -nearest_solution(slopes, missed);
    if (const double length = step.norm(); length > longest_newton_step) step *= longest_newton_step / length;
    Polygon moved = best.polygon;
    if (!step.allFinite() || !move_polygon(model, best, step, moved)) break;
    if (moved.period > most_growth_of_period * polygon.period) break;
    Shot next = shoot(model, geometry, moved);
    const double left = next.trouble.empty()
                            ? std::max(next.closing_error, std::abs(selection_row(model, next, selection).value))
                            : std::numeric_limits<double>::infinity();
    if (off < nearly_closed && !(left < off / 2)) return left < off ? next : best;  // rounding is reached
    best = std::move(next);
    if (count > 4 && left > 2 * off) break;
  }
  if (best.trouble.empty())
    best.trouble = fmt::format("Newton's iteration did not close the loop: {:.2g} is left", off);
  return best;
}

Onward onward(const Shot& shot) {
  Eigen::VectorXd along = least_stretched(shot.equations, 1);
  const Eigen::Index size = shot.frames.front().f.size();
  along /= std::hypot(along.head(size).norm(), along(along.size() - 1));
  Onward out{{}, along(along.size() - 1)};
  for (Eigen::Index place = 0; place + 1 < along.size(); place += size)
    out.steps.emplace_back(along.segment(place, size));
  return out;
}

int passages_for(double growth) {
  if (!(growth > growth_of_one_shot)) return 1;
  return std::min(most_passages, static_cast<int>(std::ceil(std::log10(growth) / 2)) + 1);
}

}  // namespace oopss
