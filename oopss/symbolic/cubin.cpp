// SPDX-License-Identifier: Apache-2.0
#include "oopss/symbolic/cubin.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>
#include <sstream>

#include "oopss/symbolic/code_cache.hpp"

namespace oopss {

Compiler nvcc() {
  Compiler out;
  out.places.clear();
  out.time_limit = 300;
  const char* const folders = std::getenv("PATH");
  std::istringstream all(folders ? folders : "");
  for (std::string folder; std::getline(all, folder, ':');)
    if (folder.starts_with('/')) out.places.push_back(folder + "/nvcc");
  out.places.insert(out.places.end(), {"/usr/local/cuda/bin/nvcc", "/opt/cuda/bin/nvcc", "/usr/bin/nvcc"});
  return out;
}

Cubin cubin(const std::string& source, int architecture, const Compiler& compiler, const std::atomic<bool>& cancelled) {
  Cubin out;
  const std::string path = find_compiler(compiler);
  if (path.empty()) {
    out.outcome = {Compilation::missing,
                   "there is no nvcc, the compiler of CUDA, in the folders of PATH, in /usr/local/cuda/bin or in "
                   "/opt/cuda/bin"};
    return out;
  }
  std::vector<std::string> words = {path,      "-cubin", "-std=c++17", "-O3", fmt::format("-arch=sm_{}", architecture),
                                    "code.cu", "-o",     "code.cubin"};
  const std::string by = recipe(path, words, source);
  const std::optional<std::filesystem::path> cache = cache_folder(compiler);
  const std::filesystem::path entry = cache.value_or("") / (content_hash(by) + ".cubin");
  if (std::optional<std::string> found = cache ? sealed_code(entry, by) : std::nullopt) {
    out.code = std::move(*found);
    out.from_cache = true;
    note_use(entry);
    return out;
  }
  const Workshop work(cache);
  const std::filesystem::path folder = work.path, made = folder / "code.cubin";
  if (work.path.empty() || !write_content(folder / "code.cu", source, std::ios::trunc)) {
    out.outcome = {Compilation::failed, no_workshop};
    return out;
  }
  out.outcome = run_compiler(std::move(words), folder, compiler.time_limit, cancelled);
  if (out.outcome.status != Compilation::done) return out;
  out.code = file_content(made);
  if (work.in_cache && write_content(made, seal(out.code, by), std::ios::app)) std::rename(made.c_str(), entry.c_str());
  if (work.in_cache) tidy_cache(*cache, compiler.cache_limit);
  return out;
}

}  // namespace oopss
