// SPDX-License-Identifier: Apache-2.0
// Replaces operator new to count. In a file of its own, where no caller can be optimised together with it: g++ 12 takes
// what it inlines on one side for another program's.
#include "tests/allocations.hpp"

#include <malloc.h>

#include <cstdlib>
#include <new>

std::atomic<long> allocations = 0, allocated_bytes = 0;

void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  ++allocations;
  void* const memory = std::malloc(size > 0 ? size : 1);
  allocated_bytes += static_cast<long>(malloc_usable_size(memory));
  return memory;
}
void* operator new(std::size_t size) {
  if (void* memory = operator new(size, std::nothrow)) return memory;
  throw std::bad_alloc();
}
void operator delete(void* memory) noexcept {
  allocated_bytes -= static_cast<long>(malloc_usable_size(memory));
  std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept { operator delete(memory); }
