// SPDX-License-Identifier: Apache-2.0
#include "oopss/system/generate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <set>

#include "oopss/system/generate_closing.hpp"
#include "oopss/system/space_field.hpp"
#include "oopss/system/space_motion.hpp"
#include "oopss/system/start.hpp"

namespace oopss {
namespace {

/// One function of the generated code: what it is called, what it computes, how many numbers it gives.
struct Routine {
  const char* name;
  const char* meaning;
  Program code;
  bool scalar;  // returns one number, else fills an array
};

struct Entry {
  std::string constant;  // OOPSS_PHI_ELBOW
  double value;
};

/// Everything that the text of a language is made from.
struct Code {
  std::string notice;       // the first words of every file
  std::string state_words;  // of loops: what the state is; a line each
  std::vector<Entry> states, parameters, inputs;
  std::vector<Routine> functions;
  std::optional<ClosingCode> closing;  // of loops: their field and Jacobian
  double until, step;
};

/// NAME in capitals with a prefix; names that differ only in case are kept apart.
class Constants {
 public:
  std::string operator()(const std::string& name) {
    std::string out = "OOPSS_" + name;
    for (char& c : out) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    while (!taken_.insert(out).second) out += "_";
    return out;
  }

 private:
  std::set<std::string> taken_;
};

std::string digits(double value) {
  char text[32];
  const auto end = std::to_chars(text, text + sizeof text, value);
  std::string out(text, end.ptr);
  return out.find_first_of(".e") == std::string::npos ? out + ".0" : out;
}

std::vector<Expr> jacobian(const std::vector<Expr>& rates, const std::vector<Expr>& x) {
  const std::size_t n = x.size();
  std::vector<Expr> out(n * n);
  for (std::size_t j = 0; j < n; ++j) {
    const std::vector<Expr> column = derivative(rates, x[j]);
    for (std::size_t i = 0; i < n; ++i) out[i * n + j] = column[i];
  }
  return out;
}

std::string listed(const std::vector<std::string>& words) {
  std::string out;
  for (const std::string& word : words) out += (out.empty() ? "" : ", ") + word;
  return out;
}

/// What the state of a linkage is, in lines.
std::string state_words(const TreeSpec& spec, const ClosureRows& rows) {
  std::vector<std::string> of_tree, closing;
  for (const int k : spec.tree_joints) of_tree.push_back(spec.joint_names[k]);
  for (const ChordSlots& chord : spec.chords) closing.push_back(spec.joint_names[chord.joint]);
  std::string out = fmt::format(
      "The state is that of the spanning tree, cut open where loops close, at {}:\n"
      "phi of the joints {}; mu = J omega of the bodies {}, J of that tree; theta of {}.\n"
      "The rates have the forces that keep g'' = 0 (index 1): start with loops that are closed, in place and in "
      "speed,\n"
      "and they stay closed as nearly as the steps are exact; `closure` gives the gaps g.\n",
      listed(closing), listed(of_tree), listed(spec.body_names), spec.body_names[spec.topology.root()]);
  if (!rows.held.empty())
    out += fmt::format("{}: g is how far each has turned.\n",
                       rows.loops == 0 ? "The loops cannot move, so the joints are held"
                                       : "Some bodies of the loops cannot move, so joints of theirs are held too");
  std::vector<std::string> moved;
  for (const int k : moved_joints(spec)) moved.push_back(spec.joint_names[k]);
  if (!moved.empty())
    out +=
        fmt::format("The motion of {} is prescribed: the last of g say how far the joint is from it.\n", listed(moved));
  return out;
}

/// What the state in space is, in lines.
std::string space_words(const TreeSpec& spec) {
  std::vector<std::string> hinges, balls;
  for (std::size_t k = 0; k < spec.joints.size(); ++k)
    (spec.joints[k].hinge ? hinges : balls).push_back(spec.joint_names[k]);
  std::string out = "The state:";
  if (!hinges.empty()) out += fmt::format(" phi of the hinges {};", listed(hinges));
  if (!balls.empty())
    out += fmt::format(" the turns of the balls {} from rest as unit quaternions w, x, y, z;", listed(balls));
  out += fmt::format(
      "\nmu, along inertial axes, of {}, each with what hangs on it by hinges; on a hinge one number, about its axis;\n"
      "the attitude of {} as a unit quaternion. Rates keep quaternions at length one as nearly as the steps are "
      "exact.\n",
      listed(spec.body_names), spec.body_names[spec.topology.root()]);
  return out;
}

/// The equations that code is generated of, whatever the bodies move in.
struct CodeField {
  Expr t;
  std::vector<Expr> x, p, external, rates;
  Expr energy, momentum;
};

CodeField planar_code(const FieldExpressions& field) {
  CodeField out{field.symbols.t, field.phi,      field.symbols.p,
                field.external,  field.phi_rate, field.kinetic + field.stored,
                field.momentum};
  out.x.insert(out.x.end(), field.symbols.mu.begin(), field.symbols.mu.end());
  out.x.push_back(field.theta_root);
  out.rates.insert(out.rates.end(), field.mu_rate.begin(), field.mu_rate.end());
  out.rates.push_back(field.theta_root_rate);
  return out;
}

/// Without work and dissipation, which are last in the state.
CodeField space_code(const TreeSpec& spec, const std::vector<int>& input_joints) {
  TreeSpec reduced = spec;
  for (const int k : input_joints) reduced.joints[k].laws.clear();
  std::vector<int> driven = input_joints;
  for (const int k : function_joints(reduced)) driven.push_back(k);
  const Layout layout = layout_of(reduced, !driven.empty());
  const SpaceField field = space_field(reduced, layout, driven);
  const SpaceOffsets place(layout);
  const auto kept = place.work < 0 ? place.size : std::min(place.work, place.dissipated);
  Vec3<Expr> total;
  for (int i = 0; i < spec.topology.size(); ++i) {
    const int k = spec.topology.joint[i];
    if (k >= 0 && spec.joints[k].hinge) continue;
    const Expr* const mu = &field.x[place.momentum[i]];
    total = total + Vec3<Expr>{mu[0], mu[1], mu[2]};
  }
  return {field.t,
          {field.x.begin(), field.x.begin() + kept},
          field.p,
          field.external,
          {field.rates.begin(), field.rates.begin() + kept},
          field.kinetic + field.stored,
          sqrt(dot(total, total))};
}

Code code_of(const Model& model, const std::vector<int>& input_joints) {
  const TreeSpec spec = tree_spec(model);
  const bool space = in_space(spec);
  const FieldExpressions planar = space ? FieldExpressions{} : field_expressions(spec, input_joints);
  const CodeField field = space ? space_code(spec, input_joints) : planar_code(planar);

  const std::vector<double> p = values_of(spec.inputs);
  const std::vector<double> x0 = state_of(layout_of(spec, false), solve_start(spec, p));

  Code code{};
  code.notice = fmt::format("Equations of motion of {}, written by OOPSS. This code is yours.",
                            space                 ? "a floating tree of bodies in space"
                            : spec.chords.empty() ? "a floating tree of planar bodies"
                                                  : "planar bodies with loops");
  if (space) code.state_words = space_words(spec);
  Constants constant;
  for (std::size_t i = 0; i < field.x.size(); ++i) code.states.push_back({constant(name(field.x[i])), x0[i]});
  for (std::size_t k = 0; k < p.size(); ++k) code.parameters.push_back({constant(spec.inputs[k].name), p[k]});
  for (const Expr& u : field.external) code.inputs.push_back({constant(name(u)), 0.0});
  const std::vector<std::vector<Expr>> groups = {{field.t}, field.x, field.p, field.external};
  const auto add = [&](const char* name, const char* meaning, const std::vector<Expr>& all, bool scalar) {
    code.functions.push_back({name, meaning, program(all, groups), scalar});
  };
  if (spec.chords.empty()) add("field", "rates of the state", field.rates, false);
  add("energy", "kinetic energy plus the energy stored in the torque laws", {field.energy}, true);
  add("momentum",
      space ? "size of the total angular momentum, which every motion keeps"
            : "total angular momentum, which every motion keeps",
      {field.momentum}, true);
  if (spec.chords.empty()) {
    add("jacobian", "derivatives of the rates by the state, by rows", jacobian(field.rates, field.x), false);
  } else {
    const ClosureRows rows = closure_rows(spec, p);
    const ClosingExpressions closing = closing_expressions(spec, planar, rows);
    code.state_words = state_words(spec, rows);
    code.closing = closing_code(groups, field.rates, static_cast<int>(planar.phi.size()), closing);
    add("closure", "gaps g of the loops, zero where they are closed", closing.gap, false);
  }

  code.until = model.run.until.value;
  const double wanted = model.run.step ? model.run.step->value : std::abs(code.until) / 10000;
  code.step = code.until / std::max(1.0, std::ceil(std::abs(code.until) / wanted));
  return code;
}

/// The first lines of a file, as comments: `open` and `close` around each.
std::string heading(const Code& code, const char* open, const char* close) {
  std::string out = open + code.notice + close + "\n";
  for (std::size_t begin = 0, end; begin < code.state_words.size(); begin = end + 1) {
    end = code.state_words.find('\n', begin);
    out += open + code.state_words.substr(begin, end - begin) + close + "\n";
  }
  return out;
}

/// The constants of one group, in the syntax of an enum or of Python assignments.
std::string enumeration(const std::vector<Entry>& entries, const char* count, const char* row) {
  std::string out;
  for (std::size_t i = 0; i < entries.size(); ++i) out += fmt::format(fmt::runtime(row), entries[i].constant, i);
  return out + fmt::format(fmt::runtime(row), count, entries.size());
}

std::string values(const std::vector<Entry>& entries, const char* separator = ", ") {
  std::string out;
  for (const Entry& entry : entries) out += (out.empty() ? "" : separator) + digits(entry.value);
  return out.empty() ? "0.0" : out;
}

std::string all_constants(const Code& code, const char* open, const char* row, const char* close) {
  std::string out;
  for (const auto& [entries, count] : {std::pair{&code.states, "OOPSS_STATES"},
                                       {&code.parameters, "OOPSS_PARAMETERS"},
                                       {&code.inputs, "OOPSS_INPUTS"}})
    out += open + enumeration(*entries, count, row) + close;
  return out;
}

std::string helpers(const Code& code, Language language) {
  std::vector<const Program*> all;
  for (const Routine& f : code.functions) all.push_back(&f.code);
  if (code.closing) all.insert(all.end(), {&code.closing->open, &code.closing->slopes});
  return emit_helpers(all, language);
}

std::string body(const Routine& f, Language language) {
  return emit_body(f.code, language, {{"t", "x", "p", "u"}, {true, false, false, false}, "out"});
}

std::string signature(const Routine& f, const char* prefix) {
  return fmt::format("{} {}{}(double t, const double* x, const double* p, const double* u{})",
                     f.scalar ? "double" : "void", prefix, f.name, f.scalar ? "" : ", double* out");
}

std::string c_function(const Routine& f, Language language, const char* linkage, const char* prefix) {
  std::string out = fmt::format("/* {} */\n{}{} {{\n", f.meaning, linkage, signature(f, prefix));
  out += "  (void)t; (void)x; (void)p; (void)u;\n";
  if (f.scalar) out += "  double out[1];\n";
  out += body(f, language);
  if (f.scalar) out += "  return out[0];\n";
  return out + "}\n\n";
}

/// Classical Runge-Kutta over the model's own run, printing the end state.
std::string c_main(const Code& code, bool cpp) {
  const std::string ns = cpp ? "oopss_model::" : "oopss_";
  const std::string io = cpp ? "std::" : "";
  const long steps = std::lround(code.until / code.step);
  std::string out = fmt::format("/* {} */\n", code.notice);
  out += cpp ? "#include <cstdio>\n\n#include \"oopss_model.hpp\"\n\nusing namespace oopss_model;\n"
             : "#include <stdio.h>\n\n#include \"oopss_model.h\"\n";
  out += R"(
static void runge_kutta_step(double t, double h, double* x, const double* p, const double* u) {
  static const double c[4] = {0.0, 0.5, 0.5, 1.0}, b[4] = {1.0 / 6, 1.0 / 3, 1.0 / 3, 1.0 / 6};
  double k[OOPSS_STATES], y[OOPSS_STATES], sum[OOPSS_STATES];
  for (int i = 0; i < OOPSS_STATES; ++i) k[i] = sum[i] = 0.0;
  for (int stage = 0; stage < 4; ++stage) {
    for (int i = 0; i < OOPSS_STATES; ++i) y[i] = x[i] + c[stage] * h * k[i];
)";
  out += fmt::format("    {}field(t + c[stage] * h, y, p, u, k);\n", ns);
  out += R"(    for (int i = 0; i < OOPSS_STATES; ++i) sum[i] += b[stage] * k[i];
  }
  for (int i = 0; i < OOPSS_STATES; ++i) x[i] += h * sum[i];
}

)";
  out += cpp ? "int main() {\n" : "int main(void) {\n";
  out += fmt::format("  const double h = {};\n  const long steps = {};\n  double x[OOPSS_STATES];\n", digits(code.step),
                     steps);
  out += "  double u[OOPSS_INPUTS + 1] = {0.0}; /* torques from outside: a controller sets them before each step */\n";
  out += fmt::format("  for (int i = 0; i < OOPSS_STATES; ++i) x[i] = {}start[i];\n", ns);
  out +=
      fmt::format("  for (long n = 0; n < steps; ++n) runge_kutta_step((double)n * h, h, x, {}parameters, u);\n", ns);
  out += fmt::format("  {}printf(\"t %.17g\\n\", (double)steps * h);\n", io);
  for (const Entry& state : code.states)
    out += fmt::format("  {}printf(\"{} %.17g\\n\", x[{}]);\n", io, state.constant, state.constant);
  for (const char* quantity : {"energy", "momentum"})
    out += fmt::format("  {}printf(\"{} %.17g\\n\", {}{}((double)steps * h, x, {}parameters, u));\n", io, quantity, ns,
                       quantity, ns);
  return out + "  return 0;\n}\n";
}

std::vector<GeneratedFile> c_files(const Code& code) {
  const std::string constants = all_constants(code, "enum {\n", "  {} = {},\n", "};\n");
  std::string header = heading(code, "/* ", " */");
  header += fmt::format("#ifndef OOPSS_MODEL_H\n#define OOPSS_MODEL_H\n\n{}\n", constants);
  header +=
      "extern const double oopss_start[OOPSS_STATES];\nextern const double oopss_parameters[OOPSS_PARAMETERS];\n\n";
  header += "/* t: time; x: state; p: parameters; u: torques from outside (may be null without inputs) */\n";
  std::string source = fmt::format("/* {} */\n#include \"oopss_model.h\"\n\n#include <math.h>\n\n{}", code.notice,
                                   helpers(code, Language::c));
  source += fmt::format("const double oopss_start[OOPSS_STATES] = {{{}}};\n", values(code.states));
  source += fmt::format("const double oopss_parameters[OOPSS_PARAMETERS] = {{{}}};\n\n", values(code.parameters));
  if (code.closing) {
    for (const Routine& f : {Routine{"field", "rates of the state", {}, false},
                             Routine{"jacobian", "derivatives of the rates by the state, by rows", {}, false}})
      header += fmt::format("{}; /* {} */\n", signature(f, "oopss_"), f.meaning);
    source += closing_functions(*code.closing, Language::c);
  }
  for (const Routine& f : code.functions) {
    header += fmt::format("{}; /* {} */\n", signature(f, "oopss_"), f.meaning);
    source += c_function(f, Language::c, "", "oopss_");
  }
  return {{"oopss_model.h", header + "\n#endif\n"}, {"oopss_model.c", source}, {"main.c", c_main(code, false)}};
}

std::vector<GeneratedFile> cpp_files(const Code& code) {
  const std::string constants = all_constants(code, "enum : int {\n", "  {} = {},\n", "};\n");
  std::string text = heading(code, "// ", "");
  text += fmt::format("#pragma once\n\n#include <algorithm>\n#include <cmath>\n\nnamespace oopss_model {{\n\n{}\n",
                      constants);
  text += helpers(code, Language::cpp);
  text += fmt::format("inline constexpr double start[OOPSS_STATES] = {{{}}};\n", values(code.states));
  text += fmt::format("inline constexpr double parameters[OOPSS_PARAMETERS] = {{{}}};\n\n", values(code.parameters));
  if (code.closing) text += closing_functions(*code.closing, Language::cpp);
  for (const Routine& f : code.functions) text += c_function(f, Language::cpp, "inline ", "");
  return {{"oopss_model.hpp", text + "}  // namespace oopss_model\n"}, {"main.cpp", c_main(code, true)}};
}

std::vector<GeneratedFile> python_files(const Code& code) {
  std::string text = heading(code, "# ", "") + "from math import *\n\nimport numpy as np\n\n";
  text += all_constants(code, "", "{} = {}\n", "\n");
  text += fmt::format("START = np.array([{}])\nPARAMETERS = np.array([{}])\n\n\n", values(code.states),
                      values(code.parameters));
  text += helpers(code, Language::python);
  if (code.closing) text += closing_functions(*code.closing, Language::python);
  for (const Routine& f : code.functions) {
    text += fmt::format("def {}(t, x, p=PARAMETERS, u=None):\n    \"\"\"{}\"\"\"\n", f.name, f.meaning);
    text += "    x, p = np.asarray(x, float).tolist(), np.asarray(p, float).tolist()\n";
    text += "    u = [0.0] * OOPSS_INPUTS if u is None else np.asarray(u, float).tolist()\n";
    text += fmt::format("    out = [0.0] * {}\n{}", f.code.results.size(), body(f, Language::python));
    text += f.scalar ? "    return out[0]\n\n\n"
            : std::string_view(f.name) == "jacobian"
                ? "    return np.array(out).reshape(OOPSS_STATES, OOPSS_STATES)\n\n\n"
                : "    return np.array(out)\n\n\n";
  }
  text += R"(def runge_kutta_step(t, h, x, p=PARAMETERS, u=None):
    """One step of the classical method of order four."""
    k1 = field(t, x, p, u)
    k2 = field(t + h / 2, x + h / 2 * k1, p, u)
    k3 = field(t + h / 2, x + h / 2 * k2, p, u)
    k4 = field(t + h, x + h * k3, p, u)
    return x + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)


)";
  text += fmt::format("if __name__ == \"__main__\":\n    h, steps, x = {}, {}, START\n", digits(code.step),
                      std::lround(code.until / code.step));
  text +=
      "    for n in range(steps):\n        x = runge_kutta_step(n * h, h, x)\n    print(\"t %.17g\" % (steps * h))\n";
  for (const Entry& state : code.states)
    text += fmt::format("    print(\"{} %.17g\" % x[{}])\n", state.constant, state.constant);
  text +=
      "    print(\"energy %.17g\" % energy(steps * h, x))\n    print(\"momentum %.17g\" % momentum(steps * h, x))\n";
  return {{"oopss_model.py", text}};
}

}  // namespace

std::vector<GeneratedFile> generate(const Model& model, Language language, const std::vector<int>& input_joints) {
  const Code code = code_of(model, input_joints);
  switch (language) {
    case Language::c:
      return c_files(code);
    case Language::cpp:
      return cpp_files(code);
    case Language::python:
      return python_files(code);
  }
  return {};
}

}  // namespace oopss
