// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "oopss/system/space_notebook.hpp"

namespace oopss {
namespace {

SpaceLines one_body_lines(const SpaceNotebook& book) {
  SpaceLines out;
  const std::string& body = book.body(0);
  out.state = {
      {"Pi_" + body + ": angular momentum of " + body + " in its own axes",
       "$\\Pi_1$ is the angular momentum of the body in its own axes, $\\Omega_1$ its angular velocity there."}};
  out.inertia = {{"Pi = J Omega with J = I, the inertia about the mass centre", "\\Pi_1 &= I_1 \\Omega_1"}};
  out.bracket = {{"{Pi^a, Pi^b} = -eps_abc Pi^c", "\\{\\Pi_1^a, \\Pi_1^b\\} &= -\\epsilon_{abc} \\Pi_1^c"},
                 {"{F, G} = -Pi.(F_Pi x G_Pi)", "\\{F, G\\} &= -\\Pi_1 \\cdot (F_{\\Pi_1} \\times G_{\\Pi_1})"}};
  out.motion = {{"Pi' = Pi x Omega", "\\dot{\\Pi}_1 &= \\Pi_1 \\times \\Omega_1"}};
  out.leaves = {{"|Pi| = c > 0: the sphere S^2, dimension 2", "$|\\Pi_1| = c > 0$: the sphere $S^2_c$, dimension 2"},
                {"Pi = 0: a point, dimension 0", "$\\Pi_1 = 0$: a point, dimension 0"}};
  return out;
}

SpaceLines two_body_lines(const SpaceNotebook& book) {
  SpaceLines out;
  const int one = book.spec.joints[0].first, two = book.spec.joints[0].second;
  const std::string b1 = book.body(one), b2 = book.body(two), R = "R_" + book.joint(0), n1 = book.index(one),
                    n2 = book.index(two);
  const auto text = [&](const char* words) {
    return fmt::format(fmt::runtime(words), fmt::arg("a", b1), fmt::arg("b", b2), fmt::arg("R", R));
  };
  const auto latex = [&](const char* words) {
    return fmt::format(fmt::runtime(words), fmt::arg("a", n1), fmt::arg("b", n2));
  };
  out.state = {
      {text("{R}: attitude of {b} seen from {a}, {R} = A_{a}^T A_{b}, three by three"),
       latex("$A$ is the attitude of body {b} seen from body {a}, $A = A_{a}^T A_{b}$.")},
      {text("Pi_{a}, Pi_{b}: angular momenta in the bodies' own axes; Omega likewise"),
       "$\\Pi_i$ is the angular momentum of body $i$ in its own axes, $\\Omega_i$ its angular velocity there, and "
       "$\\widehat{v} w = v \\times w$."}};
  out.inertia = {
      {text("(Pi_{a}, Pi_{b}) = J (Omega_{a}, Omega_{b}),  J = [J_{a}, L; L^T, J_{b}]"),
       latex("J(A) &= \\begin{{pmatrix}} J_{a} & L \\\\ L^T & J_{b} \\end{{pmatrix}}")},
      {text("J_i = I_i + eps (|d_i|^2 1 - d_i d_i^T),  L = eps hat(d_{a}) {R} hat(d_{b}),  hat(v) w = v x w"),
       latex("J_i &= I_i + \\varepsilon (|d_i|^2 1 - d_i d_i^T), \\qquad L = \\varepsilon\\, \\widehat{{d_{a}}} A\\, "
             "\\widehat{{d_{b}}}")}};
  out.bracket = {
      {"{Pi_i^a, Pi_i^b} = -eps_abc Pi_i^c", "\\{\\Pi_i^a, \\Pi_i^b\\} &= -\\epsilon_{abc} \\Pi_i^c"},
      {text("{{{R}, Pi_{b}.eta}} = {R} hat(eta),  {{{R}, Pi_{a}.xi}} = -hat(xi) {R},  all else 0"),
       latex("\\{{A, \\Pi_{b} \\cdot \\eta\\}} &= A \\widehat{{\\eta}}, \\qquad \\{{A, \\Pi_{a} \\cdot \\xi\\}} = "
             "-\\widehat{{\\xi}} A")},
      {"{F, G} = -sum_i Pi_i.(F_i x G_i)", "\\{F, G\\} &= -\\sum_i \\Pi_i \\cdot (F_i \\times G_i)"},
      {text("         + <F_R, {R} hat(G_{b}) - hat(G_{a}) {R}> - <G_R, {R} hat(F_{b}) - hat(F_{a}) {R}>"),
       latex("&\\quad + \\langle F_A, A \\widehat{{G_{b}}} - \\widehat{{G_{a}}} A \\rangle - \\langle G_A, A "
             "\\widehat{{F_{b}}} - \\widehat{{F_{a}}} A \\rangle")}};
  out.motion = {
      {text("Pi_{a}' = Pi_{a} x Omega_{a} - eps u_{a} x {R} u_{b}"),
       latex("\\dot{{\\Pi}}_{a} &= \\Pi_{a} \\times \\Omega_{a} - \\varepsilon\\, u_{a} \\times A u_{b}")},
      {text("Pi_{b}' = Pi_{b} x Omega_{b} - eps u_{b} x {R}^T u_{a},  u_i = Omega_i x d_i"),
       latex(
           "\\dot{{\\Pi}}_{b} &= \\Pi_{b} \\times \\Omega_{b} - \\varepsilon\\, u_{b} \\times A^T u_{a}, \\qquad u_i = "
           "\\Omega_i \\times d_i")},
      {text("{R}' = {R} hat(Omega_{b}) - hat(Omega_{a}) {R}"),
       latex("\\dot{{A}} &= A \\widehat{{\\Omega_{b}}} - \\widehat{{\\Omega_{a}}} A")}};
  out.product = {
      {text("M = Pi_{a} + {R} Pi_{b},  M' = M x Omega_{a}"),
       latex("M &= \\Pi_{a} + A \\Pi_{b}, \\qquad \\dot{{M}} = M \\times \\Omega_{a}")},
      {text("in (M, {R}, Pi_{b}):  {{M^a, M^b}} = -eps_abc M^c,  {{M, {R}}} = {{M, Pi_{b}}} = 0,"),
       "\\{M^a, M^b\\} &= -\\epsilon_{abc} M^c"},
      {text("         {{Pi_{b}^a, Pi_{b}^b}} = -eps_abc Pi_{b}^c,  {{{R}, Pi_{b}.eta}} = {R} hat(eta)"),
       latex("\\{{M, A\\}} &= \\{{M, \\Pi_{b}\\}} = 0")},
      {text("so(3)*_- x T*SO(3): Lie-Poisson times a cotangent bundle"),
       "\\mathfrak{so}(3)^* \\times \\mathfrak{so}(3)^* \\times SO(3) &\\cong \\mathfrak{so}(3)^*_- \\times T^*SO(3)"}};
  out.leaves = {{"|M| = c > 0: S^2 x T*SO(3), dimension 8", "$|M| = c > 0$: $S^2_c \\times T^*SO(3)$, dimension 8"},
                {"M = 0: T*SO(3), dimension 6", "$M = 0$: $T^*SO(3)$, dimension 6"}};
  return out;
}

}  // namespace

SpaceLines pair_lines(const SpaceNotebook& book) {
  return book.size() == 1 ? one_body_lines(book) : two_body_lines(book);
}

SpaceLines tree_lines(const SpaceNotebook& book) {
  SpaceLines out;
  const int root = book.tree.root();
  const std::string& top = book.body(root);
  int balls = 0, hinges = 0;
  std::string factors, factors_latex;
  for (int i = 0; i < book.size(); ++i) {
    const int k = book.tree.joint[i];
    if (k < 0) continue;
    const std::string &joint = book.joint(k), &body = book.body(i), &first = book.body(book.spec.joints[k].first),
                      &second = book.body(book.spec.joints[k].second), j = book.index(k), n = book.index(i),
                      n1 = book.index(book.spec.joints[k].first), n2 = book.index(book.spec.joints[k].second);
    if (book.tree.joints[k].axis) {
      ++hinges;
      out.state.push_back(
          {fmt::format("phi_{0}: angle of hinge {0}; p_{0}: momentum of all beyond it about its axis", joint),
           fmt::format(
               "$q_{{{0}}} = \\theta_{{{2},{1}}}$ is the angle of hinge {0}, $p_{{{0}}} = n \\cdot P_{{{0}}}$ the "
               "momentum of all beyond it about its axis.",
               j, n1, n2)});
      out.bracket.push_back({fmt::format("{{phi_{0}, p_{0}}} = {1}", joint, book.tree.sense[i]),
                             fmt::format("\\{{q_{{{0}}}, p_{{{0}}}\\}} &= {1}", j, book.tree.sense[i])});
    } else {
      ++balls;
      out.state.push_back(
          {fmt::format("R_{0}: attitude of {1} seen from {2}; P_{0}: momentum of all beyond {0} in the axes of {3}",
                       joint, second, first, body),
           fmt::format("$R_{{{0}}}$ is the attitude of body {1} seen from body {2}, $P_{{{0}}}$ the momentum of all "
                       "beyond it in the axes of body {3}.",
                       j, n2, n1, n)});
      const bool outward = book.tree.sense[i] > 0;
      out.bracket.push_back({fmt::format("{{P_{0}^a, P_{0}^b}} = -eps_abc P_{0}^c,  {{R_{0}, P_{0}.eta}} = ", joint) +
                                 (outward ? "R_" + joint + " hat(eta)" : "-hat(eta) R_" + joint),
                             fmt::format("\\{{P_{{{0}}}^a, P_{{{0}}}^b\\}} &= -\\epsilon_{{abc}} P_{{{0}}}^c, \\qquad "
                                         "\\{{R_{{{0}}}, P_{{{0}}} \\cdot \\eta\\}} = ",
                                         j) +
                                 (outward ? "R_{" + j + "} \\widehat{\\eta}" : "-\\widehat{\\eta} R_{" + j + "}")});
    }
  }
  out.state.push_back({"M: total angular momentum in the axes of " + top + ", the root",
                       fmt::format("$M$ is the total angular momentum in the axes of body {}, the root. Other vectors "
                                   "and $J$ are along these axes; $\\widehat{{v}} w = v \\times w$.",
                                   book.index(root))});
  out.inertia = {
      {"mu_k = sum_l J_kl omega_l,  J_kk = A_k (I_k + sum_b m_b (|a_bk|^2 1 - a_bk a_bk^T)) A_k^T,",
       "J_{kk} &= A_k \\Bigl(I_k + \\sum_b m_b (|a_{bk}|^2 1 - a_{bk} a_{bk}^T)\\Bigr) A_k^T"},
      {"J_kl = m hat(b_kl) hat(b_lk),  b_kl = A_k a_lk: from the barycentre of loaded body k to its joint towards l",
       "J_{kl} &= m\\, \\widehat{b_{kl}}\\, \\widehat{b_{lk}}, \\qquad b_{kl} = A_k a_{lk}"},
      {"(M, P, p) = W^T J W (Omega, w, phi'),  omega = W (Omega, w, phi'): printed is W^T J W",
       "\\mathcal{M} &= W^T J W, \\qquad \\omega = W (\\Omega, w, \\dot q)"}};
  out.bracket.insert(out.bracket.begin(), {"{M^a, M^b} = -eps_abc M^c", "\\{M^a, M^b\\} &= -\\epsilon_{abc} M^c"});
  out.motion = {
      {"M' = M x Omega", "\\dot{M} &= M \\times \\Omega"},
      {"P_j' = P_j x Omega_c + A_c^T sum_k t_k,  t_k = -m sum_l u_kl x u_lk,  u_kl = omega_k x b_kl",
       "\\dot{P}_j &= P_j \\times \\Omega_c + A_c^T \\sum_k t_k, \\qquad t_k = -m \\sum_l u_{kl} \\times u_{lk}, "
       "\\qquad u_{kl} = \\omega_k \\times b_{kl}"},
      {"p_j' = n_j.(P_j x omega_c + sum_k t_k): the sums over body c that hangs on joint j and all beyond",
       "\\dot{p}_j &= n_j \\cdot \\Bigl(P_j \\times \\omega_c + \\sum_k t_k\\Bigr)"}};
  const auto power = [](const char* space, int times) {
    return times == 0   ? std::string()
           : times == 1 ? fmt::format(" x {}", space)
                        : fmt::format(" x ({})^{}", space, times);
  };
  const auto power_latex = [](const char* space, int times) {
    return times == 0   ? std::string()
           : times == 1 ? fmt::format(" \\times {}", space)
                        : fmt::format(" \\times ({})^{{{}}}", space, times);
  };
  factors = power("T*SO(3)", balls) + power("T*S^1", hinges);
  factors_latex = power_latex("T^*SO(3)", balls) + power_latex("T^*S^1", hinges);
  out.product = {{"so(3)*_-" + factors, "\\mathfrak{so}(3)^*_-&" + factors_latex}};
  const int dimension = 6 * balls + 2 * hinges;
  out.leaves = {{fmt::format("|M| = c > 0: S^2{}, dimension {}", factors, dimension + 2),
                 fmt::format("$|M| = c > 0$: $S^2_c{}$, dimension {}", factors_latex, dimension + 2)},
                {fmt::format("M = 0: {}, dimension {}", factors.substr(3), dimension),
                 fmt::format("$M = 0$: ${}$, dimension {}", factors_latex.substr(8), dimension)}};
  return out;
}

}  // namespace oopss
