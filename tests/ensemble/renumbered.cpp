// SPDX-License-Identifier: Apache-2.0
// Members that are made of the one before, beside the same members read from the document.
#include <catch2/catch.hpp>
#include <set>

#include "oopss/ensemble/lane_runner.hpp"
#include "oopss/model/examples.hpp"
#include "tests/allocations.hpp"
#include "tests/ensemble/members.hpp"
#include "tests/sanitized.hpp"

using namespace oopss;

namespace {

/// A number of a model that may vary.
struct Varied {
  std::string path;
  double value = 0;  // as the model has it
};

void add(std::vector<Varied>& out, const std::string& path, const std::vector<Number>& numbers) {
  const char* const letters[] = {"x", "y", "z"};
  if (numbers.size() == 1) out.push_back({path, numbers[0].value});
  for (std::size_t k = 0; k < numbers.size() && numbers.size() == 9; k += 4)
    out.push_back({path + "." + std::to_string(k / 3 + 1) + "." + letters[k % 3], numbers[k].value});
  for (std::size_t k = 0; k < numbers.size() && numbers.size() > 1 && numbers.size() < 9; ++k)
    out.push_back({path + "." + std::to_string(k + 1), numbers[k].value});
}

void add(std::vector<Varied>& out, const std::string& path, const std::vector<Law>& laws) {
  for (std::size_t k = 0; k < laws.size(); ++k) {
    const std::string law = laws.size() == 1 ? path : path + "." + std::to_string(k + 1);
    for (const auto& [key, number] : {std::pair{".kp", &laws[k].kp},
                                      {".kd", &laws[k].kd},
                                      {".bias", &laws[k].bias},
                                      {".frequency", &laws[k].frequency},
                                      {".damping", &laws[k].damping}})
      out.push_back({law + key, number->value});
    for (const char* key : {".formula", ".energy", ".target"}) out.push_back({law + key, 1});
    add(out, law + ".kp", laws[k].kp_matrix);
  }
}

/// Numbers of every kind, those too that the model does not have.
std::vector<Varied> varied_numbers(const Model& model) {
  std::vector<Varied> out;
  for (const Parameter& parameter : model.parameters) out.push_back({parameter.name.value, parameter.value.value});
  for (const Body& body : model.bodies) {
    const std::string path = "body." + body.name.value;
    out.push_back({path + ".mass", body.mass.value});
    out.push_back({path + ".torque", 1});
    add(out, path + ".inertia", body.inertia);
    add(out, path + ".centre", body.centre);
    add(out, path + ".box", body.box);
    if (!body.outline.empty()) add(out, path + ".outline.1", body.outline[0]);
  }
  for (const Joint& joint : model.joints) {
    const std::string path = "joint." + joint.name.value;
    add(out, path + ".at." + joint.first.value, joint.at_first);
    add(out, path + ".at.2", joint.at_second);
    add(out, path + ".axis", joint.axis);
    add(out, path + ".rest", joint.rest);
    add(out, path + ".torque", joint.laws);
    out.push_back({path + ".motion", 1});
  }
  for (const Point& point : model.points) add(out, "point." + point.name.value + ".at", point.position);
  for (const Force& force : model.forces) {
    add(out, "force." + force.name.value + ".at", force.position);
    add(out, "force." + force.name.value + ".value", force.value);
  }
  if (model.chain) {
    out.push_back({"chain.mass", 1});
    out.push_back({"chain.length", 1});
    out.push_back({"chain.links", 3});
    out.push_back({"chain.masses.0", 1});
    out.push_back({"chain.lengths.1", 1});
    add(out, "chain.torque", model.chain->laws);
  }
  for (const auto& [key, all] : {std::pair{"angles", &model.start.angles},
                                 {"momenta", &model.start.momenta},
                                 {"absolute", &model.start.absolute},
                                 {"spin", &model.start.spin},
                                 {"rates", &model.start.rates},
                                 {"direction", &model.start.direction}})
    for (const Named& named : *all) add(out, std::string("start.") + key + "." + named.name.value, named.value);
  add(out, "start.momentum", model.start.momentum);
  add(out, "start.drift", model.start.drift);
  out.push_back({"start.energy", 5});
  for (const char* key : {"run.until", "run.every", "run.step", "run.tolerance", "run.method", "nothing"})
    out.push_back({key, 0.5});
  return out;
}

/// As it is, halved, the other way, none, without a sign, large, beyond all bounds.
std::vector<double> tried(double value) {
  return {value, value / 2, -value, 0, value + 0.1, -0.0, 1e3 * value + 7, 1e-320, value, INFINITY};
}

bool same_spot(const BodySpot& a, const BodySpot& b) { return a.x == b.x && a.y == b.y && a.z == b.z; }

void check_same(const FamilyMember& made, const FamilyMember& read) {
  REQUIRE(made.found == read.found);
  CHECK(made.words == read.words);
  if (read.found == FamilyMember::Found::invalid) return;
  CHECK(same_bytes(made.p, read.p));
  CHECK(same_bytes(made.start, read.start));
  CHECK(same_structure(*made.spec, *read.spec));
  CHECK(made.system->layout.size == read.system->layout.size);
  CHECK(parameter_values(*made.model) == parameter_values(*read.model));
  const RunSettings run = run_settings(*made.model), other = run_settings(*read.model);
  CHECK(run.method == other.method);
  CHECK(run.singular == other.singular);
  CHECK((run.step == other.step && run.tolerance == other.tolerance && run.until == other.until &&
         run.every == other.every));
  const Skeleton bones = skeleton(*made.model), others = skeleton(*read.model);
  CHECK(same_bytes(bones.masses, others.masses));
  for (std::size_t k = 0; k < bones.joints.size(); ++k)
    CHECK((same_spot(bones.joints[k].at_first, others.joints[k].at_first) &&
           same_spot(bones.joints[k].at_second, others.joints[k].at_second)));
  for (std::size_t k = 0; k < bones.points.size(); ++k) CHECK(same_spot(bones.points[k].place, others.points[k].place));
  for (std::size_t k = 0; k < bones.outlines.size(); ++k)
    CHECK(std::equal(bones.outlines[k].begin(), bones.outlines[k].end(), others.outlines[k].begin(),
                     others.outlines[k].end(), same_spot));
}

/// The rates at the start, and in space the bracket there.
void check_same_rates(const FamilyMember& made, const FamilyMember& read) {
  std::vector<double> rate(made.start.size()), other(made.start.size());
  made.system->with_inputs(made.p).field(0, made.start.data(), rate.data());
  read.system->with_inputs(read.p).field(0, read.start.data(), other.data());
  CHECK(same_bytes(rate, other));
  const int size = made.system->bracket.size;
  if (size == 0) return;
  std::vector<double> tensor(static_cast<std::size_t>(size) * size), other_tensor(tensor.size());
  made.system->bracket.tensor(made.start.data(), tensor.data());
  read.system->bracket.tensor(read.start.data(), other_tensor.data());
  CHECK(same_bytes(tensor, other_tensor));
}

}  // namespace

TEST_CASE("a member that is made of the one before is the member that is read, over all numbers of all models") {
  std::size_t found = 0, models = 0;
  for (const Example& example : examples()) {
    const Model model = load_model(std::string(example.name));
    INFO(example.name);
    const std::vector<Varied> all = varied_numbers(model);
    std::vector<DerivedModel> known;
    // Loops are looked for long where they cannot close; and each number has ten values, twice.
    const std::size_t step = (has_loops(model) ? 13 : 1) * stride * stride;
    for (std::size_t k = 0; k < all.size(); k += step) {
      INFO(all[k].path);
      ModelFamily family = model_family(model, {}, {all[k].path}, Engine::recursive);
      family.known = known;
      MemberMaker maker(family);
      std::set<std::shared_ptr<const Model>> own;
      bool rates = true;
      for (const double value : tried(all[k].value)) {
        INFO(value);
        const FamilyMember read = member_of(family, {value}), made = maker.make({value});
        check_same(made, read);
        if (made.model) own.insert(made.model);
        found += made.model != nullptr;
        if (rates && read.found == FamilyMember::Found::good) check_same_rates(made, read);
        rates = !rates;
      }
      models += own.size();
      if (family.known.size() < 8) known = family.known;
    }
  }
  CAPTURE(found, models);
  CHECK(models < found / 2);  // the others are one of these with other numbers
}

TEST_CASE("two numbers of a member vary independently, beside settings that do not") {
  for (const auto& [name, settings, paths] :
       {std::tuple<const char*, Settings, std::vector<std::string>>{
            "three-body",
            {{"start.rates", "{}"}, {"start.energy", "9"}, {"start.direction", "{pin1=1,pin2=-1}"}},
            {"start.angles.pin1", "start.angles.pin2"}},
        {"two-body", {}, {"body.arm.mass", "start.energy"}},
        {"space-telescope", {{"start.rates", "{}"}, {"start.energy", "stiffness"}}, {"stiffness", "target"}},
        {"spatial-pair", {}, {"body.bus.mass", "start.spin.bus.x"}},
        {"four-bar", {}, {"joint.elbow.at.payload.x", "start.angles.shoulder"}},
        {"two-body", {}, {"joint.elbow.at.1.x", "joint.elbow.at.hub.1"}}}) {
    INFO(name);
    ModelFamily family = model_family(load_model(name, settings), settings, paths, Engine::recursive);
    MemberMaker maker(family);
    for (const double a : {1.0, -1.0, 0.0, 2.5, 30.0})
      for (const double b : {0.5, 0.0, -7.0, 1e300, 3.0}) {
        INFO(a << " " << b);
        check_same(maker.make({a, b}), member_of(family, {a, b}));
      }
  }
}

TEST_CASE("a member that is made of the one before, and its row, ask for little memory") {
  if (sanitized) return;
  Members sweep("three-body", {{"start.rates", "{}"}, {"start.energy", "9"}, {"start.direction", "{pin1=1,pin2=-1}"}},
                {"start.angles.pin1=-1:1:40", "start.angles.pin2=-1:1:40"}, {"exponent"}, {.step = 0.1, .until = 0.1});
  MemberMaker maker(sweep.family);
  maker.make({0.1, 0.2});
  const long before = allocations;
  for (int k = 1; k <= 100; ++k) maker.make({0.01 * k, -0.01 * k});
  CAPTURE((allocations - before) / 100);
  CHECK(allocations - before <= 100 * 130);

  LaneRunner runner(sweep.task, sweep.family);
  std::vector<double> rows(1600 * sweep.task.width());
  REQUIRE(runner.run({0, 64}, false, rows.data()));
  const long runs = allocations;
  REQUIRE(runner.run({64, 1600}, false, rows.data()));
  CAPTURE((allocations - runs) / 1536);
  CHECK(allocations - runs <= 1536 * 240);
}
