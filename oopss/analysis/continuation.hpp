// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

#include "oopss/analysis/equilibria.hpp"

namespace oopss {

/// What a search for equilibria has found at one value of the parameter.
struct FoundShapes {
  std::vector<std::vector<double>> shapes;
  bool settled = true;  // not: some may be missing
};

/// Functions of the shape φ and a parameter, from `from` to `to`: all that a continuation knows of a system. Where
/// there is no system they throw FamilyEnds.
struct EquilibriumFamily {
  ShapeSpace space;  // of every value, but for what follows below
  double from = 0, to = 1;
  using Shape = std::vector<double>;
  /// A function whose critical points are the equilibria, in units of its scale: gradient and Hessian of order one.
  std::function<ShapeValue(const Shape& phi, double value)> landscape;
  std::function<double(const Shape& phi, double value)> energy;              // V_μ + U
  std::function<StabilityReport(const Shape& phi, double value)> stability;  // at an equilibrium
  std::function<FoundShapes(double value)> search;                           // all equilibria at a value
  /// `directions` and `retract` of the space at a value, which may change with it: a step from a shape of another value
  /// leads to one of this. Empty: those of circles and lines.
  std::function<std::vector<double>(const Shape& phi, double value)> directions;
  std::function<void(const Shape& phi, double value, const std::vector<double>& step, Shape& out)> retract;
  std::function<double(const Shape& phi, double value)> clearance;  // of that space; empty: it is smooth everywhere
};

/// Per coordinate: it is an angle on a circle.
std::vector<bool> circles(const ShapeSpace& space);

/// There is no system at this value of the parameter, in words.
struct FamilyEnds : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The family of systems that `make` gives at each value, throwing FamilyEnds where there is none. `any` is one of
/// them. `watch` is called before every start of a search and at every point of a branch; it may throw, to end the
/// work. One serves one thread.
EquilibriumFamily equilibrium_family(std::function<ShapeEnergy(double value)> make, double from, double to,
                                     const ShapeEnergy& any, std::function<void()> watch = {});

/// The family of a system with one of its inputs varied.
struct VariedInput {
  int input = 0;  // its place in p
  double from = 0, to = 1;
};
EquilibriumFamily equilibrium_family(const System& system, const std::vector<double>& p, double momentum, bool free,
                                     const VariedInput& varied);

/// What happens at a special point of a branch.
///   fold              two equilibria meet and vanish
///   pitchfork         a branch crosses one that turns back there
///   transcritical     two branches cross
///   zero              a curvature vanishes in another way
///   hamiltonian_hopf  two pairs of imaginary eigenvalues meet and leave the axis
enum class SpecialKind { fold, pitchfork, transcritical, zero, hamiltonian_hopf };
const char* word(SpecialKind kind);

struct SpecialPoint {
  SpecialKind kind = SpecialKind::zero;
  double value = 0;  // of the parameter
  std::vector<double> phi;
  double residual = 0;  // of the equations that define it
};

struct BranchPoint {
  double value = 0;
  std::vector<double> phi;  // without jumps along a branch
  double energy = 0;
  int index = 0;
  Stability stability = Stability::degenerate;
};

struct BranchEnd {
  double value = 0;
  std::string words;    // why it ends
  bool failed = false;  // the iteration did not converge
};

struct EquilibriumBranch {
  std::vector<BranchPoint> points;
  BranchEnd first, last;
};

/// At how many values of the parameter all equilibria are searched for: 65 with one freedom, 33 with two, 17 with three
/// and 9 with more, for a search takes longer then. A branch that lives between two of these values is missed.
int start_values(int freedom);

/// Branches of equilibria over a parameter. It starts from all equilibria at some values of the parameter, follows each
/// by pseudo-arclength, and changes to the branches that cross at pitchforks and transcritical points. One call of
/// `step` follows one branch, or searches at one value; it is pulled until it returns false.
class BranchSearch {
 public:
  explicit BranchSearch(EquilibriumFamily family);
  bool step();
  double progress() const;
  const std::vector<EquilibriumBranch>& branches() const { return branches_; }
  const std::vector<SpecialPoint>& special() const { return special_; }  // by rising value
  /// Values at which there was no system to start from, or a search did not settle (`failed`), in words.
  const std::vector<BranchEnd>& gaps() const { return gaps_; }

 private:
  struct Start {
    std::vector<double> u, tangent;  // of a branch that crosses another; empty: follow to both sides
    std::vector<double> from;        // the crossing itself
  };
  void follow(const Start& start);
  /// Unless it is known; where branches cross, the other ones become starts. `along` is the branch that was followed.
  void add_special(const SpecialPoint& point, const std::vector<double>& shape, const std::vector<double>& along);

  EquilibriumFamily family_;
  std::vector<double> values_;  // to search at, last first
  std::size_t value_count_;
  std::deque<Start> starts_;
  std::vector<EquilibriumBranch> branches_;
  std::vector<SpecialPoint> special_;
  std::vector<BranchEnd> gaps_;
};

}  // namespace oopss
