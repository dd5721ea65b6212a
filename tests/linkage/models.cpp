// SPDX-License-Identifier: Apache-2.0
// Model files with loops: those that run, and those that are refused with the words beside them.
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "oopss/model/read.hpp"
#include "oopss/system/columns.hpp"
#include "oopss/system/linked_start.hpp"
#include "oopss/system/reach.hpp"
#include "oopss/system/shape_laws.hpp"
#include "tests/linkage/runs.hpp"

using namespace oopss;

namespace {

std::string file_text(const std::filesystem::path& path) {
  std::ostringstream out;
  out << std::ifstream(path).rdbuf();
  return out.str();
}

struct Expected {
  const char* name;
  int loops, mobility, rank;
  bool slow;
};
constexpr Expected all[] = {{"four-bar", 1, 1, 2, true},      {"four-bar-rocker", 1, 1, 2, false},
                            {"change-point", 1, 1, 2, true},  {"five-bar", 1, 2, 2, false},
                            {"watt", 2, 1, 4, true},          {"two-loop", 2, 2, 4, true},
                            {"parallelogram", 2, 1, 3, true}, {"scissor", 9, 1, 18, true}};

}  // namespace

TEST_CASE("linkages of files start closed, and keep energy, momentum and closure") {
  for (const Expected& expected : all) {
    INFO(expected.name);
    const StartedLinkage linkage = started(load_model(expected.name));
    const System& system = linkage.derived.system;
    const StartPose pose = start_pose(linkage.derived.spec, linkage.derived.p());
    CHECK(pose.linkage.loops.size() == expected.loops);
    CHECK(pose.mobility.mobility == expected.mobility);
    CHECK(pose.mobility.rank == expected.rank);
    CHECK(linkage.flow.closure.count == 2 * expected.loops);
    CHECK(linkage.flow.closure.slow_near_singular == expected.slow);
    CHECK(linkage.start.warnings.empty());
    CHECK(system.engine().name == "recursive");
    const auto energy = [&](const std::vector<double>& x) {
      return linkage.flow.kinetic(0, x.data()) + linkage.flow.stored(0, x.data());
    };
    std::vector<double> x = linkage.x, g(linkage.flow.closure.count);
    for (int step = 0; step < 20; ++step) x = extrapolated_step(linkage.flow, 0, 0.02, x);
    CHECK(energy(x) == Approx(energy(linkage.x)).epsilon(1e-11));
    CHECK(system.casimirs[0].value(x.data()) == Approx(system.casimirs[0].value(linkage.x.data())).epsilon(1e-12));
    linkage.flow.closure.value(0, x.data(), g.data());
    for (const double gap : g) CHECK(std::abs(gap) < 1e-11);
    CHECK(std::abs(x[0] - linkage.x[0]) > 1e-3);  // it moves
  }
}

TEST_CASE("the tangent of a linkage is the slope of its field") {
  for (const Expected& expected : all) {
    INFO(expected.name);
    const StartedLinkage linkage = started(load_model(expected.name));
    std::vector<double> along(linkage.x.size()), v(linkage.x.size());
    linkage.flow.field(0, linkage.x.data(), along.data());
    CHECK(tangent_error(linkage.flow, 0, linkage.x, along) < 1e-9);
    if (expected.rank < 2 * expected.loops) continue;  // apart from closed states redundant loops contradict each other
    for (std::size_t i = 0; i < v.size(); ++i) v[i] = 0.3 * std::sin(1.0 + static_cast<double>(i));
    CHECK(tangent_error(linkage.flow, 0, linkage.x, v) < 1e-9);
  }
}

TEST_CASE("columns of a linkage list all joints in the order of the file, the closing ones too") {
  // The same four-bar with its closing joint first in the file: another tree, the same motion.
  Model model = load_model("four-bar"), turned = model;
  std::rotate(turned.joints.begin(), turned.joints.begin() + 3, turned.joints.end());
  turned.checked = false;
  turned.start.guess.clear();
  const StartedLinkage one = started(model), other = started(turned);
  CHECK(one.derived.spec.chords[0].joint == 3);
  CHECK(other.derived.spec.chords[0].joint == 3);
  const std::vector<std::string> words = {"rate", "torque", "tension", "force", "joint", "point"};
  const auto values = [&](const StartedLinkage& linkage, const Model& from) {
    Recorder rows = recorder(linkage.derived.system, skeleton(from), trajectory_columns(linkage.derived.system, words));
    const std::vector<double> row = record(rows, linkage.flow, 0, linkage.x.data());
    std::map<std::string, double> out;
    for (std::size_t c = 0; c < row.size(); ++c) out[rows.columns[c].name] = row[c];
    return out;
  };
  const std::vector<std::string> names = names_of(trajectory_columns(one.derived.system));
  CHECK(std::vector<std::string>(names.begin(), names.begin() + 6) ==
        std::vector<std::string>{"t", "angle.shoulder", "angle.elbow", "angle.wrist", "angle.ankle", "momentum.base"});
  const std::map<std::string, double> a = values(one, model), b = values(other, turned);
  for (const auto& [name, value] : a) {
    INFO(name);
    if (name.starts_with("momentum.")) continue;  // of another tree
    CHECK(b.at(name) == Approx(name.starts_with("angle.") || name.starts_with("absolute.")
                                   ? value - 2 * M_PI * std::round((value - b.at(name)) / (2 * M_PI))
                                   : value)
                            .margin(1e-10));
  }
  CHECK(std::abs(a.at("angle.shoulder") + a.at("angle.elbow") + a.at("angle.wrist") + a.at("angle.ankle")) < 1e-14);
  CHECK(std::abs(a.at("rate.shoulder") + a.at("rate.elbow") + a.at("rate.wrist") + a.at("rate.ankle")) < 1e-13);
  CHECK(std::hypot(a.at("force.ankle.x"), a.at("force.ankle.y")) == Approx(a.at("tension.ankle")));
  const double angle = a.at("absolute.payload");
  std::vector<BodyPose> poses(4);
  one.flow.pose(one.x.data(), poses.data());
  CHECK(a.at("point.tip.x") == Approx(poses[2].x + 3 * std::cos(angle)));
  CHECK(a.at("point.tip.y") == Approx(poses[2].y + 3 * std::sin(angle)));
}

TEST_CASE("bad linkages are answered with what is wrong, where, and how far off it is") {
  int count = 0;
  for (const auto& entry : std::filesystem::directory_iterator("tests/bad_linkages")) {
    std::filesystem::path path = entry.path();
    if (path.extension() != ".toml") continue;
    INFO(path);
    ++count;
    std::string found;
    try {
      started(read_model({path.filename().string(), file_text(path)}));
    } catch (const ModelError& problem) {
      found = problem.what();
    }
    CHECK(found == file_text(path.replace_extension(".expected")));
  }
  CHECK(count >= 6);
}
