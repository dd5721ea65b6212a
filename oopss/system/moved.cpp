// SPDX-License-Identifier: Apache-2.0
#include "oopss/system/moved.hpp"

#include <fmt/format.h>

#include <cmath>

#include "oopss/system/laws.hpp"
#include "oopss/system/start.hpp"

namespace oopss {

std::vector<MovedStart> moved_at(const TreeSpec& spec, const std::vector<double>& p, double t) {
  if (moved_joints(spec).empty()) return {};
  const StateSymbols symbols = state_symbols(spec);
  const Motions given = motions(spec, symbols.t, symbols.p);
  std::vector<Expr> all = given.angle;
  all.insert(all.end(), given.rate.begin(), given.rate.end());
  const Program code = program(all, {{symbols.t}, symbols.p});
  std::vector<double> scratch(code.code.size()), values(all.size());
  const double* const inputs[] = {&t, p.data()};
  interpret(code, inputs, scratch, values);
  std::vector<MovedStart> out;
  for (std::size_t c = 0; c < given.joints.size(); ++c)
    out.push_back({given.joints[c], values[c], values[given.joints.size() + c]});
  return out;
}

std::vector<MovedStart> moved_starts(const TreeSpec& spec, const std::vector<double>& p) {
  std::vector<MovedStart> out = moved_at(spec, p, 0);
  for (const MovedStart& one : out)
    if (!std::isfinite(one.angle) || !std::isfinite(one.rate))
      refuse_start(spec, spec.model->joints[one.joint].motion->place,
                   fmt::format("start: the motion of joint {} is not finite at t = 0",
                               oopss::quoted(spec.joint_names[one.joint])));
  return out;
}

std::string motion_jump(const Derived& derived, double before, const std::vector<double>& given_before, double after,
                        const std::vector<double>& given_after) {
  for (std::size_t c = 0; c < derived.moved.size(); ++c)
    if (const double jump = given_after[3 * c] - given_before[3 * c], rate = given_after[3 * c + 1];
        std::abs(jump) > 1e-9 + std::abs(rate * (after - before)))
      return fmt::format("the motion of joint {} jumps by {:.6g} rad at t = {:.10g}",
                         oopss::quoted(derived.spec.joint_names[derived.moved[c]]), jump, after);
  return {};
}

}  // namespace oopss
