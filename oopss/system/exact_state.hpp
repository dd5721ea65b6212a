// SPDX-License-Identifier: Apache-2.0
// Derived equations at a state, in exact numbers, for proofs at points.
#pragma once

#include <random>
#include <unordered_map>

#include "oopss/scalar/dual.hpp"
#include "oopss/system/equations.hpp"
#include "oopss/system/surd.hpp"

namespace oopss {

/// The same numbers each time, small and unlike: a whole one over a whole one.
class Draw {
 public:
  Rational operator()() {
    const int over = static_cast<int>(random_() % 19) - 9, under = static_cast<int>(random_() % 7) + 2;
    Rational q(over, under);
    q.canonicalize();
    return q == 0 ? Rational(3, 7) : q;
  }
  /// (1 − t²)/(1 + t²), 2t/(1 + t²)
  Vec2<Surd> direction() {
    const Rational t = (*this)(), norm = 1 + t * t;
    return {Surd((1 - t * t) / norm), Surd(2 * t / norm)};
  }

 private:
  std::mt19937 random_{1989};
};

/// a b, of directions or vectors of the plane as complex numbers, and the conjugate.
inline Vec2<Surd> product(const Vec2<Surd>& a, const Vec2<Surd>& b) { return Rotation<Surd>{a.x, a.y} * b; }
inline Vec2<Surd> conjugate(const Vec2<Surd>& z) { return {z.x, -z.y}; }

using ExactNumber = Dual<Surd>;

/// Expressions at a point of the state, exactly, with their slopes along a direction: angles are given by their
/// cosines and sines, torques and other free symbols are arbitrary.
class ExactState {
 public:
  ExactState(const Equations& equations, Draw& draw) : equations_(equations), draw_(draw) {
    for (const auto& [symbol, number] : input_values(equations)) set(symbol, value(number));
    for (const Definition& definition : equations.definitions)
      if (definition.part == Definition::Part::torque)
        set(definition.symbol, draw());
      else
        defined_.emplace(definition.symbol.node(), definition.value);
  }

  void set(const Expr& symbol, const Surd& number) { given_[symbol.node()] = {symbol, ExactNumber(number, Surd())}; }
  void turn(const Expr& angle, const Vec2<Surd>& direction) { turns_[angle.node()] = direction; }
  /// Everything changes with the state variable number i alone; −1: nothing does.
  void move_along(int i) {
    along_ = i;
    known_.clear();
  }

  Surd at(const Expr& e) { return (*this)(e).value; }
  std::vector<Surd> gradient(const Expr& e) {
    std::vector<Surd> out;
    for (int i = 0; i < static_cast<int>(equations_.state.size()); ++i) {
      move_along(i);
      out.push_back((*this)(e).slope);
    }
    move_along(-1);
    return out;
  }

 private:
  bool moves(const Expr& x) const { return along_ >= 0 && x == equations_.state[along_]; }

  ExactNumber operator()(const Expr& e);
  ExactNumber compute(const Expr& e);
  ExactNumber of_symbol(const Expr& e);
  std::pair<Vec2<Surd>, Surd> angle(const Expr& e);

  const Equations& equations_;
  Draw& draw_;
  int along_ = -1;
  std::unordered_map<const Node*, std::pair<Expr, ExactNumber>> given_, known_;
  std::unordered_map<const Node*, Expr> defined_;
  std::unordered_map<const Node*, Vec2<Surd>> turns_;
};

}  // namespace oopss
