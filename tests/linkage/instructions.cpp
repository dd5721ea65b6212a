// SPDX-License-Identifier: Apache-2.0
// instructions_linkage MODEL METHOD STEPS: makes so many steps of a linkage, for tests/mechanics/instructions.sh to
// count.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <sstream>

#include "oopss/integrate/run.hpp"
#include "oopss/mechanics/fast.hpp"
#include "oopss/model/read.hpp"
#include "oopss/system/derive.hpp"

int main(int count, char** words) {
  if (count != 4) return 2;
  using namespace oopss;
  if (std::strcmp(this_processor().name, "haswell") != 0) return 77;
  const std::string path = std::string("tests/linkage/models/") + words[1] + ".toml";
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  const Model model = read_model({path, text.str()});
  const System system = derive(model);
  RunRequest request{{.method = words[2], .until = 1e6}};
  (request.settings.method == "dop853" ? request.settings.tolerance : request.settings.step) =
      request.settings.method == "dop853" ? 1e-9 : 0.01;
  Run run(system.with_inputs(default_inputs(system)), system.layout, start_state(model, false), request);
  const int steps = std::atoi(words[3]);  // NOLINT(cert-err34-c): our own script calls
  while (run.steps() < steps && run.step()) {
  }
  std::printf("%g\n", run.x()[0]);
  return run.steps() == steps ? 0 : 1;
}
