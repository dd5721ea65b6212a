// SPDX-License-Identifier: Apache-2.0
#include "oopss/proof/verify.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "cli/documents.hpp"
#include "cli/exit.hpp"
#include "cli/files.hpp"
#include "cli/terminal.hpp"
#include "cli/verbs.hpp"
#include "oopss/analysis/equilibria.hpp"
#include "oopss/proof/certify.hpp"

namespace oopss {
namespace {

constexpr std::size_t most_certificate_bytes = 64 << 20;

/// The places of names among bodies or joints; throws for a name that there is not.
template <class Named>
std::vector<int> places(const std::vector<Named>& among, const std::vector<std::string>& names,
                        const std::string& path) {
  std::vector<int> out;
  for (const std::string& name : names) {
    const auto found =
        std::find_if(among.begin(), among.end(), [&](const Named& one) { return one.name.value == name; });
    if (found == among.end()) throw FileError(fmt::format("{}: the model has no \"{}\" to hold", path, name));
    out.push_back(static_cast<int>(found - among.begin()));
  }
  return out;
}

std::string listed(const std::vector<Number>& numbers) {
  std::string out;
  for (const Number& number : numbers) out += (out.empty() ? "" : ", ") + number.expression.text;
  return "(" + out + ")";
}

/// The bodies and joints of a model with the numbers that a proof is about, as they are written.
std::string hypotheses(const Model& model, bool springs) {
  std::string out;
  for (const Body& body : model.bodies)
    out += fmt::format("    body {}: mass {}, inertia {}{}\n", body.name.value, body.mass.expression.text,
                       body.inertia[0].expression.text,
                       body.centre.empty() ? "" : ", mass centre at " + listed(body.centre));
  for (const Joint& joint : model.joints) {
    out += fmt::format("    joint {}: {} of {} on {} of {}", joint.name.value, listed(joint.at_first),
                       joint.first.value, listed(joint.at_second), joint.second.value);
    for (const Law& law : joint.laws)
      if (springs)
        out += fmt::format("; {} spring, kp = {}, bias = {}", law.kind == LawKind::sine ? "sine" : "proportional",
                           law.kp.expression.text, law.bias.expression.text);
    out += "\n";
  }
  for (const Parameter& parameter : model.parameters)
    out += fmt::format("    {} = {}\n", parameter.name.value, parameter.value.expression.text);
  return out;
}

/// What was checked, in full: hypotheses, and the equilibria with their places and indices.
std::string theorem(const Model& model, const ExactLandscape& landscape, const Certificate& certificate,
                    const Verdict& verdict) {
  const bool springs = landscape.stores_energy();
  const std::size_t count = certificate.roots.size();
  std::vector<bool> on_the_line(model.joints.size(), false);
  const std::vector<int> unknown = unknowns(landscape);
  for (std::size_t k = 0; k < certificate.range.size(); ++k) on_the_line[unknown[k]] = !certificate.range[k].circle;
  std::string out = fmt::format(
      "  Theorem. Of {}, with the numbers of its text taken as they are written,\n{}  the relative equilibria {} are "
      "{} {}: "
      "exactly one within the distance given of each of\n",
      oopss::quoted(model.name.empty() ? model.source.name : model.name), hypotheses(model, springs),
      fmt::format("{}{}", landscape.closed() ? "with its loops closed, " : "",
                  springs
                      ? fmt::format("with these springs (dampers make no difference), at total momentum {} kg m^2/s,",
                                    landscape.mu_s.lo.get_str())
                      : "of the free bodies, torque laws left out, at every total momentum but zero,"),
      verdict.undecided == 0 ? "these" : "at least these", count);
  for (const CertifiedRoot& root : certificate.roots) {
    std::vector<double> place;
    double radius = 0;
    for (std::size_t k = 0; k < root.centre.size(); ++k) {
      place.push_back(radians_of(root.centre[k]));
      radius = std::max(radius, std::ldexp(radians_of(root.unique[k]), -root.shrink));
    }
    std::vector<double> shape = joint_angles(landscape, place);
    for (std::size_t k = 0; k < shape.size(); ++k)
      if (!on_the_line[k]) shape[k] = wrapped(shape[k]);
    std::string angles;
    for (const double phi : shape) angles += fmt::format("{}{:.12g}", angles.empty() ? "" : ", ", phi);
    out += fmt::format("    ({}) rad, within {:.1e}, index {}{}\n", angles, 2 * radius + 1e-14, root.index,
                       root.nullity > 0 ? ", degenerate" : "");
  }
  if (certificate.fixed.size() > (by_joints(landscape) ? 0 : 1))
    out += "  Each stands for all that parts of the system turning freely against each other make of it.\n";
  if (landscape.closed() && verdict.undecided == 0) out += "  Wherever they are closed the loops have full rank,\n";
  return out + (verdict.undecided == 0
                    ? fmt::format("  and there are no others: no other is in any of {} boxes that cover all shapes.\n",
                                  verdict.boxes)
                    : fmt::format("  OTHERS ARE NOT EXCLUDED: {} of {} boxes are undecided.\n", verdict.undecided,
                                  verdict.boxes));
}

/// Whether the file proves what it says of its model, and what that is.
struct Judgement {
  Verdict verdict;
  std::string theorem;
};
Judgement judged(CertificateFile& file, const std::string& bytes, const Model& model, const std::string& path) try {
  const auto rejected = [](std::string why) { return Judgement{{std::move(why)}, ""}; };
  if (model.bodies.size() > certify_most_bodies) return rejected("the model has more bodies than any certificate");
  const ExactLandscape landscape = exact_landscape(model, file.momentum);
  if (file.momentum && !landscape.stores_energy()) return rejected("it is about springs, and the model has none");
  if (coefficient_texts(landscape.pairs) != file.coefficients)
    return rejected("the coefficients are not those of the model");
  file.certificate.fixed =
      by_joints(landscape) ? places(model.joints, file.fixed, path) : places(model.bodies, file.fixed, path);
  const Interruption interruption;
  Verdict verdict = verify(landscape, file.certificate, end_if_interrupted);
  if (!verdict.problem.empty()) return {verdict, ""};
  if (const std::string field = altered_field(bytes, certificate_document(model, landscape, file.certificate));
      !field.empty())
    return rejected(fmt::format("the field {} is not what the proof says", oopss::quoted(field)));
  return {verdict, theorem(model, landscape, file.certificate, verdict)};
} catch (const NotEnclosed& problem) {
  return {{problem.what()}, ""};
}

}  // namespace

int verify_certificate(const Common& common, const VerifyOptions& options) {
  const std::string& path = options.certificate;
  const std::string bytes = read_bytes(path, most_certificate_bytes);
  CertificateFile file = read_certificate(path, bytes);
  const Model model = read_model({path, file.model});
  if (!is_planar(model)) throw Unsupported(path + ": certificates are for planar models");
  const auto [verdict, theorem] = judged(file, bytes, model, path);
  const auto count = static_cast<long>(file.certificate.roots.size());
  if (common.json)
    print(verify_document(model, verdict.problem, theorem, count, verdict.boxes, verdict.undecided));
  else if (!verdict.problem.empty())
    print(fmt::format("{}: rejected: {}\n", path, verdict.problem));
  else
    print(fmt::format("{}: verified\n{}", path, theorem));
  return verdict.problem.empty() && verdict.undecided == 0 ? Exit::done : Exit::numerical;
}

}  // namespace oopss
