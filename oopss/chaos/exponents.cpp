// SPDX-License-Identifier: Apache-2.0
#include "oopss/chaos/exponents.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "oopss/chaos/leaf_coordinates.hpp"
#include "oopss/chaos/tangent_run.hpp"
#include "oopss/ensemble/chunk_workers.hpp"
#include "oopss/ensemble/draw.hpp"
#include "oopss/ensemble/philox.hpp"
#include "oopss/integrate/suggest.hpp"
#include "oopss/orbit/leaf_frame.hpp"
#include "oopss/orbit/passage.hpp"

namespace oopss {
namespace {

/// A start so far from the one given, in a direction along the leaf that is drawn by its number; number 0 is the one
/// given.
std::vector<double> start_near(const ChaosSystem& model, const std::vector<double>& start, double apart, int number) {
  if (number == 0) return start;
  const OrbitSystem& motion = model.motion;
  const LeafFrame frame = leaf_frame(motion, leaf_geometry(motion.system, momentum_unit(motion.system, start)), start);
  Eigen::VectorXd step(frame.out.cols());
  for (Eigen::Index i = 0; i < step.size(); ++i)
    step[i] =
        normal_quantile(unit_number(random_bits(0, static_cast<std::uint64_t>(number), static_cast<std::uint64_t>(i))));
  std::vector<double> x = start;
  step_along(motion, frame, apart * step.normalized(), x);
  return x;
}

/// What one start gives, as numbers of a row: for each point the exponents, then the divergence, the drift of the
/// energy, and whether the motion came to its end.
struct Row {
  int points, dimension;
  std::size_t size() const { return static_cast<std::size_t>(points) * dimension + 3; }
  std::size_t value(int point, int k) const { return static_cast<std::size_t>(point) * dimension + k; }
  std::size_t divergence() const { return size() - 3; }
  std::size_t drift() const { return size() - 2; }
  std::size_t complete() const { return size() - 1; }
};

/// Mean and spread of a number over rows.
std::array<double, 2> over_rows(const std::vector<std::vector<double>>& rows, std::size_t place) {
  double mean = 0, square = 0;
  for (const std::vector<double>& row : rows) mean += row[place] / static_cast<double>(rows.size());
  for (const std::vector<double>& row : rows) square += (row[place] - mean) * (row[place] - mean);
  return {mean, rows.size() > 1 ? std::sqrt(square / static_cast<double>(rows.size() - 1)) : 0};
}

/// Puts the next time of the course into what is known; the exponents of each start begin at `place` of its row.
void add_point(Exponents& out, double t, int dimension, const std::vector<std::vector<double>>& rows,
               std::size_t place) {
  out.until = t;
  out.starts = static_cast<int>(rows.size());
  out.mean.clear();
  out.spread.clear();
  out.interval.clear();
  for (int k = 0; k < dimension; ++k) {
    const auto [mean, spread] = over_rows(rows, place + static_cast<std::size_t>(k));
    out.mean.push_back(mean);
    out.spread.push_back(spread);
    out.interval.push_back({mean - 4 * spread, mean + 4 * spread});
  }
  out.t.push_back(t);
  out.course.push_back(out.mean);
  out.band.push_back(out.spread);
  out.sum = std::accumulate(out.mean.begin(), out.mean.end(), 0.0);
}

/// How far the energy has strayed from that of a start, against its kinetic energy.
double drift_of(const ChaosSystem& model, const std::vector<double>& from, const std::vector<double>& x) {
  return std::abs(energy_of(model.motion, x) - energy_of(model.motion, from)) /
         std::max(model.motion.flow.kinetic(0, from.data()), 1e-300);
}

Exponents summary(const std::vector<std::vector<double>>& rows, const Row& shape, double until) {
  Exponents out;
  for (int point = 0; point < shape.points; ++point)
    add_point(out, until * (point + 1) / shape.points, shape.dimension, rows, shape.value(point, 0));
  out.mean_divergence = over_rows(rows, shape.divergence())[0];
  out.energy_drift = rows.front()[shape.drift()];
  return out;
}

/// Two digits of a number.
double in_two_digits(double value) {
  const double power = std::pow(10, std::floor(std::log10(value)) - 1);
  return std::round(value / power) * power;
}

}  // namespace

Exponents exponents(const ChaosSystem& model, const std::vector<double>& start, const ExponentRequest& request) {
  const Row shape{request.points, leaf_dimension(model, start)};
  std::atomic<long> parts = 0;
  std::mutex words_mutex;
  std::string words;
  const auto make_work = [&]() -> ChunkWork {
    return [&, own = model](long number, const std::atomic<bool>& stop, std::vector<double>& row) {
      const std::vector<double> from = start_near(own, start, request.apart, static_cast<int>(number));
      TangentRun run(own, from, request.tolerance);
      row.assign(shape.size(), 0.0);
      for (int point = 0; point < shape.points; ++point, ++parts) {
        if (!run.advance(request.until * (point + 1) / shape.points - run.t(), stop)) {
          if (stop) return false;
          const std::lock_guard lock(words_mutex);
          words = run.trouble();
          return true;
        }
        const std::vector<double> values = run.exponents();
        std::copy(values.begin(), values.end(), row.begin() + static_cast<std::ptrdiff_t>(shape.value(point, 0)));
      }
      row[shape.divergence()] = run.mean_divergence();
      row[shape.drift()] = drift_of(own, from, run.x());
      row[shape.complete()] = 1;
      return true;
    };
  };
  std::vector<long> numbers(static_cast<std::size_t>(request.starts));
  std::iota(numbers.begin(), numbers.end(), 0);
  std::vector<std::vector<double>> rows(numbers.size());
  const int threads = std::min(request.threads, request.starts);
  ChunkShares shares(numbers, threads);
  ChunkWorkers workers(
      threads, [&](int thread) { return shares.take(thread); }, make_work);
  for (std::size_t done = 0; done < rows.size();) {
    if (auto next = workers.take()) {
      rows[static_cast<std::size_t>(next->chunk)] = std::move(next->rows);
      ++done;
    }
    if (request.told) request.told(static_cast<double>(parts) / (static_cast<double>(request.starts) * request.points));
  }
  if (std::any_of(rows.begin(), rows.end(), [&](const auto& row) { return row[shape.complete()] == 0; })) {
    Exponents out;
    out.trouble = words;
    return out;
  }
  Exponents out = summary(rows, shape, request.until);
  out.has_divergence = has_divergence(model);
  return out;
}

struct ExponentsRun::Work {
  const ChaosSystem* model;
  ExponentRequest request;
  std::vector<TangentRun> runs;
  std::vector<double> start;
  Exponents found;
};

ExponentsRun::ExponentsRun(const ChaosSystem& model, const std::vector<double>& start, const ExponentRequest& request)
    : work_(std::make_unique<Work>(Work{&model, request, {}, start, {}})) {
  for (int number = 0; number < request.starts; ++number)
    work_->runs.emplace_back(model, start_near(model, start, request.apart, number), request.tolerance);
  work_->found.has_divergence = has_divergence(model);
}
ExponentsRun::ExponentsRun(ExponentsRun&& other) noexcept = default;
ExponentsRun::~ExponentsRun() = default;

bool ExponentsRun::step() {
  Work& work = *work_;
  const auto point = static_cast<int>(work.found.t.size());
  if (point == work.request.points || !work.found.trouble.empty()) return false;
  const double t = work.request.until * (point + 1) / work.request.points;
  std::vector<std::vector<double>> rows;
  double divergence = 0;
  for (TangentRun& run : work.runs) {
    if (work.request.told) work.request.told(static_cast<double>(point) / work.request.points);
    if (!run.advance(t - run.t())) {
      work.found.trouble = run.trouble();
      return false;
    }
    rows.push_back(run.exponents());
    divergence += run.mean_divergence() / static_cast<double>(work.runs.size());
  }
  add_point(work.found, t, work.runs.front().dimension(), rows, 0);
  work.found.mean_divergence = divergence;
  work.found.energy_drift = drift_of(*work.model, work.start, work.runs.front().x());
  return true;
}

const Exponents& ExponentsRun::found() const { return work_->found; }

double suggested_until(double time_scale) { return in_two_digits(1000 * time_scale); }

double zero_level(const Exponents& found, double time_scale) {
  return std::log(std::max(found.until / time_scale, 2.0)) / found.until;
}

std::string growth_words(const Exponents& found, double time_scale) {
  const double level = zero_level(found, time_scale);
  if (found.mean.front() < 5 * level)
    return "none is told from zero: at this time those that tend to it are about ln T/T";
  if (found.interval.front()[0] > level)
    return fmt::format("small differences grow: the largest is {:.3g} times ln T/T", found.mean.front() / level);
  return "not decided at this time: the largest is above ln T/T by less than its spread tells; a longer time may "
         "decide";
}

std::string zeros_words(const ChaosSystem& model) {
  if (model.time.depends) return "none has to be: the laws depend on the time";
  if (model.keeps_energy) return "two tend to zero, of the motion itself and of its energy";
  return "one tends to zero, that of the motion itself, unless it comes to rest";
}

double time_scale(const ChaosSystem& model, const std::vector<double>& x) {
  return 20 * suggested_step(model.motion.flow, model.motion.system.layout, 0, x, 1e12);
}

double tangent_defect(const ChaosSystem& model, const std::vector<double>& start, double span) {
  const OrbitSystem& motion = model.motion;
  const LeafGeometry geometry = leaf_geometry(motion.system, momentum_unit(motion.system, start));
  const LeafFrame from = leaf_frame(motion, geometry, start);
  const Passage run = passage(motion.flow, motion.system.layout, start, from.out, {.span = span});
  const LeafFrame to = leaf_frame(motion, geometry, run.end);
  const Eigen::MatrixXd D = to.in * run.columns;
  const double size = std::max(from.Omega.norm(), 1e-300);
  return (D.transpose() * to.Omega * D - from.Omega).norm() / size / std::max(1.0, D.squaredNorm());
}

int forced_zeros(const ChaosSystem& model) {
  if (model.time.depends) return 0;
  return model.keeps_energy ? 2 : 1;
}

}  // namespace oopss
