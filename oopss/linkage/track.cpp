// SPDX-License-Identifier: Apache-2.0
#include "oopss/linkage/track.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "oopss/linkage/assemble.hpp"
#include "oopss/linkage/slopes.hpp"

namespace oopss {
namespace {

using Eigen::Index;
using Eigen::VectorXd;
using std::numbers::pi;

constexpr double longest_step = 0.05, shortest_step = 1e-7;  // rad
constexpr double most_turn = 0.1;                            // of the tangent in a step, rad
constexpr int most_points = 200000;

VectorXd vector_of(const std::vector<double>& phi) { return VectorXd::Map(phi.data(), static_cast<Index>(phi.size())); }

/// The unit vector of the null space nearest to the way so far.
VectorXd tangent_at(const Linkage& linkage, const std::vector<double>& phi, const VectorXd& before) {
  const VectorXd found = least_stretched(closure_slopes(linkage, phi).G, 1);
  return before.size() > 0 && found.dot(before) < 0 ? VectorXd(-found) : found;
}

/// The shape a step along the tangent, closed again.
Assembly stepped(const Linkage& linkage, const std::vector<double>& phi, const VectorXd& tangent, double step) {
  std::vector<double> next = phi;
  for (std::size_t k = 0; k < next.size(); ++k) next[k] += step * tangent(static_cast<Index>(k));
  return assemble(linkage, next, {});
}

/// a − b, but for whole turns.
VectorXd apart(const std::vector<double>& a, const std::vector<double>& b) {
  VectorXd out = vector_of(a) - vector_of(b);
  for (double& angle : out) angle = std::remainder(angle, 2 * pi);
  return out;
}

/// The way from a closed shape and back to it.
Track walk_around(const Linkage& linkage, const std::vector<double>& phi) {
  Track track;
  std::vector<double> here = phi;
  VectorXd tangent = tangent_at(linkage, here, {});
  const VectorXd first = tangent;
  const auto note = [&] {
    track.phi.push_back(here);
    track.tangent.emplace_back(tangent.begin(), tangent.end());
  };
  note();
  double step = longest_step / 4, way = 0;
  while (static_cast<int>(track.phi.size()) < most_points) {
    const VectorXd to_start = apart(phi, here);
    const double left = to_start.dot(tangent);
    const bool arrives = way > 4 * step && to_start.norm() < 1.5 * step && left > 0 && left <= step &&
                         std::abs(first.dot(tangent)) > std::cos(most_turn * 4);
    if (arrives) {
      const Assembly end = stepped(linkage, here, tangent, left);
      if (end.closed && apart(end.phi, phi).norm() < 1e-2 * step) {
        here = end.phi;
        tangent = tangent_at(linkage, here, tangent);
        note();
        track.closed = true;
        return track;
      }
    }
    const Assembly next = stepped(linkage, here, tangent, step);
    const VectorXd turned = tangent_at(linkage, next.phi, tangent);
    const double moved = (vector_of(next.phi) - vector_of(here)).norm();
    if (!next.closed || turned.dot(tangent) < std::cos(most_turn) || moved > 1.2 * step) {
      step /= 2;
      if (step < shortest_step) return track;
      continue;
    }
    way += moved;
    here = next.phi;
    tangent = turned;
    note();
    step = std::min(1.3 * step, longest_step);
  }
  return track;
}

/// Whether a closed shape lies on a curve that was walked.
bool is_on(const Linkage& linkage, const Track& track, const std::vector<double>& phi) {
  for (std::size_t i = 0; i < track.phi.size(); ++i) {
    const VectorXd away = apart(phi, track.phi[i]);
    if (away.norm() > 1.5 * longest_step) continue;
    std::vector<double> here = track.phi[i];
    VectorXd tangent = tangent_at(linkage, here, {});
    for (int count = 0; count < 20; ++count) {
      const double left = apart(phi, here).dot(tangent);
      if (apart(phi, here).norm() < 1e-8) return true;
      here = stepped(linkage, here, tangent, std::clamp(left, -longest_step / 4, longest_step / 4)).phi;
      tangent = tangent_at(linkage, here, tangent);
    }
  }
  return false;
}

}  // namespace

Track track_through(const Linkage& linkage, const std::vector<double>& phi) { return walk_around(linkage, phi); }

std::vector<double> closed_sample(const Linkage& linkage, const std::vector<double>& place) {
  const std::size_t n = static_cast<std::size_t>(linkage.tree.size()) - 1;
  std::vector<double> phi(n);
  for (int attempt = 0;; ++attempt) {
    for (std::size_t k = 0; k < n; ++k) {  // numbers of the place, drawn apart for the angles that have none
      const std::size_t given = std::max<std::size_t>(place.size(), 1), round = k / given;
      const double own = place.empty() ? 0.5 : place[k % given];
      const double part = own * std::sqrt(static_cast<double>(1 + 7 * round)) +
                          0.618034 * static_cast<double>(attempt) * static_cast<double>(k + 1);
      phi[k] = pi * (2 * (part - std::floor(part)) - 1);
    }
    const Assembly found = assemble(linkage, phi, {});
    if (found.closed || attempt == 20) return found.phi;
  }
}

std::vector<Track> all_tracks(const Linkage& linkage) {
  constexpr int samples = 240;
  std::vector<Track> tracks;
  for (int k = 0; k < samples; ++k) {
    const std::vector<double> phi = closed_sample(
        linkage, {std::fmod(0.5 + k * 0.7548776662466927, 1.0), std::fmod(0.5 + k * 0.5698402909980532, 1.0)});
    if (closure_gap(linkage, phi) > 1e-12 * loop_length(linkage)) continue;
    if (std::none_of(tracks.begin(), tracks.end(), [&](const Track& track) { return is_on(linkage, track, phi); }))
      tracks.push_back(walk_around(linkage, phi));
  }
  return tracks;
}

}  // namespace oopss
