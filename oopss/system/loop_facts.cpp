// SPDX-License-Identifier: Apache-2.0
#include "oopss/system/loop_facts.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "oopss/linkage/classify.hpp"
#include "oopss/linkage/classify_loop.hpp"
#include "oopss/linkage/mobility.hpp"
#include "oopss/system/loops.hpp"

namespace oopss {
namespace {

/// Names and lengths of the bars of a loop.
struct NamedBars {
  std::vector<std::string> names;
  std::vector<double> lengths;
};

NamedBars named_bars(const TreeSpec& spec, const ModelLoop& loop) {
  NamedBars out;
  for (const LoopBar& bar : loop.bars) {
    out.names.push_back(spec.body_names[bar.body]);
    out.lengths.push_back(bar.length());
  }
  return out;
}

/// What is said of a loop: its class, and what is said of its change points.
struct LoopWords {
  std::string kind, distance_name, distance;
  bool operator==(const LoopWords&) const = default;
};

LoopWords words_of(const NamedBars& bars) {
  if (bars.names.size() == 4) {
    const FourBarClass found = classify_four_bar(lengths_computed(bars.lengths));
    const bool moves = found.kind != FourBarKind::rigid_line && found.kind != FourBarKind::not_constructible;
    return {class_words(found, bars.names), "change point", moves ? change_point_words(found) : ""};
  }
  const LoopTopology found = loop_topology(lengths_computed(bars.lengths));
  if (found.kind != LoopKind::regular) return {word(found.kind), "", ""};
  return {"regular: in no shape are all bars in line", "singular sum",
          fmt::format("the signed sum of lengths nearest to zero is {:.6g} m, {:.6g} of the way around",
                      nearest_double(found.nearest), nearest_double(mpq_class(found.nearest / found.P)))};
}

/// Loops of as many bars of which the same is said, in the order of the first of each.
struct LoopGroup {
  NamedBars first;
  LoopWords words;
  int count = 1;
};

std::vector<LoopGroup> groups_of(const TreeSpec& spec, const std::vector<ModelLoop>& loops) {
  std::vector<LoopGroup> out;
  for (const ModelLoop& loop : loops) {
    const NamedBars bars = named_bars(spec, loop);
    if (bars.names.size() < 3 || static_cast<int>(bars.names.size()) > most_counted_bars / 2) continue;
    const LoopWords words = words_of(bars);
    const auto known = std::find_if(out.begin(), out.end(), [&](const LoopGroup& one) {
      return one.words == words && one.first.names.size() == bars.names.size();
    });
    if (known != out.end())
      ++known->count;
    else
      out.push_back({bars, words});
  }
  return out;
}

}  // namespace

std::vector<ModelFact> loop_facts(const TreeSpec& spec, const std::vector<double>& p, const std::vector<double>& phi) {
  if (spec.chords.empty()) return {};
  const Linkage linkage = linkage_of(spec, p);
  const Mobility moves = mobility(linkage, at_tree_joints(spec, phi));
  std::vector<ModelFact> out = {{"mobility", moves.mobility == 0
                                                 ? "0: the loops are rigid, all bodies turn as one"
                                                 : fmt::format("{}, besides place and attitude", moves.mobility)}};
  const std::vector<ModelLoop> loops = model_loops(spec, p);
  for (const LoopGroup& group : groups_of(spec, loops)) {
    const std::size_t bars = group.first.names.size();
    out.push_back({loops.size() == 1  ? fmt::format("{} bars in a loop", bars)
                   : group.count == 1 ? fmt::format("loop of {}", fmt::join(group.first.names, ", "))
                                      : fmt::format("{} loops of {} bars", group.count, bars),
                   group.words.kind});
    if (!group.words.distance.empty()) out.push_back({group.words.distance_name, group.words.distance});
  }
  return out;
}

}  // namespace oopss
