// SPDX-License-Identifier: Apache-2.0
#include "oopss/system/start.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <unordered_map>

#include "oopss/mechanics/bracket.hpp"
#include "oopss/mechanics/potential.hpp"
#include "oopss/mechanics/recursion.hpp"
#include "oopss/symbolic/program.hpp"
#include "oopss/system/laws.hpp"
#include "oopss/system/linked_start.hpp"
#include "oopss/system/moved.hpp"
#include "oopss/system/shape_laws.hpp"
#include "oopss/system/space_start.hpp"

namespace oopss {

std::vector<double> by_name(const std::vector<Named>& given, const std::vector<std::string>& all) {
  std::vector<double> out(all.size(), 0.0);
  if (given.empty()) return out;
  std::unordered_map<std::string_view, std::size_t> places;
  for (std::size_t i = 0; i < all.size(); ++i) places.emplace(all[i], i);
  for (const Named& entry : given)
    if (const auto found = places.find(entry.name.value); found != places.end())
      out[found->second] = entry.value[0].value;
  return out;
}

void refuse_start(const TreeSpec& spec, Place place, std::string message, std::string help) {
  throw ModelError(spec.model->source, {{place, std::move(message), std::move(help)}}, spec.model->settings);
}

double StoredEnergy::at(const TreeSpec& spec, const std::vector<double>& p, const std::vector<double>& phi) {
  if (!code) {
    const StateSymbols symbols = state_symbols(spec);
    const std::vector<Expr> U = {
        laws(spec, symbols.t, symbols.phi, std::vector<Expr>(symbols.phi.size()), symbols.p).stored};
    code = std::make_shared<const Program>(program(U, {symbols.phi, symbols.p}));
    scratch.resize(code->code.size());
  }
  const double* const inputs[] = {phi.data(), p.data()};
  double value = 0;
  interpret(*code, inputs, scratch, {&value, 1});
  return value;
}

namespace {

/// The tree fixed at one shape, given by the angles of its joints: momenta and energies in O(N).
struct FixedShape {
  PlanarTree<double> tree;
  std::vector<double> theta;
  double I_lock = 0;

  std::vector<double> momenta(const std::vector<double>& omega) const { return oopss::momenta(tree, theta, omega); }
  struct Motion {
    std::vector<double> omega, mu;
  };
  /// ω and μ with these joint rates and this total momentum. In long chains the whole outweighs a body by so much that
  /// the rounding of ω is a momentum that would spin it: what is left is taken from all bodies together, until it is
  /// the rounding of the momenta.
  Motion motion(const std::vector<double>& phi_rate, double mu_s) const {
    const double of_shape = total_momentum(momenta(absolute_angles(tree, phi_rate, 0.0)));
    Motion out{absolute_angles(tree, phi_rate, (mu_s - of_shape) / I_lock), {}};
    out.mu = momenta(out.omega);
    constexpr int most_corrections = 4;
    for (int k = 0; k < most_corrections; ++k) {
      double size = 0;
      for (const double one : out.mu) size += std::abs(one);
      const double left = mu_s - total_momentum(out.mu);
      if (!(std::abs(left) > 1e-12 * size)) break;
      for (double& one : out.omega) one += left / I_lock;
      out.mu = momenta(out.omega);
    }
    return out;
  }
};

FixedShape at_shape(const TreeSpec& spec, const std::vector<double>& p, const std::vector<double>& phi) {
  FixedShape shape{planar_tree(spec, p), absolute_angles(spec.topology, phi, 0.0)};
  shape.I_lock = total_momentum(shape.momenta(std::vector<double>(phi.size() + 1, 1.0)));
  return shape;
}

/// The rates of the tree's joints that the file gives under `key`, and those of prescribed motions; what is left out is
/// zero, or with loops as little as they allow.
std::vector<double> rates_given(const TreeSpec& spec, const std::optional<StartPose>& loops,
                                const std::vector<Named>& given, const char* key,
                                const std::vector<MovedStart>& moved = {}) {
  if (loops) return closed_rates(spec, *loops, given, key);
  std::vector<double> rates = by_name(given, spec.joint_names);
  for (const MovedStart& one : moved) rates[one.joint] = one.rate;
  return rates;
}

/// The direction of the joint rates: as given, or the only one there is.
std::vector<double> direction_of(const TreeSpec& spec, const std::optional<StartPose>& loops, bool moves,
                                 SolvedStart& out) {
  const Start& start = spec.model->start;
  const std::size_t freedom = loops ? static_cast<std::size_t>(loops->mobility.mobility) : spec.joints.size();
  if (!start.direction.empty() && freedom > 0) return rates_given(spec, loops, start.direction, "direction");
  std::vector<double> direction(spec.tree_joints.size(), 0.0);
  if (freedom > 1 && moves)
    refuse_start(
        spec, start.energy ? start.energy->place : start.kinetic->place,
        loops ? fmt::format("start: energy and momentum leave the direction of the joint rates open at mobility {}",
                            freedom)
              : "start: energy and momentum leave the direction of the joint rates open for three or more bodies",
        fmt::format("add direction = {{ {} = 1 }}, the ratio of the joint rates", spec.joint_names[0]));
  if (freedom != 1) return direction;
  if (loops) {
    Named first;
    first.name.value = spec.joint_names[0];
    first.name.place = start.place;
    first.value = {literal("1")};
    direction = closed_rates(spec, *loops, {first}, "direction");
    out.notes.push_back(fmt::format("direction not given: joint {} turns up (+1)", oopss::quoted(spec.joint_names[0])));
    return direction;
  }
  direction[0] = 1;
  out.notes.push_back("direction not given: the joint turns up (+1)");
  return direction;
}

/// φ' = ±sqrt(k² / eᵀM_s e) e with k² = 2H − μ_s²/I_lock; the direction e carries the sign.
std::vector<double> rates_of_energy(const TreeSpec& spec, const std::optional<StartPose>& loops,
                                    const FixedShape& shape, double mu_s, double stored, SolvedStart& out) {
  const Start& start = spec.model->start;
  const Number& given = start.energy ? *start.energy : *start.kinetic;
  const double H = start.energy ? given.value - stored : given.value;
  const double floor = amended_potential(mu_s, shape.I_lock);
  double k2 = 2 * (H - floor);
  if (std::abs(k2) <= 8e-16 * (std::abs(H) + floor)) k2 = 0;  // at the bound but for rounding
  if (k2 < 0)
    refuse_start(
        spec, given.place,
        fmt::format("start: {} {:.6g} is below {:.6g}, the least that momentum {:.6g} allows at this shape",
                    start.energy ? "energy" : "kinetic", given.value, start.energy ? floor + stored : floor, mu_s),
        fmt::format("attainable: {:.6g} and above", start.energy ? floor + stored : floor));
  if ((loops ? loops->mobility.mobility == 0 : spec.joints.empty()) && k2 > 0)
    refuse_start(spec, given.place,
                 fmt::format("start: {} with this momentum has exactly the kinetic energy {:.17g}",
                             loops ? "a rigid linkage" : "a single body", floor));
  std::vector<double> direction = direction_of(spec, loops, k2 > 0, out);
  const FixedShape::Motion still = shape.motion(direction, 0.0);
  const double square = dot(still.omega, still.mu);  // eᵀ M_s e: twice the energy of the shape motion alone
  if (k2 > 0 && !(square > 0)) refuse_start(spec, start.place, "start: direction must not be zero in every joint");
  for (double& e : direction) e *= k2 > 0 ? std::sqrt(k2 / square) : 0;
  return direction;
}

/// Of the shapes of bodies in space, with the axis about which they turn.
int space_freedom(const TreeSpec& spec) {
  int out = 2;
  for (const JointSlots& joint : spec.joints) out += joint.hinge ? 1 : 3;
  return out;
}

/// θ of the root, by the first body whose absolute angle is given.
double root_angle(const TreeSpec& spec, const std::vector<double>& phi) {
  const std::vector<Named>& given = spec.model->start.absolute;
  if (given.empty()) return 0;
  const std::vector<double> theta = absolute_angles(spec.topology, phi, 0.0);
  for (std::size_t i = 0; i < theta.size(); ++i)
    if (spec.body_names[i] == given[0].name.value) return given[0].value[0].value - theta[i];
  return 0;
}

}  // namespace

std::vector<double> equilibrium_shape(const TreeSpec& spec, const std::vector<double>& p, double mu_s,
                                      SolvedStart& out) {
  const Text& id = *spec.model->start.equilibrium;
  const char* const instead = "give the shape as angles, with rates of 0 and the momentum";
  if (!equilibria_have_names(spec))
    refuse_start(
        spec, id.place,
        in_space(spec)
            ? fmt::format("start: equilibria in space have names where shape and axis have at most {} freedoms, "
                          "those of this model have {}",
                          most_searched_joints, space_freedom(spec))
            : fmt::format("start: equilibria have names in models of 2 to {} bodies, this model has {}",
                          most_searched_joints + 1, spec.topology.size()),
        instead);
  const bool free = !laws_without_potential(spec, p).empty();
  if (free)
    out.notes.push_back(
        fmt::format("the equilibrium is that of the tree without its laws: {}",
                    is_acted_on(spec) ? "what acts from outside changes the momentum" : "they have no potential"));
  if (!shape_energy(spec, p, mu_s, free).depends_on_shape)
    refuse_start(spec, id.place, "start: every shape of this model is an equilibrium, none has a name", instead);
  const std::vector<std::vector<double>>& all = spec.model->start.named_shapes;
  if (all.empty())
    refuse_start(spec, id.place, "start: the equilibria of this model have not been listed, so none has a name",
                 instead);
  std::string known;
  for (std::size_t k = 0; k < all.size(); ++k) {
    const std::string name = fmt::format("E{}", k + 1);
    if (id.value == name) return all[k];
    if (k < 12 && !in_space(spec))
      known += fmt::format("{}{} at ({:.4g})", k > 0 ? ", " : "", name, fmt::join(all[k], ", "));
  }
  if (in_space(spec)) known = fmt::format("E1 to E{}", all.size());
  if (all.size() > 12 && !in_space(spec)) known += fmt::format(", … E{}", all.size());
  refuse_start(spec, id.place, fmt::format("start: there is no equilibrium {}", oopss::quoted(id.value)),
               "this model has " + known);
}

bool equilibria_have_names(const TreeSpec& spec) {
  if (in_space(spec)) return space_freedom(spec) <= most_searched_joints;
  const std::size_t joints = spec.tree_joints.size();
  return joints > 0 && (joints <= most_searched_joints || !spec.chords.empty());
}

SolvedStart solve_start(const TreeSpec& spec, const std::vector<double>& p, StoredEnergy& stored) {
  if (in_space(spec)) return solve_space_start(spec, p, stored);
  const Start& start = spec.model->start;
  SolvedStart out;
  out.drift = drift_of(spec, p);
  const std::vector<MovedStart> moved = moved_starts(spec, p);
  std::optional<StartPose> loops;
  if (!spec.chords.empty() && start.form != StartForm::equilibrium)
    loops = closed_start_pose(spec, p, out.notes, out.warnings);
  out.phi = loops ? loops->assembly.phi : by_name(start.angles, spec.joint_names);
  const double mu_s = start.momentum.empty() ? 0.0 : start.momentum[0].value;
  for (const MovedStart& one : moved)
    if (!loops) out.phi[one.joint] = one.angle;
  switch (start.form) {
    case StartForm::rest:
      if (!moved.empty()) {
        const FixedShape shape = at_shape(spec, p, out.phi);
        out.mu = shape.motion(rates_given(spec, loops, {}, "rates", moved), 0.0).mu;
        out.notes.push_back(fmt::format("no momentum was given: it is zero, and joints without a motion {}",
                                        loops ? "turn as little as the loops allow" : "start at rest"));
        break;
      }
      out.mu.assign(spec.m.size(), 0.0);
      out.notes.push_back("no motion was given: the system is at rest");
      break;
    case StartForm::momenta:
      out.mu = by_name(start.momenta, spec.body_names);
      if (loops) out.mu = closed_momenta(spec, *loops, out.mu);
      break;
    case StartForm::spin: {
      if (loops) {
        out.theta_root = root_angle(spec, out.phi);
        out.mu = at_shape(spec, p, out.phi).momenta(closed_spins(spec, *loops, start.spin));
        break;
      }
      const std::vector<double> theta = by_name(start.absolute, spec.body_names);
      out.phi = differences(spec.topology, theta);
      out.theta_root = theta[spec.topology.root()];
      out.mu = at_shape(spec, p, out.phi).momenta(by_name(start.spin, spec.body_names));
      break;
    }
    case StartForm::rates: {
      const FixedShape shape = at_shape(spec, p, out.phi);
      out.mu = shape.motion(rates_given(spec, loops, start.rates, "rates", moved), mu_s).mu;
      if (loops && !moved.empty() && start.rates.empty() && loops->mobility.mobility > static_cast<int>(moved.size()))
        out.notes.push_back("no rates were given: joints without a motion turn as little as the loops allow");
      break;
    }
    case StartForm::energy: {
      const FixedShape shape = at_shape(spec, p, out.phi);
      const double U = start.energy ? stored.at(spec, p, at_all_joints(spec, out.phi)) : 0;
      out.mu = shape.motion(rates_of_energy(spec, loops, shape, mu_s, U, out), mu_s).mu;
      break;
    }
    case StartForm::equilibrium: {
      std::vector<double> phi = equilibrium_shape(spec, p, mu_s, out);
      const std::vector<double> offset = by_name(start.offset, spec.joint_names);
      for (std::size_t k = 0; k < offset.size(); ++k) phi[k] += offset[k];
      out.phi = spec.chords.empty() ? phi : closed_beside(spec, p, phi);
      const FixedShape shape = at_shape(spec, p, out.phi);
      out.mu = shape.momenta(std::vector<double>(spec.m.size(), mu_s / shape.I_lock));
      break;
    }
  }
  out.phi = at_all_joints(spec, out.phi);
  if (!start.momentum.empty()) {  // exactly as asked for, whatever the rounding of the rest
    double& root = out.mu[spec.topology.root()];
    root = 0;
    root = mu_s - total_momentum(out.mu);
  }
  for (const double value : out.mu)
    if (!std::isfinite(value))
      refuse_start(spec, start.place, "start: the momenta of this start are not finite numbers");
  return out;
}

std::vector<double> state_of(const Layout& layout, const SolvedStart& start) {
  std::vector<double> x(static_cast<std::size_t>(layout.size), 0.0);
  if (!start.x.empty()) {
    std::copy_n(start.x.begin(), std::min(x.size(), start.x.size()), x.begin());
    return x;
  }
  put(layout, BlockKind::joint_angle, start.phi, x);
  put(layout, BlockKind::momentum, start.mu, x);
  put(layout, BlockKind::attitude, {start.theta_root}, x);
  if (const int drift = layout.offset(BlockKind::drift); drift >= 0)
    std::copy_n(start.drift.begin(), 2, x.begin() + drift);
  return x;
}

double start_momentum(const TreeSpec& spec, const std::vector<double>& p) {
  const Start& start = spec.model->start;
  if (in_space(spec)) return space_momentum(spec, p);
  return start.momentum.empty() ? total_momentum(solve_start(spec, p).mu) : start.momentum[0].value;
}

}  // namespace oopss
