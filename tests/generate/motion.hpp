// SPDX-License-Identifier: Apache-2.0
// The motion that a generated program prints, and the engine's with the same method.
#pragma once

#include "oopss/integrate/run.hpp"
#include "oopss/system/columns.hpp"
#include "oopss/system/start.hpp"
#include "tests/generate/cases.hpp"

namespace oopss {

/// A table as CSV has it.
struct Rows {
  std::string header;
  std::vector<std::vector<double>> values;
};

inline Rows read_rows(const std::string& csv) {
  std::istringstream in(csv);
  Rows out;
  std::getline(in, out.header);
  for (std::string line; std::getline(in, line);) {
    std::istringstream cells(line);
    out.values.emplace_back();
    for (std::string cell; std::getline(cells, cell, ',');) out.values.back().push_back(std::stod(cell));
  }
  return out;
}

inline const std::string& text_of(const std::vector<GeneratedFile>& files, const std::string& name) {
  for (const GeneratedFile& file : files)
    if (file.name == name) return file.text;
  FAIL("no file " << name);
  return files[0].text;
}

/// The word behind `words` in a text.
inline std::string word_after(const std::string& text, const std::string& words) {
  const std::size_t place = text.find(words);
  if (place == std::string::npos) return {};
  std::istringstream rest(text.substr(place + words.size()));
  std::string out;
  rest >> out;
  return out.substr(0, out.find(','));
}

/// What `simulate` has of the model up to `end`, by the method and the accuracy that generated files name. In space by
/// the engine of programs, which takes no length of quaternions for granted, as generated code does not.
inline Rows engine_rows(const Model& model, const std::vector<GeneratedFile>& files, double end) {
  const std::string& data = text_of(files, "oopss_model.dat");
  const System system = derive(model, is_planar(model) ? Engine::recursive : Engine::interpreted);
  RunRequest request;
  request.settings.method = word_after(files[0].text, "The program goes by ");
  request.settings.until = end;
  request.settings.every = std::stod(word_after(data, "every ="));
  const std::string step = word_after(data, "\nstep ="), tolerance = word_after(data, "\ntolerance =");
  if (!step.empty()) request.settings.step = std::stod(step);
  if (!tolerance.empty()) request.settings.tolerance = std::stod(tolerance);
  const Flow flow = system.with_inputs(default_inputs(system));
  const TreeSpec spec = tree_spec(model);
  const std::vector<double> start = state_of(system.layout, solve_start(spec, default_inputs(system)));
  const Path path = integrate(flow, system.layout, start, request);
  INFO(path.outcome.words);
  REQUIRE(path.outcome.good());
  Recorder recorder = oopss::recorder(system, skeleton(model), trajectory_columns(system));
  Rows out;
  for (const std::string& name : names_of(recorder.columns)) out.header += (out.header.empty() ? "" : ",") + name;
  for (int i = 0; i < path.points.count(); ++i)
    out.values.push_back(record(recorder, flow, path.points.t[i], path.points.row(i)));
  return out;
}

/// The same rows, to a part of the largest number of each column, or of one.
inline void compare_rows(const Rows& printed, const Rows& expected, double part = 1e-12) {
  CHECK(printed.header == expected.header);
  REQUIRE(printed.values.size() == expected.values.size());
  for (std::size_t c = 0; c < expected.values[0].size(); ++c) {
    double largest = 1, off = 0;
    for (std::size_t i = 0; i < expected.values.size(); ++i) {
      REQUIRE(printed.values[i].size() == expected.values[i].size());
      largest = std::max(largest, std::abs(expected.values[i][c]));
      off = std::max(off, std::abs(printed.values[i][c] - expected.values[i][c]));
    }
    INFO("column " << c);
    CHECK(off <= part * largest);
  }
}

inline constexpr double short_run = 0.1;  // s: a few steps, over which rounding does not grow

}  // namespace oopss
