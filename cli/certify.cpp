// SPDX-License-Identifier: Apache-2.0
#include "cli/certify.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "cli/documents.hpp"
#include "cli/exit.hpp"
#include "cli/files.hpp"
#include "cli/terminal.hpp"
#include "oopss/proof/certified.hpp"
#include "oopss/proof/thorough.hpp"
#include "oopss/proof/verify.hpp"
#include "oopss/system/exact_pair.hpp"

namespace oopss {
namespace {

void refuse_rest(const ShapeEnergy& energy) {
  if (energy.momentum == 0 && !energy.stores_energy)
    throw UsageError("--certify: without momentum every shape at rest is an equilibrium: there is nothing to count");
}

/// What the exact count says of a list.
void hold_against(const ExactPairCount& exact, Equilibria& list) {
  const PairCount& count = exact.count;
  if (!count.roots) {
    list.remarks.push_back(fmt::format("There is no exact count: {}", count.reason));
    return;
  }
  const long all = 2L * *count.roots, listed = static_cast<long>(list.all.size());
  const bool simple = std::all_of(list.all.begin(), list.all.end(),
                                  [](const RelativeEquilibrium& one) { return one.stability.nullity == 0; });
  list.certified = list.complete = exact.isolated && simple && listed == all;
  list.remarks.push_back(fmt::format(
      "Exact count: the polynomial of degree {} has {} real roots (Sturm), each of two attitudes: {} in all{}",
      count.degree, *count.roots, all,
      list.complete    ? ", and each root is within 1e-9 of one of these; index and stability are computed, not proved"
      : listed != all  ? fmt::format("; {} ARE LISTED", listed)
      : exact.isolated ? "; some are degenerate as numbers tell"
                       : "; as many are listed, but not each near a root of its own"));
}

}  // namespace

Equilibria count_equilibria_in_space(const Model& model, const ShapeEnergy& energy, const std::string& file) try {
  const auto refuse = [](const std::string& what) {
    throw Unsupported(
        fmt::format("--certify: in space two bodies on a ball joint without torque laws are counted, {}", what));
  };
  refuse_rest(energy);
  if (model.bodies.size() != 2) refuse("this model has one");
  const Joint& joint = model.joints[0];
  if (joint.kind != JointKind::ball) refuse(fmt::format("joint {} is a hinge", oopss::quoted(joint.name.value)));
  if (energy.stores_energy)
    refuse(fmt::format("joint {} has some; --free leaves them out", oopss::quoted(joint.name.value)));
  if (!file.empty()) throw Unsupported("--certificate: the exact count of bodies in space has no certificate");
  const Interruption interruption;
  Equilibria list = thorough_equilibria(model, energy, {.watch = end_if_interrupted});
  hold_against(exact_pair_count(model), list);
  return list;
} catch (const NotEnclosed& problem) {
  throw Unsupported(fmt::format("--certify: {}", problem.what()));
}

Equilibria prove_equilibria(const Common& common, const Model& model, const ShapeEnergy& energy,
                            const std::string& file) try {
  refuse_rest(energy);
  const ExactLandscape about = exact_landscape(model, energy);
  const Interruption interruption;
  const SearchEffort effort{.watch = end_if_interrupted};
  CertifySearch search(about);
  const Equilibria listed = listed_equilibria(energy, look_into_boxes(search, about, effort), effort);
  {
    Progress progress("certify", !common.quiet && !common.json);
    while (Interruption::signal() == 0 && search.step()) progress.show(search.done(), search.boxes(), "boxes");
  }
  const bool ended = Interruption::signal() == 0;
  Certificate certificate = search.certificate();
  if (!ended) certificate.cover.assign(1, '?');  // only the roots count then, and only they are checked
  const std::function<void()> watch = ended ? effort.watch : nullptr;
  if (const Verdict verdict = verify(about, certificate, watch); !verdict.problem.empty())
    throw std::logic_error("the certificate that was found does not hold: " + verdict.problem);
  if (!file.empty()) write_file(file, certificate_document(model, about, certificate));
  Equilibria proved = certified_equilibria(
      energy, about, certificate, ended ? search.undecided_boxes() : std::vector<UndecidedBox>(), {ended, watch});
  if (!ended) proved.remarks.push_back("the search was interrupted: what is listed is proved, others are not excluded");
  take_names(proved, listed);
  return proved;
} catch (const NotEnclosed& problem) {
  throw Unsupported(fmt::format("--certify: {}{}", problem.what(),
                                energy.stores_energy ? "; --free leaves the torque laws out" : ""));
}

}  // namespace oopss
