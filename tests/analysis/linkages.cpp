// SPDX-License-Identifier: Apache-2.0
// Relative equilibria of linkages: critical points of the locked inertia on the shapes that close.
#include <fmt/format.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <complex>
#include <numbers>

#include "oopss/analysis/continuation.hpp"
#include "oopss/analysis/equilibria.hpp"
#include "oopss/analysis/portrait.hpp"
#include "oopss/model/read.hpp"
#include "oopss/proof/thorough.hpp"
#include "oopss/system/derive.hpp"
#include "oopss/system/varied.hpp"
#include "tests/linkage/golden_loops.hpp"
#include "tests/sanitized.hpp"

using namespace oopss;
using std::numbers::pi;

namespace {

Equilibria equilibria_of(const std::string& name, double momentum = 10) {
  const System system = derive(model_of(golden_linkages().at(name)));
  return find_equilibria(system, default_inputs(system), momentum, true);
}

/// The golden pose as joint angles.
std::vector<double> joint_angles(const PinnedBodies& bodies, const std::vector<double>& theta) {
  std::vector<double> phi;
  for (const auto& joint : bodies.joints)
    phi.push_back(std::remainder(theta[joint.second] - theta[joint.first], 2 * pi));
  return phi;
}

const RelativeEquilibrium* nearest(const Equilibria& all, const std::vector<double>& phi) {
  for (const RelativeEquilibrium& one : all.all)
    if (shape_distance(all.space, one.phi, phi) < 1e-8) return &one;
  return nullptr;
}

/// The squares of the eigenvalues over the squared rate, each once, sorted.
std::vector<std::complex<double>> squares(const RelativeEquilibrium& one) {
  std::vector<std::complex<double>> out;
  for (const std::complex<double>& lambda : one.stability.spectrum) {
    const std::complex<double> square = lambda * lambda / (one.omega * one.omega);
    if (std::none_of(out.begin(), out.end(), [&](const std::complex<double>& other) {
          return std::abs(other - square) < 1e-7 * std::max(1.0, std::abs(square));
        }))
      out.push_back(square);
  }
  return out;
}

}  // namespace

TEST_CASE("golden: the relative equilibria of four- and five-bars, with their inertia, index, spectrum and stability") {
  for (const GoldenLoopEquilibrium& golden : golden_loop_equilibria()) {
    INFO(golden.id << " " << golden.system);
    const Equilibria all = equilibria_of(golden.system);
    const std::vector<double> phi = joint_angles(golden_linkages().at(golden.system), golden.theta);
    const RelativeEquilibrium* one = nearest(all, phi);
    REQUIRE(one);
    CHECK(shape_distance(all.space, one->phi, phi) < 1e-11);
    CHECK(one->inertia == Approx(golden.locked_inertia).epsilon(1e-13));
    CHECK(one->stability.index == golden.positive);  // V_mu falls where the inertia rises
    CHECK((one->stability.verdict == Stability::stable) == golden.stable);
    const std::vector<std::complex<double>> found = squares(*one);
    CHECK(found.size() == golden.lambda2.size());
    for (const std::complex<double>& expected : golden.lambda2)
      CHECK(std::any_of(found.begin(), found.end(), [&](const std::complex<double>& square) {
        return std::abs(square - expected) < 1e-9 * std::max(1.0, std::abs(expected));
      }));
  }
}

TEST_CASE(
    "the example of Yang and Krishnaprasad: 5.349 and 186.001 degrees on one branch, their mirrors on the other") {
  const Equilibria all = equilibria_of("yk_example");
  REQUIRE(all.all.size() == 4);
  std::vector<double> degrees;
  for (const RelativeEquilibrium& one : all.all) degrees.push_back(one.phi[0] * 180 / pi);
  for (const double expected :
       {5.34935386451388531, -5.34935386451388531, 186.000636430098247 - 360, 173.999363569901753})
    CHECK(
        std::any_of(degrees.begin(), degrees.end(), [&](double angle) { return std::abs(angle - expected) < 1e-10; }));
  CHECK(all.count == MorseCount::agrees);
}

TEST_CASE("a five-bar whose shapes have genus 4: two maxima, ten saddles, two minima, as its Betti numbers ask") {
  const Equilibria all = equilibria_of("fivebar");
  std::vector<int> of_index(3, 0);
  for (const RelativeEquilibrium& one : all.all) ++of_index[one.stability.index];
  CHECK(of_index == std::vector<int>{2, 10, 2});
  CHECK(all.count == MorseCount::agrees);
  CHECK(all.count_words.find("by Poincare and Hopf it is -6") != std::string::npos);
  CHECK(is_settled(all));
}

TEST_CASE("where curves of shapes cross no equilibrium is listed, and on both lobes of a figure eight there is one") {
  const System system = derive(load_model("change-point"));
  const Equilibria all = find_equilibria(system, default_inputs(system), 1, true);
  REQUIRE(all.all.size() == 2);
  CHECK((all.settled && all.count == MorseCount::not_applicable));
  CHECK(search_words(all).find("at change points, motion is not determined") != std::string::npos);
  ShapeValue in_line;
  system.shape_energy(default_inputs(system), 1, true).landscape({0, pi, 0, -pi}, in_line);
  for (const RelativeEquilibrium& one : all.all) {
    CHECK(all.space.clearance(one.phi) > 0.1);
    CHECK(one.energy > in_line.value);  // so it is the top of its lobe
    CHECK((one.stability.index == 1 && one.stability.verdict == Stability::unstable));
  }
}

TEST_CASE(
    "three equal cranks have the same inertia in all shapes of the parallelogram: a continuum, with no motion about "
    "it") {
  const System system = derive(load_model("parallelogram"));
  const Equilibria all = find_equilibria(system, default_inputs(system), 1, true);
  REQUIRE(all.all.size() == 1);
  CHECK((all.all[0].stability.nullity == 1 && all.all[0].stability.verdict == Stability::degenerate));
  for (const std::complex<double>& lambda : all.all[0].stability.spectrum) CHECK(lambda == 0.0);
}

TEST_CASE("every shape listed closes the loops, and the searches are settled") {
  for (const auto& [name, bodies] : golden_linkages()) {
    INFO(name);
    const System system = derive(model_of(bodies));
    const ShapeEnergy energy = shape_energy(system, default_inputs(system), 10, true);
    const Equilibria all = find_equilibria(energy);
    CHECK(is_settled(all));
    Flow flow = system.with_inputs(default_inputs(system));
    for (const RelativeEquilibrium& one : all.all) {
      std::vector<double> x(static_cast<std::size_t>(system.layout.size), 0.0);
      put(system.layout, BlockKind::joint_angle, one.phi, x);
      std::vector<double> g(static_cast<std::size_t>(flow.closure.count));
      flow.closure.value(0, x.data(), g.data());
      for (const double gap : g) CHECK(std::abs(gap) < 1e-12);
    }
  }
}

TEST_CASE("slopes and curvatures along the shapes that close are those of the energy itself") {
  for (const std::string name : {"nongrashof_offaxis", "fivebar"}) {
    const System system = derive(model_of(golden_linkages().at(name)));
    const ShapeEnergy energy = shape_energy(system, default_inputs(system), 10, true);
    const std::vector<double> q =
        energy.space.spread(std::vector<double>(static_cast<std::size_t>(energy.space.freedom), 0.3));
    ShapeValue here;
    energy.landscape(q, here);
    const auto value = [&](std::vector<double> step) {
      std::vector<double> to;
      energy.space.retract(q, step, to);
      ShapeValue there;
      energy.landscape(to, there);
      return there.value;
    };
    const int n = energy.space.freedom;
    for (int k = 0; k < n; ++k) {
      std::vector<double> up(static_cast<std::size_t>(n), 0.0), down = up;
      const double h = 1e-4;
      up[k] = h;
      down[k] = -h;
      CHECK((value(up) - value(down)) / (2 * h) == Approx(here.gradient[k]).epsilon(1e-6));
      CHECK((value(up) - 2 * here.value + value(down)) / (h * h) ==
            Approx(here.hessian[static_cast<std::size_t>(k * n + k)]).epsilon(1e-5).margin(1e-5));
    }
  }
}

TEST_CASE("a linkage started in an equilibrium by its name turns as one body; beside it the loops stay closed") {
  const std::string bodies = R"([model]
format = 1
name = "four bars"
[[body]]
name = "a"
mass = 3
inertia = 2
[[body]]
name = "b"
mass = 1
inertia = 0.1
[[body]]
name = "c"
mass = 2
inertia = 1.5
[[body]]
name = "d"
mass = 1
inertia = 0.1
[[joint]]
name = "pin_p"
between = ["a", "b"]
at = [[1.5, 0], [-0.5, 0]]
[[joint]]
name = "pin_q"
between = ["b", "c"]
at = [[0.5, 0], [-1.5, 0]]
[[joint]]
name = "pin_r"
between = ["c", "d"]
at = [[1.5, 0], [-0.55, 0]]
[[joint]]
name = "pin_s"
between = ["d", "a"]
at = [[0.55, 0], [-1.5, 0]]
[run]
until = 1
)";
  for (const double offset : {0.0, 0.1}) {
    Model model = read_model(
        {"four",
         bodies + fmt::format("[start]\nequilibrium = \"E1\"\nmomentum = 5\noffset = {{ pin_p = {} }}\n", offset)});
    name_start(model);
    const System system = derive(model);
    const std::vector<double> x = start_state(model);
    Flow flow = system.with_inputs(default_inputs(system));
    std::vector<double> g(2), rates(x.size());
    flow.closure.value(0, x.data(), g.data());
    CHECK(std::hypot(g[0], g[1]) < 1e-13);
    CHECK(system.casimirs[0].value(x.data()) == Approx(5));
    flow.field(0, x.data(), rates.data());
    double moving = 0;
    for (const Block& block : system.layout.blocks)
      if (block.kind != BlockKind::attitude) moving = std::max(moving, std::abs(rates[block.offset]));
    CHECK((moving < 1e-10) == (offset == 0));
  }
}

TEST_CASE(
    "over a bar's length an equilibrium of a rocker turns back in a fold, where brute force loses two, and its branch "
    "ends in words at the change point") {
  const Model model = load_model("four-bar-rocker");
  const std::string path = "joint.j2.at.left.y";  // the bars are 2, sqrt(2.2² + y²), 2.5 and 3
  const VariedModel varied = varied_model(model, {}, path, 10.0, false);
  const auto make = [&](double value) { return varied.at(value); };
  BranchSearch search(equilibrium_family(make, 1.15, 1.25, make(1.15)));
  for (int step = 0; step < (sanitized ? 2 : 5); ++step) search.step();  // one search, and the four branches it begins
  REQUIRE(search.branches().size() == (sanitized ? 1 : 4));
  if (sanitized) return;
  REQUIRE(search.special().size() == 1);
  CHECK(search.special()[0].kind == SpecialKind::fold);
  const double fold = search.special()[0].value;
  const auto leaves_at = [&](double value) {
    const Model other = load_model("four-bar-rocker", {{path, fmt::format("{:.17g}", value)}});
    const System system = derive(other);
    const Leaf first = system.leaf(default_inputs(system), 10, false);
    std::vector<Leaf> out = {first};
    out.insert(out.end(), first.others.begin(), first.others.end());
    return out;
  };
  const auto turns = [&](double value) {  // of the energy along the circles of shapes, in closed form
    int count = 0;
    for (const Leaf& leaf : leaves_at(value)) {
      constexpr int n = 6000;
      std::vector<double> W;
      for (int i = 0; i < n; ++i) W.push_back(leaf.energy(2 * pi * i / n)[0]);
      for (int i = 0; i < n; ++i) count += (W[(i + 1) % n] > W[i]) != (W[(i + 2) % n] > W[(i + 1) % n]);
    }
    return count;
  };
  CHECK(turns(fold - 2e-5) == turns(fold + 2e-5) + 2);
  const double change = std::sqrt(2.5 * 2.5 - 2.2 * 2.2);  // 2 + 3 = 2.5 + 2.5
  int ended = 0;
  for (const EquilibriumBranch& branch : search.branches()) {
    CHECK_FALSE(branch.last.failed);
    if (branch.last.words.find("a change point") == std::string::npos) continue;
    ++ended;
    CHECK(branch.last.value == Approx(change).margin(1e-4));  // so near as the rank allows to go
    const BranchPoint& point = branch.points[branch.points.size() / 2];
    bool known = false;
    for (const Leaf& leaf : leaves_at(point.value))
      for (const LeafEquilibrium& one : leaf_portrait(leaf).equilibria)
        known = known || std::abs(one.energy - point.energy) < 1e-11 * point.energy;
    CHECK(known);
  }
  CHECK(ended == 1);
}
