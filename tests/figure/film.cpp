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
  const Filmed filmed;
  const Film film = filmed.film({"rate"});
  REQUIRE(filmed.path.points.count() == 11);
  CHECK(film.values.at(0) == filmed.path.points.t);
  CHECK(names_of(film.columns) == names_of(trajectory_columns(filmed.system, {"rate"})));
  for (int i = 0; i < filmed.path.points.count(); ++i) {
    const double* x = filmed.path.points.row(i);
    std::vector<double> rates(static_cast<std::size_t>(filmed.system.layout.size));
    std::vector<BodyPose> poses(filmed.system.bodies.size());
    filmed.flow.field(film.values[0][i], x, rates.data());
    filmed.flow.pose(x, poses.data());
    for (std::size_t c = 0; c < film.columns.size(); ++c) {
      if (film.columns[c].kind == Quantity::angle) CHECK(film.values[c][i] == x[film.columns[c].index]);
      if (film.columns[c].kind == Quantity::rate) CHECK(film.values[c][i] == rates[film.columns[c].index]);
    }
    for (std::size_t b = 0; b < poses.size(); ++b) CHECK(film.poses.poses.at(i).at(b).x == poses[b].x);
  }
  CHECK_THROWS_AS(filmed.film({"colour"}), UnknownColumn);
}

TEST_CASE("a plot of a film shows the named columns and the frame, and refuses a frame that is not there by name") {
  const Filmed filmed;
  const Film film = filmed.film();
  const Plot wanted = plot_of(film, {"angle", "energy"}, "body:plate");
  CHECK(wanted.title == filmed.model.name);
  REQUIRE(wanted.series.size() == 3);
  CHECK(wanted.series[0].values.size() == wanted.t.size());
  CHECK(wanted.motion.poses.size() == wanted.t.size());
  CHECK_FALSE(plot_of(film, {"angle"}).frame);
  CHECK_THAT(render(plot(wanted), Picture::svg), Catch::Contains(filmed.model.name));
  CHECK_THROWS_WITH(plot_of(film, {"angle"}, "moon"),
                    Catch::Contains("there is no frame moon; there are inertial, centre, body:"));
}

TEST_CASE("graphs of a film name their lines by the letters of the papers, with subscripts, and by their owners") {
  const Filmed filmed;
  const Film film = filmed.film({"rate", "torque", "force", "omega", "joint"});
  const auto symbols_of = [&](const std::string& word) {
    std::vector<std::string> out;
    for (const Series& one : plot_of(film, {word}).series) out.push_back(one.symbol + " " + one.name);
    return out;
  };
  using Words = std::vector<std::string>;
  CHECK(symbols_of("angle") == Words{"\u03b8_{2,1} pin1", "\u03b8_{3,2} pin2"});
  CHECK(symbols_of("rate") == Words{"\u03b8\u2032_{2,1} pin1", "\u03b8\u2032_{3,2} pin2"});
  CHECK(symbols_of("torque.pin1") == Words{"T_{2,1} pin1"});
  CHECK(symbols_of("force.pin2") == Words{"F_{3,2,x} pin2", "F_{3,2,y} pin2"});
  CHECK(symbols_of("joint.pin2") == Words{"x_{3,2} pin2", "y_{3,2} pin2"});
  CHECK(symbols_of("momentum_total") == Words{"\u03bc_{s} total"});
  CHECK(symbols_of("energy") == Words{"H + U energy"});
  for (const std::string& body : filmed.system.bodies) {
    const std::string index = std::to_string(&body - filmed.system.bodies.data() + 1);
    CHECK(symbols_of("omega." + body) == Words{"\u03c9_{" + index + "} " + body});
    CHECK(symbols_of("momentum." + body) == Words{"\u03bc_{" + index + "} " + body});
    CHECK(symbols_of("absolute." + body) == Words{"\u03b8_{" + index + "} " + body});
  }
  const Figure figure = plot(plot_of(film, {"angle", "energy", "kinetic"}));
  CHECK(figure.panels.at(0).y.label == "joint angle \u03b8 (rad)");
  CHECK(figure.panels.at(1).y.label == "energy (J)");  // H and H + U share no letter
}
