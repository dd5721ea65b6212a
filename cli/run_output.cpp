// SPDX-License-Identifier: Apache-2.0
#include "cli/run_output.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "cli/asked_columns.hpp"
#include "cli/exit.hpp"
#include "cli/files.hpp"
#include "cli/terminal.hpp"
#include "oopss/model/write.hpp"
#include "oopss/proof/thorough.hpp"
#include "server/describe.hpp"
#include "server/open.hpp"
#include "server/player.hpp"

namespace oopss {
namespace {

std::string picture(const Film& film, const SimulateOptions& options, Picture format) {
  std::vector<std::string> words = words_of(options.plot);
  if (words.empty() && options.frame.empty()) {
    words = {"angle", "rotation", "energy"};
    if (film.skeleton.in_space && film.skeleton.joints.empty()) words = {"attitude", "energy"};
  }
  return render(plot(plot_of(film, words, options.frame)), format);
}

/// The motion as a video: at evenly spread times, each by the row nearest to it, with the traces of a quarter of it.
void write_video(const RunOutput& output, const SimulateOptions& options, bool shows_progress) {
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

}  // namespace

void RunOutput::take(const Flow& flow, double t, const double* x) {
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

RunOutput open_output(const DerivedModel& derived, const Common& common, const SimulateOptions& options,
                      const RunRequest& asked, const std::vector<double>& start) {
  const Model& model = *derived.model;
  const System& system = derived.system;
  RunOutput out;
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

std::string page_of(const RunOutput& output, const DerivedModel& derived, const Flow& flow, const RunRequest& asked,
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

std::string close_output(RunOutput& output, bool good, const SimulateOptions& options, bool shows_progress) {
  if (output.journal && !good) return output.journal->keep();
  if (output.journal) {
    Progress progress("writing", shows_progress);
    const auto columns = static_cast<double>(output.rows.columns.size());
    output.journal->finish([&](double part) { progress.show(part, std::lround(part * columns), "columns"); });
  }
  if ((output.drawn || output.played || output.video) && !good) return {};
  if (output.video) write_video(output, options, shows_progress);
  if (output.drawn) write_file(options.output, picture(output.film, options, output.format));
  return options.output;
}

}  // namespace oopss
