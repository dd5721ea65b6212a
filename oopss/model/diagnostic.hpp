// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace oopss {

/// A place in a text: 1-based line and column (columns count bytes), and how many bytes the thing there is long.
/// Line 0 stands for the text as a whole.
struct Place {
  int line = 0, column = 0, length = 1;
  int source = 0;  // 0: the model file; k: the k-th setting of the command line
};

/// The order of places: the file first, then the settings.
bool stands_before(const Place& a, const Place& b);

/// One problem, where it is, and what can be done about it.
struct Diagnostic {
  enum class Severity { error, warning };
  Place place;
  std::string message;    // thing: rule, value
  std::string help = {};  // optional: the nearest name, or what to do
  Severity severity = Severity::error;
};

void sort_by_place(std::vector<Diagnostic>& problems);

/// A text and its name, for showing places.
struct Source {
  std::string name;  // file name as the user gave it; "--set body.arm.mass" for an option
  std::string text;
  bool large = false;  // a model of the command line, which may have a million bodies; others are kept small
};

/// `name:line:col: error: message`, the line with carets under the place, and the help. Of many problems the first 100
/// are shown. `settings` are the sources 1, 2, … of the places.
std::string show(const Source& source, const Diagnostic& problem);
std::string show(const Source& source, const std::vector<Diagnostic>& problems,
                 const std::vector<Source>& settings = {});

/// Everything wrong with one model, found in one pass.
struct ModelError : std::runtime_error {
  ModelError(Source source_, std::vector<Diagnostic> found_, std::vector<Source> settings_ = {})
      : std::runtime_error(show(source_, found_, settings_)),
        source(std::move(source_)),
        found(std::move(found_)),
        settings(std::move(settings_)) {}
  Source source;
  std::vector<Diagnostic> found;
  std::vector<Source> settings;
  /// The text that a problem is about.
  const Source& source_of(const Diagnostic& problem) const {
    return problem.place.source == 0 ? source : settings[static_cast<std::size_t>(problem.place.source) - 1];
  }
};

/// The candidate nearest to `word` by edit distance (a swap of neighbours is one edit, case is free), or empty if none
/// is near (at most a third of the letters differ).
std::string_view nearest(std::string_view word, const std::vector<std::string_view>& candidates);

/// Help for a misspelt word: "did you mean 'mass'?", or `otherwise`; and the same within a sentence.
std::string did_you_mean(std::string_view word, const std::vector<std::string_view>& candidates,
                         const std::string& otherwise = {});
std::string in_brackets(const std::string& words);

/// What a message about an unknown word ends in: " (did you mean X?); there are X, Y, Z", of many the first.
std::string among(std::string_view word, const std::vector<std::string_view>& known);

/// A text of the user for a message: in single quotes, cut when long, without control characters.
std::string quoted(std::string_view text);

/// The problems of one model while it is read.
struct Problems {
  std::vector<Diagnostic> all;
  bool partial = false;  // part of the text was lost to a syntax error: what seems to be missing may stand there

  void error(Place place, std::string message, std::string help = {});
  void warning(Place place, std::string message, std::string help = {});
  bool any_error() const;
  bool full() const;  // enough to fill any screen: more are not kept
  /// The same; once so many problems are found that no more are shown, the nearest word is not looked for.
  std::string did_you_mean(std::string_view word, const std::vector<std::string_view>& candidates,
                           const std::string& otherwise = {}) const;
};

}  // namespace oopss
