// SPDX-License-Identifier: Apache-2.0
#include "tests/linkage/example_run.hpp"

#include "oopss/model/read.hpp"
#include "oopss/system/derive.hpp"

namespace oopss {

Run example_run(const std::string& name, const std::string& wanted) {
  const Model model = load_model(name);
  const System system = derive(model);
  const std::size_t mark = wanted.find('@');
  RunRequest request{{.method = wanted.substr(0, mark), .until = 1e6}};
  if (mark != std::string::npos)
    request.settings.tolerance = std::stod(wanted.substr(mark + 1));
  else if (wanted == "dop853")
    request.settings.tolerance = 1e-9;
  else
    request.settings.step = 0.01;
  return {system.with_inputs(default_inputs(system)), system.layout, start_state(model, false), request};
}

}  // namespace oopss
