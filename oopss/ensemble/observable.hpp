// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/ensemble/plan.hpp"
#include "oopss/system/run_quantity.hpp"

namespace oopss {

/// What a sweep can say of a member's run from t = 0 to its end T, besides the end state. A closed list; docs/sweeps.md
/// has each with its formula.
enum class ObservableKind {
  settle,          // the least s with q(t) in the band for all t from s to T
  turns,           // (φ(T) − φ(0)) / 2π of a joint
  largest,         // max q over the output points
  exponent,        // ln(|v(T)| / |v(0)|) / T, v' = (∂f/∂x) v
  energy_drift,    // as `simulate` has it: max |E − E(0)| / max (H + |U|)
  momentum_drift,  // the same of the total momentum
  first,           // the first t > 0 with q(t) = 0
  value            // q(T)
};

/// One observable as it was asked for: settle(QUANTITY, BAND), turns(JOINT), largest(QUANTITY), exponent,
/// drift(energy), drift(momentum), first(EVENT), value(FORMULA).
struct Observable {
  std::string text;  // as written, which names its column
  ObservableKind kind{};
  RunQuantity quantity{};    // settle, largest, first, value
  double low = 0, high = 0;  // settle: the band
  int direction = 0;         // first: +1 where q rises, −1 where it falls, 0 both
  Column angle{};            // turns
};

/// The observables of a list; what is wrong with any of them goes to the problems, and it is left out.
std::vector<Observable> read_observables(const std::vector<std::string>& texts, const System& system,
                                         const std::vector<std::string>& parameters, SweepProblems& problems);

}  // namespace oopss
