// SPDX-License-Identifier: Apache-2.0
#include "oopss/chaos/section_run.hpp"

#include <fmt/format.h>

#include <cmath>
#include <deque>
#include <numbers>

#include "oopss/chaos/exponents.hpp"
#include "oopss/chaos/series_roots.hpp"
#include "oopss/integrate/run.hpp"
#include "oopss/integrate/taylor.hpp"

namespace oopss {
namespace {

constexpr double whole_turn = 2 * std::numbers::pi;
constexpr double patience = 20'000;  // time scales without a point

}  // namespace

struct SectionRun::Work {
  /// A point with its state.
  struct Passing {
    SectionPoint point;
    std::vector<double> x;
  };

  /// Steps by series; the clock is set to zero after each, so that places in a step are known to rounding.
  struct BySeries {
    Taylor taylor;
    StepSeries series = {};
    double t = 0, t_rest = 0;  // where the last step began
    double last = -INFINITY;   // time of the last passage
  };

  const ChaosSystem* model;
  Section section;
  std::optional<BySeries> by_series;
  std::optional<Run> run;
  std::deque<Passing> waiting;
  Passing now;
  double seen = 0, longest = 0;  // time of the last point; most time without one
  double touching = 0;           // passages so near to each other are one
  std::string trouble;
  long steps = 0;

  bool step_by_series();
  bool step_of_run();
};

bool SectionRun::Work::step_by_series() {
  BySeries& by = *by_series;
  const Flow& flow = model->motion.flow;
  if (const Outcome outcome = advance(by.taylor, flow, longest); !outcome.good()) {
    trouble = outcome.words;
    return false;
  }
  ++steps;
  const double length = by.taylor.end.t;
  const int place = section.coordinates.angles[*section.plane];
  const double* angle = by.taylor.coefficients.data() + place;
  const double reach = reach_of(angle, by.taylor.layout.size, by.taylor.order, length);
  const double low = *angle - reach - section.angle, high = *angle + reach - section.angle;
  long first = 0, last = 0;
  bool near = low <= 0 && high >= 0;
  if (section.plane_turns) {
    first = std::lround(std::ceil(low / whole_turn));
    last = std::lround(std::floor(high / whole_turn));
    near = first <= last;
  }
  if (near) {
    take_series(by.series, angle, by.taylor.layout.size, by.taylor.order, length);
    bound_slopes(by.series);
    const double over = 1e-12 * length;
    for (long m = first; m <= last; ++m)
      for_each_root(by.series, section.angle + whole_turn * static_cast<double>(m), -over, length + over,
                    [&](double h, int direction) {
                      const double when = by.t + (by.t_rest + h);
                      if (direction != section.direction || !(when > by.last + touching)) return;
                      by.last = when;
                      Passing passing{{}, std::vector<double>(by.taylor.end.x.size())};
                      sample(by.taylor, flow, h, passing.x);
                      passing.point = section_point(section, when, passing.x.data());
                      waiting.push_back(std::move(passing));
                    });
  }
  add(by.t, by.t_rest, length);
  restart(by.taylor, 0);
  if (by.t - seen > longest)
    trouble = fmt::format("from t = {:.6g} s to {:.6g} s the motion does not pass", seen, by.t);
  return trouble.empty();
}

bool SectionRun::Work::step_of_run() {
  if (!run->step()) {
    trouble = run->outcome().words.empty() ? "the motion came to its end" : run->outcome().words;
    return false;
  }
  ++steps;
  if (section.plane) {
    std::vector<double> rates(run->x().size());
    for (const EventHit& hit : run->hits()) {
      model->motion.flow.field(hit.t, hit.x.data(), rates.data());
      if (hit.grazing() || !(hit.t > touching) ||
          sign(rates[section.coordinates.angles[*section.plane]]) != section.direction)
        continue;
      waiting.push_back({section_point(section, hit.t, hit.x.data()), hit.x});
    }
  } else {
    for (int i = 0; i < run->points().count(); ++i)
      if (const double t = run->points().t[i]; t > 0) {
        const double* x = run->points().row(i);
        waiting.push_back({section_point(section, t, x), {x, x + run->points().size}});
      }
  }
  if (section.plane && run->t() - seen > longest)
    trouble = fmt::format("from t = {:.6g} s to {:.6g} s the motion does not pass", seen, run->t());
  return trouble.empty();
}

SectionRun::SectionRun(const ChaosSystem& model, const Section& section, const std::vector<double>& start,
                       double tolerance)
    : work_(std::make_unique<Work>()) {
  const Flow& flow = model.motion.flow;
  const Layout& layout = model.motion.system.layout;
  const double scale = time_scale(model, start);
  work_->model = &model;
  work_->section = section;
  work_->longest = patience * scale;
  work_->touching = 1e-9 * scale;
  if (section.plane && flow.jet && flow.closure.count == 0 && flow.watched() == 0) {
    work_->by_series.emplace(Work::BySeries{taylor(layout, tolerance, waypoint(0, start))});
    work_->by_series->last = 0;
    return;
  }
  RunRequest request;
  request.settings.tolerance = tolerance;
  request.settings.method = default_method(true, flow).name;
  request.settings.until = 1e9 * scale;
  request.max_events = 1'000'000'000;
  if (section.plane) {
    const int place = section.coordinates.angles[*section.plane];
    const auto half_angle = [place, section](double, const double* x) {
      return section.plane_turns ? std::sin((x[place] - section.angle) / 2) : x[place] - section.angle;
    };
    request.events.push_back({half_angle});
  } else {
    request.settings.until = 1e9 * section.period;
    request.settings.every = section.period;
  }
  work_->run.emplace(flow, layout, start, request);
}

SectionRun::SectionRun(SectionRun&& other) noexcept = default;
SectionRun::~SectionRun() = default;

std::optional<SectionPoint> SectionRun::next() {
  Work& work = *work_;
  while (work.waiting.empty())
    if (!work.trouble.empty() || !(work.by_series ? work.step_by_series() : work.step_of_run())) return std::nullopt;
  work.now = std::move(work.waiting.front());
  work.waiting.pop_front();
  work.seen = work.now.point.t;
  return work.now.point;
}

const std::vector<double>& SectionRun::x() const { return work_->now.x; }
const std::string& SectionRun::trouble() const { return work_->trouble; }
long SectionRun::steps() const { return work_->steps; }

}  // namespace oopss
