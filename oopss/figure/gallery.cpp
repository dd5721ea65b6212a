// SPDX-License-Identifier: Apache-2.0
#include "oopss/figure/gallery.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "oopss/figure/bodies.hpp"
#include "oopss/figure/colours.hpp"
#include "oopss/figure/sketch_shapes.hpp"
#include "oopss/figure/text.hpp"
#include "oopss/figure/ticks.hpp"

namespace oopss {
namespace {

/// A shape on a card, its mass centre at the origin; y points down. In the plane its long axis is level; in space it is
/// turned about z so that what is longest across z is along x, and seen from the side and from above.
struct Shape2d {
  std::vector<Spot> bodies, joints;
  std::vector<std::vector<Spot>> outlines{};
  double width = 0, height = 0;  // half of what it spans
};

/// How far the long axis of what is seen along z is from the x axis, with the first body behind.
double tilt_of(const Skeleton& skeleton, const std::vector<BodyPose>& poses) {
  double xx = 0, xy = 0, yy = 0;
  const auto add = [&](const Spot& spot) {
    xx += spot.x * spot.x;
    xy += spot.x * spot.y;
    yy += spot.y * spot.y;
  };
  for (const BodyPose& pose : poses) add({pose.x, pose.y});
  for (const Skeleton::Joint& joint : skeleton.joints) add(joint_place(joint, poses));
  for (std::size_t i = 0; i < skeleton.outlines.size() && skeleton.in_space; ++i)
    for (const BodySpot& corner : skeleton.outlines[i]) add(place_on(poses[i], corner));
  const double tilt = std::atan2(2 * xy, xx - yy) / 2;
  return std::cos(tilt) * poses[0].x + std::sin(tilt) * poses[0].y > 0 ? tilt + std::acos(-1.0) : tilt;
}

Shape2d levelled(const Skeleton& skeleton, const std::vector<BodyPose>& poses) {
  Shape2d out;
  const double tilt = tilt_of(skeleton, poses), c = std::cos(tilt), s = std::sin(tilt);
  const auto seen = [&](const BodySpot& place) {
    const BodySpot turned{c * place.x + s * place.y, c * place.y - s * place.x, place.z};
    const Spot spot = skeleton.in_space ? Spot(seen_from_above(turned)) : Spot(turned);
    out.width = std::max(out.width, std::abs(spot.x));
    out.height = std::max(out.height, std::abs(spot.y));
    return Spot{spot.x, -spot.y};
  };
  for (const BodyPose& pose : poses) out.bodies.push_back(seen({pose.x, pose.y, pose.z}));
  for (const Skeleton::Joint& joint : skeleton.joints) out.joints.push_back(seen(joint_place(joint, poses)));
  for (std::size_t i = 0; i < skeleton.outlines.size() && skeleton.in_space; ++i) {
    std::vector<Spot> corners;
    for (const BodySpot& corner : skeleton.outlines[i]) corners.push_back(seen(place_on(poses[i], corner)));
    out.outlines.push_back(silhouette(std::move(corners), in_one_plane(skeleton.outlines[i])));
  }
  return out;
}

/// A panel whose units are pixels from its top left corner.
Panel paper(const Box& box) { return {box, {0, box.width, {}, {}}, {box.height, 0, {}, {}}, {}}; }

/// The eigenvalues in a small complex plane; `size` is the largest modulus that fits.
void add_spectrum(std::vector<Mark>& marks, const Box& box, const std::vector<std::complex<double>>& spectrum,
                  double size) {
  const Spot middle{box.left + box.width / 2, box.top + box.height / 2};
  const double half = box.width / 2;
  const Ink thin{light, 1, 1};
  marks.push_back(Curve{{{middle.x - half, middle.y}, {middle.x + half, middle.y}}, thin});
  marks.push_back(Curve{{{middle.x, middle.y - half}, {middle.x, middle.y + half}}, thin});
  marks.push_back(Label{{middle.x + half, middle.y}, "Re", grey, Anchor::start, {3, 0}, 0.6});
  marks.push_back(Label{{middle.x, middle.y - half}, "Im", grey, Anchor::middle, {0, -6}, 0.6});
  for (const std::complex<double>& z : spectrum) {
    const double unit = size > 0 ? 0.85 * half / size : 0;
    const Spot spot{middle.x + unit * z.real(), middle.y - unit * z.imag()};
    if (z.real() > 0) {
      marks.push_back(Ring{spot, 3, {dark, 1, 1.3}});
    } else {
      marks.push_back(Disc{spot, 3, dark});
    }
  }
}

/// Neighbours have sticks of different widths, so that both are seen where one is folded back over the other.
void widen_every_second(BodyMarks& sizes, const Skeleton& skeleton) {
  std::vector<int> depth(skeleton.bodies.size(), -1);
  depth[0] = 0;
  for (std::size_t pass = 0; pass < skeleton.joints.size(); ++pass)
    for (const Skeleton::Joint& joint : skeleton.joints) {
      if (depth[joint.first] >= 0 && depth[joint.second] < 0) depth[joint.second] = depth[joint.first] + 1;
      if (depth[joint.second] >= 0 && depth[joint.first] < 0) depth[joint.first] = depth[joint.second] + 1;
    }
  for (std::size_t i = 0; i < depth.size(); ++i) sizes.sticks[i] = depth[i] % 2 == 0 ? 5 : 2;
}

struct Sheet {
  const Skeleton& skeleton;
  double em = 14, per_pixel = 1, largest = 0;  // largest modulus of an eigenvalue
  BodyMarks sizes;
  bool upright = false;  // the axis about which bodies in space turn
};

Panel card(const Sheet& sheet, const Box& box, const RelativeEquilibrium& one, const Shape2d& shape) {
  Panel out = paper(box);
  std::vector<Mark>& marks = out.marks;
  const double em = sheet.em, w = box.width, h = box.height;
  const Ink edge{light, 1, 1};
  marks.push_back(Curve{{{0, 0}, {w, 0}, {w, h}, {0, h}, {0, 0}}, edge});
  for (Mark& mark : stability_mark({1.3 * em, 1.4 * em}, one.stability.verdict, 0.5 * em))
    marks.push_back(std::move(mark));
  std::string verdict = word(one.stability.verdict);
  std::replace(verdict.begin(), verdict.end(), '_', ' ');
  if (one.stability.asymptotic) verdict += ", asymptotically";
  if (one.continuum) verdict += ", a continuum";
  marks.push_back(Label{{2.3 * em, 1.4 * em}, one.id, dark, Anchor::start, {}, 1.1});
  marks.push_back(Label{{2.3 * em + 1.1 * em * text_width(one.id) + 0.6 * em, 1.4 * em}, verdict, grey});

  const Spot middle{w / 2, (h - 2.2 * em) / 2};
  const auto placed = [&](std::vector<Spot> spots) {
    for (Spot& spot : spots) spot = {middle.x + spot.x / sheet.per_pixel, middle.y + spot.y / sheet.per_pixel};
    return spots;
  };
  for (std::size_t i = 0; i < shape.outlines.size(); ++i) {
    std::vector<Spot> solid = placed(shape.outlines[i]);
    if (solid.size() < 3) continue;
    const Colour colour = body_colour(static_cast<int>(i));
    marks.push_back(Area{{solid}, colour, 0.12});
    solid.push_back(solid.front());
    marks.push_back(Curve{std::move(solid), {colour, 0.8, 1}});
  }
  add_bodies(marks, sheet.skeleton, sheet.sizes, placed(shape.bodies), placed(shape.joints), 1);
  const double arm = 0.45 * em;
  marks.push_back(Curve{{{middle.x - arm, middle.y}, {middle.x + arm, middle.y}}, {dark, 1, 1}});
  const double reach = sheet.upright ? shape.height / sheet.per_pixel + arm : arm;
  marks.push_back(Curve{{{middle.x, middle.y - reach}, {middle.x, middle.y + reach}}, {dark, 1, 1}});

  const double inset = 4.4 * em;
  add_spectrum(marks, {w - inset - 1.7 * em, h - inset - 0.6 * em, inset, inset}, one.stability.spectrum,
               sheet.largest);
  const auto line = [&](double up, const std::string& text, const Colour& colour) {
    marks.push_back(Label{
        {1 * em, h - up * em}, fitted(text, (w - inset - 3.4 * em) / (0.85 * em)), colour, Anchor::start, {}, 0.85});
  };
  line(3.4, fmt::format("inertia {:.4g}   energy {:.4g}", one.inertia, one.energy), dark);
  line(2.2,
       fmt::format("index {}{}", one.stability.index,
                   one.stability.nullity > 0 ? fmt::format("   nullity {}", one.stability.nullity) : ""),
       dark);
  line(1.0, "λ " + in_words(one.stability.spectrum), grey);
  return out;
}

/// Marks and bodies by name, and how long a length is.
Panel foot(const Sheet& sheet, const Box& box, const Equilibria& equilibria, std::size_t shown) {
  Panel out = paper(box);
  const double em = sheet.em;
  double x = 0;
  const auto entry = [&](const std::vector<Mark>& marks, const std::string& text, const Colour& colour, double y) {
    out.marks.insert(out.marks.end(), marks.begin(), marks.end());
    out.marks.push_back(Label{{x + 1 * em, y}, text, colour, Anchor::start, {}, 0.9});
    x += (1 + 0.9 * text_width(text) + 1.4) * em;
  };
  constexpr Stability verdicts[] = {Stability::stable, Stability::unstable, Stability::spectrally_stable,
                                    Stability::degenerate};
  constexpr const char* names[] = {"stable", "unstable", "spectrally stable", "degenerate"};
  for (int k = 0; k < 4; ++k)
    entry(stability_mark({x + 0.4 * em, 1 * em}, verdicts[k], 0.4 * em), names[k], dark, 1 * em);
  entry({},
        fmt::format("+ mass centre{};  λ: eigenvalues, growing ones hollow, |λ| up to {:.3g}/s",
                    sheet.upright ? " and axis" : "", sheet.largest),
        grey, 1 * em);
  x = 0;
  for (std::size_t i = 0; i < equilibria.bodies.size() && x < 0.75 * box.width; ++i)
    entry({Disc{{x + 0.4 * em, 2.6 * em}, 0.4 * em, body_colour(static_cast<int>(i))}}, equilibria.bodies[i],
          readable(body_colour(static_cast<int>(i))), 2.6 * em);
  if (shown < equilibria.all.size())
    entry({}, fmt::format("{} of {} are drawn", shown, equilibria.all.size()), dark, 2.6 * em);
  const double length = round_up(60 * sheet.per_pixel);
  add_scale_bar(out.marks, {box.width, 2.8 * em}, length / sheet.per_pixel, 0.25 * em, metres(length), 0.9 * em);
  return out;
}

}  // namespace

std::vector<Mark> stability_mark(Spot spot, Stability verdict, double radius) {
  const Ink edge{dark, 1, 0.25 * radius};
  switch (verdict) {
    case Stability::stable:
      return {Disc{spot, radius, dark}};
    case Stability::unstable:
      return {Ring{spot, radius, edge}};
    case Stability::spectrally_stable:
      return {Ring{spot, radius, edge}, Disc{spot, 0.45 * radius, dark}};
    case Stability::degenerate:
      return {Ring{spot, radius, edge}, Curve{{{spot.x - radius, spot.y}, {spot.x + radius, spot.y}}, edge}};
  }
  return {};
}

Figure gallery(const std::string& title, const Skeleton& skeleton, const Equilibria& equilibria,
               const std::vector<std::vector<BodyPose>>& poses, int most) {
  const std::size_t shown = std::min(equilibria.all.size(), static_cast<std::size_t>(most));
  std::vector<Shape2d> shapes;
  Sheet sheet{skeleton};
  double widest = 0, tallest = 0;
  for (std::size_t i = 0; i < shown; ++i) {
    shapes.push_back(levelled(skeleton, poses[i]));
    widest = std::max(widest, shapes.back().width);
    tallest = std::max(tallest, shapes.back().height);
    for (const std::complex<double>& z : equilibria.all[i].stability.spectrum)
      sheet.largest = std::max(sheet.largest, std::abs(z));
  }
  sheet.upright = skeleton.in_space && equilibria.momentum != 0;
  const double em = sheet.em, gap = em;
  const int columns = shown <= 2 || shown == 4 ? 2 : shown <= 6 || shown == 9 ? 3 : 4;
  const int rows = (static_cast<int>(shown) + columns - 1) / columns;
  Figure figure;
  figure.title = title;
  const double width = (figure.width - 3 * em - (columns - 1) * gap) / columns;
  const double room =
      std::clamp(tallest / std::max(widest, 1e-300) * (width - 3 * em), 5 * em, 0.8 * width);  // for a shape
  const double height = 2.8 * em + room + 6.4 * em;
  sheet.per_pixel = std::max({2 * widest / (width - 4 * em), 2 * tallest / room, 1e-12});
  sheet.sizes = body_marks(skeleton, em, sheet.per_pixel);
  widen_every_second(sheet.sizes, skeleton);
  const double top = 3.4 * em;
  for (std::size_t i = 0; i < shown; ++i) {
    const std::size_t row = i / columns, column = i % columns;
    const Box box{1.5 * em + static_cast<double>(column) * (width + gap),
                  top + static_cast<double>(row) * (height + gap), width, height};
    figure.panels.push_back(card(sheet, box, equilibria.all[i], shapes[i]));
  }
  const double end = top + rows * (height + gap);
  figure.panels.push_back(foot(sheet, {1.5 * em, end, figure.width - 3 * em, 3.6 * em}, equilibria, shown));
  figure.height = end + 4.6 * em;
  return figure;
}

}  // namespace oopss
