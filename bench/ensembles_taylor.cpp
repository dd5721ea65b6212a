// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

#include "bench/clock.hpp"
#include "bench/ensembles.hpp"
#include "bench/reference.hpp"
#include "bench/runnable.hpp"
#include "oopss/integrate/compensated.hpp"
#include "oopss/integrate/lane_taylor.hpp"
#include "oopss/mechanics/lane_trees.hpp"

namespace oopss {
namespace {

constexpr double until = 1000;

/// Members from one start, each with a clock of its own, as LaneRunner has them.
struct TaylorLanes {
  LaneTrees trees;
  LaneTaylor steps;
  AlignedDoubles z, next, h;
  long made = 0;  // steps of the last run

  TaylorLanes(const Problem& problem, const LaneKernel& kernel, double tolerance)
      : trees(lane_trees(problem.tree, kernel)),
        steps(planar_layout(problem.tree.size(), problem.tree.size() - 1, false), tolerance, group_lanes,
              {kernel.width,
               [this](int order, const double* x, double* out) { taylor_coefficients(trees, {}, order, x, out); }}),
        z(2 * problem.x.size() * group_lanes),
        next(z),
        h(group_lanes) {}
  TaylorLanes(const TaylorLanes&) = delete;
  TaylorLanes& operator=(const TaylorLanes&) = delete;

  void run(const Problem& problem) {
    std::fill(z.begin(), z.end(), 0.0);
    for (std::size_t i = 0; i < problem.x.size(); ++i)
      std::fill_n(z.begin() + static_cast<std::ptrdiff_t>(i * group_lanes), group_lanes, problem.x[i]);
    std::array<double, group_lanes> t{}, rest{};
    for (made = 0; t[0] < until; ++made) {
      steps.expand(z.data());
      for (std::size_t lane = 0; lane < group_lanes; ++lane) {
        const double left = (until - t[lane]) - rest[lane], length = steps.length(static_cast<int>(lane));
        h[lane] = std::min(length, left);
        if (length < left)
          add(t[lane], rest[lane], length);
        else
          t[lane] = until;
      }
      steps.sum(z.data(), h.data(), next.data());
      z.swap(next);
    }
  }
  std::vector<double> end(std::size_t lane) const {
    std::vector<double> out;
    for (std::size_t place = lane; place < z.size() / 2; place += group_lanes) out.push_back(z[place]);
    return out;
  }
};

struct TaylorRow {
  std::string name;
  double seconds = 1e9, error = 0;
};

/// CPU time of one call, if it is less than what is there.
template <class Call>
void keep_least(double& least, double part, const Call& call) {
  const double begin = thread_seconds();
  call();
  least = std::min(least, (thread_seconds() - begin) * part);
}

}  // namespace

void taylor_rows(const Problem& problem) {
  const std::vector<double> exact = reference(problem, until);
  const Runnable system = runnable(problem.tree);
  for (const double tolerance : {1e-8, 1e-15}) {
    std::vector<TaylorRow> rows = {{"one by one"}};
    std::vector<std::unique_ptr<TaylorLanes>> lanes;
    for (const LaneKernel* kernel : usable_lane_kernels()) {
      rows.push_back({std::string("lanes, ") + kernel->name});
      lanes.push_back(std::make_unique<TaylorLanes>(problem, *kernel, tolerance));
    }
    for (int round = 0; round < 30; ++round) {  // taking turns
      keep_least(rows[0].seconds, 1,
                 [&] { rows[0].error = error_of(run_taylor(problem, system, until, tolerance), exact); });
      for (std::size_t k = 0; k < lanes.size(); ++k) {
        if (k == 0 && round > 2) continue;  // the plainest is slow
        keep_least(rows[k + 1].seconds, 1.0 / group_lanes, [&] { lanes[k]->run(problem); });
        rows[k + 1].error = error_of(lanes[k]->end(0), exact);
      }
    }
    std::printf(
        "\n| %s: taylor, tolerance %g | us a trajectory | million steps a second | against one by one | error |\n"
        "|---|---:|---:|---:|---:|\n",
        problem.name, tolerance);
    for (const TaylorRow& row : rows)
      std::printf("| %s | %.1f | %.2f | %.1f | %.1e |\n", row.name.c_str(), 1e6 * row.seconds,
                  1e-6 * static_cast<double>(lanes[0]->made) / row.seconds, rows[0].seconds / row.seconds, row.error);
  }
  std::printf("\nA trajectory of %s goes to T = %g.\n", problem.name, until);
}

}  // namespace oopss
