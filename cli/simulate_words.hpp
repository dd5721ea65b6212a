// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/documents.hpp"

namespace oopss {

/// What became of a run, for people.
std::string in_words(const Simulation& simulation);

}  // namespace oopss
