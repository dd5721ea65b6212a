// SPDX-License-Identifier: Apache-2.0
#include "oopss/scalar/dense.hpp"

#include <Eigen/Dense>

namespace oopss {

using Eigen::MatrixXcd;
using Eigen::MatrixXd;
using Eigen::VectorXcd;
using Eigen::VectorXd;

MatrixXd null_space(const MatrixXd& A, double tolerance) {
  if (A.size() == 0) return MatrixXd::Identity(A.cols(), A.cols());
  Eigen::ColPivHouseholderQR<MatrixXd> factors(A.cols(), A.rows());
  factors.setThreshold(tolerance);
  factors.compute(A.transpose());
  const MatrixXd Q = factors.householderQ();
  return Q.rightCols(A.cols() - factors.rank());
}

MatrixXd orthonormal_frame(const MatrixXd& A) { return Eigen::HouseholderQR<MatrixXd>(A).householderQ(); }

VectorXd singular_values(const MatrixXd& A) { return Eigen::JacobiSVD<MatrixXd>(A).singularValues(); }

SingularFrames singular_frames(const MatrixXd& A) {
  const Eigen::JacobiSVD<MatrixXd> svd(A, Eigen::ComputeFullU | Eigen::ComputeFullV);
  return {svd.matrixU(), svd.matrixV()};
}

MatrixXd least_stretched(const MatrixXd& A, int count) {
  const Eigen::JacobiSVD<MatrixXd> svd(A, Eigen::ComputeFullV);
  return svd.matrixV().rightCols(count);
}

VectorXd least_solution(const MatrixXd& A, const VectorXd& b, double tolerance) {
  if (A.size() == 0) return VectorXd::Zero(A.cols());
  Eigen::CompleteOrthogonalDecomposition<MatrixXd> solver(A.rows(), A.cols());
  solver.setThreshold(tolerance);
  solver.compute(A);
  return solver.solve(b);
}

VectorXd nearest_solution(const MatrixXd& A, const VectorXd& b) { return A.colPivHouseholderQr().solve(b); }

VectorXd pivoted_solution(const MatrixXd& A, const VectorXd& b) { return A.fullPivLu().solve(b); }
MatrixXd pivoted_solutions(const MatrixXd& A, const MatrixXd& B) { return A.fullPivLu().solve(B); }

MatrixXd regular_solutions(const MatrixXd& A, const MatrixXd& B) { return A.partialPivLu().solve(B); }

MatrixXd inverse_matrix(const MatrixXd& A) { return A.inverse(); }
MatrixXd pseudo_inverse(const MatrixXd& A) { return A.completeOrthogonalDecomposition().pseudoInverse(); }

VectorXd positive_solution(const MatrixXd& A, const VectorXd& b) { return A.ldlt().solve(b); }
MatrixXd positive_solutions(const MatrixXd& A, const MatrixXd& B) { return A.ldlt().solve(B); }

VectorXd symmetric_pivots(const MatrixXd& A) { return A.ldlt().vectorD(); }

MatrixXd with_orthonormal_image(const MatrixXd& N, const MatrixXd& image) {
  const Eigen::LLT<MatrixXd> factors(image.transpose() * image);
  return factors.matrixU().solve<Eigen::OnTheRight>(N);
}

EigenPairs eigenpairs(const MatrixXd& A) {
  const Eigen::SelfAdjointEigenSolver<MatrixXd> solver(A);
  return {solver.eigenvalues(), solver.eigenvectors()};
}

VectorXd symmetric_eigenvalues(const MatrixXd& A) {
  return Eigen::SelfAdjointEigenSolver<MatrixXd>(A, Eigen::EigenvaluesOnly).eigenvalues();
}

ComplexEigenPairs complex_eigenpairs(const MatrixXd& A) {
  const Eigen::EigenSolver<MatrixXd> solver(A);
  return {solver.eigenvalues(), solver.eigenvectors()};
}

VectorXcd complex_eigenvalues(const MatrixXd& A) { return Eigen::EigenSolver<MatrixXd>(A, false).eigenvalues(); }

VectorXcd complex_eigenvalues(const MatrixXcd& A) {
  return Eigen::ComplexEigenSolver<MatrixXcd>(A, false).eigenvalues();
}

}  // namespace oopss
