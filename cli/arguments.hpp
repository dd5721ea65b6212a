// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
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

/// "FILE.svg, .pdf or .png".
std::string in_words(const Endings& endings);

/// "12.5 MB": a size on the disk for people.
std::string size_words(double bytes);

/// A number for people: what is below the rounding of its scale is 0, and 0 has no sign.
double rounded(double value, double scale);

}  // namespace oopss
