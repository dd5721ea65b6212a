// SPDX-License-Identifier: Apache-2.0
// Sections: returns, starts, and what their maps keep.
#include "oopss/chaos/section.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>

#include "oopss/chaos/section_run.hpp"
#include "oopss/chaos/section_starts.hpp"
#include "oopss/chaos/sections.hpp"
#include "oopss/integrate/run.hpp"
#include "oopss/system/chaos_demand.hpp"
#include "tests/chaos/section_map.hpp"

using namespace oopss;

namespace {

constexpr double pi_ = std::numbers::pi;

/// Three bodies, each hinged at its own mass centre: none feels another.
Model three_rotors() {
  Bodies<double> bodies{{1, 2, 3}, {0.5, 0.75, 1.25}, {}};
  bodies.joints.push_back({0, 1, {0, 0}, {0, 0}});
  bodies.joints.push_back({1, 2, {0, 0}, {0, 0}});
  return model_of(bodies);
}

}  // namespace

TEST_CASE("golden returns of three bodies to the section, in both senses") {
  for (const GoldenSection& golden : golden_sections()) {
    INFO(golden.id);
    const Started one = started(golden);
    const Section section = section_at(one.model, one.start, 0, 0, golden.direction);
    SectionRun run(one.model, section, one.start, 1e-14);
    for (const GoldenSection::Return& wanted : golden.returns) {
      const auto found = run.next();
      REQUIRE(found);
      const double margin = 10 * golden.error + 1e-11;  // they are printed with twelve digits
      CHECK(found->t == Approx(wanted.t).margin(margin));
      CHECK(found->angle == Approx(wanted.phi_3).margin(margin));
      CHECK(found->momentum == Approx(wanted.pi_3).margin(margin));
      CHECK(conjugate_momentum(section.coordinates, 0, run.x().data()) == Approx(wanted.pi_2).margin(margin));
    }
  }
}

TEST_CASE("no passage is missed: those of a run by another method that looks for events are the same") {
  const Started one = started(golden_sections().back());
  const Section section = section_at(one.model, one.start, 1, 0.05, -1);
  const double until = 60;
  RunRequest request;
  request.settings.method = "dop853";
  request.settings.tolerance = 1e-14;
  request.settings.until = until;
  const int place = section.coordinates.angles[1];
  request.events.push_back({[place](double, const double* x) { return std::sin((x[place] - 0.05) / 2); }});
  const Path path = integrate(one.model.motion.flow, one.model.motion.system.layout, one.start, request);
  SectionRun run(one.model, section, one.start, 1e-14);
  int count = 0;
  std::vector<double> rates(one.start.size());
  for (const EventHit& hit : path.hits) {
    one.model.motion.flow.field(hit.t, hit.x.data(), rates.data());
    if (rates[place] > 0) continue;
    const auto found = run.next();
    REQUIRE(found);
    CHECK(found->t == Approx(hit.t).margin(1e-9));
    ++count;
  }
  CHECK(count > 8);
}

TEST_CASE("starts of a section have its energy, momentum, angle and sense, and lie inside its edge") {
  const Started one = started("three-body");
  for (const int direction : {1, -1}) {
    const Section section = section_at(one.model, one.start, 0, 0.4, direction);
    const SectionSheet sheet{&one.model, section, 15, 6};
    const auto starts = spread_starts(sheet, 20);
    REQUIRE(starts.size() == 20);
    for (const std::vector<double>& x : starts) {
      std::vector<double> rates(x.size());
      one.model.motion.flow.field(0, x.data(), rates.data());
      CHECK(energy_of(one.model.motion, x) == Approx(6).epsilon(1e-13));
      CHECK(one.model.motion.system.casimirs.front().value(x.data()) == Approx(15).epsilon(1e-14));
      CHECK(x[section.coordinates.angles[0]] == 0.4);
      CHECK(direction * rates[section.coordinates.angles[0]] > 0);
    }
    for (const auto& curve : section_edge(sheet))
      for (std::size_t i = 0; i < curve.size(); i += 90) {
        const auto [angle, momentum] =
            curve[i];  // a little inside the rate is small, a little outside there is nothing
        const auto range = momenta_at(sheet, angle).value();
        const double inwards = momentum == range[0] ? 1e-9 : -1e-9;
        const auto x = state_over(sheet, angle, momentum + inwards);
        REQUIRE(x);
        std::vector<double> rates(x->size());
        one.model.motion.flow.field(0, x->data(), rates.data());
        CHECK(std::abs(rates[section.coordinates.angles[0]]) < 1e-3);
        CHECK(!state_over(sheet, angle, momentum - inwards));
      }
    SectionSheet cold = sheet;
    cold.energy = least_energies(sheet)[0] - 1e-3;
    CHECK(spread_starts(cold, 5).empty());
  }
}

TEST_CASE("the map of a section keeps the area dphi dpi") {
  const Started one = started("three-body");
  const SectionMap map(one.model, section_at(one.model, one.start, 0, 0.4, 1), 20,
                       energy_of(one.model.motion, one.start));
  for (const SectionPlace& place : map.places(3)) {
    const auto D = map.slopes(place, 1);
    CHECK(D[0] * D[3] - D[1] * D[2] == Approx(1).margin(1e-6 * (std::abs(D[0] * D[3]) + 1)));  // of differences
  }
}

TEST_CASE("aligned bodies: the map of a section runs backwards in the mirror; with a skew middle body it does not") {
  const Started aligned = started(golden_sections().front());
  for (const double angle : {0.0, pi_}) {
    const SectionMap map(aligned.model, section_at(aligned.model, aligned.start, 0, angle, 1), 0.7342309814352064,
                         0.4168921806209296);
    for (const SectionPlace& z : map.places(4)) {
      const SectionPlace image = map(z);
      const SectionPlace back = map({-image.angle, image.momentum});  // R P R P = 1
      CHECK(std::abs(wrapped(back.angle + z.angle)) < 1e-8);
      CHECK(back.momentum == Approx(z.momentum).margin(1e-8));
    }
  }
  const Started skew = started("three-body");
  const SectionMap map(skew.model, section_at(skew.model, skew.start, 0, 0, 1), 20,
                       energy_of(skew.model.motion, skew.start));
  double off = 0;
  for (const SectionPlace& z : map.places(4)) {
    const SectionPlace image = map(z);
    const SectionMap& again = map;
    if (const auto back = again.tried({-image.angle, image.momentum}))
      off = std::max(off, std::abs(wrapped(back->angle + z.angle)));
    else
      off = 1;  // the mirror image is not even on the section
  }
  CHECK(off > 1e-3);
}

TEST_CASE("uncoupled rotors: momenta stay, angles advance by the same amount from return to return, nothing grows") {
  const Model model = three_rotors();
  const ChaosSystem system = chaos_system(model);
  const std::vector<double> start = state_with(system.motion.system, {0.2, 1.0}, {1, 2, 2.5});
  const Section section = section_at(system, start, 0, 0, 1);
  SectionRun run(system, section, start);
  // θ' are 2, 8/3 and 2: φ_1' = 2/3, φ_2' = −2/3, so that φ_2 makes one turn back between returns
  const double first = wrapped(1.0 - (2 * pi_ - 0.2));
  for (int k = 0; k < 50; ++k) {
    const auto point = run.next();
    REQUIRE(point);
    CHECK(point->momentum == 2.5);
    CHECK(std::abs(wrapped(point->angle - first)) < 1e-12);
    CHECK(point->t == Approx(3 * pi_ * (k + 1) - 0.3).epsilon(1e-12));
  }
}

TEST_CASE("without its drive the forced pair is seen on one level curve after every period, to 1e-12") {
  const Started one = started("forced-pair", {{"size", "0"}});
  const Section section = section_every_period(one.model, one.start);
  CHECK(section.period == Approx(4 * pi_).epsilon(1e-15));
  const SectionSheet sheet{&one.model, section, 50, 1e6};
  const double energy = energy_of(one.model.motion, one.start);
  SectionRun run(one.model, section, one.start);
  for (int k = 1; k <= 40; ++k) {
    const auto point = run.next();
    REQUIRE(point);
    CHECK(point->t == Approx(k * section.period).epsilon(1e-14));
    CHECK(energy_of(one.model.motion, state_over(sheet, point->angle, point->momentum).value()) ==
          Approx(energy).epsilon(1e-12));
  }
}

TEST_CASE("a linkage that moves in two ways has sections: its states are closed and keep their energy") {
  const Started one = started("five-bar");
  REQUIRE(leaf_dimension(one.model, one.start) == 4);
  const Section section =
      section_at(one.model, one.start, one.model.motion.system.layout.blocks[0].owner, one.start[0], 1);
  const SectionSheet sheet{&one.model, section, one.model.motion.system.casimirs.front().value(one.start.data()),
                           energy_of(one.model.motion, one.start)};
  const auto starts = walked_starts(sheet, one.start, 3);
  REQUIRE(starts.size() == 3);
  std::vector<double> gap(static_cast<std::size_t>(one.model.motion.flow.closure.count));
  for (const std::vector<double>& x : starts) {
    one.model.motion.flow.closure.value(0, x.data(), gap.data());
    for (const double g : gap) CHECK(std::abs(g) < 1e-12);
    CHECK(energy_of(one.model.motion, x) == Approx(sheet.energy).epsilon(1e-12));
  }
  for (const SectionOrbit& orbit : section_orbits(one.model, section, starts, {.count = 3, .tolerance = 1e-10}))
    CHECK((orbit.points.size() == 3 && orbit.energy_error < 1e-7));
}

TEST_CASE("several motions at once are those of one thread, and one that never passes says so") {
  const Started one = started(golden_sections().front());
  const Section section = section_at(one.model, one.start, 0, 0, 1);
  const SectionSheet sheet{&one.model, section, 0.7342309814352064, 0.4168921806209296};
  const auto starts = spread_starts(sheet, 5);
  const auto alone = section_orbits(one.model, section, starts, {.count = 20});
  const auto together = section_orbits(one.model, section, starts, {.count = 20, .threads = 3});
  for (std::size_t k = 0; k < starts.size(); ++k) {
    REQUIRE(alone[k].points.size() == 20);
    CHECK(alone[k].energy_error < 1e-11);
    for (std::size_t i = 0; i < 20; ++i) CHECK(alone[k].points[i].angle == together[k].points[i].angle);
  }
  const Started small = started(golden_sections().back());  // small motions about the stretched shape
  const Section far = section_at(small.model, small.start, 0, pi_, 1);
  SectionRun run(small.model, far, small.start);
  CHECK(!run.next());
  CHECK_THAT(run.trouble(), Catch::Contains("the motion does not pass"));
}

TEST_CASE("leaves of other dimensions and laws that do not keep the energy have no sections, by name") {
  const Started two = started("two-body"), four = started("tree");
  CHECK_THROWS_WITH(section_at(two.model, two.start, 0, 0, 1), Catch::Contains("the leaf has 2 dimensions"));
  CHECK_THROWS_WITH(section_at(four.model, four.start, 0, 0, 1),
                    Catch::Contains("dimensions: sections are drawn of leaves of four"));
  CHECK_THROWS_WITH(section_every_period(two.model, two.start), Catch::Contains("no law depends on the time"));
  const Model driven = load_model("forced-pair");
  const TreeSpec spec = tree_spec(driven);
  const auto found = without_sections(spec, values_of(spec.inputs), false);
  REQUIRE(found.size() == 1);
  CHECK_THAT(found[0].message, Catch::Contains("joint 'elbow': its law stores no energy"));
  CHECK(without_sections(spec, values_of(spec.inputs), true).empty());
}
