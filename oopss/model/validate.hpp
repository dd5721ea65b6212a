// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/model/resolve.hpp"

namespace oopss {

/// Checks a model whose numbers are resolved against the rules of docs/model-format.md, and fills in the indices of
/// bodies and the form of the start. Every problem is reported once; what depends on a reported one is not checked.
/// `again`: names, and what hangs on what, were found good before; they are as they were, and only numbers are new.
void validate(Model& model, Problems& problems, Written written = Written::in_file);

/// The joints must connect all bodies: one out of reach of the first is reported. True if all is well.
bool check_connected(const Model& model, Problems& problems);
/// Marks the joints that close loops. Two joints between the same two bodies, and loops in space, are reported.
bool check_loops(Model& model, Problems& problems);

/// mass > 0, inertia >= 0; in space a symmetric positive tensor whose principal moments obey the triangle inequality to
/// a relative 1e-9.
void check_bodies(const Model& model, Problems& problems);

/// Planar trees: the locked inertia J is positive definite at every shape, or the bodies that spoil it are reported.
///
/// J is singular at some shape if and only if rates omega != 0 exist with I_k omega_k = 0 for all k that leave all
/// centres of mass at rest relative to each other: omega_p R_p d_p = omega_q R_q d_q for each joint between p and q,
/// with d_p the joint as seen from the centre of p. In a tree the rotations R can align any two neighbours, so only
/// sizes matter: |omega_p| |d_p| = |omega_q| |d_q|. Hence omega_p = 0 is forced if I_p > 0, or if some joint of p has
/// d_p != 0 and either d_q = 0 or omega_q = 0 forced; J is positive definite if and only if all rates are forced to
/// vanish. With loops J is that of the spanning tree, the joints that close no loop.
void check_inertia_of_shapes(const Model& model, Problems& problems);

/// Words that cannot be names.
bool is_reserved(std::string_view name);

}  // namespace oopss
