// SPDX-License-Identifier: Apache-2.0
#include "tests/integrate/closed_chain.hpp"

#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>

namespace oopss {
namespace {

using Eigen::Matrix2d;
using Eigen::MatrixXd;
using Eigen::Vector2d;
using Eigen::VectorXd;

Matrix2d turn(double angle) {
  return (Matrix2d() << std::cos(angle), -std::sin(angle), std::sin(angle), std::cos(angle)).finished();
}
const Matrix2d quarter = turn(std::acos(0.0));

/// α + iβ of J_kl: Σ_b m_b a_bk · a_bl and Σ_b m_b a_bk · S a_bl.
std::array<MatrixXd, 2> coefficients(const ClosedChain& chain) {
  const int n = chain.size();
  const Matrix2d S = (Matrix2d() << 0, -1, 1, 0).finished();
  MatrixXd alpha = MatrixXd::Zero(n, n), beta = alpha;
  const std::vector<VectorXd> a = chain.a();
  for (int k = 0; k < n; ++k) {
    alpha(k, k) += chain.inertia[k];
    for (int l = 0; l < n; ++l)
      for (int b = 0; b < n; ++b) {
        const Vector2d ak = a[b].segment<2>(2 * k), al = a[b].segment<2>(2 * l);
        alpha(k, l) += chain.mass[b] * ak.dot(al);
        beta(k, l) += chain.mass[b] * ak.dot(S * al);
      }
  }
  return {alpha, beta};
}

}  // namespace

std::vector<VectorXd> ClosedChain::a() const {
  const int n = size();
  std::vector<VectorXd> out(mass.size(), VectorXd::Zero(2 * n));
  double total = 0;
  VectorXd mean = VectorXd::Zero(2 * n);
  for (int b = 0; b < n; ++b) {
    if (b > 0) {
      out[b] = out[b - 1];
      out[b].segment<2>(2 * (b - 1)) += to_next[b - 1];
      out[b].segment<2>(2 * b) -= to_last[b];
    }
    mean += mass[b] * out[b];
    total += mass[b];
  }
  for (VectorXd& row : out) row -= mean / total;
  return out;
}

VectorXd ClosedChain::angles(const double* x) const {
  const int n = size();
  VectorXd theta(n);
  theta(0) = x[2 * n - 1];
  for (int k = 1; k < n; ++k) theta(k) = theta(k - 1) + x[k - 1];
  return theta;
}

MatrixXd ClosedChain::J(const VectorXd& theta) const {
  auto [out, beta] = coefficients(*this);
  for (int k = 0; k < size(); ++k)
    for (int l = 0; l < size(); ++l)
      out(k, l) = out(k, l) * std::cos(theta(l) - theta(k)) + beta(k, l) * std::sin(theta(l) - theta(k));
  return out;
}

MatrixXd ClosedChain::K(const VectorXd& theta) const {
  auto [alpha, out] = coefficients(*this);
  for (int k = 0; k < size(); ++k)
    for (int l = 0; l < size(); ++l)
      out(k, l) = out(k, l) * std::cos(theta(l) - theta(k)) - alpha(k, l) * std::sin(theta(l) - theta(k));
  return out;
}

Vector2d ClosedChain::g(const VectorXd& theta) const {
  Vector2d sum = Vector2d::Zero();
  for (int k = 0; k < size(); ++k) sum += turn(theta(k) - theta(0)) * (to_next[k] - to_last[k]);
  return sum;
}

MatrixXd ClosedChain::G(const VectorXd& theta) const {
  const int n = size();
  MatrixXd out = MatrixXd::Zero(2, n);
  for (int k = 1; k < n; ++k) {
    out.col(k) = quarter * turn(theta(k) - theta(0)) * (to_next[k] - to_last[k]);
    out.col(0) -= out.col(k);
  }
  return out;
}

VectorXd ClosedChain::rates(const double* x) const {
  return J(angles(x)).ldlt().solve(Eigen::Map<const VectorXd>(x + size() - 1, size()));
}

namespace {

/// The functions of the waist, made from one chain.
struct Rates {
  ClosedChain chain;
  Layout layout;
  MatrixXd alpha, beta;

  explicit Rates(const ClosedChain& made)
      : chain(made), layout(planar_layout(made.size(), made.size() - 1, made.laws.any())) {
    std::tie(alpha, beta) = std::tuple_cat(coefficients(made));
  }
  int n() const { return chain.size(); }

  /// J and K at once, from the coefficients known.
  std::array<MatrixXd, 2> inertia(const VectorXd& theta) const {
    MatrixXd J(n(), n()), K(n(), n());
    for (int k = 0; k < n(); ++k)
      for (int l = 0; l < n(); ++l) {
        const double c = std::cos(theta(l) - theta(k)), s = std::sin(theta(l) - theta(k));
        J(k, l) = alpha(k, l) * c + beta(k, l) * s;
        K(k, l) = beta(k, l) * c - alpha(k, l) * s;
      }
    return {J, K};
  }

  /// x' with the closing forces that make g'' = 0, or without.
  void move(double t, const double* x, bool closed, double* out) const {
    const VectorXd theta = chain.angles(x);
    const auto [J, K] = inertia(theta);
    const Eigen::LDLT<MatrixXd> factor(J);
    const VectorXd omega = factor.solve(Eigen::Map<const VectorXd>(x + n() - 1, n()));
    VectorXd pull = omega.cwiseProduct(K.transpose() * omega);
    double work = 0, dissipated = 0;
    if (const ChainLaws& laws = chain.laws; laws.any()) {
      const double rate = omega(1) - omega(0);
      const double torque = -laws.stiffness * (x[0] - laws.rest) - laws.damping * rate;
      const double drive = laws.drive * std::sin(laws.frequency * t);
      pull(1) += torque + drive;
      pull(0) -= torque;
      pull(2) -= drive;
      dissipated = laws.damping * rate * rate;
      work = drive * (omega(1) - omega(2));
    }
    if (closed) {
      const MatrixXd G = chain.G(theta);
      VectorXd centrifugal = VectorXd::Zero(n());
      Vector2d swing = Vector2d::Zero();
      for (int k = 0; k < n(); ++k) {
        for (int l = 0; l < n(); ++l) centrifugal(k) += K(k, l) * (omega(l) - omega(k)) * omega(l);
        swing += quarter * G.col(k) * omega(k) * omega(k);
      }
      const Vector2d lambda =
          (G * factor.solve(G.transpose())).ldlt().solve(G * factor.solve(pull - centrifugal) + swing);
      pull -= G.transpose() * lambda;
    }
    for (int k = 0; k + 1 < n(); ++k) out[k] = omega(k + 1) - omega(k);
    for (int k = 0; k < n(); ++k) out[n() - 1 + k] = pull(k);
    out[2 * n() - 1] = omega(0);
    if (!chain.laws.any()) return;
    out[2 * n()] = work;
    out[2 * n() + 1] = dissipated;
  }

  /// κ = 2 / √(tr A tr A⁻¹), A = G Gᵀ, and −∂κ/∂θ at the momenta.
  double gauge(const double* x, double* adds) const {
    const MatrixXd G = chain.G(chain.angles(x));
    const Matrix2d A = G * G.transpose(), inverse = A.inverse();
    const double kappa = 2 / std::sqrt(A.trace() * inverse.trace());
    std::fill(adds, adds + layout.size, 0.0);
    for (int k = 0; k < n(); ++k) {
      const Vector2d column = G.col(k);
      adds[n() - 1 + k] = -kappa * (quarter * column).dot(inverse * inverse * column) / inverse.trace();
    }
    return kappa;
  }
};

double spring_energy(const ChainLaws& laws, const double* x) {
  return 0.5 * laws.stiffness * (x[0] - laws.rest) * (x[0] - laws.rest);
}

/// The equations stand `repeat` times.
Flow::Closure closure_of(const Rates& rates) {
  const int n = rates.n(), size = rates.layout.size, repeat = rates.chain.repeat;
  const ClosedChain& chain = rates.chain;
  const auto absolute = [chain](const double* x) -> MatrixXd { return chain.G(chain.angles(x)); };
  Flow::Closure out;
  out.count = 2 * repeat;
  out.value = [chain, repeat](double, const double* x, double* g) {
    const Vector2d value = chain.g(chain.angles(x));
    for (int c = 0; c < 2 * repeat; ++c) g[c] = value(c % 2);
  };
  out.jacobian = [=](const double* x, double* rows) {
    const MatrixXd G = absolute(x);
    std::fill(rows, rows + 2 * repeat * size, 0.0);
    for (int c = 0; c < 2 * repeat; ++c)
      for (int j = 0; j + 1 < n; ++j)
        for (int k = j + 1; k < n; ++k) rows[c * size + j] += G(c % 2, k);
  };
  out.forces = [=](double, const double* x, double* rows) {
    const MatrixXd G = absolute(x);
    std::fill(rows, rows + 2 * repeat * size, 0.0);
    for (int c = 0; c < 2 * repeat; ++c)
      for (int k = 0; k < n; ++k) rows[c * size + n - 1 + k] = G(c % 2, k);
  };
  out.open = [rates, laws = chain.laws, n](double t, const double* x, double* rate) {
    rates.move(t, x, false, rate);
    double H = 0, omega = rate[2 * n - 1];
    for (int k = 0; k < n; ++k) {
      H += 0.5 * x[n - 1 + k] * omega;
      if (k + 1 < n) omega += rate[k];
    }
    return H + spring_energy(laws, x);
  };
  out.inertia = [=](const double* x, double* response, double* S) {
    const VectorXd theta = chain.angles(x), omega = chain.rates(x);
    const MatrixXd G = chain.G(theta), K = chain.K(theta), spins = chain.J(theta).ldlt().solve(G.transpose());
    std::fill(response, response + 2 * repeat * size, 0.0);
    for (int c = 0; c < 2 * repeat; ++c) {
      const VectorXd w = spins.col(c % 2);
      const VectorXd pull = -w.cwiseProduct(K * omega) - omega.cwiseProduct(K * w);
      for (int k = 0; k + 1 < n; ++k) response[c * size + k] = w(k + 1) - w(k);
      for (int k = 0; k < n; ++k) response[c * size + n - 1 + k] = pull(k);
      response[c * size + 2 * n - 1] = w(0);
      for (int d = 0; d < 2 * repeat; ++d) S[2 * repeat * c + d] = G.row(c % 2).dot(spins.col(d % 2));
    }
  };
  out.gauge = [rates](const double* x, double* adds) { return rates.gauge(x, adds); };
  out.slow_near_singular = chain.slow;
  return out;
}

}  // namespace

ClosedSystem closed_system(const ClosedChain& chain, const VectorXd& theta, const VectorXd& omega) {
  const Rates rates(chain);
  const int n = chain.size();
  ClosedSystem out{chain, rates.layout, {}, std::vector<double>(static_cast<std::size_t>(rates.layout.size), 0.0)};
  const VectorXd mu = chain.J(theta) * omega;
  for (int k = 0; k + 1 < n; ++k) out.start[k] = theta(k + 1) - theta(k);
  for (int k = 0; k < n; ++k) out.start[n - 1 + k] = mu(k);
  out.start[2 * n - 1] = theta(0);
  out.flow.field = [rates](double t, const double* x, double* rate) { rates.move(t, x, true, rate); };
  out.flow.kinetic = [chain, n](double, const double* x) {
    return 0.5 * chain.rates(x).dot(Eigen::Map<const VectorXd>(x + n - 1, n));
  };
  out.flow.stored = [laws = chain.laws](double, const double* x) { return spring_energy(laws, x); };
  out.flow.closure = closure_of(rates);
  return out;
}

GoldenLoop golden_loop(const std::string& id) {
  using nlohmann::json;
  std::ifstream file("tests/golden/loops.json");
  if (!file) throw std::runtime_error("tests/golden/loops.json: not found; run from the root of the source tree");
  const json document = json::parse(file);
  const auto vector = [](const json& entry) {
    const std::vector<double> values = entry;
    return VectorXd(Eigen::Map<const VectorXd>(values.data(), static_cast<Eigen::Index>(values.size())));
  };
  for (const json& entry : document.at("trajectories")) {
    if (entry.at("id") != id) continue;
    const json& made = document.at("systems").at(entry.at("system").get<std::string>());
    ClosedChain chain;
    const std::size_t n = made.at("bodies").size();
    chain.to_next.resize(n);
    chain.to_last.resize(n);
    for (std::size_t k = 0; k < n; ++k) {
      chain.mass.push_back(made.at("bodies")[k][0]);
      chain.inertia.push_back(made.at("bodies")[k][1]);
      chain.to_next[k] = vector(made.at("joints")[k][1]);
      chain.to_last[(k + 1) % n] = vector(made.at("joints")[k][3]);
    }
    GoldenLoop out{closed_system(chain, vector(entry.at("theta0")), vector(entry.at("omega0"))),
                   entry.at("energy"),
                   entry.at("angular_momentum"),
                   {},
                   {},
                   {}};
    for (const json& point : entry.at("samples")) {
      out.t.push_back(point.at("t"));
      out.theta.push_back(vector(point.at("theta")));
      out.omega.push_back(vector(point.at("omega")));
    }
    return out;
  }
  throw std::out_of_range("no golden trajectory " + id);
}

ClosedSystem near_change_point(double more) {
  const std::vector<double> length = {2, 1, 1.5 + more, 1.5};
  ClosedChain chain{{1, 1, 1, 1}, {0.4, 0.2, 0.3, 0.5}, {}, {}, {}, true, 1};
  for (const double l : length) {
    const double back = l == length[2] ? 0.75 : l / 2;
    chain.to_last.emplace_back(-back, 0);
    chain.to_next.emplace_back(l - back, 0);
  }
  // Bars 0 and 1 as given, the others from the triangle that is left.
  const std::complex<double> far = -(length[0] + std::polar(length[1], 1.0));
  const double D = std::norm(far),
               gap = std::acos((D - length[2] * length[2] - length[3] * length[3]) / (2 * length[2] * length[3]));
  const double third = std::arg(far / (length[2] + std::polar(length[3], gap)));
  const VectorXd theta = (VectorXd(4) << 0, 1, third, third + gap).finished();
  const MatrixXd G = chain.G(theta);
  const Vector2d given(0.5, -0.6);
  VectorXd omega(4);
  omega << given, -G.rightCols<2>().fullPivLu().solve(G.leftCols<2>() * given);
  return closed_system(chain, theta, omega);
}

}  // namespace oopss
