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

/// `gauss_part`: a_ij / b_j.
void gauss_tables(Notation& notation, int stages) {
  const GaussTableau tableau = gauss_tableau(stages);
  const auto s = static_cast<std::size_t>(stages);
  std::vector<double> part = flat(tableau.w, s, s);
  for (double& w : part) w += 0.5;
  notation.constant("stages", stages);
  notation.table("gauss_b", std::vector<double>(tableau.b.begin(), tableau.b.begin() + stages));
  notation.table("gauss_c", std::vector<double>(tableau.c.begin(), tableau.c.begin() + stages));
  notation.table("gauss_part", part);
}

/// Without those of dense output where nobody asks for it. The estimates of the error: of order 5, and b − b̂ of
/// order 3.
void dop853_tables(Notation& notation, bool dense) {
  using Tableau = Dop853Tableau;
  std::vector<double> errors(Tableau::error5.begin(), Tableau::error5.end());
  for (std::size_t i = 0; i < 12; ++i) errors.push_back(Tableau::a[12][i] - Tableau::b_hat[i]);
  notation.table("dop_c", std::vector<double>(Tableau::c.begin(), Tableau::c.end()));
  notation.table("dop_a", flat(Tableau::a, 15, 16));
  notation.table("dop_error", errors);
  if (dense) notation.table("dop_dense", flat(Tableau::dense, 16, 4));
}

void rk4_tables(Notation& notation) {
  notation.table("rk4_c", std::vector<double>{0, 0.5, 0.5, 1});
  notation.table("rk4_b", std::vector<double>{1. / 6, 1. / 3, 1. / 3, 1. / 6});
}

/// Without what is settled where nothing is.
std::string settled_as(const std::string& text, Settled settled) {
  return settled == Settled::nothing ? without_lines(text, "call settle(") : text;
}

}  // namespace

std::string common_code(Notation& notation, const std::vector<int>& kinds) {
  notation.table("is_momentum", kinds);
  return notation.write(common);
}

std::string step_code(Notation& notation, StepKind kind, int stages, Settled settled) {
  switch (kind) {
    case StepKind::rk4:
    case StepKind::rk4_rolled:
      rk4_tables(notation);
      return notation.write(
          settled_as(with_words(rk4_step, "$over_stages", kind == StepKind::rk4 ? "for" : "repeat"), settled));
    case StepKind::dop853:
      dop853_tables(notation, true);
      return notation.write(without_lines(dop853_step, "$sparse "));
    case StepKind::dop853_unrolled:
      dop853_tables(notation, false);
      // Numbers of a kernel may be floats, which reach to 1e38.
      return notation.write(
          with_words(with_words(with_words(dop853_step, "$sparse ", ""), "1e300", "1e30"), "1e-300", "1e-30"));
    case StepKind::gauss:
    case StepKind::gauss_by_sweeps:
      break;
  }
  gauss_tables(notation, stages);
  const bool until = kind == StepKind::gauss;
  const std::string text = without_lines(gauss_step, until ? "$fixed " : "$until ");
  return notation.write(settled_as(with_words(text, until ? "$until " : "$fixed ", ""), settled));
}

std::string integrator_code(Notation& notation, const RunPlan& by, const std::vector<int>& kinds, Settled settled) {
  const bool gauss = by.method.kind == MethodKind::gauss;
  std::string out = common_code(notation, kinds);
  out += step_code(notation, gauss ? StepKind::gauss : StepKind::dop853, by.method.stages, settled);
  // Rates are found of states whose loops are closed, but before quaternions are brought to length one.
  std::string text = without_lines(gauss ? gauss_run : dop853_run, settled == Settled::closed ? "$given" : "$closed");
  text = with_words(with_words(text, "$closed ", ""), "$given ", "");
  return out + notation.write(settled_as(text, settled));
}

}  // namespace oopss
