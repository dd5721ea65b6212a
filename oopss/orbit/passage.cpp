// SPDX-License-Identifier: Apache-2.0
#include "oopss/orbit/passage.hpp"

#include "oopss/integrate/dop853.hpp"

namespace oopss {
namespace {

constexpr double passage_tolerance = 2e-15;

/// The state, then the dynamic phase and the columns; errors are judged by those of the state alone, which is as smooth
/// as its differences are.
Layout extended_layout(const Layout& layout, Eigen::Index columns) {
  Layout out = layout;
  add_block(out, BlockKind::work, -1, 1 + layout.size * static_cast<int>(columns));
  return out;
}

Flow extended_flow(const Flow& flow, int size, int columns) {
  Flow out;
  out.field = [&flow, size, columns](double t, const double* x, double* rates) {
    flow.field(t, x, rates);
    rates[size] = flow.locked_rate ? flow.locked_rate(t, x) : 0;
    for (int c = 0; c < columns; ++c) {
      const std::ptrdiff_t place = size + 1 + static_cast<std::ptrdiff_t>(c) * size;
      flow.tangent(t, x, x + place, rates + place);
    }
  };
  return out;
}

}  // namespace

Passage passage(const OrbitSystem& model, const std::vector<double>& from, double span,
                const Eigen::MatrixXd& columns) {
  const int size = model.system.layout.size, count = static_cast<int>(columns.cols());
  const Flow flow = extended_flow(model.flow, size, count);
  std::vector<double> x = from;
  x.push_back(0);
  x.insert(x.end(), columns.data(), columns.data() + columns.size());
  Dop853 stepper = dop853(extended_layout(model.system.layout, count), passage_tolerance, waypoint(0, x));
  Passage out;
  while (stepper.end.t != span)
    if (const Outcome outcome = advance(stepper, flow, span); !outcome.good()) {
      out.trouble = outcome.words;
      break;
    }
  const std::vector<double>& end = stepper.end.x;
  Waypoint last = waypoint(span, {end.begin(), end.begin() + size});
  if (model.flow.closure.count > 0 && out.trouble.empty()) {
    ClosureFrame closure = closure_frame(model.flow, last.t, last.x);
    if (!close_state(closure, model.flow, model.system.layout, last)) out.trouble = "the loops do not close";
  }
  out.end = last.x;
  out.dynamic = end[size];
  out.columns = Eigen::Map<const Eigen::MatrixXd>(end.data() + size + 1, size, count);
  return out;
}

}  // namespace oopss
