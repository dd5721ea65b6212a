// SPDX-License-Identifier: Apache-2.0
#include "oopss/system/space_notebook.hpp"

namespace oopss {

SpaceNotebook::SpaceNotebook(const TreeSpec& spec_, Equations& out_)
    : DefinitionList(out_),
      spec(spec_),
      symbols(state_symbols(spec_)),
      tree(space_tree(spec_, symbols.p)),
      R(spec_.joints.size()) {
  for (const Expr& x : symbols.p) taken_.insert(name(x));
  for (const int k : function_joints(spec)) taken_.insert(argument_name(spec.joint_names[k]));
  out.spelling = state_spelling(spec);
}

namespace {

std::string subscript(const std::string& letter, const std::string& index, const std::string& axes) {
  return fmt::format("{}_{{{}{}{}}}", letter, index, index.empty() ? "" : ",", axes);
}

}  // namespace

Expr SpaceNotebook::component(const Naming& naming, const char* axes, const Expr& value) {
  return name_if_needed(naming.name + "_" + axes, subscript(naming.letter, naming.index, axes), value,
                        fmt::format("{} of {}", axes, naming.meaning), naming.part, naming.shown);
}

Vec3<Expr> SpaceNotebook::vector(const Naming& naming, const Vec3<Expr>& value) {
  const Expr x = component(naming, "x", value.x), y = component(naming, "y", value.y);
  return {x, y, component(naming, "z", value.z)};
}

Matrix3<Expr> SpaceNotebook::matrix(const Naming& naming, const Matrix3<Expr>& value) {
  const auto row = [&](const std::array<const char*, 3>& axes, const Vec3<Expr>& v) {
    const Expr x = component(naming, axes[0], v.x), y = component(naming, axes[1], v.y);
    return Vec3<Expr>{x, y, component(naming, axes[2], v.z)};
  };
  const Vec3<Expr> x = row({"xx", "xy", "xz"}, value.x), y = row({"yx", "yy", "yz"}, value.y);
  return {x, y, row({"zx", "zy", "zz"}, value.z)};
}

Symmetric3<Expr> SpaceNotebook::symmetric_matrix(const Naming& naming, const Symmetric3<Expr>& value) {
  const Expr xx = component(naming, "xx", value.xx), xy = component(naming, "xy", value.xy),
             xz = component(naming, "xz", value.xz), yy = component(naming, "yy", value.yy),
             yz = component(naming, "yz", value.yz);
  return {xx, xy, xz, yy, yz, component(naming, "zz", value.zz)};
}

Expr SpaceNotebook::state_number(const std::string& name, const std::string& latex, Rank rank) {
  std::string free = name;
  while (!taken_.insert(free).second) free += "_";
  out.spelling[free] = latex;
  out.state.push_back(symbol(free, rank + static_cast<int>(out.state.size())));
  return out.state.back();
}

Vec3<Expr> SpaceNotebook::state_vector(const std::string& name, const std::string& letter, const std::string& index) {
  const auto number = [&](const char* axis) {
    return state_number(name + "_" + axis, subscript(letter, index, axis), rank_momentum);
  };
  const Expr x = number("x"), y = number("y");
  return {x, y, number("z")};
}

Matrix3<Expr> SpaceNotebook::state_matrix(const std::string& name, const std::string& letter,
                                          const std::string& index) {
  const auto row = [&](const std::array<const char*, 3>& axes) {
    const auto number = [&](const char* entry) {
      return state_number(name + "_" + entry, subscript(letter, index, entry), rank_angle);
    };
    const Expr x = number(axes[0]), y = number(axes[1]);
    return Vec3<Expr>{x, y, number(axes[2])};
  };
  const Vec3<Expr> x = row({"xx", "xy", "xz"}), y = row({"yx", "yy", "yz"});
  return {x, y, row({"zx", "zy", "zz"})};
}

bool is_space_pair(const TreeSpec& spec) {
  return spec.topology.size() == 1 || (spec.topology.size() == 2 && !spec.joints[0].hinge);
}

}  // namespace oopss
