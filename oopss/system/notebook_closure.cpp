// SPDX-License-Identifier: Apache-2.0
#include "oopss/mechanics/inertia.hpp"
#include "oopss/system/notebook.hpp"

namespace oopss {
namespace {

using Part = Definition::Part;

constexpr int most_shown = 4;  // equations of closing forces that a page writes out

/// A row of G: what it is called, on paper and in words.
struct RowName {
  std::string name, latex, meaning;
};

/// Of loop c, or of the joint that is fixed, or of a joint under exact linearisation.
RowName loop_row(const Notebook& book, int row) {
  const char* const axis = row % 2 == 0 ? "x" : "y";
  const std::string& joint = book.joint(book.spec.chords[row / 2].joint);
  return {fmt::format("{}_{}", joint, axis), fmt::format("{},{}", row / 2 + 1, axis),
          fmt::format("{} at {}, in the axes of {}", axis, joint, book.body(book.spec.topology.root()))};
}
RowName joint_row(const Notebook& book, int joint) {
  const JointSlots& slots = book.spec.joints[joint];
  return {book.joint(joint), book.index(slots.second, slots.first), "joint " + book.joint(joint)};
}
RowName closure_row(const Notebook& book, const ClosureRows& rows, int row) {
  return row < rows.loops ? loop_row(book, row) : joint_row(book, rows.fixed[row - rows.loops].joint);
}

/// The bars by names: l_BODY where it lies along the body's x-axis, else its two components.
void name_bars(Notebook& book, std::vector<Loop<Expr>>& loops) {
  for (std::size_t c = 0; c < loops.size(); ++c)
    for (Bar<Expr>& bar : loops[c]) {
      const bool along = is_zero(bar.e.y), single = loops.size() == 1;
      const std::string body =
          single ? book.body(bar.body) : book.joint(book.spec.chords[c].joint) + "_" + book.body(bar.body);
      const std::string index = single ? book.index(bar.body) : fmt::format("{},{}", c + 1, book.index(bar.body));
      const std::string meaning = fmt::format("bar of {} in the loop{}, from joint to joint", book.body(bar.body),
                                              single ? "" : " of " + book.joint(book.spec.chords[c].joint));
      const auto component = [&](const Expr& value, const char* axis) {
        return book.name_if_needed(fmt::format("e_{}_{}", body, axis), fmt::format("e_{{{},{}}}", index, axis), value,
                                   fmt::format("{} of the {}", axis, meaning), Part::constant);
      };
      if (along)
        bar.e.x = book.name_if_needed("l_" + body, "l_{" + index + "}", bar.e.x, meaning, Part::constant);
      else
        bar.e = {component(bar.e.x, "x"), component(bar.e.y, "y")};
    }
}

std::vector<Expr> expanded(const std::vector<Expr>& all) {
  std::vector<Expr> out;
  for (const Expr& e : all) out.push_back(expand(e));
  return out;
}

/// λ of S λ = b, step by step; of one or two equations in closed form.
std::vector<Expr> write_forces(Notebook& book, const Matrix<Expr>& S, const std::vector<Expr>& b,
                               const std::vector<RowName>& rows, const std::vector<RowName>& forces) {
  const int n = S.rows;
  const auto step = [&](const std::string& name, const std::string& latex, const Expr& value) {
    return book.name_if_needed(name, latex, value, "step of solving for the closing forces", Part::closing,
                               Notebook::Shown::no);
  };
  std::vector<Expr> out(b.size());
  const auto write = [&](int r, const Expr& value) {
    out[r] = book.define(forces[r].name, forces[r].latex, value, forces[r].meaning, Part::closing,
                         n <= most_shown ? Notebook::Shown::yes : Notebook::Shown::no);
  };
  if (n == 1) write(0, b[0] / S(0, 0));
  if (n == 2) {
    const Expr det =
        book.define("det_S", "\\det S", S(0, 0) * S(1, 1) - pow(S(0, 1), 2), "determinant of S", Part::closing);
    write(0, (S(1, 1) * b[0] - S(0, 1) * b[1]) / det);
    write(1, (S(0, 0) * b[1] - S(0, 1) * b[0]) / det);
  }
  if (n <= 2) return out;
  Ldlt<Expr> f{Matrix<Expr>(n, n), std::vector<Expr>(b.size())};
  std::vector<Expr> y = b;
  for (int i = 0; i < n; ++i) {
    Expr pivot = S(i, i);
    for (int j = 0; j < i; ++j) {
      Expr sum = S(i, j);
      for (int k = 0; k < j; ++k) sum = sum - f.L(i, k) * f.D[k] * f.L(j, k);
      f.L(i, j) =
          step("L_" + rows[i].name + "_" + rows[j].name, fmt::format("L_{{{},{}}}", i + 1, j + 1), sum / f.D[j]);
      pivot = pivot - f.D[j] * pow(f.L(i, j), 2);
      y[i] = y[i] - f.L(i, j) * y[j];
    }
    f.D[i] = step("D_" + rows[i].name, fmt::format("D_{{{}}}", i + 1), pivot);
    y[i] = step("y_" + rows[i].name, fmt::format("y_{{{}}}", i + 1), y[i]);
  }
  for (int i = n - 1; i >= 0; --i) {
    Expr sum = y[i] / f.D[i];
    for (int k = i + 1; k < n; ++k) sum = sum - f.L(k, i) * out[k];
    write(i, sum);
  }
  return out;
}

}  // namespace

std::vector<Loop<Expr>> write_closure(Notebook& book, const SymbolicInertia& inertia, const ClosureRows& rows) {
  ClosureEquations closure;
  for (const ChordSlots& chord : book.spec.chords) closure.joints.push_back(chord.joint);
  closure.fixed = rows.loops == 0;
  closure.K = inertia.K;
  std::vector<Loop<Expr>> loops = loops_of(book.tree, chords(book.spec, book.symbols.p));
  if (!closure.fixed) name_bars(book, loops);
  const ClosureExpressions written =
      closure_expressions(book.spec.topology, loops, rows, expanded(book.theta), book.out.omega);
  closure.G = written.G;
  for (int c = 0; c < rows.count(); ++c) {
    const RowName row = closure_row(book, rows, c);
    closure.g.push_back(book.define("g_" + row.name, "g_{" + row.latex + "}", expand(written.gap[c]),
                                    (c < rows.loops ? "gap of the loop: " : "how far it has turned: ") + row.meaning,
                                    Part::shape));
    for (int k = 0; k < written.G.cols; ++k)
      closure.G(c, k) = book.name_if_needed(
          "G_" + row.name + "_" + book.body(k), fmt::format("G_{{{},{}}}", row.latex, book.index(k)),
          expand(written.G(c, k)), "its slope as " + book.body(k) + " turns", Part::shape);
    if (std::find(rows.independent.begin(), rows.independent.end(), c) == rows.independent.end())
      closure.left_out.push_back(c);
  }
  book.out.closure = std::move(closure);
  return loops;
}

std::vector<Expr> write_closing_forces(Notebook& book, const SymbolicInertia& inertia,
                                       const std::vector<Loop<Expr>>& loops, const ClosureRows& rows,
                                       const std::vector<Expr>& tau, const std::vector<int>& linearised,
                                       const std::vector<Expr>& demand) {
  ClosureEquations& closure = *book.out.closure;
  const int n = book.size(), count = static_cast<int>(rows.independent.size() + linearised.size());
  const std::vector<Expr>& omega = book.out.omega;
  const std::vector<Expr> curvature =
      closure_expressions(book.spec.topology, loops, rows, expanded(book.theta), omega).curvature;
  Matrix<Expr> G(count, n), S(count, count);
  std::vector<Expr> rest, b;  // what G ω' + rest = 0 has besides
  std::vector<RowName> names, forces;
  for (const int c : rows.independent) {
    for (int k = 0; k < n; ++k) G(static_cast<int>(names.size()), k) = closure.G(c, k);
    names.push_back(closure_row(book, rows, c));
    forces.push_back(
        {"lambda_" + names.back().name, "\\lambda_{" + names.back().latex + "}",
         (c < rows.loops ? "closing force on its first body: " : "torque that holds ") + names.back().meaning});
    rest.push_back(book.name_if_needed("c_" + names.back().name, "c_{" + names.back().latex + "}", curvature[c],
                                       "curvature: what g'' has without accelerations", Part::closing));
  }
  for (std::size_t c = 0; c < linearised.size(); ++c) {
    const JointSlots& joint = book.spec.joints[linearised[c]];
    G(static_cast<int>(names.size()), joint.first) = Expr(1);
    G(static_cast<int>(names.size()), joint.second) = Expr(-1);
    names.push_back(joint_row(book, linearised[c]));
    if (joint.motion)
      forces.push_back({"T_" + names.back().name, "T_{" + names.back().latex + "}",
                        "torque that the motion of " + book.joint(linearised[c]) + " takes"});
    else
      forces.push_back({"Tlin_" + names.back().name, "T^{v}_{" + names.back().latex + "}",
                        "torque of exact linearisation at " + book.joint(linearised[c])});
    rest.push_back(book.name_if_needed("v_" + names.back().name, "v_{" + names.back().latex + "}", demand[c],
                                       "acceleration asked of " + book.joint(linearised[c]), Part::torque));
  }

  std::vector<Expr> force = tau, squares;
  for (const Expr& w : omega) squares.push_back(pow(w, 2));
  const std::vector<Expr> K_squares = inertia.K * squares;
  for (std::size_t i = 0; i < force.size(); ++i) force[i] = expand(force[i] - K_squares[i]);
  const std::vector<Expr> open = write_solution(book, inertia, force, "domega", "\\dot\\omega^{0}",
                                                "acceleration without closing forces", Part::closing);
  const Notebook::Shown shown = count <= most_shown ? Notebook::Shown::yes : Notebook::Shown::no;
  for (int r = 0; r < count; ++r) {
    std::vector<Expr> row;
    for (int k = 0; k < n; ++k) row.push_back(G(r, k));
    const std::vector<Expr> response =
        write_solution(book, inertia, row, "W_" + names[r].name, fmt::format("w^{{{}}}", r + 1),
                       "acceleration per unit of " + forces[r].name, Part::closing);
    for (int s = 0; s <= r; ++s) {
      Expr sum = Expr(0);
      for (int k = 0; k < n; ++k) sum = sum + G(s, k) * response[k];
      S(r, s) = S(s, r) = book.name_if_needed("S_" + names[s].name + "_" + names[r].name,
                                              fmt::format("S_{{{}{}{}}}", s + 1, count > 9 ? "," : "", r + 1), sum,
                                              "entry of S = G J^-1 G^T", Part::closing, shown);
    }
    Expr right = -rest[r];
    for (int k = 0; k < n; ++k) right = right - G(r, k) * open[k];
    b.push_back(book.name_if_needed("b_" + names[r].name, fmt::format("b_{{{}}}", r + 1), right,
                                    "right side of S lambda = b", Part::closing, shown));
  }
  closure.S = S;
  closure.b = b;
  closure.force = write_forces(book, S, b, names, forces);
  std::vector<Expr> out(static_cast<std::size_t>(n));
  for (int k = 0; k < n; ++k)
    for (int r = 0; r < count; ++r) out[k] = out[k] + G(r, k) * closure.force[r];
  return out;
}

}  // namespace oopss
