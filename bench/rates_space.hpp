// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace oopss {

/// One evaluation of the equations of motion of floating chains of hinges and of balls in space: ours beside Simbody
/// and DART, as tables on standard output.
void space_against_peers();

}  // namespace oopss
