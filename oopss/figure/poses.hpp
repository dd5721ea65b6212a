// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/figure/figure.hpp"

namespace oopss {

/// Something that moves along closed curves of shapes, as plain places: views of its poses, and a map of the curves.
struct PoseSheet {
  /// A stick with its pins, in the colour of its body.
  struct Stick {
    Spot from, to;
    int body = 0;
  };
  struct Pose {
    std::vector<Stick> sticks;
    double strength = 1;  // below 1: pale
  };
  /// Where a place of a body goes; strong ones are what the picture is about.
  struct Path {
    std::vector<Spot> through;
    int body = 0;
    bool strong = false;
    std::string name;
  };
  /// A place with a word, such as the end of a path.
  struct Stop {
    Spot place;
    std::string text;
  };
  struct View {
    std::string title;
    int orbit = 0;  // of the map, whose poses these are
    std::vector<Path> paths;
    std::vector<Pose> poses;
    std::vector<Stop> stops;
  };
  /// A closed curve on the torus of two angles, with the places of its poses.
  struct Orbit {
    std::string name;
    std::vector<Spot> through;  // angles in any turn
    std::vector<Spot> poses;
  };

  std::string title;
  std::vector<std::string> bodies;  // their names
  std::vector<View> views;          // side by side, more than three in two columns; at one scale
  std::vector<Orbit> map;
  std::vector<Stop> crossings;  // marked on the map
  std::string across, up;       // the angles of the map
  std::vector<std::string> notes;
};

Figure pose_figure(const PoseSheet& sheet);

}  // namespace oopss
