// SPDX-License-Identifier: Apache-2.0
// What a run steps with, for the files of Run alone.
#pragma once

#include <variant>

#include "oopss/integrate/cvode.hpp"
#include "oopss/integrate/dop853.hpp"
#include "oopss/integrate/gauss.hpp"
#include "oopss/integrate/lobatto.hpp"
#include "oopss/integrate/own.hpp"
#include "oopss/integrate/run.hpp"
#include "oopss/integrate/taylor.hpp"

namespace oopss {

struct Run::Stepper : std::variant<Gauss, Taylor, Dop853, Cvode, Own, Lobatto> {
  using variant::variant;
};

template <class Method>
void Run::take_stepper(Method method) {
  stepper_ = std::make_unique<Stepper>(std::move(method));
}

}  // namespace oopss
