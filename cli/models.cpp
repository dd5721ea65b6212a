// SPDX-License-Identifier: Apache-2.0
#include "oopss/model/examples.hpp"

#include <fmt/format.h>

#include "cli/documents.hpp"
#include "cli/files.hpp"
#include "cli/verbs.hpp"
#include "oopss/system/printable.hpp"

namespace oopss {

void models(const Common& common) {
  if (!common.model.empty()) {
    const Model model = load_model(common.model);  // an unknown name is answered with the nearest
    return print(model.source.text);
  }
  std::vector<std::pair<std::string, std::string>> rows;
  for (const Example& example : examples())
    rows.emplace_back(example.name, read_model({std::string(example.name), std::string(example.text)}).name);
  if (common.json) return print(models_document(rows));
  std::string out;
  for (const auto& [name, title] : rows) out += fmt::format("{:<20} {}\n", name, one_line(title));
  print(out);
}

}  // namespace oopss
