// SPDX-License-Identifier: Apache-2.0
#include "tests/spatial/golden_model.hpp"

#include <fmt/format.h>

#include "oopss/model/read.hpp"

namespace oopss {
namespace {

std::string text_of(const Vec3<double>& v) { return fmt::format("[{:.17g}, {:.17g}, {:.17g}]", v.x, v.y, v.z); }
std::string text_of(const Matrix3<double>& A) {
  return fmt::format("[{}, {}, {}]", text_of(A.x), text_of(A.y), text_of(A.z));
}

}  // namespace

Model model_of(const GoldenSpaceRun& golden, bool flipped) {
  const Tree<Space<double>>& tree = golden.tree;
  std::string text = "[model]\nformat = 1\nspace = \"space\"\n";
  for (int i = 0; i < tree.size(); ++i)
    text +=
        fmt::format("[[body]]\nname = \"b{}\"\nmass = {:.17g}\ninertia = {}\n", i, tree.m[i], text_of(full(tree.I[i])));
  for (int i = 1; i < tree.size(); ++i) {
    const auto ends = [&](const std::string& parent, const std::string& child) {
      return flipped ? fmt::format("[{}, {}]", child, parent) : fmt::format("[{}, {}]", parent, child);
    };
    text += fmt::format("[[joint]]\nname = \"j{}\"\nbetween = {}\nat = {}\n", i,
                        ends(fmt::format("\"b{}\"", tree.parent[i]), fmt::format("\"b{}\"", i)),
                        ends(text_of(tree.d_parent[i]), text_of(tree.d_child[i])));
    if (tree.hinge[i]) text += fmt::format("kind = \"hinge\"\naxis = {}\n", text_of(*tree.hinge[i]));
    const GoldenSpaceLaw& law = golden.laws[i - 1];
    if (!law.law.empty())
      text += fmt::format("torque = {{ law = \"{}\", kp = {:.17g}, kd = {} }}\n", law.law, law.kp, text_of(law.kd));
  }
  const GoldenSpaceSample& start = golden.samples[0];
  std::vector<Matrix3<double>> attitude = {start.root};
  text += "[start]\n";
  std::string absolute, spin;
  for (int i = 0; i < tree.size(); ++i) {
    if (i > 0) attitude.push_back(attitude[tree.parent[i]] * start.R[i - 1]);
    const Quaternion<double> q = quaternion_of(attitude[i]);
    absolute += fmt::format("{}b{} = [{:.17g}, {:.17g}, {:.17g}, {:.17g}]", i > 0 ? ", " : "", i, q.w, q.x, q.y, q.z);
    spin += fmt::format("{}b{} = {}", i > 0 ? ", " : "", i, text_of(start.Omega[i]));
  }
  text += fmt::format("absolute = {{ {} }}\nspin = {{ {} }}\n", absolute, spin);
  return read_model({golden.name, text});
}

}  // namespace oopss
