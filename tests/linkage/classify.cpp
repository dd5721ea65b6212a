// SPDX-License-Identifier: Apache-2.0
#include "oopss/linkage/classify.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <random>

#include "oopss/linkage/classify_loop.hpp"
#include "oopss/linkage/classify_table.hpp"
#include "tests/linkage/trace.hpp"

using namespace oopss;
using nlohmann::json;

namespace {

std::vector<std::array<int, 2>> revolving(const FourBarClass& found) {
  std::vector<std::array<int, 2>> out;
  for (const BarPair& pair : found.pairs)
    if (pair.revolves) out.push_back({pair.j, pair.k});
  return out;
}

FourBarClass of_text(const std::vector<std::string>& texts, int reference = 0) {
  return classify_four_bar(lengths_as_written(texts), reference);
}

double ratio(const mpq_class& a, const mpq_class& b) { return mpq_class(a / b).get_d(); }

}  // namespace

TEST_CASE("the golden quadruples are classified as they should be, as decimals and as doubles") {
  const json golden = json::parse(std::ifstream("tests/golden/loops.json")).at("classification");
  REQUIRE(golden.size() == 17);
  for (const json& one : golden) {
    INFO(one.dump());
    std::vector<std::string> texts;
    for (const json& length : one.at("lengths")) texts.push_back(length.dump());
    const json& expected = one.at("expect");
    for (const FourBarClass& found :
         {classify_four_bar(lengths_as_written(texts), one.at("ref")),
          classify_four_bar(lengths_computed(one.at("lengths").get<std::vector<double>>()), one.at("ref"))}) {
      if (expected.at("status") == "bad_input") {
        CHECK(found.kind == FourBarKind::bad_input);
        CHECK(found.problems.size() == 1);
        continue;
      }
      CHECK(word(found.kind) == expected.at("class"));
      CHECK(ratio(found.margin, found.P) == Approx(expected.at("margin_over_perimeter").get<double>()).margin(1e-15));
      CHECK(ratio(found.slack, found.P) == Approx(expected.at("slack_over_perimeter").get<double>()).margin(1e-15));
      CHECK(found.nodes == expected.at("collinear_configurations"));
      CHECK(found.crank.value_or(-1) == (expected.at("crank").is_null() ? json(-1) : expected.at("crank")));
      CHECK(word(found.type) == (expected.at("type").is_null() ? json("none") : expected.at("type")));
      CHECK(revolving(found) == expected.at("revolving_pairs").get<std::vector<std::array<int, 2>>>());
      CHECK(found.components == expected.at("components"));
      CHECK(found.b1 == expected.at("b1"));
      CHECK(topology_words(found) == expected.at("topology"));
      if (!expected.contains("abs_phi10_range")) continue;
      const TurningRange range = found.pairs[0].range;
      CHECK(range.least == Approx(expected.at("abs_phi10_range")[0].get<double>()).margin(1e-13));
      CHECK(range.most == Approx(expected.at("abs_phi10_range")[1].get<double>()).margin(1e-13));
    }
  }
}

TEST_CASE("lengths are judged as they are written, where binary sums would err") {
  CHECK(0.3 + 0.5 != 0.1 + 0.7);
  CHECK(of_text({"0.1", "0.3", "0.7", "0.5"}).kind == FourBarKind::change_point);
  CHECK(of_text({"0.1", "0.3", "0.6", "0.2"}).kind == FourBarKind::rigid_line);
  CHECK(of_text({"0.1", "0.3", "0.7", "0.50000000000000000000000000001"}).kind == FourBarKind::grashof);
  CHECK(of_text({"0.1", "0.3", "0.7", "0.49999999999999999999999999999"}).kind == FourBarKind::non_grashof);
  CHECK(of_text({"1e-300", "3e-300", "7e-300", "5e-300"}).kind == FourBarKind::change_point);
  CHECK(of_text({"1e300", "3e300", "7e300", "5e300"}).kind == FourBarKind::change_point);
  CHECK(of_text({"1e300", "1e300", "1e300", "1e-300"}).kind == FourBarKind::grashof);
}

TEST_CASE("computed lengths within 1e-12 of the perimeter of a change point are one, and others are not") {
  const auto computed = [](std::vector<double> l) { return classify_four_bar(lengths_computed(l)).kind; };
  CHECK(computed({0.1, 0.3, 0.7, 0.1 + 0.4}) == FourBarKind::change_point);
  CHECK(computed({2, 1, 1.5 + 5e-12, 1.5}) == FourBarKind::change_point);
  CHECK(computed({2, 1, 1.5 + 7e-12, 1.5}) == FourBarKind::grashof);
  CHECK(computed({2, 1, 1.5 - 7e-12, 1.5}) == FourBarKind::non_grashof);
  CHECK(computed({1, 2, 3, 6 + 1e-12}) == FourBarKind::rigid_line);
  CHECK(classify_four_bar(lengths_computed({1, 1 + 1e-13, 1, 1})).type == FourBarType::rhombus);
}

TEST_CASE("bad lengths are named, all of them") {
  const LoopLengths bad = lengths_as_written({"1", "0", "x", "-2", "1e999", "nan", "1e-400", ""});
  REQUIRE(bad.problems.size() == 7);
  CHECK(bad.problems[0] == "the length of bar 1 must be greater than zero, got 0");
  CHECK(bad.problems[1] == "the length of bar 2 must be a finite number, got 'x'");
  CHECK(bad.problems[2] == "the length of bar 3 must be greater than zero, got -2");
  CHECK(bad.problems[3] == "the length of bar 4 is too large: the largest double is about 1.8e308");
  CHECK(lengths_computed({1, std::nan(""), 2, 0}).problems.size() == 2);
  CHECK(lengths_as_written({"1", "1"}).problems.size() == 1);
  CHECK(of_text({"1", "1", "1", "1"}, 4).problems.size() == 1);
  for (const char* text : {".", "1.", ".5", "1.2.3", "1e", "1e+2", "+1", "0x1", "1 ", "e5", "--1"}) {
    const bool good = std::string(text) == "1." || std::string(text) == ".5" || std::string(text) == "1e+2";
    CHECK(lengths_as_written({text, "1", "1", "1"}).problems.empty() == good);
  }
}

TEST_CASE("10 000 random quadruples have the circles and windings of their traced closure curve") {
  std::mt19937_64 draw(13);
  std::uniform_real_distribution<double> length(0.02, 1);
  int tried = 0, nearest_left_out = 0;
  std::array<int, 6> seen{};
  while (tried < 10'000) {
    const std::array<double, 4> l = {length(draw), length(draw), length(draw), length(draw)};
    const FourBarClass found = classify_four_bar(lengths_computed({l[0], l[1], l[2], l[3]}));
    // a trace in doubles cannot tell on which side of a change point these are
    if (std::abs(ratio(found.margin, found.P)) < 1e-9 || std::abs(ratio(found.slack, found.P)) < 1e-9) {
      ++nearest_left_out;
      continue;
    }
    ++tried;
    ++seen[static_cast<int>(found.kind)];
    const double shortest = *std::min_element(l.begin(), l.end());
    const TracedCurve traced = trace_windings(l, 2 * static_cast<int>(8 + 4 / shortest));
    const bool circles = static_cast<int>(traced.windings.size()) == found.components;
    bool turns = circles && traced.components == found.components && traced.b1 == found.b1 && traced.nodes == 0;
    for (const std::array<int, 6>& winding : traced.windings)
      for (std::size_t pair = 0; pair < found.pairs.size(); ++pair)
        turns = turns && std::abs(winding[pair]) == (found.pairs[pair].revolves ? 1 : 0);
    if (!turns) {
      CAPTURE(l, word(found.kind), traced.components, traced.b1, traced.windings.size(), traced.coarsest);
      FAIL_CHECK("the trace finds something else");
    }
  }
  CHECK(nearest_left_out == 0);
  CHECK(seen[static_cast<int>(FourBarKind::grashof)] > 1000);
  CHECK(seen[static_cast<int>(FourBarKind::non_grashof)] > 1000);
  CHECK(seen[static_cast<int>(FourBarKind::not_constructible)] > 100);
}

TEST_CASE("components, loops and nodes of every four whole lengths up to 6 are those of the traced curve") {
  std::array<int, 6> seen{};
  for (int a = 1; a <= 6; ++a)
    for (int b = 1; b <= 6; ++b)
      for (int c = 1; c <= 6; ++c)
        for (int d = 1; d <= 6; ++d) {
          if (a == b && c == d) continue;  // there bars 0 and 1 fold to a point, about which the others turn
          const FourBarClass found = classify_four_bar({{a, b, c, d}, 0, {}});
          const TracedCurve traced = trace({double(a), double(b), double(c), double(d)}, 96);
          CAPTURE(a, b, c, d, word(found.kind));
          CHECK(traced.components == found.components);
          CHECK(traced.b1 == found.b1);
          CHECK(traced.nodes == found.nodes);
          ++seen[static_cast<int>(found.kind)];
        }
  for (const FourBarKind kind : {FourBarKind::not_constructible, FourBarKind::rigid_line, FourBarKind::change_point,
                                 FourBarKind::grashof, FourBarKind::non_grashof})
    CHECK(seen[static_cast<int>(kind)] > 10);
}

TEST_CASE("the table of collinear cases says what the paper's Table 1 does, and every class is alike in itself") {
  const FourBarTable table = four_bar_table();
  const std::vector<std::string> conditions = {
      "l0 + l1 + l2 + l3 = 0", "l0 + l1 - l2 - l3 = 0", "l0 + l1 - l2 + l3 = 0", "l0 + l1 + l2 - l3 = 0",
      "l0 - l1 + l2 + l3 = 0", "l0 - l1 - l2 - l3 = 0", "l0 - l1 - l2 + l3 = 0", "l0 - l1 + l2 - l3 = 0"};
  REQUIRE(table.cases.size() == 8);
  for (int k = 0; k < 8; ++k) {
    const CollinearCase& row = table.cases[k];
    CHECK(condition_words(row.signs) == conditions[k]);
    CHECK(row.alike);
    CHECK(row.kind == (k == 0             ? FourBarKind::bad_input
                       : k == 1 || k >= 6 ? FourBarKind::change_point
                                          : FourBarKind::rigid_line));
  }
  CHECK(table.cases[0].quadruples == 0);
  CHECK(table.rows.size() == 8);
  long sum = 0;
  for (const FourBarRow& row : table.rows) {
    CHECK(row.alike);
    sum += row.quadruples;
  }
  CHECK(sum == 1296);
}
