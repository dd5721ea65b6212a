// SPDX-License-Identifier: Apache-2.0
#include "oopss/orbit/winding_orbits.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numbers>
#include <numeric>

#include "oopss/orbit/descent.hpp"
#include "oopss/orbit/passage.hpp"
#include "oopss/orbit/shooting.hpp"

namespace oopss {
namespace {

constexpr int evenly_turning_starts = 6;
constexpr int most_nodes = 64;  // of multiple shooting

/// Nodes of multiple shooting: four for every turn of a body against the root.
int nodes_for(const WindingProblem& problem) {
  const BodyAngles angles(problem.between, problem.lagrangian.root);
  int most = 1;
  for (const int turns : angles.of_bodies(problem.winding)) most = std::max(most, std::abs(turns));
  return std::min(4 * most, most_nodes);
}

int first_turning(const std::vector<int>& winding) {
  return static_cast<int>(std::find_if(winding.begin(), winding.end(), [](int n) { return n != 0; }) - winding.begin());
}

/// Where the joint passes a whole turn fastest in the sense of its winding.
double place_of_start(const FourierLoop& loop, int joint) {
  constexpr int samples = 512;
  const double sense = loop.winding[joint] > 0 ? 1 : -1;
  std::vector<double> phi(loop.winding.size()), rate(phi);
  const auto turns_at = [&](double s) {
    evaluate(loop, s, phi.data(), rate.data());
    return sense * phi[joint] / (2 * std::numbers::pi);
  };
  double best = 0, fastest = -1, before = turns_at(0);
  for (int i = 1; i <= samples; ++i) {
    double low = (i - 1.0) / samples, high = static_cast<double>(i) / samples;
    const double after = turns_at(high), level = std::floor(after);
    if (before < level) {
      for (int halving = 0; halving < 40; ++halving)
        (turns_at((low + high) / 2) < level ? low : high) = (low + high) / 2;
      turns_at(high);
      if (sense * rate[joint] > fastest * (1 + 1e-6)) {
        fastest = sense * rate[joint];
        best = high;
      }
    }
    before = after;
  }
  return best;
}

/// Moves all nodes along the motion until the joint of the first one is at a whole turn, and takes whole turns away.
bool begin_at_whole_turn(const OrbitSystem& model, int joint, std::vector<std::vector<double>>& nodes) {
  const int place = model.system.layout.offset(BlockKind::joint_angle) + joint;
  const Eigen::MatrixXd none(model.system.layout.size, 0);
  std::vector<double> rates(nodes.front().size());
  for (int twice = 0; twice < 2; ++twice) {
    model.flow.field(0, nodes.front().data(), rates.data());
    const double span = -std::remainder(nodes.front()[place], 2 * std::numbers::pi) / rates[place];
    if (!std::isfinite(span)) return false;
    if (span == 0) break;
    for (std::vector<double>& node : nodes) {
      Passage moved = passage(model, node, span, none);
      if (!moved.trouble.empty()) return false;
      node = std::move(moved.end);
    }
  }
  for (std::size_t k = 0; k < model.system.joints.size(); ++k) {
    const std::size_t angle = model.system.layout.offset(BlockKind::joint_angle) + k;
    const double turned = std::remainder(nodes.front()[angle], 2 * std::numbers::pi);
    const double off =
        nodes.front()[angle] - (turned < 1e-9 - std::numbers::pi ? turned + 2 * std::numbers::pi : turned);
    for (std::vector<double>& node : nodes) node[angle] -= off;
  }
  for (std::vector<double>& node : nodes) node[model.system.layout.offset(BlockKind::attitude)] = 0;
  return true;
}

Orbit closed(const OrbitSystem& model, const WindingProblem& problem, const ShortLoop& loop) {
  const int joint = first_turning(problem.winding), count = nodes_for(problem);
  const double begin = place_of_start(loop.loop, joint);
  Polygon polygon{{}, loop.period, problem.winding};
  for (int i = 0; i < count; ++i)
    polygon.nodes.push_back(state_on(model.system, problem, loop, begin + static_cast<double>(i) / count));
  const LeafGeometry geometry = leaf_geometry(model.system, momentum_unit(model.system, polygon.nodes.front()));
  const Shot shot = closed_shot(model, geometry, polygon, {.energy = problem.energy});
  if (!shot.trouble.empty()) return orbit_of(model, shot);
  OrbitDemand demand{.energy = problem.energy, .momentum = problem.lagrangian.momentum, .nodes = shot.polygon.nodes};
  if (!begin_at_whole_turn(model, joint, demand.nodes)) demand.nodes = shot.polygon.nodes;
  return closed_orbit(model, {demand.nodes.front(), shot.polygon.period, problem.winding}, demand);
}

/// Whether a loop has its energy nearly everywhere, as near a motion it has: what is left of a descent that came to no
/// end has not.
bool is_near_motion(const WindingProblem& problem, const ShortLoop& loop) {
  constexpr int samples = 64;
  if (!(loop.slope < steepest_loop)) return false;
  std::vector<double> phi(problem.winding.size()), rate(phi);
  LagrangianValue value;
  double kinetic = 0, off = 0;
  for (int i = 0; i < samples; ++i) {
    evaluate(loop.loop, static_cast<double>(i) / samples, phi.data(), rate.data());
    for (double& entry : rate) entry /= loop.period;
    problem.lagrangian.value(phi.data(), rate.data(), value);
    kinetic += value.L2 / samples;
    off = std::max(off, std::abs(value.L2 - value.L0 - problem.energy));
  }
  return off < 0.1 * kinetic;
}

/// How often an orbit runs through a shorter one: the largest divisor of its winding after whose part of the period it
/// is as it was.
int repeats_of(const OrbitSystem& model, const Orbit& orbit) {
  int divisor = 0;
  for (const int turns : orbit.loop.winding) divisor = std::gcd(divisor, turns);
  const Eigen::MatrixXd none(model.system.layout.size, 0);
  const double unit = momentum_unit(model.system, orbit.loop.start);
  for (; divisor > 1; --divisor) {
    if (std::any_of(orbit.loop.winding.begin(), orbit.loop.winding.end(), [&](int n) { return n % divisor != 0; }))
      continue;
    const Passage part = passage(model, orbit.loop.start, orbit.loop.period / divisor, none);
    bool same = part.trouble.empty();
    for (const Block& block : model.system.layout.blocks) {
      if (block.offset >= model.system.bracket.size) continue;
      const bool angle = block.kind == BlockKind::joint_angle;
      const double turned = angle ? 2 * std::numbers::pi * orbit.loop.winding[block.owner] / divisor : 0;
      const double off = part.end[block.offset] - orbit.loop.start[block.offset] - turned;
      same = same && std::abs(off) < 1e-6 * (angle ? 1 : unit);
    }
    if (same) return divisor;
  }
  return 1;
}

/// What the energy is against the threshold.
std::string threshold_words(const EnergyThreshold& threshold, double energy) {
  if (!threshold.known)
    return "what the laws can store at most is not known, and so no threshold E_0: nothing is promised";
  const std::string literal =
                        fmt::format("{:.10g} J with the angle of the root as that of the whole", threshold.literal),
                    best = fmt::format("{:.10g} J with the best mean of the angles", threshold.best);
  if (energy > threshold.literal)
    return fmt::format("above the threshold E_0, {}, {}: a motion of every winding exists", literal, best);
  if (energy > threshold.best)
    return fmt::format(
        "below the threshold E_0 = {}, but above E_0 = {}: another angle adds a constant to the action of "
        "all loops of a winding, so that a motion of every winding exists",
        literal, best);
  return fmt::format(
      "below the threshold E_0 = {} and E_0 = {}: at some shapes there are directions in which a loop "
      "has negative action, so that loops can be shortened without end, and no motion is promised",
      literal, best);
}

/// The least of V_mu + U, as far as descents from a few shapes find it.
double lowest_energy(const ReducedLagrangian& lagrangian) {
  const std::vector<double> still(lagrangian.joints);
  LagrangianValue value;
  double lowest = std::numeric_limits<double>::infinity();
  for (int start = 0; start < 8; ++start) {
    std::vector<double> shape = lagrangian.stretched;
    for (std::size_t k = 0; k < shape.size(); ++k) shape[k] += start * (1.618 + 2.236 * static_cast<double>(k));
    const Slope energy = [&](const std::vector<double>& x, std::vector<double>& slope) {
      lagrangian.value(x.data(), still.data(), value);
      for (std::size_t k = 0; k < slope.size(); ++k) slope[k] = -value.L0_phi[k];
      return -value.L0;
    };
    lowest = std::min(lowest, descend(energy, shape).value);
  }
  return lowest;
}

std::vector<ShortLoop> symmetric_loops(const WindingProblem& problem, const Told& told) {
  const std::vector<std::vector<double>> shapes = mirror_shapes(problem.lagrangian, problem.winding);
  std::vector<ShortLoop> out;
  for (const std::vector<double>& shape : shapes) {
    out.push_back(mirrored_loop(problem, shape));
    if (!std::isfinite(out.back().action)) out.pop_back();
    if (told) told(static_cast<double>(out.size()) / static_cast<double>(shapes.size()));
  }
  std::sort(out.begin(), out.end(), [](const ShortLoop& a, const ShortLoop& b) { return a.action < b.action; });
  return out;
}

bool is_good(const WindingOrbit& found) { return found.orbit.trouble.empty(); }

std::string trouble_of(const WindingAnswer& answer, const WindingProblem& problem) {
  if (!answer.orbits.empty()) return answer.orbits.front().orbit.trouble;
  if (answer.reached) return "no motion of this winding was found at this energy";
  return fmt::format("no motion of momentum {:.10g} kg m^2/s has the energy {:.10g} J: the least is {:.10g} J",
                     problem.lagrangian.momentum, problem.energy, lowest_energy(problem.lagrangian));
}

}  // namespace

WindingAnswer winding_orbits(const OrbitSystem& model, const WindingRequest& request, const Told& told) {
  const WindingProblem problem{model.system.lagrangian(model.p, request.momentum), model.system.between, request.energy,
                               request.winding};
  WindingAnswer out;
  out.threshold = model.threshold(request.momentum);
  out.words = threshold_words(out.threshold, request.energy);
  out.existence = out.threshold.known && request.energy > out.threshold.best ? "theorem" : "numerical";
  const auto of_search = [&](double share) {
    if (told) told(0.7 * share);
  };
  std::vector<ShortLoop> loops = request.all_symmetric ? symmetric_loops(problem, of_search)
                                                       : short_loops(problem, evenly_turning_starts, of_search);
  std::erase_if(loops, [&](const ShortLoop& loop) { return !is_near_motion(problem, loop); });
  for (const ShortLoop& rough : loops) {
    const ShortLoop loop = request.all_symmetric ? rough : resolved_loop(problem, rough);
    WindingOrbit found{closed(model, problem, loop), loop.action, 1};
    const bool good = is_good(found);
    if (good) found.repeats = repeats_of(model, found.orbit);
    out.orbits.push_back(std::move(found));
    if (told) told(0.7 + 0.3 * static_cast<double>(out.orbits.size()) / static_cast<double>(loops.size()));
    if (good && !request.all_symmetric) break;
  }
  std::stable_partition(out.orbits.begin(), out.orbits.end(), is_good);
  if (out.orbits.empty()) out.reached = request.energy > lowest_energy(problem.lagrangian);
  out.trouble = trouble_of(out, problem);
  return out;
}

}  // namespace oopss
