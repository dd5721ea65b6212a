// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "oopss/system/derived.hpp"

namespace oopss {

/// Members that go in step; number i of member k stands at [i · flow_lanes + k].
inline constexpr int flow_lanes = 32;

/// The rates of members of a family side by side. A member's numbers, to the last bit, depend neither on its lane nor
/// on those beside it nor on the kind of processor. It keeps scratch space: one serves one thread.
struct LaneFlow {
  int size = 0;   // of a state
  int width = 0;  // members in a register
  /// Puts a member, of the family of the model that this was made of, into a lane.
  std::function<void(int lane, const TreeSpec& spec, const std::vector<double>& p)> put;
  std::function<void(const double* x, double* out)> field;
  /// Rates at x + part h k, each member with its own h; empty if they are had by `combine` and `field` alone.
  std::function<void(const double* x, const double* h, double part, const double* k, double* out)> ahead;
  /// x' and the field's derivative applied to v; empty if there is none.
  std::function<void(const double* x, const double* v, double* out, double* out_v)> tangent;
  /// x_0 … x_order of the motions through x, Taylor's coefficients; of every `width` members one series after the
  /// other, entry i of x_k at [(k · size + i) · width].
  std::function<void(int order, const double* x, double* coefficients)> jet;
  /// out = x + h Σ_j weight_j k_j, `rows` numbers of each member, each with its own h; without x out = Σ_j weight_j
  /// k_j.
  void (*combine)(int rows, const double* x, const double* h, int count, const double* weight, const double* const* k,
                  double* out) = nullptr;
};

/// Why there is none for this model, in words; empty if there is.
std::string no_lanes(const TreeSpec& spec);
LaneFlow lane_flow(const TreeSpec& spec, const Layout& layout, const std::vector<double>& p);

}  // namespace oopss
