// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "cli/documents.hpp"
#include "cli/exit.hpp"
#include "cli/files.hpp"
#include "cli/verbs.hpp"
#include "oopss/system/sheet.hpp"

namespace oopss {
namespace {

/// text, latex or json: what the options ask for, else what the ending of the file says. The two may not differ.
std::string format_of(const Common& common, const DeriveOptions& options) {
  const std::string last = ending(options.output),
                    named = last == ".tex"    ? "latex"
                            : last == ".json" ? "json"
                            : last == ".txt"  ? "text"
                                              : "",
                    asked = common.json ? "json" : options.format;
  if (!named.empty() && !asked.empty() && named != asked)
    throw UsageError(
        fmt::format("{} is a file for {}, and {} was asked for", oopss::quoted(options.output), named, asked));
  return !asked.empty() ? asked : !named.empty() ? named : "text";
}

}  // namespace

void derive(const Common& common, const DeriveOptions& options) {
  const std::string format = format_of(common, options);
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
