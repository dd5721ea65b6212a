// SPDX-License-Identifier: Apache-2.0
#include "cli/sweep_plan.hpp"

#include <fmt/format.h>
#include <gnu/libc-version.h>
#include <sys/statvfs.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <map>

#include "cli/arguments.hpp"
#include "cli/exit.hpp"
#include "cli/sweep_file.hpp"
#include "cli/sweep_gpu.hpp"
#include "oopss/ensemble/lane_runner.hpp"
#include "oopss/figure/render.hpp"
#include "oopss/figure/value_map.hpp"
#include "oopss/system/processor.hpp"
#include "oopss/system/run_settings.hpp"
#include "oopss/system/start.hpp"

namespace oopss {
namespace {

/// The problems as an error that shows each at its option.
[[noreturn]] void refuse_sweep(const Model& model, const SweepProblems& problems) {
  std::vector<Source> options;
  std::vector<Diagnostic> found;
  for (const SweepProblem& problem : problems) {
    options.push_back({problem.option + (problem.text.empty() ? "" : " ") + problem.text, problem.text});
    found.push_back({{0, 0, 1, static_cast<int>(options.size())}, problem.message, problem.help});
  }
  throw UsageProblems(model.source, std::move(found), std::move(options));
}

void read_count(const SweepOptions& options, SweepPlan& plan, SweepProblems& problems) {
  if (options.count && options.sample.empty())
    problems.push_back({"--count", std::to_string(*options.count), "there is nothing to draw: add --sample"});
  if (!options.count && !options.sample.empty())
    problems.push_back({"--sample", options.sample.front(), "say how many are drawn: add --count N"});
  if (options.count && (*options.count < 1 || *options.count > most_members))
    problems.push_back({"--count", std::to_string(*options.count), "it must be at least 1"});
  else if (options.count)
    plan.count = *options.count;
  if (options.sobol && options.sample.empty())
    problems.push_back({"--sobol", "", "there is nothing to draw: add --sample"});
  if (options.vary.empty() && options.sample.empty())
    problems.push_back({"sweep", "", "nothing varies: add --vary PATH=A:B:N or --sample PATH~normal(m,s)"});
  plan.seed = options.seed;
  plan.sobol = options.sobol;
}

/// "I/N".
MemberRange read_part(const std::string& text, long members, SweepProblems& problems) {
  if (text.empty()) return {0, members};
  long part = 0, parts = 0;
  const char* const end = text.data() + text.size();
  const auto first = std::from_chars(text.data(), end, part);
  const auto second = first.ptr != end && *first.ptr == '/' ? std::from_chars(first.ptr + 1, end, parts) : first;
  constexpr long most_parts = 1'000'000;
  if (first.ec != std::errc() || second.ec != std::errc() || second.ptr != end || part < 1 || part > parts ||
      parts > most_parts) {
    problems.push_back({"--part", text, "it is I/N with I from 1 to N, as in 2/8"});
    return {0, members};
  }
  return part_of(members, part, parts);
}

/// What members side by side cannot do of what is asked for.
void check_lanes(const TreeSpec& spec, const MemberTask& task, SweepProblems& problems) {
  if (const std::string why = no_lanes(spec, task); !why.empty())
    problems.push_back({"--engine", "lanes", why, "leave it out: every member is then run by itself"});
  const RunSettings& run = task.asked;
  static const std::map<LaneMethod, std::string> methods = {
      {LaneMethod::rk4, "rk4"}, {LaneMethod::dop853, "dop853"}, {LaneMethod::taylor, "taylor"}};
  const std::string& method = methods.at(lane_method(run_settings(*spec.model), run));
  const bool known = run.method.empty() || run.method == method;
  if (!known) problems.push_back({"--method", run.method, "lanes have rk4, of equal steps, dop853 and taylor"});
  check_accuracy(spec, task, known ? method : "", problems);
  if (!run.singular.empty()) problems.push_back({"--singular", run.singular, "lanes have no loops of bodies"});
}

/// What the run is asked for, tried on a member that has a start.
void check_run(const ModelFamily& family, const MemberTask& task, SweepProblems& problems) {
  const long members = task.plan.members();
  for (long k = 0; k <= 8; ++k) {
    ModelFamily copy = family;
    const FamilyMember member =
        member_of(copy, member_values(task.plan, (members - 1) / 8 * k + (members - 1) % 8 * k / 8));
    if (member.found != FamilyMember::Found::good) continue;
    try {
      run_request(*member.model, task.asked, *member.system, member.system->with_inputs(member.p), 0, member.start);
    } catch (const UsageError& problem) {
      problems.push_back({"sweep", "", problem.what()});
    } catch (const TooLarge& problem) {
      problems.push_back({"--every", "", problem.what()});
    }
    return;
  }
}

std::string joined(const std::vector<std::string>& words) { return fmt::format("{}", fmt::join(words, " ")); }

std::string run_text(const RunSettings& asked) {
  const auto number = [](const char* name, const std::optional<double>& value) {
    return value ? fmt::format("{} {:.17g}, ", name, *value) : std::string();
  };
  return number("until", asked.until) + number("every", asked.every) + number("step", asked.step) +
         number("tolerance", asked.tolerance) + (asked.method.empty() ? "" : "method " + asked.method + ", ") +
         (asked.singular.empty() ? "" : "singular " + asked.singular);
}

SweepHead sweep_head(const PlannedSweep& sweep, const Common& common, const SweepOptions& options) {
  const SweepPlan& plan = sweep.task.plan;
  return {{"version", OOPSS_VERSION},
          {"build", sweep.build},
          {"engine", sweep.engine},
          {"model", sweep.derived.model->source.text},
          {"settings", joined(common.set)},
          {"vary", joined(options.vary)},
          {"sample", joined(options.sample)},
          {"count", std::to_string(plan.count)},
          {"seed", std::to_string(plan.seed)},
          {"sobol", plan.sobol ? "yes" : "no"},
          {"observe", joined(options.observe)},
          {"run", run_text(options.run)},
          {"columns", joined(row_names(sweep.task))}};
}

double bytes_free(const std::string& file) {
  const std::filesystem::path folder = std::filesystem::path(file).parent_path();
  struct statvfs info {};
  if (::statvfs(folder.empty() ? "." : folder.c_str(), &info) != 0) return HUGE_VAL;
  return static_cast<double>(info.f_bavail) * static_cast<double>(info.f_frsize);
}

/// A picture is a map of the first observable over two numbers.
void check_picture(const PlannedSweep& sweep, const std::string& file, SweepProblems& problems) {
  const SweepPlan& plan = sweep.task.plan;
  if (plan.axes.size() != 2 || !plan.samples.empty())
    problems.push_back({"-o", file, "a map has two axes: two --vary and no --sample"});
  if (sweep.task.observables.empty())
    problems.push_back({"-o", file, "a map shows the first observable: add --observe"});
  if (sweep.part.size() != plan.members())
    problems.push_back({"-o", file, "a part of a sweep is no map: give a table, and merge the parts"});
  for (const SweepAxis& axis : plan.axes)
    if (axis.count > most_map_cells)
      problems.push_back({"-o", file, fmt::format("a map has at most {} cells along an axis", most_map_cells)});
}

void check_outputs(const PlannedSweep& sweep, const std::vector<std::string>& outputs, bool dry,
                   SweepProblems& problems) {
  if (outputs.empty() && !dry) problems.push_back({"sweep", "", "say where to write: add -o FILE.h5 or FILE.csv"});
  if (outputs.empty() || !problems.empty()) return;
  for (const std::string& file : outputs)
    if (Picture format{}; picture_of(file, format)) check_picture(sweep, file, problems);
  const double need = sweep_disk_need(sweep, outputs), free = bytes_free(outputs.front());
  if (need > free)
    problems.push_back(
        {"-o", outputs.front(),
         fmt::format("the sweep needs {} on the disk, {} are free", size_words(need), size_words(free))});
}

}  // namespace

void check_accuracy(const TreeSpec& spec, const MemberTask& task, const std::string& method, SweepProblems& problems) {
  const RunSettings& run = task.asked;
  const bool by_tolerance = method == "dop853" || method == "taylor";
  if (!method.empty() && !by_tolerance && run.tolerance)
    problems.push_back({"--tolerance", "", method + " takes a step, not a tolerance"});
  if (by_tolerance && run.step) problems.push_back({"--step", "", method + " takes a tolerance, not a step"});
  if (run.tolerance && !(*run.tolerance >= 1e-16 && *run.tolerance <= 0.1))
    problems.push_back({"--tolerance", "", "it must lie between 1e-16 and 0.1"});
  const double until = run.until.value_or(run_settings(*spec.model).until.value_or(10));
  if (run.step && std::abs(until) / *run.step > static_cast<double>(task.max_steps))
    problems.push_back({"--step", "", "it is too small for this span of time"});
}

double sweep_disk_need(const PlannedSweep& sweep, const std::vector<std::string>& outputs) {
  const std::size_t width = sweep.task.width();
  double out = sweep_bytes(".h5", sweep.part.size(), width);  // the journal
  for (const std::string& file : outputs) out += sweep_bytes(file, sweep.part.size(), width);
  return out;
}

PlannedSweep planned_sweep(const Common& common, const SweepOptions& options) {
  const Model model = model_of(common);
  SweepProblems problems;
  SweepPlan plan;
  for (const std::string& text : options.vary) read_axis(text, plan, problems);
  for (const std::string& text : options.sample) read_sample(text, plan, problems);
  read_count(options, plan, problems);
  check_plan(plan, problems);
  const bool plan_good = problems.empty();
  ModelFamily family = model_family(model, settings_of(common), plan.paths());
  check_paths(family, plan, problems);
  if (const std::string why = no_starts(model); !why.empty()) problems.push_back({"sweep", "", why});
  if (options.run.step && options.run.tolerance)
    problems.push_back({"--step", "", "--step and --tolerance exclude each other"});

  PlannedSweep out{{.family = std::move(family)}, derived_model(model), {}, {}, {}};
  const System& system = out.derived.system;
  std::vector<std::string> parameters;
  for (const Parameter& parameter : model.parameters) parameters.push_back(parameter.name.value);
  out.task = {plan, read_observables(options.observe, system, parameters, problems), options.run, end_columns(system)};
  const Flow flow = system.with_inputs(default_inputs(system));
  for (const Observable& one : out.task.observables)
    if (one.kind == ObservableKind::exponent && !flow.tangent)
      problems.push_back({"--observe", one.text, "the rates of this model have no derivative"});
  out.part = read_part(options.part, plan_good ? plan.members() : 0, problems);
  out.lanes = options.engine == "lanes";
  out.engine = out.lanes ? "lanes" : system.engine().name;
  const bool on_gpu = is_gpu_engine(options.engine);
  out.task.has_last_change = on_gpu && gpu_method(run_settings(model), options.run) == "gauss4";
  if (out.lanes) out.chunk_members = chunk_members_of_lanes;
  if (on_gpu) out.chunk_members = chunk_members_of_gpu;
  out.build = fmt::format("g++ {}, glibc {}, loops for {}", __VERSION__, gnu_get_libc_version(),
                          processor_loops(!is_planar(model)));
  if (out.lanes)
    check_lanes(out.derived.spec, out.task, problems);
  else if (on_gpu)
    check_gpu(out.derived.spec, options, out.task, problems);
  else if (problems.empty())
    check_run(out.family, out.task, problems);
  if (options.sweeps && !on_gpu) problems.push_back({"--sweeps", "", "they are of gauss4 on a GPU: add --engine cuda"});
  if (on_gpu && problems.empty()) plan_gpu(options, out);
  out.head = sweep_head(out, common, options);
  check_outputs(out, options.output, options.dry_run, problems);
  if (!problems.empty()) refuse_sweep(model, problems);
  return out;
}

}  // namespace oopss
