// SPDX-License-Identifier: Apache-2.0
// Small dense problems, compiled once for all rooms: Eigen's decompositions take long to compile.
#pragma once

#include <Eigen/Core>

namespace oopss {

/// A basis of the directions that A maps to zero, its columns orthonormal; pivots below `tolerance` of the largest
/// count as zero.
Eigen::MatrixXd null_space(const Eigen::MatrixXd& A, double tolerance);

/// An orthonormal basis of the whole space whose first directions span the columns of A.
Eigen::MatrixXd orthonormal_frame(const Eigen::MatrixXd& A);

/// Falling.
Eigen::VectorXd singular_values(const Eigen::MatrixXd& A);

/// The orthonormal directions of A = U Σ Vᵀ, all of them, the most stretched first.
struct SingularFrames {
  Eigen::MatrixXd U, V;
};
SingularFrames singular_frames(const Eigen::MatrixXd& A);

/// The `count` orthonormal directions that A stretches least, the least one last.
Eigen::MatrixXd least_stretched(const Eigen::MatrixXd& A, int count);

/// The least x with A x = b, or nearest to that; pivots below `tolerance` of the largest count as zero.
Eigen::VectorXd least_solution(const Eigen::MatrixXd& A, const Eigen::VectorXd& b, double tolerance);

/// An x with A x = b, or nearest to that.
Eigen::VectorXd nearest_solution(const Eigen::MatrixXd& A, const Eigen::VectorXd& b);

/// The solution of a square system (for each column of B), by full pivoting; a system without one is answered as if
/// small pivots were zero.
Eigen::VectorXd pivoted_solution(const Eigen::MatrixXd& A, const Eigen::VectorXd& b);
Eigen::MatrixXd pivoted_solutions(const Eigen::MatrixXd& A, const Eigen::MatrixXd& B);

/// The solutions of a square regular system, one for each column of B.
Eigen::MatrixXd regular_solutions(const Eigen::MatrixXd& A, const Eigen::MatrixXd& B);

Eigen::MatrixXd inverse_matrix(const Eigen::MatrixXd& A);
Eigen::MatrixXd pseudo_inverse(const Eigen::MatrixXd& A);

/// The solution of a symmetric positive system (for each column of B).
Eigen::VectorXd positive_solution(const Eigen::MatrixXd& A, const Eigen::VectorXd& b);
Eigen::MatrixXd positive_solutions(const Eigen::MatrixXd& A, const Eigen::MatrixXd& B);

/// The pivots D of a symmetric A = P L D Lᵀ Pᵀ.
Eigen::VectorXd symmetric_pivots(const Eigen::MatrixXd& A);

/// Combinations of the columns of N whose images, those combinations of the columns of `image`, are orthonormal.
Eigen::MatrixXd with_orthonormal_image(const Eigen::MatrixXd& N, const Eigen::MatrixXd& image);

/// Eigenvalues, rising, and eigenvectors of a symmetric matrix.
struct EigenPairs {
  Eigen::VectorXd values;
  Eigen::MatrixXd vectors;
};
EigenPairs eigenpairs(const Eigen::MatrixXd& A);
Eigen::VectorXd symmetric_eigenvalues(const Eigen::MatrixXd& A);

/// Eigenvalues and eigenvectors of any square matrix.
struct ComplexEigenPairs {
  Eigen::VectorXcd values;
  Eigen::MatrixXcd vectors;
};
ComplexEigenPairs complex_eigenpairs(const Eigen::MatrixXd& A);
Eigen::VectorXcd complex_eigenvalues(const Eigen::MatrixXd& A);
Eigen::VectorXcd complex_eigenvalues(const Eigen::MatrixXcd& A);

}  // namespace oopss
