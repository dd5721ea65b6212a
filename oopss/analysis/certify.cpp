// SPDX-License-Identifier: Apache-2.0
#include "oopss/analysis/certify.hpp"

#include <cmath>
#include <numbers>

#include "oopss/analysis/certify_roots.hpp"

namespace oopss {

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
      if (distance_on_circle(box.centre[k], root.at[k]) + (whole_turn >> (box.depth[k] + 1)) > root.unique[k])
        return false;
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

template <int N>
std::vector<UndecidedBox> TorusSearch<N>::undecided_boxes() const {
  std::vector<UndecidedBox> out;
  for (const TorusBox<N>& box : undecided_boxes_) {
    UndecidedBox one;
    for (int k = 0; k < F_.n; ++k) {
      one.centre.push_back(radians_of(box.centre[k]));
      one.half.push_back(radians_of(whole_turn >> (box.depth[k] + 1)));
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
