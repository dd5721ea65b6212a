// SPDX-License-Identifier: Apache-2.0
#include "oopss/orbit/turn.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "oopss/orbit/turn_search.hpp"
#include "oopss/system/reduced_lagrangian.hpp"

namespace oopss {
namespace {

constexpr int coarse_modes = 6;

/// A loop of more modes than these takes seconds for each step of the iteration.
int finest_modes(int joints, bool corner) { return std::min(96, (corner ? 600 : 300) / joints); }

constexpr double resolved_tail = 1e-11;

std::string degrees_text(double angle) { return fmt::format("{:.6g} deg", angle * 180 / std::numbers::pi); }

/// What a search is about, and who is told of it.
struct TurnProblem {
  ReducedLagrangian lagrangian;
  std::vector<double> base;  // empty: free
  std::function<void()> watch;

  LoopSpace space(int modes) const {
    LoopSpace out = base.empty() ? LoopSpace(lagrangian, modes) : LoopSpace(lagrangian, modes, base);
    out.watch = watch;
    return out;
  }
};

/// How much A changes with the shape, against its size: the largest curvature over some shapes.
double largest_curvature(const ReducedLagrangian& lagrangian) {
  double out = 0;
  std::vector<double> shape(lagrangian.joints);
  for (int sample = 0; sample < 32; ++sample) {
    for (std::size_t k = 0; k < shape.size(); ++k) shape[k] = 1.618 * sample + 2.236 * static_cast<double>(k * (k + 1));
    for (const double F_kl : lagrangian.connection(shape.data()).F) out = std::max(out, std::abs(F_kl));
  }
  return out;
}

std::string whole_turns_in_words(const System& system, const ReducedLagrangian& lagrangian) {
  std::string out;
  const std::vector<double> shape(lagrangian.joints, 0.0);
  for (int k = 0; k < lagrangian.joints; ++k)
    out += fmt::format("{}a whole turn of {} turns {} by {}", k ? ", " : "", system.joints[k],
                       system.bodies[lagrangian.root], degrees_text(turn_by_joint(lagrangian, shape, k)));
  return out;
}

void refuse_what_cannot_turn(const System& system, const ReducedLagrangian& lagrangian) {
  if (lagrangian.joints == 1)
    throw NoTurn(
        "two bodies without momentum turn only by whole turns of their joint: where it comes back, they come back; " +
        whole_turns_in_words(system, lagrangian) + "; three bodies turn by any angle");
  if (largest_curvature(lagrangian) < 1e-12)
    throw NoTurn(
        "the inertia of these bodies does not depend on their shape: without momentum they turn only by whole turns of "
        "joints, " +
        whole_turns_in_words(system, lagrangian));
}

/// A loop of the wanted turn from one of a smaller turn, which is made larger by and by.
LeastLoop followed_turn(LoopSpace& space, LeastLoop loop, double from, double to) {
  double step = (to - from) / 4;
  while (loop.converged && from != to) {
    const double next = std::abs(to - from) <= std::abs(step) ? to : from + step;
    LeastLoop further = least_effort(space, loop.x, next);
    if (!further.converged && std::abs(step) > std::abs(to) / 200) {
      step /= 2;
      continue;
    }
    loop = std::move(further);
    from = next;
  }
  return loop;
}

/// More modes until they resolve it. The turn is right whatever the modes are.
LeastLoop resolved_turn(const TurnProblem& problem, LeastLoop loop, double turn, TurnLoop& out) {
  const int most = finest_modes(problem.lagrangian.joints, out.corner);
  int modes = out.modes();
  for (;;) {
    if (tail(out) < resolved_tail || modes >= most) return loop;
    modes = std::min(2 * modes, most);
    LoopSpace space = problem.space(modes);
    LeastLoop finer = least_effort(space, space.variables(out), turn, 20);
    if (!finer.converged) return finer;
    loop = std::move(finer);
    out = space.loop(loop.x);
  }
}

/// The loop begun at its shape that is nearest to a given one, angles counted from near that.
void begin_near(TurnLoop& loop, const std::vector<double>& shape) {
  constexpr int places = 720;
  double nearest = 1e300, start = 0;
  for (int q = 0; q < places; ++q) {
    const std::vector<double> phi = shape_on(loop, 2 * std::numbers::pi * q / places);
    double sum = 0;
    for (std::size_t k = 0; k < phi.size(); ++k)
      sum += std::pow(std::remainder(phi[k] - shape[k], 2 * std::numbers::pi), 2);
    if (sum < nearest) nearest = sum, start = 2 * std::numbers::pi * q / places;
  }
  const std::vector<double> phi = shape_on(loop, start);
  for (int k = 0; k < loop.joints(); ++k) {
    for (int j = 1; j <= loop.modes(); ++j) {
      const double c = loop.cosines[k][j], s = loop.sines[k][j], C = std::cos(j * start), S = std::sin(j * start);
      loop.cosines[k][j] = c * C + s * S;
      loop.sines[k][j] = s * C - c * S;
    }
    loop.cosines[k][0] += std::remainder(phi[k] - shape[k], 2 * std::numbers::pi) - (phi[k] - shape[k]);
  }
}

struct SearchedTurn {
  LeastLoop loop;
  TurnLoop shape;
  int found = 0, starts = 0;
};

/// The least of all loops that the starts lead to.
SearchedTurn search_turns(const TurnProblem& problem, double turn, double& share) {
  LoopSpace space = problem.space(problem.base.empty() ? coarse_modes : 2 * coarse_modes);
  SearchedTurn out;
  const std::vector<TurnLoop> starts = first_loops(problem.lagrangian, turn, problem.base);
  out.starts = static_cast<int>(starts.size());
  for (std::size_t i = 0; i < starts.size(); ++i) {
    share = static_cast<double>(i) / static_cast<double>(starts.size() + 1);  // and one for what resolves it
    LeastLoop one = least_effort(space, space.variables(starts[i]), turn);
    if (!one.converged) continue;
    if (out.found++ == 0 || one.value.effort < out.loop.value.effort) out.loop = std::move(one);
  }
  if (out.found > 0) out.shape = space.loop(out.loop.x);
  return out;
}

}  // namespace

double turn_by_joint(const ReducedLagrangian& lagrangian, std::vector<double> shape, int joint) {
  constexpr int nodes = 512;  // of a smooth periodic function: the error falls exponentially
  double sum = 0;
  for (int q = 0; q < nodes; ++q) {
    shape[joint] = 2 * std::numbers::pi * q / nodes;
    sum += lagrangian.connection(shape.data()).A[joint];
  }
  return -2 * std::numbers::pi * sum / nodes;
}

TurnPlan plan_turn(const System& system, const std::vector<double>& p, const TurnRequest& request) {
  if (system.joints.empty()) throw NoTurn("one body has no joints by which it could turn itself");
  if (!system.lagrangian)
    throw NoTurn(
        system.dimension == 3
            ? "turning by a loop of shapes is planned in the plane: in space a loop turns about an axis of its own"
            : "turning by a loop of shapes is planned for trees of bodies: joints that close loops do not move "
              "independently");
  if (system.joints.size() > most_turn_joints)
    throw NoTurn(fmt::format("turns are planned for at most {} joints; this model has {}", most_turn_joints,
                             system.joints.size()));
  double share = 0;
  const TurnProblem problem{system.lagrangian(p, 1), request.base, [&] {
                              if (request.told) request.told(share);
                            }};
  refuse_what_cannot_turn(system, problem.lagrangian);
  const double turn = request.turn / request.cycles;
  SearchedTurn best = search_turns(problem, turn, share);
  for (double part = 0.5; best.found == 0 && part > 0.05; part /= 2) {  // a smaller turn is found more easily
    best = search_turns(problem, part * turn, share);
    if (best.found == 0) continue;
    LoopSpace space = problem.space(2 * best.shape.modes());
    const LeastLoop from = least_effort(space, space.variables(best.shape), part * turn);
    best.loop = followed_turn(space, from, part * turn, turn);
    best.shape = space.loop(best.loop.x);
    if (!best.loop.converged) break;
  }
  const auto missing = [&](const LeastLoop& loop) {
    return TurnNotFound(fmt::format(
        "no loop of shapes was found that turns all by {} in one cycle{}; more cycles of less may do: "
        "--cycles {}",
        degrees_text(turn),
        best.found == 0
            ? ""
            : fmt::format(" (what was left: {:.3g} of the slope, {:.3g} rad)", loop.slope, std::abs(loop.missed)),
        2 * request.cycles));
  };
  if (best.found == 0 || !best.loop.converged) throw missing(best.loop);
  best.loop = resolved_turn(problem, std::move(best.loop), turn, best.shape);
  if (!best.loop.converged) throw missing(best.loop);
  if (request.base.empty() && !request.near.empty()) begin_near(best.shape, request.near);
  LoopSpace fine = problem.space(2 * best.shape.modes());  // by twice as many nodes
  const LoopValue value = fine.value(fine.variables(best.shape));
  return {std::move(best.shape), request.cycles,  value.turn, value.effort, std::sqrt(2 * value.effort),
          best.loop.multiplier,  best.loop.slope, best.found, best.starts};
}

}  // namespace oopss
