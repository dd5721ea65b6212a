// SPDX-License-Identifier: Apache-2.0
#include "oopss/system/loops.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "oopss/linkage/track.hpp"
#include "oopss/system/linked_start.hpp"

namespace oopss {
namespace {

/// The joints of the shortest way from one body to another over joints before `limit`, first the one at `from`.
std::vector<int> shortest_way(const TreeSpec& spec, const std::vector<std::vector<int>>& joints_at, int from, int to,
                              int limit) {
  std::vector<int> by(spec.m.size(), -1), queue = {to};  // the joint that leads on towards `to`
  for (std::size_t next = 0; next < queue.size() && by[from] < 0; ++next)
    for (const int k : joints_at[queue[next]]) {
      if (k >= limit) continue;
      const JointSlots& joint = spec.joints[k];
      const int other = joint.first == queue[next] ? joint.second : joint.first;
      if (other == to || by[other] >= 0) continue;
      by[other] = k;
      queue.push_back(other);
    }
  std::vector<int> out;
  for (int i = from; i != to;) {
    out.push_back(by[i]);
    const JointSlots& joint = spec.joints[by[i]];
    i = joint.first == i ? joint.second : joint.first;
  }
  return out;
}

Spot on_body(const JointSlots& joint, int body, const std::vector<double>& p) {
  const std::array<Slot, 3>& d = joint.first == body ? joint.d_first : joint.d_second;
  return {at_slot(p, d[0]), at_slot(p, d[1])};
}

/// The loop of joints in this order: each joint leads from one bar to the next.
std::vector<LoopBar> bars_of(const TreeSpec& spec, const std::vector<double>& p, const std::vector<int>& joints) {
  std::vector<LoopBar> out;
  const std::size_t n = joints.size();
  for (std::size_t k = 0; k < n; ++k) {
    const JointSlots &in = spec.joints[joints[k]], &next = spec.joints[joints[(k + 1) % n]];
    const int body = next.first == in.first || next.first == in.second ? next.first : next.second;
    out.push_back({body, joints[(k + 1) % n], on_body(in, body, p), on_body(next, body, p)});
  }
  return out;
}

/// From the first body of the file, in the direction of its joint that comes first in the file.
void put_in_order(std::vector<LoopBar>& bars) {
  const auto first = [&] {
    const auto by_body = [](const LoopBar& a, const LoopBar& b) { return a.body < b.body; };
    std::rotate(bars.begin(), std::min_element(bars.begin(), bars.end(), by_body), bars.end());
  };
  first();
  if (bars.back().joint > bars.front().joint) return;
  std::vector<LoopBar> back;
  for (std::size_t k = bars.size(); k-- > 0;)
    back.push_back({bars[k].body, bars[(k + bars.size() - 1) % bars.size()].joint, bars[k].to, bars[k].from});
  bars = std::move(back);
  first();
}

/// "a, b and c"; of more than a dozen the first.
std::string listed(const std::vector<std::string>& names, const std::vector<int>& which) {
  constexpr std::size_t most = 12;
  std::string out;
  for (std::size_t k = 0; k < std::min(which.size(), most); ++k)
    out += (k == 0 ? "" : k + 1 == which.size() ? " and " : ", ") + names[which[k]];
  return out + (which.size() > most ? fmt::format(" and {} more", which.size() - most) : "");
}

}  // namespace

std::vector<ModelLoop> model_loops(const TreeSpec& spec, const std::vector<double>& p) {
  std::vector<std::vector<int>> joints_at(spec.m.size());
  for (std::size_t k = 0; k < spec.joints.size(); ++k)
    for (const int body : {spec.joints[k].first, spec.joints[k].second}) joints_at[body].push_back(static_cast<int>(k));
  std::vector<ModelLoop> out;
  for (const ChordSlots& chord : spec.chords) {
    const JointSlots& joint = spec.joints[chord.joint];
    std::vector<int> way = shortest_way(spec, joints_at, joint.second, joint.first, chord.joint);
    way.push_back(chord.joint);
    ModelLoop loop{chord.joint, 0, false, bars_of(spec, p, way)};
    put_in_order(loop.bars);
    out.push_back(std::move(loop));
  }
  return out;
}

LoopReport loop_report(const TreeSpec& spec, const std::vector<double>& p) {
  LoopReport out;
  out.loops = model_loops(spec, p);
  out.equations = 2 * static_cast<int>(out.loops.size());
  out.mobility = static_cast<int>(spec.tree_joints.size());
  if (out.loops.empty()) return out;
  StartPose pose = start_pose(spec, p);
  if (!pose.assembly.closed) {
    out.at_start = false;
    pose.assembly = assemble_from_anywhere(pose.linkage, pose.from, {}, [](const Assembly&) { return true; });
    out.closes = pose.assembly.closed;
    out.gap = pose.assembly.gap;
    if (!out.closes) return out;
    pose.mobility = mobility(pose.linkage, pose.assembly.phi);
  }
  const Mobility& found = pose.mobility;
  out.rank = found.rank;
  out.mobility = found.mobility;
  out.singular = found.kind == ClosureRank::singular;
  out.rank_at_start = out.singular ? rank_at(pose.linkage, pose.assembly.phi) : found.rank;
  const std::vector<int> redundant = redundant_equations(pose.linkage, found.phi);
  const std::vector<bool> still = found.kind == ClosureRank::rigid ? std::vector<bool>(spec.joints.size(), true)
                                                                   : still_joints(pose.linkage, found.phi);
  out.rigid = rigid_parts(pose.linkage, still);
  for (std::size_t c = 0; c < out.loops.size(); ++c) {
    ModelLoop& loop = out.loops[c];
    loop.redundant = redundant[c];
    loop.rigid = std::all_of(loop.bars.begin(), loop.bars.end(), [&](const LoopBar& bar) { return still[bar.joint]; });
  }
  return out;
}

std::string redundant_words(const TreeSpec& spec, int rank, const std::vector<int>& redundant) {
  std::vector<int> closing;
  for (std::size_t c = 0; c < redundant.size(); ++c)
    if (redundant[c] > 0) closing.push_back(spec.chords[c].joint);
  if (closing.empty()) return {};
  return fmt::format(
      "redundant loops: of the {} closure equations {} are independent, at all poses around; the loop{} of {} {} what "
      "others ask already",
      2 * redundant.size(), rank, closing.size() == 1 ? "" : "s", listed(spec.joint_names, closing),
      closing.size() == 1 ? "asks" : "ask");
}

std::vector<std::string> rigid_words(const TreeSpec& spec, const std::vector<std::vector<int>>& parts) {
  if (parts.size() == 1 && parts[0].size() == spec.m.size())
    return {"the loops are rigid: they leave the bodies no motion against each other, all turn as one body"};
  std::vector<std::string> out;
  for (const std::vector<int>& part : parts)
    out.push_back(fmt::format("{} are rigid: the loops leave them no motion against each other, they turn as one body",
                              listed(spec.body_names, part)));
  return out;
}

std::vector<ShapeTrace> shape_traces(const TreeSpec& spec, const std::vector<double>& p, bool curves_cross) {
  std::vector<ShapeTrace> out;
  const StartPose pose = start_pose(spec, p);
  const bool alone = curves_cross && pose.assembly.closed;
  for (const Track& track :
       alone ? std::vector<Track>{track_through(pose.linkage, pose.assembly.phi)} : all_tracks(pose.linkage)) {
    ShapeTrace curve{{}, track.closed};
    for (const std::vector<double>& phi : track.phi) curve.shapes.push_back(at_all_joints(spec, phi));
    out.push_back(std::move(curve));
  }
  return out;
}

}  // namespace oopss
