// SPDX-License-Identifier: Apache-2.0
#include "oopss/proof/thorough.hpp"

#include <fmt/format.h>

#include "oopss/system/shape_laws.hpp"
#include "oopss/system/start.hpp"

namespace oopss {

BoxedShapes look_into_boxes(CertifySearch& search, const ExactLandscape& landscape, const SearchEffort& effort) {
  bool more = true;
  while (more && search.work() < effort.boxes) {
    if (effort.watch) effort.watch();
    more = search.step();
  }
  BoxedShapes out;
  out.all = !more && search.undecided() == 0;
  for (const CertifiedRoot& root : search.certificate().roots) {
    std::vector<double> place;
    for (const std::int64_t angle : root.centre) place.push_back(radians_of(angle));
    out.shapes.push_back(joint_angles(landscape, place));
  }
  return out;
}

Equilibria listed_equilibria(const ShapeEnergy& energy, const BoxedShapes& boxed, const SearchEffort& effort) {
  SearchPlan plan;
  plan.first = boxed.shapes;
  plan.first_is_all = plan.confirm = boxed.all;
  plan.most_work = effort.work;
  plan.watch = effort.watch;
  Equilibria out = find_equilibria(energy, plan);
  out.boxed = boxed.all && out.all.size() == boxed.shapes.size();
  return out;
}

Equilibria thorough_equilibria(const Model& model, const ShapeEnergy& energy, const SearchEffort& effort) {
  const int bodies = energy.space.freedom + 1;
  const bool curved = energy.space.directions != nullptr;  // boxes are of angles that move by themselves
  if (is_everywhere(energy) || curved || bodies < 2 || bodies > certify_most_bodies)
    return listed_equilibria(energy, {}, effort);
  BoxedShapes boxed;
  try {
    const ExactLandscape exact = exact_landscape(model, energy);
    CertifySearch search(exact);
    boxed = look_into_boxes(search, exact, effort);
  } catch (const NotEnclosed&) {  // there are no boxes for it
  }
  return listed_equilibria(energy, boxed, effort);
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
  if (model.start.form != StartForm::equilibrium) return;
  const TreeSpec spec = tree_spec(model);
  if (!equilibria_have_names(spec)) return;
  const std::vector<double> p = values_of(spec.inputs);
  const ShapeEnergy energy = shape_energy(spec, p, start_momentum(spec, p), !laws_without_potential(spec, p).empty());
  for (const RelativeEquilibrium& one : thorough_equilibria(model, energy, effort).all)
    model.start.named_shapes.push_back(one.phi);
  const bool at_rest = model.start.named_shapes.empty() && energy.depends_on_shape && energy.space.freedom > 0;
  if (at_rest)  // those that it has with any momentum
    for (const CriticalShape& one : critical_shapes(energy).all) model.start.named_shapes.push_back(one.phi);
} catch (const Overflow& problem) {
  throw ModelError(model.source, {{model.start.equilibrium->place, fmt::format("start: {}", problem.what()), ""}},
                   model.settings);
}

}  // namespace oopss
