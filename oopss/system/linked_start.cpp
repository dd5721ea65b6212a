// SPDX-License-Identifier: Apache-2.0
#include "oopss/system/linked_start.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "oopss/linkage/multiplier.hpp"
#include "oopss/system/loops.hpp"
#include "oopss/system/moved.hpp"
#include "oopss/system/start.hpp"

namespace oopss {
namespace {

int index_of(const std::vector<std::string>& names, const std::string& name) {
  return static_cast<int>(std::find(names.begin(), names.end(), name) - names.begin());
}

/// Differences by joints.
std::vector<HeldDifference> at_joints(const TreeSpec& spec, const std::vector<Named>& given) {
  std::vector<HeldDifference> out;
  for (const Named& entry : given) {
    const JointSlots& joint = spec.joints[index_of(spec.joint_names, entry.name.value)];
    out.push_back({joint.first, joint.second, entry.value[0].value});
  }
  return out;
}

/// Differences of bodies from the first one given.
std::vector<HeldDifference> at_bodies(const TreeSpec& spec, const std::vector<Named>& given) {
  std::vector<HeldDifference> out;
  for (std::size_t k = 1; k < given.size(); ++k)
    out.push_back({index_of(spec.body_names, given[0].name.value), index_of(spec.body_names, given[k].name.value),
                   given[k].value[0].value - given[0].value[0].value});
  return out;
}

}  // namespace

std::vector<Bar<double>> four_bars(const TreeSpec& spec, const Linkage& linkage) {
  if (linkage.loops.size() != 1 || linkage.loops[0].size() != 4) return {};
  std::vector<Bar<double>> bars = linkage.loops[0];
  const auto by_body = [](const Bar<double>& a, const Bar<double>& b) { return a.body < b.body; };
  std::rotate(bars.begin(), std::min_element(bars.begin(), bars.end(), by_body), bars.end());
  const auto joint = [&](int a, int b) {
    return std::find_if(spec.joints.begin(), spec.joints.end(), [&](const JointSlots& one) {
      return (one.first == a && one.second == b) || (one.first == b && one.second == a);
    });
  };
  if (joint(bars[0].body, bars[3].body) < joint(bars[0].body, bars[1].body)) std::reverse(bars.begin() + 1, bars.end());
  return bars;
}

namespace {

/// sin(φ_3 − φ_2) of the bars.
double assembly_sine(const std::vector<Bar<double>>& bars, const Topology& tree, const std::vector<double>& phi) {
  const std::vector<double> theta = absolute_angles(tree, phi, 0.0);
  const auto bar = [&](int k) { return rotation(theta[bars[k].body]) * bars[k].e; };
  return cross(bar(2), bar(3));
}

/// The first dozen, without the rounding of what was found by iteration.
std::string named(const std::vector<std::string>& names, const std::vector<double>& values) {
  std::string out;
  for (std::size_t k = 0; k < std::min<std::size_t>(names.size(), 12); ++k)
    out += fmt::format("{}{} = {:.6g}", k > 0 ? ", " : "", names[k], std::round(values[k] * 1e5) / 1e5 + 0.0);
  return out + (names.size() > 12 ? ", …" : "");
}

/// A pose by the angles of the tree's joints, in (−π, π]: the others follow.
std::string in_words(const TreeSpec& spec, std::vector<double> phi) {
  constexpr double pi = std::numbers::pi;
  std::vector<std::string> names;
  for (const int k : spec.tree_joints) names.push_back(spec.joint_names[k]);
  for (double& angle : phi) {
    angle = std::remainder(angle, 2 * pi);
    if (angle < 1e-6 - pi) angle += 2 * pi;
  }
  return named(names, phi);
}

/// The closing joint whose ends are farthest apart.
const Joint& widest(const TreeSpec& spec, const StartPose& pose, const std::vector<double>& phi) {
  const std::vector<double> g = closure(pose.linkage.loops, absolute_angles(spec.topology, phi, 0.0));
  std::size_t most = 0;
  for (std::size_t c = 1; 2 * c < g.size(); ++c)
    if (std::hypot(g[2 * c], g[2 * c + 1]) > std::hypot(g[2 * most], g[2 * most + 1])) most = c;
  return spec.model->joints[spec.chords[most].joint];
}

Place place_of(const TreeSpec& spec) {
  const Start& start = spec.model->start;
  if (!start.angles.empty()) return start.angles[0].name.place;
  if (!start.absolute.empty()) return start.absolute[0].name.place;
  const std::vector<int> moved = moved_joints(spec);
  return moved.empty() ? start.place : spec.model->joints[moved[0]].motion->place;
}

[[noreturn]] void refuse_open(const TreeSpec& spec, const StartPose& pose) {
  const auto any = [](const Assembly&) { return true; };
  const Joint& joint = widest(spec, pose, pose.assembly.phi);
  const Assembly free = pose.held.empty() ? pose.assembly : assemble_from_anywhere(pose.linkage, pose.from, {}, any);
  if (!free.closed)
    refuse_start(
        spec, joint.name.place,
        fmt::format("joint {} cannot be closed: no pose was found in which its two ends meet, they stay {:.6g} m apart",
                    oopss::quoted(joint.name.value), free.gap),
        fmt::format("the nearest pose: {}", in_words(spec, free.phi)));
  const Assembly nearest = assemble(pose.linkage, pose.assembly.phi, {});
  const Assembly best = nearest_assembly(pose.linkage, nearest.closed ? nearest : free, pose.held);
  const int mobile = mobility(pose.linkage, best.phi).mobility;
  const std::string too_many =
      static_cast<int>(pose.held.size()) > mobile
          ? fmt::format("{} {} given{}, and the loops leave the shape {} to choose: ", pose.held.size(),
                        pose.held.size() == 1 ? "angle is" : "angles are",
                        pose.moving.empty()                      ? ""
                        : pose.moving.size() == pose.held.size() ? " by a motion"
                                                                 : ", those of motions too",
                        mobile)
          : "";
  refuse_start(
      spec, place_of(spec),
      fmt::format("start: {}with the angles given the ends of joint {} stay {:.6g} m apart", too_many,
                  oopss::quoted(joint.name.value), pose.assembly.gap),
      fmt::format("the nearest pose that closes: {}; angles in 'guess' need not be exact", in_words(spec, best.phi)));
}

/// Whole turns taken off that the way to the pose has left: every joint of the tree within half a turn of where it was
/// looked for, if what is held allows it.
void unwind(StartPose& pose) {
  constexpr double turn = 2 * std::numbers::pi;
  std::vector<double> phi = pose.assembly.phi;
  for (std::size_t k = 0; k < phi.size(); ++k) phi[k] -= turn * std::round((phi[k] - pose.from[k]) / turn);
  const std::vector<double> held = nearest_angles(pose.linkage.tree, phi, pose.held);
  for (std::size_t k = 0; k < phi.size(); ++k)
    if (std::abs(held[k] - phi[k]) > 1e-6) return;
  const Assembly found = assemble(pose.linkage, phi, pose.held);
  if (found.closed) pose.assembly = found;
}

void note_loops(const TreeSpec& spec, const StartPose& pose, std::vector<std::string>& notes,
                std::vector<std::string>& warnings) {
  const Mobility& found = pose.mobility;
  if (found.kind == ClosureRank::redundant)
    if (std::string words = redundant_words(spec, found.rank, redundant_equations(pose.linkage, found.phi));
        !words.empty())
      notes.push_back(std::move(words));
  const std::vector<bool> still = found.kind == ClosureRank::rigid ? std::vector<bool>(spec.joints.size(), true)
                                                                   : still_joints(pose.linkage, found.phi);
  for (std::string& words : rigid_words(spec, rigid_parts(pose.linkage, still))) warnings.push_back(std::move(words));
}

/// Joints with prescribed motions and those under exact linearisation go ways of their own: the loops must leave them
/// that freedom.
void refuse_dependent_targets(const TreeSpec& spec, const Linkage& linkage, const std::vector<double>& phi) {
  const std::vector<int> moved = moved_joints(spec);
  std::vector<int> joints = linearised_joints(spec);
  const bool both = !joints.empty() && !moved.empty();
  joints.insert(joints.end(), moved.begin(), moved.end());
  const int freedom = independent_joints(linkage, phi, joints);
  if (freedom == static_cast<int>(joints.size())) return;
  std::string names;
  for (const int k : joints) names += fmt::format("{}{}", names.empty() ? "" : ", ", spec.joint_names[k]);
  const Joint& last = spec.model->joints[joints.back()];
  const std::string what = both ? "motion or target" : moved.empty() ? "target" : "motion";
  refuse_start(spec, moved.empty() ? last.name.place : last.motion->place,
               fmt::format("joint {}: {}: the loops leave {} {} to choose, and {} joint{} to follow {}: {}",
                           oopss::quoted(last.name.value), moved.empty() ? "torque: linearise" : "motion",
                           freedom == 0 ? "no" : std::to_string(freedom), freedom == 1 ? "angle" : "angles",
                           joints.size(), joints.size() == 1 ? " is" : "s are",
                           joints.size() == 1 ? "a " + what : what + "s of their own", names),
               moved.empty() ? "leave the law to as many joints as the loops leave free"
                             : "prescribe as many joints as the loops leave free at the start");
}

/// Rates that keep the loops closed and these differences; of loops that cannot move there are none.
Rates rates_near(const TreeSpec& spec, const StartPose& pose, const std::vector<HeldDifference>& held) {
  if (pose.mobility.kind == ClosureRank::rigid) return {std::vector<double>(spec.tree_joints.size(), 0.0), 0};
  std::vector<HeldDifference> all = held;
  all.insert(all.end(), pose.moving.begin(), pose.moving.end());
  for (const int joint : pose.mobility.held)
    all.push_back({pose.linkage.between[joint][0], pose.linkage.between[joint][1], 0});
  return consistent_rates(pose.linkage, pose.assembly.phi, all);
}

/// By how much rates miss those given, or the closure; 0 if that is rounding.
double off_by(const std::vector<std::string>& names, const std::vector<double>& rates, const std::vector<Named>& given,
              const std::vector<HeldDifference>& moving, double residual) {
  double size = 0, missed = residual;
  for (const HeldDifference& one : moving) size = std::max(size, std::abs(one.value));
  for (const Named& entry : given) {
    const double value = entry.value[0].value;
    size = std::max(size, std::abs(value));
    missed = std::max(missed, std::abs(rates[index_of(names, entry.name.value)] - value));
  }
  return missed > 1e-9 * size ? missed : 0;
}

}  // namespace

ClosingRows closing_rows(const TreeSpec& spec, const StartPose& pose) {
  ClosingRows out;
  out.loops = out.rank_of_loops = out.rank = 2 * static_cast<int>(pose.linkage.loops.size());
  if (!pose.assembly.closed) return out;
  const std::vector<double> theta = absolute_angles(spec.topology, pose.assembly.phi, 0.0);
  const auto hold = [&](int joint) {
    const auto [first, second] = pose.linkage.between[joint];
    out.held.push_back({joint, first, second, theta[second] - theta[first]});
  };
  if (pose.mobility.kind == ClosureRank::rigid) {
    for (const int joint : spec.tree_joints) hold(joint);
    out.loops = 0;
  }
  for (const int joint : pose.mobility.held) hold(joint);
  out.rank_of_loops = pose.mobility.rank;
  out.rank = spec.topology.size() - 1 - pose.mobility.mobility;
  return out;
}

StartPose start_pose(const TreeSpec& spec, const std::vector<double>& p) {
  const Start& start = spec.model->start;
  StartPose out;
  out.linkage = linkage_of(spec, p);
  out.held = start.form == StartForm::spin ? at_bodies(spec, start.absolute) : at_joints(spec, start.angles);
  for (const MovedStart& one : moved_at(spec, p, 0)) {
    const JointSlots& joint = spec.joints[one.joint];
    out.held.push_back({joint.first, joint.second, one.angle});
    out.moving.push_back({joint.first, joint.second, one.rate});
  }
  std::vector<HeldDifference> near = at_joints(spec, start.guess);
  near.insert(near.end(), out.held.begin(), out.held.end());
  out.from = nearest_angles(spec.topology, std::vector<double>(spec.tree_joints.size(), 0.0), near);
  const std::vector<Bar<double>> bars = four_bars(spec, out.linkage);
  const double sign = !start.assembly || bars.empty() ? 0 : start.assembly->value == "+" ? 1 : -1;
  const auto wanted = [&](const Assembly& one) {
    return sign * assembly_sine(bars.empty() ? std::vector<Bar<double>>(4) : bars, spec.topology, one.phi) >= 0;
  };
  out.assembly = assemble_from_anywhere(out.linkage, out.from, out.held, wanted);
  if (out.assembly.closed) unwind(out);
  out.as_asked = out.assembly.closed && wanted(out.assembly);
  if (out.assembly.closed) out.mobility = mobility(out.linkage, out.assembly.phi);
  return out;
}

StartPose closed_start_pose(const TreeSpec& spec, const std::vector<double>& p, std::vector<std::string>& notes,
                            std::vector<std::string>& warnings) {
  const Start& start = spec.model->start;
  StartPose pose = start_pose(spec, p);
  if (start.assembly && four_bars(spec, pose.linkage).empty())
    refuse_start(spec, start.assembly->place, "start: assembly + and - are those of a single loop of four bars",
                 "for other loops, guess = { … } picks the assembly");
  if (!pose.assembly.closed) refuse_open(spec, pose);
  if (!pose.as_asked)
    refuse_start(spec, start.assembly->place,
                 fmt::format("start: with the angles given there is no assembly '{}'", start.assembly->value),
                 "leave it out, or give other angles");
  if (pose.mobility.kind == ClosureRank::singular)
    refuse_start(
        spec, place_of(spec),
        fmt::format("start: the pose is a change point: {} of {} closure equations are independent there, and the "
                    "loops can go on in several ways",
                    rank_at(pose.linkage, pose.assembly.phi), 2 * pose.linkage.loops.size()),
        "start a little aside of it");
  refuse_dependent_targets(spec, pose.linkage, pose.assembly.phi);
  note_loops(spec, pose, notes, warnings);
  return pose;
}

void refuse_impossible_loops(const TreeSpec& spec, const std::vector<double>& p) {
  if (spec.chords.empty()) return;
  StartPose pose = start_pose(spec, p);
  if (pose.assembly.closed) return;
  pose.assembly = assemble_from_anywhere(pose.linkage, pose.from, {}, [](const Assembly&) { return true; });
  pose.held.clear();
  if (!pose.assembly.closed) refuse_open(spec, pose);
}

std::vector<double> closed_beside(const TreeSpec& spec, const std::vector<double>& p, const std::vector<double>& phi) {
  const Start& start = spec.model->start;
  std::vector<HeldDifference> held = at_joints(spec, start.offset);
  for (std::size_t k = 0; k < held.size(); ++k)
    held[k].value = phi[index_of(spec.joint_names, start.offset[k].name.value)];
  const Linkage linkage = linkage_of(spec, p);
  const Assembly found = assemble(linkage, at_tree_joints(spec, phi), held);
  if (!found.closed)
    refuse_start(spec, start.place,
                 fmt::format("start: with this offset the loops do not close: the nearest shape has a gap of {:.3g} m",
                             found.gap),
                 "a smaller offset, or one of fewer joints, leaves room for the others");
  refuse_dependent_targets(spec, linkage, found.phi);
  return found.phi;
}

std::vector<double> closed_rates(const TreeSpec& spec, const StartPose& pose, const std::vector<Named>& given,
                                 const char* key) {
  const Rates found = rates_near(spec, pose, at_joints(spec, given));
  const std::vector<double> all = at_all_joints(spec, found.rates);
  if (const double missed = off_by(spec.joint_names, all, given, pose.moving, found.residual); missed > 0)
    refuse_start(
        spec, given.empty() ? place_of(spec) : given[0].name.place,
        fmt::format("start: the {} given open the loops: they are off by {:.3g} rad/s at least", key, missed),
        fmt::format("the mobility is {}; the nearest: {}", pose.mobility.mobility, named(spec.joint_names, all)));
  return found.rates;
}

std::vector<double> closed_spins(const TreeSpec& spec, const StartPose& pose, const std::vector<Named>& given) {
  if (given.empty()) return std::vector<double>(spec.m.size(), 0.0);
  const Rates found = rates_near(spec, pose, at_bodies(spec, given));
  std::vector<double> omega = absolute_angles(spec.topology, found.rates, 0.0);
  const double root = given[0].value[0].value - omega[index_of(spec.body_names, given[0].name.value)];
  for (double& w : omega) w += root;
  if (const double missed = off_by(spec.body_names, omega, given, {}, found.residual); missed > 0)
    refuse_start(
        spec, given[0].name.place,
        fmt::format("start: the spin given opens the loops: it is off by {:.3g} rad/s at least", missed),
        fmt::format("the mobility is {}; the nearest: {}", pose.mobility.mobility, named(spec.body_names, omega)));
  return omega;
}

std::vector<double> closed_momenta(const TreeSpec& spec, const StartPose& pose, std::vector<double> mu) {
  const PlanarTree<double>& tree = pose.linkage.tree;
  const std::vector<double> theta = absolute_angles(tree, pose.assembly.phi, 0.0);
  const Matrix<double> G = closure_jacobian(pose.linkage.loops, theta, tree.root());
  const std::vector<double> omega = motion(tree, theta, mu).omega, opening = G * omega;
  const std::vector<double> lambda =
      inverse_on_range(closure_inertia(tree, theta, G).schur, pose.mobility.rank) * opening;
  double residual = 0, speed = 0;
  for (const double g : opening) residual = std::max(residual, std::abs(g));
  for (const double w : omega) speed = std::max(speed, std::abs(w));
  for (int c = 0; c < G.rows; ++c)
    for (int k = 0; k < G.cols; ++k) mu[k] -= G(c, k) * lambda[c];
  if (residual > 1e-9 * speed * loop_length(pose.linkage))
    refuse_start(spec, spec.model->start.momenta[0].name.place,
                 fmt::format("start: these momenta open the loops at {:.6g} m/s: G J^-1 mu must be zero", residual),
                 fmt::format("the nearest that do not: {}", named(spec.body_names, mu)));
  return mu;
}

}  // namespace oopss
