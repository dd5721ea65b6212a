// SPDX-License-Identifier: Apache-2.0
// What documents in JSON share.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "oopss/model/model.hpp"

namespace oopss {

using Json = nlohmann::ordered_json;

/// The text of a document. A number that is not finite is a failure, never a document (JSON would say null): the one
/// gate of all verbs, since those that print a table make their document too.
std::string finished(const Json& document);

template <class List, class Text>
Json strings(const List& list, const Text& text) {
  Json out = Json::array();
  for (const auto& item : list) out.push_back(text(item));
  return out;
}

inline Json body_names(const Model& model) {
  return strings(model.bodies, [](const Body& body) { return body.name.value; });
}
inline Json joint_names(const Model& model) {
  return strings(model.joints, [](const Joint& joint) { return joint.name.value; });
}

/// Null for what is not there, as angles and rates of balls.
inline Json or_null(const std::vector<std::optional<double>>& values) {
  Json out = Json::array();
  for (const std::optional<double>& value : values) out.push_back(value ? Json(*value) : Json(nullptr));
  return out;
}
inline Json joint_angles(const PlainState& state) { return or_null(state.angles); }

/// A number each in the plane, an array in space.
inline Json by_body(const std::vector<std::vector<double>>& values) {
  Json out = Json::array();
  for (const std::vector<double>& value : values) out.push_back(value.size() == 1 ? Json(value[0]) : Json(value));
  return out;
}

inline void add_rotations(const PlainState& state, Json& out) {
  for (const std::array<double, 9>& R : state.rotations)
    out["rotations"].push_back({{R[0], R[1], R[2]}, {R[3], R[4], R[5]}, {R[6], R[7], R[8]}});
}

}  // namespace oopss
