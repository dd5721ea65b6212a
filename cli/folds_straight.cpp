// SPDX-License-Identifier: Apache-2.0
#include "cli/folds_straight.hpp"

#include <fmt/format.h>

#include <cmath>

#include "oopss/chain/eigenvalue_bounds.hpp"
#include "oopss/model/model.hpp"
#include "oopss/system/exact_chain.hpp"

namespace oopss {
namespace {

/// Five digits of a positive number, rounded to the side on which a bound holds.
std::string at_most(double x) {
  const double unit = std::pow(10, std::floor(std::log10(x)) - 4);
  return fmt::format("{:.5g}", std::floor(x / unit) * unit);
}
std::string at_least(double x) {
  const double unit = std::pow(10, std::floor(std::log10(x)) - 4);
  return fmt::format("{:.5g}", std::ceil(x / unit) * unit);
}

std::string frequencies_in_words(const StraightChain& chain) {
  std::string out;
  for (const Enclosure& nu_2 : chain.nu_2) out += fmt::format("{}{:.9g}", out.empty() ? "" : ", ", middle(nu_2));
  return out;
}

}  // namespace

StraightResult straight_result(const Model& model, double momentum) {
  StraightResult out{momentum, {}};
  for (const Joint& joint : model.joints)
    if (!joint.laws.empty()) return out;
  const Beads<Enclosure> beads = exact_beads(model);
  const std::vector<Enclosure> excess = model.chain->uniform ? uniform_excess(beads) : std::vector<Enclosure>{};
  out.free = straight_chain(beads, momentum == 0 ? Enclosure(1) : Enclosure(mpq_class(momentum)), excess);
  return out;
}

std::string straight_words(const StraightResult& result) {
  std::string out = "The straight shape\n";
  if (!result.free)
    return out + "  joints have torque laws: Theorem 1.2 of Laederich and Levi is about free ones, nothing is said\n";
  const StraightChain& chain = *result.free;
  std::string folds;
  for (const int fold : chain.barrier.folds) folds += static_cast<char>('0' + fold);
  const double I = middle(chain.inertia);
  out += fmt::format("  inertia      {:.9g} kg m^2, turning at Omega = {:.9g} rad/s\n", I, result.momentum / I);
  out += fmt::format("  frequencies  nu^2/Omega^2 = {}\n", frequencies_in_words(chain));
  if (result.momentum == 0)
    return out + fmt::format(
                     "  barrier      {:.6g} times the squared momentum, at the shape {}\n"
                     "  the total momentum is 0: no shape is preferred, and there is no radius of stability\n",
                     chain.barrier_energy, folds);
  out += fmt::format(
      "  barrier      {:.9g} J above its energy, at the shape {}: with less the chain is never folded so, nor turned "
      "over\n",
      chain.barrier_energy, folds);
  out += fmt::format(
      "  energy       E = E(0) + x.Tx/2 + R, x = (phi, phi'): eigenvalues of T from lambda = {:.6g} to Lambda = "
      "{:.6g},\n"
      "               |R| <= C |x|^3 and |R| <= C |x|^4 for all |x| <= 1 with C = {}\n",
      chain.lambda, chain.Lambda, at_least(chain.C));
  return out + fmt::format(
                   "  stability    proved: |x(0)| <= {} stays, |x(t)| <= {} |x(0)| for all times; {} by the formula "
                   "(4.4) of the paper\n",
                   at_most(chain.delta), at_least(chain.growth), at_most(chain.delta_cubic));
}

}  // namespace oopss
