// SPDX-License-Identifier: Apache-2.0
#include "oopss/system/rate_variation.hpp"

#include "oopss/system/linked_tangent.hpp"
#include "oopss/system/space_tangent.hpp"

namespace oopss {

RateVariation rate_variation(const Model& model, const std::vector<double>& p, const std::vector<double>& slopes) {
  const std::shared_ptr<const Derived> derived = derivation_of(model);
  if (!derived->driven.empty())
    throw NoVariation("the law at a joint is a function of the program, which has no derivatives");
  if (derived->switches > 0)
    throw NoVariation(
        "laws with abs, sign, min, max, ramp, pulse or atan2 have kinks, at which derivatives by a number may jump");
  if (!derived->moved.empty() && !derived->spec.chords.empty())
    throw NoVariation("the motion of a joint of a loop is prescribed");
  if (in_space(derived->spec)) return SpaceTangent{derived, p, slopes};
  if (!derived->spec.chords.empty()) return LinkedTangent(Linked(derived, p, {}), slopes);
  return Tangent(derived, p, slopes);
}

}  // namespace oopss
