// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <thread>

#include "cli/asked_columns.hpp"
#include "cli/column_slopes.hpp"
#include "cli/documents.hpp"
#include "cli/exit.hpp"
#include "cli/pace.hpp"
#include "cli/simulate_words.hpp"
#include "cli/terminal.hpp"
#include "cli/trajectory.hpp"
#include "cli/verbs.hpp"
#include "cli/video.hpp"
#include "oopss/figure/film.hpp"
#include "oopss/figure/render.hpp"
#include "oopss/integrate/monitor.hpp"
#include "oopss/integrate/request.hpp"
#include "oopss/integrate/suggest.hpp"
#include "oopss/integrate/ways_on.hpp"
#include "oopss/model/write.hpp"
#include "oopss/proof/thorough.hpp"
#include "oopss/system/columns.hpp"
#include "server/describe.hpp"
#include "server/open.hpp"
#include "server/player.hpp"

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
  for (const Column& column : state_columns(system)) x[column.place] = take(column.name);
  if (system.put_momenta) {
    std::vector<double> momenta;
    for (const Column& column : trajectory_columns(system))
      if (column.kind == Quantity::body_momentum) momenta.push_back(take(column.name));
    system.put_momenta(momenta.data(), x.data());
  }
  return x;
}

/// The start as the model gives it, with what there is to warn of.
std::vector<double> solved_start(const DerivedModel& derived, bool quiet) {
  const SolvedStart start = solve_start(derived.spec, derived.p());
  for (const std::string& warning : start.warnings)
    if (!quiet) say("oopss: warning: " + warning);
  return state_of(derived.system.layout, start);
}

std::string picture(const Film& film, const SimulateOptions& options, Picture format) {
  std::vector<std::string> words = words_of(options.plot);
  if (words.empty() && options.frame.empty()) words = {"angle", "energy"};
  return render(plot(plot_of(film, words, options.frame)), format);
}

/// J of a tree is never singular, so rates that are not finite are a failure of a law, unless the motion itself may be
/// singular.
const char* status_word(const Outcome& outcome, const Flow& flow, int signal) {
  if (signal != 0) return "interrupted";
  if (outcome.good()) return "complete";
  return can_be_singular(flow) && outcome.status == Status::singular ? "singular" : "failed";
}

/// Where the points of a run go: the rows of a table, what a picture is drawn from, or a page that plays them. A
/// summary alone needs none of these.
struct Output {
  Recorder rows;
  Film film;
  std::optional<Journal> journal;
  std::optional<ColumnSlopes> slopes;
  std::vector<double> with_slopes;
  Picture format{};
  bool drawn = false, played = false, with_poses = false;
  std::optional<VideoKind> video;
  std::string ffmpeg;
  std::vector<double> page;  // the rows one after another

  void take(const Flow& flow, double t, const double* x) {
    const std::vector<double>& row = record(rows, flow, t, x);
    for (std::size_t c = 0; c < row.size(); ++c)
      if (rows.columns[c].formula && !std::isfinite(row[c]))
        throw NumericalFailure(fmt::format("{} is not a finite number at t = {:.10g}", rows.columns[c].name, t));
    if (drawn || video) add_row(film, rows, with_poses);
    if (played) page.insert(page.end(), row.begin(), row.end());
    if (slopes) {
      with_slopes = row;
      const std::vector<double>& more = slopes->row(t);
      with_slopes.insert(with_slopes.end(), more.begin(), more.end());
    }
    if (journal) journal->append(slopes ? with_slopes : row);
  }
};

Output open_output(const DerivedModel& derived, const Common& common, const SimulateOptions& options,
                   const RunRequest& asked, const std::vector<double>& start) {
  const Model& model = *derived.model;
  const System& system = derived.system;
  Output out;
  out.drawn = !options.output.empty() && picture_of(options.output, out.format);
  out.played = ending(options.output) == ".html";
  if (VideoKind kind; video_of(options.output, kind)) {
    out.video = kind;
    out.ffmpeg = find_ffmpeg();
  }
  if (!out.drawn && !out.video && !options.frame.empty())
    throw UsageError("--frame draws a picture or a video: add -o FILE.svg, .pdf, .png, .mp4 or .gif");
  if (!out.drawn && !options.plot.empty()) throw UsageError("--plot draws a picture: add -o FILE.svg, .pdf or .png");
  const Skeleton bones = skeleton(model);
  if (!options.frame.empty() && !frame_of(options.frame, bones)) {
    const std::vector<std::string> known = frame_names(bones);
    throw UsageError(fmt::format("--frame: there is no frame {}{}", oopss::quoted(options.frame),
                                 among(options.frame, {known.begin(), known.end()})));
  }
  std::vector<std::string> extra = words_of(options.columns);
  for (const std::string& word : words_of(options.plot)) extra.push_back(word);
  out.rows = recorder(system, bones, out.played ? workbench_columns(system) : asked_columns(derived, extra));
  if (out.drawn || out.video) out.film = {model.name, bones, out.rows.columns, {}, {}};
  out.with_poses = !options.frame.empty() || out.video;
  if (!options.sensitivity.empty())
    out.slopes.emplace(settings_of(common), derived, options.sensitivity, out.rows.columns, asked.t0, start,
                       !options.from.empty());
  if (out.drawn || out.played || out.video || options.output.empty()) return out;
  std::vector<std::string> names = names_of(out.rows.columns);
  Notes notes{{"model", model.source.text},
              {"version", OOPSS_VERSION},
              {"settings", fmt::format("method = {}, step = {}, tolerance = {}, until = {}", asked.settings.method,
                                       asked.step(), asked.tolerance(), asked.until())}};
  if (out.slopes) {
    names.insert(names.end(), out.slopes->names().begin(), out.slopes->names().end());
    notes["sensitivity"] = out.slopes->path();
  }
  out.journal.emplace(options.output, names, std::move(notes));
  return out;
}

/// The page that plays the run; its time on the wall is left out, so that the same run gives the same bytes.
std::string page_of(const Output& output, const DerivedModel& derived, const Flow& flow, const RunRequest& asked,
                    const Simulation& run, bool recorded) {
  const Model& model = *derived.model;
  ModelMessage about = describe_model(derived, flow, solve_start(derived.spec, derived.p()), output.rows.skeleton);
  about.text = model.settings.empty() ? model.source.text : write_model(model);
  about.run = {asked.t0, asked.settings};
  about.run.settings.method = run.method;
  DoneMessage end = monitored(run.monitor);
  end.status = run.status;
  end.rows = static_cast<long>(output.page.size() / output.rows.columns.size());
  end.steps = run.steps;
  end.method = run.method;
  end.advice = run.advice;
  end.step = asked.step();
  end.engine = derived.system.engine().name;
  // A run that goes on from a record has a momentum that the text does not say; in space the text says a vector.
  const std::optional<double> momentum =
      recorded && derived.system.dimension == 2 ? std::optional(end.momentum.start) : std::nullopt;
  return player_page(about, end, output.page, carried_views(about.text, momentum, end_if_interrupted));
}

/// How many pictures a video of so many seconds has; more than are taken on are refused.
long picture_count(double seconds, const VideoKind& kind, double speed) {
  constexpr double most = 20'000;
  const double count = std::floor(std::abs(seconds) / speed * kind.per_second + 1e-9) + 1;
  if (count > most)
    throw TooLarge(
        fmt::format("the video would have {:.3g} pictures, at most {:.3g} are made; a higher --speed has "
                    "fewer",
                    count, most));
  return static_cast<long>(count);
}

/// The motion as a video: at evenly spread times, each by the row nearest to it, with the traces of a quarter of it.
void write_video(const Output& output, const SimulateOptions& options, bool shows_progress) {
  const VideoKind& kind = *output.video;
  const PoseHistory& motion = output.film.poses;
  const double em = 16, span = motion.t.back() - motion.t.front();
  Figure figure;
  figure.width = kind.width;
  figure.height = kind.height;
  figure.text_size = em;
  figure.title = output.film.title;
  const auto panel = motion_picture(
      {em, 2.5 * em, figure.width - 2 * em, figure.height - 3.5 * em}, em, output.film.skeleton, motion,
      *frame_of(options.frame.empty() ? "inertial" : options.frame, output.film.skeleton), std::abs(span) / 4);
  const double speed = options.speed.value_or(1);
  const long count = picture_count(span, kind, speed);
  Video video(output.ffmpeg, options.output, kind);
  Progress progress("video", shows_progress);
  const auto before = [span](double a, double b) { return span < 0 ? a > b : a < b; };
  for (long k = 0; k < count; ++k) {
    end_if_interrupted();
    const double t = motion.t.front() + std::copysign(speed * static_cast<double>(k) / kind.per_second, span);
    auto row = std::lower_bound(motion.t.begin(), motion.t.end(), t, before);
    if (row == motion.t.end() || (row != motion.t.begin() && std::abs(row[-1] - t) <= std::abs(row[0] - t))) --row;
    figure.panels = {panel(static_cast<std::size_t>(row - motion.t.begin()))};
    video.add(pixels(figure));
    progress.show(static_cast<double>(k + 1) / static_cast<double>(count), k + 1, "pictures");
  }
  video.finish();
}

/// Writes what a run left, but for a page; the name of the file, empty if there is none.
std::string close_output(Output& output, bool good, const SimulateOptions& options, bool shows_progress) {
  if (output.journal && !good) return output.journal->keep();
  if (output.journal) output.journal->finish();
  if ((output.drawn || output.played || output.video) && !good) return {};
  if (output.video) write_video(output, options, shows_progress);
  if (output.drawn) write_file(options.output, picture(output.film, options, output.format));
  return options.output;
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
  const DerivedModel derived = derived_model(std::move(read), engine_of(options.engine));
  const Model& model = *derived.model;
  const System& system = derived.system;
  const Flow flow = system.with_inputs(default_inputs(system));
  double t0 = 0;
  const std::vector<double> start =
      options.from.empty() ? solved_start(derived, common.quiet) : recorded_start(system, options, t0);
  VideoKind video;
  const bool filmed = video_of(options.output, video);
  if (options.speed && !filmed) throw UsageError("--speed is that of a video: add -o FILE.mp4 or .gif");
  RunSettings settings = options.run;
  if (filmed && !settings.every) settings.every = options.speed.value_or(1) / video.per_second;  // one row per picture
  RunRequest asked = run_request(model, settings, system, flow, t0, start);
  if (filmed) picture_count(asked.until() - t0, video, options.speed.value_or(1));
  for (const std::string& event : options.events)
    asked.events.push_back(asked_event(derived, skeleton(model), flow, event));
  Output output = open_output(derived, common, options, asked, start);
  Recorder at_events;
  if (!options.events.empty()) at_events = recorder(system, skeleton(model), output.rows.columns);
  std::vector<MetEvent> met;

  Run run(flow, system.layout, start, asked);
  Monitor monitor = monitor_of(system.casimirs);
  const Interruption interruption;
  const auto begun = std::chrono::steady_clock::now();
  {
    Progress progress("simulate", !common.quiet && !common.json);
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
  done.file = close_output(output, good, options, !common.quiet && !common.json);
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
