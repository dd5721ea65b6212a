// SPDX-License-Identifier: Apache-2.0
// What a derivation of a planar tree leaves behind, for the files that make flows of it.
#pragma once

#include <memory>

#include "oopss/mechanics/tree_branches.hpp"
#include "oopss/symbolic/load.hpp"
#include "oopss/system/derived.hpp"

namespace oopss {

inline constexpr int most_small_bodies = 1000;

/// What a derivation leaves behind: plain data, shared by all flows of a system.
struct Derived {
  Layout layout;
  PlanarOffsets offsets;
  std::shared_ptr<const Model> model;
  TreeSpec spec;
  std::shared_ptr<const TreeBranches> branches;  // of a small tree in the plane, for all recursions
  std::vector<int> linearised;
  std::vector<int> driven;   // joints with external torques
  std::vector<int> moved;    // joints whose motion is prescribed
  std::vector<int> outside;  // bodies on which torques act from outside, those of forces too
  int forces = 0;            // from outside
  Program motion;            // (t, p) -> of each of them φ, φ' and φ''
  /// (∅, (t, φ, φ'), p) -> torques, demands, torques from outside, with forces these and r'', released, U, dissipation,
  /// power; with torques from outside θ and ω of the root stand behind φ', with forces r and r' behind these
  Program law;
  int seen() const { return forces > 0 ? 6 : outside.empty() ? 0 : 2; }  // how many stand behind φ'
  Program watched;   // (t, φ and φ' and so on, p) -> switches and edges of the laws
  int switches = 0;  // how many of these are switches
  std::vector<Flow::Edge> edges;
  bool releases = false;                   // `released` is not zero
  Program rates;                           // (t, x, p) -> x'; where laws other than springs are
  Program field;                           // (t, x, p) -> x', H, U, torques; interpreted and compiled engine only
  std::shared_ptr<const Loading> loading;  // of the field; compiled engine only
};

/// A program of a derivation with its scratch space; inputs are groups of doubles. Interpreted, until it is loaded as
/// compiled code.
struct Runner {
  std::shared_ptr<const Program> code;     // one for all copies
  std::shared_ptr<const Loading> loading;  // null: interpreted for good
  std::vector<double> scratch, out;
  Runner(const std::shared_ptr<const Derived>& derived, const Program& its,
         std::shared_ptr<const Loading> loading_ = {})
      : code(derived, &its), loading(std::move(loading_)), scratch(its.code.size()), out(its.results.size()) {}
  const std::vector<double>& operator()(std::initializer_list<const double*> inputs) {
    if (const Loaded::Function run = loading ? loading->ready() : nullptr) {
      run(inputs.begin(), out.data());
    } else {
      interpret(*code, {inputs.begin(), inputs.size()}, scratch, out);
    }
    return out;
  }
};

/// The derivation of a model, checked, without the programs of its field; `driven` as in `derive`.
std::shared_ptr<Derived> derivation_of(const Model& model, const std::vector<std::string>& driven = {});

/// `derive` for a model that is checked already, without a copy of it.
DerivedModel derive_checked(const std::shared_ptr<const Model>& model, Engine asked, const Compiler& compiler = {},
                            const std::vector<std::string>& driven = {});

}  // namespace oopss
