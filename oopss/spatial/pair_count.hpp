// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "oopss/scalar/enclosure.hpp"
#include "oopss/spatial/pair_equilibria.hpp"

namespace oopss {

/// The polynomial in τ whose real roots other than zero are the relative equilibria of two bodies on a ball joint, each
/// the root of two attitudes: the arms |S_i × ξ_i|² of all axes of both bodies are roots of two cubics, and P is their
/// resultant where the second is τ² times the first. Of degree 30 for generic data, without the powers of τ that it
/// has for a factor. Exact for exact data.
std::vector<Enclosure> arm_resultant(const BallPair<Enclosure>& pair);

/// The exact number of its real roots (Sturm), for rational data.
struct PairCount {
  std::optional<int> roots;  // attitudes are twice as many
  int degree = 0;
  std::vector<mpq_class> P;
  std::string reason;  // why there is no count
};
PairCount count_pair_equilibria(const BallPair<Enclosure>& pair);

/// Whether P has one root within 1e-9 of each of these numbers, relative, and no other real one: it changes its sign
/// there, these neighbourhoods are disjoint, and there are as many as roots.
bool isolates_roots(const PairCount& count, std::vector<double> tau);

}  // namespace oopss
