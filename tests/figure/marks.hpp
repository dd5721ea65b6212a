// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <variant>
#include <vector>

#include "oopss/figure/figure.hpp"

namespace oopss {

/// The marks of one kind in a panel.
template <class Kind>
std::vector<Kind> marks_of(const Panel& panel) {
  std::vector<Kind> out;
  for (const Mark& mark : panel.marks)
    if (const Kind* one = std::get_if<Kind>(&mark)) out.push_back(*one);
  return out;
}

}  // namespace oopss
