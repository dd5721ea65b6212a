// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace oopss {

/// A place in a text: 1-based line and column (columns count bytes), and how many bytes the thing there is long.
struct Place {
  int line = 0, column = 0, length = 1;
};

/// One problem, where it is, and what can be done about it.
struct Diagnostic {
  enum class Severity { error, warning };
  Place at;
  std::string message;    // thing: rule, value
  std::string help = {};  // optional: the nearest name, or what to do
  Severity severity = Severity::error;
};

/// A text and its name, for showing places.
struct Source {
  std::string name;  // file name as the user gave it; "--set body.arm.mass" for an option
  std::string text;
};

/// `name:line:col: error: message`, the line with a caret under the place, and the help.
std::string show(const Source& source, const Diagnostic& problem);
std::string show(const Source& source, const std::vector<Diagnostic>& problems);

/// Everything wrong with one model, found in one pass.
struct ModelError : std::runtime_error {
  ModelError(Source source_, std::vector<Diagnostic> found_)
      : std::runtime_error(show(source_, found_)), source(std::move(source_)), found(std::move(found_)) {}
  Source source;
  std::vector<Diagnostic> found;
};

/// The candidate nearest to `word` by edit distance, or empty if none is near (at most a third of its letters).
std::string_view nearest(std::string_view word, const std::vector<std::string_view>& candidates);

}  // namespace oopss
