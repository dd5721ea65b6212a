// SPDX-License-Identifier: Apache-2.0
#include "oopss/mechanics/principal.hpp"

#include <Eigen/Eigenvalues>

namespace oopss {

Principal principal(const Symmetric3<double>& A) {
  Eigen::Matrix3d full;
  full << A.xx, A.xy, A.xz, A.xy, A.yy, A.yz, A.xz, A.yz, A.zz;
  const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> solved(full);
  Principal out;
  for (int k = 0; k < 3; ++k) {
    out.value[k] = solved.eigenvalues()[k];
    const Eigen::Vector3d v = solved.eigenvectors().col(k);
    out.axis[k] = {v[0], v[1], v[2]};
  }
  return out;
}

}  // namespace oopss
