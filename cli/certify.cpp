// SPDX-License-Identifier: Apache-2.0
#include "cli/certify.hpp"

#include <fmt/format.h>

#include "cli/documents.hpp"
#include "cli/exit.hpp"
#include "cli/files.hpp"
#include "cli/terminal.hpp"
#include "oopss/analysis/certified.hpp"
#include "oopss/analysis/verify.hpp"

namespace oopss {
Equilibria prove_equilibria(const Common& common, const Model& model, const ShapeEnergy& of,
                            const std::string& file) try {
  const int bodies = of.landscape.joints + 1;
  if (of.landscape.mu_s == 0 && !of.landscape.stores_energy())
    throw UsageError("--certify: without momentum every shape at rest is an equilibrium: there is nothing to count");
  if (bodies < 2 || bodies > certify_most_bodies)
    throw TooLarge(fmt::format("--certify takes 2 to {} bodies, this model has {}", certify_most_bodies, bodies));
  const ExactLandscape about = exact_landscape(model, of.landscape);
  CertifySearch search(about);
  {
    const Interruption interruption;
    Progress progress("certify", !common.quiet && !common.json);
    while (Interruption::signal() == 0 && search.step()) progress.show(search.done(), search.boxes(), "boxes");
  }
  const Certificate certificate = search.certificate();
  if (const Verdict verdict = verify(about, certificate); !verdict.problem.empty())
    throw std::logic_error("the certificate that was found does not hold: " + verdict.problem);
  if (!file.empty()) write_file(file, certificate_document(model, about, certificate));
  return certified_equilibria(of, about, certificate, search.undecided_boxes());
} catch (const NotEnclosed& problem) {
  throw Unsupported(fmt::format("--certify: {}{}", problem.what(),
                                of.landscape.stores_energy() ? "; --free leaves the torque laws out" : ""));
}

}  // namespace oopss
