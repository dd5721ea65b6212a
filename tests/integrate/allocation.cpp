// SPDX-License-Identifier: Apache-2.0
// A program of its own, since it replaces operator new to count.
#include <catch2/catch.hpp>
#include <cstdlib>
#include <new>

#include "oopss/integrate/run.hpp"
#include "tests/integrate/flows.hpp"

namespace {
long allocations = 0;
}

void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  ++allocations;
  return std::malloc(size > 0 ? size : 1);
}
void* operator new(std::size_t size) {
  if (void* memory = operator new(size, std::nothrow)) return memory;
  throw std::bad_alloc();
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

namespace oopss {

TEST_CASE("steps and output points allocate nothing once a run is under way") {
  const TestSystem system = problem_three();
  for (const Method& method : methods()) {
    if (method.kind == MethodKind::cvode) continue;  // SUNDIALS allocates in C
    RunRequest request{{.method = method.name, .until = 1000, .every = 0.7}};
    (method.adaptive ? request.settings.tolerance : request.settings.step) = method.adaptive ? 1e-10 : 0.1;
    Run run(system.flow, system.layout, system.start, request);
    for (int warm_up = 0; warm_up < 100; ++warm_up) REQUIRE(run.step());
    const long before = allocations;
    while (run.step() && run.t() < 900) {
    }
    const long during = allocations - before;  // before Catch allocates for its message
    INFO(method.name);
    CHECK(during == 0);
  }
}

}  // namespace oopss
