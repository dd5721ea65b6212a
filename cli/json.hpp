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

}  // namespace oopss
