// SPDX-License-Identifier: Apache-2.0
#include "oopss/integrate/method.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "oopss/integrate/composition.hpp"

namespace oopss {

const std::vector<Method>& methods() {
  using enum MethodKind;
  using enum EnergyError;
  using enum Serves;
  // clang-format off
  static const std::vector<Method> table = {
    // name      kind    serves stages order dense adaptive implicit poisson casimir reversible energy     samples_per_step
    {"gauss2",   gauss, all,     1,    2,    2,    false,   true,    true,   true,   true,     bounded,     1, "implicit midpoint rule"},
    {"gauss4",   gauss, all,     2,    4,    4,    false,   true,    true,   true,   true,     bounded,     1, "Gauss-Legendre, two stages: long runs, the default"},
    {"gauss6",   gauss, all,     3,    6,    6,    false,   true,    true,   true,   true,     bounded,     1, "Gauss-Legendre, three stages: long runs at high accuracy"},
    {"taylor",   taylor, jets,   0,    0,    0,    true,    false,   false,  true,   false,    accumulates, 15, "Taylor series: high accuracy, events, sections"},
    {"cvode",    cvode, open,    0,    0,    0,    true,    true,    false,  false,  false,    accumulates, 3, "BDF of SUNDIALS: stiff torque laws"},
    {"dop853",   dop853, all,    0,    8,    7,    true,    false,   false,  true,   false,    accumulates, 7, "explicit, Dormand and Prince: for comparison"},
  };
  // clang-format on
  return table;
}

const Method* find_method(const std::string& name) {
  const auto found = std::find_if(methods().begin(), methods().end(), [&](const Method& m) { return m.name == name; });
  return found == methods().end() ? nullptr : &*found;
}

namespace {

/// The method of this order among a system's own.
Method own_method(const Flow::OwnStep& own, int order) {
  std::string name = own.name, summary = own.summary;
  if (order != own.order) {
    name.back() = static_cast<char>('0' + order);
    summary = fmt::format("symmetric composition of {} of {}", composition(order).size(), own.name);
  }
  return {name,
          MethodKind::own,
          Serves::its_own,
          0,
          order,
          order,
          false,
          true,
          own.poisson,
          own.keeps_casimir,
          own.reversible,
          own.bounded_energy ? EnergyError::bounded : EnergyError::accumulates,
          1,
          summary};
}

/// What the method claims of this system: where torques act from outside no step is a Poisson map, and the total
/// momentum is not kept.
Method claimed(Method method, const Flow& flow) {
  if (flow.acted_on_from_outside) method.poisson = method.keeps_casimir = false;
  return method;
}

bool serves(const Method& method, const Flow& flow) {
  if (method.serves == Serves::its_own) return true;
  if (method.kind == MethodKind::gauss && flow.has_quaternions) return false;
  if (method.serves == Serves::all) return static_cast<bool>(flow.field);
  return flow.field && flow.closure.count == 0 && (method.serves == Serves::open || flow.jet);
}

}  // namespace

std::vector<Method> own_methods(const Flow& flow) {
  const Flow::OwnStep& own = flow.own;
  if (own.name.empty()) return {};
  std::vector<Method> out = {own_method(own, own.order)};
  if (own.order == 2 && own.reversible && own.name.back() == '2')
    for (const int order : {4, 6}) out.push_back(own_method(own, order));
  return out;
}

std::optional<Method> find_method(const std::string& name, const Flow& flow) {
  for (const Method& method : own_methods(flow))
    if (method.name == name) return method;
  const Method* found = find_method(name);
  return found ? std::optional(claimed(*found, flow)) : std::nullopt;
}

std::string unserved(const Method& method, const Flow& flow) {
  if (serves(method, flow)) return {};
  std::vector<std::string> names;
  for (const Method& own : own_methods(flow)) names.push_back(own.name);
  for (const Method& other : methods())
    if (serves(other, flow)) names.push_back(other.name);
  const bool lacks_jet = method.serves == Serves::jets && !flow.jet && flow.closure.count == 0;
  return fmt::format("{} {}; {}", method.name,
                     lacks_jet                ? fmt::format("needs Taylor coefficients{}",
                                             flow.no_jet.empty() ? ", which this system has not" : ": " + flow.no_jet)
                     : flow.closure.count > 0 ? "does not serve systems with loops"
                     : flow.has_quaternions   ? "does not keep attitudes in space"
                                              : "does not serve this system",
                     names.empty() ? "no method does" : fmt::format("these serve it: {}", fmt::join(names, ", ")));
}

Method default_method(bool tolerance_asked, const Flow& flow) {
  if (const std::vector<Method> own = own_methods(flow); !tolerance_asked && !own.empty())
    return own[own.size() > 1 && !flow.own.damped ? 1 : 0];
  if (!tolerance_asked && !flow.has_quaternions) return claimed(*find_method("gauss4"), flow);
  return claimed(*find_method(flow.jet && flow.closure.count == 0 ? "taylor" : "dop853"), flow);
}

}  // namespace oopss
