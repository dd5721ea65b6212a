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

PairConstants<Enclosure> exact_pairs(const Model& model) {
  try {
    return pair_constants(exact_tree(model));
  } catch (const NotEnclosed& problem) {
    throw Unsupported(fmt::format("--certify: {}", problem.what()));
  }
}

}  // namespace

Equilibria prove_equilibria(const Common& common, const Model& model, const ShapeEnergy& of, const Topology& at,
                            const std::string& file) {
  if (of.landscape.stores_energy())
    throw Unsupported("--certify is for bodies without springs so far: --free leaves the torque laws out");
  if (of.landscape.mu_s == 0)
    throw UsageError("--certify: without momentum every shape at rest is an equilibrium: there is nothing to count");
  if (at.size() < 2 || at.size() > certify_most_bodies)
    throw TooLarge(fmt::format("--certify takes 2 to {} bodies, this model has {}", certify_most_bodies, at.size()));
  const PairConstants<Enclosure> pairs = exact_pairs(model);
  CertifySearch search(pairs);
  {
    const Interruption interruption;
    Progress progress("certify", !common.quiet && !common.json);
    while (Interruption::signal() == 0 && search.step()) progress.show(search.done(), search.boxes(), "boxes");
  }
  const Certificate certificate = search.certificate();
  if (const Verdict verdict = verify(pairs, certificate); !verdict.problem.empty())
    throw std::logic_error("the certificate that was found does not hold: " + verdict.problem);
  if (!file.empty()) write_file(file, certificate_document(model, pairs, certificate));
  return certified_equilibria(of, at, pairs, certificate, search.undecided_boxes());
}

}  // namespace oopss
