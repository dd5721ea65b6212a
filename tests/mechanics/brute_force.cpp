// SPDX-License-Identifier: Apache-2.0
#include "tests/mechanics/brute_force.hpp"

#include "oopss/scalar/dense.hpp"

namespace oopss {

namespace {

/// d/dt of a position walk: the velocities of the mass centres.
std::vector<Vec2<double>> walk_velocities(const Bodies<double>& bodies, const std::vector<double>& theta,
                                          const std::vector<double>& omega) {
  std::vector<Vec2<double>> v;
  for (const Vec2<Dual<double>>& r : walk(lifted(bodies), moving(theta, omega))) v.push_back({r.x.slope, r.y.slope});
  return v;
}

/// The bodies that still hang on `from` when joint k is cut.
std::vector<bool> side(const Bodies<double>& bodies, int k, int from) {
  std::vector<bool> in(bodies.m.size(), false);
  in[from] = true;
  for (int pass = 1; pass < bodies.size(); ++pass)
    for (int l = 0; l < static_cast<int>(bodies.joints.size()); ++l)
      if (l != k && (in[bodies.joints[l].first] || in[bodies.joints[l].second]))
        in[bodies.joints[l].first] = in[bodies.joints[l].second] = true;
  return in;
}

Vec2<double> weighted_sum(const Bodies<double>& bodies, const std::vector<bool>& in,
                          const std::vector<Vec2<double>>& vectors) {
  Vec2<double> sum;
  for (int b = 0; b < bodies.size(); ++b)
    if (in[b]) sum = sum + bodies.m[b] * vectors[b];
  return sum;
}

}  // namespace

/// [M Gᵀ; G 0] [q''; λ] = [Q; −G' q'], where joint k asks r_first + R_first d_first = r_second + R_second d_second.
/// Then μ_i = I_i ω_i + Σ_joints of i (R_i d) × P, P the linear momentum of what hangs beyond that joint, because
/// turning body i alone carries it along without turning it.
NewtonRates newton_rates(const Bodies<double>& bodies, const std::vector<double>& theta,
                         const std::vector<double>& omega, const std::vector<double>& torque,
                         const std::vector<double>& outside) {
  const int n = bodies.size(), joints = static_cast<int>(bodies.joints.size());
  const Eigen::Index size = 3L * n + 2L * joints;
  Eigen::MatrixXd kkt = Eigen::MatrixXd::Zero(size, size);
  Eigen::VectorXd right = Eigen::VectorXd::Zero(size);
  for (int i = 0; i < n; ++i) {
    const int x = 3 * i, y = x + 1, angle = x + 2;
    kkt(x, x) = kkt(y, y) = bodies.m[i];
    kkt(angle, angle) = bodies.I[i];
    if (!outside.empty()) right(angle) = outside[i];
  }
  for (int k = 0; k < joints; ++k) {
    const PinJoint<double>& joint = bodies.joints[k];
    right(3 * joint.first + 2) += torque[k];
    right(3 * joint.second + 2) -= torque[k];
    const int row = 3 * n + 2 * k;
    const auto end = [&](int body, const Vec2<double>& arm_in_body, double sign) {
      const Vec2<double> arm = rotation(theta[body]) * arm_in_body, swing = perp(arm);
      const double entries[2][3] = {{sign, 0, sign * swing.x}, {0, sign, sign * swing.y}};
      for (int a = 0; a < 2; ++a)
        for (int b = 0; b < 3; ++b) kkt(row + a, 3 * body + b) = kkt(3 * body + b, row + a) = entries[a][b];
      right(row) += sign * omega[body] * omega[body] * arm.x;  // −(centripetal acceleration)
      right(row + 1) += sign * omega[body] * omega[body] * arm.y;
    };
    end(joint.first, joint.at_first, 1);
    end(joint.second, joint.at_second, -1);
  }
  const Eigen::VectorXd found = pivoted_solution(kkt, right);

  NewtonRates rates;
  const std::vector<Vec2<double>> v = walk_velocities(bodies, theta, omega);
  std::vector<Vec2<double>> acceleration;
  for (int i = 0; i < n; ++i) {
    const int x = 3 * i;
    acceleration.push_back({found(x), found(x + 1)});
    rates.omega_rate.push_back(found(x + 2));
    rates.mu.push_back(bodies.I[i] * omega[i]);
    rates.mu_rate.push_back(bodies.I[i] * rates.omega_rate[i]);
  }
  for (int k = 0; k < joints; ++k) {
    const PinJoint<double>& joint = bodies.joints[k];
    const int row = 3 * n + 2 * k;
    rates.joint_force.push_back({-found(row), -found(row + 1)});
    const auto end = [&](int body, int other, const Vec2<double>& arm_in_body) {
      const std::vector<bool> past = side(bodies, k, other);
      const Vec2<double> P = weighted_sum(bodies, past, v), P_rate = weighted_sum(bodies, past, acceleration);
      const Vec2<double> arm = rotation(theta[body]) * arm_in_body;
      rates.mu[body] += cross(arm, P);
      rates.mu_rate[body] += cross(omega[body] * perp(arm), P) + cross(arm, P_rate);
    };
    end(joint.first, joint.second, joint.at_first);
    end(joint.second, joint.first, joint.at_second);
  }
  return rates;
}

}  // namespace oopss
