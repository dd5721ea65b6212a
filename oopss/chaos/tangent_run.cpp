// SPDX-License-Identifier: Apache-2.0
#include "oopss/chaos/tangent_run.hpp"

#include <algorithm>
#include <cmath>
#include <memory>

#include "oopss/chaos/exponents.hpp"
#include "oopss/orbit/passage.hpp"

namespace oopss {
namespace {

/// Growth between two times of making orthonormal. The tolerance times its square is the error of what grows least.
constexpr double too_much = 30, much = 8, little = 3;

/// Makes the columns orthonormal from the first on, by Gram and Schmidt twice; returned are their lengths without the
/// parts along those before them.
Eigen::VectorXd make_orthonormal(Eigen::MatrixXd& V) {
  Eigen::VectorXd lengths = Eigen::VectorXd::Ones(V.cols());
  for (Eigen::Index k = 0; k < V.cols(); ++k)
    for (int twice = 0; twice < 2; ++twice) {
      for (Eigen::Index j = 0; j < k; ++j) V.col(k) -= V.col(j).dot(V.col(k)) * V.col(j);
      const double length = V.col(k).norm();
      lengths[k] *= length;
      V.col(k) /= length;
    }
  return lengths;
}

/// Σ_i e_i · (∂f/∂x) e_i over orthonormal directions of the leaf, the same everywhere.
Flow::Quantity divergence_rate(const ChaosSystem& model, const LeafFrame& frame) {
  struct Scratch {
    Eigen::MatrixXd out, in;
    Eigen::VectorXd image;
  };
  const auto parts = std::make_shared<Scratch>(Scratch{frame.out, frame.in, Eigen::VectorXd(frame.out.rows())});
  return [parts, tangent = model.motion.flow.tangent](double t, const double* x) {
    double sum = 0;
    for (Eigen::Index i = 0; i < parts->out.cols(); ++i) {
      tangent(t, x, parts->out.col(i).data(), parts->image.data());
      sum += parts->in.row(i).dot(parts->image);
    }
    return sum;
  };
}

}  // namespace

bool has_divergence(const ChaosSystem& model) {
  return model.motion.flow.closure.count == 0 && model.motion.system.layout.offset(BlockKind::dissipated) >= 0;
}

TangentRun::TangentRun(const ChaosSystem& model, const std::vector<double>& start, double tolerance)
    : model_(&model), x_(start), tolerance_(tolerance), part_(4 * time_scale(model, start)) {
  const OrbitSystem& motion = model.motion;
  geometry_ = leaf_geometry(motion.system, momentum_unit(motion.system, start));
  frame_ = leaf_frame(motion, geometry_, start);
  Q_ = Eigen::MatrixXd::Identity(frame_.out.cols(), frame_.out.cols());
  logarithms_.assign(static_cast<std::size_t>(Q_.cols()), 0.0);
  if (has_divergence(model)) divergence_rate_ = divergence_rate(model, frame_);
}

bool TangentRun::pass(double span) {
  const OrbitSystem& motion = model_->motion;
  const Passage run = passage(motion.flow, motion.system.layout, x_, frame_.out * Q_,
                              {.from = t_, .span = span, .tolerance = tolerance_, .integrand = divergence_rate_});
  trouble_ = run.trouble;
  if (!trouble_.empty()) return false;
  LeafFrame frame = frame_;  // the same everywhere, but for loops
  if (motion.flow.closure.count > 0) frame = leaf_frame(motion, geometry_, run.end);
  Eigen::MatrixXd V = frame.in * run.columns;
  const Eigen::VectorXd lengths = make_orthonormal(V);
  if (!lengths.allFinite() || !(lengths.minCoeff() > 0)) {
    trouble_ = "small differences grow or shrink beyond all numbers";
    return false;
  }
  const double growth = std::max(lengths.maxCoeff(), 1 / lengths.minCoeff());
  if (growth > too_much) return false;  // it is done again in shorter parts
  Q_ = V;
  frame_ = std::move(frame);
  for (std::size_t k = 0; k < logarithms_.size(); ++k)
    logarithms_[k] += std::log(lengths[static_cast<Eigen::Index>(k)]);
  x_ = run.end;
  divergence_ += run.dynamic;
  t_ += span;
  if (growth > much) part_ = std::min(part_, span) / 2;
  if (growth < little && span > part_ / 2) part_ *= 1.5;
  return true;
}

bool TangentRun::advance(double span, const std::atomic<bool>& stop) {
  const double end = t_ + span;
  while (t_ < end) {
    if (stop) return false;
    const double left = end - t_, length = left / std::ceil(left / part_);
    if (pass(length)) {
      if (length == left) t_ = end;
      continue;
    }
    part_ = length / 2;
    if (trouble_.empty() && part_ < 1e-12 * end) trouble_ = "small differences grow beyond all numbers at once";
    if (!trouble_.empty()) return false;
  }
  return true;
}

std::vector<double> TangentRun::exponents() const {
  std::vector<double> out;
  for (const double logarithm : logarithms_) out.push_back(logarithm / t_);
  std::sort(out.rbegin(), out.rend());
  return out;
}

}  // namespace oopss
