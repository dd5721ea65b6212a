// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <utility>

#include "oopss/mechanics/recursion.hpp"
#include "oopss/system/derived.hpp"
#include "oopss/system/start.hpp"

namespace oopss {

/// A linkage with its flow and the start of its run.
struct StartedLinkage {
  DerivedModel derived;
  Flow flow;
  SolvedStart start;
  std::vector<double> x;
};

inline StartedLinkage started(const Model& model) {
  StartedLinkage out{derived_model(model), {}, {}, {}};
  out.flow = out.derived.system.with_inputs(out.derived.p());
  out.start = solve_start(out.derived.spec, out.derived.p());
  out.x = state_of(out.derived.system.layout, out.start);
  return out;
}

/// θ of all bodies at a state, and their ω.
inline std::vector<double> angles_at(const StartedLinkage& linkage, const std::vector<double>& x) {
  std::vector<BodyPose> poses(linkage.derived.spec.m.size());
  linkage.flow.pose(x.data(), poses.data());
  std::vector<double> out;
  for (const BodyPose& pose : poses) out.push_back(pose.angle);
  return out;
}
inline std::vector<double> momenta_at(const StartedLinkage& linkage, const std::vector<double>& x) {
  const auto first = x.begin() + linkage.derived.system.layout.offset(BlockKind::momentum);
  return {first, first + linkage.derived.system.layout.bodies};
}
inline std::vector<double> spins_at(const StartedLinkage& linkage, const std::vector<double>& x) {
  return motion(planar_tree(linkage.derived.spec, linkage.derived.p()), angles_at(linkage, x), momenta_at(linkage, x))
      .omega;
}

/// How far the tangent is from differences of sixth order along v, in parts of the largest of these.
inline double tangent_error(const Flow& flow, double t, const std::vector<double>& x, const std::vector<double>& v) {
  const double h = 1e-3;
  std::vector<double> moved(x.size()), rates(x.size()), expected(x.size()), found(x.size());
  const double weights[] = {45.0 / 60, -9.0 / 60, 1.0 / 60};
  for (int k = 1; k <= 3; ++k)
    for (const int side : {-1, 1}) {
      for (std::size_t i = 0; i < x.size(); ++i) moved[i] = x[i] + side * k * h * v[i];
      flow.field(t, moved.data(), rates.data());
      for (std::size_t i = 0; i < x.size(); ++i) expected[i] += side * weights[k - 1] * rates[i] / h;
    }
  flow.tangent(t, x.data(), v.data(), found.data());
  double error = 0, size = 1e-3;
  for (std::size_t i = 0; i < x.size(); ++i) {
    error = std::max(error, std::abs(found[i] - expected[i]));
    size = std::max(size, std::abs(expected[i]));
  }
  return error / size;
}

/// A step of Gragg's midpoint rule, extrapolated from 2, 4, …, 16 substeps (Bulirsch and Stoer): order 16.
inline std::vector<double> extrapolated_step(const Flow& flow, double t, double H, const std::vector<double>& x) {
  constexpr int levels = 8;
  const std::size_t size = x.size();
  std::vector<double> rate(size);
  std::vector<std::vector<double>> row;  // of Neville's scheme, extrapolated k times at k
  for (int j = 0; j < levels; ++j) {
    const int n = 2 * (j + 1);
    const double h = H / n;
    std::vector<double> before = x, now = x;
    flow.field(t, x.data(), rate.data());
    for (std::size_t i = 0; i < size; ++i) now[i] += h * rate[i];
    for (int step = 1; step < n; ++step) {
      flow.field(t + step * h, now.data(), rate.data());
      for (std::size_t i = 0; i < size; ++i) before[i] += 2 * h * rate[i];
      std::swap(before, now);
    }
    flow.field(t + H, now.data(), rate.data());
    for (std::size_t i = 0; i < size; ++i) now[i] = (now[i] + before[i] + h * rate[i]) / 2;
    std::vector<std::vector<double>> next = {now};
    for (int k = 0; k < j; ++k) {
      const double substeps = 2.0 * (j - k), ratio = (n / substeps) * (n / substeps);
      std::vector<double> better = next[k];
      for (std::size_t i = 0; i < size; ++i) better[i] += (next[k][i] - row[k][i]) / (ratio - 1);
      next.push_back(std::move(better));
    }
    row = std::move(next);
  }
  return row.back();
}

}  // namespace oopss
