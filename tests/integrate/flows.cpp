// SPDX-License-Identifier: Apache-2.0
#include "tests/integrate/flows.hpp"

#include <stdexcept>

namespace oopss {
namespace {

template <class T>
PlanarTree<T> tree_of(const PlanarTree<double>& tree) {
  PlanarTree<T> out;
  static_cast<Topology&>(out) = tree;
  for (int i = 0; i < tree.size(); ++i) {
    out.m.push_back(T(tree.m[i]));
    out.I.push_back(T(tree.I[i]));
    out.d_parent.push_back({T(tree.d_parent[i].x), T(tree.d_parent[i].y)});
    out.d_child.push_back({T(tree.d_child[i].x), T(tree.d_child[i].y)});
  }
  out.mass = T(tree.mass);
  return out;
}

/// The rates of a tree under laws over any scalar; scratch space is made once.
template <class T>
struct Rates {
  PlanarTree<T> tree;
  TestLaws laws;
  PlanarOffsets offsets;
  Sweep<Plane<T>> sweep;
  std::vector<T> theta, mu, omega, mu_rate, phi, rate;
  Torques<T> torques;

  Rates(const PlanarTree<double>& numbers, const TestLaws& with, const Layout& layout)
      : tree(tree_of<T>(numbers)), laws(with), offsets(layout), sweep(numbers.size()) {
    for (auto* v : {&theta, &mu, &omega, &mu_rate}) v->resize(numbers.m.size(), T(0));
    for (auto* v : {&phi, &rate, &torques.values}) v->resize(numbers.m.size() - 1, T(0));
  }

  template <class Get>
  void move(const T& t, Get x) {
    for (int k = 0; k < offsets.joints; ++k) phi[k] = x(offsets.angles + k);
    for (const int i : tree.order) {
      const int p = tree.parent[i];
      mu[i] = x(offsets.momenta + i);
      theta[i] = p < 0 ? T(0) : tree.sense[i] > 0 ? theta[p] + phi[tree.joint[i]] : theta[p] - phi[tree.joint[i]];
    }
    recursion(tree, theta, mu, sweep, omega, mu_rate);
    for (const int i : tree.order) {
      const int p = tree.parent[i];
      if (p >= 0) rate[tree.joint[i]] = tree.sense[i] > 0 ? omega[i] - omega[p] : omega[p] - omega[i];
    }
    if (offsets.work < 0) return;
    laws.apply(t, phi, rate, torques);
    for (const int i : tree.order) {
      const int p = tree.parent[i];
      if (p < 0) continue;
      const T on_parent = T(tree.sense[i]) * torques.values[tree.joint[i]];
      mu_rate[p] = mu_rate[p] + on_parent;
      mu_rate[i] = mu_rate[i] - on_parent;
    }
  }

  template <class Put>
  void write(Put out) const {
    for (int k = 0; k < offsets.joints; ++k) out(offsets.angles + k, rate[k]);
    for (int i = 0; i < offsets.bodies; ++i) out(offsets.momenta + i, mu_rate[i]);
    out(offsets.root_angle, omega[tree.root()]);
    if (offsets.work < 0) return;
    out(offsets.work, torques.work_rate);
    out(offsets.dissipated, torques.dissipation);
  }
};

/// x_{k+1} = (rates of the series so far)_k / (k + 1), order by order.
struct Jets {
  Rates<Series> rates;
  std::vector<Series> x;

  void operator()(double t, const double* start, int order, int, double* out) {
    const int n = rates.offsets.size;
    x.assign(static_cast<std::size_t>(n), Series());
    for (int i = 0; i < n; ++i) x[i].c[0] = start[i];
    Series time(t);
    time.c[1] = 1;
    for (int k = 0; k < order; ++k) {
      series_order = k;
      rates.move(time, [&](int i) -> const Series& { return x[i]; });
      rates.write([&](int i, const Series& rate) { x[i].c[k + 1] = rate.c[k] / (k + 1); });
    }
    for (int k = 0; k <= order; ++k)
      for (int i = 0; i < n; ++i) out[k * n + i] = x[i].c[k];
  }
};

}  // namespace

TestSystem system_of(const PlanarTree<double>& tree, const TestLaws& laws, const std::vector<double>& phi,
                     const std::vector<double>& mu, double theta_root) {
  const bool any = !laws.springs.empty() || laws.applied != TestLaws::Applied::none;
  TestSystem system{tree, planar_layout(tree.size(), tree.size() - 1, any), {}, phi};
  system.start.insert(system.start.end(), mu.begin(), mu.end());
  system.start.push_back(theta_root);
  system.start.resize(static_cast<std::size_t>(system.layout.size), 0.0);
  Rates<double> rates(tree, laws, system.layout);
  system.flow.field = [rates](double t, const double* x, double* out) mutable {
    rates.move(t, [x](int i) { return x[i]; });
    rates.write([out](int i, double rate) { out[i] = rate; });
  };
  system.flow.kinetic = [rates](double t, const double* x) mutable {
    rates.move(t, [x](int i) { return x[i]; });
    return kinetic_energy(rates.mu, rates.omega);
  };
  system.flow.stored = [laws, offsets = PlanarOffsets(system.layout)](double, const double* x) {
    double U = 0;
    for (std::size_t k = 0; k < laws.springs.size(); ++k) U += stored_energy(laws.springs[k], x[offsets.angles + k]);
    return U;
  };
  system.flow.jet = Jets{Rates<Series>(tree, laws, system.layout), {}};
  system.flow.switch_count = laws.switch_count();
  system.flow.switches = [laws](double t, const double* x, double* out) { laws.switches(t, x[0], out); };
  return system;
}

TestSystem system_of(const GoldenCase& golden) {
  return system_of(rooted(golden.bodies, 0), {.springs = golden.springs}, golden.initial.phi, golden.initial.mu,
                   golden.initial.theta.front());
}

const GoldenCase& golden_case(const std::string& id) {
  for (const GoldenCase& golden : golden_planar())
    if (golden.id == id) return golden;
  throw std::out_of_range("no golden case " + id);
}

TestSystem problem_two() {
  const double d = std::sqrt(50.0);  // of both joint vectors; ε = 1
  const Bodies<double> bodies{{2, 2}, {105.55 - 50, 70 - 50}, {{0, 1, {d, 0}, {-d, 0}}}};
  return system_of(rooted(bodies, 0), {}, {1}, {35, 15});
}

TestSystem problem_three() {
  const Bodies<double> bodies{{10, 8, 6}, {40, 25, 20}, {{0, 1, {2, 0}, {-2, 0}}, {1, 2, {2, 0}, {-2, 0}}}};
  return system_of(rooted(bodies, 0), {}, {0.4, -0.3}, {25, 15, 10});
}

TestSystem chaotic_three() {
  const GoldenCase& golden = golden_case("three_special_case1");
  return system_of(rooted(golden.bodies, 0), {}, {2.5, -1}, {2, -1, 1});
}

}  // namespace oopss
