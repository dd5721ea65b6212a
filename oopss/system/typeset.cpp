// SPDX-License-Identifier: Apache-2.0
#include "oopss/system/typeset.hpp"

#include "oopss/system/equations.hpp"

namespace oopss {
namespace {

/// "\theta_{2,1}" as θ and 2,1.
Symbol symbol_of(const std::string& latex) {
  const std::size_t open = latex.find("_{");
  const std::string letter = latex.substr(0, open);
  return {letter == "\\theta" ? "\u03b8" : letter, latex.substr(open + 2, latex.size() - open - 3)};
}

/// The letter of a vector, by that of a coordinate: d_{12,x} as d and 12.
Symbol vector_symbol(const TreeSpec& spec, const Spelling& spelling, const std::array<Slot, 3>& slots) {
  for (const Slot slot : slots) {
    if (slot < 0) continue;
    Symbol out = symbol_of(spelling.at(spec.inputs[slot].name));
    out.index.erase(out.index.rfind(','));
    return out;
  }
  return {};
}

}  // namespace

LabelledBodies labelled_bodies(const TreeSpec& spec) {
  const Spelling spelling = state_spelling(spec);
  LabelledBodies out;
  out.bones = skeleton(*spec.model);
  for (const Body& body : spec.model->bodies) {
    out.inertia.push_back(body.inertia[0].value);
    out.outlines.emplace_back();
    for (const std::vector<Number>& corner : body.outline)
      out.outlines.back().push_back({from_centre(body, corner, 0), from_centre(body, corner, 1)});
    out.attitude.push_back({"\u03b8", symbol_of(spelling.at("m_" + body.name.value)).index});
  }
  for (std::size_t k = 0; k < spec.joints.size(); ++k) {
    out.angle.push_back(symbol_of(spelling.at("phi_" + spec.joint_names[k])));
    out.d_first.push_back(vector_symbol(spec, spelling, spec.joints[k].d_first));
    out.d_second.push_back(vector_symbol(spec, spelling, spec.joints[k].d_second));
  }
  return out;
}

}  // namespace oopss
