// SPDX-License-Identifier: Apache-2.0
#include "oopss/chaos/exponents.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

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

Exponents summary(const std::vector<std::vector<double>>& rows, const Row& shape, double until) {
  Exponents out;
  out.until = until;
  out.starts = static_cast<int>(rows.size());
  for (int point = 0; point < shape.points; ++point) {
    out.t.push_back(until * (point + 1) / shape.points);
    out.course.emplace_back();
    out.band.emplace_back();
    for (int k = 0; k < shape.dimension; ++k) {
      const auto [mean, spread] = over_rows(rows, shape.value(point, k));
      out.course.back().push_back(mean);
      out.band.back().push_back(spread);
    }
  }
  out.mean = out.course.back();
  out.spread = out.band.back();
  for (std::size_t k = 0; k < out.mean.size(); ++k)
    out.interval.push_back({out.mean[k] - 4 * out.spread[k], out.mean[k] + 4 * out.spread[k]});
  out.sum = std::accumulate(out.mean.begin(), out.mean.end(), 0.0);
  out.mean_divergence = over_rows(rows, shape.divergence())[0];
  out.energy_drift = rows.front()[shape.drift()];
  return out;
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
      row[shape.drift()] = std::abs(energy_of(own.motion, run.x()) - energy_of(own.motion, from)) /
                           std::max(own.motion.flow.kinetic(0, from.data()), 1e-300);
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
