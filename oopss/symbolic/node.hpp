// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "oopss/symbolic/expr.hpp"

namespace oopss {

/// One vertex of the graph; its operands lie behind it in the same block of memory. Immutable but for the count of its
/// uses: handles and operands that point at it. At zero it leaves the intern table.
struct Node {
  std::uint64_t hash = 0;     // of the structure, the same in every run
  Node* next_dead = nullptr;  // links the nodes of a graph that is being freed, without recursion
  std::uint32_t uses = 0;
  std::uint32_t size = 0;  // number of operands
  Kind kind = Kind::number;
  Function function = Function::sin;
  int rank = 0;                             // of a symbol
  std::unique_ptr<const Rational> value;    // of a number; the exponent of a power
  std::unique_ptr<const std::string> name;  // of a symbol

  std::span<const Expr> operands() const { return {reinterpret_cast<const Expr*>(this + 1), size}; }
};

/// What identifies a node.
struct Key {
  Kind kind = Kind::number;
  Function function = Function::sin;
  long whole = 0;  // the number, or the exponent, if `value` is null
  const Rational* value = nullptr;
  std::string_view name = {};
  int rank = 0;
  std::span<const Expr> operands = {};
};
/// The node with this key, as it is: nothing is folded or sorted.
Expr intern(const Key& key);

inline bool is(const Expr& e, Kind kind) { return e.node()->kind == kind; }
inline bool is_whole(const Rational& q) { return q.get_den() == 1; }
/// A sum or product of operands that are already in order; of one operand, the operand itself.
Expr intern_nary(Kind kind, std::span<const Expr> operands);

}  // namespace oopss
