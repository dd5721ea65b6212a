// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/model/fields.hpp"

namespace oopss {

/// Reads [chain] and gives the model its bodies and joints by name; their numbers follow from those of the chain
/// (`fill_chain`).
void read_chain(Fields& fields, Model& model);

/// Bodies rod0, rod1, … and joints joint1, joint2, … of the chain, without their numbers.
void name_chain(Model& model);

/// Masses and lengths are to be positive; false if some are not, which is reported.
bool check_chain(const Chain& chain, Problems& problems);

/// The numbers of bodies and joints from those of the chain, which are known. Beads: rod 0 carries beads 0 and 1, rod
/// j ≥ 1 carries bead j + 1 alone; the frame of a rod has its origin at its far end and x along it. Uniform rods have
/// it in the middle. If a number of the chain is wrong, which is reported, all of them are: false.
bool fill_chain(Model& model, Problems& problems);

/// How many numbers `masses` has with so many rods.
inline std::size_t mass_count(const Chain& chain, std::size_t rods) { return chain.uniform ? rods : rods + 1; }

/// What is set in [chain] instead of a number of one of its bodies or joints, as "chain.masses.4": `table` as in the
/// file, `parts` of the path, body.rod3.mass.
std::string path_in_chain(const TomlTable& table, const std::vector<std::string_view>& parts);

}  // namespace oopss
