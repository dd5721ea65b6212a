// SPDX-License-Identifier: Apache-2.0
#include "oopss/integrate/request.hpp"

#include <cmath>

#include "oopss/integrate/suggest.hpp"

namespace oopss {

RunRequest run_request(const RunSettings& file, const RunSettings& asked, const Flow& flow, const Layout& layout,
                       double t0, const std::vector<double>& start) {
  RunRequest out{asked, t0};
  RunSettings& run = out.settings;
  if (!run.until) run.until = file.until.value_or(out.until());
  const double span = *run.until - t0;
  if (!run.every) run.every = file.every.value_or(std::abs(span) / 1000);
  if (asked.method.empty()) run.method = file.method;
  if (asked.singular.empty()) run.singular = file.singular;
  if (!asked.step && !asked.tolerance) {
    run.step = file.step;
    run.tolerance = file.tolerance;
  }
  const std::optional<Method> named = find_method(run.method, flow);
  bool known = named.has_value();
  const bool takes_tolerance = known && named->adaptive;
  // A step or a tolerance asked for wins over a method of the file that takes the other.
  if (known && asked.method.empty() && (takes_tolerance ? asked.step : asked.tolerance)) {
    run.method.clear();
    known = false;
  }
  // A method asked for by its name keeps what it needs; what the file says for another kind of method is left aside.
  if (known && takes_tolerance && !asked.step) run.step.reset();
  if (known && !takes_tolerance && !asked.tolerance) run.tolerance.reset();
  const bool adaptive = known ? takes_tolerance : out.tolerance() > 0 || default_method(false, flow).adaptive;
  if (run.step || run.tolerance) return out;
  if (adaptive)
    run.tolerance = 1e-10;
  else
    run.step = suggested_step(flow, layout, t0, start, span);
  return out;
}

}  // namespace oopss
