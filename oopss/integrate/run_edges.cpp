// SPDX-License-Identifier: Apache-2.0
// The part of a run that holds a step against the formulas of laws: where they end, and where a series leaves them.
#include <fmt/format.h>

#include "oopss/integrate/stepper.hpp"

namespace oopss {

Outcome Run::beyond(int edge) const {
  const Flow::Edge& reached = flow_.edges[edge];
  return {reached.ends_motion ? Status::singular : Status::failed, fmt::format("at t = {:.17g} {}", t(), reached.words),
          0};
}

/// A failure with the edges that it lies on or that the next step of a fixed length would pass.
Outcome Run::explained(Outcome why) {
  if (flow_.edges.empty()) return why;
  flow_.field(t(), x().data(), rate_.data());
  const double h = method_.adaptive ? 0 : next_limit() - t();
  for (std::size_t i = 0; i < v_.size(); ++i) v_[i] = x()[i] + h * rate_[i];
  flow_.switches(t(), x().data(), g_.data());
  seen_ = g_;
  flow_.switches(t() + h, v_.data(), g_.data());
  for (std::size_t e = 0; e < flow_.edges.size(); ++e) {
    if (flow_.edges[e].kind == Flow::Edge::Kind::flat) continue;
    const double here = seen_[flow_.switch_count + e], there = g_[flow_.switch_count + e];
    if (!(std::abs(here) > 1e-6) || sign(here) != sign(there))
      why.words += fmt::format("; there {}", flow_.edges[e].words);
  }
  return why;
}

/// Whether the polynomial of the step solves the equations at a place: its slope is the field. The bound is far above
/// the error of a good step and of rounding, far below what a kink does.
bool Run::agrees_at(double t) {
  if (!sample_at(t, v_).good()) return false;
  slope(std::get<Taylor>(*stepper_), t, slope_);
  flow_.field(t, v_.data(), rate_.data());
  for (std::size_t i = 0; i < rate_.size(); ++i) slope_[i] -= rate_[i];
  const double h = std::abs(end().t - begin().t);
  const Size error = size_of(layout_, slope_.data());
  const double momentum = std::max({size_of(layout_, begin().x.data()).momentum, size_of(layout_, v_.data()).momentum,
                                    h * size_of(layout_, rate_.data()).momentum, 1e-300});
  return h * larger(error.angle, error.momentum / momentum) <= 200 * tolerance_ + 1e-13;
}

/// Where the polynomial of the step leaves the formulas before `until`: between the last place that agrees and the
/// first that does not.
std::optional<Bracket> Run::find_disagreement(double until) {
  double good = begin().t;
  const auto narrowed = [&](double bad) {
    for (int count = 0; count < 8; ++count) {
      const double middle = good + (bad - good) / 2;
      (agrees_at(middle) ? good : bad) = middle;
    }
    return Bracket{good, bad};
  };
  for (std::size_t j = 1; j < sample_t_.size() && ahead(sample_t_[j], until) > 0; ++j) {
    if (!agrees_at(sample_t_[j])) return narrowed(sample_t_[j]);
    good = sample_t_[j];
  }
  if (agrees_at(until)) return {};
  return narrowed(until);
}

/// A touch of zero by a quantity that must not become negative, as 1 − sin² makes it in asin(sin x): the formula has a
/// kink there that its series does not see.
std::optional<Bracket> Run::find_fold(double until) {
  const std::size_t count = g_.size();
  for (std::size_t e = 0; e < flow_.edges.size(); ++e) {
    if (flow_.edges[e].kind != Flow::Edge::Kind::end) continue;
    const std::size_t which = flow_.switch_count + e;
    for (std::size_t j = 1; j + 1 < sample_t_.size(); ++j) {
      const double left = seen_[(j - 1) * count + which], here = seen_[j * count + which],
                   right = seen_[(j + 1) * count + which];
      const double curvature = left - 2 * here + right, lean = (right - left) / 2;
      if (!(curvature > 0) || std::abs(lean) > curvature)
        continue;  // the parabola has no least value between the three
      const double largest = std::max({left, here, right});
      if (here - lean * lean / (2 * curvature) > 0.02 * largest) continue;
      const auto height = [&](double t) {
        sample_at(t, v_);
        flow_.switches(t, v_.data(), g_.data());
        return g_[which];
      };
      const double lowest = find_least(sample_t_[j - 1], sample_t_[j + 1], height);
      if (ahead(lowest, until) < 0 || std::abs(height(lowest)) > 1e-9 * largest) continue;
      const double margin = 1e-3 * (end().t - begin().t), before = lowest - margin;
      return Bracket{ahead(begin().t, before) > 0 ? before : begin().t, lowest + margin};
    }
  }
  return {};
}

/// From now on dop853 takes the steps, for a while; longer each time that no step by series was good in between.
void Run::set_aside(double length) {
  aside_length_ = std::max({length, 2 * aside_length_, 16 * least_step(t())});
  aside_until_ = t() + direction_ * aside_length_;
}

void Run::choose_stepper() {
  if (!aside_until_) return;
  const bool over = ahead(t(), *aside_until_) <= 0;
  if (over) aside_until_.reset();
  if (over == by_series()) return;
  const Waypoint waypoint = end();
  aside_evaluations_ = evaluations();
  if (over)
    take_stepper(taylor(layout_, tolerance_, waypoint));
  else
    take_stepper(dop853(layout_, tolerance_, waypoint));
}

/// Where dop853 finds no step that its error estimate likes, and a switch changes within the shortest: that step, whose
/// error is one of rounding. A jump of the rates is passed so.
bool Run::leaps_over_kink(double limit) {
  Dop853* by = std::get_if<Dop853>(&*stepper_);
  const double h = 16 * least_step(t());  // a step that fails is cut to a tenth
  if (!by || flow_.switch_count == 0 || ahead(t() + direction_ * h, limit) < 0) return false;
  flow_.switches(t(), x().data(), g_.data());
  seen_ = g_;
  const Waypoint from = by->end;
  leap(*by, flow_, direction_ * h);
  flow_.switches(t(), x().data(), g_.data());
  for (int i = 0; i < flow_.switch_count; ++i)
    if (sign(seen_[i]) != sign(g_[i]) && all_finite(x())) return true;
  by->begin = by->end = from;
  by->rates_known = false;
  return false;
}

/// Ends the step by series where it is still good, and leaves the stretch where it is not to dop853, whose error
/// estimate asks the field alone.
Outcome Run::leave_series(Bracket over) {
  const double good = over.before, length = std::abs(over.after - over.before);
  if (good != begin().t) {
    Outcome made = shorten_to(good);
    set_aside(2 * length);
    return made;
  }
  std::visit([](auto& by) { by.end = by.begin; }, *stepper_);
  set_aside(2 * length);
  Outcome made = try_step();
  return made.good() ? search_step() : explained(std::move(made));
}

/// Whether the rates have a pole at a change of sign: at a billionth of the step from it they are a million times what
/// they are at the ends of the step. Where a numerator vanishes too they are not.
bool Run::is_pole(const Bracket& bracket) {
  const auto largest = [&](double t, const std::vector<double>& x) {
    flow_.field(t, x.data(), rate_.data());
    const Size magnitude = size_of(layout_, rate_.data());
    return larger(magnitude.angle, magnitude.momentum);
  };
  double usual = 0;
  for (const Waypoint* place : {&begin(), &end()}) {
    const double rates = largest(place->t, place->x);
    if (std::isinf(rates)) return true;
    if (!std::isnan(rates)) usual = std::max(usual, rates);  // 0 / 0 tells nothing
  }
  const double aside = 1e-9 * (end().t - begin().t);
  for (const double t : {bracket.before - aside, bracket.after + aside})
    if (!sample_at(t, v_).good() || !(largest(t, v_) <= 1e6 * usual)) return true;
  return false;
}

/// Fails if a formula ends before `until`: a quantity becomes negative, or there is a pole.
Outcome Run::check_edges(double until) {
  const std::size_t count = g_.size();
  for (std::size_t j = 1; j < sample_t_.size() && ahead(sample_t_[j], until) >= 0; ++j)
    for (std::size_t e = 0; e < flow_.edges.size(); ++e) {
      if (flow_.edges[e].kind == Flow::Edge::Kind::flat) continue;
      const std::size_t which = flow_.switch_count + e;
      const int now = sign(seen_[j * count + which]), before = edge_signs_[e];
      if (now != 0) edge_signs_[e] = now;
      if (now == 0 || now == before || (before == 0 && now > 0)) continue;
      const auto value = [&](double t) {
        sample_at(t, v_);
        flow_.switches(t, v_.data(), g_.data());
        return g_[which];
      };
      const double from = sample_t_[j - 1], from_value = seen_[(j - 1) * count + which];
      const Bracket bracket = sign(from_value) == now
                                  ? Bracket{from, from}
                                  : find_root(from, from_value, sample_t_[j], value(sample_t_[j]), value);
      if (flow_.edges[e].kind == Flow::Edge::Kind::pole && (before == 0 || !is_pole(bracket))) continue;
      if (!shorten_to(bracket.before).good() || !all_finite(x()))
        std::visit([](auto& by) { by.end = by.begin; }, *stepper_);
      return beyond(static_cast<int>(e));
    }
  return {};
}

}  // namespace oopss
