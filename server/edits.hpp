// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "server/model_cache.hpp"
#include "server/protocol.hpp"

namespace oopss {

/// A model text with edits written into it.
struct EditedText {
  PageText page;
  std::string snapped;  // why the pose is not the one asked for; empty if it is
};

/// Applies the edits in order, those of the start to the shape that it has at time t, to which motions may have driven
/// it; throws ModelError where one cannot be done.
EditedText with_edits(ModelCache& cache, const std::string& text, const std::vector<Edit>& edits, double t);

}  // namespace oopss
