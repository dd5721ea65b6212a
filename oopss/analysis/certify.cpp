// SPDX-License-Identifier: Apache-2.0
#include "oopss/analysis/certify.hpp"

#include <bit>
#include <cmath>
#include <numbers>

#include "oopss/analysis/certify_work.hpp"
#include "oopss/analysis/degenerate.hpp"

namespace oopss {
namespace {

constexpr double turn = 2 * std::numbers::pi;

/// A part of a turn, near enough, in the units of a certificate.
std::int64_t units(double radians) {
  const double parts = radians / turn - std::floor(radians / turn);
  return static_cast<std::int64_t>(std::llround(std::ldexp(parts, turn_bits))) % whole_turn;
}
double radians(std::int64_t units) { return std::ldexp(static_cast<double>(units), -turn_bits) * turn; }

/// The box of a root is not made smaller than the units of its place.
int finest_shrink(const std::vector<std::int64_t>& unique) {
  if (unique.empty()) return turn_bits;  // nothing is free
  return std::bit_width(static_cast<std::uint64_t>(*std::min_element(unique.begin(), unique.end()))) - 1;
}

std::int64_t distance(std::int64_t a, std::int64_t b) {
  const std::int64_t d = (a - b) & (whole_turn - 1);
  return std::min(d, whole_turn - d);
}

}  // namespace

template <int N>
TorusSearch<N>::TorusSearch(const PairConstants<Enclosure>& of, const CertifyLimits& limits)
    : of_(of), limits_(limits), aligned_(is_aligned(of)) {
  certificate_.fixed = bodies_to_fix(of);
  free_ = free_bodies(certificate_, N);
  F_.n = static_cast<int>(free_.size());
  std::vector<int> order = free_;
  order.insert(order.end(), certificate_.fixed.begin(), certificate_.fixed.end());
  mpq_class largest;
  for (const auto* entries : {&of.alpha.entries, &of.beta.entries})
    for (const Enclosure& x : *entries) largest = std::max(largest, magnitude(x));
  if (largest == 0) largest = 1;
  double size = 0, width = 0;
  for (int i = 0; i < N; ++i) {
    place_.push_back(static_cast<char>('a' + order[i]));
    for (int j = 0; j < N; ++j) {
      if (i == j) continue;
      const auto near = [&](const Enclosure& x) {
        width += mpq_class((x.hi - x.lo) / largest).get_d();
        return mpq_class((x.lo + x.hi) / (2 * largest)).get_d();
      };
      F_.alpha[i][j] = near(of.alpha(order[i], order[j]));
      F_.beta[i][j] = near(of.beta(order[i], order[j]));
      F_.rho[i][j] = std::hypot(F_.alpha[i][j], F_.beta[i][j]) * (1 + 0x1p-45);
      size += std::abs(F_.alpha[i][j]) + std::abs(F_.beta[i][j]);
    }
  }
  F_.slack = 0x1p-40 * size + 16 * width;
  for (int k = 0; k < static_cast<int>(turn_.size()); ++k) {
    mpq_class part(1);
    mpq_div_2exp(part.get_mpq_t(), part.get_mpq_t(), static_cast<unsigned long>(k));
    const auto [c, s] = cos_and_sin_of_turn(part);
    turn_[k] = {mpq_class((c.lo + c.hi) / 2).get_d(), mpq_class((s.lo + s.hi) / 2).get_d()};
  }
  TorusBox<N> whole{};
  for (int k = 0; k < N; ++k) {
    whole.c[k] = k < F_.n ? -1 : 1;
    whole.centre[k] = whole_turn / 2;
  }
  stack_.reserve(static_cast<std::size_t>(N * limits.depth + 2));
  stack_.push_back(whole);
  if (aligned_) add_degenerate_roots();
}

/// Collinear shapes with a second derivative that looks singular, and is.
template <int N>
void TorusSearch<N>::add_degenerate_roots() {
  for (int turned = 0; turned < 1 << F_.n; ++turned) {
    CertifiedRoot root;
    double c[N], s[N] = {}, Y[N][N];
    for (int k = 0; k < N; ++k) {
      c[k] = k < F_.n && (turned >> k & 1) == 1 ? -1 : 1;
      if (k < F_.n) root.at.push_back(c[k] < 0 ? whole_turn / 2 : 0);
    }
    if (invert(values_at(F_, c, s).H, F_.n, Y)) continue;
    const std::optional<DegenerateBounds> bounds = degenerate_bounds(of_, certificate_, root.at);
    if (!bounds) continue;
    const double radius = 0.999 * std::sqrt(bounds->radius_squared.get_d());
    root.unique.assign(root.at.size(), std::max<std::int64_t>(1, units(std::fmin(radius, 3))));
    root.shrink = turn_bits;
    root.index = bounds->index;
    root.nullity = 1;
    certificate_.roots.push_back(std::move(root));
  }
}

/// y·g keeps its sign in the box: see verify.cpp for the inequality; the slack is more than all rounding (|y| ≤ 1).
template <int N>
bool TorusSearch<N>::excluded(const double* y, const CentreValues<N>& at, const double* r) const {
  double value = 0, reach = F_.slack;
  for (int k = 0; k < F_.n; ++k) {
    double slope = 0;
    for (int j = 0; j < F_.n; ++j) slope += y[j] * at.H[j][k];
    value += y[k] * at.g[k];
    reach += std::abs(slope) * r[k];
  }
  for (int i = 0; i < N; ++i)
    for (int j = i + 1; j < N; ++j)
      reach += 0.5 * std::abs(y[j] - y[i]) * F_.rho[i][j] * ((r[i] + r[j]) * (r[i] + r[j]));
  return std::abs(value) > reach * (1 + 0x1p-30);
}

template <int N>
bool TorusSearch<N>::inside_a_root_box(const TorusBox<N>& box) const {
  return std::any_of(certificate_.roots.begin(), certificate_.roots.end(), [&](const CertifiedRoot& root) {
    for (int k = 0; k < F_.n; ++k)
      if (distance(box.centre[k], root.at[k]) + (whole_turn >> (box.depth[k] + 1)) > root.unique[k]) return false;
    return true;
  });
}

/// The letter of a box; 0 if it is to be cut, across `cut`.
template <int N>
char TorusSearch<N>::letter_of(const TorusBox<N>& box, int& cut) {
  const int n = std::min(F_.n, N - 1);  // as it is: for the compiler
  double r[N] = {};
  for (int k = 0; k < n; ++k) r[k] = std::numbers::pi * (1 + 0x1p-50) * std::ldexp(1.0, -box.depth[k]);
  const CentreValues<N> at = values_at(F_, box.c, box.s);
  const int rows = n == N - 1 ? N : n;
  for (int i = 0; i < rows; ++i) {
    double reach = F_.slack;
    for (int j = 0; j < N; ++j)
      reach += std::abs(at.H[i][j]) * r[j] + 0.5 * F_.rho[i][j] * ((r[i] + r[j]) * (r[i] + r[j]));
    if (std::abs(at.g[i]) > reach * (1 + 0x1p-30)) return place_[i];
  }
  if (inside_a_root_box(box)) return '.';
  double Y[N][N];
  if (invert(at.H, n, Y)) {
    bool near = true;
    for (int k = 0; k < n; ++k) {
      double y[N] = {}, largest = 0, step = 0;
      for (int j = 0; j < n; ++j) largest = std::fmax(largest, std::abs(Y[k][j]));
      for (int j = 0; j < n; ++j) {
        y[j] = Y[k][j] / largest;
        step += Y[k][j] * at.g[j];
      }
      if (excluded(y, at, r)) return static_cast<char>('0' + k);
      if (std::abs(step) > 1.5 * r[k]) near = false;
    }
    if (near && find_root(box) && inside_a_root_box(box)) return '.';
  }
  cut = -1;
  double most = -1;
  for (int k = 0; k < n; ++k) {
    double weight = 0;
    for (int j = 0; j < N; ++j) weight += F_.rho[k][j];
    if (box.depth[k] < limits_.depth && weight * r[k] > most) {
      most = weight * r[k];
      cut = k;
    }
  }
  return cut < 0 ? '?' : 0;
}

template <int N>
void TorusSearch<N>::settle(const TorusBox<N>& box, char letter) {
  certificate_.cover += letter;
  int depth = 0;
  for (int k = 0; k < F_.n; ++k) depth += box.depth[k];
  done_ += std::ldexp(1.0, -depth);
  if (letter == '?') {
    undecided_boxes_.push_back(box);
    ++undecided;
  }
}

template <int N>
bool TorusSearch<N>::step() {
  for (int count = 0; count < 4096 && !stack_.empty(); ++count) {
    const TorusBox<N> box = stack_.back();
    stack_.pop_back();
    ++boxes;
    const bool mirrored = aligned_ && certificate_.cover.size() > 1 && stack_.empty() &&
                          box.depth[certificate_.cover[0] - 'A'] == 1 &&
                          std::accumulate(box.depth, box.depth + F_.n, 0) == 1;
    int cut = 0;
    const char letter = mirrored ? '~' : undecided >= limits_.undecided ? '?' : letter_of(box, cut);
    if (letter != 0) {
      settle(box, letter);
      continue;
    }
    certificate_.cover += static_cast<char>('A' + cut);
    TorusBox<N> lower = box, upper = box;
    const auto [c, s] = turn_[box.depth[cut] + 2];
    const double c0 = box.c[cut], s0 = box.s[cut];
    const std::int64_t quarter = whole_turn >> (box.depth[cut] + 2);
    lower.c[cut] = c0 * c + s0 * s;
    lower.s[cut] = s0 * c - c0 * s;
    upper.c[cut] = c0 * c - s0 * s;
    upper.s[cut] = s0 * c + c0 * s;
    lower.centre[cut] -= quarter;
    upper.centre[cut] += quarter;
    ++lower.depth[cut];
    ++upper.depth[cut];
    stack_.push_back(upper);
    stack_.push_back(lower);
  }
  return !stack_.empty();
}

/// Newton's method from the centre of a box; true if it came to a root whose box of uniqueness is known now.
template <int N>
bool TorusSearch<N>::find_root(const TorusBox<N>& from) {
  const int n = F_.n;
  double theta[N] = {}, c[N], s[N], Y[N][N];
  for (int k = 0; k < n; ++k) theta[k] = radians(from.centre[k]);
  double last = 1;
  for (int iteration = 0; iteration < 25; ++iteration) {
    for (int k = 0; k < N; ++k) {
      c[k] = std::cos(theta[k]);
      s[k] = std::sin(theta[k]);
    }
    const CentreValues<N> at = values_at(F_, c, s);
    if (!invert(at.H, n, Y)) return false;
    double size = 0;
    for (int k = 0; k < n; ++k) {
      double step = 0;
      for (int j = 0; j < n; ++j) step += Y[k][j] * at.g[j];
      theta[k] -= step;
      size = std::fmax(size, std::abs(step));
    }
    if (!(size < 1)) return false;
    if (size < 1e-7 && size >= last / 2) break;  // at rounding
    last = size;
  }
  if (!(last < 1e-7)) return false;
  TorusBox<N> point{};
  for (int k = 0; k < n; ++k) {
    point.centre[k] = units(theta[k]);
    point.depth[k] = turn_bits - 1;
  }
  if (!inside_a_root_box(point)) add_root(theta);
  return true;
}

template <int N>
void TorusSearch<N>::add_root(const double* theta) {
  CertifiedRoot root;
  bool collinear = aligned_;
  for (int k = 0; k < F_.n; ++k) {
    root.at.push_back(units(theta[k]));
    collinear = collinear && distance(2 * root.at[k], 0) < whole_turn >> 24;
  }
  if (collinear)
    for (std::int64_t& at : root.at) at = distance(at, 0) < whole_turn / 4 ? 0 : whole_turn / 2;
  root.unique = shape_of_uniqueness(theta);
  if (std::find(refused_.begin(), refused_.end(), root.at) != refused_.end()) return;
  const std::optional<NewtonBounds> bounds = newton_bounds(of_, certificate_, root);
  if (bounds)
    for (root.shrink = finest_shrink(root.unique); root.shrink > 0 && !encloses_one(*bounds, root.shrink);)
      --root.shrink;
  const std::optional<int> index = root.shrink > 0 ? certified_index(of_, certificate_, root) : std::nullopt;
  if (!index) {
    refused_.push_back(root.at);
    return;
  }
  root.index = *index;
  certificate_.roots.push_back(root);
  if (!aligned_ || collinear) return;
  for (std::int64_t& at : root.at) at = (whole_turn - at) % whole_turn;
  certificate_.roots.push_back(std::move(root));
}

/// A large box around a root in which p(1) < 0 (verify.hpp): half widths v times 2/c, for v that make c even.
template <int N>
std::vector<std::int64_t> TorusSearch<N>::shape_of_uniqueness(const double* theta) const {
  const int n = F_.n;
  double c[N], s[N], Y[N][N], v[N] = {}, best[N] = {}, volume = 0;
  for (int k = 0; k < N; ++k) {
    c[k] = k < n ? std::cos(theta[k]) : 1;
    s[k] = k < n ? std::sin(theta[k]) : 0;
    v[k] = k < n ? 1 : 0;
  }
  const CentreValues<N> at = values_at(F_, c, s);
  std::vector<std::int64_t> out(static_cast<std::size_t>(n), 1);
  if (!invert(at.H, n, Y)) return out;
  for (int round = 0; round < 20; ++round) {
    double w[N] = {}, bend = 0, product = 1;
    for (int k = 0; k < n; ++k) {
      for (int i = 0; i < N; ++i)
        for (int j = 0; j < i; ++j)
          w[k] +=
              std::abs((i < n ? Y[k][i] : 0) - (j < n ? Y[k][j] : 0)) * F_.rho[i][j] * (v[i] + v[j]) * (v[i] + v[j]);
      bend = std::fmax(bend, w[k] / v[k]);
    }
    for (int k = 0; k < n; ++k) product *= v[k] / bend;
    if (product > volume) {
      volume = product;
      for (int k = 0; k < n; ++k) best[k] = v[k] * 2 / bend;
    }
    for (int k = 0; k < n; ++k) v[k] = std::sqrt(v[k] * w[k] / bend);
  }
  for (int k = 0; k < n; ++k) out[k] = std::max<std::int64_t>(1, units(std::fmin(0.999 * best[k], 3)));
  return out;
}

template <int N>
std::vector<UndecidedBox> TorusSearch<N>::undecided_boxes() const {
  std::vector<UndecidedBox> out;
  for (const TorusBox<N>& box : undecided_boxes_) {
    UndecidedBox one;
    for (int k = 0; k < F_.n; ++k) {
      one.centre.push_back(radians(box.centre[k]));
      one.half.push_back(radians(whole_turn >> (box.depth[k] + 1)));
    }
    out.push_back(std::move(one));
  }
  return out;
}

template <int N>
Certificate TorusSearch<N>::certificate() const {
  Certificate out = certificate_;
  out.cover.append(stack_.size(), '?');
  return out;
}

namespace {

template <int N>
std::unique_ptr<CertifySearch::Work> work_of(const PairConstants<Enclosure>& of, const CertifyLimits& limits) {
  if (of.alpha.rows == N) return std::make_unique<TorusSearch<N>>(of, limits);
  if constexpr (N > 2) return work_of<N - 1>(of, limits);
  assert(false);
  return nullptr;
}

}  // namespace

CertifySearch::CertifySearch(const PairConstants<Enclosure>& of, const CertifyLimits& limits)
    : work_(work_of<certify_most_bodies>(of, limits)) {}
CertifySearch::~CertifySearch() = default;
CertifySearch::CertifySearch(CertifySearch&&) noexcept = default;
bool CertifySearch::step() { return work_->step(); }
double CertifySearch::done() const { return work_->done(); }
long CertifySearch::boxes() const { return work_->boxes; }
long CertifySearch::undecided() const { return work_->undecided; }
Certificate CertifySearch::certificate() const { return work_->certificate(); }
std::vector<UndecidedBox> CertifySearch::undecided_boxes() const { return work_->undecided_boxes(); }

Certificate certify(const PairConstants<Enclosure>& of, const CertifyLimits& limits) {
  CertifySearch search(of, limits);
  while (search.step()) continue;
  return search.certificate();
}

}  // namespace oopss
