// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/symbolic/program.hpp"
#include "oopss/system/tree_spec.hpp"
#include "server/protocol.hpp"

namespace oopss {

/// The symbols that a page can evaluate, with what it knows them by: columns of a run, "input.NAME" for an input.
using PageSymbols = std::vector<std::pair<Expr, std::string>>;

/// t, phi_JOINT, mu_BODY and the inputs.
PageSymbols page_symbols(const TreeSpec& spec);

/// The program of some expressions in these symbols; those that none needs are left out.
ProgramMessage program_message(const std::vector<Expr>& all, const PageSymbols& known);

}  // namespace oopss
