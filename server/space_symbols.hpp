// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/system/equations.hpp"
#include "server/program_message.hpp"

namespace oopss {

/// The state of equations in space in what a page knows: the columns of attitudes, momenta and angles.
struct SpaceSymbols {
  KnownSymbols known;   // t, these columns and the inputs
  Substitution values;  // of every symbol of the state
};
SpaceSymbols space_symbols(const TreeSpec& spec, const Equations& equations);

/// T = … of the laws of a ball joint, in the letters of docs/model-format.md; empty without laws.
std::string ball_law_latex(const JointSlots& joint, const std::vector<Expr>& p, const Spelling& spelling);

}  // namespace oopss
