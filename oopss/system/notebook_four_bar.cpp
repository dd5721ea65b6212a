// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "oopss/linkage/four_bar.hpp"
#include "oopss/linkage/reduce.hpp"
#include "oopss/scalar/dual.hpp"
#include "oopss/system/notebook.hpp"

namespace oopss {
namespace {

using Part = Definition::Part;

constexpr const char* cross_meaning = "cross product of two bars, or its slope in theta_10";

/// The paper's bodies 0 to 3, in order around the loop: 1 has the shortest bar (l_1 = s, as Theorem 4.1 asks), and 0 is
/// the root if it is beside that one.
std::array<Bar<Expr>, 4> paper_order(const Notebook& book, const Loop<Expr>& loop) {
  const Linkage numbers = linkage_of(book.spec, values_of(book.spec.inputs));
  const auto length = [&](std::size_t k) {
    return std::hypot(numbers.loops[0][k % 4].e.x, numbers.loops[0][k % 4].e.y);
  };
  std::size_t shortest = 0;
  for (std::size_t k = 1; k < 4; ++k)
    if (length(k) < length(shortest)) shortest = k;
  const int root = book.spec.topology.root();
  const bool backward = loop[(shortest + 1) % 4].body == root;  // from 0 to 1 against the loop's own sense
  std::array<Bar<Expr>, 4> out;
  for (std::size_t k = 0; k < 4; ++k) out[k] = loop[(backward ? shortest + 5 - k : shortest + 3 + k) % 4];
  return out;
}

/// Quantities of a four-bar being written; the paper's bodies by their numbers 0 to 3.
class FourBar {
 public:
  FourBar(Notebook& book, const Loop<Expr>& loop, const SymbolicInertia& inertia)
      : book_(book), loop_(loop), inertia_(inertia), bars_(paper_order(book, loop)) {
    for (const Expr& theta : book.theta) theta_.push_back(expand(theta));
    for (int k = 0; k < 4; ++k) {
      reduced_.bodies[k] = bars_[k].body;
      number_[bars_[k].body] = k;
    }
  }

  void write(const std::vector<Expr>& tau) {
    write_position();
    write_map();
    write_inertia();
    write_motion(tau);
    book_.out.reduced = std::move(reduced_);
  }

 private:
  static std::string digits(int k, int l) { return std::to_string(k) + std::to_string(l); }
  Expr define(const std::string& name, const std::string& latex, const Expr& value, const std::string& meaning) {
    return book_.define(name, latex, value, meaning, Part::reduced, Notebook::Shown::no);
  }
  void form(const std::string& source, const std::string& left, const std::string& latex, const Expr& right,
            const std::string& meaning = {}) {
    book_.out.forms.push_back({source, left, latex, right, meaning});
  }
  /// Written down under its name, and a form of the paper.
  Expr show(const std::string& source, const std::string& name, const std::string& latex, const Expr& value,
            const std::string& meaning) {
    Expr x = define(name, latex, value, meaning);
    form(source, oopss::name(x), latex, value, meaning);
    return x;
  }
  int body(int k) const { return reduced_.bodies[k]; }

  /// (2.2), and what it says of the other two angles: cos and sin of γ = φ_3 − φ_2, φ_k the direction of bar k.
  void write_position() {
    for (const Expr& g : book_.out.closure->g) form("(2.2)", "0", "0", value_of(g), "the loop is closed");
    reduced_.state.push_back(
        define("theta_10", "\\theta_{10}", expand(theta_[body(1)] - theta_[body(0)]), "angle from body 0 to body 1"));
    form("sec. 2", name(reduced_.state[0]), "\\theta_{10}", value_of(reduced_.state[0]),
         fmt::format("the paper's bodies 0, 1, 2, 3 are {}, {}, {}, {}", book_.body(body(0)), book_.body(body(1)),
                     book_.body(body(2)), book_.body(body(3))));
    BarLengths<Expr> l;
    for (int k = 0; k < 4; ++k) {
      along_ = along_ && is_zero(bars_[k].e.y);
      l[k] = is_zero(bars_[k].e.y) ? bars_[k].e.x : sqrt(dot(bars_[k].e, bars_[k].e));
    }
    const Rotation<Expr> turn = rotation(reduced_.state[0]);
    const Vec2<Expr> one = turn * bars_[1].e;
    const Rotation<Expr> phi_10 =
        along_ ? turn : Rotation<Expr>{dot(bars_[0].e, one) / (l[0] * l[1]), cross(bars_[0].e, one) / (l[0] * l[1])};
    const Matrix<Expr> crosses = bar_crosses(loop_, theta_);
    const Expr sigma =
        show("sec. 3", "sigma", "\\sigma", apply(Function::sign, {collect_trig(crosses(body(2), body(3)))}),
             "the branch of the other two bars");
    const Rotation<Expr> far = far_turning(l, phi_10, sigma);
    const Rotation<Expr> gamma = {
        show("sec. 3", "cos_gamma", "\\cos\\gamma", far.c, "gamma = phi_3 - phi_2, from theta_10 alone"),
        show("sec. 3", "sin_gamma", "\\sin\\gamma", far.s, "")};
    const BarDirections<Expr> directions = closed_directions(l, phi_10, gamma);
    form("sec. 3", "cos(phi_2 - phi_0)", "\\cos(\\varphi_2-\\varphi_0)", directions[2].c,
         "the direction of bar 2; that of bar 3 by gamma");
    form("sec. 3", "sin(phi_2 - phi_0)", "\\sin(\\varphi_2-\\varphi_0)", directions[2].s);
  }

  /// (4.9): Ω, and its slope as θ_1 turns and θ_0 stays.
  void write_map() {
    const Matrix<Expr> raw = bar_crosses(loop_, theta_);
    crosses_ = Matrix<Expr>(4, 4);
    for (const int b : {body(3), body(2)})
      for (int k = 0; k < 4; ++k)
        if (k != b && is_zero(crosses_(b, k))) {
          const std::string pair = digits(number_[b], number_[k]);
          crosses_(b, k) = define("cross_" + pair, fmt::format("[E_{}, E_{}]", number_[b], number_[k]),
                                  collect_trig(raw(b, k)), cross_meaning);
          crosses_(k, b) = -crosses_(b, k);
        }
    N_ = four_bar_map(crosses_, body(0), body(1));
    reduced_.Omega = Matrix<Expr>(2, 2);
    for (int a = 0; a < 2; ++a)
      for (int c = 0; c < 2; ++c) {
        const std::string pair = digits(a + 2, c);
        Expr& entry = N_(body(a + 2), c);
        const Expr explicitly = unfolded(entry);
        entry = define("Omega_" + pair, "\\Omega_{" + pair + "}", entry, "entry of Omega");
        form("(4.9)", name(entry), "\\Omega_{" + pair + "}", explicitly,
             a == 0 && c == 0 ? "omega_2 = Omega_20 omega_0 + Omega_21 omega_1, and so omega_3" : "");
        reduced_.Omega(a, c) = entry;
      }
    std::vector<Dual<Expr>> moving;
    Loop<Dual<Expr>> still;
    for (int k = 0; k < 4; ++k) moving.push_back({theta_[k], N_(k, 1)});
    for (const Bar<Expr>& bar : loop_) still.push_back({bar.body, {{bar.e.x, Expr(0)}, {bar.e.y, Expr(0)}}});
    const Matrix<Dual<Expr>> moved = bar_crosses(still, moving);
    Matrix<Dual<Expr>> crosses(4, 4);
    for (const int b : {body(3), body(2)})
      for (int k = 0; k < 4; ++k)
        if (k != b && is_zero(crosses(b, k).value)) {
          const std::string pair = digits(number_[b], number_[k]);
          crosses(b, k) = {crosses_(b, k),
                           define("dcross_" + pair, fmt::format("[E_{}, E_{}]'", number_[b], number_[k]),
                                  collect_trig(moved(b, k).slope), cross_meaning)};
          crosses(k, b) = -crosses(b, k);
        }
    const Matrix<Dual<Expr>> slopes = four_bar_map(crosses, body(0), body(1));
    Substitution quotients;  // (4.9) itself: E_3 × E_0 = −Ω_20 E_3 × E_2, and so on
    const Expr& base = crosses_(body(3), body(2));
    for (int c = 0; c < 2; ++c) {
      quotients.emplace(crosses_(body(3), body(c)), -(reduced_.Omega(0, c) * base));
      quotients.emplace(crosses_(body(2), body(c)), reduced_.Omega(1, c) * base);
    }
    N_slope_ = Matrix<Expr>(4, 2);
    for (int a = 0; a < 2; ++a)
      for (int c = 0; c < 2; ++c) {
        const std::string pair = digits(a + 2, c);
        N_slope_(body(a + 2), c) =
            show("(4.9)", "dOmega_" + pair, "\\Omega_{" + pair + "}'",
                 unfolded(expand(substitute(slopes(body(a + 2), c).slope, quotients))), "slope of Omega in theta_10");
      }
  }

  /// J = NᵀJN of the tree's J, and its slope.
  void write_inertia() {
    Matrix<Dual<Expr>> N(4, 2), J(4, 4);
    for (int k = 0; k < 4; ++k) {
      for (int c = 0; c < 2; ++c) N(k, c) = {N_(k, c), N_slope_(k, c)};
      for (int l = 0; l < 4; ++l) J(k, l) = {inertia_.J(k, l), inertia_.K(k, l) * (N_(l, 1) - N_(k, 1))};
    }
    const Matrix<Dual<Expr>> reduced = reduced_inertia(N, J);
    reduced_.J = slope_ = Matrix<Expr>(2, 2);
    for (const bool slope : {false, true})
      for (int a = 0; a < 2; ++a)
        for (int b = a; b < 2; ++b) {
          const std::string pair = digits(a, b);
          Matrix<Expr>& out = slope ? slope_ : reduced_.J;
          out(a, b) = out(b, a) =
              show("(4.10)", (slope ? "dJ_" : "J_") + pair, fmt::format("\\hat J_{{{}}}{}", pair, slope ? "'" : ""),
                   expand(slope ? reduced(a, b).slope : reduced(a, b).value),
                   slope ? "slope of J in theta_10" : "entry of the reduced J");
        }
  }

  /// (5.8), (5.9), (6.4) to (6.6), with the torques on the two bodies, Nᵀτ.
  void write_motion(const std::vector<Expr>& tau) {
    std::vector<Expr> torque(2), omega;
    for (int c = 0; c < 2; ++c) {
      Expr sum = Expr(0);
      for (int k = 0; k < 4; ++k) {
        sum = sum + N_(k, c) * book_.symbols.mu[k];
        torque[c] = torque[c] + N_(k, c) * tau[k];
      }
      const std::string number = std::to_string(c);
      reduced_.state.push_back(show("(5.8)", "mu_" + number, "\\hat\\mu_{" + number + "}", sum,
                                    "conjugate to turning body " + number + ", from the momenta of the tree"));
    }
    const Matrix<Expr>& J = reduced_.J;
    const std::vector<Expr>& x = reduced_.state;
    const Expr Delta =
        show("(5.8)", "Delta_r", "\\hat\\Delta", J(0, 0) * J(1, 1) - pow(J(0, 1), 2), "determinant of the reduced J");
    omega.push_back(
        show("(5.8)", "omega_0", "\\hat\\omega_{0}", (J(1, 1) * x[1] - J(0, 1) * x[2]) / Delta, "angular velocity"));
    omega.push_back(
        show("(5.8)", "omega_1", "\\hat\\omega_{1}", (J(0, 0) * x[2] - J(0, 1) * x[1]) / Delta, "angular velocity"));
    reduced_.H =
        (J(1, 1) * pow(x[1], 2) - Expr(2) * J(0, 1) * x[1] * x[2] + J(0, 0) * pow(x[2], 2)) / (Expr(2) * Delta);
    form("(6.5)", "H", "\\hat H", reduced_.H, "kinetic energy");
    reduced_.casimir = x[1] + x[2];
    form("(5.9)", "nu", "\\nu", reduced_.casimir, "total angular momentum, the Casimir of (6.4)");
    reduced_.bracket = Matrix<int>(3, 3);
    reduced_.bracket(0, 1) = reduced_.bracket(2, 0) = -1;
    reduced_.bracket(1, 0) = reduced_.bracket(0, 2) = 1;
    for (int i = 0; i < 3; ++i)
      for (int j = i + 1; j < 3; ++j)
        form("(6.4)", fmt::format("{{{}, {}}}", name(x[i]), name(x[j])),
             fmt::format("\\{{{}, {}\\}}", latex(x[i], book_.out.spelling), latex(x[j], book_.out.spelling)),
             Expr(reduced_.bracket(i, j)), i == 0 && j == 1 ? "the Dirac bracket of the constrained system" : "");
    const Expr slope = show("(6.6)", "dH", "\\partial\\hat H/\\partial\\theta_{10}",
                            expand(reduced_slope(slope_, omega)), "slope of H in theta_10 at constant momenta");
    reduced_.rates = {omega[1] - omega[0], slope + torque[0], torque[1] - slope};
    const char* const dotted_state[] = {"\\dot\\theta_{10}", "\\dot{\\hat\\mu}_{0}", "\\dot{\\hat\\mu}_{1}"};
    for (int i = 0; i < 3; ++i) form("(6.6)", name(x[i]) + "'", dotted_state[i], reduced_.rates[i]);
  }

  Expr value_of(const Expr& defined) const {
    for (const Definition& definition : book_.out.definitions)
      if (definition.symbol == defined) return definition.value;
    return defined;
  }
  /// With the cross products written out; of bars along the axes of their bodies factors cancel.
  Expr unfolded(const Expr& e) const {
    Substitution by;
    for (const Definition& definition : book_.out.definitions)
      if (definition.part == Part::reduced && definition.meaning == cross_meaning)
        by.emplace(definition.symbol, definition.value);
    const Expr out = substitute(e, by);
    return along_ ? expand(out) : out;
  }

  Notebook& book_;
  const Loop<Expr>& loop_;
  const SymbolicInertia& inertia_;
  std::array<Bar<Expr>, 4> bars_;
  std::array<int, 4> number_{};  // the paper's, of each body
  std::vector<Expr> theta_;
  bool along_ = true;  // the bars lie along the axes of their bodies
  Matrix<Expr> crosses_, N_, N_slope_, slope_;
  FourBarEquations reduced_;
};

}  // namespace

bool is_four_bar(const TreeSpec& spec) {
  if (spec.chords.size() != 1 || spec.topology.size() != 4) return false;
  const Linkage numbers = linkage_of(spec, values_of(spec.inputs));
  return numbers.loops[0].size() == 4 && std::all_of(numbers.loops[0].begin(), numbers.loops[0].end(),
                                                     [](const Bar<double>& bar) { return dot(bar.e, bar.e) > 0; });
}

void write_four_bar(Notebook& book, const SymbolicInertia& inertia, const Loop<Expr>& loop,
                    const std::vector<Expr>& tau) {
  FourBar(book, loop, inertia).write(tau);
}

}  // namespace oopss
