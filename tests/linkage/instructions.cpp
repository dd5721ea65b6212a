// SPDX-License-Identifier: Apache-2.0
// instructions_linkage MODEL METHOD STEPS: makes so many steps of a built-in model, for tests/mechanics/instructions.sh
// to count.
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "oopss/mechanics/fast.hpp"
#include "tests/linkage/example_run.hpp"

int main(int count, char** words) {
  if (count != 4) return 2;
  using namespace oopss;
  if (std::strcmp(this_processor().name, "haswell") != 0) return 77;
  Run run = example_run(words[1], words[2]);
  const int steps = std::atoi(words[3]);  // NOLINT(cert-err34-c): our own script calls
  while (run.steps() < steps && run.step()) {
  }
  std::printf("%g\n", run.x()[0]);
  return run.steps() == steps ? 0 : 1;
}
