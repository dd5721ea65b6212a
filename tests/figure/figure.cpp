// SPDX-License-Identifier: Apache-2.0
// Figures: what is drawn is where it should be, in every format, and the same bytes every time.
#include <cairo.h>

#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <limits>
#include <memory>

#include "oopss/figure/bodies.hpp"
#include "oopss/figure/colours.hpp"
#include "oopss/figure/plot.hpp"
#include "oopss/figure/render.hpp"
#include "oopss/figure/text.hpp"
#include "oopss/figure/ticks.hpp"
#include "tests/figure/marks.hpp"

using namespace oopss;

namespace {

/// A hub and an arm that turn steadily, seen for ten seconds.
Plot two_bodies() {
  Plot wanted;
  wanted.title = "Two bodies <in & out>";
  wanted.skeleton = {{"hub", "arm"}, {4, 5}, {{"elbow", 0, 1, {5, 0}, {-3, 0}}}};
  Series angle{"joint angle", "rad", "elbow", 1, {}};
  Series hub{"angular momentum", "kg m\u00b2 / s", "hub", 0, {}}, arm = hub;
  arm.name = "arm";
  arm.body = 1;
  for (int i = 0; i <= 500; ++i) {
    const double t = 0.02 * i, a = 0.3 * t, b = 0.5 + 1.1 * t;
    const double rx = 5 * std::cos(a) + 3 * std::cos(b), ry = 5 * std::sin(a) + 3 * std::sin(b);
    wanted.motion.t.push_back(t);
    wanted.motion.poses.push_back({planar_pose(-5 * rx / 9, -5 * ry / 9, a), planar_pose(4 * rx / 9, 4 * ry / 9, b)});
    angle.values.push_back(b - a);
    hub.values.push_back(20 + 3 * std::sin(t));
    arm.values.push_back(30 - 3 * std::sin(t));
  }
  wanted.t = wanted.motion.t;
  wanted.series = {angle, hub, arm};
  wanted.frame = Frame{};
  return wanted;
}

/// A turn by an angle about an axis of length one, by rows (Rodrigues).
std::array<double, 9> turn_about(const std::array<double, 3>& n, double angle) {
  const double c = std::cos(angle), s = std::sin(angle);
  std::array<double, 9> R{};
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) R[3 * i + j] = (1 - c) * n[i] * n[j] + (i == j ? c : 0);
  for (int i = 0; i < 3; ++i) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    R[3 * j + i] += s * n[k];
    R[3 * i + j] -= s * n[k];
  }
  return R;
}

/// A plate and a box on a ball joint, each turning about an axis of its own.
Plot two_bodies_in_space() {
  Plot wanted;
  wanted.skeleton = {{"plate", "box"}, {4, 5}, {{"ball", 0, 1, {0.5, 0.4, 0.9}, {-0.3, 0.2, -0.7}}}};
  wanted.skeleton.in_space = true;
  wanted.skeleton.outlines = {{{1, 0, 0}, {0, 1, 0}, {0.2, 0.2, 0}, {-1, -1, 0}}, {}};
  for (const double x : {-0.2, 0.2})
    for (const double y : {-0.3, 0.3})
      for (const double z : {-0.4, 0.4}) wanted.skeleton.outlines[1].push_back({x, y, z});
  for (int i = 0; i <= 100; ++i) {
    const double t = 0.1 * i;
    BodyPose plate, box;
    plate.R = turn_about({0.6, 0, 0.8}, 0.7 * t);
    box.R = turn_about({0, 0.8, -0.6}, 0.4 - 0.9 * t);
    const BodySpot out = place_on(plate, {0.5, 0.4, 0.9}), back = place_on(box, {-0.3, 0.2, -0.7});
    const std::array<double, 3> r = {out.x - back.x, out.y - back.y, out.z - back.z};
    plate.x = -5 * r[0] / 9, plate.y = -5 * r[1] / 9, plate.z = -5 * r[2] / 9;
    box.x = 4 * r[0] / 9, box.y = 4 * r[1] / 9, box.z = 4 * r[2] / 9;
    wanted.motion.t.push_back(t);
    wanted.motion.poses.push_back({plate, box});
  }
  return wanted;
}

/// The colour of every pixel, decoded by Cairo.
struct Pixels {
  int width = 0, height = 0;
  std::vector<unsigned> colours;
  unsigned at(Spot spot) const { return colours[std::lround(spot.y - 0.5) * width + std::lround(spot.x - 0.5)]; }
};

Pixels decoded(const std::string& png) {
  std::string_view rest = png;
  const auto read = [](void* closure, unsigned char* out, unsigned count) {
    auto& from = *static_cast<std::string_view*>(closure);
    if (from.size() < count) return CAIRO_STATUS_READ_ERROR;
    std::memcpy(out, from.data(), count);
    from.remove_prefix(count);
    return CAIRO_STATUS_SUCCESS;
  };
  const std::unique_ptr<cairo_surface_t, decltype(&cairo_surface_destroy)> surface(
      cairo_image_surface_create_from_png_stream(read, &rest), cairo_surface_destroy);
  REQUIRE(cairo_surface_status(surface.get()) == CAIRO_STATUS_SUCCESS);
  Pixels out{cairo_image_surface_get_width(surface.get()), cairo_image_surface_get_height(surface.get()), {}};
  for (int y = 0; y < out.height; ++y) {
    const unsigned char* row =
        cairo_image_surface_get_data(surface.get()) + y * cairo_image_surface_get_stride(surface.get());
    for (int x = 0; x < out.width; ++x) {
      unsigned pixel = 0;
      std::memcpy(&pixel, row + 4 * x, 4);
      out.colours.push_back(pixel & 0xFFFFFF);
    }
  }
  return out;
}

unsigned rgb(const Colour& colour) {
  const auto byte = [](double part) { return static_cast<unsigned>(std::lround(part * 255)); };
  return byte(colour.red) << 16 | byte(colour.green) << 8 | byte(colour.blue);
}

/// Every tag is closed in order, every attribute quoted, and no & or < stands alone.
bool well_formed(std::string_view xml) {
  std::vector<std::string> open;
  while (!xml.empty()) {
    if (xml[0] == '&') {
      constexpr std::array<std::string_view, 4> entities = {"&amp;", "&lt;", "&gt;", "&quot;"};
      const bool known = std::any_of(entities.begin(), entities.end(),
                                     [&](std::string_view entity) { return xml.starts_with(entity); });
      if (!known) return false;
    }
    if (xml[0] != '<') {
      xml.remove_prefix(1);
      continue;
    }
    const std::size_t end = xml.find('>');
    if (end == std::string_view::npos) return false;
    const std::string tag(xml.substr(1, end - 1));
    xml.remove_prefix(end + 1);
    const std::string name = tag.substr(0, tag.find_first_of(" /", 1));
    if (std::count(tag.begin(), tag.end(), '"') % 2 != 0 || tag.find('<') != std::string::npos) return false;
    if (tag[0] == '/') {
      if (open.empty() || "/" + open.back() != tag) return false;
      open.pop_back();
    } else if (tag[0] != '?' && tag.back() != '/') {
      open.push_back(name);
    }
  }
  return open.empty();
}

constexpr Picture formats[] = {Picture::svg, Picture::pdf, Picture::png};

}  // namespace

TEST_CASE("the same figure gives the same bytes in every format") {
  for (const Picture format : formats) CHECK(render(plot(two_bodies()), format) == render(plot(two_bodies()), format));
}

TEST_CASE("SVG is well formed, and its texts are texts") {
  const std::string text = render(plot(two_bodies()), Picture::svg);
  CHECK(well_formed(text));
  for (const char* label :
       {">elbow<", ">hub<", ">arm<", ">joint angle (rad)<", ">t (s)<", ">angular momentum (kg m\u00b2 / s)<",
        ">Two bodies &lt;in &amp; out&gt;<", ">t = 0 to 10 s in 9 poses<", ">inertial frame, + mass centre<"})
    CHECK_THAT(text, Catch::Contains(label));
}

TEST_CASE("a hostile text stays a text") {
  Plot wanted = two_bodies();
  wanted.title = "</title><script>alert(1)</script> `touch x` $(x) \x01\xff\xc0\xaf\xed\xa0\x80 \"quoted\"";
  const std::string text = render(plot(wanted), Picture::svg);
  CHECK(well_formed(text));
  CHECK(text.find("<script") == std::string::npos);
  CHECK(clean_text("a\x01\xff\xc0\xaf\xed\xa0\x80\u00b2") == "a ??????\u00b2");
  CHECK(clean_text("cut \xe2\x82") == "cut ??");
  for (const Picture format : formats) CHECK_NOTHROW(render(plot(wanted), format));
}

TEST_CASE("a title that is too long is cut, between characters") {
  CHECK(fitted("short", 10) == "short");
  CHECK(fitted("\u03bc\u03bc\u03bc\u03bc", 2.5) == "\u03bc\u03bc\u2026");
  Plot wanted = two_bodies();
  wanted.title = std::string(500, 'W');
  const std::string title = drawing(plot(wanted)).items.front().text;
  CHECK(1.15 * 1.12 * 15 * text_width(title) < 1200 - 3 * 15);
}

TEST_CASE("PDF begins as one, has the fixed date, and the size in points") {
  const std::string bytes = render(plot(two_bodies()), Picture::pdf);
  CHECK(bytes.starts_with("%PDF-"));
  CHECK_THAT(bytes, Catch::Contains("/CreationDate (20000101000000"));
  CHECK_THAT(bytes, Catch::Contains("/MediaBox [ 0 0 900 675 ]"));
}

TEST_CASE("PNG has the size asked for, and ink where the bodies are, to a pixel") {
  for (const double width : {1200.0, 480.0}) {
    Plot wanted = two_bodies();
    wanted.width = width;
    wanted.height = 0.75 * width;
    const Figure figure = plot(wanted);
    const Pixels pixels = decoded(render(figure, Picture::png));
    CHECK(pixels.width == width);
    CHECK(pixels.height == 0.75 * width);
    CHECK(std::count_if(pixels.colours.begin(), pixels.colours.end(), [](unsigned c) { return c != 0xFFFFFF; }) > 2000);
    const std::vector<BodyPose>& last = wanted.motion.poses.back();
    for (const int body : {0, 1})
      CHECK(pixels.at(on_page(figure.panels[0], {last[body].x, last[body].y})) == rgb(body_colour(body)));
    const Spot elbow = on_page(figure.panels[0], joint_place(wanted.skeleton.joints[0], last));
    CHECK(pixels.at(elbow) == 0xFFFFFF);  // inside the ring
    const std::vector<Ring> rings = marks_of<Ring>(figure.panels[0]);
    for (const Spot side : {Spot{1, 0}, Spot{0, -1}, Spot{0, 1}})
      CHECK(pixels.at({elbow.x + side.x * rings.back().radius, elbow.y + side.y * rings.back().radius}) != 0xFFFFFF);
  }
}

TEST_CASE("the drawn joints are where the poses have them, and both directions have one scale") {
  const Plot wanted = two_bodies();
  const Panel panel = strobe({10, 20, 700, 500}, 14, wanted.skeleton, wanted.motion, Frame{}, 11);
  const std::vector<Ring> rings = marks_of<Ring>(panel);
  REQUIRE(rings.size() == 11);
  for (int k = 0; k < 11; ++k) {
    const std::vector<BodyPose>& poses = wanted.motion.poses[50 * k];
    CHECK(rings[k].centre.x == poses[0].x + 5 * std::cos(poses[0].angle));
    CHECK(rings[k].centre.y == poses[0].y + 5 * std::sin(poses[0].angle));
    CHECK(rings[k].centre.x == Approx(poses[1].x - 3 * std::cos(poses[1].angle)).margin(1e-12));
  }
  CHECK((panel.x.to - panel.x.from) / 700 == Approx((panel.y.to - panel.y.from) / 500).epsilon(1e-12));
  for (const Disc& disc : marks_of<Disc>(panel)) {
    const Spot spot = on_page(panel, disc.centre);
    CHECK((spot.x > 10 && spot.x < 710 && spot.y > 20 && spot.y < 520));
  }
  CHECK(marks_of<Disc>(panel)[0].radius / marks_of<Disc>(panel)[1].radius ==
        Approx(std::sqrt(4.0 / 5)));  // areas as masses
}

TEST_CASE("marked points are drawn where their bodies carry them, with their traces; without any nothing changes") {
  Plot wanted = two_bodies();
  const auto drawn = [&](const Frame& frame) {
    return strobe({10, 20, 700, 500}, 14, wanted.skeleton, wanted.motion, frame, 11);
  };
  const std::size_t discs = marks_of<Disc>(drawn({})).size(), curves = marks_of<Curve>(drawn({})).size();
  wanted.skeleton.points = {{"tip", 1, {2, 1}}};
  const Panel panel = drawn({}), from_arm = drawn(*frame_of("body:arm", wanted.skeleton));
  CHECK(marks_of<Disc>(panel).size() == discs + 11);
  CHECK(marks_of<Curve>(panel).size() == curves + 11 + 12);  // to the mass centre in every pose; a trace in 12 pieces
  const BodyPose& last = wanted.motion.poses.back()[1];
  const double c = std::cos(last.angle), s = std::sin(last.angle);
  const auto is_at = [](double x, double y) {
    return [=](const Disc& disc) { return std::hypot(disc.centre.x - x, disc.centre.y - y) < 1e-12; };
  };
  const std::vector<Disc> seen = marks_of<Disc>(panel), beside = marks_of<Disc>(from_arm);
  CHECK(std::count_if(seen.begin(), seen.end(), is_at(last.x + 2 * c - s, last.y + 2 * s + c)) == 1);
  CHECK(std::count_if(beside.begin(), beside.end(), is_at(2, 1)) == 11);  // it rests there
  const std::vector<Label> labels = marks_of<Label>(panel);
  CHECK(std::count_if(labels.begin(), labels.end(), [](const Label& label) { return label.text == "tip"; }) == 1);
}

TEST_CASE("outlines are drawn where their bodies carry them, in every pose, inside the picture") {
  Plot wanted = two_bodies();
  wanted.skeleton.outlines = {{}, {{4, 1, 0}, {4, -1, 0}, {-1, -1, 0}, {-1, 1, 0}}};
  const Panel panel = strobe({10, 20, 700, 500}, 14, wanted.skeleton, wanted.motion, Frame{}, 11);
  const std::vector<Area> areas = marks_of<Area>(panel);
  REQUIRE(areas.size() == 11);
  for (int k = 0; k < 11; ++k) {
    const BodyPose& arm = wanted.motion.poses[50 * k][1];
    REQUIRE(areas[k].bounds[0].size() == 4);
    const Spot corner = areas[k].bounds[0][0], seen = on_page(panel, corner);
    CHECK(corner.x == Approx(arm.x + 4 * std::cos(arm.angle) - std::sin(arm.angle)).margin(1e-12));
    CHECK(corner.y == Approx(arm.y + 4 * std::sin(arm.angle) + std::cos(arm.angle)).margin(1e-12));
    CHECK((seen.x > 10 && seen.x < 710 && seen.y > 20 && seen.y < 520));
  }
}

TEST_CASE("seen from a body it rests at the origin, seen from a joint the joint does") {
  const Plot wanted = two_bodies();
  const Frame arm = *frame_of("body:arm", wanted.skeleton), elbow = *frame_of("joint:elbow", wanted.skeleton);
  for (const std::vector<BodyPose>& poses : wanted.motion.poses) {
    const BodyPose pose = seen_from(arm, wanted.skeleton, poses, poses[1]);
    CHECK((pose.x == 0 && pose.y == 0 && pose.angle == 0));
    const Spot joint = joint_place(wanted.skeleton.joints[0], poses);
    const BodyPose of_joint = seen_from(elbow, wanted.skeleton, poses, {joint.x, joint.y});
    CHECK((of_joint.x == 0 && of_joint.y == 0));
    // Its axes are parallel to the inertial ones, unless they are to turn with a body.
    const BodyPose hub = seen_from(elbow, wanted.skeleton, poses, poses[0]);
    CHECK(hub.x == Approx(poses[0].x - joint.x).margin(1e-12));
    CHECK(hub.y == Approx(poses[0].y - joint.y).margin(1e-12));
    CHECK(hub.angle == poses[0].angle);
    const BodyPose with_hub =
        seen_from(*frame_of("joint:elbow:hub", wanted.skeleton), wanted.skeleton, poses, poses[0]);
    CHECK(with_hub.x == Approx(-5).epsilon(1e-12));
    CHECK(with_hub.y == Approx(0).margin(1e-12));
    CHECK(with_hub.angle == 0);
    const BodyPose with_arm =
        seen_from(*frame_of("joint:elbow:arm", wanted.skeleton), wanted.skeleton, poses, poses[1]);
    CHECK(with_arm.x == Approx(3).epsilon(1e-12));
    CHECK(with_arm.y == Approx(0).margin(1e-12));
  }
  CHECK(frame_names(wanted.skeleton) == std::vector<std::string>{"inertial", "centre", "body:hub", "body:arm",
                                                                 "joint:elbow", "joint:elbow:hub", "joint:elbow:arm"});
  CHECK(frame_of("inertial", wanted.skeleton));
  CHECK_FALSE(frame_of("body:elbow", wanted.skeleton));
  CHECK_FALSE(frame_of("", wanted.skeleton));
}

TEST_CASE("in space pictures see all three coordinates: a joint rests where its body does, bodies are where they are") {
  const Plot wanted = two_bodies_in_space();
  const auto drawn = [&](const std::string& frame) {
    return strobe({10, 20, 700, 500}, 14, wanted.skeleton, wanted.motion, *frame_of(frame, wanted.skeleton), 11);
  };
  const auto apart = [](const Spot& a, const Spot& b) { return std::hypot(a.x - b.x, a.y - b.y); };
  const auto is_near = [&](const Spot& a, const Spot& b) {
    return apart(a, b) < 1e-12;
  };  // rounding of places of size 1
  for (const Ring& joint : marks_of<Ring>(drawn("body:plate")))
    CHECK(is_near(joint.centre, seen_from_above(BodySpot{0.5, 0.4, 0.9})));
  for (const Ring& joint : marks_of<Ring>(drawn("body:box")))
    CHECK(is_near(joint.centre, seen_from_above(BodySpot{-0.3, 0.2, -0.7})));
  for (const Ring& joint : marks_of<Ring>(drawn("joint:ball"))) CHECK(is_near(joint.centre, {0, 0}));
  const Panel panel = drawn("inertial");
  const std::vector<Disc> discs = marks_of<Disc>(panel);
  const std::vector<Area> areas = marks_of<Area>(panel);
  REQUIRE(discs.size() == 22);
  REQUIRE(areas.size() == 22);
  for (int k = 0; k < 11; ++k)
    for (int i = 0; i < 2; ++i) {
      const BodyPose& pose = wanted.motion.poses[10 * k][i];
      const Spot centre = discs[2 * k + i].centre;
      CHECK(is_near(centre, seen_from_above(BodySpot{pose.x, pose.y, pose.z})));
      const std::vector<Spot>& edge = areas[2 * k + i].bounds[0];
      if (i == 0) {
        REQUIRE(edge.size() == 4);  // a plate with a dent
        CHECK(is_near(edge[2], seen_from_above(place_on(pose, {0.2, 0.2, 0}))));
      } else {
        CHECK((edge.size() == 6 || edge.size() == 4));  // a box, seen from a corner or along an edge
        double x = 0, y = 0;
        for (const Spot& corner : edge) x += corner.x / edge.size(), y += corner.y / edge.size();
        CHECK(is_near({x, y}, centre));
      }
    }
  const std::string text = render(Figure{720, 520, 14, "", {panel}}, Picture::svg);
  for (const char* word : {"inertial frame, from the side and from above", ">x<", ">y<", ">z<"})
    CHECK(text.find(word) != std::string::npos);
}

TEST_CASE("up is up: of what pictures of space show, x and y are lengths across the view, and z points to the eye") {
  const BodySpot x = seen_from_above(BodySpot{1, 0, 0}), y = seen_from_above(BodySpot{0, 1, 0}),
                 z = seen_from_above(BodySpot{0, 0, 1});
  CHECK((z.x == 0 && z.y > 0 && z.z > 0 && x.x > 0 && y.y > 0));
  CHECK(x.x * x.x + y.x * y.x + z.x * z.x == Approx(1).epsilon(1e-15));
  CHECK(x.x * (y.y * z.z - y.z * z.y) - y.x * (x.y * z.z - x.z * z.y) + z.x * (x.y * y.z - x.z * y.y) ==
        Approx(1).epsilon(1e-15));  // a turn, no mirror
}

TEST_CASE("components of one body are told apart: the second is paler, the third dashed, the fourth dotted") {
  Plot wanted = two_bodies();
  const Series hub = wanted.series[1];
  const std::vector<Panel> panels = graphs({0, 0, 800, 600}, 14, wanted.t, {hub, hub, hub, hub});
  std::vector<std::pair<double, Dash>> inks;
  for (const Curve& curve : marks_of<Curve>(panels[0]))
    if (curve.through.size() > 100) inks.emplace_back(curve.ink.opacity, curve.ink.dash);
  const std::vector<std::pair<double, Dash>> expected = {
      {0.5, Dash::dotted}, {0.5, Dash::dashed}, {0.5, Dash::none}, {1, Dash::none}};  // the first lies on top
  CHECK(inks == expected);
}

TEST_CASE("a number that is not finite is never drawn") {
  for (const double bad : {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
    Plot column = two_bodies(), pose = two_bodies(), time = two_bodies();
    column.series[1].values[77] = bad;
    CHECK_THROWS_WITH(plot(column), Catch::Contains("hub"));
    pose.motion.poses[77][1].y = bad;
    CHECK_THROWS_AS(plot(pose), NotFinite);
    time.t[3] = bad;
    CHECK_THROWS_AS(plot(time), NotFinite);
    Figure figure = plot(two_bodies());
    figure.panels[0].marks.push_back(Disc{{bad, 0}, 3, dark});
    CHECK_THROWS_AS(render(figure, Picture::svg), NotFinite);
  }
}

TEST_CASE("ticks are round, and a common power of ten is said once") {
  const Axis plain = axis_over(-24, 74, 5.9, "momentum", "kg");
  REQUIRE(plain.ticks.size() == 5);
  CHECK(plain.ticks[0].text == "\u221220");
  CHECK(plain.ticks[4].text == "60");
  CHECK(plain.label == "momentum (kg)");
  const Axis large = axis_over(0, 2.4e7, 4, "energy", "J");
  CHECK(large.label == "energy (10\u2076 J)");
  CHECK(large.ticks.back().text == "20");
  const Axis small = axis_over(0, 3e-7, 4, "energy", "J");
  CHECK(small.label == "energy (10\u207b\u2079 J)");
  const Axis flat = axis_over(15, 15 * (1 + 1e-14), 5, "energy", "J");  // kept to rounding: a straight line
  CHECK(flat.to - flat.from > 1);
  const Axis zero = axis_over(0, 0, 5, "energy", "J");
  CHECK((zero.from == -1 && zero.to == 1));
  const double infinite = std::numeric_limits<double>::infinity(), most = std::numeric_limits<double>::max();
  for (const auto& [low, high] : {std::pair{0.0, infinite}, {std::nan(""), 1.0}, {-most, most}})
    CHECK_THROWS_AS(axis_over(low, high, 5, "energy", "J"), NotFinite);
}

TEST_CASE("a graph of a million points stays small and keeps its extremes") {
  const int count = 1'000'000;
  std::vector<double> t, values;
  for (int i = 0; i < count; ++i) {
    t.push_back(i * 1e-3);
    values.push_back(std::sin(i * 0.01));
  }
  values[123456] = 7;
  const std::vector<Panel> panels = graphs({0, 0, 800, 300}, 12, t, {{"q", "", "a", 0, values}});
  const std::vector<Spot> line = marks_of<Curve>(panels[0])[0].through;
  CHECK(line.size() < 4 * 800);
  CHECK(std::any_of(line.begin(), line.end(), [](const Spot& spot) { return spot.y == 7; }));
}

TEST_CASE("the names at the lines' ends do not overlap, however close the lines end") {
  std::vector<Series> series;
  for (int i = 0; i < 8; ++i) series.push_back({"q", "", "body" + std::to_string(i), i, {0, 1 + 1e-6 * i}});
  const Panel panel = graphs({0, 0, 800, 300}, 12, {0, 1}, series)[0];
  std::vector<double> heights;
  for (const Label& label : marks_of<Label>(panel))
    heights.push_back(on_page(panel, label.anchor_point).y + label.shift.y);
  REQUIRE(heights.size() == 8);
  std::sort(heights.begin(), heights.end());
  for (int i = 1; i < 8; ++i) CHECK(heights[i] - heights[i - 1] >= 12);
  CHECK(heights.front() >= panel.frame.top);
  const Panel apart = graphs({0, 0, 800, 300}, 12, {0, 1}, {series[0], {"q", "", "low", 1, {0, 0.5}}})[0];
  for (const Label& label : marks_of<Label>(apart)) CHECK(label.shift.y == Approx(0).margin(1e-9));
}

TEST_CASE("texts have the contrast that reading needs, in every colour") {
  for (int body = -1; body < 8; ++body) CHECK(1.05 / (luminance(readable(body_colour(body))) + 0.05) >= 4.5);
}

TEST_CASE("a run backwards is drawn with time to the right") {
  const Panel panel = graphs({0, 0, 800, 300}, 12, {0, -1, -2}, {{"q", "", "a", 0, {1, 2, 3}}})[0];
  CHECK(panel.x.from < panel.x.to);
  CHECK(marks_of<Curve>(panel)[0].through.front().y == 3);
}

TEST_CASE("the format follows the ending") {
  Picture format{};
  CHECK((picture_of("a.PDF", format) && format == Picture::pdf));
  CHECK((picture_of("a/b.svg", format) && format == Picture::svg));
  CHECK((picture_of(".png", format) && format == Picture::png));
  CHECK_FALSE(picture_of("a.csv", format));
  CHECK_FALSE(picture_of("", format));
}

TEST_CASE("fingerprint", "[.]") {
  std::string all;
  for (const Picture format : formats) all += render(plot(two_bodies()), format);
  std::printf("fingerprint %zx of %zu bytes\n", std::hash<std::string>()(all), all.size());
}

TEST_CASE("what strays by rounding alone is drawn as a constant on an axis of its quantity") {
  std::vector<double> t, noise, wave;
  for (int i = 0; i <= 100; ++i) {
    t.push_back(i);
    noise.push_back(1e-18 * std::sin(7.0 * i));
    wave.push_back(std::sin(0.1 * i));
  }
  const Series rest{"joint angle", "rad", "elbow", 1, noise};
  const Panel alone = graphs({0, 0, 800, 600}, 14, t, {rest})[0];
  CHECK(alone.y.from <= -0.5);
  CHECK(alone.y.to >= 0.5);
  CHECK(alone.y.label == "joint angle (rad)");
  const Series still{"energy", "J", "stored", -1, noise}, moving{"energy", "J", "kinetic", -1, wave};
  CHECK(graphs({0, 0, 800, 600}, 14, t, {moving, still}).size() == 1);  // one quantity, one panel, whatever strays
  const Series small{"length", "m", "tip", 0, noise};
  CHECK(graphs({0, 0, 800, 600}, 14, t, {small})[0].y.to < 1e-17);  // nothing says what rounding is to this one
}

TEST_CASE("a constant takes a strip of the page, the rest is for what changes") {
  const std::vector<double> t = {0, 1, 2};
  const Series constant{"energy", "J", "energy", -1, {15, 15, 15}}, angle{"joint angle", "rad", "elbow", 1, {0, 1, 0}};
  const std::vector<Panel> panels = graphs({0, 0, 800, 600}, 14, t, {angle, constant});
  REQUIRE(panels.size() == 2);
  CHECK(panels[1].frame.height <= 0.15 * 600);
  CHECK(panels[0].frame.height >= 0.6 * 600);
  CHECK(panels[1].frame.top + panels[1].frame.height < 600);
  CHECK(graphs({0, 0, 800, 600}, 14, t, {constant})[0].frame.height <= 0.15 * 600);
  CHECK(plot({.t = t, .series = {constant}}).height <= 0.25 * plot({.t = t, .series = {angle}}).height);
}
