// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/figure/plot.hpp"

namespace oopss {

/// How large bodies and joints are drawn, in pixels: discs have areas in proportion to the masses; discs and rings
/// leave most of a mean stick to be seen.
struct BodyMarks {
  std::vector<double> radii;   // of the bodies' discs
  double ring = 3;             // radius of the joints' rings
  std::vector<double> sticks;  // their widths, per body; the wider are drawn below
};
BodyMarks body_marks(const Skeleton& skeleton, double text_size, double per_pixel);

/// Draws bodies whose mass centres and joints are at these places: sticks from the mass centres to the joints, discs,
/// rings. With a strength below 1 they are pale, not transparent: newer ones then cover older ones cleanly.
void add_bodies(std::vector<Mark>& marks, const Skeleton& skeleton, const BodyMarks& sizes,
                const std::vector<Spot>& bodies, const std::vector<Spot>& joints, double strength);

/// What is in space, as pictures see it, from the side and from above: x and y are those of the page, along which the
/// z of the axes points up, and z is towards the eye.
BodySpot seen_from_above(const BodySpot& place);
std::vector<BodyPose> seen_from_above(const std::vector<BodyPose>& poses);

/// A scale bar that ends at `end`, with its text `above` pixels above it; the rest in units of the panel.
void add_scale_bar(std::vector<Mark>& marks, Spot end, double length, double tick, const std::string& text,
                   double above);

/// "0.5 m", for a bar of a round length.
std::string metres(double length);

}  // namespace oopss
