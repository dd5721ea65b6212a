// SPDX-License-Identifier: Apache-2.0
#include "oopss/ensemble/ranks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <thread>

#include "oopss/ensemble/mpi_module.hpp"
#include "oopss/system/module.hpp"

namespace oopss {
namespace {

/// A whole number of a variable, or what is said else.
int number_in(const Variable& variable, const char* name, int otherwise) {
  const char* const text = variable(name);
  if (!text || *text == '\0') return otherwise;
  char* end = nullptr;
  const long out = std::strtol(text, &end, 10);
  return *end == '\0' && out >= 0 && out < 100'000'000 ? static_cast<int>(out) : otherwise;
}

/// The first of the job speaks first: mpirun ends all of it as soon as one process fails.
void let_first_speak(int rank) {
  if (rank > 0) std::this_thread::sleep_for(std::chrono::seconds(1));
}

}  // namespace

Launch launch(const Variable& variable) {
  Launch out;
  struct Names {
    const char *rank, *size, *beside;
  };
  constexpr Names launchers[] = {{"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_LOCAL_SIZE"},
                                 {"PMI_RANK", "PMI_SIZE", "MPI_LOCALNRANKS"},
                                 {"PMIX_RANK", "PMIX_SIZE", "SLURM_NTASKS_PER_NODE"}};
  for (const Names& names : launchers)
    if (const int rank = number_in(variable, names.rank, -1); rank >= 0)
      return {true, rank, number_in(variable, names.size, 0), std::max(1, number_in(variable, names.beside, 1))};
  return out;
}

Ranks::Ranks() {
  const Launch told = launch([](const char* name) { return std::getenv(name); });
  if (!told.is_there || told.size == 1) return;
  const std::string job =
      told.size > 0 ? fmt::format("one of {} processes", told.size) : std::string("one of several processes");
  try {
    mpi_ = &load_module<MpiModule>();
  } catch (const MissingModule& missing) {
    let_first_speak(told.rank);
    throw MissingModule(fmt::format("this is rank {}, {}, and they can only share a sweep through MPI: {}", told.rank,
                                    job, missing.what()));
  }
  const char* const problem = mpi_->open(&rank_, &size_);
  if (problem || rank_ != told.rank || (told.size > 0 && size_ != told.size)) {
    mpi_ = nullptr;
    let_first_speak(told.rank);
    throw MissingModule(problem ? fmt::format("rank {}: {}", told.rank, problem)
                                : fmt::format("the launcher says that this is rank {}, {}, and the MPI of "
                                              "liboopss_mpi.so sees {}: start with the mpirun of that MPI",
                                              told.rank, job, size_));
  }
  beside_ = told.beside;
}

Ranks::~Ranks() {
  if (!mpi_) return;
  if (rank_ == 0) send_all(MessageKind::end, {});
  mpi_->close();
}

void Ranks::send(int to, MessageKind kind, std::string_view bytes) {
  mpi_->send(to, static_cast<int>(kind), bytes.data(), bytes.size());
}

void Ranks::send_all(MessageKind kind, std::string_view bytes) {
  for (int other = 0; other < size_; ++other)
    if (other != rank_) send(other, kind, bytes);
}

std::optional<Message> Ranks::receive() {
  int from = 0, kind = 0;
  std::size_t size = 0;
  if (!mpi_ || !mpi_->arrived(&from, &kind, &size)) return std::nullopt;
  Message out{from, static_cast<MessageKind>(kind), std::string(size, '\0')};
  mpi_->receive(from, kind, out.bytes.data(), size);
  return out;
}

Message Ranks::await() {
  for (;;) {
    if (std::optional<Message> message = receive()) return std::move(*message);
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
}

std::string bytes_of(const std::vector<long>& numbers) {
  return std::string(reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(long));
}

std::vector<long> numbers_of(std::string_view bytes) {
  std::vector<long> out(bytes.size() / sizeof(long));
  if (!out.empty()) std::memcpy(out.data(), bytes.data(), out.size() * sizeof(long));
  return out;
}

}  // namespace oopss
