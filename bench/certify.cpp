// SPDX-License-Identifier: Apache-2.0
// How long the proof that no relative equilibrium is missing takes, and how often it is found.
#include <array>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <optional>

#include "bench/clock.hpp"
#include "oopss/proof/certify.hpp"
#include "oopss/proof/spectral_proof.hpp"
#include "oopss/proof/verify.hpp"
#include "tests/mechanics/exact_trees.hpp"

namespace oopss {
namespace {

struct Sample {
  double seconds, verify_seconds;
  long boxes;
  int equilibria;
  bool decided;
  int even = 0, settled = 0;    // roots of even index > 0, and those with a proof by the spectrum
  double spectrum_seconds = 0;  // for all of them
};

ExactLandscape drawn(int n, Growth growth, const std::optional<SpringKind>& springs, std::mt19937& random) {
  const PlanarTree<double> tree = random_tree(n, growth, random);
  return exactly(tree, 1, springs ? random_springs(tree, 1, *springs, random) : std::vector<JointSpring>());
}

Sample certified(const ExactLandscape& landscape) {
  const double begun = thread_seconds();
  CertifySearch search(landscape);
  while (search.step()) continue;
  const Certificate certificate = search.certificate();
  const double found = thread_seconds();
  const Verdict verdict = verify(landscape, certificate);
  if (!verdict.problem.empty()) std::printf("  NOT VERIFIED: %s\n", verdict.problem.c_str());
  const bool holds = verdict.undecided == 0 && verdict.problem.empty();
  const double checked = thread_seconds();
  Sample out{found - begun, checked - found, search.boxes(), static_cast<int>(certificate.roots.size()), holds};
  for (const CertifiedRoot& root : certificate.roots) {
    if (root.index == 0 || root.index % 2 == 1) continue;
    ++out.even;
    if (imaginary_pairs(landscape, root)) ++out.settled;
  }
  out.spectrum_seconds = thread_seconds() - checked;
  return out;
}

void row(int n, Growth growth, const std::optional<SpringKind>& springs, int draws) {
  std::mt19937 random(static_cast<unsigned>(100 * n + static_cast<int>(growth)));
  std::vector<Sample> all;
  for (int k = 0; k < draws; ++k) all.push_back(certified(drawn(n, growth, springs, random)));
  const auto column = [&](auto member) {
    std::vector<double> out;
    for (const Sample& sample : all) out.push_back(member(sample));
    std::sort(out.begin(), out.end());
    return out;
  };
  const std::vector<double> seconds = column([](const Sample& s) { return s.seconds; });
  const std::vector<double> boxes = column([](const Sample& s) { return static_cast<double>(s.boxes); });
  const std::vector<double> check = column([](const Sample& s) { return s.verify_seconds; });
  const std::vector<double> count = column([](const Sample& s) { return s.equilibria; });
  const std::size_t middle = all.size() / 2;
  const long decided = std::count_if(all.begin(), all.end(), [](const Sample& s) { return s.decided; });
  double spectra = 0;
  long even = 0, settled = 0;
  for (const Sample& sample : all) {
    spectra += sample.spectrum_seconds;
    even += sample.even;
    settled += sample.settled;
  }
  constexpr std::array kinds = {"sine", "line", "both"};
  std::printf("| %d | %s | %s | %d | %ld | %.0f-%.0f | %.0f | %.0f | %.2f | %.2f | %.2f | %ld of %ld | %.2f |\n", n,
              growth == Growth::chain ? "chain" : "tree", springs ? kinds[static_cast<int>(*springs)] : "none", draws,
              decided, count.front(), count.back(), boxes[middle], boxes.back(), 1e3 * seconds[middle],
              1e3 * seconds.back(), 1e3 * check[middle], settled, even,
              1e3 * spectra / static_cast<double>(std::max(even, 1L)));
  std::fflush(stdout);
}

}  // namespace
}  // namespace oopss

int main(int count, char** words) {
  using namespace oopss;
  std::printf(
      "Random joint vectors in the unit square, masses 0.5 to 2, one core. Springs at all joints have constants of\n"
      "0.1 to 10 times the slopes of V_mu; `sine` on the circle, `line` on the line, `both` one or the other. CPU\n"
      "times in ms; `verify` is the re-check; `even` are the roots of even index > 0 whose spectrum is decided, with\n"
      "the time for each.\n\n"
      "| N | shape | springs | draws | decided | equilibria | boxes, median | boxes, most | search, median | search, "
      "longest | verify, median | even | each, mean |\n"
      "|---|---|---|---|---|---|---|---|---|---|---|---|---|\n");
  const int most = count > 2 ? std::atoi(words[2]) : 7;
  const std::map<int, int> draws = {{3, 1000}, {4, 1000}, {5, 1000}, {6, 20}, {7, 2}};
  for (const auto& [n, number] : draws)
    if (n <= most)
      for (const Growth growth : {Growth::chain, Growth::bush})
        row(n, growth, {}, count > 3 ? std::atoi(words[3]) : number);
  const std::map<int, int> sprung = {{2, 200}, {3, 200}, {4, 100}, {5, 20}, {6, 4}};
  for (const auto& [n, number] : sprung)
    if (n <= most)
      for (const SpringKind kind : {SpringKind::sine, SpringKind::line, SpringKind::mixed})
        if (n < 6 || kind == SpringKind::sine) row(n, Growth::chain, kind, count > 3 ? std::atoi(words[3]) : number);
  std::printf("\nGoals without springs: 10 ms, 100 ms, 2 s and 60 s for three to six bodies.\n");
}
