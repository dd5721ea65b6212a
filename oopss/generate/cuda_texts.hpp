// SPDX-License-Identifier: Apache-2.0
// What code for GPUs has around the methods, in CUDA's C++, with marks $… for the words of a model; for cuda.cpp alone.
#pragma once

namespace oopss::cuda_texts {

/// What stands for the words that only a compiler for GPUs knows.
inline constexpr const char* head = R"(#ifdef __CUDACC__
#define OOPSS_DEVICE __device__ __forceinline__
#define OOPSS_TABLE static __device__ const
#define OOPSS_UNROLL _Pragma("unroll")
#define OOPSS_KERNEL extern "C" __global__ void __launch_bounds__(128, 1)
#define OOPSS_MEMBER ((int)(blockIdx.x * blockDim.x + threadIdx.x))
#else /* any compiler of C++: the same on the processor, for the member that oopss_member names */
#include <math.h>
#include <stddef.h>
#include <string.h>
#define OOPSS_DEVICE inline
#define OOPSS_TABLE static const
#define OOPSS_UNROLL
#define OOPSS_KERNEL extern "C" void
#define OOPSS_MEMBER oopss_member
extern "C" {
inline thread_local int oopss_member = 0;
}
#endif
#ifndef OOPSS_REAL
#define OOPSS_REAL double
#endif
#ifndef OOPSS_SWEEPS /* of gauss4 in every step */
#define OOPSS_SWEEPS $sweeps
#endif

namespace oopss_model {

typedef OOPSS_REAL real;

)";

/// What the kernels share. A member's numbers lie `members` apart, its parameters and inputs side by side.
inline constexpr const char* member = R"(
/* What is kept of every member, number `which` of member m at [which * members + m]. */
enum { $numbers, member_number_count };
enum { $member_states };
enum { inputs_behind = OOPSS_PARAMETERS, member_width = OOPSS_PARAMETERS + OOPSS_INPUTS };

/* A member's state and what rounding took from it, from the memory of all and back. */
OOPSS_DEVICE void load_state(int members, int m, const real* state, real* x, real* rest) {
  OOPSS_UNROLL for (int c = 0; c < states; ++c) {
    x[c] = state[(size_t)c * members + m];
    rest[c] = state[(size_t)(states + c) * members + m];
  }
}
OOPSS_DEVICE void store_state(int members, int m, real* state, const real* x, const real* rest) {
  OOPSS_UNROLL for (int c = 0; c < states; ++c) {
    state[(size_t)c * members + m] = x[c];
    state[(size_t)(states + c) * members + m] = rest[c];
  }
}
OOPSS_DEVICE void copy_state(const real* from, real* to) {
  OOPSS_UNROLL for (int c = 0; c < states; ++c) to[c] = from[c];
}
)";

/// The tangent vector behind the state is made of length one.
inline constexpr const char* normalise = R"(
/* The logarithm of the length of the tangent vector, which becomes one; momenta count in units of `unit`. */
OOPSS_DEVICE double made_of_length_one(double unit, real* x) {
  const real per_momentum = real(1 / unit);
  real square = real(0);
  OOPSS_UNROLL for (int c = 0; c < states; ++c) {
    const real part = tangent_part[c] == 0 ? real(0) : tangent_part[c] == 1 ? x[c] : x[c] * per_momentum;
    square += part * part;
  }
  const real length = sqrt(square);
  OOPSS_UNROLL for (int c = states / 2; c < states; ++c) x[c] /= length;
  return log((double)length);
}
)";

/// The first and last lines of every kernel.
inline constexpr const char* kernel_begin = R"(
/* Goes on with every member that is under way by at most `budget` steps of $method. The next kernel goes on from there:
   a member's numbers do not depend on how many steps were made at once. A member whose point is due stops there, with
   the state at the point in `sample`. */
OOPSS_KERNEL $method(int members, int budget, double most_steps, double* book, real* state, real* sample,
                     const real* numbers) {
  const int m = OOPSS_MEMBER;
  if (m >= members) return;
  int now = (int)book[(size_t)member_state * members + m];
  if (now != under_way) return;
  const real *const p = numbers + (size_t)m * member_width, *const u = p + inputs_behind;
  (void)p;
  (void)u;
  real x[states], rest[states], y[states], y_rest[states];
  load_state(members, m, state, x, rest);
  const double until = book[(size_t)time_end * members + m], due = book[(size_t)point_due * members + m],
               accuracy = book[(size_t)step_accuracy * members + m];
  double t = book[(size_t)time_now * members + m], h = book[(size_t)step_length * members + m],
         made = book[(size_t)steps_made * members + m];
  $tangent const double unit = book[(size_t)momentum_unit * members + m];
  $tangent double growth = book[(size_t)growth_logarithm * members + m];
)";

inline constexpr const char* kernel_end = R"(
  store_state(members, m, state, x, rest);
  book[(size_t)time_now * members + m] = t;
  book[(size_t)step_length * members + m] = h;
  book[(size_t)steps_made * members + m] = made;
  book[(size_t)member_state * members + m] = now;
  $tangent book[(size_t)growth_logarithm * members + m] = growth;
}
)";

/// Equal steps. A point inside a step is the end of a shorter one beside the run's own. Between two looks at what has
/// become of a member there are as many steps as nothing happens between: at a look times are divided and numbers asked
/// for being finite, which would take as long as a step of two bodies.
inline constexpr const char* equal_steps = R"(
  real left[1] = {real(book[(size_t)last_change * members + m])};
  bool one_by_one = false; /* a step of several went wrong */
  for (int count = 0; count < budget && now == under_way;) {
    const bool point = fabs(due - t) <= fabs(h);
    const double step = point ? due - t : h;
    double together = fmin(fmin((double)(budget - count), accuracy - made), most_steps - made);
    together = fmax(fmin(together, floor(fabs(due - t) / fabs(h)) - 1), 1.0);
    $tangent together = fmin(together, (double)$tangent_steps - fmod(made, (double)$tangent_steps));
    const int steps = point || one_by_one ? 1 : (int)together;
    copy_state(x, y);
    copy_state(rest, y_rest);
    real change[1] = {left[0]};
    for (int k = 0; k < steps; ++k)
      of_$method::make_step(real(k == 0 ? t : (made + k) / accuracy * until), real(step), p, u, y, y_rest, change);
    if (all_finite(y) == real(0)) {
      if (steps == 1) now = not_finite;
      one_by_one = true;
      continue;
    }
    left[0] = change[0];
    if (point) {
      OOPSS_UNROLL for (int c = 0; c < states; ++c) sample[(size_t)c * members + m] = y[c];
      now = at_point;
      break;
    }
    copy_state(y, x);
    copy_state(y_rest, rest);
    count += steps;
    made += steps;
    t = made == accuracy ? until : made / accuracy * until;
    $tangent if (made == accuracy || fmod(made, (double)$tangent_steps) == 0) growth += made_of_length_one(unit, x);
    now = made == accuracy ? at_end : made >= most_steps ? too_many_steps : under_way;
  }
  book[(size_t)last_change * members + m] = (double)left[0];
)";

/// Steps whose error is below the tolerance. A point inside a step that is good enough is the end of a shorter one
/// beside it. The rates at the beginning are found again after a step was refused: in one place of the code, so that
/// they are the same to the bit wherever a kernel began.
inline constexpr const char* steps_by_error = R"(
  real k[12 * states], rates[states], error[1];
  bool sampling = false;
  for (int count = 0; count < budget && now == under_way;) {
    const bool last = fabs(h) >= fabs(until - t);
    const double step = sampling ? due - t : last ? until - t : h;
    field(real(t), x, p, u, rates);
    copy_state(rates, k);
    of_$method::try_step(real(t), real(step), real(accuracy), p, u, x, rest, k, y, y_rest, error);
    $settled settle(real(t + step), p, u, y);
    if (sampling) {
      OOPSS_UNROLL for (int c = 0; c < states; ++c) sample[(size_t)c * members + m] = y[c];
      now = at_point;
      break;
    }
    const bool good = error[0] <= real(1);
    if (good && fabs(due - t) <= fabs(step)) {
      sampling = true;
      continue;
    }
    ++count;
    const double part = error[0] < real(1e30) ? 0.9 / sqrt(sqrt(sqrt(fmax((double)error[0], 1e-12)))) : 0.1;
    h = step * (good ? fmin(fmax(part, 0.33), 6.0) : fmin(fmax(part, 0.1), 1.0));
    if (!good) {
      if (fabs(h) < 3.6e-15 * fmax(fabs(t), 1e-290)) now = not_finite;
      continue;
    }
    copy_state(y, x);
    copy_state(y_rest, rest);
    made += 1;
    t = last ? until : t + step;
    $tangent if (last || fmod(made, (double)$tangent_steps) == 0) growth += made_of_length_one(unit, x);
    now = last ? at_end : made >= most_steps ? too_many_steps : under_way;
  }
)";

/// What the program does to members before and after.
inline constexpr const char* settle_starts = R"(
/* The start of every member with what is given put in, or with loops closed. */
OOPSS_KERNEL settle_starts(int members, real* state, const real* numbers) {
  const int m = OOPSS_MEMBER;
  if (m >= members) return;
  const real* const p = numbers + (size_t)m * member_width;
  real x[states], rest[states];
  load_state(members, m, state, x, rest);
  settle(real(0), p, p + inputs_behind, x);
  store_state(members, m, state, x, rest);
}
)";
inline constexpr const char* rows = R"(
/* The numbers of a row, of every member as it stands. */
OOPSS_KERNEL end_rows(int members, const double* book, const real* state, const real* numbers, real* out) {
  const int m = OOPSS_MEMBER;
  if (m >= members) return;
  const real* const p = numbers + (size_t)m * member_width;
  real x[states], rest[states];
  load_state(members, m, state, x, rest);
  row(real(book[(size_t)time_now * members + m]), x, p, p + inputs_behind, out + (size_t)m * $columns);
}
)";

}  // namespace oopss::cuda_texts
