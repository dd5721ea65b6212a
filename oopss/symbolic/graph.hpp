// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <utility>
#include <vector>

#include "oopss/symbolic/node.hpp"

namespace oopss {

/// Whole numbers by node; open addressing on the hash that nodes carry.
class NodeMap {
 public:
  /// The entry of a node, made with `value` if there was none; and whether it was made.
  std::pair<int*, bool> emplace(const Node* node, int value) {
    if (2 * (count_ + 1) > slots_.size()) grow();
    Slot& slot = slots_[place(node)];
    if (slot.node != nullptr) return {&slot.value, false};
    ++count_;
    slot = {node, value};
    return {&slot.value, true};
  }
  /// Null if there is none.
  const int* find(const Node* node) const {
    const Slot& slot = slots_[place(node)];
    return slot.node != nullptr ? &slot.value : nullptr;
  }

 private:
  struct Slot {
    const Node* node = nullptr;
    int value = 0;
  };
  std::size_t place(const Node* node) const {
    std::size_t i = node->hash & (slots_.size() - 1);
    while (slots_[i].node != nullptr && slots_[i].node != node) i = (i + 1) & (slots_.size() - 1);
    return i;
  }
  void grow() {
    std::vector<Slot> old(2 * slots_.size());
    old.swap(slots_);
    for (const Slot& slot : old)
      if (slot.node != nullptr) slots_[place(slot.node)] = slot;
  }
  std::vector<Slot> slots_ = std::vector<Slot>(16);
  std::size_t count_ = 0;
};

/// The nodes below some expressions, each once, operands before their users. What is computed node by node in this
/// order needs no recursion and does shared work once.
struct Graph {
  explicit Graph(std::span<const Expr> roots);
  std::vector<Expr> nodes;
  NodeMap index;

  int at(const Expr& e) const { return *index.find(e.node()); }  // of a node that is there
};

/// e with other operands, folded again as the operators do.
Expr rebuild(const Expr& e, std::span<const Expr> changed);

}  // namespace oopss
