// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

namespace oopss {

struct Model;

/// What is said about a run, by a file, a command line, a page or a program; the rest is found. A fixed-step method
/// takes `step`, an adaptive one `tolerance`.
struct RunSettings {
  std::string method;          // a name of the table of methods; empty: not said
  std::optional<double> step;  // the longest allowed: all steps are equal and the last ends at `until`
  std::optional<double> tolerance;
  std::optional<double> until;  // may lie before the start: the run goes backwards
  std::optional<double> every;  // interval of output points
  std::string singular;         // where loops can go on in more than one way: "stop", or "straight"; empty: not said
};

/// [run] of a model.
RunSettings run_settings(const Model& model);

}  // namespace oopss
