// SPDX-License-Identifier: Apache-2.0
#include "tests/linkage/trace.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>
#include <numeric>

namespace oopss {
namespace {

using std::numbers::pi;
using Complex = std::complex<double>;

/// Whether bars 2 and 3 reach from end to end of bars 0 and 1 when the angle between these is theta: 1 with two ways to
/// do so, 0 with one (they are in line), −1 not at all.
int reach(const std::array<double, 4>& l, double theta) {
  const double square = l[0] * l[0] + l[1] * l[1] + 2 * l[0] * l[1] * std::cos(theta);
  const double far = (l[2] + l[3]) * (l[2] + l[3]) - square, near = square - (l[2] - l[3]) * (l[2] - l[3]);
  return far > 0 && near > 0 ? 1 : far < 0 || near < 0 ? -1 : 0;
}

/// Directions of the four bars: the hinge between 2 and 3 lies to the left (side 1) or right (−1) of the way from the
/// end of bar 1 back to the beginning of bar 0.
std::array<Complex, 4> pose(const std::array<double, 4>& l, double theta, int side) {
  const Complex end = l[0] + std::polar(l[1], theta), way = -end;
  const double distance = std::abs(way), along = (distance * distance + l[2] * l[2] - l[3] * l[3]) / (2 * distance);
  const double off = std::sqrt(std::max(l[2] * l[2] - along * along, 0.0));
  const Complex hinge = end + way / distance * Complex(along, side * off);
  return {Complex(1), std::polar(1.0, theta), (hinge - end) / l[2], -hinge / l[3]};
}

std::vector<double> grid(int count) {
  std::vector<double> out;
  for (int i = 0; i < count; ++i) out.push_back(2 * i == count ? pi : 2 * pi * i / count);
  return out;
}

struct Union {
  std::vector<int> parent;
  explicit Union(int n) : parent(n) { std::iota(parent.begin(), parent.end(), 0); }
  int root(int i) {
    while (parent[i] != i) i = parent[i] = parent[parent[i]];
    return i;
  }
  void join(int i, int j) { parent[root(i)] = root(j); }
};

/// Angles between the ends a (reached) and b (not): ever nearer to where the reach ends.
std::vector<double> towards_limit(const std::array<double, 4>& l, double a, double b) {
  std::vector<double> out;
  for (int k = 0; k < 40; ++k) {
    const double middle = (a + b) / 2;
    if (reach(l, middle) > 0) {
      out.push_back(middle);
      a = middle;
    } else {
      b = middle;
    }
  }
  return out;
}

/// One way round along a closed list of poses.
void add_winding(TracedCurve& out, const std::vector<std::array<Complex, 4>>& poses) {
  std::array<double, 6> turned{};
  for (std::size_t i = 0; i < poses.size(); ++i) {
    const std::array<Complex, 4>&a = poses[i], &b = poses[(i + 1) % poses.size()];
    std::array<double, 4> turn{};
    for (int k = 0; k < 4; ++k) {
      turn[k] = std::arg(b[k] * std::conj(a[k]));
      out.coarsest = std::max(out.coarsest, std::abs(turn[k]));
    }
    int pair = 0;
    for (int j = 0; j < 4; ++j)
      for (int k = j + 1; k < 4; ++k) turned[pair++] += turn[k] - turn[j];
  }
  std::array<int, 6> rounded{};
  for (int pair = 0; pair < 6; ++pair) rounded[pair] = static_cast<int>(std::lround(turned[pair] / (2 * pi)));
  out.windings.push_back(rounded);
}

/// The circles one by one: there and back again between two limits, or each branch all the way round.
void walk(TracedCurve& out, const std::array<double, 4>& l, const std::vector<double>& theta) {
  const int count = static_cast<int>(theta.size());
  const auto reached = [&](int i) { return reach(l, theta[(i + count) % count]) > 0; };
  const auto angle = [&](int i) { return theta[(i % count + count) % count] + 2 * pi * std::floor(double(i) / count); };
  bool all = true;
  for (int i = 0; i < count; ++i) all = all && reached(i);
  if (all)
    for (const int side : {1, -1}) {
      std::vector<std::array<Complex, 4>> poses;
      for (const double a : theta) poses.push_back(pose(l, a, side));
      add_winding(out, poses);
    }
  for (int begin = 0; begin < count && !all; ++begin) {
    if (!reached(begin) || reached(begin - 1)) continue;
    int end = begin;
    while (reached(end + 1)) ++end;
    std::vector<double> run = towards_limit(l, angle(begin), angle(begin - 1));
    std::reverse(run.begin(), run.end());
    for (int i = begin; i <= end; ++i) run.push_back(angle(i));
    const std::vector<double> last = towards_limit(l, angle(end), angle(end + 1));
    run.insert(run.end(), last.begin(), last.end());
    std::vector<std::array<Complex, 4>> poses;
    for (const double a : run) poses.push_back(pose(l, a, 1));
    for (auto a = run.rbegin(); a != run.rend(); ++a) poses.push_back(pose(l, *a, -1));
    add_winding(out, poses);
  }
}

}  // namespace

TracedCurve trace(const std::array<double, 4>& l, int count) {
  const std::vector<double> theta = grid(count);
  TracedCurve out;
  std::vector<int> reached;
  for (const double angle : theta) reached.push_back(reach(l, angle));
  // vertices 2 i and 2 i + 1 are the branches at sample i; where the bars are in line they are one
  const auto vertex = [&](int i, int side) { return 2 * i + (reached[i] == 0 ? 0 : side); };
  Union pieces(2 * count);
  int vertices = 0, edges = 0;
  const auto join = [&](int a, int b) {
    pieces.join(a, b);
    ++edges;
  };
  for (int i = 0; i < count; ++i) {
    if (reached[i] < 0) continue;
    vertices += reached[i] > 0 ? 2 : 1;
    out.nodes += reached[i] == 0 && (i == 0 || 2 * i == count);
    const int next = (i + 1) % count, before = (i + count - 1) % count;
    for (int side = 0; side < 2 && reached[next] >= 0; ++side) join(vertex(i, side), vertex(next, side));
    if (reached[i] > 0 && reached[next] < 0) join(vertex(i, 0), vertex(i, 1));
    if (reached[i] > 0 && reached[before] < 0) join(vertex(i, 0), vertex(i, 1));
  }
  for (int i = 0; i < count; ++i)
    for (int side = 0; side < (reached[i] > 0 ? 2 : reached[i] == 0 ? 1 : 0); ++side)
      out.components += pieces.root(vertex(i, side)) == vertex(i, side);
  out.b1 = edges - vertices + out.components;
  return out;
}

TracedCurve trace_windings(const std::array<double, 4>& l, int count) {
  TracedCurve out;
  for (; count < 1 << 20; count *= 2) {
    out = trace(l, count);
    walk(out, l, grid(count));
    if (out.coarsest < 1) break;
  }
  return out;
}

}  // namespace oopss
