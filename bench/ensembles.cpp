// SPDX-License-Identifier: Apache-2.0
// Members of an ensemble side by side: steps of the classical method a second and core, beside odeint's, and of taylor
// beside our own one by one.
#include <cstdio>

#include "bench/clock.hpp"
#include "bench/ensembles.hpp"
#include "bench/peer_ensemble.hpp"
#include "bench/problems.hpp"
#include "oopss/integrate/lane_steps.hpp"
#include "oopss/mechanics/lane_trees.hpp"

namespace oopss {
namespace {

/// Additions, multiplications and, as one, divisions of a step and member of ours, counted in the sources: a sine with
/// its cosine is 37.
double operations(int bodies) {
  return bodies == 2 ? 4 * (37 + 27) + 4 * 13 : 4 * (2 * 37 + 6 + 9 + 6 + 24 + 15 + 19) + 6 * 13;
}

struct OurSteps {
  LaneTrees trees;
  LaneSteps steps;
  AlignedDoubles x, next, h;

  OurSteps(const Problem& problem, const LaneKernel& kernel, double length)
      : trees(lane_trees(problem.tree, kernel)),
        steps(LaneMethod::rk4,
              {group_lanes, static_cast<int>(problem.x.size()),
               [this](const double* state, double* out) { rates(trees, state, out); }, kernel.combine,
               [this](const double* state, const double* h_, double part, const double* k, double* out) {
                 rates_ahead(trees, {state, h_, k, part}, out);
               }}),
        h(group_lanes, length) {
    for (const double number : problem.x)
      for (int lane = 0; lane < group_lanes; ++lane) x.push_back(number);
    next = x;
  }
  OurSteps(const OurSteps&) = delete;
  OurSteps& operator=(const OurSteps&) = delete;

  void run(int count) {
    for (int k = 0; k < count; ++k) {
      steps.step(x.data(), h.data(), next.data());
      x.swap(next);
    }
  }
};

double least_of(void (*work)(double&), double& kept) {
  return least_seconds([&] { work(kept); });
}

void rows(const Problem& problem, double peak) {
  constexpr double h = 0.01;
  constexpr int count = 200;
  const SmallTree<double> tree = fast_constants(problem.tree)->small;
  std::vector<double> one, packed;
  double scalar = 1e9, pack = 1e9;
  std::vector<double> ours(usable_lane_kernels().size(), 1e9);
  std::vector<std::unique_ptr<OurSteps>> lanes;
  for (const LaneKernel* kernel : usable_lane_kernels())
    lanes.push_back(std::make_unique<OurSteps>(problem, *kernel, h));
  for (int round = 0; round < 30; ++round) {  // taking turns, so that all have the machine's quiet moments
    constexpr double budget = 0.04;
    scalar = std::min(scalar, least_seconds([&] { odeint_scalar(tree, problem.x, h, count, one); }, budget) / count);
    pack = std::min(pack, least_seconds([&] { odeint_packed(tree, problem.x, h, count, packed); }, budget) / count / 8);
    for (std::size_t k = 0; k < ours.size(); ++k)
      ours[k] = std::min(ours[k], least_seconds([&] { lanes[k]->run(count); }, budget) / count / group_lanes);
  }
  OurSteps checked(problem, this_lane_processor(), h);
  checked.run(count);
  double apart = 0;
  for (std::size_t i = 0; i < one.size(); ++i)
    apart = std::max({apart, std::abs(checked.x[i * group_lanes] - one[i]), std::abs(packed[i] - one[i])});
  const double flops = operations(problem.tree.size());
  const auto row = [&](const char* name, double seconds) {
    std::printf("| %s | %.1f | %.1f | %.0f |\n", name, 1e-6 / seconds, scalar / seconds, 100 * flops / seconds / peak);
  };
  std::printf("\n| %s: rk4 | million steps a second | against odeint | %% of the peak |\n|---|---:|---:|---:|\n",
              problem.name);
  row("odeint, one by one", scalar);
  row("odeint, eight in a value", pack);
  for (std::size_t k = 0; k < ours.size(); ++k)
    row((std::string("lanes, ") + usable_lane_kernels()[k]->name).c_str(), ours[k]);
  std::printf("\nAfter %d steps of %g s the three are %.1g apart.\n", count, h, apart);
}

}  // namespace
}  // namespace oopss

int main() {
  using namespace oopss;
  const double peak = multiply_add_rate(least_of);
  std::printf("Peak of multiplying and adding at once, one core: %.0f Gflop/s.\n", peak * 1e-9);
  rows(P2(), peak);
  rows(P3(), peak);
  taylor_rows(P2());
  taylor_rows(P3());
}
