// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "cli/documents.hpp"
#include "cli/sweep_file.hpp"
#include "cli/verbs.hpp"

namespace oopss {

void merge(const Common& common, const MergeOptions& options) {
  const long members = merge_sweeps(options.parts, options.output);
  print(common.json ? merge_document(members, options.parts, options.output)
                    : fmt::format("{} members of {} part{} written to {}\n", members, options.parts.size(),
                                  options.parts.size() == 1 ? "" : "s", options.output));
}

}  // namespace oopss
