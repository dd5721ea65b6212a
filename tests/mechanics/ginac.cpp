// SPDX-License-Identifier: Apache-2.0
#include <ginac/ginac.h>

#include <catch2/catch.hpp>
#include <random>

#include "oopss/mechanics/inertia.hpp"
#include "oopss/symbolic/print.hpp"

// GiNaC differentiates positions; we print closed forms. cos θ_i and sin θ_i are the symbols c_i and s_i, so both sides
// are rational functions and their equality is decided exactly.

namespace {

using GiNaC::ex;

struct Oracle {
  GiNaC::symtab table;
  GiNaC::lst angles;  // c_0, s_0, c_1, …
  std::vector<ex> c, s;

  ex symbol(const std::string& name) {
    const auto [place, fresh] = table.emplace(name, ex(0));
    if (fresh) place->second = GiNaC::symbol(name);
    return place->second;
  }
  ex read(const oopss::Expr& e) {
    for (const oopss::Expr& x : oopss::symbols(std::span(&e, 1))) symbol(oopss::name(x));
    return GiNaC::parser(table)(oopss::text(e));
  }
  /// d/dθ_i of a polynomial in c and s.
  ex turn(const ex& e, int i) const {
    return e.diff(GiNaC::ex_to<GiNaC::symbol>(s[i])) * c[i] - e.diff(GiNaC::ex_to<GiNaC::symbol>(c[i])) * s[i];
  }
  /// Zero up to c_i² + s_i² = 1.
  bool vanishes(const ex& e) const {
    ex numerator = e.normal().numer().expand();
    for (std::size_t i = 0; i < c.size(); ++i) {
      ex reduced = 0;
      for (int power = 0; power <= numerator.degree(s[i]); ++power)
        reduced +=
            numerator.coeff(s[i], power) * GiNaC::pow(1 - c[i] * c[i], power / 2) * (power % 2 == 1 ? s[i] : ex(1));
      numerator = reduced.expand();
    }
    return numerator.is_zero();
  }
};

oopss::PlanarTree<oopss::Expr> random_tree(int n, std::mt19937& generator) {
  std::vector<int> parent = {-1};
  for (int i = 1; i < n; ++i) parent.push_back(std::uniform_int_distribution<int>(0, i - 1)(generator));
  oopss::PlanarTree<oopss::Expr> tree{oopss::numbered_topology(parent)};
  const auto vector = [&](const std::string& name) {
    const bool on_axis = generator() % 2 == 0;
    return oopss::Vec2<oopss::Expr>{oopss::symbol(name + "x"), on_axis ? oopss::Expr(0) : oopss::symbol(name + "y")};
  };
  for (int i = 0; i < n; ++i) {
    const std::string number = std::to_string(i);
    tree.m.push_back(oopss::symbol("m" + number));
    tree.I.push_back(oopss::symbol("I" + number));
    tree.mass = i == 0 ? tree.m[0] : tree.mass + tree.m[i];
    tree.d_parent.push_back(vector("a" + number));
    tree.d_child.push_back(vector("b" + number));
  }
  return tree;
}

/// Positions of the mass centres from the system's, by a walk over the joints.
std::vector<std::array<ex, 2>> positions(Oracle& by, const oopss::PlanarTree<oopss::Expr>& tree) {
  const int n = tree.size();
  std::vector<std::array<ex, 2>> r(n);
  const auto rotated = [&](int i, const oopss::Vec2<oopss::Expr>& v) {
    return std::array<ex, 2>{by.c[i] * by.read(v.x) - by.s[i] * by.read(v.y),
                             by.s[i] * by.read(v.x) + by.c[i] * by.read(v.y)};
  };
  std::array<ex, 2> mean = {0, 0};
  ex mass = 0;
  for (int i = 0; i < n; ++i) {
    const int p = tree.parent[i];
    for (int axis = 0; axis < 2; ++axis) {
      if (p >= 0) r[i][axis] = r[p][axis] + rotated(p, tree.d_parent[i])[axis] - rotated(i, tree.d_child[i])[axis];
      mean[axis] += by.read(tree.m[i]) * r[i][axis];
    }
    mass += by.read(tree.m[i]);
  }
  for (auto& r_i : r)
    for (int axis = 0; axis < 2; ++axis) r_i[axis] -= mean[axis] / mass;
  return r;
}

}  // namespace

TEST_CASE("GiNaC agrees symbolically with J and its slopes for random trees of two to six bodies") {
  std::mt19937 generator(1988);
  for (const int n : {2, 2, 3, 3, 4, 4, 5, 6}) {
    const oopss::PlanarTree<oopss::Expr> tree = random_tree(n, generator);
    const oopss::PairConstants<oopss::Expr> pairs = oopss::pair_constants(tree);
    Oracle by;
    for (int i = 0; i < n; ++i) {
      by.c.push_back(by.symbol("c" + std::to_string(i)));
      by.s.push_back(by.symbol("s" + std::to_string(i)));
    }
    const auto r = positions(by, tree);
    for (int i = 0; i < n; ++i)
      for (int j = i; j < n; ++j) {
        ex gram = i == j ? by.read(tree.I[i]) : ex(0);
        for (int b = 0; b < n; ++b)
          for (int axis = 0; axis < 2; ++axis)
            gram += by.read(tree.m[b]) * by.turn(r[b][axis], i) * by.turn(r[b][axis], j);
        const ex cosine = by.c[i] * by.c[j] + by.s[i] * by.s[j], sine = by.s[j] * by.c[i] - by.c[j] * by.s[i];
        const ex alpha = by.read(pairs.alpha(i, j)), beta = by.read(pairs.beta(i, j));
        INFO("bodies " << n << ", entry " << i << ", " << j);
        CHECK(by.vanishes(i == j ? gram - by.read(pairs.diagonal[i]) : gram - alpha * cosine - beta * sine));
        if (i != j) CHECK(by.vanishes(by.turn(gram, j) - beta * cosine + alpha * sine));
      }
  }
}
