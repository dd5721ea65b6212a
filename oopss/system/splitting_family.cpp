// SPDX-License-Identifier: Apache-2.0
#include "oopss/system/splitting_family.hpp"

#include <cmath>

#include "oopss/system/chaos_demand.hpp"
#include "oopss/system/derive.hpp"
#include "oopss/system/law_time.hpp"
#include "oopss/system/scaled_drive.hpp"

namespace oopss {
namespace {

OrbitSystem system_of(const Model& model) {
  OrbitSystem out;
  out.system = derive(model, Engine::recursive);
  out.p = default_inputs(out.system);
  out.flow = out.system.with_inputs(out.p);
  return out;
}

DrivenPair driven_pair(const Model& model, const TreeSpec& spec, const std::vector<double>& p) {
  return {.motion = system_of(model),
          .start = start_state(model),
          .inertia = pair_inertia(spec, p),
          .period = *law_time(spec, p).period,
          .member = [model](double size) { return system_of(with_scaled_drive(model, 0, 0, size)); }};
}

/// Inputs p and slopes of the family of systems that one of three bodies is a member of.
struct RotorInputs {
  TreeSpec spec;
  std::vector<double> p;
  ThirdBody third;
  SplittingBy by{};
  double lever = 0, I_over_m = 0;

  std::vector<double> with_lever(std::vector<double> out, double length) const {
    for (const int slot : third.lever)
      if (slot >= 0) out[slot] *= length / lever;
    return out;
  }
  std::vector<double> member(double size) const {
    if (by == SplittingBy::lever) return with_lever(p, size);
    std::vector<double> out = p;
    out[spec.m[third.body]] = size;
    if (by == SplittingBy::light) out[spec.I[third.body]] = I_over_m * size;
    return out;
  }
  RotorPair limit() const {
    std::vector<double> start = by == SplittingBy::lever ? with_lever(p, 0) : p, slopes(p.size(), 0.0);
    if (by == SplittingBy::lever) {
      for (const int slot : third.lever)
        if (slot >= 0) slopes[slot] = p[slot] / lever;
    } else {
      start[spec.m[third.body]] = 0;
      slopes[spec.m[third.body]] = 1;
    }
    return rotor_pair(spec, third, start, slopes);
  }
};

RotorFamily rotor_family(const Model& model, const std::vector<double>& p, SplittingBy by) {
  const auto kept = std::make_shared<const Model>(model);
  RotorInputs of_size{.spec = tree_spec(*kept), .p = p, .by = by};
  of_size.spec.own = kept;
  of_size.third = third_body(of_size.spec);
  of_size.lever = std::hypot(at_slot(p, of_size.third.lever[0]), at_slot(p, of_size.third.lever[1]));
  RotorFamily out{.motion = system_of(model), .start = start_state(model), .third = of_size.third};
  out.lever = of_size.lever;
  out.m_3 = at_slot(p, of_size.spec.m[out.third.body]);
  out.I_3 = at_slot(p, of_size.spec.I[out.third.body]);
  of_size.I_over_m = out.I_3 / out.m_3;
  out.inputs = [of_size](double size) { return of_size.member(size); };
  out.rotor = [of_size](const std::vector<double>& there) {
    return rotor_pair(of_size.spec, of_size.third, of_size.with_lever(there, 0),
                      std::vector<double>(there.size(), 0.0));
  };
  out.limit = [of_size] { return of_size.limit(); };
  return out;
}

}  // namespace

std::variant<DrivenPair, RotorFamily> splitting_family(const Model& model, SplittingBy by) {
  const TreeSpec spec = tree_spec(model);
  const std::vector<double> p = values_of(spec.inputs);
  if (std::vector<Diagnostic> found = without_splitting(spec, p); !found.empty())
    throw ModelError(spec.model->source, std::move(found), spec.model->settings);
  if (spec.topology.size() == 2) return driven_pair(model, spec, p);
  return rotor_family(model, p, by);
}

}  // namespace oopss
