// SPDX-License-Identifier: Apache-2.0
#include "cli/plain_state.hpp"

#include <fmt/format.h>

#include <cmath>

#include "cli/arguments.hpp"

namespace oopss {
namespace {

/// The axes of a body seen from another: R_firstᵀ R_second, by rows.
std::array<double, 9> seen_from(const BodyPose& first, const BodyPose& second) {
  std::array<double, 9> out{};
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      for (int k = 0; k < 3; ++k) out[3 * i + j] += first.R[3 * k + i] * second.R[3 * k + j];
  return out;
}

}  // namespace

PlainState plain_state(const System& system, const Recorder& last) {
  PlainState out;
  out.angles.resize(system.joints.size());
  out.turned.resize(system.joints.size());
  for (std::size_t c = 0; c < last.columns.size(); ++c) {
    const Column& column = last.columns[c];
    const auto add = [&](std::vector<std::vector<double>>& by_body) {
      if (column.part == 0) by_body.emplace_back();
      by_body.back().push_back(last.row[c]);
    };
    if (column.kind == Quantity::angle) out.angles[column.index] = out.turned[column.index] = last.row[c];
    if (column.kind == Quantity::state && column.name.starts_with("rotation.") && column.name.ends_with(".w"))
      out.turned[column.index] =
          2 * std::atan2(std::hypot(last.row[c + 1], last.row[c + 2], last.row[c + 3]), std::abs(last.row[c]));
    if (column.kind == Quantity::momentum || column.kind == Quantity::body_momentum) add(out.momenta);
    if (column.kind == Quantity::absolute || column.kind == Quantity::attitude) add(out.absolute);
  }
  for (const auto& [first, second] : system.between)
    if (system.dimension == 3) out.rotations.push_back(seen_from(last.poses[first], last.poses[second]));
  return out;
}

StateOfShape state_of_shape(const System& system, const Skeleton& skeleton, const std::vector<double>& p,
                            const ShapeSpace& space) {
  if (!space.state) return {};
  Recorder rows = recorder(system, skeleton, trajectory_columns(system));
  return [&system, rows, flow = system.with_inputs(p), state = space.state](const std::vector<double>& shape) mutable {
    std::vector<double> x(static_cast<std::size_t>(system.layout.size), 0.0);
    state(shape, x.data());
    record(rows, flow, 0, x.data());
    return plain_state(system, rows);
  };
}

std::string in_words(const PlainState& state, const std::vector<std::string>& bodies,
                     const std::vector<std::string>& joints, double size) {
  std::string out;
  for (std::size_t k = 0; k < joints.size(); ++k) {
    out += state.angles[k] ? fmt::format("  {:<16} angle    {:.10g} rad", joints[k], rounded(*state.angles[k], 1))
                           : fmt::format("  {:<16} turned by {:.10g} rad", joints[k], rounded(state.turned[k], 1));
    if (k < state.rates.size() && state.rates[k]) out += fmt::format(", rate {:.10g} rad/s", *state.rates[k]);
    out += "\n";
  }
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const std::vector<double>& mu = state.momenta[i];
    out += mu.size() == 1 ? fmt::format("  {:<16} momentum {:.10g} kg m^2/s\n", bodies[i], rounded(mu[0], size))
                          : fmt::format("  {:<16} momentum ({:.10g}, {:.10g}, {:.10g}) kg m^2/s along its own axes\n",
                                        bodies[i], rounded(mu[0], size), rounded(mu[1], size), rounded(mu[2], size));
  }
  return out;
}

}  // namespace oopss
