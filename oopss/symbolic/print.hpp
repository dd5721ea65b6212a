// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <vector>

#include "oopss/symbolic/expr.hpp"

namespace oopss {

/// How symbols are spelt in LaTeX, by name; a symbol that is not listed is set as text.
using Spelling = std::map<std::string, std::string, std::less<>>;

/// Text math that any calculator reads: + - * / ^ ( ), function names, decimals where exact else p/q.
/// sqrt(x) for x^(1/2); a minus sign is printed as such; x^-1 as a division.
std::string text(const Expr& e);

/// LaTeX for display math: \frac, \sqrt, \sin, \cdot only between numbers, no superfluous brackets.
std::string latex(const Expr& e, const Spelling& spelling);

/// A LaTeX rendering in which the terms of the top-level sum are separate, so that a long equation can be broken
/// between them; each begins with its sign (the first one only if negative).
std::vector<std::string> latex_terms(const Expr& e, const Spelling& spelling);

}  // namespace oopss
