// SPDX-License-Identifier: Apache-2.0
// Compiled for the processor at hand (-O3 -march=native), as whoever wants speed of odeint would.
#include "bench/peer_ensemble.hpp"

#include <array>
#include <boost/numeric/odeint.hpp>

#include "oopss/mechanics/kernel_loops.hpp"

namespace oopss {
namespace {

namespace odeint = boost::numeric::odeint;

/// Numbers side by side, with what odeint asks of a value.
struct Pack {
  using Numbers = double __attribute__((vector_size(64)));
  Numbers v;
  Pack() = default;
  Pack(double all) : v(Numbers{} + all) {}  // NOLINT: numbers of a formula are scalars
  Pack(Numbers all) : v(all) {}             // NOLINT
};
inline Pack operator+(const Pack& a, const Pack& b) { return a.v + b.v; }
inline Pack operator-(const Pack& a, const Pack& b) { return a.v - b.v; }
inline Pack operator-(const Pack& a) { return -a.v; }
inline Pack operator*(const Pack& a, const Pack& b) { return a.v * b.v; }
inline Pack operator*(double a, const Pack& b) { return a * b.v; }
inline Pack operator/(const Pack& a, const Pack& b) { return a.v / b.v; }

using PackBits = unsigned long long __attribute__((vector_size(64)));
inline PackBits bits_of(const Pack& x) { return reinterpret_cast<PackBits>(x.v); }
inline void set_bits(Pack& x, PackBits bits) { x.v = reinterpret_cast<Pack::Numbers>(bits); }
inline Direction<Pack> direction(const Pack& angle) { return sine_and_cosine<Pack, PackBits>(angle); }

template <class Real>
SmallTree<Real> with(const SmallTree<double>& tree) {
  SmallTree<Real> out;
  out.bodies = tree.bodies;
  for (int k = 0; k < 3; ++k) {
    out.body[k] = tree.body[k];
    out.diagonal[k] = tree.diagonal[k];
    out.alpha[k] = tree.alpha[k];
    out.beta[k] = tree.beta[k];
  }
  for (int k = 0; k < 2; ++k) {
    out.joint[k] = tree.joint[k];
    out.sense[k] = tree.sense[k];
  }
  return out;
}

template <class Real, std::size_t Size>
void run(const SmallTree<double>& small, const std::vector<double>& start, double h, int steps,
         std::vector<double>& out) {
  using State = std::array<Real, Size>;
  const SmallTree<Real> tree = with<Real>(small);
  constexpr std::size_t joints = Size / 2;
  const auto field = [&tree](const State& x, State& rate, double) {
    Real omega[3];
    if constexpr (joints == 1)
      two_body_rates(tree, x.data(), x.data() + joints, rate.data(), rate.data() + joints, omega);
    else
      three_body_rates(tree, x.data(), x.data() + joints, rate.data(), rate.data() + joints, omega);
  };
  odeint::runge_kutta4<State, double, State, double> stepper;
  State x;
  for (std::size_t i = 0; i < Size; ++i) x[i] = start[i];
  for (int k = 0; k < steps; ++k) stepper.do_step(field, x, k * h, h);
  out.clear();
  for (const Real& one : x) out.push_back(*reinterpret_cast<const double*>(&one));
}

}  // namespace

void odeint_scalar(const SmallTree<double>& tree, const std::vector<double>& start, double h, int steps,
                   std::vector<double>& out) {
  (tree.bodies == 2 ? run<double, 3> : run<double, 5>)(tree, start, h, steps, out);
}

void odeint_packed(const SmallTree<double>& tree, const std::vector<double>& start, double h, int steps,
                   std::vector<double>& out) {
  (tree.bodies == 2 ? run<Pack, 3> : run<Pack, 5>)(tree, start, h, steps, out);
}

double multiply_add_rate(double seconds_of(void (*)(double&), double&)) {
  constexpr int vectors = 12, repeats = 40000;  // of as many GCC unrolls the loop
  static double kept = 0;
  const auto work = [](double& sink) {
    Pack::Numbers a[vectors];
    for (int k = 0; k < vectors; ++k) a[k] = Pack::Numbers{} + (1 + k + sink);
    const Pack::Numbers b = Pack::Numbers{} + 0.999999, c = Pack::Numbers{} + 1e-9;
    for (int i = 0; i < repeats; ++i)
      for (Pack::Numbers& one : a) one = one * b + c;
    for (const Pack::Numbers& one : a) sink += one[0] * 1e-300;
  };
  return 2.0 * 8 * vectors * repeats / seconds_of(work, kept);
}

}  // namespace oopss
