// SPDX-License-Identifier: Apache-2.0
// Printed equations of linkages against the engine, and what is proved of them.
#include "oopss/system/equations.hpp"

#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <cmath>
#include <fstream>
#include <map>
#include <sstream>

#include "oopss/model/build.hpp"
#include "oopss/model/read.hpp"
#include "oopss/symbolic/program.hpp"
#include "oopss/system/prove_closure.hpp"
#include "oopss/system/sheet.hpp"
#include "tests/linkage/runs.hpp"

using namespace oopss;

namespace {

/// Some expressions of derived equations, evaluated at a state: definitions are put in.
struct Calculator {
  Calculator(const Equations& equations, const std::vector<Expr>& all) {
    Substitution by;
    for (const Definition& definition : equations.definitions)
      by.emplace(definition.symbol, substitute(definition.value, by));
    code = program(substitute(all, by), {{symbol("t", -1)}, equations.state, equations.p, equations.arguments});
  }
  std::vector<double> operator()(double t, const std::vector<double>& x, const std::vector<double>& p) const {
    std::vector<double> scratch(code.code.size()), out(code.results.size());
    const double none = 0;
    const std::vector<const double*> inputs = {&t, x.data(), p.data(), &none};
    interpret(code, inputs, scratch, out);
    return out;
  }
  Program code;
};

/// The printed rates against the engine's at the start and along the motion.
void check_rates(const Model& model, double tolerance = 1e-12) {
  const StartedLinkage linkage = started(model);
  const Equations equations = derive_equations(linkage.derived.spec, false);
  const Calculator rates(equations, equations.rates);
  std::vector<double> x = linkage.x, expected(x.size());
  for (int step = 0; step < 3; ++step) {
    const double t = 0.25 * step;
    linkage.flow.field(t, x.data(), expected.data());
    const std::vector<double> printed = rates(t, x, linkage.derived.p());
    double scale = 1;
    for (const double rate : expected) scale = std::max(scale, std::abs(rate));
    for (std::size_t i = 0; i < printed.size(); ++i) CHECK(std::abs(printed[i] - expected[i]) < tolerance * scale);
    for (int part = 0; part < 5; ++part) x = extrapolated_step(linkage.flow, t + 0.05 * part, 0.05, x);
  }
}

/// The equations of a built-in linkage with their proofs, made once for all tests.
const Equations& proved_equations(const std::string& name) {
  static auto& made = *new std::map<std::string, Equations>;  // kept to the end: expressions outlive no table of theirs
  const auto [place, is_new] = made.try_emplace(name);
  if (is_new) place->second = derive_equations(tree_spec(load_model(name)));
  return place->second;
}

}  // namespace

TEST_CASE("printed equations of linkages are those of the engine, redundant loops and laws at all joints too") {
  for (const char* name :
       {"four-bar", "four-bar-rocker", "change-point", "five-bar", "watt", "two-loop", "parallelogram"}) {
    INFO(name);
    check_rates(load_model(name));
  }
  Model model = load_model("four-bar-rocker");
  model.checked = false;
  for (Joint& joint : model.joints) joint.laws = {pd_law(3, 0.2)};
  check_rates(checked(model));
  model.joints[1].laws.push_back(linearise_law(2, 0.7));  // another torque beside it
  check_rates(checked(model), 1e-11);
  Model moved = load_model("five-bar");  // beside it a joint whose motion is prescribed, in the loop and closing it
  moved.checked = false;
  moved.joints[1].laws = {linearise_law(2, 0.7), pd_law(3, 0.2)};
  for (const int joint : {0, 4}) {
    Model driven = moved;
    const SolvedStart start = started(moved).start;
    driven.joints[joint].motion = expression_number(fmt::format("{:.17g} + 0.4*sin(t) - 0.1*t^2", start.phi[joint]));
    driven.start = {};
    driven.start.guess = {named("j2", start.phi[1]), named("j3", start.phi[2]), named("j4", start.phi[3])};
    driven.start.momentum = {number(0.6)};
    check_rates(checked(driven), 1e-11);
    const Equations equations = derive_equations(started(driven).derived.spec);
    CHECK(equations.motions.size() == 1);
    for (const Claim& claim : equations.claims) CHECK(claim.proved);
  }
}

TEST_CASE("what is printed of linkages is proved for up to six bodies, the Dirac bracket of a four-bar among it") {
  for (const char* name : {"four-bar", "four-bar-rocker", "parallelogram", "watt"}) {
    INFO(name);
    const Equations& equations = proved_equations(name);
    CHECK(equations.claims.size() == (equations.reduced ? 9 : 6));
    for (const Claim& claim : equations.claims) {
      INFO(claim.statement);
      CHECK(claim.proved);
    }
  }
  const Model large = load_model("two-loop");
  CHECK(!derive_equations(tree_spec(large)).claims.back().proved);
}

TEST_CASE("a wrong G, a wrong closing force, a wrong Omega and a wrong bracket are not proved") {
  const Model model = load_model("four-bar-rocker");
  const TreeSpec spec = tree_spec(model);
  const Equations right = derive_equations(spec, false);
  const auto wrong = [&](const char* name, int claim) {
    Equations equations = right;
    for (Definition& definition : equations.definitions)
      if (oopss::name(definition.symbol).starts_with(name)) definition.value = Expr(2) * definition.value;
    return !prove_closure(spec, equations)[claim].proved;
  };
  for (const Claim& claim : prove_closure(spec, right)) CHECK(claim.proved);
  CHECK(wrong("G_", 0));
  CHECK(wrong("lambda_", 1));
  CHECK(wrong("Omega_20", 2));
  CHECK(wrong("Omega_20", 3));
  CHECK(wrong("dJ_01", 4));
  Equations equations = right;
  equations.reduced->bracket(0, 1) = 1;
  CHECK(!prove_closure(spec, equations)[3].proved);
}

TEST_CASE("the reduced four-bar moves as the tree with its closing forces, and its shape follows from theta_10") {
  for (const char* name : {"four-bar", "four-bar-rocker"}) {
    const StartedLinkage linkage = started(load_model(name));
    const Equations equations = derive_equations(linkage.derived.spec, false);
    REQUIRE(equations.reduced);
    const FourBarEquations& reduced = *equations.reduced;
    std::vector<Expr> all = reduced.state;
    all.insert(all.end(), reduced.rates.begin(), reduced.rates.end());
    all.push_back(reduced.H);
    for (const Form& form : equations.forms)
      if (form.source == "sec. 3") all.push_back(form.right);
    const Calculator calculator(equations, all);
    const auto at_time = [&](double h) {
      return calculator(0, extrapolated_step(linkage.flow, 0, h, linkage.x), linkage.derived.p());
    };
    constexpr double h = 1e-3;
    const std::vector<double> now = at_time(0), after = at_time(h), before = at_time(-h), later = at_time(2 * h),
                              earlier = at_time(-2 * h);
    for (int i = 0; i < 3; ++i) {
      const double rate = (8 * (after[i] - before[i]) - (later[i] - earlier[i])) / (12 * h);
      CHECK(now[3 + i] == Approx(rate).epsilon(1e-8).margin(1e-8));  // differences of order four
    }
    CHECK(now[6] == Approx(linkage.flow.kinetic(0, linkage.x.data())).epsilon(1e-12));
    // sigma, cos and sin of gamma, cos and sin of phi_2 - phi_0, the directions of bars from the hinges in place
    std::vector<BodyPose> poses(4);
    linkage.flow.pose(linkage.x.data(), poses.data());
    const Linkage numbers = linkage_of(linkage.derived.spec, linkage.derived.p());
    std::vector<double> direction(4);
    for (const Bar<double>& bar : numbers.loops[0])
      direction[bar.body] = poses[bar.body].angle + std::atan2(bar.e.y, bar.e.x);
    const double gamma = direction[reduced.bodies[3]] - direction[reduced.bodies[2]],
                 phi_20 = direction[reduced.bodies[2]] - direction[reduced.bodies[0]];
    CHECK(now[7] == (std::sin(gamma) > 0 ? 1 : -1));
    CHECK(now[8] == Approx(std::cos(gamma)).epsilon(1e-11));
    CHECK(now[9] == Approx(std::sin(gamma)).epsilon(1e-11));
    CHECK(now[10] == Approx(std::cos(phi_20)).epsilon(1e-11));
    CHECK(now[11] == Approx(std::sin(phi_20)).epsilon(1e-11));
  }
}

TEST_CASE("a four-bar is printed in the letters of the paper, and other graphs in the structured form") {
  const std::string page = text_sheet(proved_equations("four-bar"), Extent::whole);
  for (const char* line : {"ankle closes a loop", "(4.9)  Omega_20", "(6.4)  {theta_10, mu_1}", "(6.6)  mu_0'",
                           "{f, k}_D", "the paper's bodies 0, 1, 2, 3 are base, crank, payload, link",
                           "[proved] the Dirac bracket under g = 0, G omega = 0"})
    CHECK_THAT(page, Catch::Contains(line));
  const std::string other = text_sheet(proved_equations("watt"), Extent::whole);
  CHECK_THAT(other, Catch::Contains("S lambda = b"));
  CHECK_THAT(other, !Catch::Contains("Omega_20"));
  CHECK_THAT(text_sheet(proved_equations("parallelogram"), Extent::whole),
             Catch::Contains("follows from the other equations"));
  CHECK_THAT(latex_sheet(proved_equations("four-bar"), Extent::whole), Catch::Contains("\\Omega_{20} &= "));
}
