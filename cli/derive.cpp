// SPDX-License-Identifier: Apache-2.0
#include "cli/documents.hpp"
#include "cli/exit.hpp"
#include "cli/files.hpp"
#include "cli/verbs.hpp"
#include "oopss/system/sheet.hpp"

namespace oopss {

void derive(const Common& common, const DeriveOptions& options) {
  const Model model = planar_model(common);
  const Blueprint plan = blueprint(model);
  Equations equations = derive_equations(plan, !options.fragment);
  for (const Claim& claim : equations.claims)
    if (!claim.proved && plan.at.size() <= 6)
      throw std::logic_error("the derivation could not prove: " + claim.statement);
  if (options.with_numbers) equations = with_numbers(equations);
  const Extent extent = options.fragment ? Extent::fragment : Extent::whole;
  const std::string result = common.json                 ? derive_document(equations)
                             : options.format == "latex" ? latex_sheet(equations, extent)
                                                         : text_sheet(equations, extent);
  write_file(options.output.empty() ? "-" : options.output, result);
}

}  // namespace oopss
