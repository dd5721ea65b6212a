// SPDX-License-Identifier: Apache-2.0
#include "oopss/system/space_system.hpp"

#include <cmath>
#include <optional>

#include "oopss/symbolic/series.hpp"
#include "oopss/system/outside.hpp"
#include "oopss/system/space_energy.hpp"
#include "oopss/system/space_field.hpp"
#include "oopss/system/space_step.hpp"
#include "oopss/system/space_tangent.hpp"

namespace oopss {
namespace {

/// Taylor coefficients by those of the program of the rates, which is written when they are first asked for.
struct SpaceJet {
  std::shared_ptr<const Derived> derived;
  std::vector<double> p;
  std::optional<ProgramSeries> series;

  void operator()(double t, const double* x, int order, int direction, double* coefficients) {
    if (!series) {
      const SpaceField field = space_field(derived->spec, derived->layout);
      series.emplace(program(field.rates, {{field.t}, field.x, field.p}));
    }
    (*series)(t, x, derived->layout.size, p.data(), order, direction, coefficients);
  }
};

/// The series of what is watched, from that of the motion: φ'_k = (k + 1) φ_{k+1} of hinges.
struct SpaceWatchedSeries {
  ProgramSeries series;
  std::vector<double> p;
  std::vector<int> angles;  // per joint its place in the state, −1 of a ball
  std::vector<int> half_turns;
  int size, count;  // of the state, of what the program watches
  std::vector<double> phi_and_rate, by_program;

  void operator()(double t, int order, int direction, const double* coefficients, double* out) {
    const int joints = static_cast<int>(angles.size());
    phi_and_rate.assign(static_cast<std::size_t>(2 * joints * order), 0.0);
    for (int k = 0; k < order; ++k)
      for (int j = 0; j < joints; ++j) {
        if (angles[j] < 0) continue;
        phi_and_rate[2 * joints * k + j] = coefficients[k * size + angles[j]];
        phi_and_rate[2 * joints * k + joints + j] = (k + 1) * coefficients[(k + 1) * size + angles[j]];
      }
    by_program.resize(static_cast<std::size_t>(count * order));
    if (count > 0) series.along(t, 2 * joints, p.data(), order, direction, phi_and_rate.data(), by_program.data());
    for (int k = 0; k < order; ++k) {
      out = std::copy_n(by_program.begin() + static_cast<std::ptrdiff_t>(k) * count, count, out);
      for (const int w : half_turns) *out++ = coefficients[k * size + w];
    }
  }
};

void add_series(Flow& flow, const std::shared_ptr<const Derived>& derived, const std::vector<double>& p,
                const std::vector<int>& half_turns) {
  flow.jet = SpaceJet{derived, p, {}};
  flow.tangent = SpaceTangent{derived, p};
  flow.by_formula = flow.watched() > 0;
  if (flow.watched() == 0) return;
  std::vector<int> angles(derived->spec.joints.size(), -1);
  for (const Block& block : derived->layout.blocks)
    if (block.kind == BlockKind::joint_angle) angles[block.owner] = block.offset;
  flow.watched_series = SpaceWatchedSeries{ProgramSeries(derived->watched),
                                           p,
                                           angles,
                                           half_turns,
                                           derived->layout.size,
                                           flow.watched() - static_cast<int>(half_turns.size()),
                                           {},
                                           {}};
}

}  // namespace

Program space_program(const TreeSpec& spec, const Layout& layout) {
  const SpaceField field = space_field(spec, layout);
  std::vector<Expr> all = field.rates;
  all.insert(all.end(), {field.kinetic, field.stored, field.released});
  all.insert(all.end(), field.torque.begin(), field.torque.end());
  return program(all, {{field.t}, field.x, field.p});
}

void put_directions(System& system, const TreeSpec& spec, const std::vector<double>& p) {
  if (moved_joints(spec).empty()) system.bracket = space_bracket(spec, system.layout, p);
  system.put_momenta = space_put_momenta(spec, system.layout, p);
}

void fill_space(System& system, const std::shared_ptr<const Derived>& derived, const Drive& by_functions,
                bool by_program) {
  system.dimension = 3;
  for (const JointSlots& joint : derived->spec.joints) system.freedom.push_back(joint.hinge ? 1 : 3);
  system.casimirs = spatial_momentum(derived->layout);
  put_directions(system, derived->spec, values_of(derived->spec.inputs));
  if (derived->moved.empty())
    system.shape_energy = [derived](const std::vector<double>& inputs, double momentum, bool free) {
      return space_energy(derived->spec, inputs, momentum, free);
    };
  system.make_flow = [derived, by_functions, by_program](const std::vector<double>& inputs, const Drive& u) {
    const SpaceRecursive engine(derived, inputs, u ? u : by_functions);
    Flow flow = space_flow(engine);
    if (steps_of_its_own(*derived)) flow.own = veselov_step(engine);
    if (by_program) {
      const Flow programmed = program_flow(derived, inputs);
      flow.field = programmed.field;
      flow.kinetic = programmed.kinetic;
      flow.stored = programmed.stored;
      flow.joint_torques = programmed.joint_torques;
    }
    if (derived->driven.empty())
      add_series(flow, derived, inputs, engine.half_turns);
    else
      flow.no_jet = "torques that the caller gives have no series";
    add_drift(flow, derived->spec, derived->offsets, inputs);
    return flow;
  };
}

}  // namespace oopss
