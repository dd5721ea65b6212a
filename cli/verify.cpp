// SPDX-License-Identifier: Apache-2.0
#include "oopss/analysis/verify.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "cli/documents.hpp"
#include "cli/exit.hpp"
#include "cli/files.hpp"
#include "cli/verbs.hpp"
#include "oopss/analysis/certify.hpp"
#include "oopss/system/printable.hpp"

namespace oopss {
namespace {

constexpr std::size_t most_certificate_bytes = 64 << 20;

/// The places of names among bodies or joints; throws for a name that there is not.
template <class Named>
std::vector<int> places(const std::vector<Named>& among, const std::vector<std::string>& names,
                        const std::string& path) {
  std::vector<int> out;
  for (const std::string& name : names) {
    const auto at = std::find_if(among.begin(), among.end(), [&](const Named& one) { return one.name.value == name; });
    if (at == among.end()) throw FileError(fmt::format("{}: the model has no \"{}\" to hold", path, name));
    out.push_back(static_cast<int>(at - among.begin()));
  }
  return out;
}

/// Whether the file proves what it says of its model.
Verdict judged(CertificateFile& file, const Model& model, const std::string& path) try {
  const auto rejected = [](const char* why) { return Verdict{why}; };
  if (model.bodies.size() > certify_most_bodies) return rejected("the model has more bodies than any certificate");
  const ExactLandscape of = exact_landscape(model, file.momentum);
  if (file.momentum && !of.stores_energy()) return rejected("it is about springs, and the model has none");
  if (coefficient_texts(of.pairs) != file.coefficients) return rejected("the coefficients are not those of the model");
  file.certificate.held =
      of.stores_energy() ? places(model.joints, file.fixed, path) : places(model.bodies, file.fixed, path);
  return verify(of, file.certificate);
} catch (const NotEnclosed& problem) {
  return {problem.what()};
}

}  // namespace

int verify_certificate(const Common& common, const VerifyOptions& options) {
  const std::string& path = options.certificate;
  CertificateFile file = read_certificate(path, read_bytes(path, most_certificate_bytes));
  const Model model = read_model({path, file.model});
  if (!is_planar(model)) throw Unsupported(path + ": certificates are for planar models");
  const Verdict verdict = judged(file, model, path);
  const auto count = static_cast<long>(file.certificate.roots.size());
  if (common.json)
    print(verify_document(model, verdict.problem, count, verdict.boxes, verdict.undecided));
  else if (!verdict.problem.empty())
    print(fmt::format("{}: rejected: {}\n", path, verdict.problem));
  else
    print(fmt::format("{}: verified: {} relative equilibria of \"{}\", each alone in its box; {}\n", path, count,
                      one_line(model.name),
                      verdict.undecided == 0
                          ? fmt::format("no other in any of {} boxes that cover all shapes", verdict.boxes)
                          : fmt::format("{} of {} boxes are undecided", verdict.undecided, verdict.boxes)));
  return verdict.problem.empty() && verdict.undecided == 0 ? Exit::done : Exit::numerical;
}

}  // namespace oopss
