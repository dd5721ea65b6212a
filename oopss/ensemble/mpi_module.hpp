// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace oopss {

/// What the shared module liboopss_mpi.so offers (oopss/system/module.hpp): it alone links MPI. Only one thread of a
/// process calls it; a failure of MPI itself ends the whole job.
struct MpiModule {
  static constexpr const char* name = "mpi";
  static constexpr int current = 1;

  int version;
  /// Makes this process one of the job's. The text of the failure, or null.
  const char* (*open)(int* rank, int* size);
  void (*close)();
  void (*send)(int to, int kind, const void* bytes, std::size_t size);
  /// Whether a message is there, and whose, of which kind and size.
  bool (*arrived)(int* from, int* kind, std::size_t* size);
  void (*receive)(int from, int kind, void* bytes, std::size_t size);
};

}  // namespace oopss

/// The only symbol of the module.
extern "C" const oopss::MpiModule* oopss_mpi_module();
