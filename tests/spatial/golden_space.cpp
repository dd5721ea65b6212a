// SPDX-License-Identifier: Apache-2.0
#include "tests/spatial/golden_space.hpp"

#include <fstream>
#include <nlohmann/json.hpp>

namespace oopss {
namespace {

using nlohmann::json;

const json& space_document() {
  static const json all = json::parse(std::ifstream("tests/golden/spatial.json"));
  return all;
}

Vec3<double> vector_in(const json& entry) {
  return {entry.at(0).get<double>(), entry.at(1).get<double>(), entry.at(2).get<double>()};
}
Matrix3<double> matrix_in(const json& entry) {
  return {vector_in(entry.at(0)), vector_in(entry.at(1)), vector_in(entry.at(2))};
}
template <class Read>
auto all_in(const json& entries, const Read& read) {
  std::vector<decltype(read(entries))> out;
  for (const json& entry : entries) out.push_back(read(entry));
  return out;
}

Tree<Space<double>> tree_in(const json& model) {
  std::vector<int> parent = {-1};
  for (const json& joint : model.at("joints")) parent.push_back(joint.at("parent"));
  Tree<Space<double>> tree;
  static_cast<Topology&>(tree) = numbered_topology(parent);
  for (const json& body : model.at("bodies")) {
    tree.m.push_back(body.at("mass"));
    tree.I.push_back(symmetric(matrix_in(body.at("inertia"))));
    tree.mass += tree.m.back();
  }
  tree.d_parent.emplace_back();
  tree.d_child.emplace_back();
  tree.hinge.emplace_back();
  for (const json& joint : model.at("joints")) {
    tree.d_parent.push_back(vector_in(joint.at("d_parent")));
    tree.d_child.push_back(vector_in(joint.at("d_child")));
    tree.hinge.emplace_back();
    if (!joint.contains("axis")) continue;
    const Vec3<double> axis = vector_in(joint.at("axis"));
    tree.hinge.back() = axis / std::sqrt(dot(axis, axis));
  }
  return tree;
}

GoldenSpaceLaw law_in(const json& joint) {
  GoldenSpaceLaw out;
  out.law = joint.value("law", "");
  if (joint.contains("kp") && joint.at("kp").is_number()) out.kp = joint.at("kp");
  if (joint.contains("kp") && joint.at("kp").is_array()) out.K = matrix_in(joint.at("kp"));
  if (joint.contains("Kd")) out.kd = matrix_in(joint.at("Kd"));
  if (joint.contains("amp")) out.drive = vector_in(joint.at("amp"));
  out.frequency = joint.value("freq", 0.0);
  return out;
}

GoldenSpaceSample sample_in(const json& entry) {
  GoldenSpaceSample out;
  out.t = entry.value("t", 0.0);
  out.root = entry.contains("A1") ? matrix_in(entry.at("A1")) : identity3<double>();
  out.R = all_in(entry.at("R"), matrix_in);
  out.Omega = all_in(entry.at("Omega"), vector_in);
  out.Pi = all_in(entry.at("Pi"), vector_in);
  out.kinetic = entry.at("T");
  out.stored = entry.at("V");
  if (entry.contains("mu")) out.mu = vector_in(entry.at("mu"));
  if (entry.contains("q")) out.angles = entry.at("q").get<std::vector<double>>();
  if (entry.contains("qdot")) out.rates = entry.at("qdot").get<std::vector<double>>();
  if (entry.contains("force")) out.force = all_in(entry.at("force"), vector_in);
  return out;
}

std::vector<std::complex<double>> spectrum_in(const json& entry) {
  std::vector<std::complex<double>> out;
  for (const json& number : entry) out.emplace_back(number.at(0).get<double>(), number.at(1).get<double>());
  return out;
}

GoldenSpaceEquilibrium equilibrium_in(const json& entry) {
  return {entry.at("tau").is_null() ? 0 : entry.at("tau").get<double>(),
          entry.at("inertia"),
          vector_in(entry.at("xi1")),
          matrix_in(entry.at("A")),
          entry.at("index"),
          spectrum_in(entry.at("spectrum")),
          entry.at("spectrally_stable")};
}

std::vector<const json*> cases_of(const std::string& kind) {
  std::vector<const json*> out;
  for (const json& entry : space_document().at("cases"))
    if (entry.at("kind") == kind) out.push_back(&entry);
  return out;
}

GoldenSpaceRun run_in(const json& entry, const json& samples) {
  return {entry.at("name"), tree_in(entry.at("model")), all_in(entry.at("model").at("joints"), law_in),
          all_in(samples, sample_in)};
}

}  // namespace

const std::vector<GoldenSpaceRun>& golden_space_runs() {
  static const std::vector<GoldenSpaceRun> all = [] {
    std::vector<GoldenSpaceRun> out;
    for (const json* entry : cases_of("trajectory")) out.push_back(run_in(*entry, entry->at("samples")));
    return out;
  }();
  return all;
}

const std::vector<GoldenSpacePair>& golden_space_pairs() {
  static const std::vector<GoldenSpacePair> all = [] {
    std::vector<GoldenSpacePair> out;
    for (const json* entry : cases_of("releq")) {
      const json& roots = entry->at("roots_certified_by_sturm");
      out.push_back({entry->at("name"), tree_in(entry->at("model")),
                     roots.is_null() ? std::nullopt : std::optional(roots.get<int>()),
                     all_in(entry->at("equilibria"), equilibrium_in)});
    }
    return out;
  }();
  return all;
}

const GoldenSpaceStatics& golden_space_statics() {
  static const GoldenSpaceStatics only = [] {
    const json& entry = *cases_of("static").at(0);
    const json& values = entry.at("values");
    return GoldenSpaceStatics{run_in(entry, json::array({values})),
                              values.at("J").get<std::vector<std::vector<double>>>(),
                              values.at("poisson").get<std::vector<std::vector<double>>>(),
                              all_in(values.at("Pi_dot"), vector_in),
                              all_in(values.at("grad_Pi"), vector_in),
                              all_in(values.at("grad_eta"), vector_in),
                              all_in(values.at("R_dot"), matrix_in)};
  }();
  return only;
}

}  // namespace oopss
