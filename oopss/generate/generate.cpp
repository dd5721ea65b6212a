// SPDX-License-Identifier: Apache-2.0
#include "oopss/generate/generate.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "oopss/generate/cuda.hpp"
#include "oopss/generate/mains.hpp"
#include "oopss/integrate/member_book.hpp"

namespace oopss {
namespace {

constexpr const char* data_name = "oopss_model.dat";

/// The first lines of a file, as comments: `open` and `close` around each.
std::string heading(const Code& code, const char* open, const char* close) {
  std::string out = open + code.notice + close + "\n";
  for (std::size_t begin = 0, end; begin < code.state_words.size(); begin = end + 1) {
    end = code.state_words.find('\n', begin);
    out += open + code.state_words.substr(begin, end - begin) + close + "\n";
  }
  return out;
}

/// The places of the numbers, by groups, in the syntax of an enum or of assignments.
std::string all_constants(const Code& code, const char* open, const char* row, const char* close) {
  std::string out;
  for (const auto& [entries, count] : {std::pair{&code.states, "OOPSS_STATES"},
                                       {&code.parameters, "OOPSS_PARAMETERS"},
                                       {&code.inputs, "OOPSS_INPUTS"}}) {
    out += open;
    for (std::size_t i = 0; i < entries->size(); ++i) out += fmt::format(fmt::runtime(row), (*entries)[i].constant, i);
    out += fmt::format(fmt::runtime(row), count, entries->size()) + close;
  }
  return out;
}

std::string values(const std::vector<Entry>& entries, Language language, const char* line_end = "") {
  std::vector<std::string> all;
  for (const Entry& entry : entries) all.push_back(number_text(entry.value, language));
  if (all.empty()) all.push_back(number_text(0, language));
  return listed_values(all, line_end, "    ");
}

std::string helpers(const Code& code, Language language) {
  std::vector<const Program*> all;
  for (const Formula& formula : code.formulas) all.push_back(&formula.code);
  if (code.closing) all.insert(all.end(), {&code.closing->open, &code.closing->slopes});
  return emit_helpers(all, language);
}

constexpr const char* settle_text = R"(
# the state with what is given at t put in
public sub settle(t, p[], u[], x[&])
  real y[states]
  call settled(t, x, p, u, y)
  for i in 0 .. states
    x[i] = y[i]
  end
end
)";

/// The functions of the model; `declared` becomes their constants.
std::string functions(const Code& code, Notation& notation, std::string& declared) {
  notation.constant("states", static_cast<long>(code.states.size()));
  notation.constant("joints", code.joints);
  if (!code.closing) notation.constant("bodies", code.bodies);
  if (code.tables) notation.constant("columns", static_cast<long>(code.columns.size()));
  std::string out;
  for (const Formula& formula : code.formulas) out += notation.write(formula.line, formula.meaning, formula.code);
  if (code.closing) out += closing_functions(notation, *code.closing);
  if (code.tables) out += table_functions(notation, *code.tables);
  if (code.settled == Settled::given) out += notation.write(settle_text);
  declared = notation.declared();
  return out;
}

/// The steps of the program; `declared` becomes their constants.
std::string steps(const Code& code, Notation& notation, std::string& declared) {
  notation.know("sub print_row(t, x[], p[], u[])");
  std::string out = integrator_code(notation, code.by, code.is_momentum, code.settled);
  declared = notation.declared();
  return out;
}

std::vector<GeneratedFile> c_files(const Code& code) {
  Notation notation(Language::c), of_main(Language::c);
  std::string declared, of_steps;
  const std::string body = functions(code, notation, declared);
  std::string header = heading(code, "/* ", " */") + "#ifndef OOPSS_MODEL_H\n#define OOPSS_MODEL_H\n\n";
  header += all_constants(code, "enum {\n", "  {} = {},\n", "};\n") +
            "\nextern const double oopss_start[OOPSS_STATES];\n"
            "extern const double oopss_parameters[OOPSS_PARAMETERS];\n\n"
            "/* t: time; x: state; p: parameters; u: torques that the caller gives (may be null without inputs) */\n";
  for (const Notation::Offer& offer : notation.offers()) {
    header += fmt::format("{} /* {} */\n", offer.c_declaration, offer.meaning);
    of_main.know(offer.line);
  }
  std::string source = fmt::format("/* {} */\n#include \"oopss_model.h\"\n\n#include <math.h>\n\n{}", code.notice,
                                   helpers(code, Language::c));
  source += fmt::format("const double oopss_start[OOPSS_STATES] = {{\n    {}}};\n", values(code.states, Language::c));
  source += fmt::format("const double oopss_parameters[OOPSS_PARAMETERS] = {{\n    {}}};\n\n{}\n",
                        values(code.parameters, Language::c), declared);
  of_main.constant("states", static_cast<long>(code.states.size()));
  const std::string made = steps(code, of_main, of_steps);
  return {{"oopss_model.h", header + "\n#endif\n"},
          {"oopss_model.c", source + body},
          {"main.c", c_main(code, Language::c, of_steps, made)}};
}

std::vector<GeneratedFile> cpp_files(const Code& code) {
  Notation notation(Language::cpp);
  std::string declared, of_steps;
  const std::string body = functions(code, notation, declared);
  std::string text = heading(code, "// ", "");
  text += fmt::format("#pragma once\n\n#include <cmath>\n\nnamespace oopss_model {{\n\n{}\n{}",
                      all_constants(code, "enum : int {\n", "  {} = {},\n", "};\n"), helpers(code, Language::cpp));
  text +=
      fmt::format("inline constexpr double start[OOPSS_STATES] = {{\n    {}}};\n", values(code.states, Language::cpp));
  text += fmt::format("inline constexpr double parameters[OOPSS_PARAMETERS] = {{\n    {}}};\n\n{}\n{}",
                      values(code.parameters, Language::cpp), declared, body);
  const std::string made = steps(code, notation, of_steps);
  return {{"oopss_model.hpp", text + "}  // namespace oopss_model\n"},
          {"main.cpp", c_main(code, Language::cpp, of_steps, made)}};
}

/// A function of Python that takes and gives NumPy's arrays.
std::string python_wrapper(const Notation::Offer& offer) {
  std::string out = fmt::format("def {}(t, x, p=PARAMETERS, u=None):\n    \"\"\"{}\"\"\"\n", offer.name, offer.meaning);
  out += "    x, p, u = _lists(x, p, u)\n";
  if (offer.gives_number) return out + fmt::format("    return _{}(t, x, p, u)\n\n\n", offer.name);
  if (offer.size.empty()) return out + fmt::format("    _{}(t, p, u, x)\n    return np.array(x)\n\n\n", offer.name);
  out += fmt::format("    out = [0.0] * ({})\n    _{}(t, x, p, u, out)\n", offer.size, offer.name);
  return out + (offer.name == "jacobian" ? "    return np.array(out).reshape(OOPSS_STATES, OOPSS_STATES)\n\n\n"
                                         : "    return np.array(out)\n\n\n");
}

std::vector<GeneratedFile> python_files(const Code& code) {
  Notation notation(Language::python);
  std::string declared, of_steps;
  const std::string body = functions(code, notation, declared);
  std::string text = heading(code, "# ", "") + "import sys\nfrom math import *\n\nimport numpy as np\n\n";
  text += all_constants(code, "", "{} = {}\n", "\n");
  text += fmt::format("START = np.array([\n    {}])\nPARAMETERS = np.array([\n    {}])\n{}\n\n",
                      values(code.states, Language::python), values(code.parameters, Language::python), declared);
  text += helpers(code, Language::python) + body;
  text +=
      "def _lists(x, p, u):\n"
      "    u = [0.0] * OOPSS_INPUTS if u is None else np.asarray(u, float).tolist()\n"
      "    return np.asarray(x, float).tolist(), np.asarray(p, float).tolist(), u\n\n\n";
  for (const Notation::Offer& offer : notation.offers()) text += python_wrapper(offer);
  const std::string made = steps(code, notation, of_steps);
  return {{"oopss_model.py", text + python_main(code, of_steps, made)}};
}

std::vector<GeneratedFile> fortran_files(const Code& code) {
  Notation notation(Language::fortran);
  std::string declared, of_steps;
  const std::string body = functions(code, notation, declared);
  std::string text = heading(code, "! ", "");
  text +=
      "module oopss_model\n  use, intrinsic :: ieee_arithmetic, only: ieee_is_finite\n  implicit none\n"
      "  integer, parameter :: dp = kind(1.0d0)\n  ! Arrays count from 0.\n";
  text += all_constants(code, "", "  integer, parameter :: {} = {}\n", "");
  for (const auto& [name, entries] : {std::pair{"start_state", &code.states}, {"parameter_values", &code.parameters}})
    text += fmt::format("  real(dp), parameter :: {}(0:{}) = [ &\n    {}]\n", name,
                        std::max<std::size_t>(entries->size(), 1) - 1, values(*entries, Language::fortran, " &"));
  text += declared + "\ncontains\n\n" + helpers(code, Language::fortran) + body + "end module\n";
  const std::string made = steps(code, notation, of_steps);
  return {{"oopss_model.f90", text},
          {"main.f90", fmt::format("! {}\n", code.notice) + fortran_main(code, of_steps, made)}};
}

std::vector<GeneratedFile> matlab_files(const Code& code) {
  Notation notation(Language::matlab);
  std::string declared, of_steps;
  const std::string body = functions(code, notation, declared);
  std::string text = heading(code, "% ", "");
  text += R"(
% oopss_model('FILE', 'name=number', ...) prints the motion as CSV; m = oopss_model() gives the functions and numbers:
% m.field(t, x, m.parameters, u), m.start, ... Arrays are rows; m.place.NAME says where a number is in its array.
function model = oopss_model(varargin)
  if nargout == 0
    run_simulator(varargin);
    return
  end
)";
  for (const auto& [name, entries] : {std::pair{"start", &code.states}, {"parameters", &code.parameters}})
    text += fmt::format("  model.{} = [ ...\n    {}];\n", name, values(*entries, Language::matlab, " ..."));
  for (const auto* group : {&code.states, &code.parameters, &code.inputs})
    for (std::size_t i = 0; i < group->size(); ++i)
      text += fmt::format("  model.place.{} = {};\n", (*group)[i].constant, i + 1);
  for (const Notation::Offer& offer : notation.offers())
    text += fmt::format("  model.{0} = @{0};  % {1}\n", offer.name, offer.meaning);
  text += "end\n\n" + helpers(code, Language::matlab) + body;
  const std::string made = steps(code, notation, of_steps);
  const std::string run =
      "% Runs the program: octave main.m [FILE] [name=number ...], or in MATLAB oopss_model(...).\n"
      "arguments = {};\nif exist('OCTAVE_VERSION', 'builtin')\n  arguments = argv();\nend\n"
      "oopss_model(arguments{:});\n";
  return {{"oopss_model.m", text + matlab_main(code, made)}, {"main.m", run}};
}

std::vector<GeneratedFile> cuda_files(const Code& code) {
  Notation notation(Language::cuda);
  std::string declared;
  const std::string body = functions(code, notation, declared);
  std::string text = heading(code, "// ", "") + "#pragma once\n\n" + cuda_head(usual_sweeps);
  text += all_constants(code, "enum : int {\n", "  {} = {},\n", "};\n") + helpers(code, Language::cuda);
  text += declared + "\n" + body + cuda_kernels(notation, code) + "\n}  // namespace oopss_model\n";
  return {{"oopss_model.cuh", text}, {"main.cu", cuda_main(code)}};
}

struct LanguageRow {
  const char* name;
  Language language;
  std::vector<GeneratedFile> (*files)(const Code&);
};
constexpr LanguageRow languages[] = {
    {"c++", Language::cpp, cpp_files},          {"c", Language::c, c_files},
    {"python", Language::python, python_files}, {"fortran", Language::fortran, fortran_files},
    {"matlab", Language::matlab, matlab_files}, {"cuda", Language::cuda, cuda_files}};

}  // namespace

std::optional<Language> language_of(std::string_view name) {
  for (const LanguageRow& row : languages)
    if (name == row.name) return row.language;
  return std::nullopt;
}

const std::vector<std::string>& language_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> out;
    for (const LanguageRow& row : languages) out.emplace_back(row.name);
    return out;
  }();
  return names;
}

std::vector<GeneratedFile> generate(const Model& model, Language language, const std::vector<int>& input_joints) {
  const Code code = code_of(model, input_joints, language);
  std::vector<GeneratedFile> out;
  for (const LanguageRow& row : languages)
    if (row.language == language) out = row.files(code);
  out.push_back({data_name, data_file(code, language)});
  return out;
}

}  // namespace oopss
