// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/model/diagnostic.hpp"
#include "server/protocol.hpp"

namespace oopss {

/// Answers that are made in one go. They throw ModelError and RefusedRequest.
EquationsMessage equations_answer(const AskEquations& ask);
ServerAnswer formula_answer(const AskFormula& ask, const WireLimits& limits);
CodeMessage code_answer(const AskCode& ask);
EquilibriaMessage equilibria_answer(const AskEquilibria& ask);
PortraitMessage portrait_answer(const AskPortrait& ask);

/// Problems with their places as an editor counts: columns in UTF-16 units.
ProblemsMessage problems_message(const ModelError& error);
ProblemMessage problem_message(const Source& source, const Diagnostic& problem);

}  // namespace oopss
