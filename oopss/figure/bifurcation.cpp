// SPDX-License-Identifier: Apache-2.0
#include "oopss/figure/bifurcation.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "oopss/figure/colours.hpp"
#include "oopss/figure/text.hpp"
#include "oopss/figure/ticks.hpp"

namespace oopss {
namespace {

using std::numbers::pi;

Ink ink_of(Stability stability) {
  switch (stability) {
    case Stability::stable:
      return {body_colour(0), 1, 2.4};
    case Stability::spectrally_stable:
      return {body_colour(2), 1, 1.8, Dash::dash_dot, true};
    case Stability::unstable:
    case Stability::degenerate:
      break;
  }
  return {body_colour(1), 1, 1.4, Dash::dashed, true};
}

/// What a panel shows of a point: an angle, or the energy.
struct Ordinate {
  int joint = -1;  // −1: the energy
  bool circle = false;
  double from = 0;  // of a circle: where its turn begins

  double of(const BranchPoint& point) const { return joint < 0 ? point.energy : folded(point.phi[joint]); }
  double folded(double angle) const {
    if (!circle) return angle;
    const double off = std::fmod(angle - from, 2 * pi);
    return from + (off < 0 ? off + 2 * pi : off);
  }
};

/// A turn that begins where fewest branches pass.
double quiet_begin(const std::vector<EquilibriumBranch>& branches, int joint) {
  double best = -pi;
  long fewest = -1;
  for (const double from : {-pi, -pi / 2, 0.0, -3 * pi / 2}) {
    long near = 0;
    for (const EquilibriumBranch& branch : branches)
      for (const BranchPoint& point : branch.points)
        near += std::abs(std::remainder(point.phi[joint] - from, 2 * pi)) < 0.15;
    if (fewest < 0 || near < fewest) {
      fewest = near;
      best = from;
    }
  }
  return best;
}

/// A branch in pieces of one stability, cut where an angle goes round; only the stable pieces, or only the others.
void add_branch(Panel& panel, const EquilibriumBranch& branch, const Ordinate& ordinate, bool stable) {
  Curve piece;
  Stability last = Stability::degenerate;
  const auto flush = [&] {
    if (piece.through.size() > 1 && (last == Stability::stable) == stable) panel.marks.push_back(piece);
    piece.through.clear();
  };
  for (std::size_t i = 0; i + 1 < branch.points.size(); ++i) {
    const BranchPoint &a = branch.points[i], &b = branch.points[i + 1];
    const Stability kind = b.stability == Stability::degenerate ? a.stability : b.stability;
    const Spot from = {a.value, ordinate.of(a)}, to = {b.value, ordinate.of(b)};
    const bool round = ordinate.circle && std::abs(to.y - from.y) > pi;
    if (round || kind != last) flush();
    last = kind;
    piece.ink = ink_of(kind);
    if (round) continue;
    if (piece.through.empty()) piece.through.push_back(from);
    piece.through.push_back(to);
  }
  flush();
}

void add_special(Panel& panel, const SpecialPoint& point, double height, bool named, double em) {
  std::string name = word(point.kind);
  std::replace(name.begin(), name.end(), '_', ' ');
  add_event(panel, {point.value, height}, point.kind == SpecialKind::hamiltonian_hopf,
            named ? name + " " + number_text(point.value, 4) : "", em, 0.8);
}

}  // namespace

void add_event(Panel& panel, Spot spot, bool ring, const std::string& name, double em, double turns_left) {
  if (ring)
    panel.marks.push_back(Ring{spot, 4.5, {dark, 1, 1.8}});
  else
    panel.marks.push_back(Disc{spot, 4, dark, 1});
  if (name.empty()) return;
  const bool left = on_page(panel, spot).x > panel.frame.left + turns_left * panel.frame.width;
  panel.marks.push_back(Label{
      spot, name, dark, left ? Anchor::end : Anchor::start, {left ? -0.7 * em : 0.7 * em, -0.9 * em}, 0.85, true});
}

Figure bifurcation_figure(const std::vector<EquilibriumBranch>& branches, const std::vector<SpecialPoint>& special,
                          double from, double to, const BifurcationText& text) {
  const int joints = static_cast<int>(text.angles.size()), shown = std::min(joints, 2);
  Figure figure{960, 300.0 + 330.0 * shown, 14, text.title, {}};
  const double em = figure.text_size, above = 2.8 * em;
  const double height = (figure.height - 7.5 * em) / (shown + 1) - above;
  for (int row = 0; row <= shown; ++row) {
    Panel panel;
    panel.frame = {5.5 * em, 3 * em + above + row * (height + above), figure.width - 8 * em, height};
    panel.x = axis_over(std::min(from, to), std::max(from, to), 10, text.parameter, text.unit);
    Ordinate ordinate;
    if (row < shown) {
      ordinate = {row, text.circle[row], text.circle[row] ? quiet_begin(branches, row) : 0};
    }
    double low = 0, high = 1;
    bool any = false;
    for (const EquilibriumBranch& branch : branches)
      for (const BranchPoint& point : branch.points) {
        const double y = ordinate.of(point);
        low = any ? std::min(low, y) : y;
        high = any ? std::max(high, y) : y;
        any = true;
      }
    const double margin = std::max(0.06 * (high - low), 1e-6 * std::abs(high));
    const std::string label = row < shown ? text.angles[row] + " (rad)" : "";
    panel.y = row == shown      ? axis_over(low - margin, high + margin, 6, "energy", "J")
              : ordinate.circle ? angle_axis(ordinate.from, ordinate.from + 2 * pi, label)
                                : axis_over(low - margin, high + margin, 6, text.angles[row], "rad");
    if (row < shown) {
      panel.x.label.clear();
      for (Tick& tick : panel.x.ticks) tick.text.clear();
    }
    for (const bool stable : {false, true})
      for (const EquilibriumBranch& branch : branches) add_branch(panel, branch, ordinate, stable);
    for (const SpecialPoint& point : special) {
      double y = 0, nearest = -1;  // the energy of the branch's own point there
      for (const EquilibriumBranch& branch : branches)
        for (const BranchPoint& on : branch.points) {
          double off = std::abs(on.value - point.value) / std::max(std::abs(to - from), 1e-300);
          for (int k = 0; k < joints; ++k)
            off +=
                std::abs(text.circle[k] ? std::remainder(on.phi[k] - point.phi[k], 2 * pi) : on.phi[k] - point.phi[k]);
          if (nearest >= 0 && off >= nearest) continue;
          nearest = off;
          y = ordinate.of(on);
        }
      add_special(panel, point, y, row == 0, em);
    }
    if (row == 0)
      panel.marks.push_back(Label{{panel.x.to, panel.y.to},
                                  "solid: stable; dashed: unstable; dash-dotted: spectrally stable",
                                  grey,
                                  Anchor::end,
                                  {0, -1.1 * em},
                                  0.9});
    figure.panels.push_back(std::move(panel));
  }
  return figure;
}

}  // namespace oopss
