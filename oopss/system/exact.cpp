// SPDX-License-Identifier: Apache-2.0
#include "oopss/system/exact.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <iterator>
#include <map>

#include "oopss/model/arithmetic.hpp"
#include "oopss/model/read.hpp"
#include "oopss/symbolic/expr.hpp"
#include "oopss/system/exact_chain.hpp"
#include "oopss/system/exact_pair.hpp"
#include "oopss/system/shape_energy.hpp"
#include "oopss/system/tree_spec.hpp"

namespace oopss {
namespace {

Enclosure enclosed_power(const Enclosure& base, const Enclosure& exponent) {
  const mpq_class twice = 2 * exponent.lo;
  if (!exponent.exact() || twice.get_den() != 1) throw NotEnclosed("a power that is not a whole or half number");
  if (abs(exponent.lo) > ExpressionLimits{}.exponent) throw NotEnclosed("a power with an exponent beyond 64");
  const long halves = twice.get_num().get_si();
  Enclosure out(1);
  for (long k = 0; k < std::labs(halves) / 2; ++k) out = out * base;
  if (halves % 2 != 0) out = out * sqrt(base);
  return halves < 0 ? Enclosure(1) / out : out;
}

Enclosure enclosed_call(const Step& step, const std::vector<Enclosure>& a) {
  switch (step.call) {
    case Call::sqrt:
      return sqrt(a[0]);
    case Call::sin:
      return sin(a[0]);
    case Call::cos:
      return cos(a[0]);
    case Call::tan:
      return sin(a[0]) / cos(a[0]);
    case Call::abs:
      return a[0].contains_zero() ? Enclosure(0, magnitude(a[0])) : a[0].lo > 0 ? a[0] : -a[0];
    case Call::min:
      return {std::min(a[0].lo, a[1].lo), std::min(a[0].hi, a[1].hi)};
    case Call::max:
      return {std::max(a[0].lo, a[1].lo), std::max(a[0].hi, a[1].hi)};
    case Call::sign:
      return {sgn(a[0].lo), sgn(a[0].hi)};
    default:
      throw NotEnclosed(fmt::format("{} is not enclosed", calls()[static_cast<std::size_t>(step.call)].name));
  }
}

/// The numbers of a model as enclosures; parameters are worked out once each (they have no cycles: the model is valid).
class ExactNumbers {
 public:
  explicit ExactNumbers(const Model& model) : model_(model) {}

  Enclosure operator()(const Number& number) {
    try {
      Enclosure value = evaluate<Enclosure>(number.expression, *this);
      if (!is_known(value))
        throw NotEnclosed("its enclosure is too wide for a proof (a sine or cosine of a huge angle?)");
      return value;
    } catch (const NotEnclosed& problem) {
      throw NotEnclosed(fmt::format("\"{}\": {}", number.expression.text, problem.what()));
    }
  }
  Enclosure number(const Step& step) const { return Enclosure(decimal_rational(step.text)); }
  Enclosure name(const Step& step) {
    if (step.text == "pi") return enclosed_pi();
    if (step.text == "deg") return enclosed_pi() / Enclosure(180);
    if (step.text == "rpm") return enclosed_pi() / Enclosure(30);
    if (const auto known = parameters_.find(step.text); known != parameters_.end()) return known->second;
    for (const Parameter& parameter : model_.parameters)
      if (parameter.name.value == step.text) return parameters_[step.text] = (*this)(parameter.value);
    throw NotEnclosed("unknown name " + step.text);
  }
  Enclosure apply(const Step& step, const std::vector<Enclosure>& a) const {
    Enclosure out = arithmetic(step, a, enclosed_power, enclosed_call);
    for (const mpq_class* end : {&out.lo, &out.hi})
      if (std::max(mpz_sizeinbase(end->get_num_mpz_t(), 2), mpz_sizeinbase(end->get_den_mpz_t(), 2)) > most_number_bits)
        throw NotEnclosed("its exact value has too many digits");
    return out;
  }

 private:
  /// To 2^-50 of its size, or of one: a sine that is zero has no size.
  static bool is_known(const Enclosure& x) {
    mpq_class wide = x.hi - x.lo;
    mpq_mul_2exp(wide.get_mpq_t(), wide.get_mpq_t(), 50);
    return wide <= 1 || wide <= magnitude(x);
  }

  const Model& model_;
  std::map<std::string, Enclosure, std::less<>> parameters_;
};

/// A joint as a chord of its two bodies.
Chord<Enclosure> exact_joint(const Model& model, const Joint& joint, ExactNumbers& exact) {
  const auto seen_from = [&](const Body& body, const std::vector<Number>& point) {
    const auto read = [&](const Number& number) { return exact(number); };
    return Vec2<Enclosure>{from_centre(body, point, 0, read), from_centre(body, point, 1, read)};
  };
  return {joint.first_body, joint.second_body, seen_from(model.bodies[joint.first_body], joint.at_first),
          seen_from(model.bodies[joint.second_body], joint.at_second)};
}

PlanarTree<Enclosure> exact_tree(const Model& model, const TreeSpec& spec, ExactNumbers& exact) {
  PlanarTree<Enclosure> tree;
  static_cast<Topology&>(tree) = spec.topology;
  for (int i = 0; i < tree.size(); ++i) {
    const Body& body = model.bodies[i];
    tree.m.push_back(exact(body.mass));
    tree.I.push_back(exact(body.inertia[0]));
    tree.mass = tree.mass + tree.m[i];
    tree.d_parent.emplace_back();
    tree.d_child.emplace_back();
    if (tree.parent[i] < 0) continue;
    const Chord<Enclosure> joint = exact_joint(model, model.joints[spec.tree_joints[tree.joint[i]]], exact);
    tree.d_parent[i] = tree.sense[i] > 0 ? joint.at_first : joint.at_second;
    tree.d_child[i] = tree.sense[i] > 0 ? joint.at_second : joint.at_first;
  }
  return tree;
}

/// Two bodies on a ball joint, the root first.
BallPair<Enclosure> exact_pair(const Model& model, ExactNumbers& exact) {
  const auto read = [&](const Number& number) { return exact(number); };
  const Joint& joint = model.joints[0];
  const bool in_order = joint.first_body == tree_spec(model).topology.root();
  std::array<Enclosure, 2> m;
  BallPair<Enclosure> out;
  for (int k = 0; k < 2; ++k) {
    const bool first = (k == 0) == in_order;
    const Body& body = model.bodies[first ? joint.first_body : joint.second_body];
    const std::vector<Number>& socket = first ? joint.at_first : joint.at_second;
    m[k] = exact(body.mass);
    out.S[k] = -Vec3<Enclosure>{from_centre(body, socket, 0, read), from_centre(body, socket, 1, read),
                                from_centre(body, socket, 2, read)};
    const auto entry = [&](int i, int j) {
      if (body.inertia.size() == 9) return exact(body.inertia[3 * i + j]);
      return i == j ? exact(body.inertia[i]) : Enclosure(0);
    };
    out.J[k] = {entry(0, 0), entry(0, 1), entry(0, 2), entry(1, 1), entry(1, 2), entry(2, 2)};
  }
  out.epsilon = m[0] * m[1] / (m[0] + m[1]);
  for (int k = 0; k < 2; ++k) out.J[k] = steiner(out.J[k], out.epsilon, out.S[k]);
  return out;
}

std::vector<SpringAt<Enclosure>> exact_springs(const Model& model, bool loops, ExactNumbers& exact) {
  std::vector<SpringAt<Enclosure>> out;
  for (std::size_t k = 0; k < model.joints.size(); ++k)
    for (const Law& law : model.joints[k].laws) {
      if (!is_spring(law.kind))
        throw NotEnclosed(fmt::format("joint '{}': {}only the energy of springs (proportional, pd, sine) is enclosed",
                                      model.joints[k].name.value,
                                      law.kind == LawKind::function ? "its law is a function of the program; " : ""));
      out.push_back({static_cast<int>(k), {law.kind == LawKind::sine, exact(law.kp), 0, exact(law.bias)}});
      if (loops && law.kind != LawKind::sine && !out.back().law.kp.is_zero())
        throw NotEnclosed(
            fmt::format("joint '{}': of the springs of bodies with loops only sine is enclosed: the others "
                        "count whole turns, and how many there can be has no bound known beforehand",
                        model.joints[k].name.value));
    }
  return out;
}

/// g = Σ_k R(θ_k) e_k of a loop: its two components over the absolute angles of `bodies` bodies.
std::array<TrigPolynomial<Enclosure>, 2> closure_polynomials(const Loop<Enclosure>& loop, int bodies) {
  std::array<TrigPolynomial<Enclosure>, 2> out;
  for (const Bar<Enclosure>& bar : loop) {
    std::vector<int> winding(static_cast<std::size_t>(bodies), 0);
    winding[bar.body] = 1;
    out[0].terms.push_back({winding, bar.e.x, -bar.e.y});
    out[1].terms.push_back({winding, bar.e.y, bar.e.x});
  }
  return out;
}

/// No signed sum of the lengths of a loop's bars is zero: they never all lie in line.
void require_regular(const Loop<Enclosure>& loop) {
  std::vector<Enclosure> lengths;
  for (const Bar<Enclosure>& bar : loop) lengths.push_back(sqrt(bar.e.x * bar.e.x + bar.e.y * bar.e.y));
  for (unsigned signs = 0; signs < 1U << (lengths.size() - 1); ++signs) {
    Enclosure sum = lengths.back();
    for (std::size_t k = 0; k + 1 < lengths.size(); ++k)
      sum = (signs >> k & 1U) == 1U ? sum + lengths[k] : sum - lengths[k];
    if (sum.contains_zero())
      throw NotEnclosed(
          "a change point: a signed sum of the lengths of the loop's bars is zero, or nearer to it than can be told. "
          "Where they all lie in line the loop loses rank, and proofs are for loops that never do");
  }
}

}  // namespace

ExactLandscape exact_landscape(const PlanarTree<Enclosure>& tree, const Enclosure& mu_s,
                               const std::vector<SpringAt<Enclosure>>& springs) {
  ExactLandscape landscape{static_cast<const Topology&>(tree), pair_constants(tree), 0, mu_s, {}, {}, {}};
  for (const Enclosure& I : tree.I) landscape.least_inertia = landscape.least_inertia + I;
  std::copy_if(springs.begin(), springs.end(), std::back_inserter(landscape.springs),
               [](const SpringAt<Enclosure>& spring) { return !spring.law.kp.is_zero(); });
  return landscape;
}

ExactLandscape exact_landscape(const PlanarTree<Enclosure>& tree, const std::vector<Chord<Enclosure>>& chords,
                               std::vector<std::array<int, 2>> between, const Enclosure& mu_s,
                               const std::vector<SpringAt<Enclosure>>& springs) {
  ExactLandscape landscape = exact_landscape(tree, mu_s, springs);
  const std::vector<Loop<Enclosure>> loops = loops_of(tree, chords);
  if (loops.size() == 1) require_regular(loops[0]);
  for (const Loop<Enclosure>& loop : loops)
    for (TrigPolynomial<Enclosure>& g : closure_polynomials(loop, tree.size()))
      landscape.closure.push_back(std::move(g));
  landscape.between = std::move(between);
  return landscape;
}

ExactLandscape exact_landscape(const Model& model, const std::optional<mpq_class>& momentum) {
  if (!model.checked) return exact_landscape(checked(model), momentum);
  ExactNumbers exact(model);
  const TreeSpec spec = tree_spec(model);
  const bool loops = !spec.chords.empty();
  const PlanarTree<Enclosure> tree = exact_tree(model, spec, exact);
  const Enclosure mu_s = momentum ? Enclosure(*momentum) : Enclosure(1);
  const auto springs = momentum ? exact_springs(model, loops, exact) : std::vector<SpringAt<Enclosure>>();
  if (!loops) return exact_landscape(tree, mu_s, springs);
  std::vector<Chord<Enclosure>> chords;
  for (const ChordSlots& chord : spec.chords) chords.push_back(exact_joint(model, model.joints[chord.joint], exact));
  std::vector<std::array<int, 2>> between;
  for (const Joint& joint : model.joints) between.push_back({joint.first_body, joint.second_body});
  return exact_landscape(tree, chords, std::move(between), mu_s, springs);
}

std::string why_no_pair(const Model& model, bool has_springs) {
  if (model.bodies.size() != 2) return fmt::format("this model has {}", model.bodies.size());
  const Joint& joint = model.joints[0];
  if (joint.kind != JointKind::ball) return fmt::format("joint {} is a hinge", oopss::quoted(joint.name.value));
  return has_springs ? fmt::format("joint {} has some", oopss::quoted(joint.name.value)) : "";
}

ExactPairCount exact_pair_count(const Model& model) {
  ExactNumbers exact(model);
  ExactPairCount out{count_pair_equilibria(exact_pair(model, exact))};
  const TreeSpec spec = tree_spec(model);
  const PairEquilibria scanned = pair_equilibria(ball_pair<double>(space_tree(spec, values_of(spec.inputs))));
  std::vector<double> tau;
  for (std::size_t k = 0; k < scanned.isolated.size(); k += 2) tau.push_back(scanned.isolated[k].tau);
  out.isolated = scanned.circles.empty() && isolates_roots(out.count, tau);
  return out;
}

ExactLandscape exact_landscape(const Model& model, const ShapeEnergy& energy) {
  ExactLandscape landscape =
      exact_landscape(model, energy.stores_energy ? std::optional(as_written(energy.momentum)) : std::nullopt);
  const int equations = static_cast<int>(landscape.closure.size());
  if (landscape.closed() && energy.space.freedom == 0)
    throw NotEnclosed(
        "its loops cannot move, or only where they lose rank: proofs are for loops that move with full rank");
  if (landscape.closed() && energy.space.freedom != landscape.topology.size() - 1 - equations)
    throw NotEnclosed(
        fmt::format("its loops are redundant: closure has {} equations and less rank, and proofs are for loops "
                    "of full rank",
                    equations));
  return landscape;
}

mpq_class as_written(double x) {
  std::array<char, 32> digits{};
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), x).ptr;
  return decimal_rational({digits.data(), end});
}

Beads<Enclosure> exact_beads(const Model& model) {
  ExactNumbers exact(model);
  Beads<Enclosure> out;
  for (const Number& mass : model.chain->masses) out.m.push_back(exact(mass));
  for (const Number& length : model.chain->lengths) out.l.push_back(exact(length));
  if (!model.chain->uniform) return out;
  std::vector<Enclosure> ends(out.m.size() + 1);
  for (std::size_t j = 0; j < out.m.size(); ++j)
    for (const std::size_t end : {j, j + 1}) ends[end] = ends[end] + out.m[j] / Enclosure(2);
  return {std::move(ends), std::move(out.l)};
}

}  // namespace oopss
