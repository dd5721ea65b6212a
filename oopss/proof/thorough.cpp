// SPDX-License-Identifier: Apache-2.0
#include "oopss/proof/thorough.hpp"

#include <fmt/format.h>

#include "oopss/system/shape_laws.hpp"
#include "oopss/system/start.hpp"

namespace oopss {

BoxedShapes look_into_boxes(CertifySearch& search, const ExactLandscape& of, const SearchEffort& effort) {
  bool more = true;
  while (more && search.work() < effort.boxes) {
    if (effort.watch) effort.watch();
    more = search.step();
  }
  BoxedShapes out;
  out.all = !more && search.undecided() == 0;
  for (const CertifiedRoot& root : search.certificate().roots) {
    std::vector<double> place;
    for (const std::int64_t at : root.at) place.push_back(radians_of(at));
    out.shapes.push_back(joint_angles(of, place));
  }
  return out;
}

Equilibria listed_equilibria(const ShapeEnergy& of, const BoxedShapes& boxed, const SearchEffort& effort) {
  SearchPlan plan;
  plan.first = boxed.shapes;
  plan.first_is_all = plan.confirm = boxed.all;
  plan.most_work = effort.work;
  plan.watch = effort.watch;
  Equilibria out = find_equilibria(of, plan);
  out.boxed = boxed.all && out.all.size() == boxed.shapes.size();
  return out;
}

Equilibria thorough_equilibria(const Model& model, const ShapeEnergy& of, const SearchEffort& effort) {
  const int bodies = of.space.freedom + 1;
  if (is_everywhere(of) || bodies < 2 || bodies > certify_most_bodies) return listed_equilibria(of, {}, effort);
  BoxedShapes boxed;
  try {
    const ExactLandscape exact = exact_landscape(model, of);
    CertifySearch search(exact);
    boxed = look_into_boxes(search, exact, effort);
  } catch (const NotEnclosed&) {  // there are no boxes for it
  }
  return listed_equilibria(of, boxed, effort);
}

void take_names(Equilibria& proved, const Equilibria& listed) {
  std::size_t last = listed.all.size();
  for (RelativeEquilibrium& one : proved.all) {
    const RelativeEquilibrium* nearest = nullptr;
    double least = 1e-2;  // degenerate ones are known less exactly in numbers
    for (const RelativeEquilibrium& known : listed.all)
      if (const double apart = shape_distance(listed.space, one.phi, known.phi); apart < least) {
        least = apart;
        nearest = &known;
      }
    const bool same = nearest && (least < 1e-6 || nearest->stability.nullity > 0 || one.stability.nullity > 0);
    one.id = same ? nearest->id : fmt::format("E{}", ++last);
  }
}

void name_start(Model& model, const SearchEffort& effort) try {
  const std::size_t joints = model.joints.size();
  if (model.start.form != StartForm::equilibrium || joints == 0 || joints > most_searched_joints) return;
  const Blueprint plan = blueprint(model);
  const std::vector<double> p = values_of(plan.inputs);
  const ShapeEnergy of = shape_energy(plan, p, start_momentum(plan, p), !laws_without_potential(plan, p).empty());
  for (const RelativeEquilibrium& one : thorough_equilibria(model, of, effort).all)
    model.start.named_shapes.push_back(one.phi);
  if (model.start.named_shapes.empty() && of.depends_on_shape)  // at rest: those that it has with any momentum
    for (const CriticalShape& one : critical_shapes(of).all) model.start.named_shapes.push_back(one.phi);
} catch (const Overflow& problem) {
  throw ModelError(model.source, {{model.start.equilibrium->at, fmt::format("start: {}", problem.what()), ""}},
                   model.settings);
}

}  // namespace oopss
