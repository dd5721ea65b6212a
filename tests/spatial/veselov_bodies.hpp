// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>

#include "oopss/integrate/composition.hpp"
#include "oopss/spatial/veselov.hpp"
#include "tests/mechanics/space_bodies.hpp"
#include "tests/spatial/golden_space.hpp"

namespace oopss {

using SpaceTree = Tree<Space<double>>;

/// A tree in motion, as the method takes it.
struct VeselovSample {
  Veselov by;
  SpaceState state;
};

inline double largest(const Vec3<double>& v) { return std::max({std::abs(v.x), std::abs(v.y), std::abs(v.z)}); }
inline double gap(const Matrix3<double>& A, const Matrix3<double>& B) {
  return std::max({largest(A.x - B.x), largest(A.y - B.y), largest(A.z - B.z)});
}
/// Modulo sign: both are the same turn.
inline double gap(const Quaternion<double>& a, const Quaternion<double>& b) {
  const double sign = a.w * b.w + dot(vector_part(a), vector_part(b)) < 0 ? -1 : 1;
  return std::max(std::abs(a.w - sign * b.w), largest(vector_part(a) - sign * vector_part(b)));
}

inline std::vector<Matrix3<double>> attitudes(VeselovSample& sample) {
  begin_step(sample.by, sample.state);
  std::vector<Matrix3<double>> out;
  for (const VeselovBody& b : sample.by.body) out.push_back(b.R);
  return out;
}

/// The momenta as `recursion` takes them: of a body on a hinge n p.
inline std::vector<Vec3<double>> recursion_momenta(const VeselovSample& sample,
                                                   const std::vector<Matrix3<double>>& attitude) {
  std::vector<Vec3<double>> mu = sample.state.mu;
  for (int i = 0; i < sample.by.tree.size(); ++i)
    if (is_hinge(sample.by.tree, i)) mu[i] = sample.state.p[i] * (attitude[i] * *sample.by.tree.hinge[i]);
  return mu;
}

inline Vec3<double> total_momentum(const VeselovSample& sample) {
  Vec3<double> total;
  for (int i = 0; i < sample.by.tree.size(); ++i)
    if (!is_hinge(sample.by.tree, i)) total = total + sample.state.mu[i];
  return total;
}

inline double kinetic_energy(VeselovSample& sample) {
  const std::vector<Matrix3<double>> attitude = attitudes(sample);
  const std::vector<Vec3<double>> mu = recursion_momenta(sample, attitude);
  const std::vector<Vec3<double>> omega = motion(sample.by.tree, attitude, mu).omega;
  double twice = 0;
  for (int i = 0; i < sample.by.tree.size(); ++i) {
    const bool hinge = is_hinge(sample.by.tree, i);
    twice += dot(mu[i], hinge ? omega[i] - omega[sample.by.tree.parent[i]] : omega[i]);
  }
  return twice / 2;
}

/// The state of bodies at these attitudes; hinges are turned by `angle`, and what is left is the joint's rest.
inline VeselovSample veselov_sample(const SpaceTree& tree, const std::vector<Matrix3<double>>& attitude,
                                    const std::vector<double>& angle, const std::vector<Quaternion<double>>& rest,
                                    const std::vector<Vec3<double>>& mu) {
  const std::size_t count = tree.m.size();
  SpaceState state{quaternion_of(attitude[tree.root()]), angle, rest, mu, std::vector<double>(count)};
  std::vector<Quaternion<double>> rests = rest;
  for (const int i : tree.order) {
    const int p = tree.parent[i], k = tree.joint[i];
    if (p < 0) continue;
    const int first = tree.sense[i] > 0 ? p : i, second = tree.sense[i] > 0 ? i : p;
    const Quaternion<double> turned = quaternion_of(transposed(attitude[first]) * attitude[second]);
    if (is_hinge(tree, i)) {
      const Vec3<double> n = attitude[i] * *tree.hinge[i];
      rests[k] = exponential(-angle[k] * (transposed(attitude[first]) * n)) * turned;
      state.p[i] = dot(n, mu[i]);
    } else {
      state.rotation[k] = turned * conjugate(rest[k]);
    }
  }
  return {veselov(tree, rests), state};
}

inline VeselovSample golden_start(const GoldenSpaceRun& run, const GoldenSpaceSample& sample) {
  std::vector<Matrix3<double>> attitude = absolute_angles(run.tree, sample.R, sample.root);
  std::vector<Vec3<double>> mu;
  for (int i = 0; i < run.tree.size(); ++i) mu.push_back(attitude[i] * sample.Pi[i]);
  project_on_hinges(run.tree, attitude, mu);
  std::vector<double> angle = sample.angles;
  angle.resize(sample.R.size());
  return veselov_sample(run.tree, attitude, angle, std::vector<Quaternion<double>>(sample.R.size()), mu);
}

/// A random tree in motion, its joints in either sense and with rests of their own; from three bodies on a mixed one
/// has both kinds of joints.
inline VeselovSample random_veselov(Draws<double>& source, int count, Joints joints) {
  SpaceSample<double> drawn = random_space_motion(source, count, joints);
  const auto hinges = [&] {
    return std::count_if(drawn.tree.hinge.begin(), drawn.tree.hinge.end(), [](const auto& n) { return n.has_value(); });
  };
  while (joints == Joints::mixed && count > 2 && (hinges() == 0 || hinges() == count - 1))
    drawn = random_space_motion(source, count, joints);
  std::vector<double> angle;
  std::vector<Quaternion<double>> rest;
  for (int k = 0; k + 1 < count; ++k) {
    angle.push_back(source.number(-1, 1));
    rest.push_back(quaternion_of(random_attitude(source)));
  }
  for (int& sense : drawn.tree.sense) sense = source.below(2) == 0 ? 1 : -1;
  return veselov_sample(drawn.tree, drawn.attitude, angle, rest, momenta(drawn.tree, drawn.attitude, drawn.omega));
}

inline const GoldenSpaceRun& golden_space(const std::string& name) {
  const auto& all = golden_space_runs();
  return *std::find_if(all.begin(), all.end(), [&](const GoldenSpaceRun& run) { return run.name == name; });
}

/// vee log R.
inline Vec3<double> rotation_vector(const Quaternion<double>& q) {
  const Vec3<double> v = q.w < 0 ? -vector_part(q) : vector_part(q);
  const double sine = std::sqrt(dot(v, v));
  return (sine < 1e-150 ? 2 : 2 * std::atan2(sine, std::abs(q.w)) / sine) * v;
}

/// So many equal steps up to t, of the method's composition of this order.
inline bool steps(VeselovSample& sample, const JointLaws& laws, int order, double t, int count) {
  const double h = t / count;
  for (int k = 0; k < count; ++k)
    if (!compose(order, k * h, h, [&](double begin, double part) {
          return veselov2(sample.by, laws, begin, part, sample.state).solved;
        }))
      return false;
  return true;
}

}  // namespace oopss
