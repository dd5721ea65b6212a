// SPDX-License-Identifier: Apache-2.0
#include "oopss/linkage/dense.hpp"

#include <Eigen/Dense>

namespace oopss {

using Eigen::MatrixXd;
using Eigen::VectorXd;

MatrixXd null_space(const MatrixXd& A, double tolerance) {
  if (A.rows() == 0) return MatrixXd::Identity(A.cols(), A.cols());
  Eigen::ColPivHouseholderQR<MatrixXd> factors(A.cols(), A.rows());
  factors.setThreshold(tolerance);
  factors.compute(A.transpose());
  const MatrixXd Q = factors.householderQ();
  return Q.rightCols(A.cols() - factors.rank());
}

VectorXd singular_values(const MatrixXd& A) { return Eigen::JacobiSVD<MatrixXd>(A).singularValues(); }

MatrixXd least_stretched(const MatrixXd& A, int count) {
  const Eigen::JacobiSVD<MatrixXd> svd(A, Eigen::ComputeFullV);
  return svd.matrixV().rightCols(count);
}

VectorXd least_solution(const MatrixXd& A, const VectorXd& b, double tolerance) {
  if (A.rows() == 0) return VectorXd::Zero(A.cols());
  Eigen::CompleteOrthogonalDecomposition<MatrixXd> solver(A.rows(), A.cols());
  solver.setThreshold(tolerance);
  solver.compute(A);
  return solver.solve(b);
}

VectorXd positive_solution(const MatrixXd& A, const VectorXd& b) { return A.ldlt().solve(b); }

MatrixXd with_orthonormal_image(const MatrixXd& N, const MatrixXd& image) {
  const Eigen::LLT<MatrixXd> factors(image.transpose() * image);
  return factors.matrixU().solve<Eigen::OnTheRight>(N);
}

EigenPairs eigenpairs(const MatrixXd& A) {
  const Eigen::SelfAdjointEigenSolver<MatrixXd> solver(A);
  return {solver.eigenvalues(), solver.eigenvectors()};
}

}  // namespace oopss
