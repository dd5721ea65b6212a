// SPDX-License-Identifier: Apache-2.0
#include "oopss/integrate/run.hpp"

#include <fmt/format.h>

#include <limits>

#include "oopss/integrate/stepper.hpp"

namespace oopss {
namespace {

std::optional<Method> method_of(const RunRequest& request, const Flow& flow) {
  if (!request.settings.method.empty()) return find_method(request.settings.method, flow);
  return default_method(request.tolerance() > 0, flow);
}

}  // namespace

std::string problem(const RunRequest& request, const Flow& flow, const Layout& layout) {
  const std::optional<Method> method = method_of(request, flow);
  if (!method) return fmt::format("there is no method '{}'", request.settings.method);
  if (!std::isfinite(request.t0) || !std::isfinite(request.until())) return "start and end must be finite";
  if (!(request.every() >= 0) || !std::isfinite(request.every())) return "the output interval must not be negative";
  if (method->adaptive && request.step() != 0) return method->name + " takes a tolerance, not a step";
  if (!method->adaptive && request.tolerance() != 0) return method->name + " takes a step, not a tolerance";
  if (method->adaptive && !(request.tolerance() >= 1e-16 && request.tolerance() <= 0.1))
    return fmt::format("the tolerance must lie between 1e-16 and 0.1, not {:.6g}", request.tolerance());
  if (!method->adaptive && !(request.step() > 0 && std::isfinite(request.step())))
    return fmt::format("the step must be positive, not {:.6g}", request.step());
  if (std::string why = unserved(*method, flow); !why.empty()) return why;
  if (!method->adaptive && std::abs(request.until() - request.t0) / request.step() > 1e15)
    return "the step is too small for this span of time";
  if (layout.size <= 0) return "the state is empty";
  if (const std::string& word = request.settings.singular; !word.empty() && word != "stop" && word != "straight")
    return fmt::format("singular is \"stop\" or \"straight\", not \"{}\"", word);
  return {};
}

Run::Run(Flow flow, const Layout& layout, const std::vector<double>& start, RunRequest request)
    : flow_(std::move(flow)),
      layout_(layout),
      settings_(std::move(request)),
      until_(settings_.until()),
      every_(settings_.every()),
      step_(settings_.step()),
      tolerance_(settings_.tolerance()),
      points_{layout.size, {}, {}} {
  const double span = until_ - settings_.t0;
  direction_ = span < 0 ? -1 : 1;
  const auto in_order = [this](double a, double b) { return ahead(a, b) > 0; };
  std::sort(settings_.output_times.begin(), settings_.output_times.end(), in_order);
  std::sort(settings_.breaks.begin(), settings_.breaks.end(), in_order);
  v_.resize(start.size());
  g_.resize(static_cast<std::size_t>(flow_.watched()));
  switch_signs_.resize(static_cast<std::size_t>(flow_.switch_count));
  edge_signs_.resize(flow_.edges.size());
  if (!flow_.edges.empty() || flow_.by_formula) {
    rate_.resize(start.size());
    slope_.resize(start.size());
  }
  event_signs_.resize(settings_.events.size());

  const Waypoint first = waypoint(settings_.t0, start);
  std::string wrong = problem(settings_, flow_, layout_);
  if (wrong.empty() && static_cast<int>(start.size()) != layout_.size) wrong = "the start has not the system's size";
  if (wrong.empty() && !all_finite(start)) wrong = "the start is not finite";
  if (!wrong.empty()) {
    take_stepper(taylor(layout_, 1e-3, waypoint(settings_.t0, std::vector<double>(layout_.size, 0.0))));
    outcome_ = {Status::failed, wrong, 0};
    return;
  }
  method_ = *method_of(settings_, flow_);
  goes_straight_ = flow_.closure.count > 0 && flow_.closure.gauge && settings_.settings.singular == "straight";
  plain_ = is_plain();
  has_flat_ = std::any_of(flow_.edges.begin(), flow_.edges.end(),
                          [](const Flow::Edge& edge) { return edge.kind == Flow::Edge::Kind::flat; });
  on_grid_ = !method_.adaptive && !flow_.closure.slow_near_singular;
  if (!method_.adaptive) grid_steps_ = std::max(1L, static_cast<long>(std::ceil(std::abs(span) / step_ * (1 - 1e-12))));
  switch (method_.kind) {
    case MethodKind::own:
      take_stepper(own(layout_, method_, first));
      break;
    case MethodKind::gauss:
      if (const double h = span / static_cast<double>(grid_steps_); flow_.closure.count > 0)
        take_stepper(lobatto(flow_, layout_, method_.stages, h, first));
      else
        take_gauss(gauss(layout_, method_.stages, h, first));
      break;
    case MethodKind::taylor:
      take_stepper(taylor(layout_, tolerance_, first));
      break;
    case MethodKind::dop853:
      take_stepper(dop853(layout_, tolerance_, first));
      break;
    case MethodKind::cvode:
      take_stepper(cvode(layout_, tolerance_, first));
      break;
  }
}

/// A step of a large system with the threads that are asked for.
void Run::take_gauss(Gauss by) {
  layout_.blocks = {};  // sizes go by stretches
  if (layout_.bodies > most_bodies_of_one_thread && settings_.threads > 1)
    work_side_by_side(by, flow_, settings_.threads);
  take_stepper(std::move(by));
}

Run::Run(Run&& other) noexcept = default;
Run& Run::operator=(Run&& other) noexcept = default;
Run::~Run() = default;

bool Run::by_series() const { return std::holds_alternative<Taylor>(*stepper_); }
const Waypoint& Run::begin() const {
  return std::visit([](const auto& by) -> const Waypoint& { return by.begin; }, *stepper_);
}
const Waypoint& Run::end() const {
  return std::visit([](const auto& by) -> const Waypoint& { return by.end; }, *stepper_);
}
long Run::evaluations() const {
  return aside_evaluations_ + std::visit([](const auto& by) { return by.evaluations; }, *stepper_);
}
/// What is given at the end of the step is exactly so, not as the method has it.
void Run::normalise_end() {
  if (flow_.normalise) std::visit([&](auto& by) { flow_.normalise(by.end.t, by.end.x.data()); }, *stepper_);
}
Outcome Run::advance_to(double limit) {
  Outcome made = std::visit([&](auto& by) { return advance(by, flow_, limit); }, *stepper_);
  if (made.good()) normalise_end();
  return made;
}
Outcome Run::sample_at(double t, std::vector<double>& out) {
  if (crossed_) return sample_crossing(t, out);
  Outcome found = std::visit([&](auto& by) { return sample(by, flow_, t, out); }, *stepper_);
  if (found.good() && !all_finite(out))
    found = {Status::failed, fmt::format("the state is not finite at t = {}", t), 0};
  if (found.good() && flow_.normalise) flow_.normalise(t, out.data());
  return found;
}
Outcome Run::shorten_to(double t) {
  if (crossed_) return shorten_crossing(t);
  Outcome made = std::visit([&](auto& by) { return shorten(by, flow_, t); }, *stepper_);
  if (made.good()) normalise_end();
  return made;
}
void Run::restart_at(double t) {
  std::visit([&](auto& by) { restart(by, t); }, *stepper_);
}

bool Run::end_with(Outcome why) {
  outcome_ = std::move(why);
  return outcome_.good();
}

double Run::grid_time(long index) const {
  if (index == grid_steps_) return until_;
  const double part = static_cast<double>(index) / static_cast<double>(grid_steps_);
  return settings_.t0 + part * (until_ - settings_.t0);
}

/// Where the next step must end at the latest. Before a break it is the last number before it, so that no method looks
/// at the rates beyond.
double Run::next_limit() const {
  const double limit = on_grid_ ? grid_time(grid_index_ + 1) : until_;
  if (next_break_ == settings_.breaks.size()) return limit;
  const double before = std::nextafter(settings_.breaks[next_break_], settings_.t0);
  return ahead(before, limit) > 0 ? before : limit;
}

/// The end of the last step as it is beyond a kink of a prescribed motion: `from` is before it.
void Run::cross_end(double from, double to) {
  std::visit(
      [&](auto& by) {
        if (std::string why = flow_.cross(from, to, by.end.x.data()); !why.empty())
          outcome_ = {Status::failed, std::move(why), 0};
      },
      *stepper_);
}

/// Steps over a kink or break that was reached, and counts the grid points passed. On a kink of a prescribed motion the
/// run's first point has the motion's own rate at that time, its first step the one beyond: it begins with the blow.
void Run::pass_limits() {
  const auto passed = [&](double time) { return ahead(t(), std::nextafter(time, settings_.t0)) <= 0; };
  for (; next_break_ < settings_.breaks.size() && passed(settings_.breaks[next_break_]); ++next_break_)
    if (!resume_at_) resume_at_ = settings_.breaks[next_break_];
  if (resume_at_ && steps_ > 0) {
    if (flow_.cross) cross_end(t(), *resume_at_);
    restart_at(*resume_at_);
  }
  if (steps_ == 0 && flow_.cross && outcome_.status == Status::running &&
      std::find(switch_signs_.begin(), switch_signs_.end(), 0) != switch_signs_.end()) {
    const double beyond = t() + direction_ * 4 * std::numeric_limits<double>::epsilon() * std::max(1.0, std::abs(t()));
    cross_end(t(), beyond);
    restart_at(beyond);
  }
  resume_at_.reset();
  kink_from_.reset();
  if (!on_grid_) return;
  const double slack = 1e-9 * std::abs(until_ - settings_.t0) / static_cast<double>(grid_steps_);
  while (grid_index_ < grid_steps_ && ahead(t(), grid_time(grid_index_ + 1)) <= slack) ++grid_index_;
}

/// One step. The stages of an implicit step over a jump of the rates have no solution, so where there are switches a
/// step that fails is halved until it ends before the jump or the jump no longer matters. Where a series does not exist
/// dop853 takes its place.
Outcome Run::try_step() {
  choose_stepper();
  if (goes_straight_) note_approach();
  crossed_ = false;
  double limit = next_limit();
  Outcome made = advance_to(limit);
  if (!made.good() && by_series() && flow_.by_formula) {
    set_aside(1e-9 * std::abs(until_ - settings_.t0));
    choose_stepper();
    made = advance_to(limit);
  }
  if (!made.good() && leaps_over_kink(limit)) return {};
  if (method_.adaptive || flow_.switch_count == 0) return made;
  while (!made.good() && std::abs(limit - t()) > 2 * least_step(t())) {
    limit = t() + (limit - t()) / 2;
    if (Outcome shorter = advance_to(limit); shorter.good()) return shorter;
  }
  return made;
}

/// A kink at the very end is passed by some roundings of time: the clock says the end.
void Run::end_on_time() {
  if (!points_.t.empty() && points_.t.back() == t()) points_.t.back() = until_;
  restart_at(until_);
}

/// The start: its point, and the signs of what is looked for.
bool Run::begin_run() {
  begun_ = true;
  emit_at(t());
  if (flow_.watched() > 0) flow_.switches(t(), x().data(), g_.data());
  std::transform(g_.begin(), g_.begin() + flow_.switch_count, switch_signs_.begin(), sign);
  std::transform(g_.begin() + flow_.switch_count, g_.end(), edge_signs_.begin(), sign);
  for (std::size_t e = 0; e < edge_signs_.size(); ++e)
    if (flow_.edges[e].kind == Flow::Edge::Kind::end && edge_signs_[e] < 0)
      return end_with(beyond(static_cast<int>(e)));
  for (std::size_t e = 0; e < event_signs_.size(); ++e)
    event_signs_[e] = sign(settings_.events[e].quantity(t(), x().data()));
  if (ahead(t(), until_) <= 0) outcome_.status = Status::complete;
  pass_limits();
  return true;
}

/// Whether a step of taylor is all that a step is: nothing is looked for inside it, and nothing stops it short.
bool Run::is_plain() const {
  return method_.kind == MethodKind::taylor && flow_.watched() == 0 && !flow_.by_formula && !flow_.normalise &&
         !flow_.cross && flow_.closure.count == 0 && settings_.events.empty() && settings_.breaks.empty() &&
         !settings_.integrand;
}

/// What `step` comes to then, without the tests of the rest: these took as long as the choice of the step.
bool Run::plain_step() {
  auto& by = *std::get_if<Taylor>(&*stepper_);
  if (Outcome made = advance(by, flow_, until_); !made.good()) return end_with(std::move(made));
  ++steps_;
  if (!by.finite) return end_with(search_step());
  const double left = ahead(by.end.t, until_);
  const bool over = left <= 0;
  if (over || every_ > 0 || !settings_.output_times.empty())
    if (Outcome done = emit(); !done.good()) return end_with(std::move(done));
  if (over) outcome_.status = Status::complete;
  if (left < 0) end_on_time();
  return true;
}

bool Run::step() {
  points_.t.clear();
  points_.x.clear();
  hits_.clear();
  if (outcome_.status != Status::running) return false;
  if (!begun_) return begin_run();
  if (steps_ >= settings_.max_steps)
    return end_with({Status::limit, fmt::format("stopped after {} steps at t = {:.17g}", steps_, t()), 0});
  return plain_ ? plain_step() : searched_step();
}

/// One step, and all that is looked for in it.
bool Run::searched_step() {
  Outcome made = try_step();
  if (!made.good()) made = go_straight(std::move(made));
  if (!made.good()) return end_with(explained(std::move(made)));
  ++steps_;
  for (const auto part : {&Run::search_step, &Run::find_events, &Run::add_up, &Run::pass_blow, &Run::emit})
    if (Outcome done = (this->*part)(); !done.good()) return end_with(std::move(done));
  pass_limits();
  if (!outcome_.good()) return false;
  if (outcome_.status == Status::running && ahead(t(), until_) <= 0) outcome_.status = Status::complete;
  if (ahead(t(), until_) < 0) end_on_time();
  return true;
}

/// The integrand over the last step by Gauss's rule of ten points: of order 20, more than any method's.
Outcome Run::add_up() {
  constexpr double nodes[] = {0.1488743389816312, 0.4333953941292472, 0.6794095682990244, 0.8650633666889845,
                              0.9739065285171717},
                   weights[] = {0.2955242247147529, 0.2692667193099963, 0.2190863625159820, 0.1494513491505806,
                                0.0666713443086881};
  if (!settings_.integrand) return {};
  const double middle = (begin().t + end().t) / 2, half = (end().t - begin().t) / 2;
  for (int k = 0; k < 5; ++k)
    for (const double side : {-1, 1}) {
      const double t = middle + side * half * nodes[k];
      if (Outcome found = sample_at(t, v_); !found.good()) return found;
      integral_ += half * weights[k] * settings_.integrand(t, v_.data());
    }
  return {};
}

/// What to take a state at t of the last step over a kink of a prescribed motion from, if t is on one: where its switch
/// is zero, the side beyond may hold already. A time that the clock was set over lies before the step.
std::optional<double> Run::before_kink(double t) const {
  const double ulp = std::numeric_limits<double>::epsilon() * std::max(std::abs(t), std::abs(t - begin().t));
  const double before = t - direction_ * 4 * ulp;
  if (ahead(t, begin().t) > 0) return begin().t;
  if (kink_from_ && ahead(*kink_from_, t) > 0) return kink_from_;
  return ahead(begin().t, before) > 0 ? std::optional(before) : std::nullopt;
}

/// Where the step ends on such a kink, or the run, its end is that of the side that holds there.
Outcome Run::pass_blow() {
  if (!flow_.cross) return {};
  const std::optional<double> from = before_kink(t());
  blown_ = from && (kink_from_ || ahead(t(), until_) <= 0);
  if (blown_) cross_end(*from, t());
  return outcome_.good() ? Outcome{} : outcome_;
}

Outcome Run::emit_at(double t) {
  const bool at_end = t == end().t;
  const double from = flow_.cross && !(at_end && blown_) ? before_kink(t).value_or(t) : t;
  if (at_end)
    v_ = end().x;
  else if (Outcome found = sample_at(from == begin().t ? from : t, v_); !found.good())
    return found;
  if (from != t) flow_.cross(from, t, v_.data());
  points_.t.push_back(t);
  points_.x.insert(points_.x.end(), v_.begin(), v_.end());
  last_point_ = t;
  return {};
}

/// Output points of the last step, in order: those of `every`, those of `output_times`, and the end of the run.
Outcome Run::emit() {
  const auto due = [&](double t) { return ahead(t, end().t) >= 0; };
  const auto regular = [&] {
    const double t = settings_.t0 + direction_ * every_ * static_cast<double>(next_every_);
    return std::abs(t - until_) < 1e-9 * every_ ? until_ : t;
  };
  for (;;) {
    const bool from_every = every_ > 0 && due(regular()) && ahead(regular(), until_) >= 0;
    const bool from_list = next_at_ < settings_.output_times.size() && due(settings_.output_times[next_at_]);
    if (!from_every && !from_list) break;
    const bool take_list = from_list && (!from_every || ahead(settings_.output_times[next_at_], regular()) > 0);
    const double t = take_list ? settings_.output_times[next_at_++] : regular();
    if (!take_list) ++next_every_;
    if (ahead(last_point_, t) <= 0) continue;  // twice the same, or before the start
    if (Outcome made = emit_at(t); !made.good()) return made;
  }
  if (flow_.cross && resume_at_ && !due(until_) && ahead(*resume_at_, until_) <= 0) {
    cross_end(t(), until_);  // a closure's step ends before a kink: the run ends on it, with the side that holds there
    restart_at(until_);
    resume_at_.reset();
    blown_ = true;
    if (!outcome_.good()) return outcome_;
  }
  const bool over = outcome_.status == Status::stopped || due(until_);
  return over && last_point_ != end().t ? emit_at(end().t) : Outcome{};
}

Path integrate(const Flow& flow, const Layout& layout, const std::vector<double>& start, const RunRequest& request) {
  Run run(flow, layout, start, request);
  Path path;
  path.points.size = layout.size;
  while (run.step()) {
    const Trajectory& more = run.points();
    path.points.t.insert(path.points.t.end(), more.t.begin(), more.t.end());
    path.points.x.insert(path.points.x.end(), more.x.begin(), more.x.end());
    path.hits.insert(path.hits.end(), run.hits().begin(), run.hits().end());
  }
  path.outcome = run.outcome();
  path.steps = run.steps();
  path.evaluations = run.evaluations();
  return path;
}

}  // namespace oopss
