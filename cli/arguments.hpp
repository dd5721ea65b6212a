// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace oopss {

/// What an option's number may be; nan and inf are never.
enum class Sign { any, positive, not_negative };

/// The endings that a written file may have, which say what is written; and whether - (standard output) will do.
struct Endings {
  std::vector<std::string_view> known;
  bool stream = false;
};

/// What is wrong with the text of an option, in words; empty if nothing is. A device stands for standard output.
std::string number_problem(const std::string& text, Sign sign);
std::string ending_problem(const std::string& path, const Endings& endings);
std::string choice_problem(const std::string& text, const std::vector<std::string_view>& known);

/// Finite numbers with commas between them, none of an empty text; throws UsageError: the option takes `what`.
std::vector<double> numbers_of(const char* option, const char* what, const std::string& list);

/// "FILE.svg, .pdf or .png".
std::string in_words(const Endings& endings);

/// What a result is written as: the format that was asked for, else the one that the ending of the file names, else
/// text. The two may not differ: UsageError.
using FormatOfEnding = std::pair<std::string_view, std::string_view>;  // ".json" and "json"
std::string written_format(const std::string& path, const std::string& asked, const std::vector<FormatOfEnding>& known);

/// "12.5 MB": a size on the disk for people.
std::string size_words(double bytes);

/// A number for people: what is below the rounding of its scale is 0, and 0 has no sign. Several: beside the largest.
double rounded(double value, double scale);
std::vector<double> rounded(std::vector<double> values);

}  // namespace oopss
