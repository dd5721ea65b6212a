// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "oopss/model/chain.hpp"
#include "oopss/model/fields.hpp"
#include "oopss/model/laws.hpp"
#include "oopss/model/read.hpp"
#include "oopss/model/resolve.hpp"
#include "oopss/model/validate.hpp"

namespace oopss {
namespace {

/// What the reader asks of a file before it makes a model of it, asked of a model that came another way, in its words.
class Parts {
 public:
  Parts(const Model& model, Problems& problems)
      : model_(model), problems_(problems), dimension_(is_planar(model) ? 2 : 3) {}

  void check() {
    if (model_.chain) chain(*model_.chain);
    for (std::size_t i = 0; i < model_.parameters.size(); ++i)
      need(!model_.parameters[i].name.value.empty(), {}, describe("parameter", "", i), "name");
    for (std::size_t i = 0; i < model_.bodies.size(); ++i) body(model_.bodies[i], i);
    for (std::size_t i = 0; i < model_.joints.size(); ++i) joint(model_.joints[i], i);
    for (std::size_t i = 0; i < model_.points.size(); ++i) point(model_.points[i], i);
    for (std::size_t i = 0; i < model_.forces.size(); ++i) force(model_.forces[i], i);
    const std::vector<Number>& momentum = model_.start.momentum;
    if (!momentum.empty()) size(momentum, is_planar(model_) ? 1 : 3, model_.start.place, "start: momentum");
    if (!model_.start.drift.empty()) size(model_.start.drift, dimension_, model_.start.place, "start: drift");
  }

 private:
  void need(bool given, Place place, const std::string& what, std::string_view key) {
    if (!given) problems_.error(place, fmt::format("{}: '{}' is missing", what, key));
  }
  void size(const std::vector<Number>& numbers, std::size_t wanted, Place place, const std::string& what) {
    if (numbers.size() != wanted)
      problems_.error(place, fmt::format("{} must have {} entries, got {}", what, wanted, numbers.size()));
  }

  void chain(const Chain& chain) {
    if (chain.lengths.empty()) problems_.error(chain.place, "chain: lengths must have at least 1 entry, got 0");
    size(chain.masses, mass_count(chain, chain.lengths.size()), chain.place, "chain: masses");
    if (!is_planar(model_)) problems_.error(chain.place, "a chain is in the plane");
  }

  void body(const Body& body, std::size_t i) {
    const std::string what = describe("body", body.name.value, i);
    need(!body.name.value.empty(), body.place, what, "name");
    need(!body.inertia.empty(), body.place, what, "inertia");
    if (!body.inertia.empty() && (is_planar(model_) || body.inertia.size() != 9))
      size(body.inertia, is_planar(model_) ? 1 : 3, body.place, what + ": inertia");
    if (!body.centre.empty()) size(body.centre, dimension_, body.place, what + ": centre");
    for (const std::vector<Number>& corner : body.outline) size(corner, dimension_, body.place, what + ": outline");
    if (!body.box.empty()) size(body.box, 3, body.place, what + ": box");
  }

  void joint(const Joint& joint, std::size_t i) {
    const std::string what = describe("joint", joint.name.value, i);
    need(!joint.name.value.empty(), joint.place, what, "name");
    if ((joint.kind == JointKind::pin) != is_planar(model_))
      problems_.error(joint.place, fmt::format("{}: kind must be {}", what,
                                               is_planar(model_) ? "pin in the plane" : "ball or hinge"));
    if (joint.first.value.empty() || joint.second.value.empty())
      problems_.error(joint.place, fmt::format("{}: between must be the names of two bodies", what),
                      "as in between = [\"hub\", \"arm\"]");
    for (const auto* end : {&joint.at_first, &joint.at_second}) size(*end, dimension_, joint.place, what + ": at");
    if (!joint.axis.empty()) size(joint.axis, 3, joint.place, what + ": axis");
    if (!joint.rest.empty()) size(joint.rest, 4, joint.place, what + ": rest");
    for (const Law& law : joint.laws) {
      need(law.kind != LawKind::function || law.function, law.place, what + ": torque", "function");
      for (const LawKey& key : law_keys()) {
        if (key.required && key.optional && takes(row_of(law.kind), key.name))
          need((law.*key.optional).has_value(), law.place, what + ": torque", key.name);
        if (key.matrix && !(law.*key.matrix).empty())
          size(law.*key.matrix, 9, law.place, fmt::format("{}: torque: {}", what, key.name));
      }
    }
  }

  void point(const Point& point, std::size_t i) {
    const std::string what = describe("point", point.name.value, i);
    need(!point.name.value.empty(), {}, what, "name");
    need(!point.on.value.empty(), {}, what, "on");
    size(point.position, dimension_, {}, what + ": at");
  }

  void force(const Force& force, std::size_t i) {
    const std::string what = describe("force", force.name.value, i);
    need(!force.name.value.empty(), force.place, what, "name");
    need(!force.on.value.empty(), force.place, what, "on");
    size(force.position, dimension_, force.place, what + ": at");
    size(force.value, dimension_, force.place, what + ": value");
  }

  const Model& model_;
  Problems& problems_;
  std::size_t dimension_;
};

}  // namespace

Model checked(Model model) {
  if (model.source.name.empty()) model.source.name = "model";
  Problems problems;
  if (!model.checked && !model.bodies.empty()) model.chain.reset();  // changed since it was read: its bodies count
  Parts(model, problems).check();
  if (model.chain && model.bodies.empty() && !problems.any_error()) name_chain(model);
  if (!problems.any_error() && !model.checked) resolve(model, problems, Written::by_hand);
  if (!problems.any_error()) validate(model, problems);
  sort_by_place(problems.all);
  if (problems.any_error()) throw ModelError(model.source, std::move(problems.all), model.settings);
  if (!model.checked) model.warnings = std::move(problems.all);
  model.checked = true;
  return model;
}

}  // namespace oopss
