// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/system/tree_spec.hpp"

namespace oopss {

/// Something that holds of a model whatever its start: what it is about, and the words.
struct ModelFact {
  std::string name, words;
};

/// What the lengths of the bars make of the loops: their classes and the distance to the next change point, as
/// `oopss linkage` says them. `phi` is a closed shape, of all joints. Of a tree there is nothing to say.
std::vector<ModelFact> loop_facts(const TreeSpec& spec, const std::vector<double>& p, const std::vector<double>& phi);

}  // namespace oopss
