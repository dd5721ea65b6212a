// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "oopss/analysis/portrait.hpp"
#include "oopss/analysis/shape_map.hpp"
#include "oopss/figure/figure.hpp"

namespace oopss {

/// What a portrait says in words.
struct PortraitText {
  std::string title;
  std::vector<std::string> angles;  // the labels of the joint angles: "θ₂₁ = θ_arm − θ_hub"
  double mu_s = 0;
};

/// The leaf unrolled: θ to the right, ν up.
Figure flat_portrait(const LeafPortrait& portrait, const PortraitText& text);

/// The leaf as the cylinder that it is (planar paper, Fig. 1), seen from a little above; what is behind is dashed.
Figure cylinder_portrait(const LeafPortrait& portrait, const PortraitText& text);

/// An equilibrium on a map: circles are minima, diamonds saddles, triangles maxima; filled is stable, hollow unstable,
/// hollow with a point spectrally stable.
struct MapMark {
  std::array<double, 2> at{};
  std::string name;  // "E1"
  double energy = 0;
  int index = 0;
  std::string stability;
};

/// The landscape of V_μ + U over two joint angles: tones, contour lines, and its equilibria.
Figure landscape_figure(const ShapeMap& map, const std::vector<MapMark>& marks, const PortraitText& text);

/// How an equilibrium of this index and stability is drawn, in pixels around its place.
void add_equilibrium(Panel& panel, Spot at, int index, const std::string& stability, double radius);

}  // namespace oopss
