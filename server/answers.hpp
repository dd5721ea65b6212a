// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "oopss/model/diagnostic.hpp"
#include "server/model_cache.hpp"
#include "server/protocol.hpp"

namespace oopss {

/// What work calls again and again: throws RefusedRequest once nobody wants the answer any more.
using StillWanted = std::function<void()>;

/// Answers that are made in one go. They throw ModelError and RefusedRequest. Those that a page asks for while a slider
/// moves take what its connection keeps of its models: they read and derive nothing again.
EquationsMessage equations_answer(const AskEquations& ask);
ServerAnswer formula_answer(const AskFormula& ask, ModelCache& models, const WireLimits& limits);
CodeMessage code_answer(const AskCode& ask, const StillWanted& wanted = {});

AssembliesMessage assemblies_answer(const AskAssemblies& ask, ModelCache& models);

/// Keeps what a page works on.
ServerAnswer kept_answer(const KeepRequest& request, const WorkPlace& place);

/// Removes all that is kept.
ServerAnswer forgotten_answer(const WorkPlace& place);
/// Earlier visits, on whatever model, and the work of one of them.
ServerAnswer visits_answer(const WorkPlace& place);
ServerAnswer work_answer(const AskWork& ask, const WorkPlace& place);

EquilibriaMessage equilibria_answer(const AskEquilibria& ask, ModelCache& models, const StillWanted& wanted = {});
PortraitMessage portrait_answer(const AskPortrait& ask, ModelCache& models, const StillWanted& wanted = {});

/// The same for long work, with the part that is done: tells the page now and then.
using Watch = std::function<void(double part)>;

/// Answers that may take long: at most `limits.study_seconds` of search. What is left then is said in the note.
EquilibriaMessage proof_answer(const AskEquilibria& ask, ModelCache& models, const WireLimits& limits,
                               const Watch& watch);
BranchesMessage branches_answer(const AskBranches& ask, ModelCache& models, const WireLimits& limits,
                                const Watch& watch);

/// The same with `limits.orbit_seconds`.
OrbitsMessage orbits_answer(const AskOrbits& ask, const WireLimits& limits, const Watch& watch);
FamilyMessage family_answer(const AskFamily& ask, ModelCache& models, const WireLimits& limits, const Watch& watch);
TurnMessage turn_answer(const AskTurn& ask, const WireLimits& limits, const Watch& watch);

/// The same where what is found goes ahead: rows since the last call, perhaps none.
using RowWatch = std::function<void(double part, std::vector<std::vector<double>> rows)>;
SectionMessage section_answer(const AskSection& ask, const WireLimits& limits, const RowWatch& watch);
ExponentsMessage exponents_answer(const AskExponents& ask, const WireLimits& limits, const RowWatch& watch);
SweepMessage sweep_answer(const AskSweep& ask, const WireLimits& limits, const RowWatch& watch);
ManifoldsMessage manifolds_answer(const AskManifolds& ask, const WireLimits& limits, const Watch& watch);

/// Problems with their places as an editor counts: columns in UTF-16 units.
ProblemsMessage problems_message(const ModelError& error);
ProblemMessage problem_message(const Source& source, const Diagnostic& problem);

}  // namespace oopss
