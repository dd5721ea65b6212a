// SPDX-License-Identifier: Apache-2.0
// How long the search for a motion of a winding takes, with no guess, and how often it ends in an orbit.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <random>

#include "bench/clock.hpp"
#include "oopss/model/read.hpp"
#include "oopss/orbit/winding_orbits.hpp"
#include "oopss/system/orbit_system.hpp"

namespace oopss {
namespace {

struct Sample {
  std::vector<int> winding;
  double seconds = 0, residual = 0, largest = 1;
  std::string trouble;
};

/// Equal beads of mass 1 in all on rods of length 1, or uniform rods.
OrbitSystem equal_chain(int joints, bool uniform) {
  const std::string text =
      uniform ? fmt::format("[model]\nformat = 1\n[chain]\nlinks = {}\nlength = 1\nmass = 1\nrods = \"uniform\"\n",
                            joints + 1)
              : fmt::format("[model]\nformat = 1\n[chain]\nlinks = {}\nlength = 1\nmass = \"1/{}\"\n", joints + 1,
                            joints + 2);
  return orbit_system(read_model({"chain.toml", text}));
}

Sample searched(const OrbitSystem& model, const std::vector<int>& winding, double energy) {
  const double begun = thread_seconds();
  const WindingAnswer answer = winding_orbits(model, {winding, energy, 1, false});
  Sample out{winding, thread_seconds() - begun, 0, 1, answer.trouble};
  if (!answer.orbits.empty()) {
    out.residual = answer.orbits.front().orbit.residual;
    out.largest = answer.orbits.front().orbit.largest;
  }
  if (!out.trouble.empty())
    std::fprintf(stderr, "(%s): %s\n", fmt::format("{}", fmt::join(winding, ",")).c_str(), out.trouble.c_str());
  return out;
}

/// One of every pair n, −n but for zero: entries from −most to most.
std::vector<std::vector<int>> all_windings(int joints, int most) {
  std::vector<std::vector<int>> out;
  std::vector<int> n(joints, -most);
  for (;;) {
    if (std::any_of(n.begin(), n.end(), [](int turns) { return turns != 0; })) out.push_back(n);
    int k = 0;
    while (k < joints && n[k] == most) n[k++] = -most;
    if (k == joints) return out;
    ++n[k];
  }
}

std::vector<std::vector<int>> drawn_windings(int joints, int most, int count) {
  std::mt19937 random(static_cast<unsigned>(joints));
  std::vector<std::vector<int>> out;
  while (static_cast<int>(out.size()) < count) {
    std::vector<int> n(joints);
    for (int& turns : n) turns = static_cast<int>(random() % (2 * most + 1)) - most;
    if (std::any_of(n.begin(), n.end(), [](int turns) { return turns != 0; })) out.push_back(n);
  }
  return out;
}

void row(const char* what, int joints, bool uniform, int most, double energy,
         const std::vector<std::vector<int>>& windings) {
  const OrbitSystem model = equal_chain(joints, uniform);
  std::vector<Sample> all;
  for (const std::vector<int>& n : windings) all.push_back(searched(model, n, energy));
  const long found = std::count_if(all.begin(), all.end(), [](const Sample& s) { return s.trouble.empty(); });
  std::sort(all.begin(), all.end(), [](const Sample& a, const Sample& b) { return a.seconds < b.seconds; });
  double largest = 1, residual = 0;
  for (const Sample& one : all) {
    largest = std::max(largest, one.largest);
    residual = std::max(residual, one.residual / std::max(1.0, one.largest));
  }
  std::printf("| %d | %s | %d | %zu | %ld | %.2f | %.2f | (%s) | %.1e | %.1e |\n", joints, what, most, all.size(),
              found, all[all.size() / 2].seconds, all.back().seconds,
              fmt::format("{}", fmt::join(all.back().winding, ", ")).c_str(), largest, residual);
  std::fflush(stdout);
}

}  // namespace
}  // namespace oopss

int main(int count, char** words) {
  using namespace oopss;
  const int most_joints = count > 2 ? std::atoi(words[2]) : 10;
  std::printf(
      "Equal chains of total mass 1 on rods of length 1 at momentum 1 and energy 2 above the number of joints, which "
      "is\n"
      "above the threshold; one core, CPU seconds. `most`: the largest |n_j|. Found: orbits with a residual below "
      "1e-12\n"
      "times the largest multiplier. The residual is that of the worst orbit, over its largest multiplier.\n\n"
      "| joints | chain | most | windings | found | median s | longest s | winding | largest multiplier | residual |\n"
      "|---|---|---|---|---|---|---|---|---|---|\n");
  for (const int joints : {1, 2, 3})
    if (joints <= most_joints) row("beads", joints, false, 3, joints + 2, all_windings(joints, 3));
  for (const int joints : {4, 5, 6, 8, 10})
    if (joints <= most_joints)
      row("beads", joints, false, 1, joints + 2, drawn_windings(joints, 1, joints < 8 ? 10 : 4));
  for (const int joints : {2, 3, 10})
    if (joints <= most_joints) row("uniform rods", joints, true, 1, joints + 2, drawn_windings(joints, 1, 4));
  std::printf("\nGoals: 2 s each with 2 and 3 joints, 60 s with 10.\n");
}
