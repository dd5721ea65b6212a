// SPDX-License-Identifier: Apache-2.0
// Two systems that are no planar trees, made by hand: the free rigid body, equations (1.1) to (1.4) of the planar
// paper, and a bead on a closed curve. Methods, events, tables and pictures take them as they are;
// tests/analysis/handmade.cpp takes them through equilibria and branches.
#include <catch2/catch.hpp>

#include "cli/trajectory.hpp"
#include "oopss/analysis/portrait.hpp"
#include "oopss/figure/plot.hpp"
#include "oopss/figure/render.hpp"
#include "oopss/integrate/monitor.hpp"
#include "oopss/integrate/run.hpp"
#include "oopss/system/columns.hpp"
#include "tests/analysis/handmade.hpp"
#include "tests/scratch.hpp"

using namespace oopss;
using std::numbers::pi;

namespace {

/// Π' = Π × I⁻¹Π on so(3)*: the state is the momentum in the body.
System rigid_body() {
  System system;
  system.model = "free rigid body";
  system.bodies = {"body"};
  system.layout.bodies = 1;
  add_block(system.layout, BlockKind::momentum, 0, 3);
  system.inputs = {{"I_1", "", 1}, {"I_2", "", 2}, {"I_3", "", 3}};
  const auto square = [](const double* x) { return x[0] * x[0] + x[1] * x[1] + x[2] * x[2]; };
  system.casimirs = {{"momentum_square", "square of the momentum", "kg² m⁴ / s²", "total", square, square}};
  system.bracket = {3, false, [](const double* x, double* out) {  // {f, g} = −Π·(∇f × ∇g)
                      const std::array<double, 9> hat = {0, -x[2], x[1], x[2], 0, -x[0], -x[1], x[0], 0};
                      std::copy(hat.begin(), hat.end(), out);
                    }};
  system.engine = [] { return EngineUsed{"by hand", "", true}; };
  system.make_flow = [](const std::vector<double>& I, const Drive&) {
    const auto omega = [I](const double* x) { return Vector{x[0] / I[0], x[1] / I[1], x[2] / I[2]}; };
    const auto vector = [](const double* x) { return Vector{x[0], x[1], x[2]}; };
    Flow flow;
    flow.field = [=](double, const double* x, double* out) {
      const Vector rate = cross(vector(x), omega(x));
      std::copy(rate.begin(), rate.end(), out);
    };
    flow.tangent = [=](double, const double* x, const double* v, double* out) {
      const Vector a = cross(vector(v), omega(x)), b = cross(vector(x), omega(v));
      for (int k = 0; k < 3; ++k) out[k] = a[k] + b[k];
    };
    flow.kinetic = [=](double, const double* x) { return dot(vector(x), omega(x)) / 2; };
    flow.stored = [](double, const double*) { return 0.0; };
    flow.pose = [](const double*, BodyPose* out) { *out = {}; };
    /// Turns about the axes one after the other, forwards and backwards: each is the exact flow of Π_k²/(2 I_k).
    flow.own = {"splitting",
                "turns about the three axes",
                2,
                true,
                true,
                true,
                true,
                false,
                [I](double, double h, const double* x, double* out) {
                  if (out != x) std::copy(x, x + 3, out);
                  constexpr std::array<int, 5> axes = {0, 1, 2, 1, 0};
                  for (const int k : axes) {
                    const double angle = -(k == 2 ? h : h / 2) * out[k] / I[k], c = std::cos(angle),
                                 s = std::sin(angle);
                    double &a = out[(k + 1) % 3], &b = out[(k + 2) % 3];
                    const double perp = c * a - s * b;
                    b = s * a + c * b;
                    a = perp;
                  }
                  return Flow::OwnStep::Left{};
                }};
    return flow;
  };
  return system;
}

/// ½ (s', θ') G (s', θ')ᵀ with G = (A B; B I): the state is s, ν = ∂L/∂s', μ = ∂L/∂θ', θ.
System bead() {
  System system = bead_without_flow();
  system.engine = [] { return EngineUsed{"by hand", "", true}; };
  system.make_flow = [](const std::vector<double>&, const Drive&) {
    const BeadOnEllipse with;
    const auto rates = [with](const double* x) {  // s', θ'
      const double A = with.m * (std::pow(with.a * std::sin(x[0]), 2) + std::pow(with.b * std::cos(x[0]), 2));
      const double B = with.coupling(x[0]), I = with.I(x[0]), det = A * I - B * B;
      return std::array<double, 2>{(I * x[1] - B * x[2]) / det, (A * x[2] - B * x[1]) / det};
    };
    Flow flow;
    flow.field = [=](double, const double* x, double* out) {
      const auto [u, w] = rates(x);
      const double s = std::sin(x[0]), c = std::cos(x[0]);
      const double A1 = 2 * with.m * (with.a * with.a - with.b * with.b) * s * c;
      const double B1 = with.m * (with.y * with.a * c - with.x * with.b * s);
      out[0] = u;
      out[1] = (A1 * u * u + 2 * B1 * u * w + with.I1(x[0]) * w * w) / 2;
      out[2] = 0;
      out[3] = w;
    };
    flow.kinetic = [=](double, const double* x) {
      const auto [u, w] = rates(x);
      return (x[1] * u + x[2] * w) / 2;
    };
    flow.stored = [](double, const double*) { return 0.0; };
    flow.pose = [with](const double* x, BodyPose* out) {
      const double rx = with.x + with.a * std::cos(x[0]), ry = with.y + with.b * std::sin(x[0]);
      const double c = std::cos(x[3]), s = std::sin(x[3]);
      out[0] = planar_pose(0, 0, x[3]);
      out[1] = planar_pose(c * rx - s * ry, s * rx + c * ry, x[3] + x[0]);
    };
    return flow;
  };
  return system;
}

/// Complete elliptic integral K(k) by the arithmetic-geometric mean.
double elliptic(double k) {
  double a = 1, b = std::sqrt(1 - k * k);
  for (int repeat = 0; repeat < 12; ++repeat) {
    const double mean = (a + b) / 2;
    b = std::sqrt(a * b);
    a = mean;
  }
  return pi / (2 * a);
}

/// Writes a run as CSV, reads it back, and holds it against the run; the table.
Table recorded(const System& system, const Skeleton& skeleton, const Path& path) {
  const Flow flow = system.with_inputs(default_inputs(system));
  Recorder rows = recorder(system, skeleton, trajectory_columns(system));
  const Scratch folder;
  const std::string file = (folder.path / "run.csv").string();
  Journal journal(file, names_of(rows.columns));
  for (int i = 0; i < path.points.count(); ++i)
    journal.append(record(rows, flow, path.points.t[i], path.points.row(i)));
  journal.finish();
  Table table = read_table(file);
  REQUIRE(table.rows() == static_cast<std::size_t>(path.points.count()));
  for (const Column& column : state_columns(system))
    for (std::size_t i = 0; i < table.rows(); ++i)
      REQUIRE(find_column(table, column.name)->at(i) == path.points.row(static_cast<int>(i))[column.place]);
  return table;
}

}  // namespace

TEST_CASE("(1.1)-(1.4) the free rigid body: rates are the Lie-Poisson bracket of the energy, and |Π| is its Casimir") {
  const System system = rigid_body();
  const Flow flow = system.with_inputs(default_inputs(system));
  const std::vector<double> x = {0.4, -1.1, 0.7}, I = default_inputs(system);
  std::array<double, 9> tensor{};
  std::array<double, 3> rates{};
  system.bracket.tensor(x.data(), tensor.data());
  flow.field(0, x.data(), rates.data());
  for (int i = 0; i < 3; ++i) {
    double rate = 0, of_casimir = 0;
    for (int j = 0; j < 3; ++j) {
      rate += tensor[3 * i + j] * x[j] / I[j];
      of_casimir += tensor[3 * i + j] * 2 * x[j];
      CHECK(tensor[3 * i + j] == -tensor[3 * j + i]);
    }
    CHECK(rate == Approx(rates[i]).epsilon(1e-14));
    CHECK(std::abs(of_casimir) < 1e-15);
  }
}

TEST_CASE(
    "the free rigid body runs by every method that serves it, and turns over in the period of Jacobi's functions") {
  const System system = rigid_body();
  const Flow flow = system.with_inputs(default_inputs(system));
  const std::vector<double> start = {0.3, 0, 1.2}, I = default_inputs(system);
  const double E2 = start[0] * start[0] / I[0] + start[2] * start[2] / I[2],
               M2 = start[0] * start[0] + start[2] * start[2];
  const double fast = (I[2] - I[1]) * (M2 - E2 * I[0]), k2 = (I[1] - I[0]) * (E2 * I[2] - M2) / fast;
  const double period = 4 * elliptic(std::sqrt(k2)) * std::sqrt(I[0] * I[1] * I[2] / fast);
  const Event turning{[](double, const double* x) { return x[1]; }};
  for (const std::string method : {"splitting", "gauss6", "dop853", "cvode"}) {
    RunRequest request{.settings = {.method = method, .until = 2.2 * period, .every = period / 20},
                       .events = {turning}};
    (find_method(method, flow)->adaptive ? request.settings.tolerance : request.settings.step) =
        method == "splitting" ? 1e-3
        : method == "gauss6"  ? 0.05
                              : 1e-11;
    const Path path = integrate(flow, system.layout, start, request);
    INFO(method << ": " << path.outcome.words);
    REQUIRE(path.outcome.good());
    REQUIRE(path.hits.size() >= 4);
    const double allowed = method == "splitting" ? 1e-5 : method == "cvode" ? 1e-6 : 1e-8;
    for (std::size_t k = 1; k < path.hits.size(); ++k)
      CHECK(path.hits[k].t - path.hits[k - 1].t == Approx(period / 2).epsilon(allowed));
    Monitor monitor = monitor_of(system.casimirs);
    for (int i = 0; i < path.points.count(); ++i)
      observe(monitor, flow, system.layout, path.points.t[i], path.points.row(i));
    if (method == "splitting") CHECK(monitor.momentum().max_relative_drift() < 1e-13);
    CHECK(monitor.energy.max_relative_drift() < 1e-6);
  }
  CHECK(default_method(false, flow).name == "splitting");
  CHECK(
      problem({{.method = "taylor", .tolerance = 1e-10}}, flow, system.layout) ==
      "taylor needs Taylor coefficients, which this system has not; these serve it: splitting, gauss2, gauss4, gauss6, "
      "cvode, dop853");
}

TEST_CASE("the free rigid body's table has its momentum by components, and is drawn") {
  const System system = rigid_body();
  const Flow flow = system.with_inputs(default_inputs(system));
  const Path path = integrate(flow, system.layout, {0.01, 1, 0.01}, {{.step = 0.01, .until = 30, .every = 0.1}});
  const Table table = recorded(system, {{"body"}, {1}, {}}, path);
  CHECK(table.names == std::vector<std::string>{"t", "momentum.body.x", "momentum.body.y", "momentum.body.z", "kinetic",
                                                "energy", "momentum_square"});
  Plot wanted;
  wanted.title = system.model;
  wanted.t = table.columns[0];
  wanted.skeleton = {{"body"}, {1}, {}};
  for (int c = 1; c < 4; ++c)
    wanted.series.push_back({"angular momentum", "kg m²/s", table.names[c], c - 1, table.columns[c]});
  CHECK_THAT(render(plot(wanted), Picture::svg), Catch::Contains("momentum.body.y"));
}

TEST_CASE("a bead on a closed curve goes round in the period of its portrait, and is recorded and drawn") {
  const System system = bead();
  const Flow flow = system.with_inputs(default_inputs(system));
  const BeadOnEllipse with;
  const std::vector<double> start = {0, 6, with.mu, 0};
  const double energy = flow.kinetic(0, start.data());
  const Event home{[](double, const double* x) { return std::sin(x[0] / 2); }};
  const Path path =
      integrate(flow, system.layout, start,
                {.settings = {.method = "gauss6", .step = 0.002, .until = 8, .every = 0.02}, .events = {home}});
  REQUIRE(path.outcome.good());
  REQUIRE(path.hits.size() >= 2);
  const LeafPortrait portrait = leaf_portrait(leaf(with), {energy});
  const auto curve = std::find_if(portrait.curves.begin(), portrait.curves.end(), [&](const OrbitCurve& one) {
    return one.energy == energy && one.kind == OrbitKind::rotation_up;
  });
  REQUIRE(curve != portrait.curves.end());
  CHECK(path.hits[1].t - path.hits[0].t == Approx(*curve->period).epsilon(1e-8));
  Monitor monitor = monitor_of(system.casimirs);
  for (int i = 0; i < path.points.count(); ++i)
    observe(monitor, flow, system.layout, path.points.t[i], path.points.row(i));
  CHECK(monitor.momentum().max_relative_drift() == 0);
  CHECK(monitor.energy.max_relative_drift() < 1e-9);

  const Skeleton skeleton{{"ellipse", "bead"}, {1, 1}, {}};
  const Table table = recorded(system, skeleton, path);
  CHECK(table.names == std::vector<std::string>{"t", "angle.s", "momentum.bead", "momentum.ellipse", "absolute.ellipse",
                                                "absolute.bead", "kinetic", "energy", "momentum_total"});
  Plot wanted;
  wanted.title = system.model;
  wanted.skeleton = skeleton;
  wanted.frame = Frame{Frame::Kind::body, 0, 0};
  for (int i = 0; i < path.points.count(); ++i) {
    wanted.t.push_back(path.points.t[i]);
    wanted.motion.t.push_back(path.points.t[i]);
    wanted.motion.poses.emplace_back(2);
    flow.pose(path.points.row(i), wanted.motion.poses.back().data());
    const BodyPose seen = seen_from(*wanted.frame, skeleton, wanted.motion.poses.back(), wanted.motion.poses.back()[1]);
    CHECK(std::pow((seen.x - with.x) / with.a, 2) + std::pow((seen.y - with.y) / with.b, 2) ==
          Approx(1).epsilon(1e-12));
  }
  CHECK_THAT(render(plot(wanted), Picture::svg), Catch::Contains("bead"));
}
