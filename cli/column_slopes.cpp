// SPDX-License-Identifier: Apache-2.0
#include "cli/column_slopes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "cli/exit.hpp"
#include "oopss/model/document.hpp"
#include "oopss/proof/thorough.hpp"
#include "oopss/system/rate_variation.hpp"
#include "oopss/system/start.hpp"
#include "server/describe.hpp"

namespace oopss {
namespace {

/// Of the values at −4 h … −h, h … 4 h: their sum is h times the slope.
constexpr std::array<int, 8> side_steps = {-4, -3, -2, -1, 1, 2, 3, 4};
constexpr std::array<double, 8> side_weights = {1.0 / 280, -4.0 / 105, 1.0 / 5,   -4.0 / 5,
                                                4.0 / 5,   -1.0 / 5,   4.0 / 105, -1.0 / 280};

double number_at(const Model& model, const std::string& path) {
  std::vector<std::string_view> known;
  const std::vector<ModelMessage::NumberRow> numbers = model_numbers(model);
  for (const ModelMessage::NumberRow& row : numbers) {
    if (row.path == path && path.starts_with("run."))
      throw UsageError(fmt::format("--sensitivity: {} is no number of the model: it says how it is run", path));
    if (row.path == path) return row.value;
    if (!row.path.starts_with("run.")) known.push_back(row.path);
  }
  throw UsageError(fmt::format("--sensitivity: there is no number {}{}", oopss::quoted(path), among(path, known)));
}

}  // namespace

ColumnSlopes::ColumnSlopes(const Settings& settings, const DerivedModel& derived, const std::string& path,
                           const std::vector<Column>& columns, double t, const std::vector<double>& start,
                           bool recorded)
    : path_(path),
      value_(number_at(*derived.model, path)),
      columns_(columns),
      flow_(derived.system.with_inputs(derived.p())),
      layout_(derived.system.layout),
      casimirs_(derived.system.casimirs),
      rows_(recorder(derived.system, skeleton(*derived.model), columns)),
      shifted_(start.size()) {
  for (std::size_t c = 1; c < columns.size(); ++c) names_.push_back(fmt::format("d({})", columns[c].name));
  row_.resize(names_.size());
  vary(settings, derived, recorded);
  std::vector<double> p_slopes(derived.spec.inputs.size(), 0.0), slopes(start.size(), 0.0);
  for (std::size_t k = 0; k < beside_.size(); ++k) {
    for (std::size_t i = 0; i < p_slopes.size(); ++i) p_slopes[i] += side_weights[k] / step_ * beside_[k].p[i];
    for (std::size_t i = 0; i < slopes.size() && !recorded; ++i)
      slopes[i] += side_weights[k] / step_ * beside_[k].start[i];
  }
  for (std::size_t i = 0; i < p_slopes.size(); ++i)  // of what does not depend on it the sum is rounding
    if (std::all_of(beside_.begin(), beside_.end(), [&](const Beside& one) { return one.p[i] == beside_[0].p[i]; }))
      p_slopes[i] = 0;
  for (std::size_t i = 0; i < slopes.size(); ++i)
    if (std::all_of(beside_.begin(), beside_.end(),
                    [&](const Beside& one) { return one.start[i] == beside_[0].start[i]; }))
      slopes[i] = 0;
  try {
    motion_.emplace(flow_, rate_variation(*derived.model, derived.p(), p_slopes), layout_, t, start, slopes);
  } catch (const NoVariation& none) {
    throw UsageError(fmt::format("--sensitivity: {}", none.what()));
  }
}

/// Makes the models beside this one: within 4 % of the number, or less where that is too far.
void ColumnSlopes::vary(const Settings& settings, const DerivedModel& derived, bool recorded) {
  std::string why;
  for (const double part : {1e-2, 1e-3, 1e-4}) {
    step_ = part * (value_ == 0 ? 1 : std::abs(value_));
    if (try_vary(settings, derived, recorded, why)) return;
  }
  throw UsageError(fmt::format("--sensitivity: {} cannot be varied to both sides of {:.10g}: {}", path_, value_, why));
}

bool ColumnSlopes::try_vary(const Settings& settings, const DerivedModel& derived, bool recorded, std::string& why) {
  const Document document = parse_document(derived.model->source);
  beside_.clear();
  for (const int side : side_steps) {
    Settings all = settings;
    all.emplace_back(path_, fmt::format("{:.17g}", value_ + side * step_));
    try {
      Model model = read_document(document, all);
      const TreeSpec spec = tree_spec(model);
      if (!same_structure(derived.spec, spec)) {
        why = "the equations have another form beside it";
        return false;
      }
      Beside one;
      one.p = values_of(spec.inputs);
      if (!recorded) name_start(model);
      one.start = recorded ? shifted_ : state_of(layout_, solve_start(tree_spec(model), one.p));
      one.skeleton = skeleton(model);
      one.flow = derived.system.with_inputs(one.p);
      one.rows = recorder(derived.system, one.skeleton, columns_);
      beside_.push_back(std::move(one));
    } catch (const ModelError& problem) {
      why = problem.found.empty() ? problem.what() : problem.found.front().message;
      return false;
    }
  }
  return true;
}

/// Of a column that is a sum of numbers of the state, or of their rates.
std::optional<double> ColumnSlopes::sum_of_slopes(const Column& column) const {
  switch (column.kind) {
    case Quantity::angle:
    case Quantity::momentum:
    case Quantity::state:
    case Quantity::absolute:
      return sum_in(column, motion_->slopes().data());
    case Quantity::rate:
    case Quantity::omega:
      return sum_in(column, motion_->rate_slopes().data());
    case Quantity::casimir:
      return casimirs_[column.index].value(motion_->slopes().data());
    default:
      return {};
  }
}

const std::vector<double>& ColumnSlopes::row(double t) {
  if (const Outcome outcome = motion_->advance_to(t); !outcome.good())
    throw NumericalFailure(
        fmt::format("--sensitivity: {} (t = {:.10g}, residual {:.2e})", outcome.words, motion_->t(), outcome.residual));
  const std::vector<double>&x = motion_->x(), &s = motion_->slopes();
  const Size of_s = size_of(layout_, s.data()), of_x = size_of(layout_, x.data());
  const double size = std::max(of_s.angle, of_s.momentum / (of_x.momentum > 0 ? of_x.momentum : 1));
  const double along = size > 0 ? 1e-2 / size : 0;
  std::fill(row_.begin(), row_.end(), 0.0);
  for (std::size_t k = 0; k < side_steps.size(); ++k) {
    const auto add = [&](const std::vector<double>& values, double step) {
      for (std::size_t c = 0; c < row_.size(); ++c) row_[c] += side_weights[k] / step * values[c + 1];
    };
    add(record(beside_[k].rows, beside_[k].flow, t, x.data()), step_);
    if (along == 0) continue;
    for (std::size_t i = 0; i < x.size(); ++i) shifted_[i] = x[i] + side_steps[k] * along * s[i];
    add(record(rows_, flow_, t, shifted_.data()), along);
  }
  for (std::size_t c = 0; c < row_.size(); ++c)
    if (const std::optional<double> sum = sum_of_slopes(columns_[c + 1])) row_[c] = *sum;
  return row_;
}

}  // namespace oopss
