// SPDX-License-Identifier: Apache-2.0
// `oopss linkage MODEL`: its loops together, and each by its lengths.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "cli/arguments.hpp"
#include "cli/documents.hpp"
#include "cli/exit.hpp"
#include "cli/files.hpp"
#include "cli/linkage.hpp"
#include "cli/verbs.hpp"
#include "oopss/figure/render.hpp"
#include "oopss/model/diagnostic.hpp"
#include "oopss/system/printable.hpp"

namespace oopss {
namespace {

/// The place of a name in a list; a problem, and −1, if it is not there.
int place_of_name(const std::vector<std::string>& names, const std::string& name, const char* option, const char* what,
                  std::vector<std::string>& problems) {
  const auto found = std::find(names.begin(), names.end(), name);
  if (found != names.end()) return static_cast<int>(found - names.begin());
  problems.push_back(fmt::format("{}: there is no {} {}{}", option, what, oopss::quoted(name),
                                 among(name, {names.begin(), names.end()})));
  return -1;
}

std::vector<std::string> point_names(const Model& model) {
  std::vector<std::string> out;
  for (const Point& point : model.points) out.push_back(point.name.value);
  return out;
}

ModelQuestion question_of_model(const Common& common, const LinkageOptions& options) {
  ModelQuestion out{derived_model(planar_model(common), Engine::recursive), -1, {}};
  const std::vector<std::string> names = point_names(*out.derived.model);
  std::vector<std::string> problems;
  if (!options.reference.empty())
    out.reference = place_of_name(out.derived.system.bodies, options.reference, "--reference", "body", problems);
  for (const std::string& name : options.points)
    out.points.push_back(place_of_name(names, name, "--point", "marked point", problems));
  if (!options.points.empty() && options.output.empty()) problems.emplace_back("--point is drawn: give -o FILE too");
  if (!problems.empty()) throw UsageError(fmt::format("{}", fmt::join(problems, "\n       ")));
  for (std::size_t k = 0; k < names.size() && options.points.empty(); ++k) out.points.push_back(static_cast<int>(k));
  return out;
}

/// A place of a body by its bar: along it from its first hinge, and to its left.
BarPoint on_bar(const LoopBar& bar, int index, const Skeleton::Point& point) {
  const double l = bar.length(), c = (bar.to.x - bar.from.x) / l, s = (bar.to.y - bar.from.y) / l;
  const double x = point.place.x - bar.from.x, y = point.place.y - bar.from.y;
  return {index, c * x + s * y, c * y - s * x, point.name};
}

LoopQuestion question_of_loop(const ModelQuestion& model, const ModelLoop& loop) {
  LoopQuestion out;
  const System& system = model.derived.system;
  const Skeleton bones = skeleton(*model.derived.model);
  std::vector<double> lengths;
  for (std::size_t k = 0; k < loop.bars.size(); ++k) {
    const LoopBar& bar = loop.bars[k];
    out.bodies.push_back(system.bodies[bar.body]);
    out.joints.push_back(system.joints[bar.joint]);
    lengths.push_back(bar.length());
    if (bar.body == model.reference) out.reference = static_cast<int>(k);
    for (const int index : model.points)
      if (bones.points[index].body == bar.body)
        out.points.push_back(on_bar(bar, static_cast<int>(k), bones.points[index]));
  }
  out.bars = out.bodies;
  out.lengths = lengths_computed(lengths);
  return out;
}

std::string plural(std::size_t count, const char* one, const char* many) {
  return fmt::format("{} {}", count, count == 1 ? one : many);
}

std::string loop_line(const ModelAnswer& answer, std::size_t c) {
  const LoopAnswer& loop = answer.loops[c];
  std::vector<std::string> lengths;
  for (const mpq_class& l : loop.question.lengths.l) lengths.push_back(fmt::format("{:.6g}", nearest_double(l)));
  std::string out =
      fmt::format("{}, lengths {}, closed by {}: {}", fmt::join(loop.question.bars, " "), fmt::join(lengths, ", "),
                  answer.question.derived.system.joints[answer.report.loops[c].closing], class_words(loop));
  if (loop.four && (loop.four->kind == FourBarKind::grashof || loop.four->kind == FourBarKind::non_grashof))
    out += fmt::format("; margin/P = {:.6g}", nearest_double(mpq_class(loop.four->margin / loop.four->P)));
  const ModelLoop& found = answer.report.loops[c];
  if (found.rigid) out += "; rigid";
  if (found.redundant > 0) out += fmt::format("; {} of its 2 closure equations redundant", found.redundant);
  return out;
}

/// What all loops together leave free.
std::string graph_words(const ModelAnswer& answer) {
  const LoopReport& report = answer.report;
  const TreeSpec& spec = answer.question.derived.spec;
  if (!report.closes)
    return fact("closes",
                fmt::format("no pose was found in which all loops do: the least gap is {:.6g} m", report.gap));
  const int bodies = static_cast<int>(spec.m.size()), count = bodies - 1 - report.equations;
  std::string out =
      fact("mobility",
           fmt::format("{}, besides place and attitude: {} bodies less one, less the rank {} of {} closure "
                       "equations{}",
                       report.mobility, bodies, report.rank, report.equations,
                       report.mobility == bodies - 1 - report.rank ? "" : ", and what is in line and cannot move"));
  if (count != report.mobility) out += fact("", fmt::format("the count of bodies and joints alone says {}", count));
  out += fact("pose", !report.at_start ? "the start does not close; this is at another pose that does"
                      : report.singular
                          ? fmt::format("the start is a change point: the rank is {} there, and {} around it",
                                        report.rank_at_start, report.rank)
                          : "at the start as assembled, and at the poses around");
  std::vector<int> redundant;
  for (const ModelLoop& loop : report.loops) redundant.push_back(loop.redundant);
  if (const std::string words = redundant_words(spec, report.rank, redundant); !words.empty())
    out += fact("note", words);
  for (const std::string& words : rigid_words(spec, report.rigid)) out += fact("note", words);
  return out;
}

void refuse_picture(const ModelAnswer& answer) {
  if (answer.report.loops.empty()) throw UsageError("-o draws assembly modes: this model has no loop");
  if (is_one_loop(answer) && answer.loops[0].four) return;
  if (!answer.report.closes) throw UsageError("-o draws assembly modes: no pose was found in which all loops close");
  if (answer.report.mobility != 1)
    throw UsageError(
        fmt::format("-o draws what moves in one way; the mobility of this model is {}", answer.report.mobility));
}

}  // namespace

ModelAnswer answer_of(ModelQuestion question) {
  ModelAnswer out{std::move(question), {}, {}, {}};
  out.report = loop_report(out.question.derived.spec, out.question.derived.p());
  for (const ModelLoop& loop : out.report.loops) out.loops.push_back(answer_of(question_of_loop(out.question, loop)));
  return out;
}

bool is_one_loop(const ModelAnswer& answer) {
  return answer.loops.size() == 1 && answer.loops[0].question.bars.size() == answer.question.derived.spec.m.size();
}

std::string in_words(const ModelAnswer& answer) {
  const DerivedModel& derived = answer.question.derived;
  const Model& model = *derived.model;
  std::string out = one_line(model.name) + "\n";
  if (is_one_loop(answer)) return out + in_words(answer.loops[0]);
  out += fmt::format("{}, {}, {}\n", plural(model.bodies.size(), "body", "bodies"),
                     plural(model.joints.size(), "joint", "joints"),
                     answer.loops.empty() ? "no loop: a tree, every joint turns by itself"
                                          : plural(answer.loops.size(), "loop", "loops"));
  if (answer.loops.empty()) return out;
  out += graph_words(answer);
  for (std::size_t c = 0; c < answer.loops.size(); ++c)
    out += fact(fmt::format("loop {}", c + 1), loop_line(answer, c));
  if (answer.loops.size() == 1) out += in_words(answer.loops[0]);
  if (!answer.file.empty()) out += fact("written to", answer.file);
  return out;
}

void model_linkage(const Common& common, const LinkageOptions& options) {
  ModelAnswer answer = answer_of(question_of_model(common, options));
  if (answer.question.reference >= 0 &&
      std::none_of(answer.loops.begin(), answer.loops.end(), [&](const LoopAnswer& loop) {
        return loop.question.bodies[loop.question.reference] == options.reference;
      }))
    throw UsageError(fmt::format("--reference: {} is in no loop", oopss::quoted(options.reference)));
  if (Picture format{}; picture_of(options.output, format)) {
    refuse_picture(answer);
    const bool four = is_one_loop(answer) && answer.loops[0].four;
    write_file(options.output, render(pose_figure(four ? pose_sheet(answer.loops[0]) : pose_sheet(answer)), format));
    answer.file = options.output;
    if (is_one_loop(answer)) answer.loops[0].file = options.output;
  }
  const std::string document = linkage_document(answer);
  print(common.json ? document : in_words(answer));
}

}  // namespace oopss
