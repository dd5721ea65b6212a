// SPDX-License-Identifier: Apache-2.0
#include "oopss/mechanics/jet_loops_small.hpp"

namespace oopss {

void OOPSS_SMALL_JET(const SmallJet<double>& jet, int order, const JetOutput<double>& to) { small_jet(jet, order, to); }

}  // namespace oopss
