// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <array>
#include <cmath>

#include "cli/certify.hpp"
#include "cli/documents.hpp"
#include "cli/exit.hpp"
#include "cli/files.hpp"
#include "cli/terminal.hpp"
#include "cli/verbs.hpp"
#include "oopss/analysis/special_case.hpp"
#include "oopss/figure/gallery.hpp"
#include "oopss/figure/render.hpp"
#include "oopss/proof/thorough.hpp"
#include "oopss/system/derive.hpp"
#include "oopss/system/linked_start.hpp"
#include "oopss/system/printable.hpp"
#include "oopss/system/shape_laws.hpp"
#include "oopss/system/skeleton.hpp"
#include "oopss/system/start.hpp"

namespace oopss {
namespace {

/// "170deg", or in space "[1, 0, 0, 0]".
std::vector<double> numbers(const std::string& text) {
  if (text.size() < 2 || text.front() != '[' || text.back() != ']') return {angle_of("--at", text)};
  std::vector<double> out;
  int depth = 0;  // of brackets: functions have commas, too
  std::string one;
  for (const char letter : text.substr(1, text.size() - 2) + ",") {
    depth += letter == '(' ? 1 : letter == ')' ? -1 : 0;
    if (letter != ',' || depth > 0) {
      one += letter;
      continue;
    }
    out.push_back(angle_of("--at", one));
    one.clear();
  }
  return out;
}

/// What --at gives of a shape by the names of its coordinates: NAME, or NAME.x, NAME.y, … together; zeros elsewhere.
std::vector<double> shape_asked_for(const std::vector<std::string>& coordinates,
                                    const std::vector<std::string>& words) {
  std::vector<std::string> names, parts;
  for (const std::string& coordinate : coordinates) {
    const std::string name = coordinate.substr(0, coordinate.find('.'));
    if (names.empty() || names.back() != name) parts.push_back(name);
    names.push_back(name);
  }
  std::vector<double> out(coordinates.size(), 0.0);
  for (const std::string& word : words) {
    const std::size_t equals = word.find('=');
    if (equals == std::string::npos) throw UsageError(fmt::format("--at takes JOINT=ANGLE, got \"{}\"", word));
    const std::string name = word.substr(0, equals);
    const auto from = std::find(names.begin(), names.end(), name);
    if (from == names.end())
      throw UsageError(
          fmt::format("--at: there is no joint {}{}", oopss::quoted(name), among(name, {parts.begin(), parts.end()})));
    const auto to = std::find_if(from, names.end(), [&](const std::string& other) { return other != name; });
    const std::vector<double> given = numbers(word.substr(equals + 1));
    if (static_cast<long>(given.size()) != to - from)
      throw UsageError(fmt::format("--at: {} takes {}, got {}", name,
                                   to - from == 1   ? "one angle"
                                   : to - from == 3 ? "three numbers, [x, y, z]"
                                                    : "the four numbers of a quaternion, [w, x, y, z]",
                                   given.size()));
    if (to - from > 1 && std::all_of(given.begin(), given.end(), [](double x) { return x == 0; }))
      throw UsageError(fmt::format("--at: {} must not be zero", name));
    std::copy(given.begin(), given.end(), out.begin() + (from - names.begin()));
  }
  return out;
}

/// The one equilibrium near a shape, as a list of one.
Equilibria only_near(const ShapeEnergy& energy, const std::vector<double>& phi) {
  Equilibria out;
  out.bodies = energy.bodies;
  out.joints = energy.joints;
  out.momentum = energy.momentum;
  out.space = energy.space;
  out.starts = 1;
  out.count_words = "only the equilibrium near the shape that was asked for";
  std::vector<double> from = energy.space.completed ? energy.space.completed(phi) : phi;
  if (energy.space.retract)
    energy.space.retract(std::vector<double>(from), std::vector<double>(static_cast<std::size_t>(energy.space.freedom)),
                         from);
  const NearestEquilibrium near = equilibrium_near(energy, from);
  if (!near.found)
    throw NumericalFailure(
        fmt::format("from this shape the iteration leads to no equilibrium: slopes of {:.2g} of their "
                    "usual size are left; try another shape",
                    near.residual));
  out.all.push_back(*near.found);
  out.all[0].id = "at";
  return out;
}

std::string header(const Equilibria& equilibria) {
  std::string out = "       ";
  for (const std::string& joint : equilibria.joints) out += fmt::format(" {:>10}", joint);
  return out + fmt::format(" {:>12} {:>12} {:>11} {:>5} {:>4}  {:<17}  {}\n", "inertia", "energy", "omega", "index",
                           "null", "stability", "spectrum");
}

/// The angles of joints; of a ball, in space, that by which it is turned.
std::string row(const RelativeEquilibrium& one, const std::vector<double>& angles) {
  std::string out = fmt::format("  {:<5}", one.id);
  for (const double phi : angles) out += fmt::format(" {:>10.6f}", std::abs(phi) < 5e-7 ? 0.0 : phi);
  const StabilityReport& known = one.stability;
  return out + fmt::format(" {:>12.6g} {:>12.6g} {:>11.6g} {:>5} {:>4}  {:<17}  {}\n", one.inertia, one.energy,
                           one.omega + 0.0, known.index, known.nullity,
                           std::string(word(known.verdict)) + (known.asymptotic ? " *" : ""),
                           oopss::in_words(known.spectrum));
}

double largest_radius(const Equilibria& equilibria) {
  double out = 1e-15;
  for (const RelativeEquilibrium& one : equilibria.all) out = std::max(out, one.radius);
  return out;
}

std::string range_words(const std::string& joint, const ShapeRange& range) {
  return fmt::format("Range: {} was searched from {:.6g} to {:.6g} rad; {}", joint, range.low, range.high,
                     range.justified ? "outside, the slope of its spring exceeds every slope of V_mu: none is there"
                                     : "equilibria outside are not excluded");
}

/// What stands below the table: the count, the ranges, and what the words do not say.
std::string remarks(const Equilibria& equilibria, bool one_asked_for) {
  std::string out;
  const auto any = [&](const auto& test) { return std::any_of(equilibria.all.begin(), equilibria.all.end(), test); };
  if (equilibria.certified && !equilibria.space.state)
    out += fmt::format("  Proved: each of the {} is alone within 1e{:.0f} rad of what is printed{}\n",
                       equilibria.all.size(), std::ceil(std::log10(largest_radius(equilibria))),
                       equilibria.complete ? "; there are no others" : "; OTHERS ARE NOT EXCLUDED, see below");
  for (const std::string& remark : equilibria.remarks) out += fmt::format("  {}\n", remark);
  if (!one_asked_for && (!equilibria.certified || equilibria.count != MorseCount::not_applicable))
    out += fmt::format("  Count: {}{}\n", equilibria.count_words,
                       equilibria.count == MorseCount::agrees  ? ": it agrees"
                       : equilibria.count == MorseCount::fails ? ": IT DOES NOT ADD UP, some were missed"
                                                               : "");
  if (!one_asked_for && !equilibria.certified) out += fmt::format("  Search: {}\n", search_words(equilibria));
  for (std::size_t k = 0; !equilibria.space.state && k < equilibria.space.ranges.size(); ++k) {
    const ShapeRange& range = equilibria.space.ranges[k];
    if (!range.circle) out += fmt::format("  {}\n", range_words(equilibria.joints[k], range));
  }
  for (const RelativeEquilibrium& one : equilibria.all)
    if (one.continuum)
      out += fmt::format(
          "  {} stands for a continuum: every shape of a curve or surface through it is an equilibrium of "
          "this inertia\n",
          one.id);
  if (any([](const RelativeEquilibrium& one) { return one.stability.asymptotic; }))
    out += "  * the dampers bring every motion near it to rest in this shape: asymptotically stable\n";
  return out;
}

std::string in_words(const std::string& model, const Equilibria& equilibria, bool free, bool one_asked_for,
                     const std::vector<PlainState>& in_space) {
  std::string out = fmt::format("{}: relative equilibria at total momentum {:.6g} kg m^2/s{}\n", one_line(model),
                                equilibria.momentum, free ? ", without the torque laws" : "");
  if (equilibria.joints.empty() && equilibria.all.empty())
    return out + "  A single body has one shape and turns in it.\n";
  if (equilibria.every_shape)
    return out + (equilibria.space.freedom == 0
                      ? "  The loops leave the bodies no motion against each other: they turn as one in every shape.\n"
                  : equilibria.momentum == 0
                      ? "  Without momentum and without springs every shape at rest is an equilibrium: there is "
                        "nothing to count.\n"
                      : "  The locked inertia is the same at every shape: every shape is an equilibrium.\n");
  out += header(equilibria);
  for (std::size_t k = 0; k < equilibria.all.size(); ++k)
    out += row(equilibria.all[k], in_space.empty() ? equilibria.all[k].phi : in_space[k].turned);
  return out + remarks(equilibria, one_asked_for);
}

/// Before anything is made whose size grows with more than the number of bodies.
void check_size(const TreeSpec& spec, const EquilibriaOptions& options) {
  const int bodies = spec.topology.size();
  if (options.certify && in_space(spec) && bodies > 2)
    throw TooLarge(
        fmt::format("--certify: in space two bodies on a ball joint are counted, this model has {}", bodies));
  if (options.certify && bodies > certify_most_bodies)
    throw TooLarge(fmt::format("--certify takes 2 to {} bodies, this model has {}", certify_most_bodies, bodies));
  if (!options.near.empty() && bodies > most_landscape_joints + 1)
    throw TooLarge(fmt::format("--at takes at most {} bodies, this model has {}", most_landscape_joints + 1, bodies));
  const std::vector<double> p = values_of(spec.inputs);
  if (const std::string words = more_than_searched(spec, p); options.near.empty() && !words.empty())
    throw TooLarge(fmt::format(
        "the search takes {}{}; --at finds the one near a shape, for up to {} bodies", words,
        shape_freedom(spec, p) == bodies - 1 ? fmt::format(": it has 2^{} equilibria or more", bodies - 1) : "",
        most_landscape_joints + 1));
}

/// The list by search; a signal ends it.
Equilibria listed(const Model& model, const ShapeEnergy& energy) {
  const Interruption interruption;
  return thorough_equilibria(model, energy, {.watch = end_if_interrupted});
}

/// The states of bodies in space that turn as one; none in the plane.
std::vector<PlainState> states_in_space(const Model& model, const System& system, const std::vector<double>& p,
                                        const Equilibria& equilibria) {
  std::vector<PlainState> out;
  const StateOfShape state = state_of_shape(system, skeleton(model), p, equilibria.space);
  if (!state) return out;
  for (const RelativeEquilibrium& one : equilibria.all) out.push_back(state(one.phi));
  return out;
}

/// Poses in space, turned so that the total momentum is along z: by the shortest turn, R = 1 + hat(v) + hat(v)²/(1 + c)
/// with v = n × z and c = n·z of its direction n.
std::vector<BodyPose> upright(const std::vector<BodyPose>& poses, const std::vector<std::vector<double>>& momenta) {
  std::array<double, 3> n{};
  for (std::size_t i = 0; i < poses.size(); ++i)
    for (int r = 0; r < 3; ++r)
      for (int k = 0; k < 3; ++k) n[r] += poses[i].R[3 * r + k] * momenta[i][k];
  const double size = std::hypot(n[0], n[1], n[2]);
  if (!(size > 0)) return poses;
  const double x = n[0] / size, y = n[1] / size, z = n[2] / size;
  BodyPose turn;
  turn.R = {1, 0, 0, 0, -1, 0, 0, 0, -1};  // from straight down
  if (const double k = 1 / (1 + z); z > -1 + 1e-9)
    turn.R = {1 - k * x * x, -k * x * y, -x, -k * x * y, 1 - k * y * y, -y, x, y, z};
  std::vector<BodyPose> out;
  for (const BodyPose& pose : poses) out.push_back(pose_on(turn, pose));
  return out;
}

/// The shapes as a picture.
std::string picture(const Model& model, const System& system, const std::vector<double>& p,
                    const Equilibria& equilibria, Picture format) {
  const Flow flow = system.with_inputs(p);
  const std::vector<PlainState> in_space = states_in_space(model, system, p, equilibria);
  std::vector<std::vector<BodyPose>> poses;
  for (const RelativeEquilibrium& one : equilibria.all) {
    std::vector<double> x(static_cast<std::size_t>(system.layout.size), 0.0);
    if (equilibria.space.state)
      equilibria.space.state(one.phi, x.data());
    else
      put(system.layout, BlockKind::joint_angle, one.phi, x);
    poses.emplace_back(equilibria.bodies.size());
    flow.pose(x.data(), poses.back().data());
    if (!in_space.empty()) poses.back() = upright(poses.back(), in_space[poses.size() - 1].momenta);
  }
  const std::string title =
      fmt::format("{}: relative equilibria at total momentum {:.4g} kg m\u00b2/s", model.name, equilibria.momentum);
  return render(gallery(title, skeleton(model), equilibria, poses), format);
}

}  // namespace

double angle_of(const char* option, const std::string& text) {
  struct Constants {
    const char* option;
    double number(const Step& step) const { return step.value; }
    double name(const Step& step) const {
      const std::optional<double> value = constant_value(step.text);
      if (!value) throw UsageError(fmt::format("{}: \"{}\" is not a number", option, step.text));
      return *value;
    }
    double apply(const Step& step, const std::vector<double>& arguments) const { return oopss::apply(step, arguments); }
  };
  std::vector<Diagnostic> problems;
  const std::optional<Expression> parsed = parse_expression(text, problems);
  if (!parsed) throw UsageError(fmt::format("{}: \"{}\": {}", option, text, problems.at(0).message));
  const double value = evaluate<double>(*parsed, Constants{option});
  if (!std::isfinite(value)) throw UsageError(fmt::format("{}: \"{}\" is not a finite number", option, text));
  return value;
}

int equilibria(const Common& common, const EquilibriaOptions& options) {
  if (options.table) {
    if (!common.model.empty()) throw UsageError("equilibria: --table takes no MODEL: it is about all chains of three");
    equilibria_table(common, options.output);
    return Exit::done;
  }
  if (!options.certificate.empty() && !options.certify)
    throw UsageError("equilibria: --certificate goes with --certify");
  if (common.model.empty()) throw UsageError("equilibria: MODEL is required; see `oopss equilibria --help`");
  const Model model = model_of(common);
  const TreeSpec spec = tree_spec(model);
  const std::vector<double> p = values_of(spec.inputs);
  refuse_motion(spec);
  check_size(spec, options);
  refuse_impossible_loops(spec, p);
  refuse_laws_without_potential(spec, p, options.free);
  const System system = derive(model, Engine::recursive);
  const ShapeEnergy energy =
      shape_energy(system, p, options.momentum ? *options.momentum : start_momentum(spec, p), options.free);
  if (options.near.empty() && energy.space.freedom > most_searched_joints)
    throw TooLarge(
        fmt::format("the search takes shapes of at most {} freedoms, those of this model have {}; --at finds "
                    "the equilibrium near a shape",
                    most_searched_joints, energy.space.freedom));
  const bool everywhere = is_everywhere(energy);
  const std::vector<double> shape = shape_asked_for(energy.joints, options.near);
  const bool one_asked_for = !options.near.empty() && !everywhere;
  if (one_asked_for && options.certify) throw UsageError("equilibria: --certify is about all shapes, --at about one");
  Equilibria found = one_asked_for      ? only_near(energy, shape)
                     : !options.certify ? listed(model, energy)
                     : is_planar(model) ? prove_equilibria(common, model, energy, options.certificate)
                                        : count_equilibria_in_space(model, energy, options.certificate);
  if (const std::optional<AlignedRatios> chain = aligned_ratios(energy); chain && !one_asked_for) {
    const int region = region_of(chain->kappa, chain->tau);
    found.remarks.push_back(
        fmt::format("Aligned joints: kappa = {:.6g}, tau = {:.6g}; case {}, {} of `oopss equilibria --table`",
                    chain->kappa, chain->tau, case_of(chain->kappa, chain->tau),
                    region == 0 ? std::string("outside its regions") : fmt::format("region {}", region)));
  }
  const std::vector<PlainState> in_space = states_in_space(model, system, p, found);
  if (!in_space.empty()) {
    for (std::size_t k = 0; k < found.joints.size(); ++k)
      if (const ShapeRange& range = found.space.ranges[k]; !range.circle && !range.justified)
        found.remarks.push_back(range_words(found.joints[k], range));
    found.joints = system.joints;  // not of the coordinates
  }
  const std::string document = equilibria_document(model.name, found, options.free, in_space);
  if (Picture format{}; picture_of(options.output, format)) {
    if (found.all.empty()) throw UsageError("equilibria: there is no shape to draw: every shape is an equilibrium");
    write_file(options.output, picture(model, system, p, found, format));
  }
  print(common.json ? document : in_words(model.name, found, options.free, one_asked_for, in_space));
  if (Interruption::signal() != 0) return 128 + Interruption::signal();
  const bool open = options.certify && !found.complete;
  return !is_settled(found) || open ? Exit::numerical : Exit::done;
}

}  // namespace oopss
