// SPDX-License-Identifier: Apache-2.0
#include "oopss/generate/integrator.hpp"

#include "oopss/generate/integrator_texts.hpp"
#include "oopss/integrate/dop853_tableau.hpp"
#include "oopss/integrate/gauss.hpp"

namespace oopss {
namespace {

using namespace integrator_texts;

template <std::size_t N, std::size_t M>
std::vector<double> flat(const std::array<std::array<double, N>, M>& rows, std::size_t width, std::size_t count) {
  std::vector<double> out;
  for (std::size_t i = 0; i < count; ++i) out.insert(out.end(), rows[i].begin(), rows[i].begin() + width);
  return out;
}

void gauss_tables(Notation& notation, int stages) {
  const GaussTableau tableau = gauss_tableau(stages);
  const auto s = static_cast<std::size_t>(stages);
  notation.constant("stages", stages);
  notation.table("gauss_b", std::vector<double>(tableau.b.begin(), tableau.b.begin() + stages));
  notation.table("gauss_c", std::vector<double>(tableau.c.begin(), tableau.c.begin() + stages));
  notation.table("gauss_w", flat(tableau.w, s, s));
}

/// The estimates of the error: of order 5, and b − b̂ of order 3.
void dop853_tables(Notation& notation) {
  using Tableau = Dop853Tableau;
  std::vector<double> errors(Tableau::error5.begin(), Tableau::error5.end());
  for (std::size_t i = 0; i < 12; ++i) errors.push_back(Tableau::a[12][i] - Tableau::b_hat[i]);
  notation.table("dop_c", std::vector<double>(Tableau::c.begin(), Tableau::c.end()));
  notation.table("dop_a", flat(Tableau::a, 15, 16));
  notation.table("dop_error", errors);
  notation.table("dop_dense", flat(Tableau::dense, 16, 4));
}

}  // namespace

std::string integrator_code(Notation& notation, const RunPlan& by, const std::vector<int>& momentum, Settled settled) {
  const bool gauss = by.method.kind == MethodKind::gauss;
  notation.table("is_momentum", momentum);
  if (gauss)
    gauss_tables(notation, by.method.stages);
  else
    dop853_tables(notation);
  std::string text = common + std::string(gauss ? gauss_text : dop853_text);
  // Rates are found of states whose loops are closed, but before quaternions are brought to length one.
  text = without_lines(text, settled == Settled::closed ? "$given" : "$closed");
  text = with_words(with_words(text, "$closed ", ""), "$given ", "");
  if (settled == Settled::nothing) text = without_lines(text, "call settle(");
  return notation.write(text);
}

}  // namespace oopss
