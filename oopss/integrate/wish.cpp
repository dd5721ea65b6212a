// SPDX-License-Identifier: Apache-2.0
#include "oopss/integrate/wish.hpp"

#include <cmath>

#include "oopss/integrate/suggest.hpp"

namespace oopss {

RunOptions run_options(const RunWish& file, const RunWish& asked, const Flow& flow, const Layout& layout, double t0,
                       const std::vector<double>& start) {
  RunOptions run;
  run.t0 = t0;
  run.until = asked.until ? *asked.until : file.until.value_or(run.until);
  const double span = run.until - t0;
  run.every = asked.every ? *asked.every : file.every.value_or(std::abs(span) / 1000);
  run.method = asked.method.empty() ? file.method : asked.method;
  const bool from_file = !asked.step && !asked.tolerance;
  run.step = asked.step.value_or(from_file ? file.step.value_or(0) : 0);
  run.tolerance = asked.tolerance.value_or(from_file ? file.tolerance.value_or(0) : 0);
  const std::optional<Method> named = find_method(run.method, flow);
  bool known = named.has_value();
  const bool takes_tolerance = known && named->adaptive;
  // A step or a tolerance asked for wins over a method of the file that takes the other.
  if (known && asked.method.empty() && (takes_tolerance ? asked.step : asked.tolerance)) {
    run.method.clear();
    known = false;
  }
  // A method asked for by its name keeps what it needs; what the file says for another kind of method is left aside.
  if (known && takes_tolerance && !asked.step) run.step = 0;
  if (known && !takes_tolerance && !asked.tolerance) run.tolerance = 0;
  const bool adaptive = known ? takes_tolerance : run.tolerance > 0;
  if (adaptive && run.tolerance == 0 && run.step == 0) run.tolerance = 1e-10;
  if (!adaptive && run.step == 0 && run.tolerance == 0) run.step = suggested_step(flow, layout, t0, start, span);
  return run;
}

}  // namespace oopss
