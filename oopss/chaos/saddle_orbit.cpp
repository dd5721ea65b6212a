// SPDX-License-Identifier: Apache-2.0
#include "oopss/chaos/saddle_orbit.hpp"

#include <fmt/format.h>

#include "oopss/orbit/passage.hpp"
#include "oopss/orbit/shooting.hpp"
#include "oopss/scalar/dense.hpp"

namespace oopss {
namespace {

constexpr double closed_cycle = 2e-14;         // in units; below this nothing is gained
constexpr double nearly_closed_cycle = 1e-10;  // above this an iteration that stalls has failed
constexpr int cycle_newton_steps = 20;
constexpr int direction_rounds = 60;         // of the iteration for a direction: 3.5^−60 is far below rounding
constexpr double direction_settled = 1e-15;  // the change of a direction in a round

/// A motion of the period of the forces by its nodes: frames of the leaf, and the maps from each to the next.
struct ForcedShot {
  std::vector<std::vector<double>> nodes;
  std::vector<LeafFrame> frames;
  std::vector<Eigen::MatrixXd> maps;
  Eigen::VectorXd opening;
  std::string trouble;
};

ForcedShot shoot_forced(const OrbitSystem& model, const LeafGeometry& geometry, double period,
                        const std::vector<std::vector<double>>& nodes) {
  ForcedShot out{.nodes = nodes};
  for (const std::vector<double>& node : nodes) out.frames.push_back(leaf_frame(model, geometry, node));
  const std::size_t count = nodes.size();
  const Eigen::Index size = out.frames.front().out.cols(), all = model.system.layout.size;
  out.opening.resize(static_cast<Eigen::Index>(count) * size);
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t j = (i + 1) % count;
    const double span = period / static_cast<double>(count);
    const Passage part = passage(model.flow, model.system.layout, nodes[i], out.frames[i].out,
                                 {.from = span * static_cast<double>(i), .span = span});
    if (!part.trouble.empty()) return {.nodes = nodes, .trouble = part.trouble};
    const Eigen::VectorXd missed = Eigen::Map<const Eigen::VectorXd>(part.end.data(), all) -
                                   Eigen::Map<const Eigen::VectorXd>(nodes[j].data(), all);
    out.maps.emplace_back(out.frames[j].in * part.columns);
    out.opening.segment(static_cast<Eigen::Index>(i) * size, size) = out.frames[j].in * missed;
  }
  if (!out.opening.allFinite()) out.trouble = "the motion is not finite";
  return out;
}

/// Newton's iteration: w_{j} − map_i w_i = opening_i for the steps w of the nodes, j the node after i.
ForcedShot closed_forced(const OrbitSystem& model, const LeafGeometry& geometry, const SaddleGuess& guess) {
  ForcedShot best = shoot_forced(model, geometry, guess.period, guess.nodes);
  double off = 0;
  for (int step = 0; step < cycle_newton_steps && best.trouble.empty(); ++step) {
    off = best.opening.lpNorm<Eigen::Infinity>();
    if (off < closed_cycle) return best;
    const Eigen::Index size = best.frames.front().out.cols(), unknowns = best.opening.size();
    Eigen::MatrixXd equations = Eigen::MatrixXd::Zero(unknowns, unknowns);
    for (Eigen::Index row = 0; row < unknowns; row += size) {
      equations.block(row, row, size, size) -= best.maps[static_cast<std::size_t>(row / size)];
      equations.block(row, (row + size) % unknowns, size, size) += Eigen::MatrixXd::Identity(size, size);
    }
    const Eigen::VectorXd w = pivoted_solution(equations, best.opening);
    std::vector<std::vector<double>> moved = best.nodes;
    for (std::size_t i = 0; i < moved.size(); ++i)
      if (!step_along(model, best.frames[i], w.segment(static_cast<Eigen::Index>(i) * size, size), moved[i]))
        return {.nodes = best.nodes, .trouble = "the motion is not finite"};
    ForcedShot next = shoot_forced(model, geometry, guess.period, moved);
    const bool better = next.trouble.empty() && next.opening.lpNorm<Eigen::Infinity>() < off / 2;
    if (off < nearly_closed_cycle && !better) return best;  // rounding is reached
    best = std::move(next);
  }
  if (best.trouble.empty())
    best.trouble = fmt::format("Newton's iteration did not close the periodic motion: {:.2g} is left", off);
  return best;
}

/// The direction that maps around a cycle stretch most, at every node; and how much each of them stretches it.
struct CycleDirection {
  std::vector<Eigen::VectorXd> nodes;
  std::vector<double> growth;
};
CycleDirection most_stretched(const std::vector<Eigen::MatrixXd>& maps, Eigen::VectorXd v) {
  CycleDirection out{std::vector<Eigen::VectorXd>(maps.size()), std::vector<double>(maps.size())};
  double change = 1;
  for (int round = 0; round < direction_rounds && change > direction_settled; ++round) {
    const Eigen::VectorXd before = v;
    for (std::size_t i = 0; i < maps.size(); ++i) {
      out.nodes[i] = v;
      v = maps[i] * v;
      out.growth[i] = v.norm();
      v /= out.growth[i];
    }
    change = (v - before).norm();
  }
  return out;
}

/// A direction of the leaf in the numbers of a state.
std::vector<double> in_state(const LeafFrame& frame, const Eigen::VectorXd& w) {
  const Eigen::VectorXd v = frame.out * w;
  return {v.data(), v.data() + v.size()};
}

}  // namespace

SaddleOrbit saddle_orbit(const OrbitSystem& model, const SaddleGuess& guess) {
  const LeafGeometry geometry = leaf_geometry(model.system, momentum_unit(model.system, guess.nodes.front()));
  SaddleOrbit out{.period = guess.period};
  std::vector<std::vector<double>> nodes;
  std::vector<LeafFrame> frames;
  std::vector<Eigen::MatrixXd> onwards;
  if (guess.energy) {
    Shot shot = closed_shot(model, geometry, {guess.nodes, guess.period, guess.winding},
                            {.by_energy = true, .energy = *guess.energy});
    out.trouble = shot.trouble;
    out.period = shot.polygon.period;
    out.closing_error = shot.closing_error;
    nodes = std::move(shot.polygon.nodes);
    frames = std::move(shot.frames);
    onwards = std::move(shot.maps);
  } else {
    ForcedShot shot = closed_forced(model, geometry, guess);
    out.trouble = shot.trouble;
    if (out.trouble.empty()) out.closing_error = shot.opening.lpNorm<Eigen::Infinity>();
    nodes = std::move(shot.nodes);
    frames = std::move(shot.frames);
    onwards = std::move(shot.maps);
  }
  if (!out.trouble.empty()) return out;

  const std::size_t count = nodes.size();
  std::vector<Eigen::MatrixXd> backwards;  // from node 0 to the last one, and so on
  for (std::size_t i = count; i-- > 0;) backwards.push_back(inverse_matrix(onwards[i]));
  Eigen::VectorXd any(onwards.front().rows());
  for (Eigen::Index i = 0; i < any.size(); ++i) any(i) = 1 + 0.37 * static_cast<double>(i);
  const CycleDirection unstable = most_stretched(onwards, any), stable = most_stretched(backwards, any);
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t back = (count - i) % count;  // the place of node i in the order of `backwards`
    SaddleNode node{out.period * static_cast<double>(i) / static_cast<double>(count),
                    nodes[i],
                    in_state(frames[i], unstable.nodes[i]),
                    in_state(frames[i], stable.nodes[back]),
                    unstable.growth[i],
                    stable.growth[count - 1 - i]};
    out.multiplier *= node.growth;
    out.nodes.push_back(std::move(node));
  }
  return out;
}

}  // namespace oopss
