// SPDX-License-Identifier: Apache-2.0
// The splitting of manifolds, measured, beside its integral.
#include "oopss/chaos/splitting.hpp"

#include <catch2/catch.hpp>
#include <numbers>

#include "oopss/chaos/manifold_pieces.hpp"
#include "oopss/model/build.hpp"
#include "oopss/model/read.hpp"
#include "oopss/system/derive.hpp"
#include "tests/chaos/golden_splitting.hpp"
#include "tests/sanitized.hpp"

using namespace oopss;

namespace {

std::string refusal(const Model& model, const SplittingRequest& request = {}) {
  try {
    splitting_of(model, request);
  } catch (const std::exception& problem) {
    return problem.what();
  }
  return {};
}

}  // namespace

TEST_CASE("Sreenath et al. 1988, announced: gaps of the homoclinic tangle are those of an independent program") {
  for (const GoldenSplitting& golden : golden_splittings()) {
    const ModelSplitting found = found_splitting(golden);
    for (const GoldenGaps& row : golden.measured) {
      INFO(golden.id << " at " << row.phase);
      const Splitting measured = measure_splitting(found.problem, row.phase, row.sizes);
      for (std::size_t i = 0; i < row.sizes.size(); ++i) {
        INFO("size " << row.sizes[i]);
        // Both errors are how far two starts are apart, one sample of it.
        CHECK(std::abs(measured.measured[i].gap - row.gap[i]) <
              3 * (row.error[i] + measured.measured[i].error) + 1e-12);
        CHECK(measured.measured[i].error < 1e-9);
        CHECK(measured.measured[i].energy_drift < 1e-12);
      }
      CHECK(measured.slope == Approx(row.slope).margin(1e-6));
      CHECK(measured.slope_error == Approx(row.slope_error).margin(1e-6));
      if (sanitized) break;
    }
  }
}

TEST_CASE("Ratios tend to one in proportion to the size or faster, and the slope over sizes is one") {
  for (const GoldenSplitting& golden : golden_splittings()) {
    if (sanitized && !golden.forced) continue;
    INFO(golden.id);
    const SplittingProblem problem = found_splitting(golden).problem;
    const Splitting found = measure_splitting(problem, 0.8 * problem.gap.period, {1e-2, 1e-3, 1e-4});
    CHECK(std::abs(found.ratio[2] - 1) < 2e-3);
    for (std::size_t i = 1; i < 3; ++i)  // by a tenth; what the gap is good to is not to be seen
      CHECK(std::abs(found.ratio[i] - 1) < 0.11 * std::abs(found.ratio[i - 1] - 1) + 1e-7);
    CHECK(found.slope == Approx(1).margin(0.02));
  }
}

TEST_CASE(
    "A light third body with its inertia fixed is the rotor's problem, with its inertia in proportion it is not") {
  const GoldenSplitting golden = golden_splittings()[2];
  REQUIRE(golden.id == "lever_at_com");
  Model model = golden.model;
  model.joints[1].at_second = {number(-0.1), number(0)};
  const std::vector<double> sizes = {1e-2, 1e-3, 1e-4};
  const ModelSplitting mass = splitting_of(model, {.by = SplittingBy::mass});
  const Splitting regular = measure_splitting(mass.problem, 1.2, sizes);
  CHECK(mass.problem.claimed);
  CHECK(std::abs(regular.ratio[2] - 1) < 2e-3);
  CHECK(std::abs(regular.ratio[1] - 1) < 0.2 * std::abs(regular.ratio[0] - 1) + 1e-6);
  if (sanitized) return;
  const ModelSplitting light = splitting_of(model, {.by = SplittingBy::light});
  const Splitting other = measure_splitting(light.problem, 1.2, sizes);
  CHECK(!light.problem.claimed);
  CHECK(other.slope == Approx(1).margin(0.02));
  CHECK(std::abs(other.ratio[2] - 1) > 0.02);
  CHECK(other.ratio[2] == Approx(other.ratio[1]).epsilon(0.01));
}

TEST_CASE("Manifolds of aligned bodies cross at psi = 0 and pi at every size, being mirror images in time") {
  const GoldenSplitting golden = golden_splittings()[2];
  const SplittingProblem problem = found_splitting(golden).problem;
  const SplittingCurves curves = splitting_curves(problem, 0.03, sanitized ? 4 : 16);
  const std::size_t last = curves.phase.size() - 1;
  for (const std::size_t i : {std::size_t(0), last / 2, last})
    CHECK(curves.unstable[i] == Approx(curves.stable[i]).margin(1e-10));
  for (std::size_t i = 0; i <= last; ++i) CHECK(curves.unstable[i] == Approx(curves.stable[last - i]).margin(1e-10));
  CHECK(std::abs(curves.unstable[last / 4] - curves.stable[last / 4]) > 1e-3);
}

TEST_CASE("Pieces of the manifolds on the section: images of each other, and mirror images in time") {
  const auto are_mirror_images = [](const ManifoldPieces& pieces, int count) {
    for (std::size_t k = 0; k < pieces.unstable.size(); ++k) {
      REQUIRE(pieces.unstable[k].size() == static_cast<std::size_t>(count) + 1);
      REQUIRE(pieces.stable[k].size() == static_cast<std::size_t>(count) + 1);
      for (int i = 0; i <= count; ++i) {
        const SectionPoint &u = pieces.unstable[k][i], &s = pieces.stable[k][count - i];
        INFO("piece " << k << ", point " << i);
        if (k > 0 && i % (count / 2) == 0) continue;  // where they cross: the way back goes by the saddle itself
        // A point is known to 1e-7 of a period along its curve; the map stretches that.
        const double margin = k == 0 ? 1e-5 : 1e-2;
        CHECK(std::remainder(u.angle + s.angle, 2 * std::numbers::pi) == Approx(0).margin(margin));
        CHECK(u.momentum == Approx(s.momentum).margin(margin));
      }
    }
  };
  const int count = 8;
  {
    const Model model = load_model("tangle");
    const ModelSplitting found = splitting_of(model, {});
    const SplittingCase member = found.problem.member(found.lever);
    const ChaosSystem system = chaos_system(model);
    const Section section = section_at(system, start_state(model), 0, found.stretched, 1);
    const ManifoldPieces pieces = manifold_pieces(member, section, {.count = count, .images = 1});
    are_mirror_images(pieces, count);
    const SplittingCurves curves = splitting_curves(found.problem, found.lever, count);
    for (int i = 0; i <= count; ++i)
      CHECK(pieces.unstable[0][i].momentum == Approx(curves.unstable[i]).margin(1e-7));  // pi is mu of the third body
  }
  Model pair = golden_splittings()[0].model;
  pair.joints[0].laws = {drive_law("0.2*sin(t/2)")};  // odd about t = 0: the plane is mapped to itself
  const ModelSplitting found = splitting_of(pair, {});
  const ChaosSystem system = chaos_system(pair);
  const Section section = section_every_period(system, start_state(pair));
  are_mirror_images(manifold_pieces(found.problem.member(1), section, {.count = count, .images = 1}), count);
}

TEST_CASE("Where nothing splits, or nothing can be measured, it is said in words") {
  const std::vector<GoldenSplitting> golden = golden_splittings();
  const auto contains = [](const std::string& words) { return Catch::Matchers::Contains(words); };
  const Model &pair = golden[0].model, &three = golden[2].model;
  CHECK_THAT(refusal(three, {.circle = 0.0}), contains("a rotor at rest"));
  CHECK_THAT(refusal(three, {.circle = 4.0}), contains("carries all the momentum"));
  CHECK_THAT(refusal(three, {.circle = 0.65}), contains("must be between 0.5 and 5"));
  Model changed = three;
  changed.joints[1].at_second = {number(0), number(0)};
  CHECK_THAT(refusal(changed), contains("hangs at its own mass centre"));
  changed = three;
  changed.joints[0].laws = {drive_law("cos(t)")};
  changed.joints[1].laws = {pd_law(1, 0)};
  CHECK_THAT(refusal(changed), contains("joint 'j2': the manifolds of three bodies") && contains("joint 'j3'"));
  changed = pair;
  changed.joints[0].laws.clear();
  CHECK_THAT(refusal(changed), contains("integrable"));
  changed.joints[0].laws = {drive_law("cos(t) + cos(sqrt(2)*t)")};
  CHECK_THAT(refusal(changed), contains("no period"));
  changed.joints[0].laws = {drive_law("cos(t)*phi_j2"), pd_law(1, 0)};
  CHECK_THAT(refusal(changed), contains("has phi_j2") && contains("this one is another"));
  changed.joints[0].laws = {drive_law("cos(10*t)")};
  CHECK_THAT(refusal(changed), contains("exponentially small"));
  CHECK_THROWS_AS(measure_splitting(found_splitting(golden[2]).problem, std::numbers::pi, {1e-2}), NoSplitting);
}
