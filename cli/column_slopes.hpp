// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/verbs.hpp"
#include "oopss/integrate/sensitivity.hpp"
#include "oopss/system/columns.hpp"
#include "oopss/system/derived.hpp"

namespace oopss {

/// The derivatives of the columns of a run by a number q of the model, along the motion from its start. The motion's
/// own, dx/dq, is that of the tangent map with the inputs' slopes as dual numbers (Sensitivity). What stands at its two
/// ends are formulas without a motion: inputs and start as functions of q, columns as functions of (q, x). Columns that
/// are sums of numbers of the state or of their rates have those of x; of all others central differences of order 8 are
/// taken, which are exact but for rounding.
class ColumnSlopes {
 public:
  /// `start` is the state at t; it depends on q unless it was `recorded`. Throws UsageError for a path that names no
  /// number or one that cannot be varied, ModelError where a model beside this one is not good.
  ColumnSlopes(const Settings& settings, const DerivedModel& derived, const std::string& path,
               const std::vector<Column>& columns, double t, const std::vector<double>& start, bool recorded);

  const std::string& path() const { return path_; }
  double value() const { return value_; }
  const std::vector<std::string>& names() const { return names_; }  // d(NAME) of every column but t

  /// At t, which goes on in the direction of the run; throws NumericalFailure.
  const std::vector<double>& row(double t);

 private:
  /// The model with q + k h, and what columns are evaluated with there.
  struct Beside {
    std::vector<double> p, start;
    Skeleton skeleton;
    Flow flow;
    Recorder rows;
  };
  void vary(const Settings& settings, const DerivedModel& derived, bool recorded);
  bool try_vary(const Settings& settings, const DerivedModel& derived, bool recorded, std::string& why);
  std::optional<double> sum_of_slopes(const Column& column) const;

  std::string path_;
  double value_ = 0, step_ = 0;
  std::vector<Column> columns_;
  std::vector<std::string> names_;
  Flow flow_;
  Layout layout_;
  std::vector<Casimir> casimirs_;
  Recorder rows_;
  std::vector<Beside> beside_;  // at −4 h … −h, h … 4 h
  std::optional<Sensitivity> motion_;
  std::vector<double> row_, shifted_;
};

}  // namespace oopss
