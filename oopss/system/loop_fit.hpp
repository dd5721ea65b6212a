// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "oopss/linkage/assemble.hpp"
#include "oopss/system/skeleton.hpp"
#include "oopss/system/start.hpp"

namespace oopss {

/// A point of a body that is pulled to a place: seen from a body with its axes, from a joint, or from the system's mass
/// centre, the axes of these two at rest.
struct PointPull {
  int body = 0;
  Spot point, target;  // in the body's frame; in the frame it is seen from
  int from_body = -1, from_joint = -1;
};

/// Finds shapes and rates near given ones that keep the loops closed; of a tree everything is as it is given. Angles
/// and rates are those of all joints of the file. It must not outlive `spec`.
class LoopFitter {
 public:
  LoopFitter(const TreeSpec& spec, const std::vector<double>& p);
  bool has_loops() const { return !spec_->chords.empty(); }

  /// A shape that closes, and by how much a joint that was to have an angle misses it.
  struct Fit {
    std::vector<double> phi;
    double missed = 0;  // rad
  };
  /// From the closed shape `now` to the one where these joints have their angles of `phi`, the loops closed all the
  /// way; where that cannot be, as near as it comes. More joints than can be chosen: the closed shape nearest to `phi`.
  Fit turned(const std::vector<double>& now, const std::vector<double>& phi, const std::vector<int>& joints) const;
  /// The closed shape nearest to these angles, roughly; nothing if there is none near.
  std::optional<std::vector<double>> closed(const std::vector<double>& phi) const;
  /// From a closed shape to the one that brings the point nearest to its target, the first body turned by `theta_root`.
  std::vector<double> pulled(const std::vector<double>& phi, double theta_root, const PointPull& pull) const;

  /// Joint rates that keep the loops closed, with these of the given joints as nearly as can be.
  std::vector<double> rates(const std::vector<double>& phi, const std::vector<double>& rates,
                            const std::vector<int>& joints) const;
  /// The joints whose angles give the shape around a closed one, as many as it has freedom; of a tree all. Those of
  /// `preferred` if they serve: not where they nearly stand still as the shape moves.
  std::vector<int> leading(const std::vector<double>& phi, const std::vector<int>& preferred) const;

  /// The closed shapes in which these joints have their angles of `phi`, each once, that starting points all over the
  /// torus lead to; at most `most_assemblies`, the one near `phi` first.
  std::vector<std::vector<double>> assemblies(const std::vector<double>& phi, const std::vector<int>& joints) const;

 private:
  std::vector<HeldDifference> differences_at(const std::vector<double>& values, const std::vector<int>& joints) const;
  /// The pulled point as it is seen at these angles of the tree's joints.
  Vec2<double> seen(const PointPull& pull, const std::vector<double>& tree_phi, double theta_root) const;

  const TreeSpec* spec_;
  std::vector<double> p_;
  Linkage linkage_;
  double size_ = 0;  // of the bodies: what distances are measured by
};

/// More ways to assemble loops than this are not looked for.
constexpr int most_assemblies = 12;

/// The joints that [start] gives angles of.
std::vector<int> joints_of_start(const TreeSpec& spec);

/// Angles and momenta that are not quite those of closed loops, such as ones between two rows of a run, made so, with
/// driven joints where they are at this time and the others of [start] as they were; of a tree as they are.
SolvedStart reclosed(const TreeSpec& spec, const std::vector<double>& p, const SolvedStart& near, double t = 0);

/// All ways in which the loops of a start can be assembled with the angles of its leading joints.
struct Assemblies {
  std::vector<std::vector<double>> all;  // of all joints, each within half a turn of the start's
  int present = 0;                       // the start's own
  std::vector<int> joints;               // the leading ones
};
Assemblies assemblies_of(const TreeSpec& spec, const std::vector<double>& p, const std::vector<double>& phi);

}  // namespace oopss
