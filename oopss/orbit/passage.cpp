// SPDX-License-Identifier: Apache-2.0
#include "oopss/orbit/passage.hpp"

#include "oopss/integrate/dop853.hpp"

namespace oopss {
namespace {

/// The state, then the integral and the columns; errors are judged by those of the state alone, which is as smooth
/// as its differences are.
Layout extended_layout(const Layout& layout, Eigen::Index columns) {
  Layout out = layout;
  add_block(out, BlockKind::work, -1, 1 + layout.size * static_cast<int>(columns));
  return out;
}

Flow extended_flow(const Flow& flow, const Flow::Quantity& integrand, int size, int columns) {
  Flow out;
  out.field = [&flow, &integrand, size, columns](double t, const double* x, double* rates) {
    flow.field(t, x, rates);
    rates[size] = integrand ? integrand(t, x) : 0;
    for (int c = 0; c < columns; ++c) {
      const std::ptrdiff_t place = size + 1 + static_cast<std::ptrdiff_t>(c) * size;
      flow.tangent(t, x, x + place, rates + place);
    }
  };
  return out;
}

}  // namespace

Passage passage(const Flow& flow, const Layout& layout, const std::vector<double>& start,
                const Eigen::MatrixXd& columns, const PassageDemand& demand) {
  const int size = layout.size, count = static_cast<int>(columns.cols());
  const double until = demand.from + demand.span;
  const Flow extended = extended_flow(flow, demand.integrand, size, count);
  std::vector<double> x = start;
  x.push_back(0);
  x.insert(x.end(), columns.data(), columns.data() + columns.size());
  Dop853 stepper = dop853(extended_layout(layout, count), demand.tolerance, waypoint(demand.from, x));
  Passage out;
  while (stepper.end.t != until)
    if (const Outcome outcome = advance(stepper, extended, until); !outcome.good()) {
      out.trouble = outcome.words;
      break;
    }
  const std::vector<double>& end = stepper.end.x;
  Waypoint last = waypoint(until, {end.begin(), end.begin() + size});
  if (flow.closure.count > 0 && out.trouble.empty()) {
    ClosureFrame closure = closure_frame(flow, last.t, last.x);
    if (!close_state(closure, flow, layout, last)) out.trouble = "the loops do not close";
  }
  out.end = last.x;
  out.dynamic = end[size];
  out.columns = Eigen::Map<const Eigen::MatrixXd>(end.data() + size + 1, size, count);
  return out;
}

Passage passage(const OrbitSystem& model, const std::vector<double>& from, double span,
                const Eigen::MatrixXd& columns) {
  PassageDemand demand{.span = span};
  demand.integrand = model.flow.locked_rate;
  return passage(model.flow, model.system.layout, from, columns, demand);
}

}  // namespace oopss
