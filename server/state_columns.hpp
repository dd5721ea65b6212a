// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/system/columns.hpp"
#include "server/protocol.hpp"

namespace oopss {

/// States of a system as the page has them: the columns of a run that a start is made of, by name.
class StateColumns {
 public:
  StateColumns(const Model& model, const System& system, const Flow& flow);
  NumbersByName operator()(const std::vector<double>& x);

 private:
  Flow flow_;
  Recorder rows_;
};

}  // namespace oopss
