// SPDX-License-Identifier: Apache-2.0
// The methods of generated code in the notation (notation.hpp); for integrator.cpp alone.
#pragma once

namespace oopss::integrator_texts {

/// What both families of methods need.
inline constexpr const char* common = R"(
# The largest number of v, which is like the state: of its angles (kind 0) or of its momenta (kind 1).
fun largest(v[], kind:int)
  real found
  found = 0.0
  for i in 0 .. states
    if is_momentum[i] == kind
      found = max(found, abs(v[i]))
    end
  end
  return found
end

# x + rest += change without loss: rest keeps what rounding takes from x.
sub add(change[], x[&], rest[&])
  real small, moved, back
  for i in 0 .. states
    small = change[i] + rest[i]
    moved = x[i] + small
    back = moved - x[i]
    rest[i] = (x[i] - (moved - back)) + (small - back)
    x[i] = moved
  end
end

# 1 if all numbers of the state are finite, else 0.
fun all_finite(x[])
  real found
  found = 1.0
  for i in 0 .. states
    if not isfinite(x[i])
      found = 0.0
    end
  end
  return found
end

# The time of row n: every `every` from the start, and the last at the end.
fun row_time(n:int, from_t, to_t, every)
  real found
  found = from_t + real(n) * every
  if to_t < from_t
    found = from_t - real(n) * every
  end
  if abs(found - to_t) < 1e-9 * every or abs(found - from_t) > abs(to_t - from_t)
    found = to_t
  end
  return found
end
)";

/// The classical method.
inline constexpr const char* rk4_step = R"(
# One step of the classical method of order 4.
sub make_step(t, h, p[], u[], x[&], rest[&], left[&])
  real y[states], k[states], sum[states]
  call field(t, x, p, u, k)
  for c in 0 .. states
    sum[c] = x[c] + h * rk4_b[0] * k[c]
  end
  $over_stages i in 1 .. 4
    for c in 0 .. states
      y[c] = x[c] + h * rk4_c[i] * k[c]
    end
    call field(t + rk4_c[i] * h, y, p, u, k)
    for c in 0 .. states
      sum[c] = sum[c] + h * rk4_b[i] * k[c]
    end
  end
  for c in 0 .. states
    x[c] = sum[c]
  end
  call settle(t + h, p, u, x)
end
)";

/// D_i = h b_i f(t + c_i h, x + Σ a_ij D_j / b_j); a stage takes the latest of the others. Lines with $until are for
/// sweeps until rounding is left, those with $fixed for a number of them.
inline constexpr const char* gauss_step = R"(
# D_i = h b_i f(t + c_i h, x + sum a_ij D_j / b_j) of all stages, one after the other.
sub sweep_stages(t, h, p[], u[], x[], rest[], stage[&])
  real y[states], k[states]
  for i in 0 .. stages
    for c in 0 .. states
      y[c] = rest[c]
      for j in 0 .. stages
        y[c] = y[c] + gauss_part[i * stages + j] * stage[j * states + c]
      end
      y[c] = x[c] + y[c]
    end
    call field(t + gauss_c[i] * h, y, p, u, k)
    for c in 0 .. states
      stage[i * states + c] = h * gauss_b[i] * k[c]
    end
  end
end

# The largest change of a stage, of momenta in units of the largest of x and of the stages.
fun stages_changed(x[], before[], stage[])
  real y[states], found, scale
  scale = largest(x, 1)
  for i in 0 .. stages
    for c in 0 .. states
      y[c] = stage[i * states + c]
    end
    scale = max(scale, largest(y, 1))
  end
  if scale == 0.0
    scale = 1.0
  end
  found = 0.0
  for i in 0 .. stages
    for c in 0 .. states
      y[c] = stage[i * states + c] - before[i * states + c]
    end
    found = max(found, max(largest(y, 0), largest(y, 1) / scale))
  end
  return found
end

# One step of Gauss and Legendre: x + the sum of D_i.
$until # Sweeps over the stages go on until rounding is left; left[0] is what the last one changed if that is too much, else 0.
$fixed # There are OOPSS_SWEEPS sweeps over the stages; left[0] becomes at least what the last one changed.
sub make_step(t, h, p[], u[], x[&], rest[&], left[&])
  real stage[stages * states], before[stages * states], y[states], k[states], now
  $until real last
  call field(t, x, p, u, k)
  for i in 0 .. stages
    for c in 0 .. states
      stage[i * states + c] = h * gauss_b[i] * k[c]
    end
  end
  $fixed repeat count in 1 .. OOPSS_SWEEPS
    $fixed call sweep_stages(t, h, p, u, x, rest, stage)
  $fixed end
  $until last = 0.0
  $until repeat count in 0 .. 60
    for c in 0 .. stages * states
      before[c] = stage[c]
    end
    call sweep_stages(t, h, p, u, x, rest, stage)
    now = stages_changed(x, before, stage)
    $until left[0] = now
    $until if now < 1e-17 or (count > 2 and now > 0.5 * last and now < 1e-11)
      $until left[0] = 0.0
      $until break
    $until end
    $until last = now
  $until end
  $fixed left[0] = max(left[0], now)
  for c in 0 .. states
    y[c] = 0.0
    for i in 0 .. stages
      y[c] = y[c] + stage[i * states + c]
    end
  end
  call add(y, x, rest)
  call settle(t + h, p, u, x)
end
)";

inline constexpr const char* gauss_run = R"(
# From one time to the other in equal steps of at most `accuracy`, with a row every `every`. A row inside a step is the end
# of a shorter one. Where left[0] is not 0 the run failed, at the time left[1].
sub simulate(from_t, to_t, every, accuracy, p[], u[], x[&], left[&])
  real rest[states], inside[states], inside_rest[states], t, next_t, row_t
  int steps, row
  steps = whole(abs(to_t - from_t) / accuracy * (1.0 - 1e-12))
  if steps < 1
    steps = 1
  end
  call print_row(from_t, x, p, u)
  row = 1
  for n in 0 .. steps
    t = from_t + real(n) / real(steps) * (to_t - from_t)
    next_t = to_t
    if n + 1 < steps
      next_t = from_t + real(n + 1) / real(steps) * (to_t - from_t)
    end
    left[1] = t
    row_t = row_time(row, from_t, to_t, every)
    while abs(row_t - from_t) < abs(next_t - from_t)
      for c in 0 .. states
        inside[c] = x[c]
        inside_rest[c] = rest[c]
      end
      call make_step(t, row_t - t, p, u, inside, inside_rest, left)
      call print_row(row_t, inside, p, u)
      row = row + 1
      row_t = row_time(row, from_t, to_t, every)
    end
    call make_step(t, (to_t - from_t) / real(steps), p, u, x, rest, left)
    if all_finite(x) == 0.0
      left[0] = 1.0
    end
    if left[0] > 0.0
      break
    end
    if row_t == next_t
      call print_row(next_t, x, p, u)
      row = row + 1
    end
  end
end
)";

/// The controller, the error and the dense output of oopss/integrate/dop853.cpp. Lines with $sparse are for compilers
/// that unroll loops and know the tables: half of their numbers are 0, and their stages need not be kept.
inline constexpr const char* dop853_step = R"(
# The rates of stage i of a step of length h, from those of the stages before it.
sub make_stage(i:int, t, h, p[], u[], x[], rest[], k[&])
  real y[states], rates[states]
  for c in 0 .. states
    for j in 0 .. i
      $sparse if dop_a[15 * i + j] != 0.0
        y[c] = y[c] + dop_a[15 * i + j] * k[j * states + c]
      $sparse end
    end
    y[c] = x[c] + (h * y[c] + rest[c])
  end
  call field(t + dop_c[i] * h, y, p, u, rates)
  for c in 0 .. states
    k[i * states + c] = rates[c]
  end
end

# The size of sum w_i k_i, angles in radians and momenta in units of `scale`; w is row `which` of the estimates.
fun estimate(which:int, scale, k[])
  real e[states]
  for i in 0 .. 12
    for c in 0 .. states
      $sparse if dop_error[12 * which + i] != 0.0
        e[c] = e[c] + dop_error[12 * which + i] * k[i * states + c]
      $sparse end
    end
  end
  return max(largest(e, 0), largest(e, 1) / scale)
end

# Stages 1 to 11 of a step of length h; y and y_rest become its end, and left[0] its error in units of the tolerance.
sub try_step(t, h, tolerance, p[], u[], x[], rest[], k[&], y[&], y_rest[&], left[&])
  real change[states], scale, e5, e3
  for i in 1 .. 12
    call make_stage(i, t, h, p, u, x, rest, k)
  end
  for c in 0 .. states
    for i in 0 .. 12
      $sparse if dop_a[15 * 12 + i] != 0.0
        change[c] = change[c] + dop_a[15 * 12 + i] * k[i * states + c]
      $sparse end
    end
    change[c] = h * change[c]
    y[c] = x[c]
    y_rest[c] = rest[c]
  end
  call add(change, y, y_rest)
  scale = max(max(largest(x, 1), largest(y, 1)), 1e-300)
  e5 = estimate(0, scale, k) / tolerance
  e3 = estimate(1, scale, k) / tolerance
  left[0] = 0.0
  if e5 > 0.0
    left[0] = abs(h) * e5 * e5 / sqrt(e5 * e5 + 0.01 * e3 * e3)
  end
  if all_finite(y) == 0.0
    left[0] = 1e300
  end
end
)";

inline constexpr const char* dop853_run = R"(
# The state at part s of the step from x, which it raises by `rise`, by the polynomial of order 7 through its stages.
sub dense(s, h, x[], rise[], k[], inside[&])
  real b, d[4]
  for c in 0 .. states
    b = h * k[c] - rise[c]
    for i in 0 .. 4
      d[i] = 0.0
      for j in 0 .. 16
        d[i] = d[i] + h * dop_dense[16 * i + j] * k[j * states + c]
      end
    end
    inside[c] = rise[c] - h * k[12 * states + c] - b
    inside[c] = inside[c] + (1.0 - s) * (d[0] + s * (d[1] + (1.0 - s) * (d[2] + s * d[3])))
    inside[c] = x[c] + s * (rise[c] + (1.0 - s) * (b + s * inside[c]))
  end
end

# From one time to the other by steps whose error is below the tolerance `accuracy`, with a row every `every`. Where left[0]
# is not 0 the run failed, at the time left[1].
sub simulate(from_t, to_t, every, accuracy, p[], u[], x[&], left[&])
  real k[16 * states], y[states], rest[states], y_rest[states], rise[states], inside[states], rates[states]
  real t, t_rest, small, next_t, row_t, h, factor, way
  int row, last
  way = 1.0
  if to_t < from_t
    way = -1.0
  end
  call print_row(from_t, x, p, u)
  row = 1
  t = from_t
  t_rest = 0.0
  left[0] = 0.0
  left[1] = t
  call field(t, x, p, u, rates)
  h = abs(to_t - from_t)
  if largest(rates, 0) > 0.0
    h = min(h, 0.01 / largest(rates, 0))
  end
  if largest(rates, 1) > 0.0 and largest(x, 1) > 0.0
    h = min(h, 0.01 * largest(x, 1) / largest(rates, 1))
  end
  h = way * h
  while t != to_t and left[0] == 0.0
    for c in 0 .. states
      k[c] = rates[c]
    end
    left[0] = 2.0
    while left[0] > 1.0
      last = 0
      if abs(h) >= abs((to_t - t) - t_rest)
        last = 1
        h = (to_t - t) - t_rest
      end
      call try_step(t, h, accuracy, p, u, x, rest, k, y, y_rest, left)
      factor = 0.9 * pow(max(left[0], 1e-12), -0.125)
      if left[0] > 1.0
        h = h * min(max(factor, 0.1), 1.0)
        if abs(h) < 3.6e-15 * max(abs(t), 1e-290)
          break
        end
      end
    end
    if left[0] > 1.0
      break
    end
    left[0] = 0.0
    small = t_rest + h
    next_t = t + small
    t_rest = (t - (next_t - (next_t - t))) + (small - (next_t - t))
    if last == 1
      next_t = to_t
      t_rest = 0.0
    end
    $closed call settle(next_t, p, u, y)
    call field(next_t, y, p, u, rates)
    $given call settle(next_t, p, u, y)
    row_t = row_time(row, from_t, to_t, every)
    if abs(row_t - from_t) < abs(next_t - from_t)
      for c in 0 .. states
        rise[c] = (y[c] - x[c]) + (y_rest[c] - rest[c])
        k[12 * states + c] = rates[c]
      end
      for i in 13 .. 16
        call make_stage(i, t, h, p, u, x, rest, k)
      end
    end
    while abs(row_t - from_t) < abs(next_t - from_t)
      call dense((row_t - t) / h, h, x, rise, k, inside)
      call settle(row_t, p, u, inside)
      call print_row(row_t, inside, p, u)
      row = row + 1
      row_t = row_time(row, from_t, to_t, every)
    end
    for c in 0 .. states
      x[c] = y[c]
      rest[c] = y_rest[c]
    end
    t = next_t
    left[1] = t
    if row_t == t
      call print_row(t, x, p, u)
      row = row + 1
    end
    h = h * min(max(factor, 0.33), 6.0)
  end
end
)";

}  // namespace oopss::integrator_texts
