// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <functional>
#include <vector>

#include "oopss/scalar/aligned.hpp"

namespace oopss {

/// A method for members side by side: the classical one of order 4 with equal steps, or Dormand and Prince's of order
/// 8 or taylor (lane_taylor.hpp), whose steps follow a tolerance, each member's by itself.
enum class LaneMethod { rk4, dop853, taylor };

/// What a step of members side by side needs: `rows` numbers of each of `lanes` members, number i of member k at
/// [i · lanes + k], their rates, sums, and rates ahead if there are any (LaneFlow).
struct LaneRates {
  int lanes = 0, rows = 0;
  std::function<void(const double* x, double* out)> field;
  void (*combine)(int rows, const double* x, const double* h, int count, const double* weight, const double* const* k,
                  double* out) = nullptr;
  std::function<void(const double* x, const double* h, double part, const double* k, double* out)> ahead;
};

/// Steps of rk4 or dop853, each member with a length of its own. Keeps scratch space.
class LaneSteps {
 public:
  LaneSteps(LaneMethod method, LaneRates rates);

  /// out = the state one step of length h[k] from x, of every member k. What `error` tells is of this step.
  void step(const double* x, const double* h, double* out);
  /// Rates at the beginning of the last step: number i of a member.
  double rate(int i, int lane) const { return k_[0][static_cast<std::size_t>(i * rates_.lanes + lane)]; }
  /// Of dop853: h e₅²/√(e₅² + 0.01 e₃²) of the last step (dop853.cpp), with e the norms of the two error vectors by
  /// `norm(vector)`, of a member's numbers from `lane` on, `lanes` apart.
  template <class Norm>
  double error(int lane, double h, const Norm& norm) const;

 private:
  LaneMethod method_;
  LaneRates rates_;
  std::vector<AlignedDoubles> k_;  // rates of the stages
  AlignedDoubles stage_;
  std::array<AlignedDoubles, 2> error_;  // e₅ and e₃ over h
};

template <class Norm>
double LaneSteps::error(int lane, double h, const Norm& norm) const {
  const double e5 = norm(error_[0].data() + lane), e3 = norm(error_[1].data() + lane);
  return e5 == 0 ? 0 : __builtin_fabs(h) * e5 * e5 / __builtin_sqrt(e5 * e5 + 0.01 * e3 * e3);
}

}  // namespace oopss
