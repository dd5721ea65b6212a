// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <dlfcn.h>

#include <filesystem>
#include <stdexcept>
#include <string>
#include <vector>

namespace oopss {

/// A part of the program that could not be loaded.
struct MissingModule : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Where a module may lie: beside the binary that this code is in or the running program, one folder up, in their lib
/// folder, or wherever the loader looks by itself.
inline std::vector<std::string> module_places(const std::string& file) {
  std::vector<std::string> out;
  std::error_code none;
  Dl_info here{};
  const bool known = dladdr(reinterpret_cast<const void*>(&module_places), &here) != 0 && here.dli_fname != nullptr;
  for (const std::filesystem::path& binary :
       {std::filesystem::path(known ? here.dli_fname : ""), std::filesystem::read_symlink("/proc/self/exe", none)})
    for (const char* folder : {".", "..", "../lib", "../lib/oopss"})
      if (const auto place = binary.parent_path() / folder / file; exists(place, none)) out.push_back(place.string());
  out.push_back(file);
  return out;
}

/// The table of functions of a shared module, loaded on first use, so that a process that does not need what stands
/// behind it (Cairo, HDF5, SUNDIALS) starts quickly. A table is a struct of plain C types, since it is the border of
/// two binaries; it names its module, and begins with its version:
///   struct NameModule { static constexpr const char* name = "name"; static constexpr int current = 1; int version; …
///   };
/// The module liboopss_name.so has the one symbol oopss_name_module, a function that returns the table.
template <class Module>
const Module& load_module() {
  static const Module* const loaded = [] {
    const std::string name = Module::name, file = "liboopss_" + name + ".so";
    std::string words = "the module " + file + " is missing beside the program or in its lib folder:";
    for (const std::string& place : module_places(file)) {
      void* library = dlopen(place.c_str(), RTLD_NOW | RTLD_LOCAL);
      if (!library) {
        words += std::string("\n  ") + dlerror();
        continue;
      }
      const auto entry = reinterpret_cast<const Module* (*)()>(dlsym(library, ("oopss_" + name + "_module").c_str()));
      const Module* module = entry ? entry() : nullptr;
      if (module && module->version == Module::current) return module;
      words += "\n  " + place + ": of another version";
    }
    throw MissingModule(words);
  }();
  return *loaded;
}

}  // namespace oopss
