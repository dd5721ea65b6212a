// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "oopss/generate/closing.hpp"
#include "oopss/generate/integrator.hpp"
#include "oopss/system/columns.hpp"

namespace oopss {

/// A number of generated code: its constant, OOPSS_PHI_ELBOW, its name in data files, phi_elbow, and its value.
struct Entry {
  std::string constant, key;
  double value = 0;
};

/// One function of the generated code: the line that begins it in the notation, what it computes, and how.
struct Formula {
  std::string line, meaning;
  Program code;
};

/// The equations that code is generated of, whatever the bodies move in. Where nothing is given besides the rates,
/// `settled` is empty.
struct CodeField {
  Expr t;
  std::vector<Expr> x, p, external, rates;
  Expr kinetic, stored, momentum;
  std::vector<Expr> omega;    // of each body; in space three numbers, along inertial axes
  std::vector<Expr> torque;   // of each joint; of a ball three numbers, in the axes of its second body
  std::vector<Expr> poses;    // of each body x, y, theta; in space x, y, z and the quaternion w, x, y, z
  std::vector<Expr> settled;  // the state with what is given at t put in
  std::vector<Expr> absolute, total, body_momenta, attitudes;  // for columns: of each body; of the whole
};
/// With more bodies code is loops over tables: the Jacobian alone grows as the square.
inline constexpr int most_straight = 150;

/// Joints whose torques are arguments: those asked for, then those with a function of the program for a law.
std::vector<int> driven_joints(const TreeSpec& spec, const std::vector<int>& input_joints);

CodeField planar_code(const TreeSpec& spec, const FieldExpressions& field);
CodeField space_code(const TreeSpec& spec, const std::vector<int>& input_joints);

/// A planar tree as tables, for the recursion in loops: what each body has, by places in p (−1: zero) and in the state.
struct TreeTables {
  std::vector<int> order, parent, sense, joint, mass, inertia, at_parent, at_child;  // at: x and y of each body
  bool outside = false;    // torques act from outside, and `outside_torques` has them
  std::vector<int> drift;  // the velocity of the mass centre, if it moves
};
TreeTables tree_tables(const TreeSpec& spec);
/// `field`, `energy`, `momentum`, `omega`, `torques`, `poses` and `row`; they call `law_torques` and `stored`.
std::string table_functions(Notation& notation, const TreeTables& tables);

/// Everything that the text of a language is made from.
struct Code {
  std::string notice;       // the first words of every file
  std::string state_words;  // what the state is, and by which method the program goes; a line each
  std::vector<Entry> states, parameters, inputs;
  int bodies = 0, joints = 0;
  std::vector<Formula> formulas;
  std::optional<ClosingCode> closing;  // of loops: their field and Jacobian
  std::optional<TreeTables> tables;    // of many bodies: loops over them
  std::vector<std::string> columns;    // of a row
  std::vector<int> is_momentum;        // per number of the state
  Settled settled = Settled::nothing;
  RunPlan by;
};
Code code_of(const Model& model, const std::vector<int>& input_joints, Language language);

}  // namespace oopss
