// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "server/answers.hpp"

namespace oopss {

/// What the page shows beside a run; what a model does not have is left out.
struct CarriedViews {
  std::optional<EquationsMessage> equations;
  std::optional<EquilibriaMessage> equilibria;
  std::optional<PortraitMessage> portrait;
};

/// Those of a model's text, at the momentum of its start unless another is given. `wanted` is called again and again
/// and may throw.
CarriedViews carried_views(const std::string& text, const std::optional<double>& momentum, const StillWanted& wanted);

/// One HTML file that plays a run offline: the embedded player with the model, the end of the run and the views as
/// their messages and the rows of model.columns, given row by row, as base64 of one chunk. Throws NotFiniteOnWire.
std::string player_page(const ModelMessage& model, const DoneMessage& done, const std::vector<double>& rows,
                        const CarriedViews& views);

}  // namespace oopss
