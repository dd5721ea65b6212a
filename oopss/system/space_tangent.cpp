// SPDX-License-Identifier: Apache-2.0
#include "oopss/system/space_tangent.hpp"

#include <algorithm>

#include "oopss/system/space_field.hpp"

namespace oopss {

void SpaceTangent::operator()(double t, const double* x, const double* v, double* out) {
  const auto size = static_cast<std::size_t>(derived->layout.size);
  const std::size_t states = 1 + size + p_slopes.size();
  if (!series) {
    const SpaceField field = space_field(derived->spec, derived->layout);
    std::vector<Expr> together = {field.t};
    together.insert(together.end(), field.x.begin(), field.x.end());
    if (!p_slopes.empty()) together.insert(together.end(), field.p.begin(), field.p.end());
    series.emplace(program(field.rates, {{}, together, p_slopes.empty() ? field.p : std::vector<Expr>{}}));
    moving.assign(2 * states, 0.0);
    rates.resize(2 * size);
  }
  const auto place = [&](std::size_t k) { return moving.begin() + static_cast<std::ptrdiff_t>(k); };
  moving[0] = t;
  std::copy_n(x, size, place(1));
  std::copy_n(v, size, place(states + 1));
  std::copy_n(p.begin(), p_slopes.size(), place(1 + size));
  std::copy(p_slopes.begin(), p_slopes.end(), place(states + 1 + size));
  series->along(0, static_cast<int>(states), p.data(), 2, 1, moving.data(), rates.data());
  std::copy_n(rates.begin() + static_cast<std::ptrdiff_t>(size), size, out);
}

}  // namespace oopss
