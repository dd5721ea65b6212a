// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "oopss/system/system.hpp"

namespace oopss {

enum class MethodKind { gauss, taylor, dop853, cvode, own };

/// Which systems a method serves: all that have rates; of these only those without a closure; of these only those with
/// Taylor coefficients; the one whose own method it is.
enum class Serves { all, open, jets, its_own };

/// What becomes of the energy of a conservative system: an error that stays bounded, or one that grows as the local
/// errors add up.
enum class EnergyError { bounded, accumulates };

/// A method and what it claims; tests/integrate/claims.cpp measures every field on real models.
struct Method {
  std::string name;
  MethodKind kind;
  Serves serves;
  int stages;       // of gauss
  int order;        // of a step of fixed length; 0: chosen for the tolerance
  int dense_order;  // of the state between steps; 0: that of the step
  bool adaptive;    // takes a tolerance; otherwise a step
  bool implicit;
  bool poisson;        // a step is a Poisson map
  bool keeps_casimir;  // linear Casimirs to rounding, whatever the step or the tolerance
  bool reversible;     // a step and the same step backwards cancel
  EnergyError energy;
  int samples_per_step;  // inside a step, where events and kinks are looked for
  std::string summary;
};

/// The table of methods.
const std::vector<Method>& methods();

/// The method of this name in the table; null if there is none.
const Method* find_method(const std::string& name);

/// A system's own methods: the one it has, and compositions of it.
std::vector<Method> own_methods(const Flow& flow);

/// The method of this name for a system: of the table, or its own; null if there is none.
std::optional<Method> find_method(const std::string& name, const Flow& flow);

/// Why a method does not serve a system, and which do; empty if it does.
std::string unserved(const Method& method, const Flow& flow);

/// taylor if a tolerance is asked for (dop853 if the system gives no jets or has a closure); otherwise of the system's
/// own methods the composition of order 4, or the one it has if there is damping, since compositions step backwards in
/// time; or gauss4 where the state has no attitudes that it would not keep.
Method default_method(bool tolerance_asked, const Flow& flow);

}  // namespace oopss
