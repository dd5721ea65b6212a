// SPDX-License-Identifier: Apache-2.0
#include "oopss/integrate/lobatto_stages.hpp"

#include <fmt/format.h>

#include "oopss/scalar/dense.hpp"

namespace oopss {
namespace {

using Vector = Eigen::Map<Eigen::VectorXd>;

int width(const Lobatto& by) { return by.layout.size + 1; }
int closures(const Lobatto& by) { return by.here.frame.count(); }
double* stage(Lobatto& by, int i) { return block(by.unknowns, i, width(by)); }
Vector impulses(Lobatto& by, std::vector<double>& unknowns, int k) {
  const std::ptrdiff_t stages = static_cast<std::ptrdiff_t>(by.tableau.stages) * width(by), count = closures(by);
  return {unknowns.data() + stages + k * count, count};
}

/// The largest entries of stage values.
Size largest(const Lobatto& by, const double* stages) {
  Size out;
  for (int i = 0; i < by.tableau.stages; ++i, stages += width(by)) {
    const Size magnitude = size_of(by.layout, stages);
    out = {larger(out.angle, magnitude.angle), larger(out.momentum, magnitude.momentum)};
  }
  return out;
}

/// Weight of value j at `place` in the polynomial through the first `count` nodes.
template <class Nodes>
double lagrange(const Nodes& nodes, int count, int j, double place) {
  double weight = 1;
  for (int l = 0; l < count; ++l)
    if (l != j) weight *= (place - nodes[l]) / (nodes[j] - nodes[l]);
  return weight;
}

/// The rates at a stage, of slowed time those of Q (H + U − E); what the clock gains, Q, after them.
void stage_rates(Lobatto& by, const Flow& flow, double t, double* out) {
  const int n = by.layout.size;
  const double* x = with_turns(by, by.z);
  const double energy = flow.closure.open(t, x, out);
  out[n] = 1;
  if (!by.slow) return;
  const double kappa = flow.closure.gauge(by.z.data(), by.adds.data()), Q = kappa / (kappa + half_slow);
  const double slope = half_slow / ((kappa + half_slow) * (kappa + half_slow));
  const double excess = (conserved(by, energy, x) - by.energy) * slope;
  for (int k = 0; k < n; ++k) out[k] = Q * out[k] + excess * by.adds[k];
  out[n] = Q;
}

/// Y_k of the stages in `unknowns`, into z; returned is its time, if g depends on it.
double node(Lobatto& by, const std::vector<double>& unknowns, int k) {
  const int n = by.layout.size;
  const auto gained = [&](int i, double sum) {
    for (int j = 0; j < by.tableau.stages; ++j) sum += by.nodes.B[k][j] * unknowns[j * (n + 1) + i];
    return sum;
  };
  by.z = by.from.x;
  for (const int i : by.turning) by.z[i] += gained(i, by.from.rest[i]);
  return by.timed ? by.from.t + gained(n, by.from.t_rest) : 0;
}

/// One sweep: the stages' rates from the unknowns before, then one Newton step for the impulses, with what these do to
/// the rates. `span` is the time that the step is to take; 0: h is given.
void sweep(Lobatto& by, const Flow& flow, double span) {
  const int s = by.tableau.stages, n = by.layout.size, w = width(by);
  std::vector<double>& old = by.change;
  old = by.unknowns;
  for (int k = 1; k < s; ++k) {
    const double t = node(by, old, k);
    flow.closure.forces(t, by.z.data(), by.F[k - 1].data());
  }
  take_impulses(by, old);
  double clock = 0;
  for (int i = 0; i < s; ++i) {
    double time = 0;
    for (int k = 0; k < w; ++k) {
      double sum = 0, skew = 0, push = 0;
      for (int j = 0; j < s; ++j) {
        sum += old[j * w + k];
        skew += by.tableau.w[i][j] * old[j * w + k];
        if (k < n) push += (1 - by.nodes.B[j][i]) * by.impulse[j * n + k];
      }
      if (k < n)
        by.z[k] = by.from.x[k] + (0.5 * sum + skew + push + by.from.rest[k]);
      else
        time = by.from.t + (0.5 * sum + skew + by.from.t_rest);
    }
    stage_rates(by, flow, time, stage(by, i));
    clock += by.tableau.b[i] * stage(by, i)[n];
  }
  by.evaluations += s;
  if (span != 0) by.h = by.slow ? span / clock : span;
  for (int i = 0; i < s; ++i)
    for (int k = 0; k < w; ++k) stage(by, i)[k] *= by.h * by.tableau.b[i];

  ClosureFrame& frame = by.here.frame;
  for (int k = 0; k < s; ++k) {
    const double t = node(by, by.unknowns, k + 1);
    flow.closure.value(t, by.z.data(), by.g.col(k).data());
    solve(frame, by.g.col(k));
  }
  for (int l = 0; l < s; ++l) {
    by.more.col(l).setZero();
    for (int k = 0; k < s; ++k) by.more.col(l) -= by.nodes.N_inverse[l][k] / (by.h * by.Q) * by.g.col(k);
    impulses(by, by.unknowns, l) += by.more.col(l);
  }
  for (int i = 0; i < s; ++i) {
    by.g.col(0).setZero();
    for (int l = 0; l < s; ++l) by.g.col(0) += (1 - by.nodes.B[l][i]) * by.more.col(l);
    Vector(stage(by, i), n).noalias() += by.h * by.tableau.b[i] * by.Q * (frame.T.transpose() * by.g.col(0));
  }
}

Outcome not_settled(const Lobatto& by, double residual) {
  return {Status::failed,
          fmt::format("the stages of the step of {:.6g} from t = {:.17g} did not settle, residual {:.2g}; a smaller "
                      "step helps",
                      by.h, by.from.t, residual),
          residual};
}

/// Sweeps from the guess in the unknowns until what a further sweep would change is below rounding, as `Gauss` does;
/// rounding of g moves the angles by its 1/κ, and all that momenta are at rest is what that needs.
Outcome settle(Lobatto& by, const Flow& flow, double span, double& contraction) {
  const double momentum = momentum_scale(by), noise = std::max(1e-11, 1e-12 / by.kappa);
  double before = 0, factor = contraction;
  for (int count = 1; count <= most_sweeps; ++count) {
    sweep(by, flow, span);
    for (std::size_t c = 0; c < by.unknowns.size(); ++c) by.change[c] -= by.unknowns[c];
    const Size moved = largest(by, by.change.data());
    const double now = against(moved, momentum);
    if (!std::isfinite(now)) return not_settled(by, before);
    if (count > 1) factor = std::max({now / before, 0.1 * factor, 1e-3});
    if (count == 2) contraction = std::min(factor, 1.0);
    const bool at_rounding = count > 2 && now > 0.5 * before && (now < noise || moved.angle < 0.01 * noise);
    if (now * factor <= 0.1 * rounding_unit || at_rounding) return {};
    before = now;
  }
  return not_settled(by, before);
}

/// Rates of the point where the step begins for all stages, and the impulses that the closing forces have there.
void guess_from_rates(Lobatto& by, const Flow& flow) {
  const int n = by.layout.size;
  by.z = by.from.x;
  const double* x = with_turns(by, by.z);
  flow.field(by.from.t, x, by.moved.data());
  flow.closure.open(by.from.t, x, by.z.data());
  ++by.evaluations;
  // Rates of angles are linear in the momenta, so what the forces do to them is the difference of two.
  for (int k = 0; k < n; ++k) by.unwrapped[k] += by.moved[k] - by.z[k];
  flow.closure.open(by.from.t, by.unwrapped.data(), by.adds.data());
  for (int k = 0; k < n; ++k) by.adds[k] -= by.z[k];
  by.g.col(0).noalias() = by.here.frame.G * Vector(by.adds.data(), n);
  solve(by.here.frame, by.g.col(0));
  for (int i = 0; i < by.tableau.stages; ++i) {
    const double part = by.h * by.tableau.b[i] * by.Q;
    for (int k = 0; k < n; ++k) stage(by, i)[k] = part * by.z[k];
    stage(by, i)[n] = part;
    impulses(by, by.unknowns, i) = by.h * by.nodes.b[i] * by.Q * by.g.col(0);
  }
}

/// The unknowns of the first part of the last step, by interpolation between its stages and its nodes.
void guess_inside(Lobatto& by, double part) {
  const int s = by.tableau.stages, w = width(by);
  by.h = part * by.last_h;
  std::fill(by.unknowns.begin(), by.unknowns.end(), 0.0);
  for (int i = 0; i < s; ++i)
    for (int j = 0; j < s; ++j) {
      const GaussTableau& gauss = by.tableau;
      const double weight = part * gauss.b[i] / gauss.b[j] * lagrange(gauss.c, s, j, part * gauss.c[i]);
      for (int k = 0; k < w; ++k) stage(by, i)[k] += weight * by.last[j * w + k];
      const LobattoTableau& nodes = by.nodes;
      impulses(by, by.unknowns, i) +=
          part * nodes.b[i] / nodes.b[j] * lagrange(nodes.c, s, j, part * nodes.c[i]) * impulses(by, by.last, j);
    }
}

}  // namespace

double largest_of_all(Lobatto& by, const double* unknowns, double momentum) {
  const int n = by.layout.size, count = closures(by);
  double out = against(largest(by, unknowns), momentum);
  unknowns += static_cast<std::ptrdiff_t>(by.tableau.stages) * width(by);
  for (int k = 0; k < by.tableau.stages; ++k, unknowns += count) {
    Vector(by.moved.data(), n).noalias() =
        by.here.frame.T.transpose() * Eigen::Map<const Eigen::VectorXd>(unknowns, count);
    out = larger(out, std::abs(by.h) * size_of(by.layout, by.moved.data()).angle);
  }
  return out;
}

double momentum_scale(Lobatto& by) {
  double scale = size_of(by.layout, by.from.x.data()).momentum;
  for (int i = 0; i < by.tableau.stages; ++i) scale = std::max(scale, size_of(by.layout, stage(by, i)).momentum);
  return scale > 0 ? scale : 1;
}

const double* with_turns(Lobatto& by, const std::vector<double>& x) {
  for (std::size_t i = 0; i < x.size(); ++i) by.unwrapped[i] = x[i] + by.turns[i];
  return by.unwrapped.data();
}

double conserved(const Lobatto& by, double energy, const double* x) {
  if (by.work >= 0) energy -= x[by.work];
  if (by.dissipated >= 0) energy += x[by.dissipated];
  return energy;
}

void take_impulses(Lobatto& by, std::vector<double>& unknowns) {
  const int n = by.layout.size;
  for (int k = 0; k < by.tableau.stages; ++k) {
    const ClosureFrame::Rows& F = k == 0 ? by.here.frame.F : by.F[k - 1];
    Vector(block(by.impulse, k, n), n).noalias() = F.transpose() * impulses(by, unknowns, k);
  }
}

double span_of(const Lobatto& by) {
  double span = 0;
  for (int i = 0; i < by.tableau.stages; ++i) span += block(by.unknowns, i, width(by))[by.layout.size];
  return span;
}

Outcome settle_whole(Lobatto& by, const Flow& flow) {
  double untried = 1;
  const bool guessed = by.past.known > 0;
  by.h = by.step;
  if (guessed)
    extrapolate(by.past, by.unknowns);
  else
    guess_from_rates(by, flow);
  return settle(by, flow, 0, guessed ? by.contraction : untried);
}

Outcome settle_inside(Lobatto& by, const Flow& flow, double span) {
  double untried = 1;
  by.h = span / by.Q;
  if (by.last_h != 0)
    guess_inside(by, span / by.last_span);
  else
    guess_from_rates(by, flow);
  return settle(by, flow, span, untried);
}

LobattoTableau lobatto_tableau(const GaussTableau& gauss) {
  const int s = gauss.stages;
  const double r5 = std::sqrt(5.0);
  LobattoTableau out;
  if (s == 1) {
    out.c = {0, 1};
    out.b = {0.5, 0.5};
  } else if (s == 2) {
    out.c = {0, 0.5, 1};
    out.b = {1. / 6, 2. / 3, 1. / 6};
  } else {
    out.c = {0, 0.5 - r5 / 10, 0.5 + r5 / 10, 1};
    out.b = {1. / 12, 5. / 12, 5. / 12, 1. / 12};
  }
  // The integral of a polynomial of degree s − 1 from 0 to c by the Gauss rule on that interval.
  for (int j = 0; j < s; ++j) {
    for (int k = 1; k < s; ++k) {
      for (int q = 0; q < s; ++q)
        out.B[k][j] += out.c[k] * gauss.b[q] / gauss.b[j] * lagrange(gauss.c, s, j, out.c[k] * gauss.c[q]);
    }
    out.B[s][j] = 1;
  }
  Eigen::MatrixXd N = Eigen::MatrixXd::Zero(s, s);
  for (int k = 0; k < s; ++k)
    for (int l = 0; l < s; ++l)
      for (int j = 0; j < s; ++j) N(k, l) += gauss.b[j] * out.B[k + 1][j] * (1 - out.B[l][j]);
  const Eigen::MatrixXd inverse = inverse_matrix(N);
  for (int l = 0; l < s; ++l)
    for (int k = 0; k < s; ++k) out.N_inverse[l][k] = inverse(l, k);
  return out;
}

}  // namespace oopss
