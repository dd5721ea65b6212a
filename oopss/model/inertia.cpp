// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "oopss/model/fields.hpp"
#include "oopss/model/symmetric.hpp"
#include "oopss/model/validate.hpp"

namespace oopss {
namespace {

/// In space: symmetric, positive, and no principal moment greater than the sum of the other two.
void check_tensor(const Body& body, const std::string& what, Problems& problems) {
  const std::vector<Number>& given = body.inertia;
  if (given.size() == 9 && !check_symmetric(given, what + ": inertia", problems)) return;
  std::array<double, 3> moments =
      given.size() == 9 ? eigenvalues(given) : std::array{given[0].value, given[1].value, given[2].value};
  std::sort(moments.begin(), moments.end());
  const std::string principal = fmt::format("{:.6g}, {:.6g}, {:.6g} kg m^2", moments[0], moments[1], moments[2]);
  if (!(moments[0] > symmetry_tolerance * 1e-3 * moments[2]))
    problems.error(given[0].place,
                   fmt::format("{}: the principal moments of inertia must be positive, got {}", what, principal));
  else if (moments[2] > (moments[0] + moments[1]) * (1 + symmetry_tolerance))
    problems.error(
        given[0].place,
        fmt::format("{}: no principal moment of inertia can exceed the sum of the other two, got {}", what, principal),
        "for a flat plate the largest equals the sum");
}

bool any_broken(const std::vector<Number>& numbers) { return std::any_of(numbers.begin(), numbers.end(), is_broken); }

void check_box(const Model& model, const Body& body, const What& what, Problems& problems) {
  if (body.box.empty()) return;
  if (is_planar(model))
    problems.error(body.box[0].place, fmt::format("{}: only a body in space has a box", what()),
                   "in the plane, give its 'outline'");
  else
    for (const Number& edge : body.box)
      check_rule(edge, edge.value > 0, what() + ": an edge of the box", "positive", problems);
}

}  // namespace

void check_bodies(const Model& model, Problems& problems) {
  for (std::size_t i = 0; i < model.bodies.size(); ++i) {
    const Body& body = model.bodies[i];
    const What what = [&] { return describe("body", body.name.value, i); };
    if (body.mass.value <= 0)
      problems.error(body.mass.place,
                     fmt::format("{}: mass must be greater than zero, got {:.6g} kg", what(), body.mass.value));
    check_box(model, body, what, problems);
    if (body.inertia.empty() || any_broken(body.inertia)) continue;
    if (!is_planar(model))
      check_tensor(body, what(), problems);
    else if (body.inertia[0].value < 0)
      problems.error(body.inertia[0].place,
                     fmt::format("{}: inertia must not be negative, got {:.6g} kg m^2", what(), body.inertia[0].value),
                     "inertia is about the body's own centre of mass");
  }
}

namespace {

/// Is the joint, as seen from the body, at another place than the centre of mass? Up to rounding of the difference.
bool off_centre(const Body& body, const std::vector<Number>& point) {
  double distance = 0, size = 0;
  for (std::size_t k = 0; k < point.size(); ++k) {
    const double centre = body.centre.empty() ? 0 : body.centre[k].value;
    distance = std::max(distance, std::abs(from_centre(body, point, static_cast<int>(k))));
    size = std::max({size, std::abs(point[k].value), std::abs(centre)});
  }
  return distance > 1e-14 * size;
}

/// Two numbers, none of them reported as wrong.
bool is_plane_vector(const std::vector<Number>& vector) { return vector.size() == 2 && !any_broken(vector); }

bool is_usable(const Model& model, const Joint& joint) {
  const auto centre_is_good = [&](int body) {
    const std::vector<Number>& centre = model.bodies[static_cast<std::size_t>(body)].centre;
    return centre.empty() || is_plane_vector(centre);
  };
  return is_plane_vector(joint.at_first) && is_plane_vector(joint.at_second) && centre_is_good(joint.first_body) &&
         centre_is_good(joint.second_body);
}

void report_bodies_without_inertia(const Model& model, const std::vector<bool>& forced, Problems& problems) {
  const bool none = std::all_of(model.bodies.begin(), model.bodies.end(),
                                [](const Body& body) { return body.inertia[0].value == 0; });
  if (none)
    return problems.error(model.bodies[0].inertia[0].place,
                          fmt::format("body {}: at least one body must have inertia > 0, here none has",
                                      quoted(model.bodies[0].name.value)));
  for (std::size_t i = 0; i < model.bodies.size(); ++i)
    if (!forced[i])
      problems.error(model.bodies[i].inertia[0].place,
                     fmt::format("body {}: with inertia 0 it can turn without kinetic energy, so that J is singular",
                                 quoted(model.bodies[i].name.value)),
                     "give it inertia, or move its centre of mass off the joint that leads to a body with inertia");
}

}  // namespace

void check_inertia_of_shapes(const Model& model, Problems& problems) {
  struct Neighbour {
    std::size_t body;
    bool off_own, off_other;  // d_p != 0, d_q != 0
  };
  std::vector<std::vector<Neighbour>> neighbours(model.bodies.size());
  for (const Joint& joint : model.joints) {
    const auto p = static_cast<std::size_t>(joint.first_body), q = static_cast<std::size_t>(joint.second_body);
    if (!is_usable(model, joint)) return;
    if (joint.closes_loop) continue;
    const bool off_p = off_centre(model.bodies[p], joint.at_first),
               off_q = off_centre(model.bodies[q], joint.at_second);
    neighbours[p].push_back({q, off_p, off_q});
    neighbours[q].push_back({p, off_q, off_p});
  }
  std::vector<bool> forced(model.bodies.size(), false);
  std::vector<std::size_t> queue;
  const auto force = [&](std::size_t body) {
    if (!forced[body]) queue.push_back(body);
    forced[body] = true;
  };
  for (std::size_t p = 0; p < model.bodies.size(); ++p) {
    const Body& body = model.bodies[p];
    if (body.inertia.empty() || any_broken(body.inertia)) return;
    if (body.inertia[0].value != 0) force(p);
    for (const Neighbour& q : neighbours[p])
      if (q.off_own && !q.off_other) force(p);
  }
  for (std::size_t k = 0; k < queue.size(); ++k)
    for (const Neighbour& p : neighbours[queue[k]])
      if (p.off_other) force(p.body);  // seen from p, the joint is off its centre
  report_bodies_without_inertia(model, forced, problems);
}

}  // namespace oopss
