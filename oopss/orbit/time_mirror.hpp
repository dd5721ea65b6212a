// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/orbit/orbit.hpp"

namespace oopss {

/// Whether a loop is its own mirror image in time: at some instant t₀ of it φ(t₀ + t) + φ(t₀ − t) does not depend on t
/// and μ(t₀ + t) = μ(t₀ − t). Only systems with a reversor have such loops, as chains whose joints and mass centres lie
/// on a line in every body, about their rectilinear shapes.
bool mirrors_in_time(const OrbitSystem& model, const OrbitLoop& loop);

}  // namespace oopss
