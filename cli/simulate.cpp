// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <thread>

#include "cli/asked_columns.hpp"
#include "cli/documents.hpp"
#include "cli/exit.hpp"
#include "cli/pace.hpp"
#include "cli/run_output.hpp"
#include "cli/simulate_words.hpp"
#include "cli/terminal.hpp"
#include "oopss/integrate/monitor.hpp"
#include "oopss/integrate/request.hpp"
#include "oopss/integrate/suggest.hpp"
#include "oopss/integrate/ways_on.hpp"
#include "oopss/proof/thorough.hpp"

namespace oopss {
namespace {

Engine engine_of(const std::string& name) {
  if (name == "recursive") return Engine::recursive;
  if (name == "interpreted") return Engine::interpreted;
  return name == "compiled" ? Engine::compiled : Engine::automatic;
}

/// What gave the numbers. A run that was to be compiled and ends before the code is there waits a little for it, so
/// that the next run finds it in the cache.
EngineUsed engine_after(const System& system, bool wait) {
  for (int ms = 0; wait && ms < 2000 && !system.engine().final; ++ms)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  return system.engine();
}

void check_method(const std::string& name, const Flow& flow) {
  if (name.empty() || find_method(name, flow)) return;
  const std::vector<Method> own = own_methods(flow);
  std::vector<std::string_view> known;
  for (const Method& row : methods())
    if (unserved(row, flow).empty()) known.push_back(row.name);
  for (const Method& row : own) known.push_back(row.name);
  const char* const what = flow.has_quaternions     ? "these bodies in space"
                           : flow.closure.count > 0 ? "bodies with loops"
                                                    : "a planar tree";
  throw UsageError(fmt::format("there is no method {} for {}{}", oopss::quoted(name), what, among(name, known)));
}

}  // namespace

RunRequest run_request(const Model& model, const RunSettings& asked, const System& system, const Flow& flow, double t0,
                       const std::vector<double>& start) {
  const RunSettings file = run_settings(model);
  const double span = asked.until.value_or(*file.until) - t0;
  if (span == 0) throw UsageError(fmt::format("the run ends where it starts, at t = {:.6g}", t0));
  if (asked.step && asked.tolerance) throw UsageError("--step and --tolerance exclude each other");
  check_method(asked.method.empty() ? file.method : asked.method, flow);
  RunRequest run = run_request(file, asked, flow, system.layout, t0, start);
  if (const std::string wrong = problem(run, flow, system.layout); !wrong.empty()) throw UsageError(wrong);
  constexpr double most_points = 2e8;
  if (std::abs(span) / run.every() > most_points)
    throw TooLarge(
        fmt::format("the run has {:.3g} output points, at most {:.3g} are taken on; ask for a longer --every",
                    std::abs(span) / run.every(), most_points));
  return run;
}

namespace {

/// A recorded state as a start: angles, momenta and the absolute angle of the root.
std::vector<double> recorded_start(const System& system, const SimulateOptions& options, double& t0) {
  const Table table = read_table(options.from);
  const std::size_t row = options.from_time ? recorded_row(table, *options.from_time, options.from) : table.rows() - 1;
  std::vector<double> x(static_cast<std::size_t>(system.layout.size), 0.0);
  const auto take = [&](const std::string& name) {
    const std::vector<double>* column = find_column(table, name);
    if (!column)
      throw FileError(fmt::format("{}: there is no column {}: it was recorded with another model", options.from, name));
    return (*column)[row];
  };
  t0 = take("t");
  put_row(system, take, false, x.data());
  return x;
}

/// The start as the model gives it, with what there is to warn of.
std::vector<double> solved_start(const DerivedModel& derived, bool quiet, bool shows_progress) {
  const SolvedStart start =
      waiting_for("solving the start", shows_progress, [&] { return solve_start(derived.spec, derived.p()); });
  for (const std::string& warning : start.warnings)
    if (!quiet) say("oopss: warning: " + warning);
  return state_of(derived.system.layout, start);
}

/// J of a tree is never singular, so rates that are not finite are a failure of a law, unless the motion itself may be
/// singular.
const char* status_word(const Outcome& outcome, const Flow& flow, int signal) {
  if (signal != 0) return "interrupted";
  if (outcome.good()) return "complete";
  return can_be_singular(flow) && outcome.status == Status::singular ? "singular" : "failed";
}

/// What strayed by more than a picture hides, and what should do instead; empty if nothing did.
std::string warning(const Monitor& monitor, const std::string& advice) {
  const Reading energy = energy_reading(monitor), momentum = momentum_reading(monitor);
  if (energy.conservation != Conservation::poor && momentum.conservation != Conservation::poor) return {};
  const bool by_energy = energy.conservation == Conservation::poor,
             exchanged = monitor.work != 0 || monitor.dissipated != 0;
  return fmt::format("the {} strayed by {:.2g} % of its size{}{}",
                     !by_energy  ? monitor.outside ? "balance of momentum" : "momentum"
                     : exchanged ? "balance of energy"
                                 : "energy",
                     100 * (by_energy ? energy : momentum).error, advice.empty() ? "" : "; ", advice);
}

/// The last good state, and what the run kept.
Simulation summary(const Model& model, const System& system, const Run& run, const Monitor& monitor,
                   const Recorder& last, const Flow& flow, int signal) {
  Simulation done;
  done.model = model.name;
  done.method = run.method().name;
  done.status = status_word(run.outcome(), flow, signal);
  done.bodies = system.bodies;
  done.joints = system.joints;
  done.steps = run.steps();
  done.evaluations = run.evaluations();
  done.monitor = monitor;
  done.t = run.t();
  done.state = plain_state(system, last);
  if (flow.centre) {
    done.centre.resize(3);
    flow.centre(run.t(), run.x().data(), done.centre.data());
    done.centre.resize(static_cast<std::size_t>(system.dimension));
  }
  const Outcome& outcome = run.outcome();
  if (signal != 0)
    done.error = fmt::format("interrupted at t = {:.10g}", run.t());
  else if (!outcome.good())
    done.error = fmt::format("{} (t = {:.10g}, residual {:.2e})", outcome.words, run.t(), outcome.residual);
  return done;
}

/// How all joints turn along each way on from the pose that a run did not pass.
std::vector<std::vector<double>> branches(const Flow& flow, const Layout& layout, const Run& run, Recorder rows,
                                          double direction) {
  const auto angles = [&](const std::vector<double>& x) {
    record(rows, flow, run.t(), x.data());
    std::vector<double> out;
    for (std::size_t c = 0; c < rows.columns.size(); ++c)
      if (rows.columns[c].kind == Quantity::angle) out.push_back(rows.row[c]);
    return out;
  };
  const std::vector<double> here = angles(run.x());
  std::vector<std::vector<double>> out;
  for (std::vector<double> beyond : ways_on(flow, layout, run.t(), run.x(), direction)) {
    for (std::size_t i = 0; i < beyond.size(); ++i) beyond[i] += run.x()[i];
    std::vector<double> turning = angles(beyond);
    for (std::size_t k = 0; k < turning.size(); ++k) turning[k] -= here[k];
    const double largest =
        *std::max_element(turning.begin(), turning.end(), [](double a, double b) { return std::abs(a) < std::abs(b); });
    for (double& turned : turning) turned /= largest;
    out.push_back(std::move(turning));
  }
  return out;
}

/// Made for the text, too: what it has no number for is not printed. The words of the run go first.
std::string finite_document(const Simulation& done, int code) try {
  return simulate_document(done, code);
} catch (const NumericalFailure& problem) {
  throw NumericalFailure(done.error.empty() ? problem.what() : done.error + "; " + problem.what());
}

}  // namespace

int simulate(const Common& common, const SimulateOptions& options) {
  Model read = model_of(common);
  if (options.from.empty()) name_start(read);
  const bool shows_progress = !common.quiet && !common.json;
  const DerivedModel derived = waiting_for("deriving the equations", shows_progress,
                                           [&] { return derived_model(std::move(read), engine_of(options.engine)); });
  const Model& model = *derived.model;
  const System& system = derived.system;
  const Flow flow = system.with_inputs(default_inputs(system));
  double t0 = 0;
  const std::vector<double> start =
      options.from.empty() ? solved_start(derived, common.quiet, shows_progress) : recorded_start(system, options, t0);
  VideoKind video;
  const bool filmed = video_of(options.output, video);
  if (options.speed && !filmed) throw UsageError("--speed is that of a video: add -o FILE.mp4 or .gif");
  RunSettings settings = options.run;
  if (filmed && !settings.every) settings.every = options.speed.value_or(1) / video.per_second;  // one row per picture
  RunRequest asked = run_request(model, settings, system, flow, t0, start);
  asked.threads = options.threads.value_or(static_cast<int>(std::thread::hardware_concurrency()));
  if (filmed) picture_count(asked.until() - t0, video, options.speed.value_or(1));
  for (const std::string& event : options.events)
    asked.events.push_back(asked_event(derived, skeleton(model), flow, event));
  RunOutput output = waiting_for("preparing the table", shows_progress,
                                 [&] { return open_output(derived, common, options, asked, start); });
  Recorder at_events;
  if (!options.events.empty()) at_events = recorder(system, skeleton(model), output.rows.columns);
  std::vector<MetEvent> met;

  Run run(flow, system.layout, start, asked);
  Monitor monitor = monitor_of(system.casimirs);
  const Interruption interruption;
  const auto begun = std::chrono::steady_clock::now();
  {
    Progress progress("simulate", shows_progress);
    Pace pace(t0, asked.until());
    const bool says_pace = !common.quiet && (common.json || !draws_progress());
    while (Interruption::signal() == 0 && run.step()) {
      const Trajectory& points = run.points();
      for (int i = 0; i < points.count(); ++i) {
        observe(monitor, flow, system.layout, points.t[i], points.row(i));
        output.take(flow, points.t[i], points.row(i));
      }
      for (const EventHit& hit : run.hits()) {
        record(at_events, flow, hit.t, hit.x.data());
        met.push_back({hit.event, hit.t, hit.direction, plain_state(system, at_events), at_events.row});
      }
      progress.show((run.t() - t0) / (asked.until() - t0), run.steps(), "steps");
      if (!says_pace) continue;
      const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
      if (const auto line = pace.line({seconds, run.t(), run.steps()})) say("oopss: " + *line);
    }
  }
  const int signal = run.outcome().status == Status::complete ? 0 : Interruption::signal();
  const bool good = run.outcome().good() && signal == 0;
  observe(monitor, flow, system.layout, run.t(), run.x().data());
  record(output.rows, flow, run.t(), run.x().data());

  Simulation done = summary(model, system, run, monitor, output.rows, flow, signal);
  done.until = asked.until();
  if (done.status == "singular" && flow.closure.count > 0)
    done.branches = branches(flow, system.layout, run, output.rows, asked.until() < t0 ? -1 : 1);
  if (good) done.advice = advice(monitor, asked, run.method(), flow, system.layout, start);
  if (good) done.warning = warning(monitor, done.advice);
  done.phase = phase_of(system, flow, start, asked, run);
  done.wall_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
  done.events = options.events;
  done.met = std::move(met);
  if (output.slopes && good)
    done.slopes = Simulation::Slopes{
        output.slopes->path(), output.slopes->value(), output.slopes->names(), output.slopes->row(run.t()), {}};
  if (done.slopes)
    for (std::size_t c = 1; c < output.rows.row.size(); ++c)
      done.slopes->sizes.push_back(output.rows.row[c] / (done.slopes->value == 0 ? 1 : done.slopes->value));
  done.file = close_output(output, good, options, shows_progress);
  if (good && output.journal && options.output != "-" && !options.events.empty()) {
    done.events_file = events_name(options.output);
    write_file(done.events_file, events_table(output.rows.columns, done.met));
  }
  if (output.played && good)
    write_file(options.output, page_of(output, derived, flow, asked, done, !options.from.empty()));
  const EngineUsed engine = engine_after(system, signal == 0 && options.engine == "compiled");
  done.engine = engine.name;
  if (!engine.notice.empty() && !common.quiet)
    say(fmt::format("oopss: {}; the run was {}, with the same numbers", engine.notice, engine.name));

  if (!done.warning.empty() && !common.quiet) say("oopss: warning: " + done.warning);

  const int code = good ? Exit::done : signal != 0 ? 128 + signal : Exit::numerical;
  const std::string document = finite_document(done, code);
  if (options.output != "-") print(common.json ? document : in_words(done));
  if (!good) say("oopss: " + done.error);
  return code;
}

}  // namespace oopss
