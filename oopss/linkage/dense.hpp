// SPDX-License-Identifier: Apache-2.0
// Small dense problems of closure, compiled once: Eigen's decompositions take long to compile.
#pragma once

#include <Eigen/Core>

namespace oopss {

/// A basis of the directions that A maps to zero, its columns orthonormal; pivots below `tolerance` of the largest
/// count as zero.
Eigen::MatrixXd null_space(const Eigen::MatrixXd& A, double tolerance);

/// Falling.
Eigen::VectorXd singular_values(const Eigen::MatrixXd& A);

/// The `count` orthonormal directions that A stretches least, the least one last.
Eigen::MatrixXd least_stretched(const Eigen::MatrixXd& A, int count);

/// The least x with A x = b, or nearest to that; pivots below `tolerance` of the largest count as zero.
Eigen::VectorXd least_solution(const Eigen::MatrixXd& A, const Eigen::VectorXd& b, double tolerance);

/// The solution of a symmetric positive system.
Eigen::VectorXd positive_solution(const Eigen::MatrixXd& A, const Eigen::VectorXd& b);

/// Combinations of the columns of N whose images, those combinations of the columns of `image`, are orthonormal.
Eigen::MatrixXd with_orthonormal_image(const Eigen::MatrixXd& N, const Eigen::MatrixXd& image);

/// Eigenvalues, rising, and eigenvectors of a symmetric matrix.
struct EigenPairs {
  Eigen::VectorXd values;
  Eigen::MatrixXd vectors;
};
EigenPairs eigenpairs(const Eigen::MatrixXd& A);

}  // namespace oopss
