// SPDX-License-Identifier: Apache-2.0
#include "oopss/system/derive.hpp"

#include <memory>

#include "oopss/mechanics/inertia.hpp"
#include "oopss/mechanics/jet.hpp"
#include "oopss/mechanics/recursion.hpp"
#include "oopss/mechanics/torque.hpp"
#include "oopss/model/read.hpp"
#include "oopss/symbolic/load.hpp"
#include "oopss/symbolic/series.hpp"
#include "oopss/system/field.hpp"
#include "oopss/system/start.hpp"

namespace oopss {
namespace {

/// A program with its scratch space; inputs are groups of doubles. Interpreted, until it is loaded as compiled code.
struct Runner {
  Program code;
  std::shared_ptr<const Loading> loading;  // null: interpreted for good
  std::vector<double> scratch, out;
  explicit Runner(Program program_, std::shared_ptr<const Loading> loading_ = {})
      : code(std::move(program_)), loading(std::move(loading_)), scratch(code.code.size()), out(code.results.size()) {}
  const std::vector<double>& operator()(std::initializer_list<const double*> inputs) {
    if (const Loaded::Function run = loading ? loading->ready() : nullptr) {
      run(inputs.begin(), out.data());
    } else {
      interpret(code, {inputs.begin(), inputs.size()}, scratch, out);
    }
    return out;
  }
};

/// What a derivation leaves behind: plain data, shared by all flows of a system.
struct Derived {
  Layout layout;
  std::shared_ptr<const Model> model;
  Blueprint plan;
  std::vector<int> linearised;
  Program law;       // (t, φ, φ', p) -> torques, demands, released, U, dissipation, power
  Program watched;   // (t, φ and φ', p) -> switches and edges of the laws
  int switches = 0;  // how many of these are switches
  std::vector<Flow::Edge> edges;
  bool releases = false;                   // `released` is not zero
  Program rates;                           // (t, x, p) -> x'; where laws other than springs are
  Program field;                           // (t, x, p) -> x', H, U, torques; interpreted and compiled engine only
  std::shared_ptr<const Loading> loading;  // of the field; compiled engine only
};

/// The laws as programs of time, angles and rates.
void write_laws(Derived& of) {
  const StateSymbols at = state_symbols(of.plan);
  std::vector<Expr> rate;
  for (const std::string& joint : of.plan.joint_names) rate.push_back(symbol("rate_" + joint, rank_shape));
  const Laws law = laws(of.plan, at.t, at.phi, rate, at.p);
  of.linearised = law.linearised;
  std::vector<Expr> all = law.torque;
  all.insert(all.end(), law.demand.begin(), law.demand.end());
  all.insert(all.end(), {law.released, law.stored, law.dissipation, law.integrated_power});
  of.law = program(all, {{at.t}, at.phi, rate, at.p});
  of.releases = !is_zero(law.released);
  std::vector<Expr> moving = {at.t}, angles_and_rates = at.phi, watched = kinks(law);
  angles_and_rates.insert(angles_and_rates.end(), rate.begin(), rate.end());
  moving.insert(moving.end(), angles_and_rates.begin(), angles_and_rates.end());
  of.switches = static_cast<int>(watched.size());
  for (const FormulaEdge& edge : reachable(law.edges, moving)) {
    watched.push_back(edge.quantity);
    of.edges.push_back({edge.pole, edge.words});
  }
  of.watched = program(watched, {{at.t}, angles_and_rates, at.p});
}

/// The whole field as programs: the rates alone, and with the energies and torques behind them.
struct FieldPrograms {
  Program rates, field;
};

FieldPrograms field_programs(const Blueprint& plan, const Layout& layout) {
  const FieldExpressions of = field_expressions(plan);
  std::vector<Expr> x = of.at.phi, all = of.phi_rate;
  x.insert(x.end(), of.at.mu.begin(), of.at.mu.end());
  x.push_back(of.theta_root);
  all.insert(all.end(), of.mu_rate.begin(), of.mu_rate.end());
  all.push_back(of.theta_root_rate);
  if (layout.work >= 0) {
    x.insert(x.end(), {symbol("work", rank_other), symbol("dissipated", rank_other)});
    all.insert(all.end(), {of.work_rate, of.dissipation_rate});
  }
  const std::vector<std::vector<Expr>> inputs = {{of.at.t}, x, of.at.p};
  FieldPrograms out{program(all, inputs), {}};
  all.insert(all.end(), {of.kinetic, of.stored, of.released});
  all.insert(all.end(), of.torque.begin(), of.torque.end());
  out.field = program(all, inputs);
  return out;
}

Layout layout_of(const Blueprint& plan) {
  Layout at;
  at.bodies = plan.at.size();
  at.joints = static_cast<int>(plan.joints.size());
  at.momenta = at.joints;
  at.root_angle = at.momenta + at.bodies;
  at.size = at.root_angle + 1;
  bool any = false;
  for (const JointSlots& joint : plan.joints) any = any || !joint.laws.empty();
  if (any) {
    at.work = at.size++;
    at.dissipated = at.size++;
  }
  return at;
}

/// Whether all laws are springs and dampers, whose Taylor coefficients are known.
bool only_springs(const Blueprint& plan) {
  for (const JointSlots& joint : plan.joints)
    for (const LawSlots& law : joint.laws)
      if (!is_spring(law.kind)) return false;
  return true;
}

/// The O(N) recursion on doubles, with the laws interpreted beside it.
struct Recursive {
  std::shared_ptr<const Derived> of;
  std::vector<double> p;
  PlanarTree<double> tree;
  FastTree fast;
  Runner law, watched;
  Linearisation<double> exact;
  MovingRecursion<double> moving;
  std::vector<double> phi, theta, mu, omega, mu_rate, rate, torque, more, demand, still, phi_and_rate;

  Recursive(std::shared_ptr<const Derived> derived, std::vector<double> inputs)
      : of(std::move(derived)),
        p(std::move(inputs)),
        tree(planar_tree(of->plan, p)),
        fast(fast_tree(tree)),
        law(of->law),
        watched(of->watched),
        exact(tree, of->linearised),
        moving(tree),
        phi(of->plan.joints.size()),
        theta(tree.m.size()),
        mu(tree.m.size()),
        omega(tree.m.size()),
        mu_rate(tree.m.size()),
        rate(phi.size()),
        torque(phi.size()),
        more(phi.size()),
        demand(of->linearised.size()),
        still(phi.size()),
        phi_and_rate(2 * phi.size()) {}

  void move(double t, const double* x) {
    const Layout& at = of->layout;
    std::copy(x + at.angles, x + at.angles + at.joints, phi.begin());
    std::copy(x + at.momenta, x + at.momenta + at.bodies, mu.begin());
    rates(fast, phi.data(), mu.data(), rate.data(), mu_rate.data());
    for (int i = 0; i < at.bodies; ++i) omega[i] = oopss::omega(fast, i);
    if (at.work >= 0) apply_laws(t);
  }

  void apply_laws(double t) {
    const std::vector<double>& out = law({&t, phi.data(), rate.data(), p.data()});
    std::copy(out.begin(), out.begin() + phi.size(), torque.begin());
    add_to_bodies(torque);
    power = out[out.size() - 1];
    if (of->linearised.empty()) return;
    std::copy_n(out.begin() + phi.size(), demand.size(), demand.begin());
    absolute_angles(tree, phi, 0.0, theta);
    linearise(exact, tree, theta, mu, omega, mu_rate, demand);
    std::fill(more.begin(), more.end(), 0.0);
    for (std::size_t c = 0; c < exact.torque.size(); ++c) {
      const int k = of->linearised[c];
      more[k] = exact.torque[c];
      torque[k] += exact.torque[c];
      power -= exact.torque[c] * rate[k];
    }
    add_to_bodies(more);
  }

  void add_to_bodies(const std::vector<double>& joint_torques) {
    for (const int i : tree.order) {
      if (tree.parent[i] < 0) continue;
      const double on_parent = tree.sense[i] * joint_torques[tree.joint[i]];
      mu_rate[tree.parent[i]] += on_parent;
      mu_rate[i] -= on_parent;
    }
  }

  void field(double t, const double* x, double* out) {
    const Layout& at = of->layout;
    move(t, x);
    std::copy(rate.begin(), rate.end(), out + at.angles);
    std::copy(mu_rate.begin(), mu_rate.end(), out + at.momenta);
    out[at.root_angle] = omega[tree.root()];
    if (at.work < 0) return;
    out[at.work] = power;
    out[at.dissipated] = law.out[law.out.size() - 2];
  }
  void switches(double t, const double* x, double* out) {
    move(t, x);
    std::copy(rate.begin(), rate.end(), std::copy(phi.begin(), phi.end(), phi_and_rate.begin()));
    const std::vector<double>& values = watched({&t, phi_and_rate.data(), p.data()});
    std::copy(values.begin(), values.end(), out);
  }
  double kinetic(double t, const double* x) {
    move(t, x);
    return kinetic_energy(mu, omega);
  }
  double stored(double t, const double* x) {
    if (of->layout.work < 0) return 0;
    return law({&t, x + of->layout.angles, still.data(), p.data()})[law.out.size() - 3];
  }
  double released(double t, const double* x) {
    return law({&t, x + of->layout.angles, still.data(), p.data()})[law.out.size() - 4];
  }
  void joint_torques(double t, const double* x, double* out) {
    move(t, x);
    std::copy(torque.begin(), torque.end(), out);
  }
  /// F_k = Σ m_i r_i'' over the bodies beyond joint k.
  void joint_forces(double t, const double* x, double* out) {
    move(t, x);
    absolute_angles(tree, phi, x[of->layout.root_angle], theta);
    differentiate(moving, theta, mu, omega, mu_rate);
    for (const int i : tree.order) {
      if (tree.parent[i] < 0) continue;
      const Vec2<Dual<double>>& P = moving.sweep.of[i].P;
      out[2 * tree.joint[i]] = tree.sense[i] * P.x.slope;
      out[2 * tree.joint[i] + 1] = tree.sense[i] * P.y.slope;
    }
  }
  double power = 0;
};

void pose_of(const PlanarTree<double>& tree, const Layout& at, const double* x, BodyPose* out) {
  const std::vector<double> phi(x + at.angles, x + at.angles + at.joints);
  const std::vector<double> theta = absolute_angles(tree, phi, x[at.root_angle]);
  const std::vector<Vec2<double>> r = centre_positions(tree, theta);
  for (int i = 0; i < at.bodies; ++i) out[i] = {r[i].x, r[i].y, theta[i]};
}

Flow recursive_flow(const std::shared_ptr<const Derived>& derived, const std::vector<double>& p) {
  Recursive engine(derived, p);
  Flow flow;
  flow.field = [engine](double t, const double* x, double* out) mutable { engine.field(t, x, out); };
  flow.kinetic = [engine](double t, const double* x) mutable { return engine.kinetic(t, x); };
  flow.stored = [engine](double t, const double* x) mutable { return engine.stored(t, x); };
  flow.joint_torques = [engine](double t, const double* x, double* out) mutable { engine.joint_torques(t, x, out); };
  flow.pose = [tree = engine.tree, at = derived->layout](const double* x, BodyPose* out) { pose_of(tree, at, x, out); };
  return flow;
}

/// Taylor coefficients: by their own recurrences where all laws are springs, else by those of the program of the rates.
void add_jet(Flow& flow, const std::shared_ptr<const Derived>& derived, const std::vector<double>& p) {
  if (only_springs(derived->plan)) {
    flow.jet = [of = jet(planar_tree(derived->plan, p), joint_springs(derived->plan, p))](
                   double, const double* x, int order, int, double* coefficients) mutable {
      taylor_coefficients(of, x, order, coefficients);
    };
  } else {
    flow.by_formula = true;
    flow.jet = [series = ProgramSeries(derived->rates), p, states = derived->layout.size](
                   double t, const double* x, int order, int direction, double* coefficients) mutable {
      series(t, x, states, p.data(), order, direction, coefficients);
    };
  }
}

/// The series of what is watched, from that of the motion: φ'_k = (k + 1) φ_{k+1}.
struct WatchedSeries {
  ProgramSeries series;
  std::vector<double> p;
  Layout at;
  std::vector<double> phi_and_rate;

  void operator()(double t, int order, int direction, const double* coefficients, double* out) {
    const int joints = at.joints;
    phi_and_rate.resize(static_cast<std::size_t>(2 * joints * order));
    for (int k = 0; k < order; ++k)
      for (int j = 0; j < joints; ++j) {
        phi_and_rate[2 * joints * k + j] = coefficients[k * at.size + at.angles + j];
        phi_and_rate[2 * joints * k + joints + j] = (k + 1) * coefficients[(k + 1) * at.size + at.angles + j];
      }
    series.along(t, 2 * joints, p.data(), order, direction, phi_and_rate.data(), out);
  }
};

/// Kinks and edges are looked for, and joint forces and what is released found, by the recursion whichever engine gives
/// the rates.
void add_what_is_watched(Flow& flow, const Recursive& engine) {
  flow.joint_forces = [engine = engine](double t, const double* x, double* out) mutable {
    engine.joint_forces(t, x, out);
  };
  if (engine.of->releases)
    flow.released = [engine = engine](double t, const double* x) mutable { return engine.released(t, x); };
  flow.switch_count = engine.of->switches;
  flow.edges = engine.of->edges;
  if (flow.watched() == 0) return;
  flow.switches = [engine = engine](double t, const double* x, double* out) mutable { engine.switches(t, x, out); };
  flow.watched_series = WatchedSeries{ProgramSeries(engine.of->watched), engine.p, engine.of->layout, {}};
}

Flow program_flow(const std::shared_ptr<const Derived>& derived, const std::vector<double>& p) {
  const Layout at = derived->layout;
  Runner runner(derived->field, derived->loading);
  Flow flow;
  flow.field = [runner, p, at](double t, const double* x, double* out) mutable {
    const std::vector<double>& all = runner({&t, x, p.data()});
    std::copy_n(all.begin(), at.size, out);
  };
  flow.kinetic = [runner, p, at](double t, const double* x) mutable { return runner({&t, x, p.data()})[at.size]; };
  flow.stored = [runner, p, at](double t, const double* x) mutable { return runner({&t, x, p.data()})[at.size + 1]; };
  flow.joint_torques = [runner, p, at](double t, const double* x, double* out) mutable {
    std::copy_n(runner({&t, x, p.data()}).begin() + at.size + 3, at.joints, out);
  };
  flow.pose = [tree = planar_tree(derived->plan, p), at](const double* x, BodyPose* out) { pose_of(tree, at, x, out); };
  return flow;
}

/// The engine that `automatic` stands for. The recursion is faster than the compiled program for free trees, and as
/// fast with most laws; exact linearisation is six times as fast compiled, up to the size where compiling takes seconds
/// (docs/methods.md has the times). It depends on the model alone, so a run has the same bytes on every machine.
Engine chosen(Engine asked, const Derived& of) {
  if (asked != Engine::automatic) return asked;
  return !of.linearised.empty() && of.layout.bodies <= 20 ? Engine::compiled : Engine::recursive;
}

EngineUsed engine_used(const Derived& of, Engine engine) {
  if (engine == Engine::recursive) return {"recursive", "", true};
  if (engine == Engine::interpreted) return {"interpreted", "", true};
  const bool final = of.loading->ended();
  const std::string why = of.loading->failure();
  return {why.empty() ? "compiled" : "interpreted", why, final};
}

}  // namespace

System derive(const Model& model, Engine asked, const Compiler& compiler) {
  if (asked == Engine::compiled && find_compiler(compiler).empty())
    throw MissingTool(no_compiler(compiler) + "; the engine interpreted gives the same numbers without one");
  auto derived = std::make_shared<Derived>();
  derived->model = std::make_shared<const Model>(checked(model));
  derived->plan = blueprint(*derived->model);
  derived->layout = layout_of(derived->plan);
  write_laws(*derived);
  const Engine engine = chosen(asked, *derived);
  const bool by_program = engine != Engine::recursive;
  if (by_program || !only_springs(derived->plan)) {
    FieldPrograms programs = field_programs(derived->plan, derived->layout);
    derived->rates = std::move(programs.rates);
    derived->field = std::move(programs.field);
  }
  if (engine == Engine::compiled) derived->loading = std::make_shared<Loading>(derived->field, compiler);

  System system{
      model.name, derived->plan.body_names, derived->plan.joint_names, derived->layout, derived->plan.inputs, {}, {}};
  const std::shared_ptr<const Derived> shared = std::move(derived);
  system.with_inputs = [shared, by_program](const std::vector<double>& p) {
    Flow flow = by_program ? program_flow(shared, p) : recursive_flow(shared, p);
    add_what_is_watched(flow, Recursive(shared, p));
    add_jet(flow, shared, p);
    return flow;
  };
  system.engine = [shared, engine] { return engine_used(*shared, engine); };
  return system;
}

std::vector<double> start_state(const Model& model) {
  const Blueprint plan = blueprint(model);
  const Layout at = layout_of(plan);
  const std::vector<double> p = values_of(plan.inputs);
  const SolvedStart start = solve_start(plan, p);
  std::vector<double> x(static_cast<std::size_t>(at.size), 0.0);
  std::copy(start.phi.begin(), start.phi.end(), x.begin() + at.angles);
  std::copy(start.mu.begin(), start.mu.end(), x.begin() + at.momenta);
  x[at.root_angle] = start.theta_root;
  return x;
}

}  // namespace oopss
