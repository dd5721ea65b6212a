// SPDX-License-Identifier: Apache-2.0
#include "oopss/analysis/verify.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "cli/documents.hpp"
#include "cli/exit.hpp"
#include "cli/files.hpp"
#include "cli/verbs.hpp"

namespace oopss {
namespace {

/// The places of the fixed bodies in the model; throws for a name that it does not have.
std::vector<int> places(const Model& model, const std::vector<std::string>& names, const std::string& path) {
  std::vector<int> out;
  for (const std::string& name : names) {
    const auto body =
        std::find_if(model.bodies.begin(), model.bodies.end(), [&](const Body& one) { return one.name.value == name; });
    if (body == model.bodies.end()) throw FileError(fmt::format("{}: the model has no body \"{}\"", path, name));
    out.push_back(static_cast<int>(body - model.bodies.begin()));
  }
  return out;
}

}  // namespace

int verify_certificate(const Common& common, const VerifyOptions& options) {
  const std::string& path = options.certificate;
  CertificateFile file = read_certificate(path, read_bytes(path));
  const Model model = read_model({path, file.model});
  if (!is_planar(model)) throw Unsupported(path + ": certificates are for planar models");
  const PairConstants<Enclosure> of = pair_constants(exact_tree(model));
  file.certificate.fixed = places(model, file.fixed, path);
  Verdict verdict;
  if (coefficient_texts(of) != file.coefficients)
    verdict.problem = "the coefficients are not those of the model";
  else
    verdict = verify(of, file.certificate);
  const auto count = static_cast<long>(file.certificate.roots.size());
  if (common.json)
    print(verify_document(model, verdict.problem, count, verdict.boxes, verdict.undecided));
  else if (!verdict.problem.empty())
    print(fmt::format("{}: rejected: {}\n", path, verdict.problem));
  else
    print(fmt::format("{}: verified: {} relative equilibria of \"{}\", each alone in its box; {}\n", path, count,
                      model.name,
                      verdict.undecided == 0
                          ? fmt::format("no other in any of {} boxes that cover the torus of shapes", verdict.boxes)
                          : fmt::format("{} of {} boxes are undecided", verdict.undecided, verdict.boxes)));
  return verdict.problem.empty() && verdict.undecided == 0 ? Exit::done : Exit::numerical;
}

}  // namespace oopss
