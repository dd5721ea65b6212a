// SPDX-License-Identifier: Apache-2.0
#include "cli/folds.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "cli/documents.hpp"
#include "cli/exit.hpp"
#include "cli/files.hpp"
#include "cli/verbs.hpp"
#include "oopss/figure/folds.hpp"
#include "oopss/figure/render.hpp"
#include "oopss/scalar/nearest_double.hpp"
#include "oopss/system/exact_chain.hpp"
#include "oopss/system/printable.hpp"
#include "oopss/system/start.hpp"

namespace oopss {
namespace {

[[noreturn]] void refuse_chain(const Model& model, std::vector<Diagnostic> problems) {
  throw ModelError(model.source, std::move(problems), model.settings);
}

/// A problem at the first of these numbers that is not rational, if there is one. Of uniform rods the first end that is
/// not is an end of the first such rod.
void add_inexact(const std::vector<Number>& numbers, const std::vector<Enclosure>& values, const char* what,
                 std::vector<Diagnostic>& problems) {
  const auto found = std::find_if(values.begin(), values.end(), [](const Enclosure& x) { return !x.exact(); });
  if (found == values.end()) return;
  const Number& number = numbers[static_cast<std::size_t>(found - values.begin())];
  problems.push_back({number.place,
                      fmt::format("chain: {} is {}, which is no rational number: signs of tensions are exact or not "
                                  "given",
                                  what, oopss::quoted(number.expression.text)),
                      "write a decimal or a fraction"});
}

/// The chain of the model in whole numbers; throws ModelError with what is no such chain.
WholeBeads chain_of(const Model& model) {
  const std::string& name = model.name;
  if (!model.chain)
    refuse_chain(model,
                 {{Place{},
                   fmt::format("model {} is no chain of beads or uniform rods: `folds` takes models that are written "
                               "as [chain]",
                               oopss::quoted(name)),
                   "[chain] has masses and lengths, or links, length and mass"}});
  const int joints = static_cast<int>(model.chain->lengths.size()) - 1;
  if (joints < 1) refuse_chain(model, {{model.chain->place, "chain: one rod has no joints, and no shapes to list"}});
  if (joints > most_listed_joints)
    refuse_chain(model,
                 {{model.chain->place,
                   fmt::format("chain: {} joints have 2^{} rectilinear shapes, too many for a table: it takes at most "
                               "{} joints, {} shapes",
                               joints, joints, most_listed_joints, 1L << most_listed_joints)}});
  try {
    const Beads<Enclosure> beads = exact_beads(model);
    std::vector<Diagnostic> problems;
    add_inexact(model.chain->masses, beads.m, "a mass", problems);
    add_inexact(model.chain->lengths, beads.l, "a length", problems);
    if (!problems.empty()) refuse_chain(model, std::move(problems));
    return whole_beads(beads);
  } catch (const NotEnclosed& problem) {
    refuse_chain(model,
                 {{model.chain->place, fmt::format("chain: its numbers are not known exactly: {}", problem.what())}});
  }
}

/// How stable the straight shape is at the momentum of the start.
StraightResult straight_of(const Model& model) {
  const TreeSpec spec = tree_spec(model);
  const double momentum = start_momentum(spec, values_of(spec.inputs));
  try {
    return straight_result(model, momentum);
  } catch (const NotEnclosed& problem) {
    throw NumericalFailure(fmt::format(
        "how stable the straight shape is cannot be proved at the total momentum {:g}: {}", momentum, problem.what()));
  }
}

std::string fold_pattern(const FoldsResult& result, const FoldedShape& shape) {
  std::string out;
  for (int j = 0; j < result.beads.joints(); ++j) out += shape.joints >> j & 1 ? '1' : '0';
  return out;
}

std::string in_words(const FoldsResult& result) {
  const int joints = result.beads.joints();
  const int width = std::max(5, joints);
  std::string out = fmt::format(
      "{}: {} rectilinear shapes of {} joint{}; a digit per joint, 1 if it is folded\n"
      "  {:<{}}  folds  index  nullity  compressed  slack  sign changes  by elimination  verdict   tensions / Omega^2, "
      "kg m\n",
      one_line(result.model), result.shapes.size(), joints, joints == 1 ? "" : "s", "shape", width);
  long equal = 0, less = 0, degenerate = 0, agree = 0;
  for (const FoldedShape& shape : result.shapes) {
    const ShapeIndex &found = shape.by_tensions, &other = shape.by_elimination;
    std::vector<std::string> forces;
    for (const double tension : tensions(result, shape)) forces.push_back(fmt::format("{:.6g}", tension));
    out += fmt::format("  {:<{}}  {:>5}  {:>5}  {:>7}  {:>10}  {:>5}  {:>12}  {:>14}  {:<8}  {}\n",
                       fold_pattern(result, shape), width, shape.folds, found.index, found.nullity, shape.compressed,
                       shape.slack, shape.sign_changes, fmt::format("{}, {}", other.index, other.nullity),
                       verdict(shape), fmt::join(forces, ", "));
    equal += found.index == shape.folds;
    less += found.index < shape.folds;
    degenerate += shape.degenerate();
    agree += found == other;
  }
  const long count = static_cast<long>(result.shapes.size());
  out += fmt::format(
      "  index = folds at {} of {} shapes, less at {}, more at {}; {} degenerate\n"
      "  index = slack + compressed + sign changes by the tension theorem; exact elimination of I'' agrees at {} of "
      "{}\n",
      equal, count, less, count - equal - less, degenerate, agree, count);
  if (result.uniform)
    out +=
        "  uniform rods count as beads, half of each at either end: I'' is the same, tensions are those of the beads\n";
  if (result.laws) out += "  torque laws are left out\n";
  out += straight_words(result.straight);
  if (!result.file.empty()) out += fmt::format("  written to {}\n", result.file);
  return out;
}

std::string in_words(const CensusResult& result) {
  std::string out =
      "Equal chains: all rectilinear shapes, their index beside their number of folds\n"
      "  joints    shapes  index = folds      less      more  degenerate  index - folds  theorem is not elimination\n";
  for (const CensusCounts& counts : result.counts) {
    const CensusRow row = census_row(counts);
    out += fmt::format("  {:>6}  {:>8}  {:>13}  {:>8}  {:>8}  {:>10}  {:>13}  {:>26}\n", row.joints, row.shapes,
                       row.equal, row.less, row.more, row.degenerate, fmt::format("{} to {}", row.least, row.largest),
                       row.mismatches);
  }
  if (!result.file.empty()) out += fmt::format("  written to {}\n", result.file);
  return out;
}

std::string as_csv(const FoldsResult& result) {
  std::string out =
      "shape,folds,index,nullity,compressed,slack,sign_changes,elimination_index,elimination_nullity,verdict";
  for (const std::string& body : result.bodies) out += ",tension." + body;
  out += "\n";
  for (const FoldedShape& shape : result.shapes)
    out += fmt::format("{},{},{},{},{},{},{},{},{},{},{:.17g}\n", fold_pattern(result, shape), shape.folds,
                       shape.by_tensions.index, shape.by_tensions.nullity, shape.compressed, shape.slack,
                       shape.sign_changes, shape.by_elimination.index, shape.by_elimination.nullity, verdict(shape),
                       fmt::join(tensions(result, shape), ","));
  return out;
}

FoldsResult folds_of(const Common& common, const FoldsOptions& options) {
  const Model model = model_of(common);
  FoldsResult out;
  out.model = model.name;
  out.beads = chain_of(model);
  out.uniform = model.chain->uniform;
  for (const Body& body : model.bodies) out.bodies.push_back(body.name.value);
  for (const Joint& joint : model.joints) {
    out.joints.push_back(joint.name.value);
    out.laws = out.laws || !joint.laws.empty();
  }
  Picture format{};
  const bool drawn = picture_of(options.output, format);
  if (drawn && out.beads.joints() > most_drawn_joints)
    throw TooLarge(fmt::format("{} joints have {} shapes; a picture takes at most {} joints, a table (.csv) {}",
                               out.beads.joints(), 1L << out.beads.joints(), most_drawn_joints, most_listed_joints));
  out.shapes = folded_shapes(out.beads);
  out.straight = straight_of(model);
  if (drawn) write_file(options.output, render(folded_shapes_figure(out.model, out.beads, out.shapes), format));
  if (!drawn && !options.output.empty()) write_file(options.output, as_csv(out));
  out.file = options.output;
  return out;
}

}  // namespace

std::vector<double> tensions(const FoldsResult& result, const FoldedShape& shape) {
  std::vector<double> out;
  for (const mpz_class& tension : shape.tension)
    out.push_back(nearest_double(mpq_class(mpq_class(tension) * result.beads.moment)));
  return out;
}

const char* verdict(const FoldedShape& shape) { return shape.by_tensions.index == 0 ? "stable" : "unstable"; }

void folds(const Common& common, const FoldsOptions& options) {
  if (common.model.empty() != options.census.has_value())
    throw UsageError(options.census ? "MODEL and --census are different questions: give one"
                                    : "give a MODEL or --census JOINTS");
  if (!options.census && options.resume) throw UsageError("--resume goes on with a --census");
  if (options.census && options.resume && options.output.empty())
    throw UsageError("--resume goes on with the census that wrote FILE: give -o FILE too");
  if (options.census && !common.set.empty()) throw UsageError("--set is for a MODEL, --census takes none");
  if (options.census) {
    const CensusResult result = census(common, options);
    return print(common.json ? census_document(result) : in_words(result));
  }
  const FoldsResult result = folds_of(common, options);
  print(common.json ? folds_document(result) : in_words(result));
}

}  // namespace oopss
