// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/generate/notation.hpp"
#include "oopss/integrate/method.hpp"

namespace oopss {

/// The method of generated code: that of the model where it is gauss2, gauss4, gauss6 or dop853 and serves without
/// loops, else dop853.
struct RunPlan {
  Method method;
  std::string instead_of;  // of which method, if it is another
  double start = 0, end = 0, every = 0;
  double accuracy = 0;                 // the step, or the tolerance
  double step = 0, tolerance = 1e-10;  // for methods that take one or the other
};

/// What `settle` does to a state after a step: it closes loops, or puts in what is given, motions and the length of
/// quaternions.
enum class Settled { nothing, closed, given };

/// What steps of every method need. `kinds[i]` says whether number i of the state is a momentum (1), an angle (0), or
/// none that errors are judged by (2).
std::string common_code(Notation& notation, const std::vector<int>& kinds);

/// One step of a method, and what it calls but for `field` and, if something is settled, `settle`: `make_step` of rk4
/// and of Gauss's with its stages, `try_step` of dop853.
enum class StepKind {
  rk4,
  rk4_rolled,       // its stages are a loop also where loops are unrolled
  gauss,            // as many sweeps over the stages as it takes until rounding is left
  gauss_by_sweeps,  // OOPSS_SWEEPS of them
  dop853,
  dop853_unrolled  // for compilers that unroll loops; without dense output
};
std::string step_code(Notation& notation, StepKind kind, int stages, Settled settled);

/// `simulate` and what it calls, in the notation's language: the run with its rows, by steps of the method. It calls
/// `field`, `print_row` and, if something is settled, `settle`. `kinds` as for
/// common_code.
std::string integrator_code(Notation& notation, const RunPlan& by, const std::vector<int>& kinds, Settled settled);

}  // namespace oopss
