// SPDX-License-Identifier: Apache-2.0
// Hinges whose motion is prescribed, and how bodies in space have turned after a closed loop.
#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>

#include "oopss/model/read.hpp"
#include "oopss/system/columns.hpp"
#include "oopss/system/tree_spec.hpp"
#include "tests/mechanics/space_bodies.hpp"
#include "tests/system/ran.hpp"

using namespace oopss;

namespace {

std::string row_text(const Vec3<double>& v) { return fmt::format("[{:.17g}, {:.17g}, {:.17g}]", v.x, v.y, v.z); }

/// A random tree whose joints are, in turn: a hinge that is moved, a ball, a hinge with a demand, a free hinge.
std::string random_model(Draws<double>& source, int count) {
  std::string out = "[model]\nformat = 1\nspace = \"space\"\n";
  for (int i = 0; i < count; ++i) {
    const double mass = source.number(0.5, 2);
    const Vec3<double> moments = {source.number(1, 1.5), source.number(1, 1.5), source.number(1, 1.5)};
    out += fmt::format("[[body]]\nname = \"b{}\"\nmass = {:.17g}\ninertia = {}\n", i, mass, row_text(moments));
  }
  for (int k = 0; k + 1 < count; ++k) {
    const int parent = source.below(k + 1);
    const bool flipped = source.below(2) == 0;
    const Vec3<double> inner = random_vector(source, 1), outer = random_vector(source, 1),
                       axis = random_vector(source, 1), rest = random_vector(source, 1);
    out += fmt::format("[[joint]]\nname = \"j{}\"\nbetween = [\"b{}\", \"b{}\"]\nat = [{}, {}]\n", k,
                       flipped ? k + 1 : parent, flipped ? parent : k + 1, row_text(inner), row_text(outer));
    if (k % 4 != 1) out += fmt::format("kind = \"hinge\"\naxis = {}\n", row_text(axis));
    if (k % 3 == 0) out += fmt::format("rest = [1, {:.17g}, {:.17g}, {:.17g}]\n", rest.x, rest.y, rest.z);
    if (k % 4 == 0) out += "motion = \"0.3 + t^2/2 + 0.5*sin(1.3*t)\"\n";
    if (k % 4 == 1) out += "torque = { law = \"skew\", kp = 2, kd = 0.3 }\n";
    if (k % 4 == 2) out += "torque = { law = \"linearise\", frequency = 2, damping = 0.7, target = \"cos(t)\" }\n";
  }
  return out;
}

/// The spin of unit quaternions q with the rates q': vector part of 2 q' q̄, before the turn.
Vec3<double> spin_of(const double* q, const double* rate) {
  const Quaternion<double> twice = Quaternion<double>{2 * rate[0], 2 * rate[1], 2 * rate[2], 2 * rate[3]} *
                                   conjugate(Quaternion<double>{q[0], q[1], q[2], q[3]});
  return vector_part(twice);
}

/// Attitudes and spins of all bodies by the poses and the rates of a state.
SpaceSample<double> sample_of(const System& system, const Flow& flow, const SpaceTree<double>& tree,
                              const std::vector<double>& x, const std::vector<double>& rates) {
  SpaceSample<double> out{tree, {}, std::vector<Vec3<double>>(tree.m.size())};
  std::vector<BodyPose> poses(tree.m.size());
  flow.pose(x.data(), poses.data());
  for (const BodyPose& pose : poses)
    out.attitude.push_back(
        {{pose.R[0], pose.R[1], pose.R[2]}, {pose.R[3], pose.R[4], pose.R[5]}, {pose.R[6], pose.R[7], pose.R[8]}});
  for (const int i : tree.order) {
    const int p = tree.parent[i];
    if (p < 0) {
      const int own = system.layout.offset(BlockKind::attitude);
      out.omega[i] = spin_of(x.data() + own, rates.data() + own);
      continue;
    }
    const int k = tree.joint[i], first = tree.sense[i] > 0 ? p : i;
    const int angle = system.layout.offset(BlockKind::joint_angle, k),
              turn = system.layout.offset(BlockKind::rotation, k);
    const Vec3<double> spin = out.attitude[first] * (angle >= 0 ? rates[angle] * *tree.joints[k].axis
                                                                : spin_of(x.data() + turn, rates.data() + turn));
    out.omega[i] = tree.sense[i] > 0 ? out.omega[p] + spin : out.omega[p] - spin;
  }
  return out;
}

double apart(const Vec3<double>& a, const Vec3<double>& b) { return std::sqrt(dot(a - b, a - b)); }

/// Three bodies on two hinges with crossed axes.
Model crossed_hinges(const std::string& of_j, const std::string& of_k, const std::string& start) {
  return read_model(
      {"three bodies",
       fmt::format("[model]\nformat = 1\nspace = \"space\"\n"
                   "[[body]]\nname = \"a\"\nmass = 2\ninertia = [0.9, 0.8, 1.2]\n"
                   "[[body]]\nname = \"b\"\nmass = 1\ninertia = [0.2, 0.3, 0.4]\n"
                   "[[body]]\nname = \"c\"\nmass = 1.5\ninertia = [0.6, 0.9, 0.7]\n"
                   "[[joint]]\nname = \"j\"\nkind = \"hinge\"\naxis = [0, 1, 0]\nbetween = [\"a\", \"b\"]\n"
                   "at = [[0.5, 0.2, 0], [-0.3, 0, 0.1]]\n{}\n"
                   "[[joint]]\nname = \"k\"\nkind = \"hinge\"\naxis = [0, 0.2, 1]\nbetween = [\"c\", \"b\"]\n"
                   "at = [[-0.4, 0, 0], [0.3, 0.1, 0]]\n{}\n[start]\n{}\n",
                   of_j, of_k, start)});
}

}  // namespace

TEST_CASE("prescribed hinges: the torques found give the motions by Newton and Euler's laws, beside balls and laws") {
  Draws<double> source(1776);
  const double t = 0.7;
  for (int count = 2; count <= 7; ++count) {
    const Model model = read_model({"random", random_model(source, count)});
    const System system = derive(model), programmed = derive(model, Engine::interpreted);
    const Flow flow = system.with_inputs(default_inputs(system)),
               other = programmed.with_inputs(default_inputs(programmed));
    const SpaceTree<double> tree = space_tree(tree_spec(model), default_inputs(system));
    std::vector<double> x(static_cast<std::size_t>(system.layout.size)), rates(x.size()), same(x.size());
    for (double& value : x) value = source.number(-1, 1);
    std::vector<double> before = x;
    flow.normalise(t, before.data());
    for (const Block& block : system.layout.blocks)  // what is given is not taken from the state
      for (int i = block.offset; i < block.offset + block.size; ++i)
        if (block.size == 4) x[i] = before[i];
    flow.field(t, x.data(), same.data());
    x = before;
    flow.field(t, x.data(), rates.data());
    for (std::size_t i = 0; i < x.size(); ++i) CHECK(std::abs(rates[i] - same[i]) < 1e-12);
    other.field(t, x.data(), same.data());
    for (std::size_t i = 0; i < x.size(); ++i) CHECK(std::abs(rates[i] - same[i]) < 1e-11);
    CHECK(flow.kinetic(t, x.data()) == Approx(other.kinetic(t, x.data())).epsilon(1e-13));

    std::vector<double> T(3 * tree.joints.size()), T_programmed(T.size()), forces(T.size());
    flow.joint_torques(t, x.data(), T.data());
    other.joint_torques(t, x.data(), T_programmed.data());
    for (std::size_t i = 0; i < T.size(); ++i) CHECK(std::abs(T[i] - T_programmed[i]) < 1e-11);
    flow.joint_forces(t, x.data(), forces.data());
    const SpaceSample<double> sample = sample_of(system, flow, tree, x, rates);
    std::vector<Vec3<double>> torque(tree.m.size());
    std::vector<int> body(tree.joints.size()), place;
    for (const int i : tree.order)
      if (tree.parent[i] >= 0) body[tree.joint[i]] = i;
    for (std::size_t k = 0, next = 0; k < tree.joints.size(); next += tree.joints[k++].axis ? 1 : 3) {
      const int i = body[k], second = tree.sense[i] > 0 ? i : tree.parent[i];
      const Vec3<double> on_first = tree.joints[k].axis
                                        ? T[next] * (sample.attitude[i] * *tree.hinge[i])
                                        : sample.attitude[second] * Vec3<double>{T[next], T[next + 1], T[next + 2]};
      torque[i] = tree.sense[i] > 0 ? -on_first : on_first;
      place.push_back(static_cast<int>(next));
    }
    const SpaceNewton newton = space_newton(sample, torque);
    double power = 0;
    for (std::size_t k = 0; k < body.size(); ++k) {
      INFO(count << " bodies, joint " << k);
      const int i = body[k], p = tree.parent[i];
      const Vec3<double> force = {forces[3 * k], forces[3 * k + 1], forces[3 * k + 2]};
      CHECK(apart(tree.sense[i] > 0 ? force : -force, newton.force[i]) < 1e-10);
      if (!tree.joints[k].axis) continue;
      const int own = system.layout.offset(BlockKind::joint_angle, static_cast<int>(k));
      const double angle = x[own], rate = rates[own],
                   acceleration = tree.sense[i] *
                                  dot(sample.attitude[i] * *tree.hinge[i], newton.omega_rate[i] - newton.omega_rate[p]);
      if (k % 4 == 0) {
        CHECK(angle == 0.3 + t * t / 2 + 0.5 * std::sin(1.3 * t));
        CHECK(rate == Approx(t + 0.65 * std::cos(1.3 * t)).epsilon(1e-14));
        CHECK(acceleration == Approx(1 - 0.845 * std::sin(1.3 * t)).margin(1e-11));
      }
      if (k % 4 == 2)
        CHECK(acceleration ==
              Approx(-std::cos(t) + 2.8 * (-std::sin(t) - rate) + 4 * (std::cos(t) - angle)).margin(1e-10));
      if (k % 4 == 3) CHECK(T[place[k]] == 0);
      power -= T[place[k]] * rate;
    }
    CHECK(rates[system.layout.offset(BlockKind::work)] == Approx(power).margin(1e-10));
    for (int i = 0; i < count; ++i) {
      INFO(count << " bodies, body " << i);
      const double *p = x.data() + system.layout.offset(BlockKind::momentum, i),
                   *p_rate = rates.data() + system.layout.offset(BlockKind::momentum, i);
      if (is_hinge(tree, i)) {
        const Vec3<double> n = sample.attitude[i] * *tree.hinge[i];
        CHECK(*p == Approx(dot(n, newton.mu[i])).margin(1e-12));
        CHECK(*p_rate == Approx(dot(n, newton.mu_rate[i])).margin(1e-10));
      } else {
        CHECK(apart({p[0], p[1], p[2]}, newton.mu[i]) < 1e-12);
        CHECK(apart({p_rate[0], p_rate[1], p_rate[2]}, newton.mu_rate[i]) < 1e-10);
      }
    }
  }
}

TEST_CASE("prescribed hinges: taylor, dop853 and cvode serve, angles are exact, and the balance of energy holds") {
  const Model model = crossed_hinges("motion = \"0.4*sin(2*t)\"", "torque = { law = \"sine\", kp = 2, kd = 0.1 }",
                                     "angles = { k = 0.5 }\nrates = { k = -0.3 }\nmomentum = [0.2, -0.3, 0.5]");
  const Ran best = ran(model, {.method = "taylor", .tolerance = 1e-15, .until = 2});
  REQUIRE(best.outcome.status == Status::complete);
  CHECK(best.monitor.work != 0);
  CHECK(best.phase.reason.find("the angle of j ends ") == 0);
  for (const auto& [method, tolerance, error] :
       {std::tuple("taylor", 1e-12, 1e-10), {"dop853", 1e-12, 1e-10}, {"cvode", 1e-11, 1e-7}}) {
    INFO(method);
    const Ran here = ran(model, {.method = method, .tolerance = tolerance, .until = 2, .every = 0.1});
    REQUIRE(here.outcome.status == Status::complete);
    CHECK(here.end[0] == Approx(0.4 * std::sin(4.0)).epsilon(1e-15));
    for (std::size_t i = 0; i < here.end.size(); ++i) CHECK(std::abs(here.end[i] - best.end[i]) < error);
    CHECK(here.monitor.max_error < error);
    CHECK(momentum_drift(here.monitor).max_drift < (method == std::string("cvode") ? 1e-9 : 1e-14));
  }
  CHECK(own_methods(best.flow).empty());
  CHECK(default_method(false, best.flow).name == "taylor");
  CHECK(unserved(*find_method("gauss4"), best.flow) ==
        "gauss4 does not keep attitudes in space; these serve it: taylor, cvode, dop853");
}

TEST_CASE("prescribed hinges: a corner of the motion is a blow, whose work counts; a jump ends the run in words") {
  const Model corner =
      crossed_hinges("motion = \"ramp(t, 0.25, 1)\"", "motion = \"abs(t - 1.5)\"", "momentum = [0.2, 0, -0.1]");
  for (const RunSettings& settings : {RunSettings{.method = "taylor", .tolerance = 1e-14, .until = 2, .every = 0.01},
                                      RunSettings{.method = "dop853", .tolerance = 1e-12, .until = 2, .every = 0.01}}) {
    const Ran here = ran(corner, settings);
    REQUIRE(here.outcome.status == Status::complete);
    CHECK(here.monitor.max_error < 1e-10);
    CHECK(here.phase.reason == "the angle of j ends 1 rad from where it began");
  }
  const Ran jump = ran(crossed_hinges("motion = \"pulse(t, 0.5, 3)\"", "", "momentum = [1, 0, 0]\nrates = { k = 0 }"),
                       {.method = "taylor", .tolerance = 1e-10, .until = 2});
  CHECK(jump.outcome.words == "the motion of joint 'j' jumps by 1 rad at t = 0.5");
}

TEST_CASE("a symmetric top turns about its momentum by |M| T/I_1 while it spins once about its axis") {
  const double I_1 = 0.8, I_3 = 1.3;
  const Vec3<double> Pi = {0.3, 0.4, 0.7};
  const Model top =
      read_model({"top", fmt::format("[model]\nformat = 1\nspace = \"space\"\n[[body]]\nname = \"top\"\n"
                                     "mass = 1\ninertia = [{0}, {0}, {1}]\n[start]\nmomenta = {{ top = {2} }}\n",
                                     I_1, I_3, row_text(Pi))});
  const double T = 2 * std::numbers::pi / (Pi.z * (1 / I_1 - 1 / I_3));
  const Phase phase = ran(top, {.method = "taylor", .tolerance = 1e-15, .until = T}).phase;
  CHECK(phase.reason == "");
  CHECK(!phase.rotation);
  REQUIRE(phase.angle);
  CHECK(*phase.angle == Approx(std::remainder(std::sqrt(dot(Pi, Pi)) * T / I_1, 2 * std::numbers::pi)).margin(1e-10));
  CHECK(ran(top, {.method = "taylor", .tolerance = 1e-15, .until = T / 2}).phase.reason ==
        "the momentum of top ends 1 kg m²/s from where it began");
}

TEST_CASE("a planar loop in space turns all about the momentum by its phase in the plane, and without one about z") {
  const auto model = [](bool plane, double momentum) {
    const std::string end = plane ? "]" : ", 0]", hinge = plane ? "" : "kind = \"hinge\"\naxis = [0, 0, 1]\n";
    std::string out = plane ? "[model]\nformat = 1\n" : "[model]\nformat = 1\nspace = \"space\"\n";
    for (const char* name : {"a", "b", "c"})
      out += fmt::format("[[body]]\nname = \"{}\"\nmass = 1\ninertia = {}\n", name,
                         plane ? "\"1/12\"" : "[\"1/16\", \"1/16\", \"1/12\"]");
    for (const auto& [joint, between, motion] :
         {std::tuple("j", "\"a\", \"b\"", "1.5 + cos(pi*t/2)"), {"k", "\"b\", \"c\"", "1.5 + sin(pi*t/2)"}})
      out += fmt::format(
          "[[joint]]\nname = \"{0}\"\nbetween = [{1}]\nat = [[0.5, 0{3}, [-0.5, 0{3}]\n{4}motion = \"{2}\"\n", joint,
          between, motion, end, hinge);
    return read_model({"loop", out + (plane ? fmt::format("[start]\nmomentum = {}\n", momentum)
                                            : fmt::format("[start]\nmomentum = [0, 0, {}]\n", momentum))});
  };
  const RunSettings settings{.method = "taylor", .tolerance = 1e-15, .until = 4};
  for (const double momentum : {0.0, 2.0, -2.0}) {
    const Phase plane = ran(model(true, momentum), settings).phase, space = ran(model(false, momentum), settings).phase;
    CHECK(plane.reason == "");
    CHECK(space.reason == "");
    const double total = std::remainder(momentum < 0 ? -plane.total : plane.total, 2 * std::numbers::pi);
    if (momentum != 0) {
      REQUIRE(space.angle);
      CHECK(*space.angle == Approx(total).margin(1e-12));
      continue;
    }
    REQUIRE(space.rotation);
    const double c = std::cos(total), s = std::sin(total);
    const std::array<double, 9> about_z = {c, -s, 0, s, c, 0, 0, 0, 1};
    for (std::size_t i = 0; i < 9; ++i) CHECK((*space.rotation)[i] == Approx(about_z[i]).margin(1e-12));
  }
}

TEST_CASE("the falling cat turns over as the un-reduced motion under its torques does, by Newton and Euler's laws") {
  const Model model = load_model("falling-cat");
  const double end = model.run.until.value;
  const Ran cat = ran(model, {.method = "taylor", .tolerance = 1e-14, .until = end});
  REQUIRE(cat.phase.rotation);
  const std::array<double, 9>& R = *cat.phase.rotation;
  CHECK(R[0] == Approx(1).margin(1e-7));  // half a turn about its back, but for the digits of `bend` and a tilt of 1e-4
  for (const std::size_t i : {4, 8}) CHECK(R[i] == Approx(-1).margin(1e-7));
  CHECK(std::abs(R[7] - R[5]) < 1e-6);
  CHECK(momentum_drift(cat.monitor).max_drift < 1e-15);

  const SpaceTree<double> tree = space_tree(tree_spec(model), default_inputs(cat.system));
  const Vec3<double> chest = *tree.joints[0].axis, loins = *tree.joints[1].axis;
  struct State {  // attitudes and spins of front, spine and rear; straight and at rest as it starts
    std::vector<Quaternion<double>> q = std::vector<Quaternion<double>>(3);
    std::vector<Vec3<double>> omega = std::vector<Vec3<double>>(3);
  };
  const auto rates = [&](double t, const State& state) {
    SpaceSample<double> sample{tree, {}, state.omega};
    State out;
    for (std::size_t i = 0; i < 3; ++i) {
      sample.attitude.push_back(rotation_of(normalised(state.q[i])));
      out.q[i] = quaternion_rate(state.omega[i], state.q[i]);
    }
    std::vector<double> T(2);  // with all joints prescribed a function of time and of the momentum seen from the root
    cat.flow.joint_torques(t, cat.start.data(), T.data());
    const Vec3<double> on_front = T[0] * (sample.attitude[0] * chest), on_spine = T[1] * (sample.attitude[1] * loins);
    REQUIRE(tree.root() == 0);
    out.omega = space_newton(sample, {{}, -on_front, -on_spine}).omega_rate;
    return out;
  };
  const auto ahead = [](State state, double by, const State& rate) {
    for (std::size_t i = 0; i < 3; ++i) {
      const Quaternion<double>& d = rate.q[i];
      Quaternion<double>& q = state.q[i];
      q = {q.w + by * d.w, q.x + by * d.x, q.y + by * d.y, q.z + by * d.z};
      state.omega[i] = state.omega[i] + by * rate.omega[i];
    }
    return state;
  };
  constexpr int steps = 300;
  const double h = end / steps;
  State now;
  for (int step = 0; step < steps; ++step) {  // the classical method of order four
    const double t = step * h;
    const State k1 = rates(t, now), k2 = rates(t + h / 2, ahead(now, h / 2, k1)),
                k3 = rates(t + h / 2, ahead(now, h / 2, k2)), k4 = rates(t + h, ahead(now, h, k3));
    now = ahead(ahead(ahead(ahead(now, h / 6, k1), h / 3, k2), h / 3, k3), h / 6, k4);
  }
  for (const Quaternion<double>& q : now.q) {  // straight again, and turned: to the error of those steps
    const Matrix3<double> A = rotation_of(normalised(q));
    CHECK(apart(A.x, {R[0], R[1], R[2]}) + apart(A.y, {R[3], R[4], R[5]}) + apart(A.z, {R[6], R[7], R[8]}) < 1e-4);
  }
}
