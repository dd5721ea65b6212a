// SPDX-License-Identifier: Apache-2.0
#include "oopss/mechanics/jet_loops_tree.hpp"

namespace oopss {

void OOPSS_TREE_JET(const TreeJet<double>& jet, int order, const JetOutput<double>& to) { tree_jet(jet, order, to); }

}  // namespace oopss
