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
namespace {

/// What the proof is about, and its search.
struct Proof {
  ExactLandscape about;
  CertifySearch search;

  Proof(const Model& model, const ShapeLandscape& of)
      : about(exact_landscape(model, of.stores_energy() ? std::optional(as_written(of.mu_s)) : std::nullopt)),
        search(about) {}
};

Proof proof_of(const Model& model, const ShapeLandscape& of) {
  try {
    return {model, of};
  } catch (const NotEnclosed& problem) {
    throw Unsupported(fmt::format("--certify: {}{}", problem.what(),
                                  of.stores_energy() ? "; --free leaves the torque laws out" : ""));
  }
}

}  // namespace

Equilibria prove_equilibria(const Common& common, const Model& model, const ShapeEnergy& of, const std::string& file) {
  const int bodies = of.landscape.joints + 1;
  if (of.landscape.mu_s == 0 && !of.landscape.stores_energy())
    throw UsageError("--certify: without momentum every shape at rest is an equilibrium: there is nothing to count");
  if (bodies < 2 || bodies > certify_most_bodies)
    throw TooLarge(fmt::format("--certify takes 2 to {} bodies, this model has {}", certify_most_bodies, bodies));
  auto [about, search] = proof_of(model, of.landscape);
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
}

}  // namespace oopss
