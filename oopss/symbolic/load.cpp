// SPDX-License-Identifier: Apache-2.0
#include "oopss/symbolic/load.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include <cstdio>

#include "oopss/symbolic/code_cache.hpp"
#include "oopss/symbolic/emit.hpp"

namespace oopss {
namespace {

namespace fs = std::filesystem;
constexpr const char* entry_name = "oopss_program";

void open_library(const fs::path& path, Loaded& into) {
  void* const handle = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!handle) {
    into.outcome = {Compilation::failed, fmt::format("what the compiler made cannot be loaded: {}", dlerror())};
    return;
  }
  into.library = std::shared_ptr<void>(handle, dlclose);
  into.run = reinterpret_cast<Loaded::Function>(dlsym(handle, entry_name));
  if (!into.run) into.outcome = {Compilation::failed, "what the compiler made is not the program"};
}

}  // namespace

std::string c_source(const Program& program) {
  std::string out = "double sqrt(double), fabs(double), atan2(double, double), pow(double, double);\n";
  for (const char* function : {"sin", "cos", "tan", "asin", "acos", "exp", "log", "tanh"})
    out += fmt::format("double {}(double);\n", function);
  out += emit_helpers({&program}, Language::c);
  out += fmt::format("void {}(const double* const* in, double* out) {{\n", entry_name);
  Naming naming{{}, {}, "out"};
  for (std::size_t g = 0; g < program.input_sizes.size(); ++g) {
    naming.inputs.push_back(fmt::format("in{}", g));
    naming.scalar_group.push_back(false);
    out += fmt::format("  const double* in{0} = in[{0}];\n", g);
  }
  return out + emit_body(program, Language::c, naming) + "}\n";
}

Loaded load(const Program& program, const Compiler& compiler, const std::atomic<bool>& cancelled) {
  Loaded out;
  const std::string path = find_compiler(compiler);
  if (path.empty()) {
    out.outcome = {Compilation::missing, no_compiler(compiler)};
    return out;
  }
  const std::string source = c_source(program), by = recipe(path, compiler_flags(), source);
  const std::optional<fs::path> cache = cache_folder(compiler);
  const fs::path entry = cache.value_or("") / (content_hash(by) + ".so");
  if (cache && sealed_code(entry, by)) {
    open_library(entry, out);
    out.from_cache = out.run != nullptr;
    if (out.run) {
      note_use(entry);
      return out;
    }
  }

  out = {};
  const Workshop work(cache);
  const fs::path library = fs::path(work.path) / "code.so";
  if (work.path.empty() || !write_content(fs::path(work.path) / "code.c", source, std::ios::trunc)) {
    out.outcome = {Compilation::failed, no_workshop};
    return out;
  }
  out.outcome = run_compiler(path, work.path, compiler.time_limit, cancelled);
  if (out.outcome.status != Compilation::done) return out;
  const bool sealed = work.in_cache && write_content(library, seal(file_content(library), by), std::ios::app);
  open_library(library, out);
  if (sealed && out.run) std::rename(library.c_str(), entry.c_str());  // else it is compiled again next time
  if (work.in_cache) tidy_cache(*cache, compiler.cache_limit);
  return out;
}

Loading::Loading(Program program, Compiler compiler)
    : thread_([this, program = std::move(program), compiler = std::move(compiler)] {
        try {
          loaded_ = load(program, compiler, cancelled_);
        } catch (const std::exception& error) {  // out of memory, or a folder that vanished
          loaded_.outcome = {Compilation::failed, error.what()};
        }
        run_.store(loaded_.run, std::memory_order_release);
        ended_.store(true, std::memory_order_release);
      }) {}

Loading::~Loading() {
  cancelled_ = true;
  if (thread_.joinable()) thread_.join();
}

std::string Loading::failure() const { return ended() ? loaded_.outcome.words : ""; }

}  // namespace oopss
