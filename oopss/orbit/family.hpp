// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <limits>
#include <optional>

#include "oopss/analysis/equilibria.hpp"
#include "oopss/orbit/orbit.hpp"

namespace oopss {

/// Which family of loops is followed, and how far.
struct FamilyRequest {
  std::string from = "E1";  // a relative equilibrium, by its name in the list
  int mode = 1;             // by rising frequency, the slowest is 1
  /// The energy at which it is left; none: a quarter of the way above the highest equilibrium.
  std::optional<double> limit;
  int most_members = 2000;  // where more are asked for, it is lost
  double most_period_growth =
      std::numeric_limits<double>::infinity();               // of motions near a loop over its period, the same
  std::function<void(double share, long members)> progress;  // share: from 0 to 1; may be empty
  std::function<bool()> cancelled;                           // asked after every member; may be empty
};

/// What happens to the loops of a family, by ρ = λ + 1/λ of their multipliers.
///   fold             the family turns back in energy
///   branching        a ρ passes 2: another family crosses
///   period_doubling  a ρ passes −2: a family of twice the period leaves
///   krein_collision  two ρ in (−2, 2) meet, and become complex or come from there
enum class FamilyEventKind { fold, branching, period_doubling, krein_collision };

/// The word for it, as in the JSON documents: "period doubling".
const char* word(FamilyEventKind kind);

struct FamilyEvent {
  FamilyEventKind kind{};
  double energy = 0, period = 0;
  std::size_t after = 0;  // the member before it
};

/// Where a family was left, and why.
///   equilibrium  its loops shrink to another relative equilibrium, or to that it came from
///   homoclinic   its period grows without bound: its loops come to rest near an equilibrium on their way
///   family       it is born there from loops of another family, run through several times
///   limit        it goes on beyond the energy asked for
///   lost         it could not be followed on
enum class FamilyEndKind { equilibrium, homoclinic, family, limit, lost, cancelled };

struct FamilyEnd {
  FamilyEndKind kind = FamilyEndKind::lost;
  double energy = 0, period = 0;
  std::string words;  // "homoclinic to E2 at energy 11.48: the period grows without bound"
};

/// The loops born at a relative equilibrium, in one mode of its small oscillations, at fixed momentum.
struct Family {
  std::string from;
  int mode = 0;
  double frequency = 0;                 // ω: small loops have the period 2π/ω
  double energy = 0, momentum = 0;      // of the equilibrium
  std::vector<double> equilibrium;      // its state
  double momentum_unit = 1;             // what momenta are measured in along it
  std::vector<std::string> resonances;  // why Lyapunov's theorem does not give it, in words; empty if it does
  /// From the equilibrium on. Their residuals are not measured, nor their symmetry: `measure` does both.
  std::vector<Orbit> members;
  std::vector<FamilyEvent> events;  // along the family
  FamilyEnd end;
};

/// There is no such equilibrium or mode, in words.
struct NoFamily : std::domain_error {
  using std::domain_error::domain_error;
};

/// Follows the family by pseudo-arclength. The equilibria are all of the system at the momentum of the list. Throws
/// NoFamily.
Family family_from(const OrbitSystem& model, const Equilibria& equilibria, const FamilyRequest& request);

/// Goes on with a family of loops from the second of two neighbours, the first behind it, round folds, while the energy
/// is between two values. Its ends at equilibria are not looked for.
Family family_onward(const OrbitSystem& model, const Orbit& before, const Orbit& from, double low, double high,
                     const FamilyRequest& request = {});

/// The first member of this energy, measured; throws NoFamily if there is none.
Orbit member_at(const OrbitSystem& model, const Family& family, double energy);

}  // namespace oopss
