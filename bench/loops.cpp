// SPDX-License-Identifier: Apache-2.0
// bench_loops FOLDER [NAME…]: loops of bodies beside Simbody and DART, at equal errors of closure and energy; all
// linkages, or those of these names.
#include <algorithm>
#include <cmath>
#include <cstdio>

#include "bench/clock.hpp"
#include "bench/loops_peer.hpp"
#include "oopss/integrate/run.hpp"
#include "oopss/linkage/linkage.hpp"
#include "oopss/mechanics/inertia.hpp"
#include "oopss/model/build.hpp"
#include "oopss/model/read.hpp"
#include "oopss/system/derived.hpp"
#include "oopss/system/start.hpp"

namespace oopss {
namespace {

/// A linkage as all programs run it, and what they are measured by.
struct Subject {
  std::string name;
  double until = 0;
  DerivedModel derived;
  Linkage linkage;
  PlainLinkage plain;
  std::vector<double> x;
  std::vector<double> times;
};

/// Fifty equal rods in a ring, nearly round, that turns, and whose sides move against each other.
Model fifty_bars() {
  Model model;
  constexpr int n = 50;
  const auto body = [](int i) { return "b" + std::to_string(i % n); };
  const auto joint = [](int i) { return "j" + std::to_string(i); };
  for (int i = 0; i < n; ++i) add_body(model, body(i), {.mass = 1, .inertia = 1. / 12});
  for (int i = 0; i < n; ++i) add_joint(model, joint(i), {body(i), {0.5, 0}}, {body(i + 1), {-0.5, 0}});
  for (int i = 0; i + 3 < n; ++i)
    model.start.angles.push_back(named(joint(i), 2 * M_PI / n + 0.02 * std::sin(3.0 * i)));
  for (int i = n - 3; i + 1 < n; ++i) model.start.guess.push_back(named(joint(i), 2 * M_PI / n));
  for (int i = 0; i + 3 < n; ++i) model.start.rates.push_back(named(joint(i), 0.2 * std::sin(4 * M_PI * i / n)));
  model.start.momentum = {number(2000)};
  return model;
}

/// The tree's bodies in the order of `tree.order`, so that parents come first.
PlainLinkage plain_of(const Linkage& linkage, const std::vector<Spring<double>>& springs,
                      const std::vector<double>& theta, const std::vector<double>& omega) {
  const PlanarTree<double>& tree = linkage.tree;
  std::vector<int> place(tree.m.size());
  for (int k = 0; k < tree.size(); ++k) place[tree.order[k]] = k;
  const auto array = [](const Vec2<double>& v) -> PlainLinkage::Vector { return {v.x, v.y}; };
  PlainLinkage out;
  Vec2<double> centre, drift;
  for (const int i : tree.order) {
    PlainLinkage::Body body{tree.m[i], tree.I[i]};
    body.theta = theta[i];
    body.omega = omega[i];
    if (const int p = tree.parent[i]; p >= 0) {
      const PlainLinkage::Body& parent = out.bodies[place[p]];
      const Vec2<double> A = rotation(theta[p]) * tree.d_parent[i], B = rotation(theta[i]) * tree.d_child[i];
      const Vec2<double> v = omega[p] * perp(A) - omega[i] * perp(B);
      body.parent = place[p];
      body.at_parent = array(tree.d_parent[i]);
      body.at_child = array(tree.d_child[i]);
      body.position = {parent.position[0] + A.x - B.x, parent.position[1] + A.y - B.y};
      body.velocity = {parent.velocity[0] + v.x, parent.velocity[1] + v.y};
      body.stiffness = springs[tree.joint[i]].kp;
      body.rest = tree.sense[i] * springs[tree.joint[i]].bias;
    }
    centre = centre + body.m / tree.mass * Vec2<double>{body.position[0], body.position[1]};
    drift = drift + body.m / tree.mass * Vec2<double>{body.velocity[0], body.velocity[1]};
    out.bodies.push_back(body);
  }
  for (PlainLinkage::Body& body : out.bodies) {
    body.position = {body.position[0] - centre.x, body.position[1] - centre.y};
    body.velocity = {body.velocity[0] - drift.x, body.velocity[1] - drift.y};
  }
  for (const Chord<double>& chord : linkage.chords)
    out.pins.push_back({place[chord.first], place[chord.second], array(chord.at_first), array(chord.at_second)});
  return out;
}

/// θ and ω of all bodies at a state.
std::array<std::vector<double>, 2> moving(const Subject& subject, const double* x) {
  const PlanarTree<double>& tree = subject.linkage.tree;
  const PlanarOffsets offsets(subject.derived.system.layout);
  const std::vector<double> theta =
      absolute_angles(tree, std::vector<double>(x, x + offsets.joints), x[offsets.root_angle]);
  return {theta, motion(tree, theta, {x + offsets.momenta, x + offsets.momenta + tree.size()}).omega};
}

Subject subject(const std::string& name, const Model& model, double until) {
  Subject out{name, until, derived_model(model), {}, {}, {}, {}};
  const std::vector<double> p = out.derived.p();
  out.linkage = linkage_of(out.derived.spec, p);
  out.x = state_of(out.derived.system.layout, solve_start(out.derived.spec, p));
  const auto [theta, omega] = moving(out, out.x.data());
  std::vector<Spring<double>> all(out.derived.spec.joints.size()), springs;
  for (const JointSpring& spring : joint_springs(out.derived.spec, p)) all[spring.joint] = spring.law;
  for (const int joint : out.derived.spec.tree_joints) springs.push_back(all[joint]);
  out.plain = plain_of(out.linkage, springs, theta, omega);
  for (int k = 1; k <= 20; ++k) out.times.push_back(until * k / 20);
  return out;
}

std::vector<LinkageMethod> ours(const Subject& subject) {
  std::vector<LinkageMethod> out;
  const auto add = [&](const std::string& name, const std::vector<double>& settings) {
    const auto run = [&subject, name](double setting, const std::vector<double>& times) {
      const System& system = subject.derived.system;
      const Flow flow = system.with_inputs(subject.derived.p());
      RunRequest request{{.method = name, .until = subject.until}};
      (name == "dop853" ? request.settings.tolerance : request.settings.step) = setting;
      request.output_times = times;
      const double begin = thread_seconds();
      const Path path = integrate(flow, system.layout, subject.x, request);
      LinkageRun ran;
      ran.seconds = thread_seconds() - begin;
      for (int i = 1; i < path.points.count(); ++i) {
        const auto [theta, omega] = moving(subject, path.points.row(i));
        ran.theta.emplace_back();
        ran.omega.emplace_back();
        for (const int body : subject.linkage.tree.order) {
          ran.theta.back().push_back(theta[body]);
          ran.omega.back().push_back(omega[body]);
        }
      }
      return ran;
    };
    out.push_back({"ours", name, settings, run});
  };
  const std::vector<double> steps = {0.4, 0.3, 0.2, 0.15, 0.1, 0.07, 0.05, 0.03, 0.02, 0.015, 0.01, 0.005, 0.003};
  for (const char* const name : {"gauss2", "gauss4", "gauss6"}) add(name, steps);
  add("dop853", {1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9, 1e-10, 1e-11, 1e-12, 1e-13});
  return out;
}

/// The largest errors at the output times: energy in parts of that of the start, the gaps of the loops in metres; and
/// of the angles at the end, against the finest run of all.
struct Errors {
  double energy = 0, gap = 0, angle = 0;
};

Errors errors_of(const Subject& subject, const LinkageRun& run, const std::vector<double>& end) {
  const PlanarTree<double>& tree = subject.linkage.tree;
  const std::vector<PlainLinkage::Body>& bodies = subject.plain.bodies;
  const auto by_body = [&](const std::vector<double>& ordered) {
    std::vector<double> out(ordered.size());
    for (int k = 0; k < tree.size(); ++k) out[tree.order[k]] = ordered[k];
    return out;
  };
  const auto energy = [&](const std::vector<double>& theta, const std::vector<double>& omega) {
    const std::vector<double> spins = by_body(omega);
    double E = kinetic_energy(momenta(tree, by_body(theta), spins), spins);
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      if (bodies[i].parent < 0) continue;
      const double stretch = theta[i] - theta[bodies[i].parent] - bodies[i].rest;
      E += bodies[i].stiffness * stretch * stretch / 2;
    }
    return E;
  };
  std::vector<double> theta, omega;
  for (const PlainLinkage::Body& body : bodies) {
    theta.push_back(body.theta);
    omega.push_back(body.omega);
  }
  const double E = energy(theta, omega);
  Errors out;
  if (run.theta.size() != subject.times.size()) return {INFINITY, INFINITY, INFINITY};
  for (std::size_t i = 0; i < run.theta.size(); ++i) {
    out.energy = std::fmax(out.energy, std::abs(energy(run.theta[i], run.omega[i]) - E) / std::abs(E));
    for (const double g : closure(subject.linkage.loops, by_body(run.theta[i])))
      out.gap = std::fmax(out.gap, std::abs(g));
  }
  for (std::size_t i = 0; i < end.size(); ++i) out.angle = std::fmax(out.angle, std::abs(run.theta.back()[i] - end[i]));
  return out;
}

/// One setting of one method, measured.
struct Sample {
  const LinkageMethod* method = nullptr;
  double setting = 0, seconds = INFINITY;
  Errors errors;
};

constexpr double levels[] = {1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9, 1e-10};
constexpr double longest = 2;  // seconds: after a run as long as this a method's finer settings are left out

/// The quickest of a program with both errors at most as large as this; null if there is none.
Sample* quickest(std::vector<Sample>& samples, const std::string& program, double error) {
  Sample* best = nullptr;
  for (Sample& sample : samples)
    if (sample.method->program == program && sample.errors.energy <= error && sample.errors.gap <= error &&
        (!best || sample.seconds < best->seconds))
      best = &sample;
  return best;
}

/// The one of a program whose larger error is the least.
const Sample* most_exact(const std::vector<Sample>& samples, const std::string& program) {
  const auto error = [](const Sample& sample) { return std::fmax(sample.errors.energy, sample.errors.gap); };
  const Sample* best = nullptr;
  for (const Sample& sample : samples)
    if (sample.method->program == program && (!best || error(sample) < error(*best))) best = &sample;
  return best;
}

std::string milliseconds(double seconds) {
  char text[40];
  std::snprintf(text, sizeof text, seconds < 1 ? "%.3g" : "%.0f", 1e3 * seconds);
  return text;
}

std::string described(const Sample& sample) {
  char text[160];
  std::snprintf(text, sizeof text, "%s %.2g | %s | %.1e | %.1e | %.1e", sample.method->name.c_str(), sample.setting,
                milliseconds(sample.seconds).c_str(), sample.errors.energy, sample.errors.gap, sample.errors.angle);
  return text;
}

void compare(const Subject& subject) {
  std::vector<LinkageMethod> methods = ours(subject);
  for (const auto& more : {simbody_linkage(subject.plain), dart_linkage(subject.plain)})
    methods.insert(methods.end(), more.begin(), more.end());
  const std::vector<double> end = methods[3].run(1e-14, subject.times).theta.back();
  std::vector<Sample> samples;
  for (const LinkageMethod& method : methods)
    for (const double setting : method.settings) {
      Sample sample{&method, setting};
      try {
        const LinkageRun run = method.run(setting, subject.times);
        sample.seconds = run.seconds;
        sample.errors = errors_of(subject, run, end);
      } catch (const std::exception& problem) {
        std::fprintf(stderr, "%s, %s, %g: %s\n", method.program.c_str(), method.name.c_str(), setting, problem.what());
        continue;
      }
      std::fprintf(stderr, "%s: %s %s\n", subject.name.c_str(), method.program.c_str(), described(sample).c_str());
      samples.push_back(sample);
      if (sample.seconds > longest) break;
    }
  const char* const programs[] = {"ours", "Simbody", "DART"};
  for (int repeat = 0; repeat < 5; ++repeat)  // the programs take turns
    for (const double error : levels)
      for (const char* const program : programs)
        if (Sample* best = quickest(samples, program, error); best && best->seconds < longest / 2)
          best->seconds = std::fmin(best->seconds, best->method->run(best->setting, subject.times).seconds);

  std::printf(
      "\n### %s to T = %g\n\n| %s: both errors at most | program | method, step or tolerance | CPU ms | energy, "
      "relative | closure, m | angles at the end, rad |\n|---|---|---|---:|---:|---:|---:|\n",
      subject.name.c_str(), subject.until, subject.name.c_str());
  for (const double error : levels)
    for (const char* const program : programs) {
      if (const Sample* best = quickest(samples, program, error))
        std::printf("| %.0e | %s | %s |\n", error, program, described(*best).c_str());
      else
        std::printf("| %.0e | %s | not reached | | | | |\n", error, program);
    }
  for (const char* const program : programs)
    std::printf("| most exact | %s | %s |\n", program, described(*most_exact(samples, program)).c_str());
  std::printf("\n| %s at | ours, ms | Simbody, ms | DART, ms | better peer / ours |\n|---|---:|---:|---:|---:|\n",
              subject.name.c_str());
  for (const double error : levels) {
    double seconds[3];
    for (int k = 0; k < 3; ++k) {
      const Sample* const best = quickest(samples, programs[k], error);
      seconds[k] = best ? best->seconds : NAN;
    }
    std::printf("| %.0e |", error);
    for (const double s : seconds) std::isnan(s) ? std::printf(" |") : std::printf(" %s |", milliseconds(s).c_str());
    const double peer = std::fmin(seconds[1], seconds[2]);
    std::isnan(peer) ? std::printf(" |\n") : std::printf(" %.0f |\n", peer / seconds[0]);
  }
  std::fflush(stdout);
}

}  // namespace
}  // namespace oopss

int main(int count, char** words) {
  using namespace oopss;
  std::printf("## Loops of bodies\n");
  const auto wanted = [&](const std::string& name) {
    return count < 3 || std::find(words + 2, words + count, name) != words + count;
  };
  if (wanted("four-bar")) compare(subject("four-bar", load_model("four-bar"), 20));
  if (wanted("50-bar")) compare(subject("50-bar loop", fifty_bars(), 10));
  if (wanted("scissor")) compare(subject("scissor of ten cells", load_model("scissor"), 10));
  return 0;
}
