// SPDX-License-Identifier: Apache-2.0
// The part of a run that looks for changes of sign inside a step: kinks of the rates, and events.
#include <fmt/format.h>

#include <limits>

#include "oopss/integrate/stepper.hpp"

namespace oopss {

/// The state at a time inside the last step as the method gets there by a step that ends there. Only dop853 has
/// another answer than `sample`: its polynomial has seen rates from beyond a kink.
Outcome Run::reach(double t, std::vector<double>& out) {
  if (!std::holds_alternative<Dop853>(*stepper_) || t == begin().t) return sample_at(t, out);
  Outcome made = shorten_to(t);
  out = end().x;
  return made;
}

/// The states at the ends of the last step and at equal distances inside it.
Outcome Run::sample_step(int inside) {
  const int samples = inside + 2, n = layout_.size;
  sample_t_.resize(static_cast<std::size_t>(samples));
  sample_x_.resize(sample_t_.size() * v_.size());
  for (int j = 0; j < samples; ++j) {
    const double t = j == samples - 1 ? end().t : begin().t + (end().t - begin().t) * j / (samples - 1);
    sample_t_[j] = t;
    v_ = j == 0 ? begin().x : end().x;
    if (j > 0 && j < samples - 1)
      if (Outcome found = sample_at(t, v_); !found.good()) return found;
    std::copy(v_.begin(), v_.end(), block(sample_x_, j, n));
  }
  return {};
}

/// Holds the last step against the formulas: ends it at the first kink inside it, if there is one, to go on beyond it,
/// and where its series no longer follows them; fails where they end. Also the place where an end state that is not
/// finite is found out.
Outcome Run::search_step() {
  if (!all_finite(x())) {
    const double failed_at = t();
    std::visit([](auto& by) { by.end = by.begin; }, *stepper_);
    return explained({Status::failed, fmt::format("the state is not finite at t = {:.17g}", failed_at), 0});
  }
  const int count = flow_.watched();
  const bool series = by_series() && flow_.by_formula;
  if (count == 0 && !series) return {};
  // A formula without switches and edges is smooth, but where it is flat, as tanh, its series may see nothing of it.
  const bool by_rates = std::holds_alternative<Dop853>(*stepper_);
  const bool hidden =
      flow_.switch_count > 0 || (by_rates && has_flat_) || (series && (count > 0 || end().t == next_limit()));
  const int between = hidden ? method_.samples_per_step : series ? method_.samples_per_step / 3 : 0;
  if (Outcome seen = sample_step(between); !seen.good()) return seen;
  seen_.resize(sample_t_.size() * static_cast<std::size_t>(count));
  if (count > 0)
    for (std::size_t j = 0; j < sample_t_.size(); ++j)
      flow_.switches(sample_t_[j], block(sample_x_, static_cast<int>(j), layout_.size),
                     block(seen_, static_cast<int>(j), count));
  const double last = end().t;
  if ((by_rates || (series && has_flat_)) && !resolved()) {
    if (Outcome made = shorten_to(begin().t + (last - begin().t) / 4); !made.good()) return made;
    return search_step();
  }
  take_sides();
  signs_before_ = switch_signs_;
  Kink first;
  if (Outcome found = find_kink(first); !found.good()) return found;
  if (first.which >= 0 && !is_one_step(first.bracket.before)) {
    switch_signs_ = signs_before_;
    if (Outcome made = shorten_to(begin().t + (first.bracket.before - begin().t) / 2); !made.good()) return made;
    return search_step();
  }
  const double until = first.which >= 0 ? first.bracket.before : last;
  if (series) {
    const auto fold = find_fold(until);
    if (const auto over = find_disagreement(fold ? fold->before : until)) return leave_series(*over);
    if (fold) return leave_series(*fold);
    aside_length_ = 0;
  }
  if (Outcome inside = check_edges(until); !inside.good()) return inside;
  if (first.which >= 0) return leave_kink(first);
  return end().t == last ? Outcome{} : shorten_to(last);
}

/// Whether the places tell the course of the arguments of flat functions, and with dop853, whose steps may be much
/// longer than the way from a kink to the next where a law is constant in between, that of the switches.
bool Run::resolved() const {
  if (std::abs(end().t - begin().t) < 1e-6 * std::abs(until_ - settings_.t0)) return true;
  const bool by_rates = std::holds_alternative<Dop853>(*stepper_);
  for (std::size_t i = 0; i < g_.size(); ++i) {
    const int edge = static_cast<int>(i) - flow_.switch_count;
    const bool flat = edge >= 0 && flow_.edges[edge].kind == Flow::Edge::Kind::flat;
    if (((flat || (edge < 0 && by_rates)) && !tells_course(i)) || (flat && leaps_over_slope(i))) return false;
  }
  return true;
}

/// Whether each value inside is near the cubic through its neighbours, or rounding is all that changes.
bool Run::tells_course(std::size_t which) const {
  const std::size_t places = sample_t_.size();
  const auto value = [&](std::size_t j) { return seen_[j * g_.size() + which]; };
  double low = value(0), high = value(0), error = 0;
  for (std::size_t j = 1; j < places; ++j) {
    low = std::min(low, value(j));
    high = std::max(high, value(j));
  }
  for (std::size_t j = 2; j + 2 < places; ++j)  // (−v₋₂ + 4 v₋₁ + 4 v₁ − v₂) / 6 is exact for cubics
    error = std::max(error, std::abs(value(j) - (4 * (value(j - 1) + value(j + 1)) - value(j - 2) - value(j + 2)) / 6));
  return error <= 0.05 * (high - low) || high - low <= 1e-9 * std::max(std::abs(low), std::abs(high));
}

/// Whether the argument of a flat function goes so far from one place to the next, by way of where the function is not
/// flat, that these may not have seen it there: tanh and exp are flat to rounding beyond 30 and below −30. The stages
/// of dop853 leave out up to a quarter of its step.
bool Run::leaps_over_slope(std::size_t which) const {
  const double most = std::holds_alternative<Dop853>(*stepper_) ? 3 : 10;
  const auto value = [&](std::size_t j) { return seen_[j * g_.size() + which]; };
  for (std::size_t j = 1; j + 1 < sample_t_.size(); ++j) {
    const double curvature = std::abs(value(j - 1) - 2 * value(j) + value(j + 1));
    for (const std::size_t k : {j - 1, j}) {
      const double low = std::min(value(k), value(k + 1)), high = std::max(value(k), value(k + 1));
      if (high - low + curvature > most && low - curvature < 30 && high + curvature > -30) return true;
    }
  }
  return false;
}

/// Whether the way to a kink is one step: dop853's longer one, which the error estimate liked, may have leapt over what
/// the rates do close to it, as those of tanh(200*sqrt(abs(x))).
bool Run::is_one_step(double before_kink) {
  const Dop853* by = std::get_if<Dop853>(&*stepper_);
  if (!by || std::abs(before_kink - begin().t) <= 16 * least_step(begin().t)) return true;
  return shorten_to(before_kink).good() && by->shortened_error <= 1;
}

/// The signs of switches that are zero where the step begins: by the series of the motion the one that they take next.
/// Without series it is the first that is seen.
void Run::take_sides() {
  const Taylor* by = std::get_if<Taylor>(&*stepper_);
  if (!by || !flow_.watched_series) return;
  for (int i = 0; i < flow_.switch_count; ++i)
    if (seen_[i] == 0)
      if (const int side = side_of(*by, i, flow_.watched(), static_cast<int>(direction_)); side != 0)
        switch_signs_[i] = side;
}

/// The first change of sign of a switch in the last step.
Outcome Run::find_kink(Kink& first) {
  for (std::size_t j = 1; j < sample_t_.size() && first.which < 0; ++j) {
    for (int i = 0; i < flow_.switch_count; ++i) {
      int now = sign(seen_[j * g_.size() + i]);
      double latest = sample_t_[j];
      if (now == 0 && !(flow_.closure.time_slopes && j + 1 == sample_t_.size() && switch_signs_[i] != 0)) continue;
      if (now == 0) {  // a closure that depends on time must not be closed on a kink of it
        const double beyond =
            latest + direction_ * 4 * std::numeric_limits<double>::epsilon() * std::max(1.0, std::abs(latest));
        if (first.which < 0) first = {i, -switch_signs_[i], {latest, beyond}};
        continue;
      }
      if (now == switch_signs_[i]) {
        const auto dip = find_dip(i, j);
        if (!dip) continue;
        latest = *dip;
        now = -now;
      }
      Bracket found{};
      if (switch_signs_[i] != 0)
        if (Outcome searched = cut(i, now, latest, found); !searched.good()) return searched;
      if (found.after == found.before) {
        if (latest == sample_t_[j]) switch_signs_[i] = now;
      } else if (first.which < 0 || ahead(found.after, first.bracket.after) > 0) {
        first = {i, now, found};
      }
    }
  }
  return {};
}

/// Between places `place` − 1 and `place` a switch keeps its sign. If it comes close to zero and turns back, a place
/// where it has the other one.
std::optional<double> Run::find_dip(int which, std::size_t place) {
  const std::size_t count = g_.size(), middle = std::clamp<std::size_t>(place, 1, sample_t_.size() - 2);
  const auto value = [&](std::size_t j) { return seen_[j * count + which]; };
  const double curvature = std::abs(value(middle - 1) - 2 * value(middle) + value(middle + 1));
  const double a = sample_t_[place - 1], b = sample_t_[place], side = sign(value(place));
  if (std::min(std::abs(value(place - 1)), std::abs(value(place))) > 2 * curvature || value(place - 1) == 0) return {};
  const auto height = [&](double t) {
    sample_at(t, v_);
    flow_.switches(t, v_.data(), g_.data());
    return side * g_[which];
  };
  const double close = 1e-4 * (b - a);
  if (height(a + close) >= side * value(place - 1) || height(b - close) >= side * value(place)) return {};
  return find_below(a, b, height);
}

/// Narrows the change of switch `which` to the sign `after`, between the beginning of the step and `latest`. The
/// bracket is empty if the switch does not change when a step ends there.
Outcome Run::cut(int which, int after, double latest, Bracket& found) {
  Outcome trouble;
  const auto value = [&](double t) {
    if (Outcome reached = reach(t, v_); !reached.good()) trouble = reached;
    flow_.switches(t, v_.data(), g_.data());
    return g_[which];
  };
  double a = begin().t, fa = value(a), fb = value(latest);
  if (sign(fb) != after) fb = value(latest = sample_t_.back());
  if (fa == 0 && by_series()) {  // the step begins on the switch: the change that is meant comes after
    for (double part = 0.5; part > 1e-12; part /= 2)
      if (const double b = a + part * (latest - a), f = value(b); sign(f) == -after) {
        a = b;
        fa = f;
        break;
      }
  }
  if (sign(fb) == after && sign(fa) != after) found = find_root(a, fa, latest, fb, value);
  return trouble;
}

/// Moves the end of the step by some roundings, to a time beyond a kink. A step of dop853 would have its last stage
/// there already: it is carried on by the rates before the kink.
Outcome Run::pass_to(double t) {
  Dop853* by = std::get_if<Dop853>(&*stepper_);
  if (!by) return shorten_to(t);
  Outcome made = extend(*by, flow_, t);
  if (made.good()) normalise_end();
  return made;
}

/// Ends the step at a kink and goes on just beyond it, where the switch has its new sign. A switch of time alone is
/// passed by setting the clock: no rate from beyond it enters the step. Otherwise the step ends beyond it.
Outcome Run::leave_kink(const Kink& kink) {
  auto [which, after, bracket] = kink;
  double ulp =
      std::numeric_limits<double>::epsilon() * std::max(std::abs(bracket.after), std::abs(bracket.after - begin().t));
  // The last stage of dop853 lies at the end of its step, to a rounding: it must not see the rates beyond; nor may a
  // closure that depends on time be closed there.
  if ((std::holds_alternative<Dop853>(*stepper_) || flow_.closure.time_slopes) &&
      std::abs(bracket.before - begin().t) > 8 * ulp)
    bracket.before -= direction_ * 4 * ulp;
  if (Outcome made = shorten_to(bracket.before); !made.good()) return made;
  kink_from_ = bracket.before - direction_ * 4 * ulp;  // where the switch is zero its new side may hold already
  flow_.switches(bracket.after, x().data(), g_.data());
  for (int tries = 0; sign(g_[which]) != after && tries < 20; ++tries, ulp *= 2) {
    if (tries > 0) bracket.after += direction_ * ulp;
    if (Outcome made = pass_to(bracket.after); !made.good()) return made;
    flow_.switches(bracket.after, x().data(), g_.data());
  }
  resume_at_ = bracket.after;
  for (std::size_t i = 0; i < switch_signs_.size(); ++i)
    if (g_[i] != 0) switch_signs_[i] = sign(g_[i]);
  switch_signs_[which] = after;

  const bool almost_nothing = std::abs(bracket.after - begin().t) < 1e-9 * std::abs(until_ - settings_.t0);
  short_cuts_ = almost_nothing ? short_cuts_ + 1 : 0;
  if (short_cuts_ < 100) return {};
  return {
      Status::limit,
      fmt::format("100 kinks in a row at t = {:.17g}: a torque law chatters between its branches; a smooth law, for "
                  "example tanh for sign, does not",
                  t()),
      0};
}

void Run::add_hit(int event, double t, int direction) {
  const Event& wanted = settings_.events[event];
  if (direction != 0 && wanted.direction != 0 && wanted.direction != direction) return;
  if (Outcome found = sample_at(t, v_); found.good()) hits_.push_back({event, t, direction, v_});
}

/// Zeros of the events in the last step, in order; the first one that stops the run ends the step.
Outcome Run::find_events() {
  if (settings_.events.empty()) return {};
  if (Outcome seen = sample_step(method_.samples_per_step); !seen.good()) return seen;
  const int places = static_cast<int>(sample_t_.size());
  for (int e = 0; e < static_cast<int>(settings_.events.size()); ++e) {
    const auto value = [&](double t) {
      sample_at(t, v_);
      return settings_.events[e].quantity(t, v_.data());
    };
    values_.resize(sample_t_.size());
    for (int j = 0; j < places; ++j)
      values_[j] = settings_.events[e].quantity(sample_t_[j], block(sample_x_, j, layout_.size));
    if (!all_finite(values_))
      return {Status::failed, fmt::format("event {} is not finite between t = {:.17g} and {:.17g}", e, begin().t, t()),
              0};
    for (int j = 1; j < places; ++j) {
      const int now = sign(values_[j]);
      if (now != 0 && event_signs_[e] != 0 && now != event_signs_[e]) {
        const Bracket bracket = find_root(sample_t_[j - 1], values_[j - 1], sample_t_[j], values_[j], value);
        add_hit(e, bracket.after, now);
      } else if (now != 0 && now == event_signs_[e]) {
        find_touch(e, j);
      }
      if (now != 0) event_signs_[e] = now;
    }
  }
  std::stable_sort(hits_.begin(), hits_.end(),
                   [this](const EventHit& a, const EventHit& b) { return ahead(a.t, b.t) > 0; });
  hit_count_ += static_cast<long>(hits_.size());
  if (hit_count_ > settings_.max_events)
    return {Status::limit, fmt::format("more than {} events by t = {:.17g}", settings_.max_events, t()), 0};
  const auto stop = std::find_if(hits_.begin(), hits_.end(),
                                 [this](const EventHit& hit) { return settings_.events[hit.event].stop; });
  if (stop == hits_.end()) return {};
  hits_.erase(stop + 1, hits_.end());
  outcome_.status = Status::stopped;
  return shorten_to(hits_.back().t);
}

/// Between samples `place` − 1 and `place` the event keeps its sign. If it comes close to zero and turns back there, it
/// touches zero (grazing) or passes it twice.
void Run::find_touch(int event, int place) {
  const int places = static_cast<int>(values_.size()), middle = std::clamp(place, 1, places - 2);
  const double curvature = std::abs(values_[middle - 1] - 2 * values_[middle] + values_[middle + 1]);
  if (std::min(std::abs(values_[place - 1]), std::abs(values_[place])) > 2 * curvature) return;

  const double a = sample_t_[place - 1], b = sample_t_[place], side = sign(values_[place]);
  const auto height = [&](double t) {
    sample_at(t, v_);
    return side * settings_.events[event].quantity(t, v_.data());
  };
  const double close = 1e-4 * (b - a);
  if (height(a + close) >= side * values_[place - 1] || height(b - close) >= side * values_[place]) return;
  const double lowest = find_least(a, b, height), value = height(lowest);
  double largest = 0;
  for (const double v : values_) largest = std::max(largest, std::abs(v));
  if (std::abs(value) <= settings_.events[event].touch * largest) {
    add_hit(event, lowest, 0);
  } else if (value < 0) {
    const Bracket fall = find_root(a, side * values_[place - 1], lowest, value, height);
    const Bracket rise = find_root(lowest, value, b, side * values_[place], height);
    add_hit(event, fall.after, -static_cast<int>(side));
    add_hit(event, rise.after, static_cast<int>(side));
  }
}

}  // namespace oopss
