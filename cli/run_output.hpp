// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/column_slopes.hpp"
#include "cli/documents.hpp"
#include "cli/trajectory.hpp"
#include "cli/verbs.hpp"
#include "cli/video.hpp"
#include "oopss/figure/film.hpp"
#include "oopss/figure/render.hpp"

namespace oopss {

/// Where the points of a run go: the rows of a table, what a picture is drawn from, or a page that plays them. A
/// summary alone needs none of these.
struct RunOutput {
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

  void take(const Flow& flow, double t, const double* x);
};

/// What the options ask for, refused at once where it cannot be.
RunOutput open_output(const DerivedModel& derived, const Common& common, const SimulateOptions& options,
                      const RunRequest& asked, const std::vector<double>& start);

/// Writes what a run left, but for a page; the name of the file, empty if there is none.
std::string close_output(RunOutput& output, bool good, const SimulateOptions& options, bool shows_progress);

/// How many pictures a video of so many seconds has; more than are taken on are refused.
long picture_count(double seconds, const VideoKind& kind, double speed);

/// The page that plays the run; its time on the wall is left out, so that the same run gives the same bytes.
std::string page_of(const RunOutput& output, const DerivedModel& derived, const Flow& flow, const RunRequest& asked,
                    const Simulation& run, bool recorded);

}  // namespace oopss
