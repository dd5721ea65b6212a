// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "oopss/symbolic/emit.hpp"

namespace oopss {

/// A small notation for the loops of generated code, so that each algorithm is written once for all languages. A text
/// has a line per statement:
///   # words                                     a comment
///   sub NAME(t, k:int, x[], y[&], out[>SIZE])   a routine: numbers and arrays in, arrays in and out, arrays out
///   public sub NAME(…)                          one that the file offers
///   fun NAME(…)                                 one that gives a number, by `return EXPRESSION` as its last line
///   real a, b[SIZE]   int k                     what a routine has of its own, in its first lines; arrays are zero
///   for i in FROM .. BEFORE                     i = FROM, …, BEFORE − 1
///   for i in FROM down LAST                     i = FROM, …, LAST
///   repeat i in FROM .. BEFORE                  as for; where loops are unrolled (CUDA) this one is not
///   if C   else   while C   break   end         end closes the nearest for, repeat, if, while, sub, fun
///   a[i] = EXPRESSION   call NAME(…)
/// Indices count from 0 whatever the language does. Expressions have + - * / ( ), comparisons, and, or, not, elements
/// of arrays, functions of the notation, and sqrt, sin, cos, abs, max, min, pow, isfinite, real(a whole number) and
/// whole(a number, rounded up).
class Notation {
 public:
  explicit Notation(Language language) : language_(language) {}

  /// Constants that what comes after them may mention: whole numbers, and tables. `declared` is the code of those that
  /// are new since it was last called.
  void constant(const std::string& name, long value);
  void table(const std::string& name, const std::vector<double>& values);
  void table(const std::string& name, const std::vector<int>& values);
  std::string declared() { return std::exchange(declared_, ""); }

  /// The code of a text.
  std::string write(const std::string& text);

  /// The code of a routine that computes a program of t, x, p, u (and v) into `out`, from the line that begins it.
  std::string write(const std::string& line, const std::string& meaning, const Program& program);

  /// Makes a routine known that is written elsewhere, by its first line.
  void know(const std::string& line) { routine_of(line); }

  /// The public routines written so far: their first lines, and the comments above them.
  struct Offer {
    std::string line, meaning, name, size;  // size: of the array `out`; empty if it gives a number, or fills no `out`
    bool gives_number = false;
    std::string c_declaration{};
  };
  const std::vector<Offer>& offers() const { return offers_; }

 private:
  struct Argument {
    enum Kind { number, whole, in, in_out, out } kind = number;
    std::string name, size;
  };
  struct Routine {
    std::string name;
    std::vector<Argument> arguments;
    bool gives_number = false, is_public = false;
  };
  using Lines = std::vector<std::string>;
  const Routine& routine_of(std::string line);
  std::string routine(const Lines& lines, std::size_t& place);
  std::string head(const Routine& routine, const Lines& body) const;
  std::string c_head(const Routine& routine) const;
  std::string locals(const std::string& line) const;
  std::string statement(const std::string& line);
  std::string loop(const std::string& line) const;
  std::string call(const std::string& text) const;
  std::string expression(const std::string& text) const;
  void offer(const std::string& line, const std::string& meaning);
  void add_table(const std::string& name, const std::string& type, const Lines& values);

  Language language_;
  std::map<std::string, Routine> routines_;
  std::vector<std::pair<std::string, std::string>> constants_;  // names, and in MATLAB what defines them in a routine
  std::vector<std::string> blocks_;                             // that are open: for, if, while
  std::vector<Offer> offers_;
  std::string declared_;
};

/// The text without the lines that have `mark`.
std::string without_lines(std::string text, const std::string& mark);

/// `mark` replaced by `words`, wherever it stands.
std::string with_words(std::string text, const std::string& mark, const std::string& words);

/// Values one after another with commas, in lines of at most 100 characters, each but the last with `line_end`.
std::string listed_values(const std::vector<std::string>& values, const std::string& line_end,
                          const std::string& indent);

}  // namespace oopss
