// SPDX-License-Identifier: Apache-2.0
// Printed equations of bodies in space, against the numbers of an independent program.
#include "oopss/system/sheet.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "oopss/model/read.hpp"
#include "oopss/spatial/bracket.hpp"
#include "oopss/symbolic/program.hpp"
#include "oopss/system/derive.hpp"
#include "oopss/system/laws.hpp"
#include "oopss/system/prove_space.hpp"
#include "oopss/system/space_motion.hpp"
#include "tests/spatial/golden_model.hpp"

using namespace oopss;

namespace {

/// The coordinates of the sheet's state at a sample: R or angles, then momenta; `flipped` joints begin with the child.
std::vector<double> sheet_state(const GoldenSpaceRun& golden, const GoldenSpaceSample& sample, bool flipped) {
  const Tree<Space<double>>& tree = golden.tree;
  std::vector<double> x;
  const auto add = [&](const Vec3<double>& v) { x.insert(x.end(), {v.x, v.y, v.z}); };
  for (int i = 1; i < tree.size(); ++i) {
    if (tree.hinge[i]) {
      x.push_back(flipped ? -sample.angles[i - 1] : sample.angles[i - 1]);
    } else {
      const Matrix3<double> R = flipped ? transposed(sample.R[i - 1]) : sample.R[i - 1];
      for (const double entry : by_rows(R)) x.push_back(entry);
    }
  }
  const bool pair = tree.size() <= 2 && !tree.hinge.back();
  const std::vector<Vec3<double>> momenta = pair ? sample.Pi : subtree_sums(tree, sample.R, sample.Pi);
  for (int i = 0; i < tree.size(); ++i)
    if (is_hinge(tree, i))
      x.push_back(dot(*tree.hinge[i], momenta[i]));
    else
      add(momenta[i]);
  return x;
}

/// The same from a state of the engine: of hinges the momentum of all beyond, of which the engine's has what turns with
/// the body by hinges.
std::vector<double> sheet_state(const SpaceTree<double>& tree, const SpaceOffsets& place,
                                const std::vector<double>& x) {
  SpaceBodies<double> bodies(tree.size());
  read_attitudes(tree, place, x.data(), bodies);
  read_momenta(tree, place, x.data(), bodies);
  std::vector<Vec3<double>> sums(tree.m.size());
  for (auto i = tree.order.rbegin(); i != tree.order.rend(); ++i) {
    if (!is_hinge(tree, *i)) sums[*i] = sums[*i] + bodies.mu[*i];
    if (tree.parent[*i] >= 0) sums[tree.parent[*i]] = sums[tree.parent[*i]] + sums[*i];
  }
  std::vector<double> out;
  for (std::size_t k = 0; k < tree.joints.size(); ++k)
    if (tree.joints[k].axis)
      out.push_back(x[place.joint[k]]);
    else
      for (const double entry : by_rows(from_rest(tree.joints[k], bodies.turn[k]))) out.push_back(entry);
  for (int i = 0; i < tree.size(); ++i)
    if (is_hinge(tree, i)) {
      out.push_back(x[place.momentum[i]] + dot(bodies.attitude[i] * *tree.hinge[i], sums[i]));
    } else {
      const Vec3<double> P = transposed(bodies.attitude[i]) * sums[i];
      out.insert(out.end(), {P.x, P.y, P.z});
    }
  return out;
}

std::vector<double> evaluated(const Equations& equations, std::vector<Expr> all, const std::vector<double>& x,
                              double t = 0) {
  for (Expr& e : all) e = unfold(equations, e, Definition::Part::constant);
  const Program code = program(all, {{symbol("t", rank_time)}, equations.state, equations.p});
  std::vector<double> p, scratch(code.code.size()), out(all.size());
  for (const Input& input : equations.inputs) p.push_back(input.value);
  const std::vector<const double*> inputs = {&t, x.data(), p.data()};
  interpret(code, inputs, scratch, out);
  return out;
}

/// The printed rates against the slopes of the engine's motion at t, and the printed H + U against its energy.
void check_rates(const Model& model, double t) {
  const TreeSpec spec = tree_spec(model);
  const Equations equations = derive_equations(spec);
  for (const Claim& claim : equations.claims) CHECK(claim.proved);
  const System system = derive(model);
  const SpaceTree<double> tree = space_tree(spec, values_of(spec.inputs));
  const SpaceOffsets place(system.layout);
  std::vector<double> x(static_cast<std::size_t>(system.layout.size), 0.0), rates(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = std::sin(1.0 + static_cast<double>(i * i));
  for (const Block& block : system.layout.blocks)
    if (block.kind == BlockKind::rotation || block.kind == BlockKind::attitude)
      put_quaternion(normalised({1.5, x[block.offset + 1], x[block.offset + 2], x[block.offset + 3]}),
                     &x[block.offset]);
  const Flow flow = system.with_inputs(default_inputs(system));
  flow.normalise(t, x.data());
  flow.field(t, x.data(), rates.data());
  // differences of order six: their steps err by h^6, 1e-12
  constexpr double h = 1e-2;
  std::vector<double> slopes(equations.state.size(), 0.0);
  for (const auto& [step, weight] :
       {std::pair{1, 0.75}, {-1, -0.75}, {2, -0.15}, {-2, 0.15}, {3, 1.0 / 60}, {-3, -1.0 / 60}}) {
    std::vector<double> moved = x;
    for (std::size_t i = 0; i < x.size(); ++i) moved[i] += step * h * rates[i];
    const std::vector<double> there = sheet_state(tree, place, moved);
    for (std::size_t i = 0; i < slopes.size(); ++i) slopes[i] += weight * there[i] / h;
  }
  std::vector<Expr> all = equations.rates;
  all.push_back(equations.H + equations.stored);
  const std::vector<double> found = evaluated(equations, all, sheet_state(tree, place, x), t);
  for (std::size_t i = 0; i < slopes.size(); ++i) {
    INFO(name(equations.state[i]));
    CHECK(found[i] == Approx(slopes[i]).epsilon(1e-8).margin(1e-8));
  }
  CHECK(found.back() == Approx(flow.kinetic(t, x.data()) + flow.stored(t, x.data())).epsilon(1e-12));
}

}  // namespace

TEST_CASE("golden runs without laws: the printed H and Casimir in space are theirs, and every claim is proved") {
  int runs = 0;
  for (const GoldenSpaceRun& golden : golden_space_runs())
    for (const bool flipped : {false, true}) {
      bool free = true;
      for (const GoldenSpaceLaw& law : golden.laws) free = free && law.law.empty() && law.frequency == 0;
      if (!free) continue;
      ++runs;
      INFO(golden.name);
      const Model model = model_of(golden, flipped);
      const Equations equations = derive_equations(tree_spec(model));
      for (const Claim& claim : equations.claims) {
        INFO(claim.statement);
        CHECK(claim.proved);
      }
      for (const GoldenSpaceSample& sample : golden.samples) {
        const std::vector<double> found =
            evaluated(equations, {equations.H, equations.casimir}, sheet_state(golden, sample, flipped));
        CHECK(found[0] == Approx(sample.kinetic).epsilon(1e-12).margin(1e-13));
        CHECK(found[1] == Approx(dot(sample.mu, sample.mu)).epsilon(1e-12).margin(1e-13));
      }
    }
  CHECK(runs >= 6);
}

TEST_CASE("every law in space: the printed rates are the slopes of the engine's motion, and H + U its energy") {
  Model model = load_model("tests/golden/everything_space.toml");
  model.checked = false;
  model.start = {};
  check_rates(checked(model), 0);
}

TEST_CASE("the printed torques of exact linearisation and of prescribed motions in space are those of the engine") {
  const std::string bodies = R"toml(
[model]
format = 1
space = "space"
[[body]]
name = "a"
mass = 2
inertia = [0.9, 0.8, 1.2]
[[body]]
name = "b"
mass = 1
inertia = [0.2, 0.3, 0.4]
[[body]]
name = "c"
mass = 1.5
inertia = [0.6, 0.9, 0.7]
[[joint]]
name = "j"
kind = "hinge"
axis = [0, 1, 0]
between = ["a", "b"]
at = [[0.5, 0.2, 0], [-0.3, 0, 0.1]]
motion = "0.3 + t^2/2 + 0.5*sin(1.3*t)"
[[joint]]
name = "k"
between = ["c", "b"]
at = [[-0.4, 0, 0], [0.3, 0.1, 0]]
)toml";
  check_rates(read_model({"ball", bodies + "torque = { law = \"skew\", kp = 2, kd = 0.3 }\n"}), 0.7);
  const Model hinges = read_model(
      {"hinges", bodies + "kind = \"hinge\"\naxis = [0, 0.6, 0.8]\ntorque = [{ law = \"linearise\", frequency = 2, "
                          "target = \"cos(t)\" }, { law = \"pd\", kp = 3, kd = 0.4 }]\n"});
  check_rates(hinges, 0.7);
  CHECK(text_sheet(derive_equations(tree_spec(hinges), false), Extent::whole).find("\nPrescribed angles\n  phi_j = ") !=
        std::string::npos);
}

TEST_CASE("a wrong rate, J, bracket or Casimir in space is not proved") {
  const Model model = model_of(golden_space_runs()[0]);
  const TreeSpec spec = tree_spec(model);
  const Equations right = derive_equations(spec, false);
  Equations wrong_rate = right, wrong_J = right, wrong_bracket = right, wrong_casimir = right;
  wrong_rate.free_rates[9] = -wrong_rate.free_rates[9];
  wrong_J.J(0, 3) = wrong_J.J(3, 0) = -wrong_J.J(0, 3);
  wrong_bracket.space->bracket(9, 10) = -wrong_bracket.space->bracket(9, 10);
  wrong_casimir.casimir = wrong_casimir.casimir + pow(right.state[9], 2);
  CHECK(!prove_space(spec, wrong_rate)[1].proved);
  CHECK(!prove_space(spec, wrong_J)[0].proved);
  CHECK(!prove_space(spec, wrong_bracket)[2].proved);
  CHECK(!prove_space(spec, wrong_casimir)[3].proved);
}

TEST_CASE("the sheets of a body, of a pair and of a tree in space say bracket, Casimir, product form and leaves") {
  const auto sheet = [](const std::string& text, auto write) {
    const Model model = read_model({"sheet.toml", "[model]\nformat = 1\nspace = \"space\"\n" + text});
    return write(derive_equations(tree_spec(model)), Extent::whole);
  };
  const std::string
      body = "[[body]]\nname = \"a\"\nmass = 1\ninertia = [1, 2, 3]\n",
      other = "[[body]]\nname = \"b\"\nmass = 2\ninertia = [3, 2, 2]\n",
      third = "[[body]]\nname = \"c\"\nmass = 1\ninertia = [1, 1, 1]\n",
      ball = "[[joint]]\nname = \"j\"\nkind = \"ball\"\nbetween = [\"a\", \"b\"]\nat = [[1, 0, 0], [0, 1, 0]]\n",
      hinge =
          "[[joint]]\nname = \"k\"\nkind = \"hinge\"\nbetween = [\"c\", \"b\"]\naxis = [0, 0, 1]\nat = [[1, 0, 0], [0, "
          "1, 0]]\n";
  const auto has = [](const std::string& text, const char* words) {
    INFO(text);
    INFO(words);
    CHECK(text.find(words) != std::string::npos);
  };
  const std::string one = sheet(body, text_sheet), two = sheet(body + other + ball, text_sheet),
                    three = sheet(body + other + third + ball + hinge, text_sheet);
  for (const char* words : {"Pi' = Pi x Omega", "Pi_a_x' = Pi_a_y*Omega_a_z - Pi_a_z*Omega_a_y",
                            "Omega_a_x = Pi_a_x/I_a_xx", "dimension 2"})
    has(one, words);
  for (const char* words :
       {"{Pi_i^a, Pi_i^b} = -eps_abc Pi_i^c", "{R_j, Pi_b.eta} = R_j hat(eta)", "|M|^2", "so(3)*_- x T*SO(3)",
        "S^2 x T*SO(3), dimension 8", "M = 0: T*SO(3), dimension 6", "[proved]"})
    has(two, words);
  for (const char* words : {"so(3)*_- x T*SO(3) x T*S^1", "dimension 10", "{phi_k, p_k} = -1"}) has(three, words);
  const std::string latex = sheet(body + other + third + ball + hinge, latex_sheet);
  for (const char* words : {"\\mathrm{so}(3)^*_-", "T^*SO(3)", "dimension 8"}) has(latex, words);
}
