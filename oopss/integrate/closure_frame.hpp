// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Cholesky>

#include "oopss/integrate/waypoint.hpp"
#include "oopss/scalar/range_inverse.hpp"

namespace oopss {

/// A closure at one state: G = ∂g/∂x, what the forces add to the rates (F), what that does to the open rates
/// (T), and S = G Tᵀ, which is symmetric and positive, ready to be solved with. If equations depend on each
/// other, only the `rank` largest eigenpairs of S count (docs/math.md).
struct ClosureFrame {
  using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

  int rank = 0;
  Rows G, F, T;  // a row per equation
  Eigen::MatrixXd S;
  Eigen::LLT<Eigen::MatrixXd> factor;                   // of S of full rank
  RangeInverse<Eigen::MatrixXd> on_range;               // of S of less
  Eigen::VectorXd residual, time_slopes, parts, rates;  // scratch

  int count() const { return static_cast<int>(S.rows()); }
};

/// A frame at a state, with the rank that S has there.
ClosureFrame closure_frame(const Flow& flow, double t, const std::vector<double>& x);

/// Takes the frame to a state. False if S has lost rank.
bool take_frame(ClosureFrame& by, const Flow& flow, double t, const double* x);

/// v becomes S⁻¹ v.
void solve(ClosureFrame& by, Eigen::Ref<Eigen::VectorXd> v);

/// One Newton step on g = 0 along T: the correction of the angles, where they stand in a state. What g was is returned.
double closing_angles(ClosureFrame& by, const Flow& flow, double t, const double* angles, double* correction);

/// The correction of the momenta with which G · open + ∂g/∂t = 0: the rates close too.
void closing_momenta(ClosureFrame& by, const Flow& flow, double t, const double* x, double* correction);

/// Brings a state near the closed ones onto them, angles first. False if there is none near.
bool close_state(ClosureFrame& by, const Flow& flow, const Layout& layout, Waypoint& point);

/// How near a state is to a pose where g loses rank: the gauge κ, and the time in which it would fall to zero if it
/// went on as it does now, infinite if it rises.
struct Approach {
  double gauge = 1, time = 0;
};
/// `direction` is that of time, ±1; the two vectors are scratch space of the size of the state.
Approach approach(const Flow& flow, double t, const double* angles, const std::vector<double>& x, double direction,
                  std::vector<double>& adds, std::vector<double>& moved);

/// Below this gauge the motion is not determined by numbers of this precision.
inline constexpr double least_gauge = 1e-4;

/// The end of a run at such a pose.
Outcome singular_pose(const Flow& flow, double t, double direction, const Approach& near);

}  // namespace oopss
