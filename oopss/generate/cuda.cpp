// SPDX-License-Identifier: Apache-2.0
#include "oopss/generate/cuda.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "oopss/generate/cuda_texts.hpp"
#include "oopss/integrate/member_book.hpp"
#include "oopss/model/diagnostic.hpp"
#include "oopss/symbolic/operation.hpp"

namespace oopss {
namespace {

using namespace cuda_texts;

struct MethodRow {
  const char* name;
  StepKind kind;
  const char* loop;
};
constexpr MethodRow kernel_rows[] = {{"rk4", StepKind::rk4, equal_steps},
                                     {"gauss4", StepKind::gauss_by_sweeps, equal_steps},
                                     {"dop853", StepKind::dop853_unrolled, steps_by_error}};

/// What all methods of a file share: numbers of the state and what they are, and members.
struct Kernels {
  Notation& notation;
  std::vector<int> kinds, tangent_parts;  // the latter only where a tangent vector is carried
  Settled settled = Settled::nothing;
};

std::string with_tangent(const std::string& text, const Kernels& kernels) {
  return kernels.tangent_parts.empty()
             ? without_lines(text, "$tangent ")
             : with_words(with_words(text, "$tangent ", ""), "$tangent_steps", std::to_string(tangent_steps));
}

std::string shared_code(const Kernels& kernels) {
  std::string out = common_code(kernels.notation, kernels.kinds);
  if (!kernels.tangent_parts.empty()) kernels.notation.table("tangent_part", kernels.tangent_parts);
  out = kernels.notation.declared() + "\n" + out;
  out += with_words(with_words(member, "$numbers", fmt::format("{}", fmt::join(member_numbers, ", "))),
                    "$member_states", fmt::format("{}", fmt::join(member_state_names, ", ")));
  return kernels.tangent_parts.empty() ? out : out + normalise;
}

std::string kernel_code(const Kernels& kernels, const MethodRow& method) {
  constexpr std::size_t most_unrolled = 12;  // with more numbers the stages of rk4 at once want too many registers
  const bool rolled = method.kind == StepKind::rk4 && kernels.kinds.size() > most_unrolled;
  const std::string step = step_code(kernels.notation, rolled ? StepKind::rk4_rolled : method.kind, 2, kernels.settled);
  std::string loop = method.loop;
  loop = kernels.settled == Settled::nothing ? without_lines(loop, "$settled ") : with_words(loop, "$settled ", "");
  const std::string kernel =
      with_words(with_tangent(kernel_begin + loop + kernel_end, kernels), "$method", method.name);
  return fmt::format("\nnamespace of_{0} {{\n\n{1}\n{2}}}  // namespace of_{0}\n{3}", method.name,
                     kernels.notation.declared(), step, kernel);
}

/// A program in which the inputs of a group are numbers, and what follows from numbers alone is one.
Program with_numbers(Program code, int group, const std::vector<double>& numbers) {
  const auto constant = [&](int k) { return k < 0 || code.code[static_cast<std::size_t>(k)].op == Op::constant; };
  const auto value = [&](int k) { return k < 0 ? 0.0 : code.code[static_cast<std::size_t>(k)].constant; };
  for (Instruction& step : code.code) {
    if (step.op == Op::input && step.a == group) {
      step = {.op = Op::constant, .constant = numbers[static_cast<std::size_t>(step.b)]};
    } else if (operand_count(step.op) > 0 && constant(step.a) && constant(step.b) && constant(step.c)) {
      const double folded = evaluate(step.op, value(step.a), value(step.b), value(step.c));
      if (std::isfinite(folded)) step = {.op = Op::constant, .constant = folded};
    }
  }
  return code;
}

/// What is not smooth: a run that looks for no kinks would be wrong there without a sign.
bool has_kinks(const Program& code) {
  return std::any_of(code.code.begin(), code.code.end(), [](const Instruction& step) {
    return step.op == Op::abs || step.op == Op::min || step.op == Op::max || step.op == Op::sign ||
           step.op == Op::ramp || step.op == Op::pulse;
  });
}

/// The rates of a planar tree, and with `tangent` their slopes along the vector behind the state.
Program rates_program(const TreeSpec& spec, bool tangent) {
  const CodeField field = planar_code(spec, field_expressions(spec, {}));
  std::vector<Expr> all = field.rates, x = field.x, v;
  if (tangent) {
    const std::vector<Expr> slopes = slopes_along(field.rates, field.x, v);
    all.insert(all.end(), slopes.begin(), slopes.end());
    x.insert(x.end(), v.begin(), v.end());
  }
  return program(all, {{field.t}, x, field.p, field.external});
}

}  // namespace

const std::vector<std::string>& cuda_methods() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> out;
    for (const MethodRow& row : kernel_rows) out.emplace_back(row.name);
    return out;
  }();
  return names;
}

std::string cuda_head(int sweeps) { return with_words(head, "$sweeps", std::to_string(sweeps)); }

std::string cuda_kernels(Notation& notation, const Code& code) {
  const Kernels kernels{notation, code.is_momentum, {}, code.settled};
  std::string out = shared_code(kernels);
  for (const MethodRow& method : kernel_rows) out += kernel_code(kernels, method);
  if (code.settled != Settled::nothing) out += settle_starts;
  return out + with_words(rows, "$columns", std::to_string(code.columns.size()));
}

std::string no_cuda(const TreeSpec& spec) {
  if (in_space(spec)) return "bodies in space are not run on a GPU";
  if (!spec.chords.empty()) return "loops of bodies are not run on a GPU";
  if (is_acted_on(spec)) return "models with torques or forces from outside are not run on a GPU";
  for (std::size_t k = 0; k < spec.joints.size(); ++k)
    if (spec.joints[k].motion)
      return fmt::format("the motion of joint {} is prescribed: such models are not run on a GPU",
                         oopss::quoted(spec.joint_names[k]));
  if (!driven_joints(spec, {}).empty()) return "laws that are functions of the program are not run on a GPU";
  if (spec.topology.size() > most_straight)
    return fmt::format("a GPU runs at most {} bodies, whose rates are straight-line code", most_straight);
  return has_kinks(rates_program(spec, false))
             ? "a law of this model is not smooth everywhere: a GPU does not look for the kinks of motions"
             : "";
}

CudaSource cuda_source(const DerivedModel& model, const CudaSweep& sweep) {
  const std::vector<double> p = model.p();
  Program rates = rates_program(model.spec, sweep.tangent);
  if (sweep.folded) rates = with_numbers(std::move(rates), 2, p);
  CudaSource out{"", static_cast<int>(rates.results.size()), sweep.folded ? 0 : static_cast<int>(p.size()), {}};

  Notation notation(Language::cuda);
  Kernels kernels{notation, {}, {}};
  const std::size_t size = rates.results.size() / (sweep.tangent ? 2 : 1);
  for (const Block& block : model.system.layout.blocks)
    for (int i = 0; i < block.size && kernels.kinds.size() < size; ++i)
      kernels.kinds.push_back(block.group == ErrorGroup::momentum ? 1 : 0);
  if (sweep.tangent) {
    kernels.tangent_parts.resize(2 * size);  // the attitude of the whole does not count
    for (const Block& block : model.system.layout.blocks)
      for (int i = block.offset; i < block.offset + block.size && i < static_cast<int>(size); ++i)
        kernels.tangent_parts[size + static_cast<std::size_t>(i)] = block.kind == BlockKind::joint_angle ? 1
                                                                    : block.kind == BlockKind::momentum  ? 2
                                                                                                         : 0;
    kernels.kinds.resize(2 * size, 2);
  }
  notation.constant("states", out.states);
  out.text = fmt::format("#define OOPSS_REAL {}\n", sweep.in_float ? "float" : "double") + cuda_head(sweep.sweeps);
  out.text += fmt::format("enum {{ OOPSS_PARAMETERS = {}, OOPSS_INPUTS = 0 }};\n", out.parameters);
  out.text += notation.declared() + emit_helpers({&rates}, Language::cuda) + "\n";
  out.text +=
      notation.write(fmt::format("sub field(t, x[], p[], u[], out[>{}])", out.states), "rates of the state", rates);
  out.text += shared_code(kernels);
  for (const MethodRow& method : kernel_rows)
    if (method.name == sweep.method) out.text += kernel_code(kernels, method);
  out.text += "\n}  // namespace oopss_model\n";
  out.rates = std::move(rates);
  return out;
}

}  // namespace oopss
