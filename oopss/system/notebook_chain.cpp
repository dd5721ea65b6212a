// SPDX-License-Identifier: Apache-2.0
#include "oopss/chain/reduced.hpp"
#include "oopss/system/notebook.hpp"

namespace oopss {
namespace {

using Part = Definition::Part;

/// Theorem 2.1 of Laederich and Levi, in its letters: with a hat on paper, where the tree has them too.
class ChainPage {
 public:
  explicit ChainPage(Notebook& book)
      : book_(book), chain_(*book.spec.model->chain), rods_(book.size()), comma_(rods_ > 10 ? "," : "") {}

  void write() {
    const std::size_t before = book_.out.definitions.size();
    const std::vector<Expr> m = inputs("m", "mass of bead ", chain_.masses),
                            l = inputs("l", "length of rod ", chain_.lengths);
    const Matrix<Expr> Q = inertia(m, l);
    std::vector<Expr> b = locked_momenta(Q);
    for (int j = 0; j < rods_; ++j)
      b[j] = name("b", j, expand(b[j]), fmt::format("momentum of rod {} when all turn at the rate 1", j), Part::shape);
    out_.I = expand(locked_inertia(b));
    const Expr I = book_.define("I", "\\hat I", out_.I, "inertia of the locked chain", Part::shape);
    out_.omega = chain_connection(b, I);
    out_.K = shape_metric(Q, b, I);
    std::vector<Expr> omega = out_.omega;
    Matrix<Expr> K = out_.K;
    for (int j = 1; j < rods_; ++j)
      omega[j - 1] = name("omega", j, omega[j - 1], "connection: alpha' = mu/I - omega . v turns rod 0", Part::shape);
    for (int j = 1; j < rods_; ++j)
      for (int k = j; k < rods_; ++k)
        K(j - 1, k - 1) = K(k - 1, j - 1) = name("K", j, k, K(j - 1, k - 1), "metric of the shapes", Part::shape);
    for (int j = 1; j < rods_; ++j)
      out_.v.push_back(book_.free_symbol(fmt::format("v_{}", j), fmt::format("\\hat v_{{{}}}", j), rank_other + j));
    out_.mu = book_.free_symbol("mu", "\\mu", rank_other);
    const LagrangianTerms<Expr> L = lagrangian_terms(K, omega, I, out_.mu, out_.v, book_.out.stored);
    out_.L2 = expand(L.L2);
    out_.L1 = expand(L.L1);
    out_.L0 = L.L0;
    std::vector<Definition>& all = book_.out.definitions;  // what was added is of this page
    out_.definitions.assign(all.begin() + static_cast<std::ptrdiff_t>(before), all.end());
    all.resize(before);
    book_.out.lagrangian = std::move(out_);
  }

 private:
  std::vector<Expr> inputs(const std::string& letter, const std::string& meaning, const std::vector<Number>& numbers) {
    std::vector<Expr> out;
    for (std::size_t j = 0; j < numbers.size(); ++j) {
      out.push_back(book_.free_symbol(fmt::format("{}_{}", letter, j), fmt::format("\\hat {}_{{{}}}", letter, j),
                                      rank_input + static_cast<int>(out_.p.size())));
      out_.p.push_back(out.back());
      out_.inputs.push_back({oopss::name(out.back()), fmt::format("{}{}", meaning, j), numbers[j].value});
      out_.exact.push_back(exact_decimal(numbers[j]));
    }
    return out;
  }

  static std::string latex_of(const std::string& letter) { return "\\hat " + (letter == "omega" ? "\\omega" : letter); }
  Expr name(const std::string& letter, int j, const Expr& value, const std::string& meaning, Part part) {
    return book_.name_if_needed(fmt::format("{}_{}", letter, j), fmt::format("{}_{{{}}}", latex_of(letter), j), value,
                                meaning, part);
  }
  Expr name(const std::string& letter, int j, int k, const Expr& value, const std::string& meaning, Part part) {
    return book_.name_if_needed(fmt::format("{}_{}_{}", letter, j, k),
                                fmt::format("{}_{{{}{}{}}}", latex_of(letter), j, comma_, k), value, meaning, part);
  }

  /// Q, by P_j and S_j, the masses before and after rod j, and c_jk = P_j S_k / M, j ≤ k.
  Matrix<Expr> inertia(const std::vector<Expr>& m, const std::vector<Expr>& l) {
    Expr total = Expr(0);
    for (const Expr& mass : m) total = total + mass;
    const Expr M = book_.define("M", "\\hat M", expand(total), "mass of all beads", Part::constant);
    std::vector<Expr> P(m.size()), S(m.size());
    Expr sum = Expr(0);
    for (int j = 0; j < rods_; ++j) {
      sum = P[j] = name("P", j, sum + m[j], fmt::format("mass before rod {}", j), Part::constant);
      S[j] = j + 1 == rods_ ? m[j + 1] : name("S", j, M - P[j], fmt::format("mass after rod {}", j), Part::constant);
    }
    const std::vector<Expr> psi = book_.theta;
    Matrix<Expr> c(rods_, rods_), cosine(rods_, rods_);
    for (int j = 0; j < rods_; ++j)
      for (int k = j; k < rods_; ++k) {
        c(j, k) = c(k, j) =
            name("c", j, k, P[j] * S[k] / M, fmt::format("coupling of rods {} and {}", j, k), Part::constant);
        cosine(j, k) = cosine(k, j) = cos(expand(psi[k] - psi[j]));
      }
    Matrix<Expr> Q = chain_inertia(l, c, cosine);
    for (int j = 0; j < rods_; ++j)
      for (int k = j; k < rods_; ++k)
        Q(j, k) = Q(k, j) =
            name("Q", j, k, Q(j, k), "inertia matrix of the rods", j == k ? Part::constant : Part::shape);
    return Q;
  }

  Notebook& book_;
  const Chain& chain_;
  int rods_;
  std::string comma_;  // between two indices
  ChainLagrangian out_;
};

}  // namespace

void write_chain_lagrangian(Notebook& book) { ChainPage(book).write(); }

}  // namespace oopss
