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
  double accuracy = 0;  // the step, or the tolerance
};

/// What `settle` does to a state after a step: it closes loops, or puts in what is given, motions and the length of
/// quaternions.
enum class Settled { nothing, closed, given };

/// `simulate` and what it calls, in the notation's language: the run with its rows, by steps of the method. It calls
/// `field`, `print_row` and, if something is settled, `settle`. `momentum[i]` says whether number i of the state is a
/// momentum.
std::string integrator_code(Notation& notation, const RunPlan& by, const std::vector<int>& momentum, Settled settled);

}  // namespace oopss
