// SPDX-License-Identifier: Apache-2.0
#include "server/start_edit.hpp"

#include <fmt/format.h>

#include <cmath>

#include "oopss/mechanics/tree.hpp"
#include "oopss/model/edit.hpp"
#include "oopss/model/read.hpp"
#include "oopss/proof/thorough.hpp"
#include "oopss/system/derive.hpp"
#include "server/open.hpp"
#include "server/reach.hpp"

namespace oopss {
namespace {

Model named_start(Model model) {
  name_start(model);
  return model;
}

std::string digits(double value) { return fmt::format("{}", value); }

/// The start of a model as it is solved now, and what is to become of it.
class StartChange {
 public:
  StartChange(const std::string& text, const StartEdit& edit)
      : text_(text),
        edit_(edit),
        model_(named_start(page_model(text))),
        plan_(blueprint(model_)),
        system_(derive(model_, Engine::recursive)),
        p_(default_inputs(system_)),
        flow_(system_.with_inputs(p_)),
        now_(solve_start(plan_, p_)),
        reach_(reach_of(plan_, p_, system_, flow_, now_)),
        phi_(now_.phi),
        rates_(reach_.rates) {
    overlay(edit.angles, plan_.joint_names, "joint", phi_);
    overlay(edit.rates, plan_.joint_names, "joint", rates_);
    if (edit.momentum || edit.hold_momentum) momentum_ = edit.momentum.value_or(reach_.momentum);
    if (edit.energy || edit.hold_energy) energy_ = edit.energy.value_or(reach_.kinetic + reach_.stored);
  }

  EditedText written() {
    if (edit_.momenta) return at_momenta();
    if (edit_.equilibrium) return at_equilibrium();
    if (energy_) come_into_reach();
    if (momentum_ && energy_) return with_energy();
    const double scale = energy_ ? scale_to_energy() : 1;
    std::vector<double> rates = rates_;
    for (double& rate : rates) rate *= scale;
    const double momentum = momentum_ ? *momentum_ : scale * at(phi_).momentum;
    return finished({{"angles", joints(phi_)}, {"rates", joints(rates)}, {"momentum", digits(momentum)}});
  }

 private:
  [[noreturn]] void refuse(const std::string& message, const std::string& help = {}) const {
    throw ModelError(model_.source, {{{}, message, help}});
  }

  void overlay(const std::optional<NumbersByName>& given, const std::vector<std::string>& names, const char* what,
               std::vector<double>& values) const {
    if (!given) return;
    for (const auto& [name, value] : *given) {
      const auto found = std::find(names.begin(), names.end(), name);
      if (found == names.end()) refuse(fmt::format("start: there is no {} {}", what, oopss::quoted(name)));
      values[static_cast<std::size_t>(found - names.begin())] = value;
    }
  }

  std::size_t joint(const std::string& name) const {
    return static_cast<std::size_t>(std::find(plan_.joint_names.begin(), plan_.joint_names.end(), name) -
                                    plan_.joint_names.begin());
  }
  static std::string named(const std::vector<std::string>& names, const std::vector<double>& values) {
    KeyTexts keys;
    for (std::size_t k = 0; k < names.size(); ++k) keys.emplace_back(names[k], digits(values[k]));
    return inline_table_text(keys);
  }
  std::string joints(const std::vector<double>& values) const { return named(plan_.joint_names, values); }

  Reach at(const std::vector<double>& phi) const {
    return reach_at(plan_, p_, system_, flow_, phi, rates_, reach_.omega_root);
  }

  /// How much energy is left for the motion that is free; negative: the shape is out of reach.
  double spare(const std::vector<double>& phi) const {
    const Reach there = at(phi);
    return *energy_ - there.stored - (momentum_ ? *momentum_ * *momentum_ / (2 * there.I_lock) : 0.0);
  }

  void come_into_reach() {
    const double size = 1e-12 * (std::abs(*energy_) + reach_.kinetic + std::abs(reach_.stored));
    if (spare(phi_) >= -size) return;
    const std::string least = fmt::format("{:.6g}", *energy_ - spare(phi_));
    const std::string bound =
        momentum_
            ? fmt::format("momentum {:.6g} needs at least {} J at the shape asked for, the energy is {:.6g} J",
                          *momentum_, least, *energy_)
            : fmt::format("the springs store {} J at the shape asked for, the energy is {:.6g} J", least, *energy_);
    if (!edit_.snap || spare(now_.phi) < -size)
      refuse("start: " + bound, fmt::format("attainable at this shape: {} J and above", least));
    const std::vector<double> from = now_.phi, to = phi_;
    const auto between = [&](double part) {
      std::vector<double> phi = from;
      for (std::size_t k = 0; k < phi.size(); ++k) phi[k] += part * (to[k] - from[k]);
      return phi;
    };
    double in = 0, out = 1;
    for (int i = 0; i < 60; ++i) {
      const double half = (in + out) / 2;
      (spare(between(half)) >= 0 ? in : out) = half;
    }
    phi_ = between(in);
    snapped_ = "this is as far as it goes: " + bound;
  }

  EditedText with_energy() {
    std::vector<double> direction = rates_;
    bool still = true;
    for (const double rate : rates_) still = still && rate == 0;
    if (model_.start.form == StartForm::energy && !edit_.rates) {  // rates may have vanished, their direction has not
      if (!model_.start.direction.empty()) std::fill(direction.begin(), direction.end(), 0.0);
      for (const Named& one : model_.start.direction) direction[joint(one.name.value)] = one.value[0].value;
      still = model_.start.direction.empty();
    }
    if (still && !direction.empty()) direction[0] = 1;
    // At the bound there is no rounding to spare: the energy written is what the shape needs at least.
    const Reach there = at(phi_);
    const double least = there.stored + *momentum_ * *momentum_ / (2 * there.I_lock);
    KeyTexts keys = {
        {"angles", joints(phi_)}, {"momentum", digits(*momentum_)}, {"energy", digits(std::max(*energy_, least))}};
    if (!direction.empty()) keys.emplace_back("direction", joints(direction));
    return finished(keys);
  }

  double scale_to_energy() {
    const Reach there = at(phi_);
    const double wanted = std::max(0.0, *energy_ - there.stored);
    if (there.kinetic > 0) return std::sqrt(wanted / there.kinetic);
    if (wanted > 0 && !rates_.empty()) {  // at rest: there is nothing to scale, so the first joint moves
      momentum_ = 0;
      rates_[0] = 1;
      return std::sqrt(wanted / reach_at(plan_, p_, system_, flow_, phi_, rates_, still_root()).kinetic);
    }
    return 1;
  }

  /// The root's angular velocity at which the total momentum is zero with these joint rates.
  double still_root() const {
    const Reach there = reach_at(plan_, p_, system_, flow_, phi_, rates_, 0);
    return -there.momentum / there.I_lock;
  }

  EditedText at_momenta() {
    std::vector<double> mu = now_.mu;
    overlay(edit_.momenta, plan_.body_names, "body", mu);
    return finished({{"angles", joints(phi_)}, {"momenta", named(plan_.body_names, mu)}});
  }

  EditedText at_equilibrium() {
    std::vector<double> offset(phi_.size(), 0.0);
    overlay(edit_.offset, plan_.joint_names, "joint", offset);
    KeyTexts keys = {{"equilibrium", value_text(*edit_.equilibrium)}};
    if (edit_.offset) keys.emplace_back("offset", joints(offset));
    keys.emplace_back("momentum", digits(momentum_.value_or(reach_.momentum)));
    return finished(keys);
  }

  EditedText finished(const KeyTexts& keys) const { return {with_table(text_, "start", keys), snapped_}; }

  const std::string& text_;
  const StartEdit& edit_;
  Model model_;
  Blueprint plan_;
  System system_;
  std::vector<double> p_;
  Flow flow_;
  SolvedStart now_;
  Reach reach_;
  std::vector<double> phi_, rates_;
  std::optional<double> momentum_, energy_;
  std::string snapped_;
};

}  // namespace

EditedText with_start(const std::string& text, const StartEdit& edit) { return StartChange(text, edit).written(); }

}  // namespace oopss
