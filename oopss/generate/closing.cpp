// SPDX-License-Identifier: Apache-2.0
#include "oopss/generate/closing.hpp"

#include "oopss/generate/closing_texts.hpp"

namespace oopss {
namespace {

using namespace closing_texts;

int part_count(const ClosingCode& code) { return code.states + code.rows * (code.bodies + code.rows + 1); }

}  // namespace

ClosingCode closing_code(const std::vector<std::vector<Expr>>& inputs, const std::vector<Expr>& rates, int momenta,
                         const ClosingExpressions& closing, const std::vector<int>& linearised) {
  ClosingCode out;
  out.loops = closing.loops;
  out.gaps = static_cast<int>(closing.gap.size());
  out.of_row = closing.moved;
  out.of_row.insert(out.of_row.end(), linearised.begin(), linearised.end());
  out.states = static_cast<int>(rates.size());
  out.momenta = momenta;
  out.bodies = closing.G.cols;
  out.rows = closing.G.rows;
  out.rank = closing.rank;
  std::vector<Expr> all = rates;
  for (const std::vector<Expr>* more : {&closing.G.entries, &closing.schur.entries, &closing.right})
    all.insert(all.end(), more->begin(), more->end());
  out.open = program(all, inputs);

  std::vector<Expr> v;
  const std::vector<Expr> slopes = slopes_along(all, inputs[1], v);
  std::vector<std::vector<Expr>> groups = inputs;
  groups.push_back(v);
  out.slopes = program(slopes, groups);
  return out;
}

std::vector<Expr> slopes_along(const std::vector<Expr>& all, const std::vector<Expr>& x, std::vector<Expr>& v) {
  const Expr s = symbol("s", rank_other + 1);  // the slope is that at s = 0 of what the state x + s v gives
  Substitution aside, back;
  for (std::size_t i = 0; i < x.size(); ++i) {
    v.push_back(symbol("v", rank_other + 2 + static_cast<int>(i)));
    aside.emplace(x[i], x[i] + s * v[i]);
  }
  back.emplace(s, Expr(0));
  return substitute(derivative(substitute(all, aside), s), back);
}

std::string closing_functions(Notation& notation, const ClosingCode& code) {
  for (const auto& [name, value] : {std::pair{"momenta", code.momenta},
                                    {"bodies", code.bodies},
                                    {"rows", code.rows},
                                    {"loop_rows", code.loops},
                                    {"gaps", code.gaps},
                                    {"rank_of_rows", code.rank},
                                    {"parts_count", part_count(code)}})
    notation.constant(name, value);
  std::vector<int> joints(static_cast<std::size_t>(code.loops), 0);
  joints.insert(joints.end(), code.of_row.begin(), code.of_row.end());
  if (!code.of_row.empty()) notation.table("joint_of_row", joints);
  std::string out = notation.write(
      "sub open_motion(t, x[], p[], u[], out[>parts_count])",
      "the tree cut open: its rates, then G by rows, G J^-1 G^T by rows, and the right sides b", code.open);
  out += notation.write("sub open_slopes(t, x[], p[], u[], v[], out[>parts_count])",
                        "their slopes as the state moves along v", code.slopes);
  const std::string solved = std::string(code.rank == code.rows ? invert_text : invert_on_range_text) + field_text;
  out += notation.write(code.gaps == code.loops ? without_lines(solved, "$moved ") : with_words(solved, "$moved ", ""));
  return code.of_row.empty() ? out : out + notation.write(torques_text);
}

}  // namespace oopss
