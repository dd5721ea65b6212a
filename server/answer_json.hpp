// SPDX-License-Identifier: Apache-2.0
// How messages look on the wire, for those who print them.
#pragma once

#include <cmath>
#include <nlohmann/json.hpp>

#include "server/protocol.hpp"

namespace oopss {

using Json = nlohmann::json;

/// JSON of numbers that are all finite; throws NotFiniteOnWire.
inline Json finite(double value) {
  if (!std::isfinite(value)) throw NotFiniteOnWire("a number that is not finite");
  return value;
}
inline Json finite(const std::optional<double>& value) { return value ? finite(*value) : Json(nullptr); }
template <class T, std::size_t n>
Json finite(const std::array<T, n>& all) {
  Json out = Json::array();
  for (const T& one : all) out.push_back(finite(one));
  return out;
}
template <class T>
Json finite(const std::vector<T>& all) {
  Json out = Json::array();
  for (const T& one : all) out.push_back(finite(one));
  return out;
}

/// An array of what `print` makes of each row.
template <class Row, class Print>
Json list(const std::vector<Row>& rows, const Print& print) {
  Json out = Json::array();
  for (const Row& row : rows) out.push_back(print(row));
  return out;
}

/// A start in space beside its angles.
Json to_json(const SpaceStartRow& row);

/// Answers of studies.
Json study_json(const EquilibriaMessage& message);
Json study_json(const PortraitMessage& message);
Json study_json(const BranchesMessage& message);
Json study_json(const OrbitsMessage& message);
Json study_json(const FamilyMessage& message);
Json study_json(const TurnMessage& message);
Json study_json(const SectionMessage& message);
Json study_json(const ExponentsMessage& message);
Json study_json(const ManifoldsMessage& message);
Json study_json(const SweepMessage& message);

}  // namespace oopss
