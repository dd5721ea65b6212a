// SPDX-License-Identifier: Apache-2.0
#include "oopss/proof/certified.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "oopss/analysis/morse.hpp"
#include "oopss/proof/spectral_proof.hpp"

namespace oopss {
namespace {

/// The shape of a place among the unknowns; angles of circles are in (−π, π].
std::vector<double> shape(const ExactLandscape& landscape, const ShapeSpace& space, const std::vector<double>& place) {
  std::vector<double> phi = joint_angles(landscape, place);
  bring_to_normal_form(space, phi);
  return phi;
}

bool is_collinear(const CertifiedRoot& root) {
  return std::all_of(root.centre.begin(), root.centre.end(), [](std::int64_t x) { return x % (whole_turn / 2) == 0; });
}

/// The verdict that is proved of a root alone in its box and not degenerate; none if there is none. Index 0 is stable
/// unless a damper feeds energy in. An odd index is unstable; so is any other one where the gyroscopic term vanishes,
/// at rest and in collinear shapes of aligned bodies without springs, or with dampers at all joints. Else, without
/// dampers, the spectrum is asked; that it is imaginary is proved then too, but not what it means.
std::optional<Stability> decided(const ExactLandscape& landscape, const CertifiedRoot& root,
                                 const std::vector<double>& damping, bool spectra) {
  const auto all = [&](const auto& test) { return std::all_of(damping.begin(), damping.end(), test); };
  if (root.index == 0)
    return all([](double k_d) { return k_d >= 0; }) ? std::optional(Stability::stable) : std::nullopt;
  if (root.index % 2 == 1 || landscape.mu_s.is_zero() || (is_mirrored(landscape) && is_collinear(root)) ||
      all([](double k_d) { return k_d > 0; }))
    return Stability::unstable;
  if (!spectra || !all([](double k_d) { return k_d == 0; })) return std::nullopt;
  const std::optional<int> imaginary = imaginary_pairs(landscape, root);
  if (!imaginary) return std::nullopt;
  const int freedom = landscape.topology.size() - 1 - static_cast<int>(landscape.closure.size());
  return *imaginary < freedom ? Stability::unstable : Stability::spectrally_stable;
}

RelativeEquilibrium described(const ShapeEnergy& energy, const std::vector<double>& phi, int index, int nullity) {
  ShapeValue f;
  energy.landscape(phi, f);
  CriticalShape there{
      .phi = phi, .value = f.value, .I_lock = f.inertia, .energy = f.energy, .index = index, .nullity = nullity};
  for (std::size_t k = 0; k < energy.scales.size(); ++k)
    there.residual = std::max(there.residual, std::abs(f.gradient[k]) / energy.scales[k]);
  RelativeEquilibrium out{"", phi, f.inertia, f.energy, energy.momentum / f.inertia, stability_at(energy, there)};
  out.residual = there.residual;
  return out;
}

std::string listed(const std::vector<double>& phi) {
  std::string out;
  for (const double x : phi) out += fmt::format("{}{:.6f}", out.empty() ? "" : ", ", x + 0.0);
  return "(" + out + ")";
}

/// What is proved has the last word over what was computed.
void settle_verdict(RelativeEquilibrium& one, const std::optional<Stability>& known,
                    std::vector<std::string>& remarks) {
  if (!known) return;
  const Stability computed = std::exchange(one.stability.verdict, *known);
  one.proved = *known != Stability::spectrally_stable;
  if (*known == Stability::spectrally_stable)
    remarks.push_back(fmt::format("the spectrum at {} is proved to be imaginary and simple", listed(one.phi)));
  else if (*known != computed)
    remarks.push_back(
        fmt::format("at {} the verdict is that of the proof: the spectrum as computed is too coarse", listed(one.phi)));
}

/// Undecided boxes around one critical point, along a continuum of them, or far from any.
std::vector<std::string> remarks_on(const ShapeEnergy& energy, const ExactLandscape& exact,
                                    const std::vector<UndecidedBox>& undecided) {
  struct Cluster {
    CriticalShape shape;
    long boxes = 0;
  };
  std::vector<Cluster> clusters;
  for (const UndecidedBox& box : undecided) {
    const CriticalShape near = settle(energy, shape(exact, energy.space, box.centre));
    const auto known = std::find_if(clusters.begin(), clusters.end(), [&](const Cluster& one) {
      const bool same_family = one.shape.continuum && near.continuum &&
                               std::abs(one.shape.value - near.value) <= 1e-9 * std::abs(near.value);
      return same_family || shape_distance(energy.space, one.shape.phi, near.phi) < 1e-2;
    });
    if (known == clusters.end())
      clusters.push_back({near, 1});
    else
      ++known->boxes;
  }
  std::vector<std::string> out;
  for (const Cluster& one : clusters)
    out.push_back(fmt::format(
        "undecided: {} box{} near {}{}", one.boxes, one.boxes == 1 ? "" : "es", listed(one.shape.phi),
        one.shape.nullity == 0 ? ""
        : one.shape.continuum
            ? ": an equilibrium there is one of a continuum, a curve or surface of equilibria of one energy"
        : one.shape.nullity == energy.space.freedom && one.shape.nullity > 1
            ? ": an equilibrium there has no second derivative to speak of (a monkey saddle, or a flatter one)"
            : fmt::format(": an equilibrium there has nullity {}: equilibria merge, or are about to",
                          one.shape.nullity)));
  if (static_cast<long>(undecided.size()) >= CertifyLimits().undecided)
    out.push_back(fmt::format("the search gave up after {} undecided boxes: what was left then was not looked at",
                              undecided.size()));
  return out;
}

/// What the topology of the closed shapes says of a complete list: a check of its own, by numbers that no box has seen.
void count_closed(const ShapeEnergy& energy, Equilibria& out) {
  CriticalShapes found;
  for (const RelativeEquilibrium& one : out.all) {
    found.all.emplace_back();
    found.all.back().index = one.stability.index;
    found.all.back().nullity = one.stability.nullity;
  }
  count_by_morse(surveyed(energy), found);
  out.count = found.count;
  out.count_words = found.count_words;
}

}  // namespace

Equilibria certified_equilibria(const ShapeEnergy& energy, const ExactLandscape& exact, const Certificate& certificate,
                                const std::vector<UndecidedBox>& undecided, const ProofEffort& effort) {
  Equilibria out;
  out.bodies = energy.bodies;
  out.joints = energy.joints;
  out.momentum = energy.momentum;
  out.space = energy.space;
  out.certified = true;
  out.complete = certificate.cover.find('?') == std::string::npos;
  const int circles = static_cast<int>(certificate.fixed.size()) - (by_joints(exact) ? 0 : 1);
  bool merges = false;
  for (const CertifiedRoot& root : certificate.roots) {
    if (effort.watch) effort.watch();
    std::vector<double> theta;
    double radius = 0;
    for (std::size_t k = 0; k < root.centre.size(); ++k) {
      theta.push_back(radians_of(root.centre[k]));
      radius = std::max(radius, std::ldexp(radians_of(root.unique[k]), -root.shrink));
    }
    RelativeEquilibrium one = described(energy, shape(exact, energy.space, theta), root.index, circles + root.nullity);
    one.radius = 2 * radius + 1e-14;  // of a difference of two angles, and of its rounding
    one.continuum = circles > 0;
    merges = merges || root.nullity > 0;
    if (circles == 0 && root.nullity == 0)
      settle_verdict(one, decided(exact, root, energy.small_motion(one.phi).damping, effort.spectra), out.remarks);
    out.all.push_back(std::move(one));
  }
  std::vector<NamedShape> shapes;
  for (const RelativeEquilibrium& one : out.all) shapes.push_back({one.inertia, one.phi});
  std::vector<RelativeEquilibrium> sorted;
  for (const std::size_t k : by_falling_inertia(energy.space.ranges, shapes)) sorted.push_back(std::move(out.all[k]));
  out.all = std::move(sorted);
  for (std::size_t k = 0; k < out.all.size(); ++k) out.all[k].id = fmt::format("E{}", k + 1);
  if (circles > 0)
    out.remarks.push_back(
        fmt::format("{} parts of the system turn freely against each other: the equilibria form {}, and each stands "
                    "for one of them",
                    circles + 1, circles == 1 ? "circles" : fmt::format("tori of dimension {}", circles)));
  if (merges)
    out.remarks.push_back(
        "a degenerate equilibrium is a collinear shape where two others merge with it (a pitchfork, on the boundary of "
        "the region where they exist); it is known exactly, and alone in its box");
  if (exact.closed() && out.complete) count_closed(energy, out);
  for (std::string& remark : remarks_on(energy, exact, undecided)) out.remarks.push_back(std::move(remark));
  return out;
}

}  // namespace oopss
