// SPDX-License-Identifier: Apache-2.0
#include "oopss/system/typeset.hpp"

#include <fmt/format.h>

#include <cmath>

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
  out.in_space = in_space(spec);
  for (const Body& body : spec.model->bodies) {
    double largest = 0;  // of the moments, which stand on the diagonal
    for (std::size_t i = 0; i < body.inertia.size(); i += body.inertia.size() == 9 ? 4 : 1)
      largest = std::max(largest, body.inertia[i].value);
    out.inertia.push_back(largest);
    out.outlines.emplace_back();
    for (const std::vector<Number>& corner : body.outline)
      out.outlines.back().push_back({from_centre(body, corner, 0), from_centre(body, corner, 1),
                                     out.in_space ? from_centre(body, corner, 2) : 0});
    out.boxes.push_back(box_corners(body));
    out.attitude.push_back({out.in_space ? "R" : "\u03b8", std::to_string(out.attitude.size() + 1)});
  }
  for (std::size_t k = 0; k < spec.joints.size(); ++k) {
    out.angle.push_back(symbol_of(spelling.at("phi_" + spec.joint_names[k])));
    const bool hinge = out.in_space && spec.joints[k].hinge;
    if (out.in_space && !hinge)
      out.angle.back() = spec.joints.size() == 1 ? Symbol{"A", ""} : Symbol{"R", std::to_string(k + 1)};
    out.axis.push_back(hinge ? Symbol{"n", std::to_string(k + 1)} : Symbol{});
    out.axes.emplace_back();
    if (const std::vector<Number>& axis = spec.model->joints[k].axis; hinge && axis.size() == 3) {
      const double size = std::hypot(axis[0].value, axis[1].value, axis[2].value);
      out.axes.back() = {axis[0].value / size, axis[1].value / size, axis[2].value / size};
    }
    out.d_first.push_back(vector_symbol(spec, spelling, spec.joints[k].d_first));
    out.d_second.push_back(vector_symbol(spec, spelling, spec.joints[k].d_second));
  }
  return out;
}

std::string angle_letter(const TreeSpec& spec, std::size_t joint) {
  return fmt::format("\u03b8_{{{},{}}}", spec.joints[joint].second + 1, spec.joints[joint].first + 1);
}

std::string angle_label(const TreeSpec& spec, std::size_t joint) {
  const Joint& named = spec.model->joints[joint];
  return fmt::format("{} = \u03b8_{{{}}} \u2212 \u03b8_{{{}}}", angle_letter(spec, joint), named.second.value,
                     named.first.value);
}

}  // namespace oopss
