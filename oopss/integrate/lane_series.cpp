// SPDX-License-Identifier: Apache-2.0
#include "oopss/integrate/lane_series.hpp"

#include "oopss/integrate/compensated.hpp"
#include "oopss/integrate/series_loops.hpp"
#include "oopss/scalar/register.hpp"

namespace oopss {
namespace {

/// Size of the coefficient k of a group.
Register size_at(const TaylorSeries& series, const LaneEntries& group, int k) {
  Register out = {};
  for (int n = 0; n < group.count; ++n) {
    const auto v = load<RegisterBits>(series.c + k * series.stride + group.entry[n] * register_lanes);
    out = larger_of(__builtin_bit_cast(Register, v & size_bits), out);
  }
  return out;
}

/// log₂ of the length at which the last two terms of a group have fallen as far below the largest of c_0 … c_3 h^3 as
/// `reach` of taylor_loops.cpp says, c_0 being of size `least`; −∞ where c_0 … c_3 vanish and the last do not.
Register reach(const TaylorSeries& series, const LaneEntries& group, Register least) {
  Register size = least, log_size[4] = {log2_of<RegisterBits>(least)};
  for (int k = 1; k <= 3; ++k) {
    const Register term = size_at(series, group, k);
    log_size[k] = log2_of<RegisterBits>(term);
    size = larger_of(term, size);
  }
  const auto of_last = [&](int p) {
    const Register last = size_at(series, group, p), log_last = log2_of<RegisterBits>(last);
    Register length = (log_size[0] - log_last) * *inverse(p);
    for (int k = 1; k <= 3; ++k) length = larger_of((log_size[k] - log_last) * *inverse(p - k), length);
    const Register none = Register{} - infinity;
    length = size > 0.0 ? length : none;
    return last > 0.0 ? length : -none;
  };
  return smaller_of(of_last(series.order - 1), of_last(series.order));
}

void lengths(const TaylorSeries& series, const LaneGroups& groups, double* out) {
  const Register momentum = size_at(series, groups.momenta, 0);
  Register shortest =
      smaller_of(reach(series, groups.angles, Register{} + 1.0), reach(series, groups.momenta, momentum));
  if (groups.energies.count > 0) {
    const Register least = momentum * size_at(series, groups.angles, 1);
    shortest =
        smaller_of(shortest, reach(series, groups.energies, larger_of(size_at(series, groups.energies, 0), least)));
  }
  const Register length = power_of_two<RegisterBits>(shortest + table.share[series.order]);
  store(shortest > -infinity ? length : Register{} - 1.0, out);
}

void sums(const TaylorSeries& series, int lanes, const double* h, const double* from, double* to) {
  const auto length = load<Register>(h);
  for (int i = 0; i < series.size; ++i) {
    auto x = load<Register>(from + i * lanes), rest = load<Register>(from + (series.size + i) * lanes);
    add(x, rest, increment<Register>(series, i * register_lanes, length));
    store(x, to + i * lanes);
    store(rest, to + (series.size + i) * lanes);
  }
}

}  // namespace

const LaneSeriesLoops OOPSS_LANE_SERIES = {register_lanes, lengths, sums};

}  // namespace oopss
