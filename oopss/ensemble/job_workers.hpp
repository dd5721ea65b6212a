// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/ensemble/chunk_workers.hpp"
#include "oopss/ensemble/ranks.hpp"

namespace oopss {

/// On the first rank: chunks that are done by its own threads and by the other ranks of the job. Each of these has a
/// share as a thread has, and asks for a few chunks at a time. Throws what a thread threw, or what another rank says
/// of its failure.
class JobWorkers {
 public:
  JobWorkers(Ranks& ranks, std::vector<long> chunks, int threads, const MakeChunkWork& make_work);

  /// The next chunk that is done; nothing if none is within a tenth of a second.
  std::optional<ChunkDone> take();

 private:
  std::optional<ChunkDone> answer(const Message& message);

  Ranks& ranks_;
  int threads_;
  ChunkShares shares_;
  ChunkWorkers workers_;
};

/// On any other rank: does the chunks that the first one gives, until it says the end, which comes once.
void serve_chunks(Ranks& ranks, int threads, const MakeChunkWork& make_work);

}  // namespace oopss
