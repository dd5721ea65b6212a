// SPDX-License-Identifier: Apache-2.0
#include "oopss/generate/mains.hpp"

#include <fmt/format.h>

#include "oopss/generate/cuda.hpp"
#include "oopss/generate/main_texts.hpp"

namespace oopss {
namespace {

using namespace main_texts;

/// How a language writes long lists: quotes of a text, the end of a line that goes on, what is between parts of a text.
struct Lists {
  const char *quote, *line_end, *between;
};

/// The header of the CSV as texts of a part of it each.
std::string header_of(const Code& code, const Lists& lists) {
  std::string out = lists.quote;
  std::size_t length = 0;
  for (std::size_t k = 0; k < code.columns.size(); ++k) {
    const std::string word = (k > 0 ? "," : "") + code.columns[k];
    length += word.size();
    if (length > 90) {
      out += lists.quote + std::string(lists.between) + lists.quote;
      length = word.size();
    }
    out += word;
  }
  return out + lists.quote;
}

/// A program's text with the words of a model; lines that begin with $settle stay only where something is settled.
std::string main_text(const Code& code, Language language, const Lists& lists, std::string text,
                      const std::string& declared, const std::string& steps) {
  std::vector<std::string> names, numbers;
  for (const Entry& entry : data_entries(code, language)) {
    names.push_back(lists.quote + entry.key + lists.quote);
    numbers.push_back(number_text(entry.value, language == Language::cuda ? Language::cpp : language));
  }
  if (code.settled == Settled::nothing) text = without_lines(text, "$settle ");
  const std::size_t last_state = 4 + code.states.size();
  for (const auto& [mark, words] : std::initializer_list<std::pair<const char*, std::string>>{
           {"$settle ", ""},
           {"$names", listed_values(names, lists.line_end, "    ")},
           {"$numbers", listed_values(numbers, lists.line_end, "    ")},
           {"$columns", std::to_string(code.columns.size())},
           {"$header", header_of(code, lists)},
           {"$last_state", std::to_string(last_state)},
           {"$last_parameter", std::to_string(last_state + code.parameters.size())},
           {"$declared", declared},
           {"$steps", steps}})
    text = with_words(text, mark, words);
  return text;
}

}  // namespace

std::vector<Entry> data_entries(const Code& code, Language language) {
  std::vector<Entry> out = {
      {"", "end", code.by.end}, {"", "step", code.by.step}, {"", "tolerance", code.by.tolerance}, {"", "members", 1}};
  if (language != Language::cuda)
    out = {{"", "start", code.by.start},
           {"", "end", code.by.end},
           {"", code.by.method.adaptive ? "tolerance" : "step", code.by.accuracy},
           {"", "every", code.by.every}};
  for (const auto* group : {&code.states, &code.parameters, &code.inputs})
    out.insert(out.end(), group->begin(), group->end());
  return out;
}

std::string data_file(const Code& code, Language language) {
  const auto lines = [](const std::vector<Entry>& entries) {
    std::string out;
    for (const Entry& entry : entries)
      out += fmt::format("{} = {}\n", entry.key, number_text(entry.value, Language::c));
    return out;
  };
  const std::vector<Entry> all = data_entries(code, language);
  std::string out = "# What the program reads: name = number. What a file leaves out is as in the program.\n";
  out += lines({all.begin(), all.begin() + 4}) + "\n# the state at the start\n" + lines(code.states);
  out += "\n# parameters\n" + lines(code.parameters);
  return code.inputs.empty() ? out : out + "\n# torques that the caller gives, constant\n" + lines(code.inputs);
}

std::string c_main(const Code& code, Language language, const std::string& declared, const std::string& steps) {
  const bool cpp = language == Language::cpp;
  std::string out = fmt::format("/* {} */\n", code.notice);
  for (const char* header : {"ctype", "math", "stdio", "stdlib", "string"})
    out += fmt::format("#include <{}{}{}>\n", cpp ? "c" : "", header, cpp ? "" : ".h");
  out += cpp ? "\n#include \"oopss_model.hpp\"\n\nusing namespace oopss_model;\n" : "\n#include \"oopss_model.h\"\n";
  const std::string all = std::string(c_numbers) + c_row + c_read + main_texts::c_main;
  std::string text = with_words(with_words(without_lines(all, "$span "), "$one ", ""), "$std ", cpp ? "std::" : "");
  text = with_words(text, "$data", "start_time, end_time, accuracy, row_interval");
  text = with_words(text, "$oopss_", cpp ? "" : "oopss_");
  return out + main_text(code, language, {"\"", "", "\n      "}, text, declared, steps);
}

std::string cuda_main(const Code& code) {
  std::string out = fmt::format("/* {} */\n", code.notice);
  for (const char* header : {"ctype", "math", "stdio", "stdlib", "string"})
    out += fmt::format("#include <{}.h>\n", header);
  out += "\n#include \"oopss_model.cuh\"\n\nusing namespace oopss_model;\n";
  const std::string all = std::string(c_numbers) + c_read + main_texts::cuda_main;
  std::string text = with_words(with_words(without_lines(all, "$one "), "$span ", ""), "$std ", "");
  text = with_words(text, "$data", "end_time, step, tolerance, member_count");
  text = with_words(text, "$methods", fmt::format("{}", fmt::join(cuda_methods(), ", ")));
  text = with_words(text, "$method", code.by.method.adaptive ? "dop853" : "gauss4");
  return out + main_text(code, Language::cuda, {"\"", "", "\n      "}, text, "", "");
}

std::string python_main(const Code& code, const std::string& declared, const std::string& steps) {
  return main_text(code, Language::python, {"\"", "", "\n        "}, python_text, declared, steps);
}

std::string fortran_main(const Code& code, const std::string& declared, const std::string& steps) {
  return main_text(code, Language::fortran, {"'", " &", "// &\n    "}, fortran_text, declared, steps);
}

std::string matlab_main(const Code& code, const std::string& steps) {
  return main_text(code, Language::matlab, {"'", " ...", ", ...\n    "}, matlab_text, "", "") + steps;
}

}  // namespace oopss
