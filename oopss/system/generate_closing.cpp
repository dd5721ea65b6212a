// SPDX-License-Identifier: Apache-2.0
#include "oopss/system/generate_closing.hpp"

#include <fmt/format.h>

namespace oopss {
namespace {

constexpr const char* c_open = R"(
/* The tree cut open: its rates, then G by rows, G J^-1 G^T by rows, and the right sides b. */
$local void open_motion(double t, const double* x, const double* p, const double* u, double* out) {
  (void)t; (void)x; (void)p; (void)u;
)";

constexpr const char* c_slopes = R"(
/* Their slopes as the state moves along v. */
$local void open_slopes(double t, const double* x, const double* p, const double* u, const double* v, double* out) {
  (void)t; (void)x; (void)p; (void)u; (void)v;
)";

constexpr const char* c_invert = R"(
/* The inverse of A, which is symmetric and positive: A = L D L^T in the place of A, then a column at a time. */
$local void invert(double* A, double* inverse) {
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j <= i; ++j) {
      double sum = A[i * rows + j];
      for (int k = 0; k < j; ++k) sum -= A[i * rows + k] * A[k * rows + k] * A[j * rows + k];
      A[i * rows + j] = j < i ? sum / A[j * rows + j] : sum;
    }
  for (int c = 0; c < rows; ++c) {
    double y[rows];
    for (int i = 0; i < rows; ++i) {
      y[i] = i == c ? 1.0 : 0.0;
      for (int k = 0; k < i; ++k) y[i] -= A[i * rows + k] * y[k];
    }
    for (int i = rows - 1; i >= 0; --i) {
      y[i] /= A[i * rows + i];
      for (int k = i + 1; k < rows; ++k) y[i] -= A[k * rows + i] * y[k];
      inverse[i * rows + c] = y[i];
    }
  }
}
)";

constexpr const char* c_invert_on_range = R"(
/* Some equations follow from the others: the inverse of A, which is symmetric, on the space of its `rank` largest
   eigenvalues. Jacobi's rotations make A diagonal. */
$local void invert(double* A, double* inverse) {
  double V[rows * rows];
  for (int i = 0; i < rows * rows; ++i) V[i] = i % (rows + 1) == 0 ? 1.0 : 0.0;
  for (int sweep = 0; sweep < 12; ++sweep)
    for (int a = 0; a < rows; ++a)
      for (int b = a + 1; b < rows; ++b) {
        const double r = 2.0 * A[a * rows + b], d = A[b * rows + b] - A[a * rows + a], root = $std sqrt(d * d + r * r);
        if (root == 0.0) continue;
        const double tangent = r / (d < 0.0 ? d - root : d + root);
        const double c = 1.0 / $std sqrt(1.0 + tangent * tangent), s = tangent * c;
        for (int k = 0; k < rows; ++k) {
          const double x = A[k * rows + a], y = A[k * rows + b];
          A[k * rows + a] = c * x - s * y;
          A[k * rows + b] = s * x + c * y;
          const double v = V[k * rows + a], w = V[k * rows + b];
          V[k * rows + a] = c * v - s * w;
          V[k * rows + b] = s * v + c * w;
        }
        for (int k = 0; k < rows; ++k) {
          const double x = A[a * rows + k], y = A[b * rows + k];
          A[a * rows + k] = c * x - s * y;
          A[b * rows + k] = s * x + c * y;
        }
      }
  for (int i = 0; i < rows * rows; ++i) inverse[i] = 0.0;
  for (int e = 0; e < rows; ++e) {
    int larger = 0;
    for (int k = 0; k < rows; ++k)
      if (A[k * rows + k] > A[e * rows + e] || (A[k * rows + k] == A[e * rows + e] && k < e)) ++larger;
    if (larger >= rank) continue;
    for (int i = 0; i < rows; ++i)
      for (int k = 0; k < rows; ++k) inverse[i * rows + k] += V[i * rows + e] * V[k * rows + e] / A[e * rows + e];
  }
}
)";

constexpr const char* c_field = R"(
/* force: the closing forces z of (G J^-1 G^T) z = b; inverse: of that matrix, which is used up */
$local void closing_force(double* open, double* inverse, double* force) {
  double* const A = open + states + rows * bodies;
  const double* const b = A + rows * rows;
  invert(A, inverse);
  for (int c = 0; c < rows; ++c) {
    force[c] = 0.0;
    for (int d = 0; d < rows; ++d) force[c] += inverse[c * rows + d] * b[d];
  }
}

/* rates of the state: those of the tree cut open, and G^T z */
$public field(double t, const double* x, const double* p, const double* u, double* out) {
  double open[parts], inverse[rows * rows], force[rows];
  open_motion(t, x, p, u, open);
  closing_force(open, inverse, force);
  for (int i = 0; i < states; ++i) out[i] = open[i];
  for (int c = 0; c < rows; ++c)
    for (int k = 0; k < bodies; ++k) out[momenta + k] += open[states + c * bodies + k] * force[c];
}

/* derivatives of the rates by the state, by rows; exact where the loops are closed */
$public jacobian(double t, const double* x, const double* p, const double* u, double* out) {
  double open[parts], moved[parts], inverse[rows * rows], force[rows], right[rows], v[states] = {0.0};
  open_motion(t, x, p, u, open);
  closing_force(open, inverse, force);
  for (int j = 0; j < states; ++j) {
    v[j] = 1.0;
    open_slopes(t, x, p, u, v, moved);
    v[j] = 0.0;
    const double *const dG = moved + states, *const dA = dG + rows * bodies, *const db = dA + rows * rows;
    for (int i = 0; i < states; ++i) out[i * states + j] = moved[i];
    for (int c = 0; c < rows; ++c) {
      right[c] = db[c];
      for (int d = 0; d < rows; ++d) right[c] -= dA[c * rows + d] * force[d];
    }
    for (int c = 0; c < rows; ++c) {
      double slope = 0.0;
      for (int d = 0; d < rows; ++d) slope += inverse[c * rows + d] * right[d];
      for (int k = 0; k < bodies; ++k)
        out[(momenta + k) * states + j] += dG[c * bodies + k] * force[c] + open[states + c * bodies + k] * slope;
    }
  }
}

)";

constexpr const char* python_field = R"(
def _closing_force(open):
    """z of (G J^-1 G^T) z = b; G, the inverse of that matrix, z"""
    G, A, b = _split(open)
$invert    return G, inverse, inverse @ b


def _split(parts):
    """G, G J^-1 G^T and the right sides b, behind the rates of the tree cut open"""
    G, A, b = np.split(parts[_STATES:], [_ROWS * _BODIES, _ROWS * (_BODIES + _ROWS)])
    return G.reshape(_ROWS, _BODIES), A.reshape(_ROWS, _ROWS), b


def field(t, x, p=PARAMETERS, u=None):
    """rates of the state: those of the tree cut open, and G^T z"""
    open = _open_motion(t, x, p, u)
    G, _, force = _closing_force(open)
    out = open[:_STATES].copy()
    out[_MOMENTA : _MOMENTA + _BODIES] += G.T @ force
    return out


def jacobian(t, x, p=PARAMETERS, u=None):
    """derivatives of the rates by the state, by rows; exact where the loops are closed"""
    G, inverse, force = _closing_force(_open_motion(t, x, p, u))
    out = np.zeros((_STATES, _STATES))
    for j, v in enumerate(np.eye(_STATES)):
        moved = _open_slopes(t, x, p, u, v)
        dG, dA, db = _split(moved)
        out[:, j] = moved[:_STATES]
        out[_MOMENTA : _MOMENTA + _BODIES, j] += dG.T @ force + G.T @ (inverse @ (db - dA @ force))
    return out


)";

constexpr const char* python_inverse = "    inverse = np.linalg.inv(A)\n";
constexpr const char* python_inverse_on_range =
    "    values, vectors = np.linalg.eigh(A)  # some equations follow from the others\n"
    "    inverse = vectors[:, -_RANK:] / values[-_RANK:] @ vectors[:, -_RANK:].T\n";

std::string with_words(std::string text, const std::string& mark, const std::string& words) {
  for (std::size_t place = 0; (place = text.find(mark, place)) != std::string::npos; place += words.size())
    text.replace(place, mark.size(), words);
  return text;
}

int part_count(const ClosingCode& code) { return code.states + code.rows * (code.bodies + code.rows + 1); }

std::string python_program(const char* name, const char* meaning, const Program& program, bool moving) {
  std::string out = fmt::format("def {}(t, x, p, u{}):\n    \"\"\"{}\"\"\"\n", name, moving ? ", v" : "", meaning);
  out += "    x, p = np.asarray(x, float).tolist(), np.asarray(p, float).tolist()\n";
  out += "    u = [0.0] * OOPSS_INPUTS if u is None else np.asarray(u, float).tolist()\n";
  out += fmt::format("    out = [0.0] * {}\n", program.results.size());
  std::vector<std::string> names = {"t", "x", "p", "u"};
  if (moving) names.emplace_back("v");
  std::vector<bool> scalar(names.size());
  scalar[0] = true;
  return out + emit_body(program, Language::python, {names, scalar, "out"}) + "    return np.array(out)\n\n\n";
}

std::string python_functions(const ClosingCode& code) {
  std::string out = fmt::format("_STATES, _MOMENTA, _BODIES, _ROWS, _RANK = {}, {}, {}, {}, {}\n\n\n", code.states,
                                code.momenta, code.bodies, code.rows, code.rank);
  out += python_program("_open_motion", "the tree cut open: its rates, then G, G J^-1 G^T and the right sides b",
                        code.open, false);
  out += python_program("_open_slopes", "their slopes as the state moves along v", code.slopes, true);
  const bool full = code.rank == code.rows;
  return out + with_words(python_field + 1, "$invert", full ? python_inverse : python_inverse_on_range);
}

}  // namespace

ClosingCode closing_code(const std::vector<std::vector<Expr>>& inputs, const std::vector<Expr>& rates, int momenta,
                         const ClosingExpressions& closing) {
  ClosingCode out;
  out.states = static_cast<int>(rates.size());
  out.momenta = momenta;
  out.bodies = closing.G.cols;
  out.rows = closing.G.rows;
  out.rank = closing.rank;
  std::vector<Expr> all = rates;
  for (const std::vector<Expr>* more : {&closing.G.entries, &closing.schur.entries, &closing.right})
    all.insert(all.end(), more->begin(), more->end());
  out.open = program(all, inputs);

  // the slope along v is that at s = 0 of what the state x + s v gives
  const Expr s = symbol("s", rank_other + 1);
  const std::vector<Expr>& x = inputs[1];
  std::vector<Expr> v;
  Substitution aside, back;
  for (std::size_t i = 0; i < x.size(); ++i) {
    v.push_back(symbol("v", rank_other + 2 + static_cast<int>(i)));
    aside.emplace(x[i], x[i] + s * v[i]);
  }
  back.emplace(s, Expr(0));
  std::vector<std::vector<Expr>> groups = inputs;
  groups.push_back(v);
  out.slopes = program(substitute(derivative(substitute(all, aside), s), back), groups);
  return out;
}

std::string closing_functions(const ClosingCode& code, Language language) {
  if (language == Language::python) return python_functions(code);
  const bool cpp = language == Language::cpp;
  std::string out =
      fmt::format("enum {{ states = {}, momenta = {}, bodies = {}, rows = {}, rank = {}, parts = {} }};\n", code.states,
                  code.momenta, code.bodies, code.rows, code.rank, part_count(code));
  out += c_open + emit_body(code.open, language, {{"t", "x", "p", "u"}, {true, false, false, false}, "out"}) + "}\n";
  out += c_slopes +
         emit_body(code.slopes, language, {{"t", "x", "p", "u", "v"}, {true, false, false, false, false}, "out"}) +
         "}\n";
  out += std::string(code.rank == code.rows ? c_invert : c_invert_on_range) + c_field;
  out = with_words(out, "$std ", cpp ? "std::" : "");
  out = with_words(out, "$local ", cpp ? "inline " : "static ");
  return with_words(out, "$public ", cpp ? "inline void " : "void oopss_");
}

}  // namespace oopss
