// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <cmath>
#include <functional>
#include <numbers>
#include <random>

#include "oopss/model/read.hpp"
#include "oopss/proof/thorough.hpp"
#include "oopss/system/derive.hpp"
#include "oopss/system/equations.hpp"
#include "oopss/system/prove.hpp"
#include "oopss/system/sheet.hpp"
#include "oopss/system/skeleton.hpp"
#include "oopss/system/start.hpp"
#include "tests/system/hub_and_arm.hpp"
#include "tests/tree_examples.hpp"

using namespace oopss;

namespace {

Model model_of(const std::string& more, const std::string& laws = "") {
  return read_model({"test.toml", hub_and_arm + laws + more});
}

/// Lists the equilibria that a start may name, by search alone: it is enough here.
void list_equilibria(Model& model) { name_start(model, {.boxes = 0}); }

struct Motion0 {
  Flow flow;
  std::vector<double> x, rates;
  explicit Motion0(Model model) {
    list_equilibria(model);
    const System system = derive(model);
    flow = system.with_inputs(default_inputs(system));
    x = start_state(model);
    rates.resize(x.size());
    flow.field(0, x.data(), rates.data());
  }
};

}  // namespace

TEST_CASE("the interpreted program and the recursion give the same rates on every example that is a tree") {
  std::mt19937 generator(7);
  std::uniform_real_distribution<double> number(-3, 3);
  for (const Example& example : tree_examples()) {
    const Model model = read_model({std::string(example.name), std::string(example.text)});
    const System recursive = derive(model, Engine::recursive), interpreted = derive(model, Engine::interpreted);
    Flow a = recursive.with_inputs(default_inputs(recursive)), b = interpreted.with_inputs(default_inputs(interpreted));
    for (int repeat = 0; repeat < 20; ++repeat) {
      std::vector<double> x(static_cast<std::size_t>(recursive.layout.size)), one(x.size()), other(x.size());
      for (double& value : x) value = number(generator);
      if (a.normalise) a.normalise(0.3, x.data());
      a.field(0.3, x.data(), one.data());
      b.field(0.3, x.data(), other.data());
      double scale = 1;
      for (const double rate : one) scale = std::max(scale, std::abs(rate));
      for (std::size_t i = 0; i < x.size(); ++i) CHECK(one[i] == Approx(other[i]).margin(1e-12 * scale));
      CHECK(a.kinetic(0.3, x.data()) == Approx(b.kinetic(0.3, x.data())).epsilon(1e-12));
      CHECK(a.stored(0.3, x.data()) == Approx(b.stored(0.3, x.data())).epsilon(1e-12));
    }
  }
}

TEST_CASE(
    "the jet of a flow follows its field: a short step by each gives the same state, springs and dampers included") {
  for (const Example& example : tree_examples()) {
    const Motion0 motion(read_model({std::string(example.name), std::string(example.text)}));
    constexpr int order = 8;
    const std::size_t n = motion.x.size();
    std::vector<double> coefficients(n * (order + 1)), ahead(n), slope(n), rates(n);
    motion.flow.jet(0, motion.x.data(), order, 1, coefficients.data());
    const double h = 1e-3;
    for (std::size_t i = 0; i < n; ++i)
      for (int k = order; k >= 0; --k) {
        ahead[i] = ahead[i] * h + coefficients[k * n + i];
        if (k > 0) slope[i] = slope[i] * h + k * coefficients[k * n + i];
      }
    motion.flow.field(h, ahead.data(), rates.data());
    INFO(example.name);
    for (std::size_t i = 0; i < n; ++i) {
      CHECK(coefficients[n + i] == Approx(motion.rates[i]).margin(1e-12));
      CHECK(slope[i] == Approx(rates[i]).epsilon(1e-12).margin(1e-12));
    }
  }
}

TEST_CASE("every law has its series, a power with a varying exponent too") {
  for (const std::string law :
       {"{ law = \"sine\", kp = 2, kd = 0.1, bias = 0.3 }", "{ law = \"expression\", formula = \"2*tanh(phi_elbow)\" }",
        "{ law = \"linearise\", frequency = 2, target = \"sin(t)\" }",
        "{ law = \"expression\", formula = \"(2 + phi_elbow)^t\" }"})
    CHECK(Motion0(model_of("", "torque = " + law + "\n")).flow.jet);
}

TEST_CASE(
    "a model filled by hand gives what the same file gives, and its numbers may be values, decimals or expressions") {
  const Model read = read_model({"file",
                                 "[model]\nformat = 1\n[parameters]\nl = 2.5\n"
                                 "[[body]]\nname = \"hub\"\nmass = 3\ninertia = 2\n"
                                 "[[body]]\nname = \"arm\"\nmass = 0.7\ninertia = 0.25\n"
                                 "[[joint]]\nname = \"elbow\"\nbetween = [\"hub\", \"arm\"]\n"
                                 "at = [[1, 0], [\"-l\", 0]]\n"
                                 "torque = { law = \"expression\", formula = \"l*sin(phi_elbow)\" }\n"
                                 "[start]\nangles = { elbow = 0.5 }\nmomenta = { hub = 3, arm = -1 }\n"});
  const auto text = [](const char* expression) { return Number{{expression, {}}, {}, 0}; };
  const auto value = [](double number) { return Number{{}, {}, number}; };
  Model made;
  made.parameters = {{{"l", {}}, value(2.5), {}, {}, {}, {}}};
  made.bodies.resize(2);
  made.bodies[0].name.value = "hub";
  made.bodies[0].mass = value(3);
  made.bodies[0].inertia = {literal("2")};
  made.bodies[1].name.value = "arm";
  made.bodies[1].mass = text("0.7");
  made.bodies[1].inertia = {value(0.25)};
  made.joints.resize(1);
  made.joints[0].name.value = "elbow";
  made.joints[0].first.value = "hub";
  made.joints[0].second.value = "arm";
  made.joints[0].at_first = {value(1), value(0)};
  made.joints[0].at_second = {text("-l"), value(0)};
  Law law{LawKind::expression};
  law.formula = text("l*sin(phi_elbow)");
  made.joints[0].laws = {law};
  made.start.angles = {{{"elbow", {}}, {value(0.5)}}};
  made.start.momenta = {{{"hub", {}}, {value(3)}}, {{"arm", {}}, {value(-1)}}};
  const Motion0 a(read), b(made);
  CHECK(a.x == b.x);
  CHECK(a.rates == b.rates);
  CHECK(skeleton(made).joints.at(0).second == 1);
  CHECK(tree_spec(made).exact == tree_spec(read).exact);
}

TEST_CASE("what is wrong with a model filled or changed by hand is said in the words for a file, and nothing crashes") {
  const auto words = [](const Model& model) {
    std::string out;
    try {
      derive(model);
    } catch (const ModelError& error) {
      for (const Diagnostic& problem : error.found) out += problem.message + "; ";
    }
    return out;
  };
  const auto changed = [&](const std::function<void(Model&)>& change) {
    std::string both;
    for (const bool checked_before : {false, true}) {
      Model model = load_model("two-body");
      model.checked = checked_before;
      change(model);
      both = words(model);
      CHECK_THROWS_AS(derive(model), ModelError);
      if (!checked_before) CHECK_THROWS_AS(tree_spec(model), ModelError);
    }
    return both;
  };
  CHECK(words({}) == "the model has no bodies; ");
  CHECK_THAT(changed([](Model& m) {
               m.bodies[1].mass.value = -2;
               m.bodies[1].mass.expression = {};
             }),
             Catch::Contains("body 'arm': mass must be greater than zero, got -2 kg"));
  CHECK_THAT(changed([](Model& m) { m.bodies[1].inertia.clear(); }),
             Catch::Contains("body 'arm': 'inertia' is missing"));
  CHECK_THAT(changed([](Model& m) { m.bodies[0].name.value = ""; }), Catch::Contains("body 1: 'name' is missing"));
  CHECK_THAT(changed([](Model& m) { m.joints[0].at_first.pop_back(); }),
             Catch::Contains("joint 'elbow': at must have 2 entries, got 1"));
  CHECK_THAT(changed([](Model& m) { m.joints[0].second.value = "amr"; }),
             Catch::Contains("joint 'elbow': there is no body 'amr'"));
  CHECK_THAT(changed([](Model& m) { m.joints.push_back(m.joints[0]); }), Catch::Contains("elbow"));
  CHECK_THAT(changed([](Model& m) { m.joints.clear(); }), Catch::Contains("arm"));
  CHECK_THAT(changed([](Model& m) { m.joints[0].laws = {Law{LawKind::expression}}; }),
             Catch::Contains("joint 'elbow': torque: 'formula' is missing"));
  CHECK_THAT(changed([](Model& m) { m.joints[0].kind = JointKind::ball; }), Catch::Contains("kind must be pin"));
  Model unknown = load_model("two-body");
  unknown.checked = false;
  unknown.bodies[0].mass = {{"2*x1", {}}, {}, 0};
  unknown.bodies[1].mass = {{}, {}, std::nan("")};
  CHECK(words(unknown) == "body 'hub': mass: unknown name 'x1'; body 'arm': mass must be finite; ");
}

TEST_CASE("a law that is worked out to a division by zero or to numbers beyond all bounds is refused at its place") {
  const auto words = [](const std::string& formula) {
    const Model model = model_of("", "torque = { law = \"expression\", formula = \"" + formula + "\" }\n");
    try {
      tree_spec(model);
    } catch (const ModelError& error) {
      return std::to_string(error.found.at(0).place.line) + ": " + error.found[0].message;
    }
    return std::string();
  };
  CHECK(words("phi_elbow/(2-2)") == "15: joint 'elbow': torque: formula: division by zero");
  CHECK(words("phi_elbow/(t-t)") == "15: joint 'elbow': torque: formula: division by zero");
  CHECK_THAT(words("1e300*phi_elbow*1e300"), Catch::Contains("too large for double precision"));
  std::string harmonic = "phi_elbow", product = "phi_elbow";
  for (int k = 1; k < 5000; ++k) harmonic += "+1/" + std::to_string(2 * k + 1);
  for (int k = 1; k < 8000; ++k) product += "*3.1/7.3";
  CHECK(words(harmonic).empty());
  CHECK_THAT(words(product), Catch::Contains("too many digits"));
  CHECK(words("2^30*phi_elbow/3").empty());
}

TEST_CASE("copies of a flow are independent of each other") {
  const Motion0 first(load_model("three-body"));
  Flow copy = first.flow;
  std::vector<double> moved = first.x, rates(first.x.size());
  moved[0] += 1;
  copy.field(0, moved.data(), rates.data());
  Flow original = first.flow;
  original.field(0, first.x.data(), rates.data());
  CHECK(rates == first.rates);
}

TEST_CASE("start from angles, momentum and energy has that momentum and energy, and the joint turns the way asked") {
  for (const double direction : {1.0, -1.0}) {
    const Model model =
        model_of("[start]\nangles = { elbow = 0.5 }\nmomentum = 50\nenergy = 15\ndirection = { elbow = " +
                 std::to_string(direction) + " }\n");
    Motion0 motion(model);
    CHECK(motion.flow.kinetic(0, motion.x.data()) == Approx(15).epsilon(1e-14));
    CHECK(motion.x[1] + motion.x[2] == Approx(50).epsilon(1e-15));
    CHECK(motion.rates[0] * direction > 0);
  }
}

TEST_CASE("start by energy counts the energy stored in the laws; start by kinetic does not") {
  const std::string law = "torque = { law = \"sine\", kp = 10, bias = 0 }\n",
                    start = "[start]\nangles = { elbow = 1 }\nmomentum = 50\n";
  Motion0 whole(model_of(start + "energy = 20\n", law)), kinetic(model_of(start + "kinetic = 20\n", law));
  CHECK(whole.flow.kinetic(0, whole.x.data()) + whole.flow.stored(0, whole.x.data()) == Approx(20).epsilon(1e-14));
  CHECK(kinetic.flow.kinetic(0, kinetic.x.data()) == Approx(20).epsilon(1e-14));
  CHECK(whole.flow.stored(0, whole.x.data()) == Approx(10 * (1 - std::cos(1.0))).epsilon(1e-15));
}

TEST_CASE("start from angles, rates and momentum has those rates") {
  Motion0 motion(model_of("[start]\nangles = { elbow = 0.5 }\nrates = { elbow = -0.25 }\nmomentum = 7\n"));
  CHECK(motion.rates[0] == Approx(-0.25).epsilon(1e-14));
  CHECK(motion.x[1] + motion.x[2] == Approx(7).epsilon(1e-15));
}

TEST_CASE("start from absolute angles and spins has those spins") {
  Motion0 motion(model_of("[start]\nabsolute = { hub = 0.3, arm = 1.0 }\nspin = { hub = 0.1, arm = 0.4 }\n"));
  CHECK(motion.x[0] == Approx(0.7).epsilon(1e-15));
  CHECK(motion.x[3] == 0.3);
  CHECK(motion.rates[0] == Approx(0.3).epsilon(1e-13));
  CHECK(motion.rates[3] == Approx(0.1).epsilon(1e-13));
}

TEST_CASE("start at an equilibrium rests in shape; an offset keeps the momentum") {
  Motion0 stretched(model_of("[start]\nequilibrium = \"E1\"\nmomentum = 50\n"));
  for (const int i : {0, 1, 2}) CHECK(stretched.rates[i] == Approx(0).margin(1e-14));
  CHECK(stretched.flow.kinetic(0, stretched.x.data()) == Approx(5.160550458715596).epsilon(1e-14));  // H_min, golden
  Motion0 near(model_of("[start]\nequilibrium = \"E2\"\noffset = { elbow = 0.01 }\nmomentum = 50\n"));
  CHECK(near.x[0] == Approx(3.14159265358979 + 0.01));
  CHECK(near.x[1] + near.x[2] == Approx(50).epsilon(1e-15));
  CHECK(near.rates[0] == Approx(0).margin(1e-14));
}

TEST_CASE("every equilibrium of three bodies is a start that rests in shape") {
  Model model = load_model("three-body-special");
  const Start start = model_of("[start]\nequilibrium = \"E1\"\nmomentum = 25\n").start;
  model.start = start;
  int found = 0;
  for (const char* const name : {"E1", "E2", "E3", "E4"}) {
    model.start.equilibrium->value = name;
    const Motion0 motion(model);
    for (int i = 0; i < 5; ++i) CHECK(motion.rates[i] == Approx(0).margin(1e-12));
    ++found;
  }
  CHECK(found == 4);
  model.start.equilibrium->value = "E9";
  CHECK_THROWS_WITH(start_state(model), Catch::Contains("have not been listed"));
  list_equilibria(model);
  CHECK_THROWS_WITH(start_state(model), Catch::Contains("this model has E1 at"));
}

TEST_CASE("an equilibrium of seven bodies is a start that rests in shape; beyond twelve they have no names") {
  Model model = load_model("tree");
  model.start = model_of("[start]\nequilibrium = \"E3\"\nmomentum = 25\n").start;
  const Motion0 motion(model);
  for (int i = 0; i < 6 + 7; ++i)
    CHECK(motion.rates[i] == Approx(0).margin(1e-9));  // slopes of order 10 settle to 1e-11
  model.start.equilibrium->value = "E99999";
  list_equilibria(model);
  CHECK_THROWS_WITH(start_state(model), Catch::Contains("E12 at"));
}

TEST_CASE("an equilibrium with a spring is one of V_mu + U; of a model whose laws drive, one of the free tree") {
  Motion0 sprung(model_of("[start]\nequilibrium = \"E1\"\nmomentum = 50\n",
                          "torque = { law = \"sine\", kp = 50, bias = \"90 deg\" }\n"));
  CHECK(sprung.x[0] * 180 / std::numbers::pi == Approx(87.02).margin(0.005));  // docs/math.md, errata
  for (const int i : {0, 1, 2}) CHECK(sprung.rates[i] == Approx(0).margin(1e-10));
  Model pushed =
      model_of("[start]\nequilibrium = \"E1\"\nmomentum = 50\n", "torque = { law = \"drive\", formula = \"t\" }\n");
  list_equilibria(pushed);
  const TreeSpec spec = tree_spec(pushed);
  const std::vector<double> p = values_of(spec.inputs);
  const SolvedStart driven = solve_start(spec, p);
  CHECK(driven.phi[0] == Approx(0).margin(1e-12));
  REQUIRE(driven.notes.size() == 1);
  CHECK_THAT(driven.notes[0], Catch::Contains("without its laws"));
}

TEST_CASE("an energy below the amended potential is refused with the attainable interval, at its place") {
  const Model model = model_of("[start]\nangles = { elbow = 0 }\nmomentum = 50\nenergy = 3.1\n");
  try {
    start_state(model);
    FAIL("an impossible start was accepted");
  } catch (const ModelError& error) {
    CHECK(std::string(error.what())
              .find("energy 3.1 is below 5.16055, the least that momentum 50 allows at this shape") !=
          std::string::npos);
    CHECK(error.found[0].place.line == 18);
    CHECK(error.found[0].place.column == 10);
  }
}

TEST_CASE("a start by energy of three bodies without a direction is refused with what to add") {
  Model model = load_model("three-body");
  model.start = model_of("[start]\nangles = {}\nmomentum = 5\nenergy = 1000\n").start;
  CHECK_THROWS_WITH(start_state(model), Catch::Contains("direction = {"));
}

TEST_CASE("derivation proves every claim for up to six bodies and says that it did not try beyond") {
  for (const char* name : {"two-body", "three-body", "three-body-special", "space-telescope"}) {
    const Model model = load_model(name);
    for (const Claim& claim : derive_equations(tree_spec(model)).claims) CHECK(claim.proved);
  }
  const Model chain = load_model("chain");
  const std::vector<Claim> claims = derive_equations(tree_spec(chain)).claims;
  CHECK(!claims[0].proved);
  CHECK(claims[0].how.find("not attempted") != std::string::npos);
}

TEST_CASE("a wrong J, a wrong rate and a wrong bracket are not proved") {
  const Model model = load_model("three-body");
  const TreeSpec spec = tree_spec(model);
  const Equations right = derive_equations(spec, false);
  Equations wrong_J = right, wrong_rate = right, wrong_bracket = right;
  wrong_J.J(0, 1) = -wrong_J.J(0, 1);
  wrong_rate.free_rates[2] = -wrong_rate.free_rates[2];
  wrong_bracket.bracket(0, 2) = 1;
  CHECK(!prove_claims(spec, wrong_J)[0].proved);
  CHECK(!prove_claims(spec, wrong_rate)[1].proved);
  CHECK(!prove_claims(spec, wrong_bracket)[2].proved);
  CHECK(!prove_claims(spec, wrong_bracket)[3].proved);
}

TEST_CASE("names that meet in a printed symbol are kept apart") {
  const Model model = read_model({"names.toml", R"([model]
format = 1
[[body]]
name = "a"
mass = 1
inertia = 1
[[body]]
name = "a_b"
mass = 1
inertia = 1
[[joint]]
name = "b_a"
between = ["a", "a_b"]
at = [[1, 0], [1, 0]]
[[body]]
name = "c"
mass = 1
inertia = 1
[[joint]]
name = "b"
between = ["a_b", "c"]
at = [[1, 1], [1, 0]]
)"});
  const Equations equations = derive_equations(tree_spec(model));
  std::vector<std::string> all;
  for (const Input& input : equations.inputs) all.push_back(input.name);
  for (const Expr& x : equations.state) all.push_back(name(x));
  for (const Definition& d : equations.definitions) all.push_back(name(d.symbol));
  std::sort(all.begin(), all.end());
  CHECK(std::adjacent_find(all.begin(), all.end()) == all.end());
}

TEST_CASE("three bodies are printed in the forms of the planar paper, with the leaf and its magnetic term") {
  const Equations equations = derive_equations(tree_spec(load_model("three-body")));
  const std::string page = text_sheet(equations, Extent::whole), sheet = latex_sheet(equations, Extent::whole);
  for (const char* line :
       {"A_1 ", "(6.17), its sign corrected", "(6.18) 0", "A_1*sin(phi_pin1 + phi_pin2) + B_1*sin(phi_pin1)", "V_mu",
        "mu_s^2/(2*I_lock)", "{p_pin1, p_pin2}   = F_pin1_pin2*mu_s", "[proved] {p_k, p_l} = mu_s F_kl",
        "[proved] the forms (6.8), (6.11), (6.15), (6.18)"}) {
    INFO(line);
    CHECK(page.find(line) != std::string::npos);
  }
  CHECK(sheet.find("\\mathcal{A}_{21}") != std::string::npos);
  CHECK(sheet.find("F_{21,32}") != std::string::npos);
  // C_2 = -(m_1 + m_2) m_3 d_1 e_2 in the paper's frames, where it prints plus
  const Model model = load_model("three-body", {{"joint.pin1.at.plate.y", "0"}});
  const Equations framed = derive_equations(tree_spec(model), false);
  double value = 0;
  const std::vector<double> constants = constant_values(framed);
  for (std::size_t i = 0; i < constants.size(); ++i)
    if (name(framed.definitions[i].symbol) == "C_2") value = constants[i];
  const double m1 = model.bodies[0].mass.value, m2 = model.bodies[1].mass.value, m3 = model.bodies[2].mass.value;
  CHECK(value == Approx(-(m1 + m2) * m3 * -model.joints[1].at_second[0].value * model.joints[1].at_first[1].value));
}

TEST_CASE("two bodies are printed in the letters of the planar paper") {
  const Model model = load_model("two-body");
  const std::string page = text_sheet(derive_equations(tree_spec(model)), Extent::whole);
  const char* const four_four =  // (4.4)
      "H          = (s*nu^2 + mu*(Itilde_hub - Itilde_arm)*nu + mu^2*(Itilde_hub + Itilde_arm - "
      "2*eps*lam)/4)/(2*Delta)";
  for (const char* line :
       {"augmented inertia of hub = 105.556", "augmented inertia of arm = 70", four_four,
        "(1.5)  omega_hub' = -gamma*(Itilde_arm*omega_arm^2 + eps*lam*omega_hub^2)",
        "(1.6)  mu_hub     = Itilde_hub*omega_hub + eps*lam*omega_arm", "(5.10) V_mu       = mu^2/(2*s)"})
    CHECK(page.find(line) != std::string::npos);
}
