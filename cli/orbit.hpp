// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/plain_state.hpp"
#include "cli/verbs.hpp"
#include "oopss/orbit/orbit.hpp"

namespace oopss {

/// An orbit as results show it.
struct ShownOrbit {
  Orbit orbit;
  PlainState start;
  std::optional<double> action;  // ∮ p·dφ of the shape
  int repeats = 1;               // how often it runs through a shorter one
};
ShownOrbit shown_orbit(const Model& model, const OrbitSystem& system, const Orbit& orbit);

/// What a search for orbits gave.
struct OrbitResult {
  std::string model;
  std::vector<std::string> bodies, joints;
  std::vector<ShownOrbit> orbits;  // the one asked for first; it may be the only one
  bool listed = false;             // all of them are wanted, not the first alone
  std::string existence;
  std::optional<EnergyThreshold> threshold;
  std::string threshold_words, trouble, file;
};

/// The model whose run starts on an orbit and lasts a period; a motion over a period; a picture of it: by the ending.
void write_orbit(const std::string& path, const Model& model, const OrbitSystem& system, const Orbit& orbit);

/// One orbit in words, lines that begin with two blanks.
std::string orbit_words(const OrbitResult& result, const ShownOrbit& shown);
std::string in_words(const OrbitResult& result);

/// --winding N1,N2,…: a whole number per joint, not all zero; throws UsageError.
std::vector<int> winding_of(const std::string& text, const Model& model);

/// The two forms of the verb.
int orbit_winding(const Common& common, const OrbitOptions& options);
int orbit_family(const Common& common, const OrbitOptions& options);

}  // namespace oopss
