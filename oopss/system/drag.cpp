// SPDX-License-Identifier: Apache-2.0
#include "oopss/system/drag.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace oopss {
namespace {

class Drag {
 public:
  Drag(const TreeSpec& spec, const std::vector<double>& p, const ReachSolver& solver, const SolvedStart& now,
       const StartDrag& wanted)
      : spec_(spec), fit_(spec, p), solver_(solver), now_(now), before_(solver.start(now)), wanted_(wanted) {}

  DraggedStart result() {
    keep_loops_closed();
    if (wanted_.energy) come_into_reach();
    if (wanted_.momentum && wanted_.energy) return with_energy();
    const double scale = wanted_.energy ? scale_to_energy() : 1;
    DraggedStart out{StartForm::rates, wanted_.phi, closed_rates_at(wanted_.phi), 0, 0, snapped_, given()};
    for (double& rate : out.rates) rate *= scale;
    out.momentum = wanted_.momentum ? *wanted_.momentum : scale * moved(wanted_.phi).momentum;
    return out;
  }

 private:
  /// The joints whose motion is prescribed, then those just turned if they can, else those of the start as it was.
  std::vector<int> leading(const std::vector<double>& phi) const {
    std::vector<int> preferred = moved_joints(spec_);
    if (wanted_.turned.size() < spec_.joints.size())
      preferred.insert(preferred.end(), wanted_.turned.begin(), wanted_.turned.end());
    for (const int k : joints_of_start(spec_)) preferred.push_back(k);
    return fit_.leading(phi, preferred);
  }
  std::vector<int> given() const { return leading(wanted_.phi); }
  std::vector<double> closed_rates_at(const std::vector<double>& phi) const {
    return fit_.has_loops() ? fit_.rates(phi, wanted_.rates, leading(phi)) : wanted_.rates;
  }
  Reach moved(const std::vector<double>& phi) const {
    return solver_.moving(phi, closed_rates_at(phi), before_.omega_root);
  }

  /// The shape asked for, or the nearest to it that closes.
  void keep_loops_closed() {
    const std::vector<int> prescribed = fit_.has_loops() ? moved_joints(spec_) : std::vector<int>{};
    const bool whole_shape = wanted_.turned.size() == spec_.joints.size();
    if (!wanted_.turned.empty() && !whole_shape)
      wanted_.turned.insert(wanted_.turned.end(), prescribed.begin(), prescribed.end());
    if (fit_.has_loops() && !wanted_.turned.empty()) {
      const LoopFitter::Fit found = fit_.turned(now_.phi, wanted_.phi, wanted_.turned);
      // All angles at once say roughly which shape is meant, fewer say what they are.
      if (found.missed > (whole_shape ? 0.02 : 1e-6)) {
        const std::string words = fmt::format("the loops do not close beyond it, {:.3g} rad away", found.missed);
        if (!wanted_.snap)
          throw ModelError(spec_.model->source, {{{},
                                                  "start: the loops do not close at the angles asked for",
                                                  fmt::format("they are {:.3g} rad off at least", found.missed)}});
        snapped_ = "this is as far as it goes: " + words;
      }
      wanted_.phi = found.phi;
    }
    if (wanted_.pull) wanted_.phi = fit_.pulled(wanted_.phi, now_.theta_root, *wanted_.pull);
    if (prescribed.empty() || (!wanted_.pull && !whole_shape)) return;
    const LoopFitter::Fit driven = fit_.turned(wanted_.phi, now_.phi, prescribed);
    wanted_.phi = driven.missed < 1e-6 ? driven.phi : now_.phi;
  }

  /// How much energy is left for the motion that is free; negative: the shape is out of reach.
  double spare(const std::vector<double>& phi) const {
    const Reach there = moved(phi);
    const double bound = wanted_.momentum ? *wanted_.momentum * *wanted_.momentum / (2 * there.I_lock) : 0.0;
    return *wanted_.energy - there.stored - bound;
  }

  void come_into_reach() {
    const double size = 1e-12 * (std::abs(*wanted_.energy) + before_.kinetic + std::abs(before_.stored));
    if (spare(wanted_.phi) >= -size) return;
    const std::string least = fmt::format("{:.6g}", *wanted_.energy - spare(wanted_.phi));
    const std::string bound =
        wanted_.momentum
            ? fmt::format("momentum {:.6g} needs at least {} J at the shape asked for, the energy is {:.6g} J",
                          *wanted_.momentum, least, *wanted_.energy)
            : fmt::format("the springs store {} J at the shape asked for, the energy is {:.6g} J", least,
                          *wanted_.energy);
    if (!wanted_.snap || spare(now_.phi) < -size)
      throw ModelError(spec_.model->source,
                       {{{}, "start: " + bound, fmt::format("attainable at this shape: {} J and above", least)}});
    const std::vector<double> from = now_.phi, to = wanted_.phi;
    const auto between = [&](double part) {
      std::vector<double> phi = from;
      for (std::size_t k = 0; k < phi.size(); ++k) phi[k] += part * (to[k] - from[k]);
      return fit_.closed(phi);
    };
    double in = 0, out = 1;
    for (int i = 0; i < 60; ++i) {
      const double half = (in + out) / 2;
      const std::optional<std::vector<double>> there = between(half);
      (there && spare(*there) >= 0 ? in : out) = half;
    }
    wanted_.phi = *between(in);
    snapped_ = "this is as far as it goes: " + bound;
  }

  DraggedStart with_energy() const {
    const Start& file = spec_.model->start;
    std::vector<double> direction = wanted_.rates;
    bool still = std::all_of(direction.begin(), direction.end(), [](double rate) { return rate == 0; });
    if (file.form == StartForm::energy && !wanted_.new_rates) {  // rates may have vanished, their direction has not
      if (!file.direction.empty()) direction = direction_of_file();
      still = file.direction.empty();
    }
    if (still && !direction.empty()) direction = turning_first(now_.phi);
    if (fit_.has_loops()) direction = fit_.rates(wanted_.phi, direction, given());
    // At the bound there is no rounding to spare: the energy is what the shape needs at least.
    const Reach there = moved(wanted_.phi);
    const double least = there.stored + *wanted_.momentum * *wanted_.momentum / (2 * there.I_lock);
    return {StartForm::energy, wanted_.phi, std::move(direction), *wanted_.momentum, std::max(*wanted_.energy, least),
            snapped_,          given()};
  }

  std::vector<double> direction_of_file() const {
    const std::vector<Named>& named = spec_.model->start.direction;
    std::vector<int> joints;
    for (int k = 0; k < static_cast<int>(spec_.joint_names.size()); ++k)
      if (std::any_of(named.begin(), named.end(),
                      [&](const Named& one) { return one.name.value == spec_.joint_names[k]; }))
        joints.push_back(k);
    return fit_.rates(now_.phi, by_name(named, spec_.joint_names), joints);
  }

  /// Rates with which the first joint turns; if it cannot, a joint that can.
  std::vector<double> turning_first(const std::vector<double>& phi) const {
    std::vector<double> rates(spec_.joints.size(), 0.0);
    const std::vector<int> joints = fit_.leading(phi, {0});
    if (joints.empty()) return rates;
    rates[joints[0]] = 1;
    return fit_.rates(phi, rates, joints);
  }

  double scale_to_energy() {
    const Reach there = moved(wanted_.phi);
    const double kinetic = std::max(0.0, *wanted_.energy - there.stored);
    if (there.kinetic > 0) return std::sqrt(kinetic / there.kinetic);
    if (kinetic > 0 && !wanted_.rates.empty()) {  // at rest: there is nothing to scale, so the first joint moves
      wanted_.momentum = 0;
      wanted_.rates = turning_first(wanted_.phi);
      return std::sqrt(kinetic / solver_.moving(wanted_.phi, wanted_.rates, still_root()).kinetic);
    }
    return 1;
  }

  /// The root's angular velocity at which the total momentum is zero with these joint rates.
  double still_root() const {
    const Reach there = solver_.moving(wanted_.phi, wanted_.rates, 0);
    return -there.momentum / there.I_lock;
  }

  const TreeSpec& spec_;
  const LoopFitter fit_;
  const ReachSolver& solver_;
  const SolvedStart& now_;
  const Reach before_;
  StartDrag wanted_;
  std::string snapped_;
};

}  // namespace

DraggedStart drag_start(const TreeSpec& spec, const std::vector<double>& p, const ReachSolver& solver,
                        const SolvedStart& now, const StartDrag& wanted) {
  return Drag(spec, p, solver, now, wanted).result();
}

}  // namespace oopss
