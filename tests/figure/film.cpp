// SPDX-License-Identifier: Apache-2.0
// From a run to a picture: what is drawn are the columns and poses along it.
#include "oopss/figure/film.hpp"

#include <catch2/catch.hpp>

#include "oopss/figure/render.hpp"
#include "oopss/model/read.hpp"
#include "oopss/system/derive.hpp"

using namespace oopss;

namespace {

struct Filmed {
  Model model = load_model("three-body");
  System system = derive(model);
  Flow flow = system.with_inputs(default_inputs(system));
  Path path;
  Filmed() {
    RunRequest asked;
    asked.settings.step = 0.02;
    asked.settings.until = 1;
    asked.settings.every = 0.1;
    path = integrate(flow, system.layout, start_state(model), asked);
  }
  Film film(const std::vector<std::string>& words = {}) const {
    return film_of(system, skeleton(model), flow, path.points, words);
  }
};

}  // namespace

TEST_CASE("a film has the columns asked for at every point of the run, and the poses of every body there") {
  const Filmed of;
  const Film film = of.film({"rate"});
  REQUIRE(of.path.points.count() == 11);
  CHECK(film.values.at(0) == of.path.points.t);
  CHECK(names_of(film.columns) == names_of(trajectory_columns(of.system, {"rate"})));
  for (int i = 0; i < of.path.points.count(); ++i) {
    const double* x = of.path.points.row(i);
    std::vector<double> rates(static_cast<std::size_t>(of.system.layout.size));
    std::vector<BodyPose> poses(of.system.bodies.size());
    of.flow.field(film.values[0][i], x, rates.data());
    of.flow.pose(x, poses.data());
    for (std::size_t c = 0; c < film.columns.size(); ++c) {
      if (film.columns[c].of == Quantity::angle) CHECK(film.values[c][i] == x[film.columns[c].index]);
      if (film.columns[c].of == Quantity::rate) CHECK(film.values[c][i] == rates[film.columns[c].index]);
    }
    for (std::size_t b = 0; b < poses.size(); ++b) CHECK(film.poses.poses.at(i).at(b).x == poses[b].x);
  }
  CHECK_THROWS_AS(of.film({"colour"}), UnknownColumn);
}

TEST_CASE("a plot of a film shows the named columns and the frame, and refuses a frame that is not there by name") {
  const Filmed of;
  const Film film = of.film();
  const Plot wanted = plot_of(film, {"angle", "energy"}, "body:plate");
  CHECK(wanted.title == of.model.name);
  REQUIRE(wanted.series.size() == 3);
  CHECK(wanted.series[0].values.size() == wanted.t.size());
  CHECK(wanted.motion.poses.size() == wanted.t.size());
  CHECK_FALSE(plot_of(film, {"angle"}).frame);
  CHECK_THAT(render(plot(wanted), Picture::svg), Catch::Contains(of.model.name));
  CHECK_THROWS_WITH(plot_of(film, {"angle"}, "moon"),
                    Catch::Contains("there is no frame moon; there are inertial, body:"));
}
