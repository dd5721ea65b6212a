// SPDX-License-Identifier: Apache-2.0
#include "oopss/figure/portrait.hpp"

#include <fmt/format.h>

#include <cmath>

#include "cli/arguments.hpp"
#include "cli/documents.hpp"
#include "cli/exit.hpp"
#include "cli/files.hpp"
#include "cli/verbs.hpp"
#include "oopss/analysis/landscape_portrait.hpp"
#include "oopss/figure/render.hpp"
#include "oopss/proof/thorough.hpp"
#include "oopss/system/derive.hpp"
#include "oopss/system/printable.hpp"
#include "oopss/system/shape_laws.hpp"
#include "oopss/system/start.hpp"
#include "oopss/system/typeset.hpp"

namespace oopss {
namespace {

void check_view(const std::string& view, std::size_t bodies, bool linkage) {
  if (view == "section")
    throw Unsupported(
        "--view section: a section is cut through trajectories, not through the leaf's energy; it is "
        "the work of `oopss section`");
  if (linkage && (view == "cylinder" || view == "landscape"))
    throw UsageError(fmt::format("--view {} is for trees of bodies; a linkage has flat", view));
  if (linkage) return;
  if (view == "landscape" && bodies == 2)
    throw UsageError("--view landscape is for three bodies; two have flat and cylinder");
  if ((view == "flat" || view == "cylinder") && bodies == 3)
    throw UsageError(fmt::format("--view {} is for two bodies; three have landscape", view));
}

/// What the picture leaves out of the model's laws, in words.
std::vector<std::string> notes_of(const Model& model, bool free) {
  std::vector<std::string> out;
  bool damped = false, any = is_acted_on(model);
  for (const Joint& joint : model.joints)
    for (const Law& law : joint.laws) {
      any = true;
      damped = damped || law.kd.value != 0;
    }
  if (free && any) out.push_back("the torque laws, and what acts from outside, are left out (--free)");
  if (!free && damped) out.push_back("dampers are left out: with them the energy falls from curve to curve");
  return out;
}

void add_landscape(const Model& model, const ShapeEnergy& energy, const std::vector<double>& levels,
                   PortraitResult& done) {
  LandscapePortrait found = landscape_portrait(energy, thorough_equilibria(model, energy), levels);
  done.map = std::move(found.map);
  done.marks = std::move(found.marks);
  if (found.missed) done.notes.push_back("the searches for equilibria do not agree: some were missed");
}

const char* word_of(OrbitKind kind) {
  constexpr std::array<const char*, 4> words = {"libration", "rotation +", "rotation -", "separatrix"};
  return words[static_cast<int>(kind)];
}

std::vector<double> rounded_angles(std::vector<double> angles) {
  for (double& angle : angles) angle = rounded(angle, 1);
  return angles;
}

std::string in_words(const LeafPortrait& leaf, const std::string& coordinate, double mu_s) {
  std::string out;
  for (const LeafEquilibrium& equilibrium : leaf.equilibria)
    out += fmt::format("  {:<11} {} = {:.10g} rad, nu = {:.10g} kg m^2/s, energy {:.10g} J\n",
                       equilibrium.nullity > 0  ? "degenerate"
                       : equilibrium.index == 0 ? "stable"
                                                : "unstable",
                       coordinate, rounded(equilibrium.theta, 1), rounded(equilibrium.nu, mu_s), equilibrium.energy);
  out += fmt::format("  {:<11} {:>14} {:>16} {:>18}  turning points (rad)\n", "curve", "energy (J)", "period (s)",
                     "action (kg m^2/s)");
  for (const OrbitCurve& curve : leaf.curves)
    out += fmt::format("  {:<11} {:>14.8g} {:>16} {:>18.10g}  {:.8g}\n", word_of(curve.kind), curve.energy,
                       curve.period ? fmt::format("{:.10g}", *curve.period) : "infinite", curve.action,
                       fmt::join(rounded_angles(curve.ends), " to "));
  return out;
}

std::string in_words(const PortraitResult& result) {
  std::string out =
      fmt::format("{}: the leaf of total momentum {:.10g} kg m^2/s\n", one_line(result.model), result.mu_s);
  for (const std::string& note : result.notes) out += fmt::format("  note: {}\n", note);
  if (result.leaf) out += in_words(*result.leaf, result.joints[0], result.mu_s);
  for (const PortraitResult::NamedLeaf& leaf : result.leaves) {
    if (!leaf.component.empty()) out += fmt::format("  {}\n", leaf.component);
    out += in_words(leaf.portrait, leaf.coordinate, result.mu_s);
  }
  if (result.map) {
    out += fmt::format("  V + U from {:.8g} to {:.8g} J\n", rounded(result.map->lowest, result.map->highest),
                       result.map->highest);
    for (const RelativeEquilibrium& mark : result.marks)
      out += fmt::format("  {:<4} at ({:.8g}) rad, energy {:.10g} J, index {}, {}\n", mark.id,
                         fmt::join(rounded_angles(mark.phi), ", "), mark.energy, mark.stability.index,
                         word(mark.stability.verdict));
  }
  if (!result.file.empty()) out += fmt::format("  written to {}\n", result.file);
  return out;
}

/// The leaves of a linkage as numbers and as a picture.
Figure leaves_of(const TreeSpec& spec, const Leaf& leaf, const std::vector<double>& levels, PortraitResult& done,
                 PortraitText& text) {
  const std::vector<LeafPortrait> portraits = leaf_portraits(leaf, levels);
  for (std::size_t i = 0; i < portraits.size(); ++i) {
    const Leaf& one = i == 0 ? leaf : leaf.others[i - 1];
    const bool of_joint = one.joint >= 0;
    done.leaves.push_back({one.component, of_joint ? done.joints[one.joint] : "u", portraits[i], {}});
    for (const LeafEquilibrium& equilibrium : portraits[i].equilibria)
      done.leaves.back().angles.push_back(one.shape(equilibrium.theta));
    text.components.push_back(one.component);
    text.angles.push_back(of_joint ? angle_label(spec, static_cast<std::size_t>(one.joint)) : one.meaning);
    text.momentum = of_joint ? "\u03bd = M \u03b8'" : "\u03bd = M u'";
  }
  return leaves_portrait(portraits, text);
}

void refuse_space(const Model& model) {
  if (is_planar(model)) return;
  throw ModelError(model.source,
                   {{model.bodies[0].name.place,
                     fmt::format("body {} is in space: its motion fills more than a leaf of two dimensions or a "
                                 "landscape over two angles, which is what portraits show",
                                 oopss::quoted(model.bodies[0].name.value)),
                     "`oopss equilibria` lists the attitudes in which bodies in space turn as one, `oopss continue` "
                     "follows them"}},
                   model.settings);
}

void check_levels(const std::vector<double>& levels, double lowest) {
  for (const double level : levels)
    if (level < lowest)
      throw UsageError(
          fmt::format("--levels: no motion on this leaf has the energy {:.10g} J; the lowest is "
                      "{:.10g} J",
                      level, lowest));
}

}  // namespace

void refuse_motion(const TreeSpec& spec) {
  std::vector<Diagnostic> found = motions_without_equilibria(spec);
  if (!found.empty()) throw ModelError(spec.model->source, std::move(found), spec.model->settings);
}

void refuse_laws_without_potential(const TreeSpec& spec, const std::vector<double>& p, bool free) {
  std::vector<Diagnostic> found = free ? std::vector<Diagnostic>() : laws_without_potential(spec, p);
  for (Diagnostic& problem : found) problem.help = "--free leaves the laws out, and torques from outside";
  if (!found.empty()) throw ModelError(spec.model->source, std::move(found), spec.model->settings);
}

std::string more_than_searched(const TreeSpec& spec, const std::vector<double>& p) {
  const int bodies = spec.topology.size(), freedom = shape_freedom(spec, p);
  if (freedom <= most_searched_joints) return {};
  return freedom == bodies - 1
             ? fmt::format("at most {} bodies, this model has {}", most_searched_joints + 1, bodies)
             : fmt::format("shapes of at most {} freedoms, that of this model has {}", most_searched_joints, freedom);
}

void portrait(const Common& common, const PortraitOptions& options) {
  const Model model = model_of(common);
  refuse_space(model);
  const TreeSpec spec = tree_spec(model);
  refuse_motion(spec);
  const std::size_t bodies = model.bodies.size();
  const std::vector<double> p = values_of(spec.inputs);
  const bool linkage = shape_freedom(spec, p) < static_cast<int>(bodies) - 1;
  if (bodies != 2 && bodies != 3 && !linkage)
    throw Unsupported(fmt::format(
        "a portrait shows the leaf of two bodies or the landscape of three; this model has "
        "{}{}",
        bodies, bodies > 3 ? fmt::format("; `oopss equilibria` takes up to {}", most_searched_joints + 1) : ""));
  check_view(options.view, bodies, linkage);
  const std::vector<double> levels = numbers_of("--levels", "energies", options.levels);
  refuse_laws_without_potential(spec, p, options.free);
  PortraitResult done;
  done.model = model.name;
  done.bodies = spec.body_names;
  done.joints = spec.joint_names;
  done.mu_s = options.momentum ? *options.momentum : start_momentum(spec, p);
  done.notes = notes_of(model, options.free);
  done.with_points = options.points;
  PortraitText text{done.model, {}, done.mu_s};
  Figure figure;
  const System system = derive(model, Engine::recursive);
  const ShapeEnergy energy = shape_energy(system, p, done.mu_s, options.free);
  require_finite(energy);
  try {
    if (linkage) {
      figure = leaves_of(spec, leaf_of(system, p, done.mu_s, options.free), levels, done, text);
      double lowest = done.leaves[0].portrait.lowest;
      for (const PortraitResult::NamedLeaf& leaf : done.leaves) lowest = std::min(lowest, leaf.portrait.lowest);
      check_levels(levels, lowest);
    } else if (bodies == 2) {
      done.leaf = leaf_portrait(system.leaf(p, done.mu_s, options.free), levels);
      const LeafPortrait& leaf = *done.leaf;
      check_levels(levels, leaf.lowest);
      if (options.view == "cylinder" && !leaf.circle)
        throw UsageError(
            "--view cylinder: the spring at this joint counts turns, so its leaf is a plane; --view flat "
            "shows it");
      text.angles = {angle_label(spec, 0)};
      figure = options.view == "cylinder" ? cylinder_portrait(leaf, text) : flat_portrait(leaf, text);
    } else {
      add_landscape(model, energy, levels, done);
      text.angles = {angle_label(spec, 0), angle_label(spec, 1)};
      figure = landscape_figure(*done.map, done.marks, text);
    }
  } catch (const NoLeaf& problem) {
    throw UsageError(fmt::format("there is no portrait: {}", problem.what()));
  }
  if (Picture format{}; picture_of(options.output, format)) {
    write_file(options.output, render(figure, format));
    done.file = options.output;
  }
  const std::string document = portrait_document(done);
  print(common.json ? document : in_words(done));
}

}  // namespace oopss
