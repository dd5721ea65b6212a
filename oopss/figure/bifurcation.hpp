// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/analysis/continuation.hpp"
#include "oopss/figure/figure.hpp"

namespace oopss {

struct BifurcationText {
  std::string title, parameter;
  std::vector<std::string> angles;  // the labels of the joint angles: θ_{2,1} elbow
  std::vector<bool> circle;         // per joint
  std::string unit{};               // of the parameter
};

/// A bifurcation diagram: up to two joint angles and the energy over the parameter. Stable branches are solid and
/// thick, unstable ones dashed, spectrally stable ones dash-dotted; special points are marked and named.
Figure bifurcation_figure(const std::vector<EquilibriumBranch>& branches, const std::vector<SpecialPoint>& special,
                          double from, double to, const BifurcationText& text);

/// A point of a curve where something happens, a disc or a ring, with its name on its right, beyond this part of the
/// panel's width on its left; none if it is empty.
void add_event(Panel& panel, Spot spot, bool ring, const std::string& name, double em, double turns_left);

}  // namespace oopss
