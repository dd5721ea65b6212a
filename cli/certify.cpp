// SPDX-License-Identifier: Apache-2.0
#include "cli/certify.hpp"

#include <fmt/format.h>

#include "cli/documents.hpp"
#include "cli/exit.hpp"
#include "cli/files.hpp"
#include "cli/terminal.hpp"
#include "oopss/proof/certified.hpp"
#include "oopss/proof/counted.hpp"
#include "oopss/proof/thorough.hpp"
#include "oopss/proof/verify.hpp"

namespace oopss {
namespace {

void refuse_rest(const ShapeEnergy& energy) {
  if (energy.momentum == 0 && !energy.stores_energy)
    throw UsageError("--certify: without momentum every shape at rest is an equilibrium: there is nothing to count");
}

const char* without_laws(const ShapeEnergy& energy) {
  return energy.stores_energy ? "; --free leaves the torque laws out" : "";
}

}  // namespace

Equilibria count_equilibria_in_space(const Model& model, const ShapeEnergy& energy, const std::string& file) try {
  refuse_rest(energy);
  if (!file.empty()) throw Unsupported("--certificate: the exact count of bodies in space has no certificate");
  const Interruption interruption;
  return counted_equilibria(model, energy, {.watch = end_if_interrupted});
} catch (const NotEnclosed& problem) {
  throw Unsupported(fmt::format("--certify: {}{}", problem.what(), without_laws(energy)));
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
  throw Unsupported(fmt::format("--certify: {}{}", problem.what(), without_laws(energy)));
}

}  // namespace oopss
