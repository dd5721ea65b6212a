// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/chaos/section.hpp"
#include "oopss/chaos/splitting.hpp"

namespace oopss {

/// Both manifolds on a section of the system, in pieces. The first piece of each has where its motions first come to
/// the section of a splitting; each further one is the image of the one before, onwards of the unstable, backwards of
/// the stable manifold. After every period the pieces lie on the planes of whole periods about that.
struct ManifoldPieces {
  std::vector<std::vector<SectionPoint>> unstable, stable;
};

struct PiecesRequest {
  int count = 128;  // equal parts of the phase, each a motion of its own
  int images = 2;
  SplittingTold told = {};
};

/// A point whose motion does not come back is left out. Throws SplittingFailed where the manifolds are not found.
ManifoldPieces manifold_pieces(const SplittingCase& member, const Section& section, const PiecesRequest& request);

}  // namespace oopss
