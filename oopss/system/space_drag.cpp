// SPDX-License-Identifier: Apache-2.0
#include "oopss/system/space_drag.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "oopss/system/space_posed.hpp"

namespace oopss {
namespace {

using Vectors = std::vector<Vec3<double>>;

/// 1/(n·I⁻¹n) along a momentum; along z without one.
double inertia_along(const PosedBodies& posed, const Vec3<double>& momentum) {
  const double square = dot(momentum, momentum);
  const Vec3<double> along = square > 0 ? momentum : Vec3<double>{0, 0, 1};
  return dot(along, along) / dot(along, solve(posed.locked_inertia(), along));
}

Vectors scaled(Vectors all, double factor) {
  for (Vec3<double>& one : all) one = factor * one;
  return all;
}

bool all_zero(const Vectors& all) {
  return std::all_of(all.begin(), all.end(), [](const Vec3<double>& one) { return dot(one, one) == 0; });
}

class SpaceDragger {
 public:
  SpaceDragger(const TreeSpec& spec, const std::vector<double>& p, const Layout& layout, const Flow& flow,
               const std::vector<double>& x, const SpaceDrag& wanted)
      : spec_(spec),
        p_(p),
        layout_(layout),
        flow_(flow),
        place_(layout),
        now_(x),
        before_(space_reach(spec, p, layout, flow, x)),
        wanted_(wanted) {}

  DraggedSpaceStart result() {
    if (spec_.joints.empty() && wanted_.momentum) wanted_.energy.reset();  // a single body: momentum gives the energy
    if (wanted_.energy) come_into_reach();
    const PosedBodies posed = posed_at(wanted_.x);
    DraggedSpaceStart out;
    out.x = wanted_.x;
    out.snapped = snapped_;
    out.rates = before_.rates;
    Vectors omega;
    if (wanted_.momentum && wanted_.energy) {
      out.form = StartForm::energy;
      out.rates = direction(posed);
      out.momentum = *wanted_.momentum;
      out.energy = std::max(*wanted_.energy, *wanted_.energy - spare(wanted_.x));  // no rounding to spare at the bound
      const Vectors turning = posed.spins_of(out.rates);
      const double square = posed.twice_energy(posed.velocities(turning, {}));
      const double factor = std::sqrt(2 * std::max(0.0, spare(wanted_.x)) / square);
      omega = posed.velocities(scaled(turning, factor), out.momentum);
    } else {
      Vec3<double> momentum = posed.total(posed.momenta(posed.spins(posed.spins_of(out.rates), before_.omega[0])));
      if (wanted_.momentum) momentum = *wanted_.momentum;
      if (wanted_.energy) scale_to_energy(posed, out.rates, momentum);
      out.momentum = momentum;
      omega = posed.velocities(posed.spins_of(out.rates), momentum);
    }
    if (is_turned()) give_bodies(posed, omega, out);
    return out;
  }

 private:
  PosedBodies posed_at(const std::vector<double>& x) const { return {spec_, p_, layout_, x}; }

  /// How much energy is left for the motion that is free; negative: the shape is out of reach.
  double spare(const std::vector<double>& x) const {
    double bound = 0;
    if (wanted_.momentum)
      bound = dot(*wanted_.momentum, *wanted_.momentum) / (2 * inertia_along(posed_at(x), *wanted_.momentum));
    return *wanted_.energy - flow_.stored(0, x.data()) - bound;
  }

  /// Part of the way from the present shape to the one asked for.
  std::vector<double> between(const std::vector<double>& to, double part) const {
    std::vector<double> x = to;
    for (std::size_t k = 0; k < spec_.joints.size(); ++k) {
      const int own = place_.joint[k];
      const int numbers = spec_.joints[k].hinge ? 1 : 4;
      double sense = 1;  // of two quaternions of a turn the one that is nearer
      if (numbers == 4) {
        double cosine = 0;
        for (int i = own; i < own + 4; ++i) cosine += now_[i] * to[i];
        if (cosine < 0) sense = -1;
      }
      for (int i = own; i < own + numbers; ++i) x[i] = (1 - part) * now_[i] + part * sense * to[i];
      if (numbers == 4) put_quaternion(normalised(quaternion_at(x.data() + own)), x.data() + own);
    }
    return x;
  }

  void come_into_reach() {
    const double size = 1e-12 * (std::abs(*wanted_.energy) + before_.kinetic + std::abs(before_.stored));
    if (spare(wanted_.x) >= -size) return;
    const std::string least = fmt::format("{:.6g}", *wanted_.energy - spare(wanted_.x));
    const std::string bound =
        wanted_.momentum
            ? fmt::format("momentum {:.6g} needs at least {} J at the shape asked for, the energy is {:.6g} J",
                          std::sqrt(dot(*wanted_.momentum, *wanted_.momentum)), least, *wanted_.energy)
            : fmt::format("the springs store {} J at the shape asked for, the energy is {:.6g} J", least,
                          *wanted_.energy);
    if (!wanted_.snap || spare(now_) < -size)
      throw ModelError(spec_.model->source,
                       {{{}, "start: " + bound, fmt::format("attainable at this shape: {} J and above", least)}});
    const std::vector<double> to = wanted_.x;
    double in = 0, out = 1;
    for (int i = 0; i < 60; ++i) {
      const double half = (in + out) / 2;
      (spare(between(to, half)) >= 0 ? in : out) = half;
    }
    wanted_.x = between(to, in);
    snapped_ = "this is as far as it goes: " + bound;
  }

  /// The rates, if only up to a factor: as they were, else as the file has their direction, else of the first joint.
  Vectors direction(const PosedBodies& posed) const {
    if (!all_zero(before_.rates)) return before_.rates;
    Vectors out = posed.rates_given(spec_.model->start.direction);
    if (all_zero(out)) out[0] = spec_.joints[0].hinge ? Vec3<double>{1, 0, 0} : Vec3<double>{0, 0, 1};
    return out;
  }

  /// All angular velocities by one factor; at rest there is nothing to scale, so the first joint moves.
  void scale_to_energy(const PosedBodies& posed, Vectors& rates, Vec3<double>& momentum) const {
    const double kinetic = std::max(0.0, *wanted_.energy - flow_.stored(0, wanted_.x.data()));
    double twice = posed.twice_energy(posed.velocities(posed.spins_of(rates), momentum));
    if (twice == 0 && kinetic > 0 && !rates.empty()) {
      rates = direction(posed);
      twice = posed.twice_energy(posed.velocities(posed.spins_of(rates), momentum));
    }
    if (twice == 0) return;
    const double factor = std::sqrt(2 * kinetic / twice);
    rates = scaled(rates, factor);
    momentum = factor * momentum;
  }

  /// Whether the root has an attitude of its own, which only `absolute` gives.
  bool is_turned() const {
    const Quaternion<double> q = quaternion_at(now_.data() + place_.attitude);
    return q.x != 0 || q.y != 0 || q.z != 0;
  }

  static void give_bodies(const PosedBodies& posed, const Vectors& omega, DraggedSpaceStart& out) {
    out.form = StartForm::spin;
    for (std::size_t i = 0; i < omega.size(); ++i) {
      out.attitude.push_back(quaternion_of(posed.bodies.attitude[i]));
      out.spin.push_back(transposed(posed.bodies.attitude[i]) * omega[i]);
    }
  }

  const TreeSpec& spec_;
  const std::vector<double>& p_;
  const Layout& layout_;
  const Flow& flow_;
  const SpaceOffsets place_;
  const std::vector<double>& now_;
  const SpaceReach before_;
  SpaceDrag wanted_;
  std::string snapped_;
};

}  // namespace

double SpaceReach::most_momentum() const { return std::sqrt(2 * kinetic * inertia); }

SpaceReach space_reach(const TreeSpec& spec, const std::vector<double>& p, const Layout& layout, const Flow& flow,
                       const std::vector<double>& x) {
  PosedBodies posed(spec, p, layout, x);
  read_momenta(posed.tree, posed.place, x.data(), posed.bodies);
  SpaceReach out;
  out.omega = motion<Space<double>>(posed.tree, posed.bodies.attitude, posed.bodies.mu).omega;
  out.rates = posed.rates(out.omega);
  out.momentum = posed.total(posed.bodies.mu);
  out.kinetic = flow.kinetic(0, x.data());
  out.stored = flow.stored(0, x.data());
  out.inertia = inertia_along(posed, out.momentum);
  return out;
}

DraggedSpaceStart drag_space_start(const TreeSpec& spec, const std::vector<double>& p, const Layout& layout,
                                   const Flow& flow, const std::vector<double>& x, const SpaceDrag& wanted) {
  return SpaceDragger(spec, p, layout, flow, x, wanted).result();
}

}  // namespace oopss
