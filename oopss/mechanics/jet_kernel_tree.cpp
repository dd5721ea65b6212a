// SPDX-License-Identifier: Apache-2.0
#include "oopss/mechanics/jet_loops_tree.hpp"

namespace oopss {

void OOPSS_TREE_JET(const TreeJet<double>& of, int order, const JetOutput<double>& to) { tree_jet(of, order, to); }

}  // namespace oopss
