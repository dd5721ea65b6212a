// SPDX-License-Identifier: Apache-2.0
// Bodies in space through the waist, against an independent program in maximal coordinates.
#include <catch2/catch.hpp>
#include <cmath>

#include "oopss/integrate/run.hpp"
#include "oopss/model/read.hpp"
#include "oopss/system/columns.hpp"
#include "oopss/system/derive.hpp"
#include "oopss/system/start.hpp"
#include "oopss/system/tree_spec.hpp"
#include "tests/spatial/golden_model.hpp"

using namespace oopss;

namespace {

double off(const Vec3<double>& a, const Vec3<double>& b) { return std::sqrt(dot(a - b, a - b)); }

/// A drive of the run, if it has one: + on the parent here, + on the child there.
Drive drive_of(const GoldenSpaceRun& golden) {
  const GoldenSpaceLaw law = golden.laws[0];
  if (law.frequency == 0) return {};
  return [law](double t, const double*, const double*, double* u) {
    const Vec3<double> T = -std::cos(law.frequency * t) * law.drive;
    u[0] = T.x;
    u[1] = T.y;
    u[2] = T.z;
  };
}

/// The states of a run at the golden times.
std::vector<std::vector<double>> states_at(const System& system, const Flow& flow, const std::vector<double>& start,
                                           const GoldenSpaceRun& golden, const std::string& method, double tolerance) {
  RunRequest asked;
  asked.settings.method = method;
  asked.settings.tolerance = tolerance;
  asked.settings.until = golden.samples.back().t;
  asked.settings.every = golden.samples.back().t;
  for (const GoldenSpaceSample& sample : golden.samples) asked.output_times.push_back(sample.t);
  Run run(flow, system.layout, start, asked);
  std::vector<std::vector<double>> out;
  while (run.step())
    for (int i = 0; i < run.points().count(); ++i)
      out.emplace_back(run.points().row(i), run.points().row(i) + system.layout.size);
  INFO(run.outcome().words);
  CHECK(run.outcome().status == Status::complete);
  return out;
}

/// The largest difference of a state from a golden sample: attitudes, momenta, energy, forces.
double difference(const System& system, const Flow& flow, const GoldenSpaceRun& golden, const GoldenSpaceSample& sample,
                  const std::vector<double>& x, bool flipped) {
  double worst = 0;
  std::vector<BodyPose> poses(golden.tree.m.size());
  flow.pose(x.data(), poses.data());
  std::vector<Matrix3<double>> attitude = {sample.root};
  for (std::size_t i = 1; i < poses.size(); ++i) attitude.push_back(attitude[golden.tree.parent[i]] * sample.R[i - 1]);
  for (std::size_t i = 0; i < poses.size(); ++i) {
    const std::array<double, 9>& R = poses[i].R;
    const Matrix3<double> found = {{R[0], R[1], R[2]}, {R[3], R[4], R[5]}, {R[6], R[7], R[8]}};
    const auto& [w, a, b, c] = poses[i].q;
    const Matrix3<double> by_quaternion = rotation_of(Quaternion<double>{w, a, b, c});
    for (const auto& [one, other] : {std::pair(found.x, attitude[i].x),
                                     {found.y, attitude[i].y},
                                     {found.z, attitude[i].z},
                                     {found.x, by_quaternion.x},
                                     {found.y, by_quaternion.y},
                                     {found.z, by_quaternion.z}})
      worst = std::max(worst, off(one, other));
  }
  std::vector<double> Pi(3 * poses.size());
  flow.body_momenta(x.data(), Pi.data());
  for (std::size_t i = 0; i < poses.size(); ++i)
    worst = std::max(worst, off({Pi[3 * i], Pi[3 * i + 1], Pi[3 * i + 2]}, sample.Pi[i]));
  worst = std::max(worst, std::abs(flow.kinetic(sample.t, x.data()) - sample.kinetic));
  worst = std::max(worst, std::abs(flow.stored(sample.t, x.data()) - sample.stored));
  const auto momentum = [&](int part) { return system.casimirs[part].value(x.data()); };
  worst = std::max(worst, off({momentum(0), momentum(1), momentum(2)}, sample.mu));
  std::vector<double> force(3 * sample.force.size());
  flow.joint_forces(sample.t, x.data(), force.data());
  for (std::size_t k = 0; k < sample.force.size(); ++k) {
    const Vec3<double> on_second = {force[3 * k], force[3 * k + 1], force[3 * k + 2]};
    worst = std::max(worst, off(flipped ? -on_second : on_second, sample.force[k]));
  }
  return worst;
}

}  // namespace

TEST_CASE("golden runs in space, by taylor and by dop853, whichever body of a joint comes first", "[space]") {
  for (const GoldenSpaceRun& golden : golden_space_runs())
    for (const bool flipped : {false, true}) {
      const Drive drive = drive_of(golden);
      if (flipped && (drive || !golden.laws[0].law.empty())) continue;  // axes of these are the child's
      const Model model = model_of(golden, flipped);
      const System system =
          derive(model, Engine::automatic, {}, drive ? std::vector<std::string>{"j1"} : std::vector<std::string>{});
      const Flow flow = system.with_inputs(default_inputs(system), drive);
      for (const std::string method : {"taylor", "dop853"}) {
        if (method == "taylor" && drive) continue;
        const auto states =
            states_at(system, flow, start_state(model, static_cast<bool>(drive)), golden, method, 1e-15);
        REQUIRE(states.size() == golden.samples.size());
        for (std::size_t k = 0; k < states.size(); ++k) {
          INFO(golden.name << " by " << method << " at t = " << golden.samples[k].t << (flipped ? ", flipped" : ""));
          CHECK(difference(system, flow, golden, golden.samples[k], states[k], flipped) < 1e-12);
        }
      }
    }
}

TEST_CASE("in space x' is the Poisson tensor times the gradient of H, for balls and hinges", "[space]") {
  for (const GoldenSpaceRun& golden : golden_space_runs()) {
    if (!golden.laws[0].law.empty()) continue;
    const Model model = model_of(golden);
    const System system = derive(model);
    const Flow flow = system.with_inputs(default_inputs(system));
    const std::vector<double> x = start_state(model);
    const int size = system.bracket.size;
    std::vector<double> tensor(static_cast<std::size_t>(size * size)), rates(x.size()),
        gradient(static_cast<std::size_t>(size));
    system.bracket.tensor(x.data(), tensor.data());
    flow.field(0, x.data(), rates.data());
    for (int i = 0; i < size; ++i) {
      const auto H = [&](double step) {
        std::vector<double> moved = x;
        moved[i] += step;
        return flow.kinetic(0, moved.data());
      };
      constexpr double h = 1e-3;  // differences of order six: the error is 1e-12
      gradient[i] = (45 * (H(h) - H(-h)) - 9 * (H(2 * h) - H(-2 * h)) + (H(3 * h) - H(-3 * h))) / (60 * h);
    }
    for (int i = 0; i < size; ++i) {
      double sum = 0;
      for (int j = 0; j < size; ++j) {
        sum += tensor[i * size + j] * gradient[j];
        CHECK(tensor[i * size + j] == -tensor[j * size + i]);
      }
      INFO(golden.name << ", number " << i);
      CHECK(std::abs(sum - rates[i]) < 1e-10);
    }
  }
}

namespace {

/// The end of a run of fixed steps.
std::vector<double> end_by(const System& system, const Flow& flow, const std::vector<double>& start,
                           const std::string& method, double from, double until, double step) {
  RunRequest asked;
  asked.t0 = from;
  asked.settings.method = method;
  asked.settings.step = step;
  asked.settings.until = until;
  asked.settings.every = std::abs(until - from);
  Run run(flow, system.layout, start, asked);
  while (run.step()) continue;
  INFO(run.outcome().words);
  REQUIRE(run.outcome().status == Status::complete);
  return run.x();
}

double most(const std::vector<double>& a, const std::vector<double>& b) {
  double out = 0;
  for (std::size_t i = 0; i < a.size(); ++i) out = std::max(out, std::abs(a[i] - b[i]));
  return out;
}

}  // namespace

TEST_CASE("the system's own methods have the orders they claim, keep the momentum, and go back the way they came") {
  for (const GoldenSpaceRun& golden : golden_space_runs()) {
    if (golden.laws[0].frequency != 0) continue;
    const bool flipped = golden.tree.hinge[1].has_value();
    const Model model = model_of(golden, flipped);
    const System system = derive(model);
    const Flow flow = system.with_inputs(default_inputs(system));
    const std::vector<double> x = start_state(model);
    const GoldenSpaceSample& sample = golden.samples[1];
    const bool damped = flow.own.damped;
    CHECK(damped == !golden.laws[0].law.empty());
    CHECK(default_method(false, flow).name == (damped ? "veselov2" : "veselov4"));
    for (const Method& method : own_methods(flow)) {
      INFO(golden.name << " by " << method.name);
      const auto error = [&](int steps) {
        const std::vector<double> end = end_by(system, flow, x, method.name, 0, sample.t, sample.t / steps);
        for (int part = 0; part < 3; ++part) {
          const auto momentum = [&](const std::vector<double>& state) {
            return system.casimirs[part].value(state.data());
          };
          CHECK(std::abs(momentum(end) - momentum(x)) < 1e-13);
        }
        CHECK(most(end_by(system, flow, end, method.name, sample.t, 0, sample.t / steps), x) < (damped ? 1e-9 : 1e-12));
        return difference(system, flow, golden, sample, end, flipped);
      };
      const int few = method.order == 2 ? 100 : method.order == 4 ? 24 : 12;
      const double order = std::log2(error(few) / error(2 * few));
      CHECK(std::abs(order - method.order) < 0.35);
    }
  }
}

TEST_CASE("a step of veselov2 in space is a Poisson map: its slope takes the tensor at the start to that at the end") {
  for (const GoldenSpaceRun& golden : golden_space_runs()) {
    if (!golden.laws[0].law.empty() || golden.laws[0].frequency != 0) continue;
    const Model model = model_of(golden);
    const System system = derive(model);
    Flow flow = system.with_inputs(default_inputs(system));
    const std::vector<double> x = start_state(model);
    const int n = system.bracket.size;
    const auto stepped = [&](const std::vector<double>& from) {
      std::vector<double> start = from, out = from;
      flow.normalise(0, start.data());
      CHECK(flow.own.step(0, 0.1, start.data(), out.data()).residual < 1e-9);
      return out;
    };
    const std::vector<double> y = stepped(x);
    std::vector<std::vector<double>> slope;  // by columns
    for (int j = 0; j < n; ++j) {
      const auto moved = [&](double by) {
        std::vector<double> there = x;
        there[j] += by;
        return stepped(there);
      };
      constexpr double h = 1e-3;  // differences of order six
      std::vector<double> column(static_cast<std::size_t>(n), 0.0);
      for (const auto& [times, weight] : {std::pair{1, 45.0}, {2, -9.0}, {3, 1.0}}) {
        const std::vector<double> up = moved(times * h), down = moved(-times * h);
        for (int i = 0; i < n; ++i) column[i] += weight * (up[i] - down[i]) / (60 * h);
      }
      slope.push_back(std::move(column));
    }
    std::vector<double> before(static_cast<std::size_t>(n * n)), after = before;
    system.bracket.tensor(x.data(), before.data());
    system.bracket.tensor(y.data(), after.data());
    double worst = 0;
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j) {
        double sum = 0;
        for (int a = 0; a < n; ++a)
          for (int b = 0; b < n; ++b) sum += slope[a][i] * before[a * n + b] * slope[b][j];
        worst = std::max(worst, std::abs(sum - after[i * n + j]));
      }
    INFO(golden.name);
    CHECK(worst < 1e-9);
  }
}

TEST_CASE("in space the tangent is the slope of the rates, and every engine gives the same", "[space]") {
  for (const GoldenSpaceRun& golden : golden_space_runs()) {
    if (!golden.laws[0].law.empty()) continue;
    const Model model = model_of(golden);
    const System system = derive(model), programmed = derive(model, Engine::interpreted);
    const Flow flow = system.with_inputs(default_inputs(system));
    const Flow other = programmed.with_inputs(default_inputs(programmed));
    const std::vector<double> x = start_state(model);
    std::vector<double> v(x.size()), slope(x.size()), up(x.size()), down(x.size());
    for (std::size_t i = 0; i < v.size(); ++i) v[i] = std::cos(static_cast<double>(i * i));
    for (const Block& block : system.layout.blocks) {  // along unit quaternions: beyond them rates are no motion's
      double along = 0;
      for (int k = block.offset; k < block.offset + block.size; ++k) along += v[k] * x[k];
      for (int k = block.offset; block.size == 4 && k < block.offset + block.size; ++k) v[k] -= along * x[k];
    }
    flow.tangent(0, x.data(), v.data(), slope.data());
    const auto moved = [&](double step, std::vector<double>& out) {
      std::vector<double> there = x;
      for (std::size_t i = 0; i < v.size(); ++i) there[i] += step * v[i];
      flow.field(0, there.data(), out.data());
    };
    moved(1e-5, up);
    moved(-1e-5, down);
    for (std::size_t i = 0; i < v.size(); ++i) CHECK(std::abs((up[i] - down[i]) / 2e-5 - slope[i]) < 1e-8);
    flow.field(0, x.data(), up.data());
    other.field(0, x.data(), down.data());
    for (std::size_t i = 0; i < v.size(); ++i) CHECK(std::abs(up[i] - down[i]) < 1e-14);
    CHECK(std::abs(flow.kinetic(0, x.data()) - other.kinetic(0, x.data())) < 1e-14);
  }
}

namespace {

enum class Embedding { plane, hinges, balls };

/// The same three bodies in the plane and in the plane z = 0 of space; `springs` at joints with one angle.
std::string three_bodies(Embedding way, bool springs) {
  const bool plane = way == Embedding::plane;
  const std::string z = plane ? "]" : ", 0.0]";
  std::string out = plane ? "[model]\nformat = 1\n" : "[model]\nformat = 1\nspace = \"space\"\n";
  for (const auto& [name, mass, inertia] :
       {std::array<std::string, 3>{"a", "4.0", "1.5"}, {"b", "2.0", "1.1"}, {"c", "1.0", "0.7"}})
    out += "[[body]]\nname = \"" + name + "\"\nmass = " + mass +
           "\ninertia = " + (plane ? inertia : "[0.9, 0.8, " + inertia + "]") + "\n";
  for (const auto& [name, between, first, second] :
       {std::array<std::string, 4>{"j", "\"a\", \"b\"", "[0.5, 0.25", "[-0.5, 0.125"},
        {"k", "\"c\", \"b\"", "[-0.25, 0.5", "[0.5, 0.0"}}) {
    out += "[[joint]]\nname = \"" + name + "\"\nbetween = [" + between + "]\nat = [" + first + z + ", " + second + z +
           "]\n";
    if (way == Embedding::hinges) out += "kind = \"hinge\"\naxis = [0, 0, 2]\n";
    if (springs) out += "torque = { law = \"sine\", kp = 0.7, kd = 0.1, bias = 0.3 }\n";
  }
  if (way == Embedding::balls)
    return out +
           "[start]\nangles = { j = [\"cos(0.375)\", 0, 0, \"sin(0.375)\"], k = [\"cos(0.625)\", 0, 0, \"sin(0.625)\"] "
           "}\n"
           "rates = { j = [0, 0, -1.5], k = [0, 0, -1.3] }\nmomentum = [0, 0, 2.5]\n";
  return out + "[start]\nangles = { j = 0.75, k = 1.25 }\nrates = { j = -1.5, k = -1.3 }\nmomentum = " +
         (plane ? "2.5\n" : "[0, 0, 2.5]\n");
}

/// Attitudes as (cos θ, sin θ), and momenta about z, of all bodies at the end of a run by taylor; what leaves the plane
/// is checked to be zero.
std::vector<double> planar_end(const std::string& text) {
  const Model model = read_model({"planar limit", text});
  const System system = derive(model);
  const Flow flow = system.with_inputs(default_inputs(system));
  RunRequest asked;
  asked.settings.method = "taylor";
  asked.settings.tolerance = 1e-15;
  asked.settings.until = 5;
  asked.settings.every = 5;
  Run run(flow, system.layout, start_state(model), asked);
  while (run.step()) continue;
  REQUIRE(run.outcome().status == Status::complete);
  std::vector<BodyPose> poses(3);
  flow.pose(run.x().data(), poses.data());
  std::vector<double> out, momenta(9);
  if (flow.body_momenta)
    flow.body_momenta(run.x().data(), momenta.data());
  else
    for (int i = 0; i < 3; ++i) momenta[3 * i + 2] = run.x()[system.layout.offset(BlockKind::momentum, i)];
  for (int i = 0; i < 3; ++i) {
    const BodyPose& pose = poses[i];
    out.insert(out.end(), {pose.x, pose.y, pose.R[0], pose.R[3], momenta[3 * i + 2]});
    CHECK(std::abs(pose.z) + std::abs(pose.R[2]) + std::abs(momenta[3 * i]) + std::abs(momenta[3 * i + 1]) == 0);
  }
  out.push_back(flow.kinetic(5, run.x().data()));
  return out;
}

}  // namespace

TEST_CASE("the planar limit: a planar tree in space moves as in the plane, by balls and by hinges, to 1e-13") {
  const auto compare = [](const std::vector<double>& plane, const std::vector<double>& space) {
    for (std::size_t i = 0; i < plane.size(); ++i) CHECK(std::abs(plane[i] - space[i]) < 1e-13);
  };
  compare(planar_end(three_bodies(Embedding::plane, true)), planar_end(three_bodies(Embedding::hinges, true)));
  compare(planar_end(three_bodies(Embedding::plane, false)), planar_end(three_bodies(Embedding::balls, false)));
}

TEST_CASE("a law of a file has its numbers and arrays where the formulas look for them") {
  const std::string text = R"([model]
format = 1
space = "space"
[parameters]
k = 3
[[body]]
name = "hub"
mass = 1
inertia = [1, 1, 1]
[[body]]
name = "arm"
mass = 1
inertia = [1, 1, 1]
[[joint]]
name = "shoulder"
between = ["hub", "arm"]
at = [[1, 0, 0], [0, 1, 0]]
torque = [{ law = "log", kp = "2*k", kd = 0.5 },
          { law = "matrix", kp = [[1, 2, 3], [2, "k+1", 5], [3, 5, 6]], kd = [[7, 1, 0], [1, 8, 0], [0, 0, 0]] }]
)";
  const TreeSpec spec = tree_spec(read_model({"f", text}));
  const std::vector<BallLaw<double>> laws = ball_laws(spec, values_of(spec.inputs))[0];
  CHECK((laws[0].kind == LawKind::log && laws[0].kp == 6 && laws[0].kd == 0.5 && !laws[0].D));
  const Symmetric3<double>&K = laws[1].K, &D = *laws[1].D;
  CHECK((K.xx == 1 && K.xy == 2 && K.xz == 3 && K.yy == 4 && K.yz == 5 && K.zz == 6));
  CHECK((D.xx == 7 && D.xy == 1 && D.xz == 0 && D.yy == 8 && D.yz == 0 && D.zz == 0));
}
