// SPDX-License-Identifier: Apache-2.0
#include "cli/linkage.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>

#include "cli/arguments.hpp"
#include "cli/documents.hpp"
#include "cli/exit.hpp"
#include "cli/files.hpp"
#include "cli/verbs.hpp"
#include "oopss/figure/render.hpp"
#include "oopss/model/diagnostic.hpp"

namespace oopss {
namespace {

std::vector<std::string> parts_of(const std::string& list) {
  std::vector<std::string> out;
  for (std::size_t begin = 0; begin <= list.size();) {
    const std::size_t end = std::min(list.find(',', begin), list.size());
    std::string part = list.substr(begin, end - begin);
    part.erase(0, std::min(part.find_first_not_of(' '), part.size()));
    part.erase(part.find_last_not_of(' ') + 1);
    out.push_back(std::move(part));
    begin = end + 1;
  }
  return out;
}

/// The number of a bar; or a problem, and −1.
int bar_of(const std::string& text, int count, const std::string& what, std::vector<std::string>& problems) {
  int bar = -1;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), bar);
  if (read.ec == std::errc() && read.ptr == text.data() + text.size() && bar >= 0 && bar < count) return bar;
  problems.push_back(fmt::format("{}: the bars are 0 to {}, got {}", what, count - 1, oopss::quoted(text)));
  return -1;
}

BarPoint point_of(const std::string& text, int count, std::vector<std::string>& problems) {
  const std::vector<std::string> parts = parts_of(text);
  BarPoint out;
  if (parts.size() != 3) {
    problems.push_back(fmt::format("--point takes BAR,X,Y, e.g. 2,1.5,0.8, got {}", oopss::quoted(text)));
    return out;
  }
  out.bar = bar_of(parts[0], count, fmt::format("--point {}", text), problems);
  for (const int k : {1, 2})
    if (const std::string problem = number_problem(parts[k], Sign::any); !problem.empty())
      problems.push_back(fmt::format("--point {}: {}", text, problem));
    else
      std::from_chars(parts[k].data(), parts[k].data() + parts[k].size(), k == 1 ? out.x : out.y);
  return out;
}

/// The question of the command line; throws UsageError with everything that is wrong with it.
LoopQuestion question_of(const LinkageOptions& options) {
  LoopQuestion out;
  const std::vector<std::string> texts = parts_of(options.lengths);
  out.lengths = lengths_as_written(texts);
  std::vector<std::string> problems;
  for (const std::string& problem : out.lengths.problems) problems.push_back("--lengths: " + problem);
  const int count = static_cast<int>(texts.size());
  if (problems.empty() && !std::isfinite(perimeter(out.lengths).get_d()))
    problems.emplace_back("--lengths: they add up to more than a double holds");
  if (!options.reference.empty()) out.reference = bar_of(options.reference, count, "--reference", problems);
  for (const std::string& point : options.points) out.points.push_back(point_of(point, count, problems));
  if (count != 4) {
    for (const auto& [given, name] :
         {std::pair{!options.reference.empty(), "--reference"}, std::pair{!options.points.empty(), "--point"},
          std::pair{!options.output.empty(), "-o"}})
      if (given) problems.push_back(fmt::format("{} is for four bars, got {}", name, count));
  } else if (!options.points.empty() && options.output.empty()) {
    problems.emplace_back("--point is drawn: give -o FILE too");
  }
  if (!problems.empty()) throw UsageError(fmt::format("{}", fmt::join(problems, "\n       ")));
  for (int k = 0; k < count; ++k) out.bars.push_back(fmt::format("bar {}", k));
  return out;
}

}  // namespace

LoopAnswer answer_of(LoopQuestion question) {
  LoopAnswer out{std::move(question), {}, {}, {}, {}};
  out.loop = loop_topology(out.question.lengths);
  if (out.loop.bars == 4) {
    out.four = classify_four_bar(out.question.lengths, out.question.reference);
    out.modes = assembly_modes(*out.four);
  }
  return out;
}

void linkage(const Common& common, const LinkageOptions& options) {
  const int questions = (options.table ? 1 : 0) + (options.lengths.empty() ? 0 : 1) + (common.model.empty() ? 0 : 1);
  if (questions != 1)
    throw UsageError(questions > 1 ? "MODEL, --lengths and --table are different questions: give one"
                                   : "give a MODEL, --lengths L0,L1,... or --table");
  if (!common.model.empty()) return model_linkage(common, options);
  if (options.table) {
    if (!options.output.empty() || !options.reference.empty() || !options.points.empty())
      throw UsageError("--table takes no -o, --reference or --point");
    const FourBarTable table = four_bar_table();
    return print(common.json ? linkage_table_document(table) : in_words(table));
  }
  LoopAnswer answer = answer_of(question_of(options));
  if (Picture format{}; picture_of(options.output, format)) {
    write_file(options.output, render(pose_figure(pose_sheet(answer)), format));
    answer.file = options.output;
  }
  const std::string document = linkage_document(answer);
  print(common.json ? document : in_words(answer));
}

}  // namespace oopss
