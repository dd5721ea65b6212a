// SPDX-License-Identifier: Apache-2.0
#include "server/state_columns.hpp"

namespace oopss {
namespace {

bool is_of_state(Quantity kind) {
  return kind == Quantity::angle || kind == Quantity::momentum || kind == Quantity::body_momentum ||
         kind == Quantity::attitude || kind == Quantity::state;
}

}  // namespace

StateColumns::StateColumns(const Model& model, const System& system, const Flow& flow)
    : flow_(flow), rows_(recorder(system, skeleton(model), trajectory_columns(system))) {}

NumbersByName StateColumns::operator()(const std::vector<double>& x) {
  record(rows_, flow_, 0, x.data());
  NumbersByName out;
  for (std::size_t c = 0; c < rows_.columns.size(); ++c)
    if (is_of_state(rows_.columns[c].kind)) out[rows_.columns[c].name] = rows_.row[c];
  return out;
}

}  // namespace oopss
