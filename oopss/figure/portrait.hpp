// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "oopss/analysis/equilibria.hpp"
#include "oopss/analysis/portrait.hpp"
#include "oopss/analysis/shape_map.hpp"
#include "oopss/figure/figure.hpp"

namespace oopss {

/// What a portrait says in words.
struct PortraitText {
  std::string title;
  std::vector<std::string> angles;  // the labels of the joint angles: θ_{2,1} = θ_{arm} − θ_{hub}; of leaves, one each
  double mu_s = 0;
  std::vector<std::string> components = {};  // of leaves: which each is
  std::string momentum = {};                 // the label of ν
};

/// The leaf unrolled: θ to the right, ν up.
Figure flat_portrait(const LeafPortrait& portrait, const PortraitText& text);

/// Leaves of one momentum beside each other, and above each V_μ + U over its coordinate.
Figure leaves_portrait(const std::vector<LeafPortrait>& leaves, const PortraitText& text);

/// The leaf as the cylinder that it is (planar paper, Fig. 1), seen from a little above; what is behind is dashed.
Figure cylinder_portrait(const LeafPortrait& portrait, const PortraitText& text);

/// The landscape of V_μ + U over two joint angles: tones, contour lines, and its equilibria, their angles in the
/// window. Circles are minima, diamonds saddles, triangles maxima; full ones stable, hollow ones unstable, hollow ones
/// with a point spectrally stable.
Figure landscape_figure(const ShapeMap& map, const std::vector<RelativeEquilibrium>& marks, const PortraitText& text);

}  // namespace oopss
