// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/system/derivation.hpp"

namespace oopss {

/// What a system of bodies in space has other than one in the plane: bracket, conserved momentum, flows. `by_program`:
/// the rates are those of the program of the field.
void fill_space(System& system, const std::shared_ptr<const Derived>& derived, const Drive& by_functions,
                bool by_program);

/// Puts in what a system in space has by the axes of its hinges and its attitudes at rest: the bracket, and what makes
/// momenta of bodies by themselves those of a state.
void put_directions(System& system, const TreeSpec& spec, const std::vector<double>& p);

/// The whole field in space as a program: x', H, U, what is released, torques.
Program space_program(const TreeSpec& spec, const Layout& layout);

/// What computes x' and what is behind it by the program of the field, loaded or interpreted.
Flow program_flow(const std::shared_ptr<const Derived>& derived, const std::vector<double>& p);

}  // namespace oopss
