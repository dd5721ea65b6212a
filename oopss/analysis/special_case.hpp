// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "oopss/analysis/equilibria.hpp"
#include "oopss/system/planar_shape.hpp"

namespace oopss {

/// Three bodies in a chain whose middle body has its mass centre on the line of its joints (planar paper, section 6.3):
///   d12 = (c1, 0), d21 = (−b1, 0), d23 = (e1, 0), d32 = (−d1, 0),   I_lock = const + (2/m) [A1 cos(x+y) + B1 cos x +
///   B2 cos y],
/// which depends on κ = B1/B2 and τ = B1/A1 but for a factor.
struct AlignedChain {
  double m1 = 1, m2 = 1, m3 = 1, c1 = 1, b1 = 1, e1 = 1, d1 = 1;
};
PlanarTree<double> tree_of(const AlignedChain& chain);

/// The chain with b1 and e1 such that it has this κ and τ, the rest as it is: there is always one.
AlignedChain aligned_chain(double kappa, double tau, AlignedChain chain);

/// The case by signs: 1 κ > 0 < τ, 2 κ < 0 > τ, 3 κ > 0 > τ, 4 κ < 0 < τ.
int case_of(double kappa, double tau);

/// Within ||κ| − |τ|| < 1 < |κ| + |τ|, where there are six equilibria: region 3 inside κ² + τ² = 1, 1 beyond
/// κ² − τ² = 1, 2 between. Outside: 0.
int region_of(double kappa, double tau);

/// κ and τ of three planar bodies in a tree whose joints are aligned, (6.25) and (6.27), the first joint leading to
/// body 1; nothing for others, and where a constant of I_lock vanishes.
struct AlignedRatios {
  double kappa = 0, tau = 0;
};
std::optional<AlignedRatios> aligned_ratios(const ShapeEnergy& energy);

/// One chain with its equilibria, found by the general search.
struct SampledChain {
  double kappa = 0, tau = 0;
  AlignedChain chain;
  std::vector<RelativeEquilibrium> all;
};

/// What the chains of one case and region have in common.
struct SpecialCell {
  int number = 0, region = 0;          // of the case
  int systems = 0, realisable = 0;     // chains that were solved; of these those with e1 > 0
  int count = 0;                       // of equilibria
  int sign_cos_x = 0, sign_cos_y = 0;  // at the pair of bent equilibria; 0 if there is none
  int pair_index = -1;
  Stability pair = Stability::degenerate;
  std::vector<std::string> stable;  // the stable shapes: "(0, 0)", "(pi, pi)", "the pair"; each that occurs
  bool alike = true;                // all of its chains agree in these, the stable shapes outside the regions excepted
};

struct SpecialTable {
  std::vector<SampledChain> samples;
  std::vector<SpecialCell> cells;  // cases 1 to 4, regions 1, 2, 3, 0
};

/// Tables 1 to 3 of the planar paper, and the fourth case: `per_case` pairs (κ, τ) each, with three sets of masses and
/// lengths.
SpecialTable special_table(int per_case = 200);

}  // namespace oopss
