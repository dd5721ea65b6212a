// SPDX-License-Identifier: Apache-2.0
#include "cli/documents.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include "cli/exit.hpp"
#include "cli/json.hpp"
#include "oopss/model/write.hpp"
#include "oopss/system/printable.hpp"

namespace oopss {
namespace {

/// One rational if it is exact, else the two that enclose it.
std::vector<std::string> ends_of(const Enclosure& x) {
  std::vector<std::string> out = {x.lo.get_str()};
  if (!x.exact()) out.push_back(x.hi.get_str());
  return out;
}

/// What a certificate is about.
std::string subject_of(const ExactLandscape& landscape) {
  if (landscape.stores_energy())
    return fmt::format("this model with its springs{}, at this total momentum,",
                       landscape.closed() ? " and loops" : "");
  return fmt::format("the free bodies of this model{}", landscape.closed() ? ", its loops closed," : "");
}

/// Per loop its bars, e of Σ R(θ) e = 0: the second component of the gap is Σ e_y cos θ + e_x sin θ.
Json loops_of(const Model& model, const ExactLandscape& landscape) {
  Json out = Json::array();
  for (std::size_t c = 1; c < landscape.closure.size(); c += 2) {
    Json loop = Json::array();
    for (const TrigTerm<Enclosure>& term : landscape.closure[c].terms) {
      const auto body = std::find(term.winding.begin(), term.winding.end(), 1) - term.winding.begin();
      loop.push_back({{"body", model.bodies[body].name.value}, {"x", ends_of(term.s)}, {"y", ends_of(term.c)}});
    }
    out.push_back(loop);
  }
  return out;
}

}  // namespace

std::vector<std::vector<std::string>> coefficient_texts(const PairConstants<Enclosure>& pairs) {
  std::vector<std::vector<std::string>> out;
  for (int i = 0; i < pairs.alpha.rows; ++i)
    for (int j = i + 1; j < pairs.alpha.rows; ++j)
      for (const Enclosure* x : {&pairs.alpha(i, j), &pairs.beta(i, j)}) out.push_back(ends_of(*x));
  return out;
}

std::string certificate_document(const Model& model, const ExactLandscape& landscape, const Certificate& certificate) {
  const int n = landscape.topology.size();
  const std::vector<std::vector<std::string>> texts = coefficient_texts(landscape.pairs);
  Json coefficients = Json::array(), fixed = Json::array(), roots = Json::array();
  std::size_t next = 0;
  for (int i = 0; i < n; ++i)
    for (int j = i + 1; j < n; ++j, next += 2)
      coefficients.push_back({{"pair", {model.bodies[i].name.value, model.bodies[j].name.value}},
                              {"cos", texts[next]},
                              {"sin", texts[next + 1]}});
  for (const int k : certificate.fixed)
    fixed.push_back(by_joints(landscape) ? model.joints[k].name.value : model.bodies[k].name.value);
  for (const CertifiedRoot& root : certificate.roots)
    roots.push_back({{"at", root.centre},
                     {"unique", root.unique},
                     {"shrink", root.shrink},
                     {"index", root.index},
                     {"nullity", root.nullity}});
  Json document = {
      {"schema", 1},
      {"certificate", 1},
      {"statement", fmt::format("the relative equilibria of {} are those in the boxes of the roots, one in each, and "
                                "no others",
                                subject_of(landscape))},
      {"complete", certificate.cover.find('?') == std::string::npos},
      {"model", write_model(model)},
      {"bodies", body_names(model)},
      {"joints", joint_names(model)},
      {"coefficients", coefficients},
      {"fixed", fixed},
      {"turn_bits", turn_bits},
      {"roots", roots},
      {"cover", certificate.cover}};
  if (landscape.stores_energy()) document["momentum"] = landscape.mu_s.lo.get_str();
  if (landscape.closed()) document["closure"] = loops_of(model, landscape);
  if (by_joints(landscape)) {
    Json range = Json::array();
    const std::vector<int> joints = unknowns(landscape);
    for (std::size_t k = 0; k < joints.size(); ++k)
      range.push_back({{"joint", model.joints[joints[k]].name.value},
                       {"circle", certificate.range[k].circle},
                       {"centre", certificate.range[k].centre},
                       {"half", certificate.range[k].half}});
    document["range"] = range;
  }
  return finished(document);
}

/// Of a text such as "-5/2".
mpq_class rational(const std::string& text) {
  constexpr std::size_t most_digits = 10'000;
  if (text.size() > most_digits) throw std::invalid_argument("a number with too many digits");
  mpq_class out(text);
  if (out.get_den() == 0) throw std::invalid_argument("a number with denominator zero");
  out.canonicalize();
  return out;
}

std::string altered_field(const std::string& bytes, const std::string& proved) {
  const Json given = Json::parse(bytes), right = Json::parse(proved);
  for (const auto& [key, value] : given.items())
    if (!right.contains(key)) return key;
  for (const auto& [key, value] : right.items())
    if (key != "model" && (!given.contains(key) || given.at(key) != value)) return key;
  return "";
}

CertificateFile read_certificate(const std::string& path, const std::string& bytes) {
  try {
    constexpr int deepest = 8;                            // nothing in a certificate is deeper than a coefficient
    std::array<std::set<std::string>, deepest + 2> keys;  // of the objects that are open: each is there once
    const Json::parser_callback_t checked = [&](int level, Json::parse_event_t event, Json& value) {
      if (level > deepest) throw std::invalid_argument("nested too deeply");
      if (event == Json::parse_event_t::object_start) keys[level + 1].clear();
      if (event == Json::parse_event_t::key && !keys[level].insert(value.get<std::string>()).second)
        throw std::invalid_argument(fmt::format("the field '{}' is there twice", one_line(value.get<std::string>())));
      return true;
    };
    const Json document = Json::parse(bytes, checked);
    if (document.at("certificate") != 1 || document.at("turn_bits") != turn_bits)
      throw std::invalid_argument("of another version");
    CertificateFile out;
    document.at("model").get_to(out.model);
    document.at("fixed").get_to(out.fixed);
    document.at("cover").get_to(out.certificate.cover);
    if (document.contains("momentum")) out.momentum = rational(document.at("momentum").get<std::string>());
    if (document.contains("range"))
      for (const Json& span : document.at("range"))
        out.certificate.range.push_back({span.at("circle").get<bool>(), span.at("centre").get<std::int64_t>(),
                                         span.at("half").get<std::int64_t>()});
    for (const Json& pair : document.at("coefficients"))
      for (const char* part : {"cos", "sin"}) out.coefficients.push_back(pair.at(part).get<std::vector<std::string>>());
    for (const Json& root : document.at("roots"))
      out.certificate.roots.push_back({root.at("at").get<std::vector<std::int64_t>>(),
                                       root.at("unique").get<std::vector<std::int64_t>>(), root.at("shrink").get<int>(),
                                       root.at("index").get<int>(), root.at("nullity").get<int>()});
    return out;
  } catch (const Json::parse_error& problem) {  // the library's own words are not for people
    throw FileError(fmt::format("{}: not a certificate: no JSON at byte {}", path, problem.byte));
  } catch (const Json::exception&) {
    throw FileError(path + ": not a certificate: a field is missing or of another kind");
  } catch (const std::exception& problem) {
    throw FileError(path + ": not a certificate: " + problem.what());
  }
}

std::string verify_document(const Model& model, const std::string& problem, const std::string& theorem, long equilibria,
                            long boxes, long undecided) {
  return finished({{"schema", 1},
                   {"model", model.name},
                   {"bodies", body_names(model)},
                   {"joints", joint_names(model)},
                   {"verified", problem.empty()},
                   {"complete", problem.empty() && undecided == 0},
                   {"problem", problem},
                   {"theorem", theorem},
                   {"count", equilibria},
                   {"boxes", boxes},
                   {"undecided", undecided}});
}

}  // namespace oopss
