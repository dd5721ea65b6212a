// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <stdexcept>

#include "oopss/analysis/continuation.hpp"
#include "oopss/proof/certified.hpp"
#include "oopss/proof/counted.hpp"
#include "oopss/proof/thorough.hpp"
#include "oopss/proof/verify.hpp"
#include "oopss/system/varied.hpp"
#include "server/allowance.hpp"
#include "server/answers.hpp"
#include "server/open.hpp"
#include "server/start_edit.hpp"
#include "server/subject.hpp"

namespace oopss {
namespace {

// ---- proofs

void refuse_rest(const Subject& subject) {
  if (subject.momentum == 0 && !subject.energy.stores_energy)
    throw RefusedRequest("unsupported",
                         "without momentum every shape at rest is an equilibrium: there is nothing to count");
}

ExactLandscape landscape_of(const Subject& subject) {
  if (subject.spec.topology.size() < 2 || subject.spec.topology.size() > certify_most_bodies)
    throw RefusedRequest("limit", fmt::format("proofs are for 2 to {} bodies, this model has {}", certify_most_bodies,
                                              subject.spec.topology.size()));
  refuse_rest(subject);
  return exact_landscape(subject.model, subject.energy);
}

/// Bodies in space are counted, not enclosed.
EquilibriaMessage counted(const Subject& subject, const StillWanted& wanted) {
  refuse_rest(subject);
  const Equilibria found = counted_equilibria(subject.model, subject.energy, {.watch = wanted});
  EquilibriaMessage out{subject.momentum, found.complete, subject.note, {}};
  for (const std::string& remark : found.remarks) out.note += remark + ". ";
  for (const RelativeEquilibrium& one : found.all) {
    out.equilibria.push_back(equilibrium_row(one));
    add_space(subject, one, out.equilibria.back());
  }
  return out;
}

std::string proof_words(const Equilibria& equilibria) {
  if (equilibria.complete)
    return "Proved for the numbers as they are written: exactly one equilibrium at each of these shapes, and no "
           "others.";
  return "Exactly one equilibrium at each of these shapes is proved; others are not excluded.";
}

// ---- branches

/// Thrown where a branch is being followed and the time is up.
struct TimeIsUp : std::runtime_error {
  TimeIsUp() : std::runtime_error("the time for this is up") {}
};

constexpr std::size_t most_points = 400;  // of a branch, on the wire

/// The angles of a shape as the page has them; of bodies in space also turns and momentum.
void put_shape(const Subject& subject, const std::vector<double>& phi, std::vector<double>& angles,
               std::optional<SpaceStartRow>& space) {
  angles = phi;
  if (!in_space(subject.spec)) return;
  const std::vector<double> x = turning_state(subject, phi);
  angles = turned_by(subject.system, x);
  space = space_row(subject.system, x);
}

/// Every k-th point; ends, and points where the index or the verdict changes, stay.
BranchesMessage::Branch thinned(const Subject& subject, const EquilibriumBranch& branch) {
  const std::size_t count = branch.points.size(), stride = (count + most_points / 2 - 1) / (most_points / 2);
  const auto differ = [&](std::size_t i, std::size_t j) {
    return branch.points[i].index != branch.points[j].index || branch.points[i].stability != branch.points[j].stability;
  };
  BranchesMessage::Branch out;
  for (std::size_t i = 0; i < count; ++i) {
    const bool turning = (i > 0 && differ(i, i - 1)) || (i + 1 < count && differ(i, i + 1));
    if (i % stride != 0 && i + 1 != count && !(turning && out.points.size() < most_points - 1)) continue;
    const BranchPoint& point = branch.points[i];
    out.points.push_back({point.value, {}, point.energy, point.index, word(point.stability)});
    put_shape(subject, point.phi, out.points.back().angles, out.points.back().space);
  }
  return out;
}

std::string ends_in_words(const BranchSearch& search, const std::string& path) {
  std::string out;
  for (const EquilibriumBranch& branch : search.branches())
    for (const BranchEnd* end : {&branch.first, &branch.last})
      if (end->failed) out += fmt::format("A branch was lost at {} = {:.6g}: {}. ", path, end->value, end->words);
  for (const bool failed : {false, true}) {  // the first of each kind
    const auto gap = std::find_if(search.gaps().begin(), search.gaps().end(),
                                  [&](const BranchEnd& one) { return one.failed == failed; });
    if (gap == search.gaps().end()) continue;
    out += failed ? fmt::format("At {} = {:.6g} {}. ", path, gap->value, gap->words)
                  : fmt::format("There is no model at {} = {:.6g}: {}. ", path, gap->value, gap->words);
  }
  if (search.branches().empty()) out += "No branches: there are no equilibria over this range, or all are degenerate. ";
  return out;
}

/// Per joint of the page: its angle is taken modulo 2π. That of a ball's turn is not.
std::vector<bool> circles_by_joint(const Subject& subject, const ShapeSpace& space) {
  std::vector<bool> all = circles(space);
  if (!in_space(subject.spec)) return all;
  std::vector<bool> out;
  for (const std::string& joint : subject.spec.joint_names) {
    const auto hinge = std::find(subject.energy.joints.begin(), subject.energy.joints.end(), joint);
    out.push_back(hinge != subject.energy.joints.end() && all[hinge - subject.energy.joints.begin()]);
  }
  return out;
}

/// A start that gives no total momentum is written with the one it has, where that is to be varied.
std::string with_momentum(const AskBranches& ask) {
  if (ask.path != "start.momentum") return ask.text;
  const PageText page = page_text(ask.text);
  const Model model = page_model(page);
  if (!is_planar(model) || !model.start.momentum.empty()) return ask.text;
  ModelCache cache;
  StartEdit edit;
  edit.hold_momentum = true;
  return with_start(cache, page, edit).page.text();
}

void check_range(const AskBranches& ask) {
  if (!(ask.from != ask.to) || !std::isfinite(ask.to - ask.from))
    throw RefusedRequest("protocol", "the two ends of the range must differ");
}

void check_member(const ShapeEnergy& any) {
  require_finite(any);
  if (is_everywhere(any))
    throw RefusedRequest("unsupported", "every shape is an equilibrium here: there is no branch to follow");
}

}  // namespace

EquilibriaMessage proof_answer(const AskEquilibria& ask, ModelCache& models, const WireLimits& limits,
                               const Watch& watch) try {
  const Subject subject(models, ask.text, ask.momentum);
  if (in_space(subject.spec)) return counted(subject, [&] { watch(0); });
  const ExactLandscape about = landscape_of(subject);
  CertifySearch search(about);
  const StillWanted wanted = [&] { watch(search.done()); };
  const SearchEffort effort{.boxes = limits.list_boxes, .watch = wanted};
  const Equilibria listed = listed_equilibria(subject.energy, look_into_boxes(search, about, effort), effort);
  const Allowance time(limits.study_seconds);
  bool ended = false;
  while (!time.spent() && !(ended = !search.step())) watch(search.done());
  Certificate certificate = search.certificate();
  if (!ended) certificate.cover = "?";  // only the roots count then, and only they are checked
  if (const Verdict verdict = verify(about, certificate, wanted); !verdict.problem.empty())
    throw std::logic_error("the proof that was found does not hold: " + verdict.problem);
  Equilibria found =
      certified_equilibria(subject.energy, about, certificate,
                           ended ? search.undecided_boxes() : std::vector<UndecidedBox>(), {true, wanted});
  take_names(found, listed);
  EquilibriaMessage out{subject.momentum, found.complete, subject.note + proof_words(found), {}};
  if (!ended)
    out.note += fmt::format(" The search was left after {:.3g} s, with {:.0f} % of all shapes done.",
                            limits.study_seconds, std::floor(100 * search.done()));
  for (const std::string& remark : found.remarks) out.note += fmt::format(" {}.", remark);
  for (const RelativeEquilibrium& one : found.all) out.equilibria.push_back(equilibrium_row(one));
  return out;
} catch (const NotEnclosed& problem) {
  throw RefusedRequest("unsupported", fmt::format("there is no proof for this: {}", problem.what()));
}

BranchesMessage branches_answer(const AskBranches& ask, ModelCache& models, const WireLimits& limits,
                                const Watch& watch) {
  check_range(ask);
  const Subject subject(models, with_momentum(ask), ask.momentum);
  if (subject.too_many)
    throw RefusedRequest("limit", in_space(subject.spec)
                                      ? fmt::format("branches are followed where shape and axis have up to {} freedoms",
                                                    most_searched_joints)
                                      : fmt::format("branches are followed for up to {} bodies, this model has {}",
                                                    most_searched_joints + 1, subject.spec.topology.size()));
  const VariedModel varied = varied_model(subject.model, {}, ask.path, ask.momentum, subject.free);
  const ShapeEnergy any = any_member(varied, ask.from, ask.to);
  check_member(any);
  std::optional<Allowance> time;  // of the search, once it has begun
  double part = 0;
  const auto wanted = [&] {
    watch(part);
    if (time && time->spent()) throw TimeIsUp();
  };
  const auto make = [&](double value) {
    wanted();
    try {
      return varied.at(value);
    } catch (const ModelError& problem) {
      throw FamilyEnds(problem.found.front().message);
    }
  };
  EquilibriumFamily family = equilibrium_family(make, ask.from, ask.to, any, wanted);
  BranchesMessage out{ask.path,
                      ask.from,
                      ask.to,
                      subject.momentum,
                      subject.spec.joint_names,
                      circles_by_joint(subject, family.space),
                      {},
                      {},
                      subject.note};
  const auto energy = family.energy;
  BranchSearch search(std::move(family));
  time.emplace(limits.study_seconds);
  try {
    while (search.step()) part = search.progress();
  } catch (const TimeIsUp&) {
    out.note += fmt::format("The search was left after {:.3g} s: branches are missing. ", limits.study_seconds);
  }
  for (const EquilibriumBranch& branch : search.branches()) out.branches.push_back(thinned(subject, branch));
  for (const SpecialPoint& point : search.special()) {
    out.special.push_back({word(point.kind), point.value, {}, energy(point.phi, point.value)});
    put_shape(subject, point.phi, out.special.back().angles, out.special.back().space);
  }
  out.note += ends_in_words(search, ask.path);
  return out;
}

}  // namespace oopss
