// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>

#include "oopss/integrate/method.hpp"
#include "oopss/integrate/roots.hpp"
#include "oopss/integrate/waypoint.hpp"
#include "oopss/system/run_settings.hpp"

namespace oopss {

/// A quantity whose zeros along the motion are wanted.
struct Event {
  Flow::Quantity quantity;
  int direction = 0;     // +1: where it rises along the run, −1: where it falls, 0: both
  bool stop = false;     // the run ends there
  double touch = 1e-10;  // an extremum within this part of the largest value in the step counts as touching zero
};

/// A zero of an event.
struct EventHit {
  int event = 0;  // its place in the list
  double t = 0;
  int direction = 0;  // +1: rising, −1: falling, 0: grazing, the quantity touches zero and turns back
  std::vector<double> x;
  bool grazing() const { return direction == 0; }
};

/// What a run is asked to do: its settings, of which exactly one of step and tolerance is given, and what no file says.
struct RunRequest {
  RunSettings settings;  // no method: gauss4, or taylor if a tolerance is given
  double t0 = 0;
  std::vector<double> output_times;  // besides those of `every`
  std::vector<double> breaks;        // times at which the rates have a kink or a jump
  std::vector<Event> events;
  Flow::Quantity integrand;  // whose integral along the run is wanted; empty: none
  long max_steps = 1'000'000'000, max_events = 1'000'000;
  int threads = 1;  // for the stages of gauss in trees of many thousand bodies; the bytes are the same

  double step() const { return settings.step.value_or(0); }
  double tolerance() const { return settings.tolerance.value_or(0); }
  double until() const { return settings.until.value_or(10); }
  double every() const { return settings.every.value_or(0); }  // 0: the start and the end only
};

/// What is wrong with a request, in words; empty if nothing.
std::string problem(const RunRequest& request, const Flow& flow, const Layout& layout);

/// States in the order of the run, each a row of `size` numbers.
struct Trajectory {
  int size = 0;
  std::vector<double> t, x;
  int count() const { return static_cast<int>(t.size()); }
  const double* row(int i) const { return block(x, i, size); }
};

struct Gauss;  // gauss.hpp

/// A run that is pulled: `while (run.step())`, so that progress, cancelling and files stay with the owner.
/// Kept true: every state that comes out is finite, times are in order, and output points and events do not change the
/// steps. The same run gives the same bytes.
class Run {
 public:
  Run(Flow flow, const Layout& layout, const std::vector<double>& start, RunRequest request);
  Run(Run&& other) noexcept;
  Run& operator=(Run&& other) noexcept;
  ~Run();

  /// Makes one step; the first call gives the start. False if there is nothing more to do: see `outcome`.
  bool step();

  double t() const { return end().t; }                         // of the last good state
  const std::vector<double>& x() const { return end().x; }     // the last good state
  const Trajectory& points() const { return points_; }         // output points of the last step
  const std::vector<EventHit>& hits() const { return hits_; }  // events of the last step, in order
  double integral() const { return integral_; }                // of the request's integrand, so far
  const Outcome& outcome() const { return outcome_; }
  const Method& method() const { return method_; }
  long steps() const { return steps_; }
  long evaluations() const;  // of the rates; of jets for taylor

 private:
  struct Stepper;  // of one of the methods
  /// The first change of a switch in a step, and its sign after it.
  struct Kink {
    int which = -1, after = 0;
    Bracket bracket;
  };
  const Waypoint& begin() const;
  const Waypoint& end() const;
  double ahead(double from, double to) const { return (to - from) * direction_; }
  Outcome advance_to(double limit);
  void normalise_end();
  bool begin_run();
  bool is_plain() const;
  bool plain_step();
  bool searched_step();
  Outcome try_step();
  Outcome sample_at(double t, std::vector<double>& out);
  Outcome reach(double t, std::vector<double>& out);
  Outcome shorten_to(double t);
  void restart_at(double t);
  bool end_with(Outcome why);

  double grid_time(long index) const;
  double next_limit() const;
  void cross_end(double from, double to);
  void pass_limits();
  void end_on_time();
  Outcome sample_step(int inside);
  Outcome search_step();
  bool resolved() const;
  bool tells_course(std::size_t which) const;
  bool leaps_over_slope(std::size_t which) const;
  bool is_one_step(double before_kink);
  void take_sides();
  Outcome find_kink(Kink& first);
  std::optional<double> find_dip(int which, std::size_t place);
  Outcome cut(int which, int after, double latest, Bracket& found);
  Outcome pass_to(double t);
  Outcome leave_kink(const Kink& kink);
  bool by_series() const;
  template <class Method>
  void take_stepper(Method method);
  void take_gauss(Gauss by);
  bool agrees_at(double t);
  std::optional<Bracket> find_disagreement(double until);
  std::optional<Bracket> find_fold(double until);
  Outcome leave_series(Bracket over);
  void set_aside(double length);
  void choose_stepper();
  bool leaps_over_kink(double limit);
  Outcome beyond(int edge) const;
  Outcome check_edges(double until);
  bool is_pole(const Bracket& bracket);
  Outcome explained(Outcome why);
  void note_approach();
  Outcome go_straight(Outcome why);
  Outcome sample_crossing(double t, std::vector<double>& out) const;
  Outcome shorten_crossing(double t);
  Outcome find_events();
  void find_touch(int event, int place);
  void add_hit(int event, double t, int direction);
  Outcome add_up();
  std::optional<double> before_kink(double t) const;
  Outcome pass_blow();
  Outcome emit();
  Outcome emit_at(double t);

  Flow flow_;
  Layout layout_;
  RunRequest settings_;
  double until_ = 0, every_ = 0, step_ = 0, tolerance_ = 0;  // as the request has them
  Method method_;
  bool plain_ = false;     // steps are those of taylor and nothing else
  bool has_flat_ = false;  // laws have functions that are flat over a range
  bool on_grid_ = false;   // steps of equal length in time
  double direction_ = 1;
  long grid_steps_ = 0, grid_index_ = 0;  // of such steps
  std::size_t next_break_ = 0, next_at_ = 0;
  long next_every_ = 1;
  std::unique_ptr<Stepper> stepper_;
  std::optional<double> resume_at_;    // beyond a kink or break that the last step ended at
  std::optional<double> kink_from_;    // before that kink
  bool blown_ = false;                 // the end of the last step has the work of a blow there
  std::optional<double> aside_until_;  // taylor leaves the steps up to there to dop853
  double aside_length_ = 0;            // of the last such stretch, if no step by series was good since
  long aside_evaluations_ = 0;         // of steppers that are gone
  Outcome outcome_;
  Trajectory points_;
  std::vector<EventHit> hits_;
  double integral_ = 0;
  long steps_ = 0, hit_count_ = 0;
  int short_cuts_ = 0;  // steps in a row that kinks cut to almost nothing
  bool begun_ = false;
  /// States on the way to a pose where the gauge vanishes, each with at most half the gauge of the one before.
  struct Approached {
    double t = 0, gauge = 1;
    std::vector<double> x;
  };
  std::vector<Approached> approached_;
  bool goes_straight_ = false;  // over such poses, instead of stopping
  bool crossed_ = false;        // the last step did
  double last_point_ = 0;

  std::vector<double> sample_t_, sample_x_;  // where the last step was sampled
  std::vector<double> seen_;                 // switches and edges there, place j at [j · watched]
  std::vector<int> switch_signs_, signs_before_, event_signs_, edge_signs_;
  std::vector<double> v_, g_, values_, rate_, slope_;  // scratch: a state, switches, an event at the samples, rates
};

/// A whole run at once.
struct Path {
  Trajectory points;
  std::vector<EventHit> hits;
  Outcome outcome;
  long steps = 0, evaluations = 0;
};
Path integrate(const Flow& flow, const Layout& layout, const std::vector<double>& start, const RunRequest& request);

}  // namespace oopss
