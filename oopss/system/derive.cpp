// SPDX-License-Identifier: Apache-2.0
#include "oopss/system/derive.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <optional>

#include "oopss/mechanics/bracket.hpp"
#include "oopss/mechanics/jet.hpp"
#include "oopss/model/read.hpp"
#include "oopss/system/closed_leaf.hpp"
#include "oopss/system/field.hpp"
#include "oopss/system/flow_engine.hpp"
#include "oopss/system/linked.hpp"
#include "oopss/system/outside.hpp"
#include "oopss/system/pair_leaf.hpp"
#include "oopss/system/planar_lagrangian.hpp"
#include "oopss/system/shape_laws.hpp"
#include "oopss/system/space_system.hpp"
#include "oopss/system/start.hpp"
#include "oopss/system/tangent.hpp"

namespace oopss {
namespace {

std::atomic<long> derived_count = 0;

/// Where there are no laws at all: programs of zeros, of the same inputs.
void write_no_laws(Derived& derived) {
  const int joints = static_cast<int>(derived.spec.joints.size()),
            inputs = static_cast<int>(derived.spec.inputs.size());
  const std::vector<Expr> zeros(derived.spec.joints.size() + 4);
  derived.law = program(zeros, {});
  derived.law.input_sizes = {0, 1 + 2 * joints, inputs};
  derived.motion.input_sizes = {1, inputs};
  derived.watched.input_sizes = {1, 2 * joints, inputs};
}

/// The laws as programs of time, angles and rates.
void write_laws(Derived& derived) {
  const TreeSpec& spec = derived.spec;
  if (!is_acted_on(spec) && std::all_of(spec.joints.begin(), spec.joints.end(),
                                        [](const JointSlots& joint) { return joint.laws.empty() && !joint.motion; }))
    return write_no_laws(derived);
  const StateSymbols state = state_symbols(derived.spec);
  std::vector<Expr> rate;
  for (const std::string& joint : derived.spec.joint_names) rate.push_back(symbol("rate_" + joint, rank_shape));
  const Laws law = laws(derived.spec, state.t, state.phi, rate, state.p);
  const Motions motion = motions(derived.spec, state.t, state.p);
  const Expr theta = symbol("theta_root", rank_other), omega = symbol("omega_root", rank_other);
  SeenMotion seen = seen_from_root(derived.spec, state.phi, rate, theta, omega);
  const auto [centre, drift] = centre_symbols();
  seen.centre = centre;
  seen.drift = drift;
  const OutsideTorques outside = outside_torques(derived.spec, state.t, seen, state.p);
  derived.outside = outside.bodies;
  derived.forces = static_cast<int>(outside.force.size());
  derived.moved = motion.joints;
  derived.motion = program(with_rates(motion), {{state.t}, state.p});
  derived.linearised = law.linearised;
  std::vector<Expr> all = law.torque;
  all.insert(all.end(), law.demand.begin(), law.demand.end());
  std::vector<Expr> acting = outside.torque;
  for (const std::array<Expr, 2>& F : outside.force) acting.insert(acting.end(), F.begin(), F.end());
  if (derived.forces > 0) acting.insert(acting.end(), outside.acceleration.begin(), outside.acceleration.end());
  all.insert(all.end(), acting.begin(), acting.end());
  all.insert(all.end(), {law.released, law.stored, law.dissipation, law.integrated_power + outside.power});
  std::vector<Expr> moving = {state.t}, angles_and_rates = state.phi, watched = kinks(law, motion, acting);
  angles_and_rates.insert(angles_and_rates.end(), rate.begin(), rate.end());
  const std::array<Expr, 6> behind = {theta, omega, centre[0], centre[1], drift[0], drift[1]};
  angles_and_rates.insert(angles_and_rates.end(), behind.begin(), behind.begin() + derived.seen());
  moving.insert(moving.end(), angles_and_rates.begin(), angles_and_rates.end());
  derived.law = program(all, {{}, moving, state.p});
  derived.releases = !is_zero(law.released);
  derived.switches = static_cast<int>(watched.size());
  std::vector<FormulaEdge> edges = law.edges;
  edges.insert(edges.end(), motion.edges.begin(), motion.edges.end());
  edges.insert(edges.end(), outside.edges.begin(), outside.edges.end());
  for (const FormulaEdge& edge : reachable(edges, moving)) {
    watched.push_back(edge.quantity);
    derived.edges.push_back({edge.kind, edge.words});
  }
  derived.watched = program(watched, {{state.t}, angles_and_rates, state.p});
}

/// The whole field as programs: the rates alone, and with the energies and torques behind them.
void write_field(Derived& derived, bool by_program) {
  if (in_space(derived.spec)) {  // the rates alone are written when their series are asked for
    if (by_program) derived.field = space_program(derived.spec, derived.layout);
    return;
  }
  const FieldExpressions field = field_expressions(derived.spec);
  std::vector<Expr> x = field.symbols.phi, all = field.phi_rate;
  x.insert(x.end(), field.symbols.mu.begin(), field.symbols.mu.end());
  x.push_back(field.theta_root);
  all.insert(all.end(), field.mu_rate.begin(), field.mu_rate.end());
  all.push_back(field.theta_root_rate);
  if (derived.offsets.work >= 0) {
    x.insert(x.end(), {symbol("work", rank_other), symbol("dissipated", rank_other)});
    all.insert(all.end(), {field.work_rate, field.dissipation_rate});
  }
  if (derived.offsets.impulse >= 0) {
    x.push_back(symbol("impulse", rank_other));
    all.push_back(field.impulse_rate);
  }
  if (derived.offsets.centre >= 0) {
    for (const std::array<Expr, 2>& part : centre_symbols()) x.insert(x.end(), part.begin(), part.end());
    all.insert(all.end(), field.drift.begin(), field.drift.end());
    all.insert(all.end(), field.acceleration.begin(), field.acceleration.end());
  }
  const std::vector<std::vector<Expr>> inputs = {{field.symbols.t}, x, field.symbols.p};
  derived.rates = program(all, inputs);
  all.insert(all.end(), {field.kinetic, field.stored, field.released});
  all.insert(all.end(), field.torque.begin(), field.torque.end());
  derived.field = program(all, inputs);
}

/// Whether all laws are springs and dampers, no motion is prescribed and nothing acts from outside: what Taylor
/// coefficients are known of.
bool only_springs(const TreeSpec& spec) {
  if (!moved_joints(spec).empty() || is_acted_on(spec)) return false;
  for (const JointSlots& joint : spec.joints)
    for (const LawSlots& law : joint.laws)
      if (!is_spring(law.kind)) return false;
  return true;
}

/// The torques of the model's functions on the driven joints. Each copy has functions of its own.
Drive function_drive(const Derived& derived) {
  struct Part {
    std::size_t place;  // in u
    int joint;
    LawFunction torque;
  };
  std::vector<Part> parts;
  for (std::size_t c = 0; c < derived.driven.size(); ++c)
    for (const LawSlots& law : derived.spec.joints[derived.driven[c]].laws)
      if (law.function) parts.push_back({c, derived.driven[c], *law.function});
  if (parts.empty()) return {};
  return [parts, count = derived.driven.size()](double t, const double* phi, const double* rate, double* u) {
    std::fill_n(u, count, 0.0);
    for (const Part& part : parts) u[part.place] += part.torque(t, phi[part.joint], rate[part.joint]);
  };
}

/// Why a system with driven joints has no Taylor coefficients.
std::string no_series(const TreeSpec& spec) {
  const std::vector<int> joints = function_joints(spec);
  if (joints.empty()) return "torques that the caller gives have no series";
  return fmt::format("the law at joint {} is a function of the program, which has no series",
                     oopss::quoted(spec.joint_names[joints[0]]));
}

/// Taylor coefficients, made ready when they are first asked for: by their own recurrences where all laws are springs,
/// else by those of the program of the rates.
void add_jet(Flow& flow, const std::shared_ptr<const Derived>& derived, const SharedInputs& p) {
  if (!derived->driven.empty()) {
    flow.no_jet = no_series(derived->spec);
  } else if (only_springs(derived->spec)) {
    flow.jet = [derived, p, made = std::optional<Jet>()](double, const double* x, int order, int,
                                                         double* coefficients) mutable {
      if (!made) made = jet(planar_tree(derived->spec, *p), joint_springs(derived->spec, *p));
      taylor_coefficients(*made, x, order, coefficients);
    };
  } else {
    flow.by_formula = true;
    flow.jet = [series = ProgramSeries(derived->rates), p, states = derived->offsets.size](
                   double t, const double* x, int order, int direction, double* coefficients) mutable {
      series(t, x, states, p->data(), order, direction, coefficients);
    };
  }
}

/// Made when it is first asked for: few runs need it.
void add_tangent(Flow& flow, const std::shared_ptr<const Derived>& derived, const SharedInputs& p) {
  if (!derived->driven.empty()) return;
  flow.tangent = [derived, p, made = std::optional<Tangent>()](double t, const double* x, const double* v,
                                                               double* out) mutable {
    if (!made) made.emplace(derived, *p);
    (*made)(t, x, v, out);
  };
}

/// The engine that `automatic` stands for. The recursion is faster than the compiled program for free trees, and as
/// fast with most laws; exact linearisation is six times as fast compiled, up to the size where compiling takes seconds
/// (docs/methods.md has the times). It depends on the model alone, so a run has the same bytes on every machine. The
/// programs have no torques that a caller gives.
Engine chosen(Engine asked, const Derived& derived) {
  if (in_space(derived.spec) && asked == Engine::automatic) return Engine::recursive;
  if (!derived.driven.empty() || !derived.spec.chords.empty()) return Engine::recursive;
  if (asked != Engine::automatic) return asked;
  return !derived.linearised.empty() && derived.layout.bodies <= 20 ? Engine::compiled : Engine::recursive;
}

EngineUsed engine_used(const Derived& derived, Engine asked, Engine engine) {
  if (engine == Engine::recursive) {
    const bool other = asked != Engine::recursive && asked != Engine::automatic;
    const char* const what = derived.spec.chords.empty() ? "torques that the caller gives" : "loops of bodies";
    return {"recursive", other ? fmt::format("{} are for the engine recursive", what) : "", true};
  }
  if (engine == Engine::interpreted) return {"interpreted", "", true};
  const bool final = derived.loading->ended();
  const std::string why = derived.loading->failure();
  return {why.empty() ? "compiled" : "interpreted", why, final};
}

/// The joints with torques that the caller gives: those asked for, then those with functions of the program as laws.
std::vector<int> driven_joints(const TreeSpec& spec, const std::vector<std::string>& names) {
  std::vector<int> out;
  for (const std::string& name : names) {
    const auto found = std::find(spec.joint_names.begin(), spec.joint_names.end(), name);
    if (found == spec.joint_names.end())
      throw std::invalid_argument(fmt::format("there is no joint {} to drive", oopss::quoted(name)));
    out.push_back(static_cast<int>(found - spec.joint_names.begin()));
    if (spec.joints[out.back()].motion)
      throw std::invalid_argument(
          fmt::format("joint {} cannot be driven: its motion is prescribed", oopss::quoted(name)));
  }
  for (const int k : function_joints(spec))
    if (std::find(out.begin(), out.end(), k) == out.end()) out.push_back(k);
  return out;
}

PoissonBracket bracket_of(const Topology& topology) {
  const int size = 2 * topology.size() - 1;
  return {size, true, [topology](const double*, double* out) {
            const Matrix<int> tensor = poisson_tensor(topology);
            std::copy(tensor.entries.begin(), tensor.entries.end(), out);
          }};
}

void require_potential(const TreeSpec& spec, const std::vector<double>& p) {
  if (std::vector<Diagnostic> found = laws_without_potential(spec, p); !found.empty())
    throw ModelError(spec.model->source, std::move(found), spec.model->settings);
}

/// What analyses of the shape take; throws ModelError where laws without a potential are to take part.
void add_shapes(System& system, const std::shared_ptr<const Derived>& shared) {
  if (!shared->moved.empty()) return;
  if (system.joints.size() > most_landscape_joints) return;
  system.shape_energy = [shared](const std::vector<double>& p, double momentum, bool free) {
    if (!free) require_potential(shared->spec, p);
    return shape_energy(shared->spec, p, momentum, free);
  };
  const bool looped = !shared->spec.chords.empty();
  if (!looped)
    system.lagrangian = [shared](const std::vector<double>& p, double momentum) {
      require_potential(shared->spec, p);
      return planar_lagrangian(planar_tree(shared->spec, p), shape_landscape(shared->spec, p, momentum, false));
    };
  if (system.joints.size() != 1 && !looped) return;
  system.leaf = [shared, looped](const std::vector<double>& p, double momentum, bool free) {
    if (!free) require_potential(shared->spec, p);
    return looped ? closed_leaf(shared->spec, p, momentum, free) : leaf_of(pair_leaf(shared->spec, p, momentum, free));
  };
}

}  // namespace

Flow program_flow(const std::shared_ptr<const Derived>& derived, const std::vector<double>& p) {
  Runner runner(derived, derived->field, derived->loading);
  const int size = derived->layout.size;
  Flow flow;
  flow.field = [runner, p, size](double t, const double* x, double* out) mutable {
    const std::vector<double>& all = runner({&t, x, p.data()});
    std::copy_n(all.begin(), size, out);
  };
  flow.kinetic = [runner, p, size](double t, const double* x) mutable { return runner({&t, x, p.data()})[size]; };
  flow.stored = [runner, p, size](double t, const double* x) mutable { return runner({&t, x, p.data()})[size + 1]; };
  flow.joint_torques = [runner, p, size](double t, const double* x, double* out) mutable {
    const std::vector<double>& all = runner({&t, x, p.data()});
    std::copy(all.begin() + size + 3, all.end(), out);
  };
  return flow;
}

long derivations() { return derived_count; }

namespace {

std::shared_ptr<Derived> derivation_of_checked(const std::shared_ptr<const Model>& model,
                                               const std::vector<std::string>& driven) {
  auto derived = std::make_shared<Derived>();
  derived->model = model;
  derived->spec = tree_spec(*derived->model);
  derived->driven = driven_joints(derived->spec, driven);
  derived->layout = layout_of(derived->spec, !derived->driven.empty());
  derived->offsets = PlanarOffsets(derived->layout);
  if (!in_space(derived->spec) && derived->layout.bodies <= most_small_bodies)
    derived->branches = std::make_shared<const TreeBranches>(tree_branches(derived->spec.topology));
  write_laws(*derived);
  return derived;
}

}  // namespace

std::shared_ptr<Derived> derivation_of(const Model& model, const std::vector<std::string>& driven) {
  return derivation_of_checked(std::make_shared<const Model>(checked(model)), driven);
}

System derive(const Model& model, Engine asked, const Compiler& compiler, const std::vector<std::string>& driven) {
  return derive_checked(std::make_shared<const Model>(checked(model)), asked, compiler, driven).system;
}

DerivedModel derive_checked(const std::shared_ptr<const Model>& model, Engine asked, const Compiler& compiler,
                            const std::vector<std::string>& driven) {
  ++derived_count;
  if (asked == Engine::compiled && find_compiler(compiler).empty())
    throw MissingTool(no_compiler(compiler) + "; the engine interpreted gives the same numbers without one");
  std::shared_ptr<Derived> derived = derivation_of_checked(model, driven);
  const Engine engine = chosen(asked, *derived);
  const bool by_program = engine != Engine::recursive;
  const bool looped = !derived->spec.chords.empty();
  if (derived->driven.empty() && !looped && (by_program || !only_springs(derived->spec)))
    write_field(*derived, by_program);
  if (engine == Engine::compiled) derived->loading = std::make_shared<Loading>(derived->field, compiler);

  DerivedModel out{model, derived->spec, {}};
  System& system = out.system;
  system.model = model->name;
  system.bodies = derived->spec.body_names;
  system.joints = derived->spec.joint_names;
  for (const JointSlots& joint : derived->spec.joints) system.between.push_back({joint.first, joint.second});
  for (const Point& point : derived->model->points) system.points.push_back({point.name.value, point.body});
  for (const Force& force : derived->model->forces) system.forces.push_back({force.name.value, force.body});
  system.layout = derived->layout;
  system.inputs = derived->spec.inputs;
  system.driven = derived->driven;
  const std::shared_ptr<const Derived> shared = std::move(derived);
  system.engine = [shared, asked, engine] { return engine_used(*shared, asked, engine); };
  if (in_space(shared->spec)) {
    fill_space(system, shared, function_drive(*shared), by_program);
    return out;
  }
  system.casimirs = {planar_momentum(shared->layout)};
  if (shared->moved.empty()) system.bracket = bracket_of(shared->spec.topology);
  system.make_flow = [shared, by_program, looped](const std::vector<double>& p, const Drive& u) {
    if (looped) {
      Flow flow = linked_flow(Linked(shared, p, u ? u : function_drive(*shared)));
      flow.acted_on_from_outside = is_acted_on(shared->spec);
      add_drift(flow, shared->spec, shared->offsets, p);
      return flow;
    }
    const auto inputs = std::make_shared<const std::vector<double>>(p);  // one for all functions of the flow
    const FlowEngine recursive(shared, inputs, u ? u : function_drive(*shared));
    Flow flow = by_program ? program_flow(shared, p) : recursive_flow(recursive);
    add_what_is_watched(flow, recursive);
    add_jet(flow, shared, inputs);
    add_tangent(flow, shared, inputs);
    add_drift(flow, shared->spec, shared->offsets, p);
    flow.acted_on_from_outside = is_acted_on(shared->spec);
    return flow;
  };
  add_shapes(system, shared);
  return out;
}

std::vector<double> start_state(const Model& model, bool driven) {
  const TreeSpec spec = tree_spec(model);
  return state_of(layout_of(spec, driven), solve_start(spec, values_of(spec.inputs)));
}

}  // namespace oopss
