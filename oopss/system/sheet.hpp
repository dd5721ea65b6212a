// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "oopss/system/equations.hpp"

namespace oopss {

/// Whole: a page with its table of symbols, values and proofs. Fragment: the equations alone.
enum class Extent { whole, fragment };

std::string text_sheet(const Equations& equations, Extent extent);

/// A document for pdflatex (amsmath, booktabs, longtable, lmodern), or display equations to paste into one.
std::string latex_sheet(const Equations& equations, Extent extent);

/// The LaTeX of a rate of change: a dot on the letter, the indices behind it.
std::string dotted(const std::string& symbol);

}  // namespace oopss
