// SPDX-License-Identifier: Apache-2.0
#include "oopss/system/laws.hpp"

#include <cassert>
#include <set>

#include "oopss/mechanics/torque.hpp"
#include "oopss/model/arithmetic.hpp"

namespace oopss {
namespace {

Expr power_of(const Expr& base, const Expr& exponent) {
  return kind(exponent) == Kind::number ? pow(base, value(exponent)) : apply(Function::power, {base, exponent});
}

Function function_of(Call call) {
  switch (call) {
    case Call::sin:
      return Function::sin;
    case Call::cos:
      return Function::cos;
    case Call::tan:
      return Function::tan;
    case Call::asin:
      return Function::asin;
    case Call::acos:
      return Function::acos;
    case Call::atan2:
      return Function::atan2;
    case Call::exp:
      return Function::exp;
    case Call::log:
      return Function::log;
    case Call::tanh:
      return Function::tanh;
    case Call::abs:
      return Function::abs;
    case Call::min:
      return Function::min;
    case Call::max:
      return Function::max;
    case Call::sign:
      return Function::sign;
    case Call::ramp:
      return Function::ramp;
    case Call::pulse:
      return Function::pulse;
    case Call::sqrt:
      break;
  }
  assert(false && "sqrt is a power");
  return Function::abs;
}

/// The algebra of expressions for `evaluate`.
struct ExprAlgebra {
  const std::function<Expr(const Step&)>& name;
  std::vector<FormulaEdge>* edges;

  Expr number(const Step& step) const { return decimal(step.text); }

  Expr apply(const Step& step, const std::vector<Expr>& arguments) const {
    if (edges) add_edges(step, arguments, *edges);
    return arithmetic(step, arguments, power_of, [](const Step& called, const std::vector<Expr>& operands) {
      return called.call == Call::sqrt ? sqrt(operands[0]) : oopss::apply(function_of(called.call), operands);
    });
  }
};

/// Whether the formula T of a law at joint k has every term of ∂U/∂φ in it, so that these cancel in the power or are
/// resolved by the motion like the torque itself.
bool has_potential(const Expr& T, const Expr& U, int k, const std::vector<Expr>& phi) {
  for (int l = 0; l < static_cast<int>(phi.size()); ++l)
    if (l != k && !is_zero(derivative(U, phi[l]))) return false;
  try {
    const Expr slope = expand(derivative(U, phi[k])), whole = expand(T), rest = expand(whole - slope);
    const auto terms = [](const Expr& e) { return is_zero(e) ? 0 : kind(e) == Kind::add ? operands(e).size() : 1; };
    return terms(rest) + terms(slope) == terms(whole);
  } catch (const std::exception&) {  // too large to multiply out
    return false;
  }
}

}  // namespace

Expr to_expr(const Expression& formula, const std::function<Expr(const Step&)>& name, std::vector<FormulaEdge>* edges) {
  const std::function<Expr(const Step&)> or_constant = [&](const Step& step) {
    if (step.text == "pi") return pi();
    if (step.text == "deg") return pi() / Expr(180);
    if (step.text == "rpm") return pi() / Expr(30);
    return name(step);
  };
  return evaluate<Expr>(formula, ExprAlgebra{or_constant, edges});
}

Laws laws(const TreeSpec& spec, const Expr& t, const std::vector<Expr>& phi, const std::vector<Expr>& rate,
          const std::vector<Expr>& p) {
  Laws out{.torque = std::vector<Expr>(phi.size())};
  const auto meaning_with = [&](const Step& step, bool any_rate) -> Expr {
    const std::string_view text = step.text;
    if (text == "t") return t;
    if (const auto slot = spec.parameters.find(text); slot != spec.parameters.end()) return p[slot->second];
    const bool is_rate = text.starts_with("rate_");
    const std::string_view joint = text.substr(is_rate ? 5 : 4);
    for (std::size_t k = 0; k < spec.joint_names.size(); ++k)
      if (spec.joint_names[k] == joint) return !is_rate ? phi[k] : any_rate ? symbol(text) : rate[k];
    assert(false && "names were checked with the model");
    return {};
  };
  const std::function<Expr(const Step&)> meaning = [&](const Step& step) { return meaning_with(step, false); };
  // Rates may be large graphs; where only the terms of a formula matter they are names.
  const std::function<Expr(const Step&)> meaning_at_any_rate = [&](const Step& step) {
    return meaning_with(step, true);
  };
  for (int k = 0; k < static_cast<int>(spec.joints.size()); ++k) {
    for (const LawSlots& law : spec.joints[k].laws) {
      switch (law.kind) {
        case LawKind::proportional:
        case LawKind::pd:
        case LawKind::sine: {
          const Spring<Expr> spring{law.kind == LawKind::sine, at_slot(p, law.kp), at_slot(p, law.kd),
                                    at_slot(p, law.bias)};
          out.torque[k] = out.torque[k] + torque(spring, phi[k], rate[k]);
          out.stored = out.stored + stored_energy(spring, phi[k]);
          out.dissipation = out.dissipation + spring.kd * rate[k] * rate[k];
          break;
        }
        case LawKind::linearise: {
          const Expr f = at_slot(p, law.frequency), damping = at_slot(p, law.damping);
          const Expr r = law.target ? to_expr(*law.target, meaning, &out.edges) : Expr(0);
          const Expr r1 = derivative(r, t), r2 = derivative(r1, t);
          out.linearised.push_back(k);
          out.demand.push_back(r2 + Expr(2) * damping * f * (r1 - rate[k]) + f * f * (r - phi[k]));
          break;
        }
        case LawKind::expression:
        case LawKind::drive: {
          const Expr formula = to_expr(*law.formula, meaning, &out.edges);
          const Expr T = law.kind == LawKind::drive ? -formula : formula;
          out.torque[k] = out.torque[k] + T;
          out.power = out.power - T * rate[k];
          out.integrated_power = out.integrated_power - T * rate[k];
          if (!law.energy) break;
          const Expr U = to_expr(*law.energy, meaning, &out.edges);
          const bool resolved = has_potential(to_expr(*law.formula, meaning_at_any_rate), U, k, phi);
          out.stored = out.stored + U;
          if (!resolved) out.released = out.released + U;
          for (std::size_t l = 0; l < phi.size(); ++l) {
            const Expr gain = derivative(U, phi[l]) * rate[l];
            out.power = out.power + gain;
            if (resolved) out.integrated_power = out.integrated_power + gain;
          }
          break;
        }
        case LawKind::log:
        case LawKind::skew:
        case LawKind::matrix:  // of ball joints
        case LawKind::function:
          break;
      }
    }
  }
  return out;
}

Motions motions(const TreeSpec& spec, const Expr& t, const std::vector<Expr>& p) {
  Motions out{.joints = moved_joints(spec)};
  const std::function<Expr(const Step&)> meaning = [&](const Step& step) {
    return step.text == "t" ? t : p[spec.parameters.find(step.text)->second];
  };
  for (const int k : out.joints) {
    out.angle.push_back(to_expr(*spec.joints[k].motion, meaning, &out.edges));
    out.rate.push_back(derivative(out.angle.back(), t));
    out.acceleration.push_back(derivative(out.rate.back(), t));
  }
  return out;
}

std::vector<Expr> with_rates(const Motions& motions) {
  std::vector<Expr> out;
  for (std::size_t c = 0; c < motions.joints.size(); ++c)
    out.insert(out.end(), {motions.angle[c], motions.rate[c], motions.acceleration[c]});
  return out;
}

std::vector<Expr> kinks(const Laws& laws, const Motions& motions, const std::vector<Expr>& torques) {
  std::set<Expr, ExprLess> seen, found;
  std::vector<Expr> stack = laws.torque;
  stack.insert(stack.end(), laws.demand.begin(), laws.demand.end());
  stack.insert(stack.end(), motions.angle.begin(), motions.angle.end());
  stack.insert(stack.end(), torques.begin(), torques.end());
  while (!stack.empty()) {
    const Expr e = std::move(stack.back());
    stack.pop_back();
    if (!seen.insert(e).second) continue;
    const auto x = operands(e);
    stack.insert(stack.end(), x.begin(), x.end());
    if (kind(e) != Kind::function) continue;
    const Function f = function(e);
    if (f == Function::abs || f == Function::sign) found.insert(x[0]);
    if (f == Function::min || f == Function::max) found.insert(x[0] - x[1]);
    if (f == Function::ramp || f == Function::pulse) found.insert({x[0] - x[1], x[0] - x[2]});
    if (f == Function::atan2) found.insert(x[0]);
  }
  std::vector<Expr> out;
  for (const Expr& e : found)
    if (kind(e) != Kind::number) out.push_back(e);
  return out;
}

Expr argument_symbol(const TreeSpec& spec, int joint) {
  return symbol(argument_name(spec.joint_names[joint]), rank_other);
}

StateSymbols state_symbols(const TreeSpec& spec) {
  const auto all = [](const auto& names, const char* prefix, Rank rank) {
    std::vector<Expr> out;
    for (const std::string& name : names) out.push_back(symbol(prefix + name, rank + static_cast<int>(out.size())));
    return out;
  };
  std::vector<std::string> inputs;
  for (const Input& input : spec.inputs) inputs.push_back(input.name);
  return {symbol("t", rank_time), all(spec.joint_names, "phi_", rank_angle), all(spec.body_names, "mu_", rank_momentum),
          all(inputs, "", rank_input)};
}

}  // namespace oopss
