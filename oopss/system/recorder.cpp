// SPDX-License-Identifier: Apache-2.0
// Columns evaluated along a run.
#include "oopss/system/columns.hpp"

#include <algorithm>
#include <cmath>

namespace oopss {
namespace {

bool has(const std::vector<Column>& columns, Quantity quantity) {
  return std::any_of(columns.begin(), columns.end(), [&](const Column& column) {
    return column.kind == quantity || (column.formula && has(column.formula->needs, quantity));
  });
}

}  // namespace

double sum_in(const Column& column, const double* all) {
  double out = column.place < 0 ? 0 : all[column.place];
  for (const auto& [place, sign] : column.sum) out += sign * all[place];
  if (!column.ways) return out;
  std::vector<Column::Term> terms;
  const AngleWays& ways = *column.ways;
  for (int body = column.index; ways.to[body].before >= 0; body = ways.to[body].before)
    terms.push_back({ways.to[body].place, ways.to[body].sign});
  out += all[ways.root_place];
  for (auto term = terms.rbegin(); term != terms.rend(); ++term) out += term->sign * all[term->place];
  return out;
}

Recorder recorder(const System& system, const Skeleton& skeleton, std::vector<Column> all) {
  Recorder out;
  out.columns = std::move(all);
  const std::vector<Column>& columns = out.columns;
  out.skeleton = skeleton;
  out.casimirs = system.casimirs;
  out.dimension = system.dimension;
  out.row.resize(columns.size());
  out.poses.resize(system.layout.bodies);
  for (const Column& column : columns)
    if (column.formula) out.needed.resize(std::max(out.needed.size(), column.formula->needs.size()));
  if (has(columns, Quantity::rate) || has(columns, Quantity::omega)) out.rates.resize(system.layout.size);
  if (has(columns, Quantity::omega)) out.omegas.resize(system.layout.bodies);
  for (int k = 0; k < system.layout.joints && has(columns, Quantity::torque); ++k) {
    out.torque_places.push_back(static_cast<int>(out.torques.size()));
    out.torques.resize(out.torques.size() + freedom_of(system, k));
  }
  if (has(columns, Quantity::tension) || has(columns, Quantity::force))
    out.forces.resize(system.dimension * system.layout.joints);
  if (has(columns, Quantity::applied)) out.applied.resize(2 * system.forces.size());
  if (has(columns, Quantity::body_momentum)) out.momenta.resize(3 * system.layout.bodies);
  return out;
}

namespace {

/// Every column of an angular velocity knows the same ways.
const AngleWays* ways_of(const std::vector<Column>& columns) {
  for (const Column& column : columns) {
    if (column.kind == Quantity::omega) return column.ways.get();
    if (!column.formula) continue;
    if (const AngleWays* const ways = ways_of(column.formula->needs)) return ways;
  }
  return nullptr;
}

/// ω of the root, and from body to body with the rates of the joints.
void find_omegas(Recorder& recorder) {
  const AngleWays* const ways = ways_of(recorder.columns);
  if (!ways) return;
  for (const int body : ways->order) {
    const AngleWays::Way& way = ways->to[body];
    recorder.omegas[body] = way.before < 0 ? recorder.rates[ways->root_place]
                                           : recorder.omegas[way.before] + way.sign * recorder.rates[way.place];
  }
}

}  // namespace

const std::vector<double>& record(Recorder& recorder, const Flow& flow, double t, const double* x) {
  flow.pose(x, recorder.poses.data());
  if (flow.centre) {
    std::array<double, 3> centre{};
    flow.centre(t, x, centre.data());
    for (BodyPose& pose : recorder.poses) {
      pose.x += centre[0];
      pose.y += centre[1];
      pose.z += centre[2];
    }
  }
  if (!recorder.rates.empty()) flow.field(t, x, recorder.rates.data());
  if (!recorder.omegas.empty()) find_omegas(recorder);
  if (!recorder.torques.empty()) flow.joint_torques(t, x, recorder.torques.data());
  if (!recorder.forces.empty()) flow.joint_forces(t, x, recorder.forces.data());
  if (!recorder.applied.empty()) flow.applied(t, x, recorder.applied.data());
  if (!recorder.momenta.empty()) flow.body_momenta(x, recorder.momenta.data());
  const double kinetic = flow.kinetic(t, x);
  const auto joint = [&](int k) { return joint_place(recorder.skeleton.joints[k], recorder.poses); };
  const auto point = [&](int k) {
    const Skeleton::Point& marked = recorder.skeleton.points[k];
    return place_on(recorder.poses[marked.body], marked.place);
  };
  const auto part = [](const BodySpot& place, int k) { return k == 0 ? place.x : k == 1 ? place.y : place.z; };
  const auto force = [&](const Column& column, int k) {
    return recorder.forces[recorder.dimension * column.index + k];
  };
  const auto value = [&](const Column& column) -> double {
    switch (column.kind) {
      case Quantity::time:
        return t;
      case Quantity::angle:
        return sum_in(column, x);
      case Quantity::momentum:
      case Quantity::state:
        return x[column.place];
      case Quantity::absolute:
        return recorder.poses[column.index].angle;
      case Quantity::kinetic:
        return kinetic;
      case Quantity::energy:
        return kinetic + flow.stored(t, x);
      case Quantity::casimir:
        return recorder.casimirs[column.index].value(x);
      case Quantity::joint:
        return part(joint(column.index), column.part);
      case Quantity::centre: {
        const BodyPose& pose = recorder.poses[column.index];
        return part({pose.x, pose.y, pose.z}, column.part);
      }
      case Quantity::rate:
        return sum_in(column, recorder.rates.data());
      case Quantity::omega:
        return recorder.omegas[column.index];
      case Quantity::torque:
        return recorder.torques[recorder.torque_places[column.index] + column.part];
      case Quantity::tension:
        return recorder.dimension > 2 ? std::hypot(force(column, 0), force(column, 1), force(column, 2))
                                      : std::hypot(force(column, 0), force(column, 1));
      case Quantity::force:
        return force(column, column.part);
      case Quantity::applied:
        return recorder.applied[2 * column.index + column.part];
      case Quantity::point:
        return part(point(column.index), column.part);
      case Quantity::body_momentum:
        return recorder.momenta[3 * column.index + column.part];
      case Quantity::attitude:
        return recorder.poses[column.index].q[column.part];
      case Quantity::formula:
        break;
    }
    return 0;
  };
  const auto value_or_formula = [&](const Column& column) {
    if (!column.formula) return value(column);
    const std::vector<Column>& needs = column.formula->needs;
    std::transform(needs.begin(), needs.end(), recorder.needed.begin(), value);
    return column.formula->value(recorder.needed.data());
  };
  std::transform(recorder.columns.begin(), recorder.columns.end(), recorder.row.begin(), value_or_formula);
  return recorder.row;
}

}  // namespace oopss
