// SPDX-License-Identifier: Apache-2.0
#include "tests/linkage/example_run.hpp"

#include "oopss/model/read.hpp"
#include "oopss/system/derive.hpp"

namespace oopss {

Run example_run(const std::string& name, const std::string& method) {
  const Model model = load_model(name);
  const System system = derive(model);
  RunRequest request{{.method = method, .until = 1e6}};
  (method == "dop853" ? request.settings.tolerance : request.settings.step) = method == "dop853" ? 1e-9 : 0.01;
  return {system.with_inputs(default_inputs(system)), system.layout, start_state(model, false), request};
}

}  // namespace oopss
