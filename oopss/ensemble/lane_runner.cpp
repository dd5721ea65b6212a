// SPDX-License-Identifier: Apache-2.0
#include "oopss/ensemble/lane_runner.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "oopss/ensemble/observed_member.hpp"
#include "oopss/integrate/compensated.hpp"

namespace oopss {
namespace {

constexpr long most_carried = 16;  // steps between two times at which a tangent vector is made of length one

/// The largest angle and the largest momentum of a member, whose numbers are side by side with others.
Size size_in_lane(const Layout& layout, const double* v) {
  const auto largest = [&](ErrorGroup group) {
    double out = 0;
    for (const Stretch& stretch : layout.of_group(group))
      for (int i = stretch.begin; i < stretch.end; ++i) out = larger(out, std::abs(v[i * flow_lanes]));
    return out;
  };
  return {largest(ErrorGroup::angle), largest(ErrorGroup::momentum)};
}

/// e^(−1/8) by square roots, which are rounded alike everywhere.
double eighth_root(double e) { return std::sqrt(std::sqrt(std::sqrt(e))); }

}  // namespace

/// A member under way.
struct LaneRunner::InLane : ObservedMember {
  long member = 0;
  double t = 0, t_rest = 0;
  long steps = 0;    // those made
  long carried = 0;  // steps since the tangent vector had length one
  bool last = false;

  InLane(const FamilyMember& made, const MemberTask& task)
      : ObservedMember(made, task, [](const RunSettings& file, const RunSettings& asked) {
          return lane_method(file, asked) == LaneMethod::rk4;
        }) {}
  double left() const { return (until - t) - t_rest; }
};

std::string no_lanes(const TreeSpec& spec, const MemberTask& task) {
  if (std::string why = no_lanes(spec); !why.empty()) return why;
  const bool by_series = lane_method(run_settings(*spec.model), task.asked) == LaneMethod::taylor;
  const std::vector<std::string> paths = task.plan.paths();
  if (by_series && !task.asked.tolerance && std::find(paths.begin(), paths.end(), "run.tolerance") != paths.end())
    return "run.tolerance varies, and with it the order of taylor";
  for (const Observable& one : task.observables) {
    if (one.kind == ObservableKind::settle || one.kind == ObservableKind::first)
      return fmt::format("{} looks for events inside steps, which lanes do not", one.text);
    if (one.kind == ObservableKind::exponent && by_series)
      return "exponents have lanes by rk4 and dop853, not by taylor";
    if (one.kind == ObservableKind::exponent && spec.m.size() != 2 && spec.m.size() != 3)
      return "exponents have lanes for two and three bodies alone";
  }
  return {};
}

LaneMethod lane_method(const RunSettings& file, const RunSettings& asked) {
  if (asked.method == "taylor") return LaneMethod::taylor;
  if (!asked.method.empty()) return asked.method == "dop853" ? LaneMethod::dop853 : LaneMethod::rk4;
  if (asked.step || asked.tolerance) return asked.tolerance ? LaneMethod::dop853 : LaneMethod::rk4;
  return file.tolerance ? LaneMethod::dop853 : LaneMethod::rk4;
}

LaneRunner::LaneRunner(MemberTask task, ModelFamily family)
    : task_(std::move(task)), members_(std::move(family)), ends_{task_.columns, {}, {}} {
  has_tangent_ = std::any_of(task_.observables.begin(), task_.observables.end(),
                             [](const Observable& one) { return one.kind == ObservableKind::exponent; });
}

LaneRunner::~LaneRunner() = default;

/// The lanes of the first member that there is: others are other numbers in them.
void LaneRunner::make_lanes(const FamilyMember& first, double tolerance) {
  flow_ = lane_flow(*first.spec, first.system->layout, first.p);
  const int size = flow_->size;
  const LaneMethod method = lane_method(run_settings(*first.model), task_.asked);
  const int rows = has_tangent_ || method == LaneMethod::taylor ? 2 * size : size;
  if (method == LaneMethod::taylor) {
    taylor_ = std::make_unique<LaneTaylor>(first.system->layout, tolerance, flow_lanes,
                                           LaneJetSource{flow_->width, flow_->jet});
  } else {
    LaneRates rates{flow_lanes, rows, flow_->field, flow_->combine, flow_->ahead};
    if (has_tangent_) {
      rates.ahead = {};
      rates.field = [tangent = flow_->tangent, size](const double* z, double* out) {
        const std::ptrdiff_t behind = static_cast<std::ptrdiff_t>(size) * flow_lanes;
        tangent(z, z + behind, out, out + behind);
      };
    }
    steps_.emplace(method, rates);
  }
  z_.assign(static_cast<std::size_t>(rows) * flow_lanes, 0.0);
  next_ = sample_ = z_;
  h_.assign(flow_lanes, 0.0);
  sample_h_ = h_;
}

/// States h from the present ones.
void LaneRunner::step(const AlignedDoubles& h, AlignedDoubles& out) {
  if (taylor_) return taylor_->sum(z_.data(), h.data(), out.data());
  steps_->step(z_.data(), h.data(), out.data());
}

std::vector<double> LaneRunner::state(const AlignedDoubles& all, int lane) const {
  std::vector<double> out(static_cast<std::size_t>(flow_->size));
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = all[i * flow_lanes + static_cast<std::size_t>(lane)];
  return out;
}

/// Puts the next member that has a start into a lane; false if there is none.
bool LaneRunner::fill(int lane) {
  while (next_member_ < range_.last) {
    const long member = next_member_++;
    double* const row = rows_ + static_cast<std::size_t>(member - range_.first) * task_.width();
    std::fill_n(row, task_.width(), std::numeric_limits<double>::quiet_NaN());
    const std::vector<double> values = member_values(task_.plan, member);
    std::copy(values.begin(), values.end(), row);
    const FamilyMember found = members_.make(values);
    const auto end_with = [&](MemberStatus status) { row[task_.status_place()] = static_cast<double>(status); };
    if (found.found != FamilyMember::Found::good) {
      end_with(found.found == FamilyMember::Found::invalid ? MemberStatus::invalid : MemberStatus::unreachable);
      continue;
    }
    auto in = std::make_unique<InLane>(found, task_);
    if (!flow_) make_lanes(found, in->tolerance);
    if (in->until == 0 || !std::isfinite(in->until)) {
      end_with(MemberStatus::invalid);
      continue;
    }
    in->member = member;
    flow_->put(lane, *found.spec, found.p);
    const auto put = [&](std::size_t behind, const std::vector<double>& x) {
      for (std::size_t i = 0; i < x.size(); ++i) z_[(behind + i) * flow_lanes + static_cast<std::size_t>(lane)] = x[i];
    };
    put(0, found.start);
    if (TangentGrowth* const growth = in->observer->growth()) put(found.start.size(), growth->vector());
    if (taylor_) put(found.start.size(), std::vector<double>(found.start.size()));
    lanes_[static_cast<std::size_t>(lane)] = std::move(in);
    return true;
  }
  return false;
}

bool LaneRunner::run(const MemberRange& range, const std::atomic<bool>& stop, double* rows) {
  range_ = range;
  next_member_ = range.first;
  rows_ = rows;
  lanes_.clear();
  lanes_.resize(flow_lanes);
  for (;;) {
    bool busy = false;
    for (int lane = 0; lane < flow_lanes; ++lane) busy |= lanes_[static_cast<std::size_t>(lane)] || fill(lane);
    if (!busy) return true;
    if (stop) return false;
    if (taylor_)
      choose_from_series();
    else
      choose_steps();
    take_steps();
  }
}

/// The length of each member's next step.
void LaneRunner::choose_steps() {
  bool unknown = false;
  for (int lane = 0; lane < flow_lanes; ++lane) {
    InLane* const in = lanes_[static_cast<std::size_t>(lane)].get();
    double& h = h_[static_cast<std::size_t>(lane)];
    h = 0;
    if (!in) continue;
    if (in->grid_steps > 0) {
      h = in->step;
      in->last = in->steps + 1 == in->grid_steps;
    } else if (in->step != 0) {
      in->last = std::abs(in->step) >= std::abs(in->left());
      h = in->last ? in->left() : in->step;
    } else {
      unknown = true;
    }
  }
  if (!unknown) return;
  // A first step moves every group of the state by a hundredth of its size, as that of dop853 does.
  AlignedDoubles& rates = next_;
  flow_->field(z_.data(), rates.data());
  for (int lane = 0; lane < flow_lanes; ++lane) {
    InLane* const in = lanes_[static_cast<std::size_t>(lane)].get();
    if (!in || in->grid_steps > 0 || in->step != 0) continue;
    const Size x = size_in_lane(in->system->layout, z_.data() + lane),
               rate = size_in_lane(in->system->layout, rates.data() + lane);
    double h = std::abs(in->left());
    if (rate.angle > 0) h = std::min(h, 0.01 / rate.angle);
    if (rate.momentum > 0 && x.momentum > 0) h = std::min(h, 0.01 * x.momentum / rate.momentum);
    in->step = std::copysign(h, in->until);
    in->last = h >= std::abs(in->left());
    h_[static_cast<std::size_t>(lane)] = in->last ? in->left() : in->step;
  }
}

/// As taylor does: by the coefficients of the motion from here.
void LaneRunner::choose_from_series() {
  taylor_->expand(z_.data());
  for (int lane = 0; lane < flow_lanes; ++lane) {
    double& h = h_[static_cast<std::size_t>(lane)];
    h = 0;
    InLane* const in = lanes_[static_cast<std::size_t>(lane)].get();
    if (!in) continue;
    const double length = taylor_->length(lane), left = in->left();
    in->last = !(length < std::abs(left));
    h = in->last ? left : std::copysign(length, left);
    if (!in->last && length < least_step(in->t)) end(lane, MemberStatus::singular);
  }
}

/// The error of the last step in units of the member's tolerance, as dop853.cpp measures it.
double LaneRunner::error_of(int lane, const InLane& member) const {
  const Layout& layout = member.system->layout;
  const Size from = size_in_lane(layout, z_.data() + lane), to = size_in_lane(layout, next_.data() + lane);
  double rate = 0;
  for (const Stretch& stretch : layout.of_group(ErrorGroup::angle))
    for (int i = stretch.begin; i < stretch.end; ++i) rate = larger(rate, std::abs(steps_->rate(i, lane)));
  const double turned = std::abs(member.left()) * rate;
  double scale = std::max({from.momentum, to.momentum, 1e-300});
  if (turned > 0 && turned < 1e-6) scale *= 1e-6 / turned;
  return steps_->error(lane, h_[static_cast<std::size_t>(lane)], [&](const double* e) {
    const Size size = size_in_lane(layout, e);
    return std::max(size.angle, size.momentum / scale) / member.tolerance;
  });
}

void LaneRunner::take_steps() {
  step(h_, next_);
  std::array<bool, flow_lanes> refused{};
  for (int lane = 0; lane < flow_lanes; ++lane) {
    InLane* const in = lanes_[static_cast<std::size_t>(lane)].get();
    if (!in) continue;
    double infinite = 0;  // NaN once a number is not finite
    for (int i = 0; i < flow_->size; ++i) infinite += 0 * next_[static_cast<std::size_t>(i * flow_lanes + lane)];
    const bool finite = infinite == 0;
    if (taylor_ || in->grid_steps > 0) {
      if (!finite) end(lane, taylor_ ? MemberStatus::singular : MemberStatus::failed);
      continue;
    }
    const double error = finite ? error_of(lane, *in) : std::numeric_limits<double>::infinity();
    const double factor = std::isfinite(error) ? 0.9 / eighth_root(std::max(error, 1e-12)) : 0.1;
    const double h = h_[static_cast<std::size_t>(lane)];
    if (error <= 1) {
      in->step = h * std::clamp(factor, 0.33, 6.0);
      continue;
    }
    refused[static_cast<std::size_t>(lane)] = true;
    in->step = h * std::clamp(factor, 0.1, 1.0);
    if (std::abs(in->step) < least_step(in->t)) end(lane, MemberStatus::failed);
  }
  for (std::size_t lane = 0; lane < flow_lanes; ++lane)
    if (refused[lane]) {
      h_[lane] = 0;
      for (std::size_t place = lane; place < z_.size(); place += flow_lanes) next_[place] = z_[place];
    }
  give_points();
  z_.swap(next_);
  for (int lane = 0; lane < flow_lanes; ++lane)
    if (lanes_[static_cast<std::size_t>(lane)] && !refused[static_cast<std::size_t>(lane)]) accept(lane);
}

/// Output points inside the steps: by steps of the method itself that end there.
void LaneRunner::give_points() {
  for (;;) {
    bool any = false;
    for (int lane = 0; lane < flow_lanes; ++lane) {
      const auto k = static_cast<std::size_t>(lane);
      sample_h_[k] = 0;
      if (!lanes_[k] || h_[k] == 0) continue;
      const double part = (lanes_[k]->due() - lanes_[k]->t) - lanes_[k]->t_rest;
      if (!(std::abs(part) <= std::abs(h_[k]))) continue;
      sample_h_[k] = part;
      any = true;
    }
    if (!any) return;
    step(sample_h_, sample_);
    for (int lane = 0; lane < flow_lanes; ++lane) {
      const auto k = static_cast<std::size_t>(lane);
      if (!lanes_[k] || h_[k] == 0) continue;
      InLane& in = *lanes_[k];
      const double time = in.due();
      if (!(std::abs((time - in.t) - in.t_rest) <= std::abs(h_[k]))) continue;
      in.observer->take_point(time, state(sample_, lane).data());
      ++in.next_every;
    }
  }
}

/// The step is made, and the states are those at its end: the member goes on.
void LaneRunner::accept(int lane) {
  const auto k = static_cast<std::size_t>(lane);
  InLane& in = *lanes_[k];
  ++in.steps;
  ++in.carried;
  if (in.last || in.grid_steps > 0) {
    in.t = in.last ? in.until : static_cast<double>(in.steps) / static_cast<double>(in.grid_steps) * in.until;
    in.t_rest = 0;
  } else {
    add(in.t, in.t_rest, h_[k]);
  }
  if (TangentGrowth* const growth = in.observer->growth(); growth && (in.last || in.carried == most_carried)) {
    std::vector<double> v(static_cast<std::size_t>(flow_->size));
    const auto place = [&](std::size_t i) { return (v.size() + i) * flow_lanes + k; };
    for (std::size_t i = 0; i < v.size(); ++i) v[i] = z_[place(i)];
    growth->carried(in.t, v);
    for (std::size_t i = 0; i < v.size(); ++i) z_[place(i)] = growth->vector()[i];
    in.carried = 0;
  }
  if (in.last) return end(lane, MemberStatus::complete);
  if (in.steps >= task_.max_steps) end(lane, MemberStatus::limit);
}

/// The row of a member whose run is over, at its last good state.
void LaneRunner::end(int lane, MemberStatus status) {
  const auto k = static_cast<std::size_t>(lane);
  InLane& in = *lanes_[k];
  double* const after =
      rows_ + static_cast<std::size_t>(in.member - range_.first) * task_.width() + task_.status_place();
  after[0] = static_cast<double>(status);
  after[1] = in.t;
  const std::vector<double> x = state(z_, lane);
  const std::vector<double>& columns = ends_.row(in.system, std::move(in.bones), in.flow, in.t, x.data());
  std::copy(columns.begin(), columns.end(), after + 2);
  if (status == MemberStatus::complete) {
    in.observer->take_point(in.t, x.data());
    in.observer->finish(in.t, x.data(), after + 2 + columns.size());
  }
  // What stays in the lane is stepped no further, and is to be finite.
  h_[k] = 0;
  for (std::size_t place = k; place < z_.size(); place += flow_lanes) next_[place] = z_[place];
  lanes_[k].reset();
}

}  // namespace oopss
