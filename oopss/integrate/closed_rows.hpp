// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>

#include "oopss/system/system.hpp"

namespace oopss {

/// What a small difference v of a state keeps that stays among the states whose loops are closed and stay so, a row
/// each in the first `size` numbers of the state: those of g = 0 and of g' = G φ' = 0, which along v is
/// G δφ' + D²g(φ', v). `rates` are those at x.
Eigen::MatrixXd closed_rows(const Layout& layout, const Flow& flow, const std::vector<double>& x,
                            const Eigen::VectorXd& rates, Eigen::Index size);

}  // namespace oopss
