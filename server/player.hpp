// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "server/protocol.hpp"

namespace oopss {

/// One HTML file that plays a run offline: the embedded player with the model and the end of the run as their messages
/// and the rows of model.columns, given row by row, as base64 of one chunk. Throws NotFiniteOnWire.
std::string player_page(const ModelMessage& model, const DoneMessage& done, const std::vector<double>& rows);

}  // namespace oopss
