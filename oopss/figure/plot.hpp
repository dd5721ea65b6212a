// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>

#include "oopss/figure/figure.hpp"
#include "oopss/system/skeleton.hpp"

namespace oopss {

/// One column of a trajectory, with what a graph says about it. Series of one quantity share a panel.
struct Series {
  std::string quantity, unit;  // "joint angle", "rad"
  std::string name;            // at the line's end: "elbow"
  int body = -1;               // whose colour it has; −1: the system's
  std::vector<double> values;
  std::string symbol{};  // its letter, before the name: θ_{2,1}
};

/// Where the bodies were: poses[i] of all bodies at t[i].
struct PoseHistory {
  std::vector<double> t;
  std::vector<std::vector<BodyPose>> poses;
};

/// What a motion is seen from: its origin rests in the inertial frame or goes with the mass centre of all, a body or a
/// joint; its axes are parallel to the inertial ones or turn with a body.
struct Frame {
  enum class Kind { inertial, centre, body, joint } kind = Kind::inertial;
  int index = 0;  // of the body or the joint
  int axes = -1;  // the body with which the axes turn; −1: none
};

/// The frame "inertial", "centre", "body:NAME" (its axes turn with the body), "joint:NAME" (its axes do not turn) or
/// "joint:NAME:BODY" (they turn with this body); nothing if there is none of this name.
std::optional<Frame> frame_of(const std::string& text, const Skeleton& skeleton);

/// The names of all frames.
std::vector<std::string> frame_names(const Skeleton& skeleton);

/// A body or a place as seen from a frame while the bodies are at these poses.
BodyPose seen_from(const Frame& frame, const Skeleton& skeleton, const std::vector<BodyPose>& poses, BodyPose what);

/// Graphs against time, one panel per quantity, stacked over one time axis. Throws NotFinite with the column's name.
std::vector<Panel> graphs(const Box& box, double text_size, const std::vector<double>& t,
                          const std::vector<Series>& series);

/// A strobe picture: the bodies at `count` times, older ones fainter, with the traces of mass centres, joints and
/// marked points, a cross-hair at the system's mass centre and a scale bar; in space from the side and from above, with
/// the axes of the frame.
Panel strobe(const Box& box, double text_size, const Skeleton& skeleton, const PoseHistory& motion, const Frame& frame,
             int count = 9);

/// The motion picture by picture, all at one scale: at a row of it the bodies with their names, and the traces of the
/// `traced` seconds before.
std::function<Panel(std::size_t row)> motion_picture(const Box& box, double text_size, const Skeleton& skeleton,
                                                     const PoseHistory& motion, const Frame& frame, double traced);

/// What a whole figure shows: graphs, a strobe picture, or both side by side.
struct Plot {
  std::string title;
  double width = 1200, height = 900;
  std::vector<double> t;
  std::vector<Series> series;
  Skeleton skeleton;
  PoseHistory motion;
  std::optional<Frame> frame;  // with it there is a strobe picture
};
Figure plot(const Plot& wanted);

}  // namespace oopss
