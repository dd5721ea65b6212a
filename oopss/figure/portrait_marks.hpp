// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/figure/portrait.hpp"

namespace oopss {

/// Digits after the point that tell energies of this spread apart.
int digits_for(double spread);

/// A place that lies so many pixels right of and above another.
Spot beside(const Panel& panel, Spot spot, double right, double up);

/// How the curves of a leaf are drawn, wherever.
Ink ink_of(OrbitKind kind);
void add_equilibrium(Panel& panel, Spot spot, const LeafEquilibrium& equilibrium, double radius);

/// The least and largest ν of all curves.
struct NuSpan {
  double low = 0, high = 0;
};
NuSpan nu_span(const LeafPortrait& portrait);

/// The point of a curve nearest to θ; of a libration, on its upper branch.
const std::array<double, 2>& point_near(const OrbitCurve& curve, double theta);

/// An empty figure with its title.
Figure portrait_page(const PortraitText& text, double width, double height);
/// What the curves are, above the panel.
void add_legend(Panel& panel, const LeafPortrait& portrait, double size);
/// A curve's energy beside it: above, or below where the motion goes down.
void add_energy(Panel& panel, Spot spot, const OrbitCurve& curve, const LeafPortrait& portrait);

}  // namespace oopss
