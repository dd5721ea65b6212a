// SPDX-License-Identifier: Apache-2.0
// Work against precision on two small problems: the product's taylor beside Boost.Odeint and SUNDIALS; tables on
// standard output, and the picture work-precision.svg in the folder that is given.
#include <cmath>
#include <cstdio>
#include <fstream>
#include <functional>

#include "bench/clock.hpp"
#include "bench/peer_ode.hpp"
#include "bench/reference.hpp"
#include "bench/runnable.hpp"
#include "oopss/figure/render.hpp"
#include "oopss/figure/text.hpp"

namespace oopss {
namespace {

/// CPU time and error at the end of one run.
struct Sample {
  double seconds, error;
};
struct Record {
  std::string name;
  std::vector<Sample> samples;
};

Sample measure(const std::vector<double>& exact, const std::function<std::vector<double>()>& run, int runs) {
  Sample sample{1e9, error_of(run(), exact)};
  for (int i = 0; i < runs; ++i) {
    const double begin = thread_seconds();
    run();
    sample.seconds = std::fmin(sample.seconds, thread_seconds() - begin);
  }
  return sample;
}

/// Least time at which a record reaches an error: between the two samples that enclose it, straight in the logarithms.
double seconds_at(const Record& record, double error) {
  double least = NAN;
  for (std::size_t k = 0; k + 1 < record.samples.size(); ++k) {
    const Sample &a = record.samples[k], &b = record.samples[k + 1];
    if (!(std::fmax(a.error, b.error) >= error && std::fmin(a.error, b.error) <= error) || a.error == b.error) continue;
    const double part = std::log(error / a.error) / std::log(b.error / a.error);
    least = std::fmin(least, a.seconds * std::pow(b.seconds / a.seconds, part));
  }
  return least;
}

std::vector<Record> compare(const Problem& problem, double until) {
  const std::vector<double> exact = reference(problem, until);
  std::printf("\n### %s to T = %g\n\n| method | setting | CPU us per 1000 time units | error |\n|---|---|---:|---:|\n",
              problem.name, until);
  const auto print = [&](const std::string& name, const char* format, double setting, const Sample& sample) {
    std::printf("| %s | ", name.c_str());
    std::printf(format, setting);
    std::printf(" | %.0f | %.1e |\n", 1e9 * sample.seconds / until, sample.error);
    std::fflush(stdout);
  };
  Record ours{"ours, taylor", {}};
  const Runnable system = runnable(problem.tree);
  for (const double tolerance : {1e-5, 1e-6, 1e-7, 1e-8, 1e-9, 1e-10, 1e-11, 1e-12, 1e-13, 1e-14, 1e-15, 1e-16}) {
    ours.samples.push_back(measure(
        exact, [&] { return run_taylor(problem, system, until, tolerance); }, 40));
    print(ours.name, "tolerance %.0e", tolerance, ours.samples.back());
  }
  std::vector<Record> records;
  const auto add = [&](const std::vector<Integrator>& peers, int runs) {
    for (const Integrator& peer : peers) {
      records.push_back({peer.name, {}});
      for (const double tolerance : peer.tolerances) {
        records.back().samples.push_back(measure(
            exact, [&] { return peer.run(problem, until, tolerance); }, runs));
        print(peer.name, "tolerance %.0e", tolerance, records.back().samples.back());
      }
    }
  };
  add(odeint_integrators(), 25);
  add(sundials_integrators(), 7);
  std::printf(
      "\n| %s: at an error of | ours, us | best peer, us | which | ours / best peer |\n|---|---:|---:|---|---:|\n",
      problem.name);
  for (const double error : {1e-6, 1e-8, 1e-10, 1e-11, 1e-12}) {
    const Record* best = nullptr;
    for (const Record& record : records)
      if (!best || !(seconds_at(record, error) >= seconds_at(*best, error)))
        if (!std::isnan(seconds_at(record, error))) best = &record;
    const double mine = seconds_at(ours, error), peer = best ? seconds_at(*best, error) : NAN;
    std::printf("| %.0e | %.0f | ", error, 1e9 * mine / until);
    if (best)
      std::printf("%.0f | %s | %.2f |\n", 1e9 * peer / until, best->name.c_str(), mine / peer);
    else
      std::printf("none reaches it | | |\n");
  }
  records.insert(records.begin(), ours);
  return records;
}

/// A tick at every whole power of ten in the range, labelled at every `each`.
Axis decades(int from, int to, int each, const std::string& label) {
  Axis axis{static_cast<double>(from), static_cast<double>(to), {}, label};
  for (int k = std::min(from, to); k <= std::max(from, to); ++k)
    axis.ticks.push_back({static_cast<double>(k), k % each == 0 ? power_of_ten(k) : ""});
  return axis;
}

/// Both problems side by side; ours in colour, the peers in grey with their names at the end of their lines.
Figure picture(const std::vector<std::pair<Problem, std::vector<Record>>>& all, double until) {
  Figure figure{1200, 560, 13, "Work against precision: ours (taylor) and general solvers", {}};
  for (std::size_t p = 0; p < all.size(); ++p) {
    Panel panel{{70 + 600 * static_cast<double>(p), 90, 430, 380},
                decades(-4, -16, 4, "error at T = 1000"),
                decades(2, 5, 1, all[p].first.name + std::string(": CPU us per 1000 time units")),
                {}};
    std::vector<Spot> named;
    for (std::size_t r = all[p].second.size(); r-- > 0;) {
      const Record& record = all[p].second[r];
      const Colour colour = r == 0 ? Colour{0.835, 0.369, 0} : Colour{0.55, 0.55, 0.55};
      Curve line{{}, {colour, 1, r == 0 ? 2.4 : 1.2}};
      for (const Sample& sample : record.samples)
        line.through.push_back({std::log10(sample.error), std::log10(1e9 * sample.seconds / until)});
      for (const Spot& spot : line.through) panel.marks.emplace_back(Disc{spot, r == 0 ? 3.0 : 2.0, colour, 1});
      panel.marks.emplace_back(line);
      const Spot end = on_page(panel, line.through.back());
      double shift = 0;  // below the names that are there already
      for (const Spot& other : named)
        if (std::abs(other.x - end.x) < 120 && std::abs(other.y - end.y - shift) < 13) shift = other.y + 13 - end.y;
      named.push_back({end.x, end.y + shift});
      panel.marks.emplace_back(Label{line.through.back(),
                                     record.name,
                                     r == 0 ? colour : Colour{0.3, 0.3, 0.3},
                                     Anchor::start,
                                     {6, shift},
                                     0.85,
                                     true});
    }
    figure.panels.push_back(panel);
  }
  return figure;
}

/// Rounding-level error over a long run, and what a step costs on a longer chain.
void long_runs() {
  std::printf(
      "\n### Ours at tolerance 1e-15 to T = 10 000\n\n| problem | CPU us per 1000 | error |\n|---|---:|---:|\n");
  for (const Problem& problem : {P2(), P3()}) {
    const Runnable of_tree = runnable(problem.tree);
    const Sample sample = measure(
        reference(problem, 10000), [&] { return run_taylor(problem, of_tree, 10000, 1e-15); }, 5);
    std::printf("| %s | %.0f | %.1e |\n", problem.name, 1e5 * sample.seconds, sample.error);
  }
  std::printf(
      "\n### Ours on chains of equal rods, order 19\n\n| N | preparation, us | one step, us | per body, ns |\n"
      "|---:|---:|---:|---:|\n");
  for (const int n : {4, 10, 30, 100, 1000}) {
    const PlanarTree<double> tree = rods(n);
    std::vector<double> x;
    for (int i = 0; i < 2 * n; ++i) x.push_back(0.3 * std::sin(1.7 * i + 1));
    std::vector<double> coefficients(x.size() * 20);
    const auto step = [&](Jet& series) { taylor_coefficients(series, x.data(), 19, coefficients.data()); };
    const double ready = least_seconds([&] {
      Jet series = jet(tree);
      step(series);
    });
    Jet series = jet(tree);
    const double each = least_seconds([&] { step(series); });
    std::printf("| %d | %.1f | %.2f | %.0f |\n", n, 1e6 * (ready - each), 1e6 * each, 1e9 * each / n);
  }
}

}  // namespace
}  // namespace oopss

int main(int count, char** words) {
  std::printf("## Work against precision (%s)\n\n", oopss::this_processor().name);
  std::printf(
      "Error at T, the largest relative to max(1, |y|), against binary128. The peers are general solvers; all are\n"
      "given our rates. A tolerance is per step.\n");
  std::vector<std::pair<oopss::Problem, std::vector<oopss::Record>>> all;
  for (const oopss::Problem& problem : {oopss::P2(), oopss::P3()})
    all.emplace_back(problem, oopss::compare(problem, 1000));
  oopss::long_runs();
  if (count > 1) {
    std::ofstream out(std::string(words[1]) + "/work-precision.svg");
    out << oopss::render(oopss::picture(all, 1000), oopss::Picture::svg);
    if (!out.flush()) return 6;
  }
  return 0;
}
