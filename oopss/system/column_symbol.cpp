// SPDX-License-Identifier: Apache-2.0
#include "oopss/system/column_symbol.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace oopss {
namespace {

enum class Indexed { by_nothing, by_body, by_joint, by_name };

/// The letter of a quantity, in LaTeX and as text; an empty one is that of the part: x, y, z.
struct Letter {
  Quantity quantity;
  const char *latex, *text;
  Indexed indexed;
};
constexpr Letter letters[] = {
    {Quantity::time, "t", "t", Indexed::by_nothing},
    {Quantity::angle, "\\theta", "\u03b8", Indexed::by_joint},
    {Quantity::momentum, "\\mu", "\u03bc", Indexed::by_body},
    {Quantity::absolute, "\\theta", "\u03b8", Indexed::by_body},
    {Quantity::kinetic, "H", "H", Indexed::by_nothing},
    {Quantity::energy, "H + U", "H + U", Indexed::by_nothing},
    {Quantity::joint, "", "", Indexed::by_joint},
    {Quantity::centre, "", "", Indexed::by_body},
    {Quantity::rate, "\\dot{\\theta}", "\u03b8\u2032", Indexed::by_joint},
    {Quantity::omega, "\\omega", "\u03c9", Indexed::by_body},
    {Quantity::torque, "T", "T", Indexed::by_joint},
    {Quantity::tension, "|F", "|F", Indexed::by_joint},
    {Quantity::force, "F", "F", Indexed::by_joint},
    {Quantity::applied, "F", "F", Indexed::by_name},
    {Quantity::body_momentum, "\\Pi", "\u03a0", Indexed::by_body},
    {Quantity::attitude, "q", "q", Indexed::by_body},
};

/// x of force.elbow.x and of momentum_total.x; empty for what has no parts.
std::string part_of(const Column& column) {
  const std::size_t first = column.name.find('.'), last = column.name.rfind('.');
  return last == std::string::npos || (first == last && column.kind != Quantity::casimir)
             ? ""
             : column.name.substr(last + 1);
}

std::string index_of(const Column& column, const System& system, Indexed by) {
  if (by == Indexed::by_nothing || column.index < 0) return {};
  if (by == Indexed::by_name)
    return column.name.substr(column.name.find('.') + 1, column.name.rfind('.') - column.name.find('.') - 1);
  if (by == Indexed::by_body) return std::to_string(column.index + 1);
  if (column.index >= static_cast<int>(system.between.size())) return {};
  const auto [first, second] = system.between[column.index];
  return fmt::format("{},{}", second + 1, first + 1);
}

ColumnSymbol symbol_with(const Letter& letter, const std::string& index, const std::string& part) {
  if (*letter.latex == '\0')
    return index.empty() ? ColumnSymbol{part, part}
                         : ColumnSymbol{fmt::format("{}_{{{}}}", part, index), fmt::format("{}_{{{}}}", part, index)};
  const std::string shut = letter.quantity == Quantity::tension ? "|" : "";
  ColumnSymbol out{letter.latex, letter.text};
  if (!part.empty()) out.latex += fmt::format("^{{{}}}", part);
  if (!index.empty()) out.latex += fmt::format("_{{{}}}", index);
  if (const std::string all = index.empty() || part.empty() ? index + part : index + "," + part; !all.empty())
    out.text += fmt::format("_{{{}}}", all);
  return {out.latex + shut, out.text + shut};
}

}  // namespace

ColumnSymbol column_symbol(const Column& column, const System& system) {
  const std::string part = part_of(column), part_after_point = column.name.substr(column.name.rfind('.') + 1);
  if (column.kind == Quantity::casimir) {
    if (column.name == "momentum_total") return {"\\mu_s", "\u03bc_{s}"};
    if (!column.name.starts_with("momentum_total.")) return {};
    return symbol_with({Quantity::casimir, "\\mu", "\u03bc", Indexed::by_nothing}, "", part);
  }
  if (column.name.starts_with("mass_centre.")) return {"r^{" + part_after_point + "}", "r_{" + part_after_point + "}"};
  if (column.name.starts_with("drift.")) return {"v^{" + part_after_point + "}", "v_{" + part_after_point + "}"};
  if (column.kind == Quantity::state) {  // numbers of a turn: of a ball or of a body
    const bool joint = column.name.starts_with("rotation.");
    if (!joint && !column.name.starts_with("attitude.")) return {};
    return symbol_with({Quantity::state, "q", "q", Indexed::by_joint},
                       index_of(column, system, joint ? Indexed::by_joint : Indexed::by_body), part);
  }
  const auto* const letter = std::find_if(std::begin(letters), std::end(letters),
                                          [&](const Letter& row) { return row.quantity == column.kind; });
  if (letter == std::end(letters)) return {};
  const std::string index = index_of(column, system, letter->indexed);
  return letter->indexed != Indexed::by_nothing && index.empty() ? ColumnSymbol{} : symbol_with(*letter, index, part);
}

}  // namespace oopss
