// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "cli/arguments.hpp"
#include "cli/documents.hpp"
#include "cli/exit.hpp"
#include "cli/files.hpp"
#include "cli/verbs.hpp"
#include "oopss/system/sheet.hpp"

namespace oopss {
void derive(const Common& common, const DeriveOptions& options) {
  const std::string format = written_format(options.output, common.json ? "json" : options.format,
                                            {{".tex", "latex"}, {".json", "json"}, {".txt", "text"}});
  const Model model = model_of(common);
  const TreeSpec spec = tree_spec(model);
  const int most_bodies = in_space(spec) ? 20 : 150;  // 30 MB of text, 10 s
  if (spec.topology.size() > most_bodies)
    throw TooLarge(fmt::format("derive prints every entry of J and takes at most {} bodies; this model has {}",
                               most_bodies, spec.topology.size()));
  Equations equations = derive_equations(spec, !options.fragment);
  for (const Claim& claim : equations.claims)
    if (!claim.proved && spec.topology.size() <= 6)
      throw std::logic_error("the derivation could not prove: " + claim.statement);
  if (options.with_numbers) equations = with_numbers(equations);
  const Extent extent = options.fragment ? Extent::fragment : Extent::whole;
  const std::string result = format == "json"    ? derive_document(equations)
                             : format == "latex" ? latex_sheet(equations, extent)
                                                 : text_sheet(equations, extent);
  write_file(options.output.empty() ? "-" : options.output, result);
}

}  // namespace oopss
