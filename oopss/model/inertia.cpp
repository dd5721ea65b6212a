// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "oopss/model/fields.hpp"
#include "oopss/model/validate.hpp"

namespace oopss {
namespace {

constexpr double tolerance = 1e-9;  // relative, for symmetry and the triangle inequality in space

/// Eigenvalues of a symmetric 3x3 matrix (by rows), ascending: q + 2 p cos((arccos r + 2 pi k)/3), with q the mean of
/// the diagonal, 6 p^2 = |A - q|^2 and r = det((A - q)/p)/2 (Smith 1961).
std::array<double, 3> eigenvalues(const std::array<double, 9>& A) {
  const double q = (A[0] + A[4] + A[8]) / 3, a = A[0] - q, b = A[4] - q, c = A[8] - q;
  const double p = std::sqrt((a * a + b * b + c * c + 2 * (A[1] * A[1] + A[2] * A[2] + A[5] * A[5])) / 6);
  if (p == 0) return {q, q, q};
  const double determinant =
      a * (b * c - A[5] * A[5]) - A[1] * (A[1] * c - A[5] * A[2]) + A[2] * (A[1] * A[5] - b * A[2]);
  const double angle = std::acos(std::clamp(determinant / (2 * p * p * p), -1.0, 1.0)) / 3;
  const double largest = q + 2 * p * std::cos(angle), least = q + 2 * p * std::cos(angle + 2 * std::numbers::pi / 3);
  return {least, 3 * q - largest - least, largest};
}

/// In space: symmetric, positive, and no principal moment greater than the sum of the other two.
void check_tensor(const Body& body, const std::string& what, Problems& problems) {
  std::array<double, 9> I = {};
  const std::vector<Number>& given = body.inertia;
  for (std::size_t k = 0; k < given.size(); ++k) I[given.size() == 9 ? k : 4 * k] = given[k].value;
  const double size = std::max({std::abs(I[0]), std::abs(I[4]), std::abs(I[8])});
  for (std::size_t row = 0; row < 3; ++row)
    for (std::size_t column = 0; column < row; ++column)
      if (std::abs(I[3 * row + column] - I[3 * column + row]) > tolerance * size)
        return problems.error(given[3 * row + column].place,
                              fmt::format("{}: inertia must be symmetric, got {:.6g} and {:.6g}", what,
                                          I[3 * row + column], I[3 * column + row]));
  std::array<double, 3> moments = {I[0], I[4], I[8]};
  if (given.size() == 9) {
    for (double& entry : I) entry /= size > 0 ? size : 1;  // no overflow in the cubes
    moments = eigenvalues(I);
    for (double& moment : moments) moment *= size;
  }
  std::sort(moments.begin(), moments.end());
  const std::string principal = fmt::format("{:.6g}, {:.6g}, {:.6g} kg m^2", moments[0], moments[1], moments[2]);
  if (!(moments[0] > tolerance * 1e-3 * moments[2]))
    problems.error(given[0].place,
                   fmt::format("{}: the principal moments of inertia must be positive, got {}", what, principal));
  else if (moments[2] > (moments[0] + moments[1]) * (1 + tolerance))
    problems.error(
        given[0].place,
        fmt::format("{}: no principal moment of inertia can exceed the sum of the other two, got {}", what, principal),
        "for a flat plate the largest equals the sum");
}

bool any_broken(const std::vector<Number>& numbers) { return std::any_of(numbers.begin(), numbers.end(), is_broken); }

}  // namespace

void check_bodies(const Model& model, Problems& problems) {
  for (std::size_t i = 0; i < model.bodies.size(); ++i) {
    const Body& body = model.bodies[i];
    const std::string what = describe("body", body.name.value, i);
    if (body.mass.value <= 0)
      problems.error(body.mass.place,
                     fmt::format("{}: mass must be greater than zero, got {:.6g} kg", what, body.mass.value));
    if (body.inertia.empty() || any_broken(body.inertia)) continue;
    if (!is_planar(model))
      check_tensor(body, what, problems);
    else if (body.inertia[0].value < 0)
      problems.error(body.inertia[0].place,
                     fmt::format("{}: inertia must not be negative, got {:.6g} kg m^2", what, body.inertia[0].value),
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
