// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "oopss/symbolic/compiler.hpp"

namespace oopss {

/// Where nvcc may lie: in the folders of PATH, where CUDA's installer puts it, and where distributions do.
Compiler nvcc();

/// Code for a GPU that nvcc made, or in words why there is none.
struct Cubin {
  std::string code;
  CompilerOutcome outcome;
  bool from_cache = false;
};

/// A text in CUDA's C++ as code for one kind of GPU, sm_90; from the cache what the same nvcc made of the same text.
Cubin cubin(const std::string& source, int architecture, const Compiler& compiler = nvcc(),
            const std::atomic<bool>& cancelled = false);

}  // namespace oopss
