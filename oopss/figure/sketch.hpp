// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/figure/figure.hpp"
#include "oopss/system/typeset.hpp"

namespace oopss {

/// A labelled drawing of bodies at these poses, as in the papers: bodies by their outlines, or by a shape around
/// their joints whose length is that of a uniform rod of their inertia; mass centres; vectors d_ij from mass centre to
/// joint; angles θ_j,i of the joints, from where the second body would be at the angle 0, and attitudes θ_i; inertial
/// axes at the system's mass centre; marked points. Of more than three bodies only the first has its attitude; of more
/// than twelve only bodies are named, where there is room; of more than 200 none. Bodies in space, boxes where the file
/// has them, are seen from the side and from above, with the letters of their turns beside the joints and the axes of
/// hinges.
Figure sketch(const std::string& title, const LabelledBodies& bodies, const std::vector<BodyPose>& poses);

}  // namespace oopss
