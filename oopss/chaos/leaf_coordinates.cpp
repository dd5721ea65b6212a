// SPDX-License-Identifier: Apache-2.0
#include "oopss/chaos/leaf_coordinates.hpp"

#include "oopss/orbit/leaf_frame.hpp"
#include "oopss/scalar/dense.hpp"

namespace oopss {

LeafCoordinates leaf_coordinates(const System& system) {
  LeafCoordinates out;
  int root = 0;
  for (const Block& block : system.layout.blocks) {
    if (block.kind == BlockKind::joint_angle) {
      out.joints.push_back(block.owner);
      out.angles.push_back(block.offset);
    }
    if (block.kind == BlockKind::momentum) out.momenta.push_back(block.offset);
    if (block.kind == BlockKind::attitude) root = block.owner;
  }
  const Eigen::Index size = system.bracket.size, angles = out.count(),
                     bodies = static_cast<Eigen::Index>(out.momenta.size());
  Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> tensor(size, size);
  std::vector<double> x(static_cast<std::size_t>(system.layout.size), 0.0);
  system.bracket.tensor(x.data(), tensor.data());
  // {φ_k, c·μ} = δ_kl of all joints, and no part of the root.
  Eigen::MatrixXd pairing = Eigen::MatrixXd::Zero(angles + 1, bodies),
                  wanted = Eigen::MatrixXd::Zero(angles + 1, angles);
  for (Eigen::Index k = 0; k < angles; ++k)
    for (Eigen::Index i = 0; i < bodies; ++i) pairing(k, i) = tensor(out.angles[k], out.momenta[i]);
  pairing(angles, root) = 1;
  wanted.topRows(angles).setIdentity();
  Eigen::MatrixXd all(bodies, bodies);
  all.topRows(angles) = pivoted_solutions(pairing, wanted).transpose();
  for (Eigen::Index i = 0; i < bodies; ++i) {
    x[out.momenta[i]] = 1;
    all(angles, i) = system.casimirs.front().value(x.data());
    x[out.momenta[i]] = 0;
  }
  const Eigen::MatrixXd back = inverse_matrix(all);
  const int size_of_both = static_cast<int>(bodies);
  out.out = out.in = Matrix<double>(size_of_both, size_of_both);
  for (int i = 0; i < size_of_both; ++i)
    for (int j = 0; j < size_of_both; ++j) {
      out.out(i, j) = all(i, j);
      out.in(i, j) = back(i, j);
    }
  return out;
}

double conjugate_momentum(const LeafCoordinates& coordinates, int place, const double* x) {
  double sum = 0;
  for (std::size_t i = 0; i < coordinates.momenta.size(); ++i)
    sum += coordinates.out(place, static_cast<int>(i)) * x[coordinates.momenta[i]];
  return sum;
}

int leaf_dimension(const ChaosSystem& model, const std::vector<double>& x) {
  const LeafGeometry geometry = leaf_geometry(model.motion.system, momentum_unit(model.motion.system, x));
  return static_cast<int>(leaf_frame(model.motion, geometry, x).out.cols());
}

}  // namespace oopss
