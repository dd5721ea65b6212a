// SPDX-License-Identifier: Apache-2.0
#include "oopss/figure/film.hpp"

#include <fmt/format.h>

#include <stdexcept>

namespace oopss {
namespace {

/// Whose it is, where a letter says which part of it: elbow for x_{2,1} of elbow x.
std::string name_beside(const Column& column) {
  return column.symbol.empty() ? column.label : column.label.substr(0, column.label.find_first_of(" ."));
}

}  // namespace

void add_row(Film& film, const Recorder& row, bool with_poses) {
  film.values.resize(row.row.size());
  for (std::size_t c = 0; c < row.row.size(); ++c) film.values[c].push_back(row.row[c]);
  if (!with_poses) return;
  film.poses.t.push_back(row.row[0]);
  film.poses.poses.push_back(row.poses);
}

Film film_of(const System& system, const Skeleton& skeleton, const Flow& flow, const Trajectory& points,
             const std::vector<std::string>& words) {
  Recorder row = recorder(system, skeleton, trajectory_columns(system, words));
  Film film{system.model, skeleton, row.columns, std::vector<std::vector<double>>(row.columns.size()), {}};
  for (int i = 0; i < points.count(); ++i) {
    record(row, flow, points.t[i], points.row(i));
    add_row(film, row, true);
  }
  return film;
}

Plot plot_of(const Film& film, const std::vector<std::string>& words, const std::string& frame) {
  Plot out;
  out.title = film.title;
  out.t = film.values.at(0);
  out.skeleton = film.skeleton;
  for (const std::string& word : words)
    for (const Column& column : named_columns(film.columns, word))
      for (std::size_t c = 0; c < film.columns.size(); ++c)
        if (film.columns[c].name == column.name)
          out.series.push_back(
              {column.quantity, column.unit, name_beside(column), column.body, film.values[c], column.symbol});
  if (frame.empty()) return out;
  out.frame = frame_of(frame, film.skeleton);
  if (!out.frame)
    throw std::invalid_argument(
        fmt::format("there is no frame {}; there are {}", frame, fmt::join(frame_names(film.skeleton), ", ")));
  out.motion = film.poses;
  return out;
}

}  // namespace oopss
