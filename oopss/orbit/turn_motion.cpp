// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cmath>

#include "oopss/orbit/turn.hpp"

namespace oopss {
namespace {

/// Numbers in front of functions of t, as a formula: those that are not there are left out.
class FormulaSum {
 public:
  void add(double factor, const std::string& function) {
    if (std::abs(factor) < 1e-17) return;
    text_ += fmt::format("{}{:.17g}{}{}", text_.empty() ? (factor < 0 ? "-" : "") : (factor < 0 ? " - " : " + "),
                         std::abs(factor), function.empty() ? "" : "*", function);
  }
  std::string text() const { return text_.empty() ? "0" : text_; }
  bool empty() const { return text_.empty(); }

 private:
  std::string text_;
};

std::string multiple(int j, const std::string& angle) { return j == 1 ? angle : fmt::format("{}*{}", j, angle); }

/// u = 2πt/T − sin(2πt/T) goes from 0 to 2π in every T, and rests at both ends.
std::string smooth_formula(const TurnLoop& loop, int joint, const std::string& time) {
  const std::string u = fmt::format("(2*pi*t/{0} - sin(2*pi*t/{0}))", time);
  FormulaSum out;
  out.add(loop.cosines[joint][0], "");
  for (int j = 1; j <= loop.modes(); ++j) {
    out.add(loop.cosines[joint][j], fmt::format("cos({})", multiple(j, u)));
    out.add(loop.sines[joint][j], fmt::format("sin({})", multiple(j, u)));
  }
  return out.text();
}

/// u = πt/T: cosines rest at its ends, and run backwards beyond π. Where the loop is run through again, odd ones change
/// their sign at every end, Σ c_j cos ju = |sin u| Σ d_i sin 2iu with c_1 = d_1/2, c_2i+1 = (d_i+1 − d_i)/2.
std::string corner_formula(const TurnLoop& loop, int joint, int cycles, const std::string& time) {
  const std::string u = fmt::format("pi*t/{}", time);
  FormulaSum out, odd;
  double d = 0;
  for (int j = 0; j <= loop.modes(); ++j) {
    const double c = loop.cosines[joint][j];
    if (cycles == 1 || j % 2 == 0) {
      out.add(c, j == 0 ? "" : fmt::format("cos({})", multiple(j, u)));
    } else {
      d += 2 * c;
      odd.add(d, fmt::format("sin({})", multiple(j + 1, u)));
    }
  }
  return odd.empty() ? out.text() : fmt::format("{} + abs(sin({}))*({})", out.text(), u, odd.text());
}

}  // namespace

std::vector<std::string> motion_formulas(const TurnPlan& plan, const std::string& time) {
  std::vector<std::string> out;
  for (int k = 0; k < plan.loop.joints(); ++k)
    out.push_back(plan.loop.corner ? corner_formula(plan.loop, k, plan.cycles, time)
                                   : smooth_formula(plan.loop, k, time));
  return out;
}

}  // namespace oopss
