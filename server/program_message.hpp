// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/symbolic/program.hpp"
#include "oopss/system/formula.hpp"
#include "server/protocol.hpp"

namespace oopss {

/// The program of some expressions in these symbols; those that none needs are left out.
ProgramMessage program_message(const std::vector<Expr>& all, const KnownSymbols& known);

}  // namespace oopss
