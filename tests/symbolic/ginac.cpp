// SPDX-License-Identifier: Apache-2.0
// An independent computer algebra system as the judge: GiNaC (tests only).
#include <ginac/ginac.h>

#include <catch2/catch.hpp>

#include "oopss/symbolic/print.hpp"
#include "tests/symbolic/random_formula.hpp"

namespace {

const std::vector<std::string> names = {"a", "b", "x", "y"};

struct Judge {
  GiNaC::symtab table;
  std::vector<GiNaC::ex> letters;
  std::vector<oopss::Expr> ours;

  Judge() {
    for (const std::string& name : names) {
      letters.push_back(GiNaC::symbol(name));
      table[name] = letters.back();
      ours.push_back(oopss::symbol(name));
    }
  }
  GiNaC::ex read(const oopss::Expr& e) const { return GiNaC::parser(table)(oopss::text(e)); }
};

GiNaC::ex at_place(const GiNaC::ex& e, const Judge& judge) {
  GiNaC::exmap values;
  const std::vector<GiNaC::numeric> place = {{7, 10}, {-13, 10}, {4, 10}, {-9, 10}};
  for (std::size_t i = 0; i < place.size(); ++i) values[judge.letters[i]] = place[i];
  return e.subs(values).evalf();
}

/// Zero up to the rounding of GiNaC's 17 digits: printed decimals are read as floating-point numbers.
bool vanishes(const GiNaC::ex& e, const Judge& judge) {
  const GiNaC::ex value = at_place(e, judge);
  return GiNaC::is_a<GiNaC::numeric>(value) && GiNaC::abs(GiNaC::ex_to<GiNaC::numeric>(value)).to_double() < 1e-9;
}

}  // namespace

TEST_CASE("GiNaC reads our text as the same expression") {
  const Judge judge;
  for (unsigned seed = 0; seed < 400; ++seed) {
    const oopss::Expr e = oopss::random_formula<oopss::Expr>(seed, judge.ours, 8);
    const GiNaC::ex judged = oopss::random_formula<GiNaC::ex>(seed, judge.letters, 8);
    INFO(oopss::text(e));
    CHECK(vanishes(judge.read(e) - judged, judge));
    CHECK(vanishes(
        judge.read(oopss::derivative(e, judge.ours[2])) - judged.diff(GiNaC::ex_to<GiNaC::symbol>(judge.letters[2])),
        judge));
  }
}

TEST_CASE("GiNaC's expansion of a polynomial is ours, exactly") {
  const Judge judge;
  for (unsigned seed = 0; seed < 400; ++seed) {
    const oopss::FormulaKinds polynomial = {.trigonometric = false, .quotients = false, .roots = false};
    const oopss::Expr e = expand(oopss::random_formula<oopss::Expr>(seed, judge.ours, 8, polynomial));
    const GiNaC::ex judged = oopss::random_formula<GiNaC::ex>(seed, judge.letters, 8, polynomial).expand();
    CHECK((judge.read(e) - judged).expand().is_zero());
    const std::size_t terms = oopss::kind(e) == oopss::Kind::add ? oopss::operands(e).size() : 1;
    CHECK(terms == (GiNaC::is_a<GiNaC::add>(judged) ? judged.nops() : 1));
  }
}

TEST_CASE("GiNaC's normal form of a rational function vanishes when ours does") {
  const Judge judge;
  const oopss::FormulaKinds rational = {.trigonometric = false, .quotients = true, .roots = false};
  for (unsigned seed = 0; seed < 120; ++seed) {
    const oopss::Fraction f = together(oopss::random_formula<oopss::Expr>(seed, judge.ours, 6, rational));
    const GiNaC::ex judged = oopss::random_formula<GiNaC::ex>(seed, judge.letters, 6, rational);
    CHECK((judge.read(f.numerator) / judge.read(f.denominator) - judged).normal().is_zero());
  }
}
