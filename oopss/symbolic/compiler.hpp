// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace oopss {

/// Which compiler makes programs into code, and where what it made is kept. The defaults are for everyone but tests.
struct Compiler {
  std::vector<std::string> places = {"/usr/bin/cc", "/usr/bin/gcc", "/usr/bin/clang"};  // the first there is
  double time_limit = 30;                                                               // s
  std::filesystem::path cache;             // a folder for oopss alone; empty: $XDG_CACHE_HOME/oopss or ~/.cache/oopss
  std::uintmax_t cache_limit = 256 << 20;  // bytes; what was not used for longest goes first
};

/// The first compiler there is; empty if there is none.
std::string find_compiler(const Compiler& compiler);
/// From now on this process finds none: it works for somebody who may start no other.
void forbid_compilers();

/// That there is none, in words.
std::string no_compiler(const Compiler& compiler);

/// -O1: the code is one straight line; -O2 takes a quarter longer and gains nothing. No fused operations, and every
/// function of <math.h> that is not exact is called as it stands, not folded or merged: so the results are those of
/// `interpret` to the bit.
const std::vector<std::string>& compiler_flags();

enum class Compilation { done, missing, failed, late, cancelled };

struct CompilerOutcome {
  Compilation status = Compilation::done;
  std::string words;  // empty when done
};

/// Runs a compiler by its words, the first being its path, in a folder of ours, which is where it puts what it leaves
/// behind on its way: one process, no shell, nothing in its environment but PATH and TMPDIR. It is ended with all it
/// started after the time limit, or when `cancelled` becomes true.
CompilerOutcome run_compiler(std::vector<std::string> words, const std::filesystem::path& folder, double time_limit,
                             const std::atomic<bool>& cancelled);
/// Makes code.so of code.c in a folder of ours.
CompilerOutcome run_compiler(const std::string& path, const std::filesystem::path& folder, double time_limit,
                             const std::atomic<bool>& cancelled);

}  // namespace oopss
