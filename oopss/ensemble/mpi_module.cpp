// SPDX-License-Identifier: Apache-2.0
#include "oopss/ensemble/mpi_module.hpp"

#include <mpi.h>

namespace {

using oopss::MpiModule;

const char* open(int* rank, int* size) {
  int given = 0;
  if (MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &given) != MPI_SUCCESS) return "MPI does not start";
  if (given < MPI_THREAD_FUNNELED) return "this MPI serves no process with threads";
  MPI_Comm_rank(MPI_COMM_WORLD, rank);
  MPI_Comm_size(MPI_COMM_WORLD, size);
  return nullptr;
}

void close() { MPI_Finalize(); }

void send(int to, int kind, const void* bytes, std::size_t size) {
  MPI_Send(bytes, static_cast<int>(size), MPI_BYTE, to, kind, MPI_COMM_WORLD);
}

bool arrived(int* from, int* kind, std::size_t* size) {
  int is_there = 0, count = 0;
  MPI_Status status;
  MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &is_there, &status);
  if (!is_there) return false;
  MPI_Get_count(&status, MPI_BYTE, &count);
  *from = status.MPI_SOURCE;
  *kind = status.MPI_TAG;
  *size = static_cast<std::size_t>(count);
  return true;
}

void receive(int from, int kind, void* bytes, std::size_t size) {
  MPI_Recv(bytes, static_cast<int>(size), MPI_BYTE, from, kind, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

}  // namespace

extern "C" __attribute__((visibility("default"))) const MpiModule* oopss_mpi_module() {
  static const MpiModule module = {MpiModule::current, open, close, send, arrived, receive};
  return &module;
}
