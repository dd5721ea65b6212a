// SPDX-License-Identifier: Apache-2.0
#include "oopss/integrate/method.hpp"

#include <algorithm>

namespace oopss {

const std::vector<Method>& methods() {
  using enum MethodKind;
  using enum EnergyError;
  // clang-format off
  static const std::vector<Method> table = {
    // name      kind   stages order dense adaptive implicit poisson casimir reversible energy     looks
    {"gauss2",   gauss,   1,    2,    2,    false,   true,    true,   true,   true,     bounded,     1, "implicit midpoint rule"},
    {"gauss4",   gauss,   2,    4,    4,    false,   true,    true,   true,   true,     bounded,     1, "Gauss-Legendre, two stages: long runs, the default"},
    {"gauss6",   gauss,   3,    6,    6,    false,   true,    true,   true,   true,     bounded,     1, "Gauss-Legendre, three stages: long runs at high accuracy"},
    {"taylor",   taylor,  0,    0,    0,    true,    false,   false,  true,   false,    accumulates, 15, "Taylor series: high accuracy, events, sections"},
    {"cvode",    cvode,   0,    0,    0,    true,    true,    false,  false,  false,    accumulates, 3, "BDF of SUNDIALS: stiff torque laws"},
    {"dop853",   dop853,  0,    8,    7,    true,    false,   false,  true,   false,    accumulates, 7, "explicit, Dormand and Prince: for comparison"},
  };
  // clang-format on
  return table;
}

const Method* find_method(const std::string& name) {
  const auto found = std::find_if(methods().begin(), methods().end(), [&](const Method& m) { return m.name == name; });
  return found == methods().end() ? nullptr : &*found;
}

const Method& default_method(bool tolerance_asked, bool has_jets) {
  return *find_method(!tolerance_asked ? "gauss4" : has_jets ? "taylor" : "dop853");
}

}  // namespace oopss
