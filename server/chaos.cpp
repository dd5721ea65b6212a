// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "oopss/chaos/exponents.hpp"
#include "oopss/chaos/manifold_pieces.hpp"
#include "oopss/chaos/section_run.hpp"
#include "oopss/chaos/section_starts.hpp"
#include "oopss/chaos/splitting_model.hpp"
#include "oopss/system/chaos_demand.hpp"
#include "server/allowance.hpp"
#include "server/answers.hpp"
#include "server/model_cache.hpp"
#include "server/row_stream.hpp"
#include "server/state_columns.hpp"

namespace oopss {
namespace {

constexpr int most_section_orbits = 200, most_section_count = 20'000;
constexpr long most_section_points = 100'000;  // of a picture, on the wire
constexpr int points_in_a_round = 4;           // of one motion, before the next has its turn

void refuse_sections(const Model& model, bool every_period) {
  const TreeSpec spec = tree_spec(model);
  std::vector<Diagnostic> found = without_sections(spec, values_of(spec.inputs), every_period);
  if (found.empty()) return;
  sort_by_place(found);
  throw ModelError(model.source, std::move(found), model.settings);
}

void check_amount(const AskSection& ask) {
  if (ask.orbits < 1 || ask.orbits > most_section_orbits || ask.count > most_section_count)
    throw RefusedRequest("limit", fmt::format("a section has 1 to {} motions of at most {} points", most_section_orbits,
                                              most_section_count));
  if (static_cast<long>(ask.orbits) * ask.count > most_section_points)
    throw RefusedRequest("limit", fmt::format("a section on the page has at most {} points, these would be {}; `oopss "
                                              "section` has no such limit",
                                              most_section_points, static_cast<long>(ask.orbits) * ask.count));
}

Section section_of(const ChaosSystem& system, const std::vector<double>& start, const AskSection& ask) {
  if (ask.joint.empty()) return section_every_period(system, start);
  const std::vector<std::string>& joints = system.motion.system.joints;
  const auto joint = std::find(joints.begin(), joints.end(), ask.joint);
  if (joint == joints.end()) throw RefusedRequest("protocol", "\"joint\" is none of the model");
  return section_at(system, start, static_cast<int>(joint - joints.begin()), ask.angle, ask.direction);
}

/// Where the motions that were asked for start.
std::vector<std::vector<double>> starts_of(const AskSection& ask, const SectionSheet& sheet,
                                           const std::vector<double>& start) {
  const bool loops = sheet.model->motion.flow.closure.count > 0;
  if (!ask.place) return section_starts(sheet, start, !ask.energy && !ask.momentum, ask.orbits);
  if (loops) throw RefusedRequest("unsupported", "with loops a place of the section is none of a single state");
  auto x = state_over(sheet, (*ask.place)[0], (*ask.place)[1]);
  if (!x) throw RefusedRequest("unsupported", "the energy does not reach this place: it is beyond the edge");
  return {std::move(*x)};
}

/// All motions by turns, so that the picture fills evenly.
void fill(const ChaosSystem& system, const Section& section, const std::vector<std::vector<double>>& starts,
          const AskSection& ask, const Allowance& time, const RowWatch& watch, SectionMessage& out) {
  std::vector<SectionRun> runs;
  for (const std::vector<double>& x : starts) runs.emplace_back(system, section, x);
  RowStream stream(watch);
  std::vector<int> had(runs.size(), 0);
  bool going = true;
  while (going) {
    going = false;
    for (std::size_t k = 0; k < runs.size(); ++k) {
      for (int i = 0; i < points_in_a_round && had[k] < ask.count && out.starts[k].trouble.empty(); ++i) {
        const auto point = runs[k].next();
        if (point)
          stream.put({static_cast<double>(k), point->angle, point->momentum});
        else
          out.starts[k].trouble = runs[k].trouble();
        had[k] += point ? 1 : 0;
        going = true;
      }
      stream.look(static_cast<double>(had[k]) / std::max(1, ask.count));
    }
    if (going && time.spent()) {
      out.note = "The section was left before all points were there: the time for it was up.";
      break;
    }
  }
  stream.end();
}

std::vector<std::vector<Pair>> pairs_of(const std::vector<std::vector<SectionPoint>>& pieces) {
  std::vector<std::vector<Pair>> out;
  for (const std::vector<SectionPoint>& piece : pieces) {
    out.emplace_back();
    for (const SectionPoint& point : piece) out.back().push_back({point.angle, point.momentum});
  }
  return out;
}

/// What is refused of a section, as a request that is.
template <class Work>
auto in_words(const Work& work) {
  try {
    return work();
  } catch (const NoSection& why) {
    throw RefusedRequest("unsupported", why.what());
  } catch (const SectionNotReached& why) {
    throw RefusedRequest("unsupported", why.what());
  } catch (const NoSplitting& why) {
    throw RefusedRequest("unsupported", why.what());
  } catch (const SplittingFailed& why) {
    throw RefusedRequest("numerical", why.what());
  }
}

}  // namespace

SectionMessage section_answer(const AskSection& ask, const WireLimits& limits, const RowWatch& watch) {
  check_amount(ask);
  const Model model = page_model(page_text(ask.text));
  refuse_sections(model, ask.joint.empty());
  const ChaosSystem system = chaos_system(model);
  const std::vector<double> start = start_state(model);
  return in_words([&] {
    const Section section = section_of(system, start, ask);
    const SectionSheet sheet = section_sheet(system, section, start, ask.energy, ask.momentum);
    const LeafCoordinates& coordinates = section.coordinates;
    SectionMessage out{ask.joint, ask.angle, ask.direction, section.period, sheet.momentum, sheet.energy};
    out.seen = system.motion.system.joints[coordinates.joints[section.seen]];
    out.turns = section.seen_turns;
    out.places = system.motion.flow.closure.count == 0;
    if (out.places && section.plane && !ask.place) out.edge = section_edge(sheet);
    const auto starts = starts_of(ask, sheet, start);
    StateColumns columns(model, system.motion.system, system.motion.flow);
    for (const std::vector<double>& x : starts) {
      const SectionPoint point = section_point(section, 0, x.data());
      out.starts.push_back({{point.angle, point.momentum}, columns(x), ""});
    }
    fill(system, section, starts, ask, Allowance(limits.orbit_seconds), watch, out);
    return out;
  });
}

ExponentsMessage exponents_answer(const AskExponents& ask, const WireLimits& limits, const RowWatch& watch) {
  const Model model = page_model(page_text(ask.text));
  const ChaosSystem system = chaos_system(model);
  const std::vector<double> start = start_state(model);
  ExponentsMessage out;
  out.time_scale = time_scale(system, start);
  if (ask.until && !(*ask.until > 0)) throw RefusedRequest("protocol", "\"until\" must be positive");
  ExponentRequest request{.until = ask.until.value_or(suggested_until(out.time_scale))};
  RowStream stream(watch);
  request.told = [&](double part) { stream.look(part); };
  const Allowance time(limits.orbit_seconds);
  ExponentsRun run(system, start, request);
  const Exponents& found = run.found();
  bool going = true;
  while (going && !time.spent() && (going = run.step())) {
    std::vector<double> row = {found.t.back()};
    row.insert(row.end(), found.mean.begin(), found.mean.end());
    row.insert(row.end(), found.spread.begin(), found.spread.end());
    stream.put(std::move(row));
  }
  stream.end();
  if (!found.trouble.empty()) throw RefusedRequest("numerical", "a motion came to an end: " + found.trouble);
  if (found.t.empty())
    throw RefusedRequest("limit",
                         "the time for it was up before the first exponents were there; `oopss lyapunov` has "
                         "no such limit");
  out.until = found.until;
  out.exponents = found.mean;
  out.spread = found.spread;
  out.starts = found.starts;
  out.sum = found.sum;
  if (found.has_divergence) out.mean_divergence = found.mean_divergence;
  if (std::abs(found.mean_divergence) * out.time_scale < 1e-12)
    out.tangent_defect = tangent_defect(system, start, std::min(out.until, 10 * out.time_scale));
  out.growth = growth_words(found, out.time_scale);
  out.zeros = zeros_words(system);
  if (going) out.growth += fmt::format("; it was left at {:.4g} s, the time for it was up", out.until);
  return out;
}

ManifoldsMessage manifolds_answer(const AskManifolds& ask, const WireLimits& limits, const Watch& watch) {
  const Model model = page_model(page_text(ask.text));
  return in_words([&] {
    const ModelSplitting subject = splitting_of(model, {.sense = ask.loop});
    const bool drive = subject.by == SplittingBy::drive;
    const ChaosSystem system = chaos_system(model);
    const std::vector<double> start = start_state(model);
    ManifoldsMessage out;
    out.size = drive ? 1 : subject.lever;
    const SplittingCase member = subject.problem.member(out.size);
    Section section;
    if (drive) {
      section = section_every_period(system, start);
    } else {
      out.joint = subject.angle;
      out.angle = subject.stretched;
      out.direction = ask.loop;
      const std::vector<std::string>& joints = system.motion.system.joints;
      const auto joint = std::find(joints.begin(), joints.end(), subject.angle) - joints.begin();
      section = section_at(system, start, static_cast<int>(joint), out.angle, out.direction);
    }
    out.period = section.period;
    out.momentum = subject.momentum;
    out.energy = member.guess.energy.value_or(subject.energy);
    const Allowance time(limits.orbit_seconds);
    PiecesRequest request;
    request.told = [&](double part) {
      watch(part);
      if (time.spent()) throw RefusedRequest("limit", "the manifolds were left: the time for them was up");
    };
    const ManifoldPieces pieces = manifold_pieces(member, section, request);
    out.unstable = pairs_of(pieces.unstable);
    out.stable = pairs_of(pieces.stable);
    const PhaseSeries& gap = subject.problem.gap;
    const Splitting measured = measure_splitting(subject.problem, largest_phase(gap), {out.size});
    out.gap = measured.measured.front().gap;
    out.integral = out.size * measured.integral;
    out.zeros = measured.zeros;
    out.note = fmt::format(
        "At {} = {:.4g} the gap in {} is {:.4g}, to first order {:.4g}; the integral has {} simple "
        "zeros a period, and where it has them the manifolds cross if the {} is small enough",
        subject.phase_name, measured.phase, subject.coordinate, out.gap, out.integral, out.zeros.size(),
        drive ? "drive" : "lever");
    return out;
  });
}

}  // namespace oopss
