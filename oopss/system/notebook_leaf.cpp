// SPDX-License-Identifier: Apache-2.0
#include "oopss/mechanics/connection.hpp"
#include "oopss/system/notebook.hpp"

namespace oopss {
namespace {

using Part = Definition::Part;

/// The bodies of three in the planar paper's order: 2 is the one with both joints, 1 the first of the others; x = θ₂ −
/// θ₁ and y = θ₃ − θ₂ are the angles of the joints or minus them.
struct PaperChain {
  int one = -1, two = -1, three = -1;
  int joint_x = 0, joint_y = 1, sense_x = 1, sense_y = 1;
};

PaperChain paper_chain(const Notebook& book) {
  const std::vector<JointSlots>& joints = book.spec.joints;
  PaperChain out;
  for (int i = 0; i < 3; ++i) {
    int ends = 0;
    for (const JointSlots& joint : joints) ends += (joint.first == i) + (joint.second == i);
    (ends == 2 ? out.two : out.one < 0 ? out.one : out.three) = i;
  }
  for (int k = 0; k < 2; ++k) {
    const bool is_x = joints[k].first == out.one || joints[k].second == out.one;
    (is_x ? out.joint_x : out.joint_y) = k;
    (is_x ? out.sense_x : out.sense_y) = joints[k].second == (is_x ? out.two : out.three) ? 1 : -1;
  }
  return out;
}

/// m α_ij and m β_ij, polynomials in masses and joint vectors.
Vec2<Expr> mass_product(const Notebook& book, int i, int j) {
  const Matrix<Vec2<Expr>> D = joint_vectors(book.tree);
  Vec2<Expr> out;
  for (int b = 0; b < 3; ++b)
    for (int c = b + 1; c < 3; ++c) {
      const Vec2<Expr> u = D(b, i) - D(c, i), v = D(b, j) - D(c, j);
      const Expr weight = book.tree.m[b] * book.tree.m[c];
      out = out + Vec2<Expr>{weight * dot(u, v), -(weight * cross(u, v))};
    }
  return {expand(out.x), expand(out.y)};
}

}  // namespace

Expr write_leaf(Notebook& book, const SymbolicInertia& inertia) {
  const Topology& topology = book.spec.topology;
  Expr I_lock = book.define("I_lock", "I_{\\mathrm{lock}}", expand(locked_inertia(inertia.J)),
                            "inertia of all bodies locked at their shape", Part::shape);
  LeafEquations out;
  const std::size_t before = book.out.definitions.size();
  out.momentum = book.define("mu_s", "\\mu_s", book.out.casimir, "total angular momentum", Part::solution);
  ShapeInertia<Expr> shape = shape_inertia(topology, inertia.J);
  shape.I_lock = I_lock;
  const int joints = topology.size() - 1;
  const auto joint = [&](int k) { return book.spec.tree_joints[k]; };
  const auto index = [&](int k) {
    const JointSlots& slots = book.spec.joints[joint(k)];
    return book.index(slots.second, slots.first);
  };
  for (int k = 0; k < joints; ++k)
    shape.coupling[k] =
        book.define("a_" + book.joint(joint(k)), "a_{" + index(k) + "}", expand(shape.coupling[k]),
                    "momentum beyond " + book.joint(joint(k)) + " when all turn at the rate 1", Part::shape);
  const std::vector<Expr> A = connection(shape);
  const Matrix<Expr> F = curvature(topology, shape, inertia.K);
  out.F = Matrix<Expr>(joints, joints);
  for (int k = 0; k < joints; ++k)
    out.A.push_back(book.define("A_" + book.joint(joint(k)), "\\mathcal{A}_{" + index(k) + "}", A[k],
                                "mechanical connection: the root turns by mu_s/I_lock - A . phi'", Part::shape));
  for (int k = 0; k < joints; ++k)
    for (int l = k + 1; l < joints; ++l) {
      out.F(k, l) = book.name_if_needed("F_" + book.joint(joint(k)) + "_" + book.joint(joint(l)),
                                        "F_{" + index(k) + "," + index(l) + "}", expand(F(k, l)),
                                        "curvature of the connection", Part::shape);
      out.F(l, k) = -out.F(k, l);
    }
  const Matrix<int> P = path_matrix(topology);
  for (int k = 0; k < joints; ++k) {
    Expr conjugate = Expr(0);
    for (int i = 0; i < P.rows; ++i) conjugate = conjugate + Expr(P(i, k)) * book.symbols.mu[i];
    conjugate = book.name_if_needed("pi_" + book.joint(joint(k)), "\\pi_{" + index(k) + "}", conjugate,
                                    "conjugate to phi_" + book.joint(joint(k)), Part::solution);
    out.p.push_back(book.define("p_" + book.joint(joint(k)), "p_{" + index(k) + "}",
                                conjugate - out.momentum * out.A[k], "momentum of the shape, M_s phi'",
                                Part::solution));
  }
  std::vector<Definition>& all = book.out.definitions;  // what was added is of the leaf
  out.definitions.assign(all.begin() + static_cast<std::ptrdiff_t>(before), all.end());
  all.resize(before);
  out.potential = amended_potential(out.momentum, I_lock);
  book.out.leaf = std::move(out);
  return I_lock;
}

void write_three_body_forms(Notebook& book, const SymbolicInertia& inertia, const Expr& I_lock) {
  const PaperChain chain = paper_chain(book);
  const auto constant = [&](const char* name, const char* latex, const Expr& value, const char* source) {
    return book.name_if_needed(name, latex, value, std::string("as in ") + source, Part::constant);
  };
  const Vec2<Expr> P12 = mass_product(book, chain.one, chain.two), P13 = mass_product(book, chain.one, chain.three),
                   P23 = mass_product(book, chain.two, chain.three);
  const Expr A1 = constant("A_1", "A_1", P13.x, "(6.12)"),
             A2 = constant("A_2", "A_2", -P13.y, "(6.12): 0 in the paper's axes, along d_12 and d_32"),
             B1 = constant("B_1", "B_1", P12.x, "(6.13)"), C1 = constant("C_1", "C_1", -P12.y, "(6.14)"),
             B2 = constant("B_2", "B_2", P23.x, "(6.16)"),
             C2 = constant("C_2", "C_2", -P23.y, "(6.17), its sign corrected");
  const Expr x = Expr(chain.sense_x) * book.symbols.phi[chain.joint_x],
             y = Expr(chain.sense_y) * book.symbols.phi[chain.joint_y], both = A1 * sin(x + y) + A2 * cos(x + y);
  const Expr first = both + B1 * sin(x) + C1 * cos(x), second = both + B2 * sin(y) + C2 * cos(y);
  const Expr mu_s = book.out.leaf->momentum, m = book.tree.mass, factor = pow(mu_s, 2) / (m * pow(I_lock, 2));
  const auto slope = [&](int joint) { return "dV_mu/dphi_" + book.joint(joint); };
  const auto slope_latex = [&](int joint) {
    return "\\partial V_\\mu/\\partial" + book.out.spelling.at("phi_" + book.joint(joint));
  };
  const Expr diagonal = inertia.J(0, 0) + inertia.J(1, 1) + inertia.J(2, 2);
  book.out.forms = {
      {"(6.8)", "I_lock", "I_{\\mathrm{lock}}",
       diagonal +
           Expr(2) / m * (A1 * cos(x + y) - A2 * sin(x + y) + B1 * cos(x) - C1 * sin(x) + B2 * cos(y) - C2 * sin(y)),
       "by the constants of (6.12) to (6.17)"},
      {"sec. 6", "V_mu", "V_\\mu", book.out.leaf->potential, "amended potential"},
      {"(6.11)", slope(chain.joint_x), slope_latex(chain.joint_x), Expr(chain.sense_x) * factor * first,
       "the slope of H in the angle, where all turn as one"},
      {"(6.15)", slope(chain.joint_y), slope_latex(chain.joint_y), Expr(chain.sense_y) * factor * second, "the same"},
      {"(6.18)", "0", "0", first, "at a relative equilibrium"},
      {"(6.18)", "0", "0", second, "at a relative equilibrium"},
  };
}

}  // namespace oopss
