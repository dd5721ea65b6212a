// SPDX-License-Identifier: Apache-2.0
#include "server/answers.hpp"

#include <fmt/format.h>

#include "oopss/generate/generate.hpp"
#include "oopss/system/sheet.hpp"
#include "server/model_cache.hpp"

namespace oopss {

CodeMessage code_answer(const AskCode& ask) {
  const Model model = page_model(page_text(ask.text));
  constexpr std::size_t most_bodies = 40;  // the length of the code grows faster than the square
  if (model.bodies.size() > most_bodies)
    throw RefusedRequest("limit", fmt::format("the code of {} bodies is too long for a page, which takes {} at most; "
                                              "`oopss generate` writes it to files",
                                              model.bodies.size(), most_bodies));
  if (ask.language == "latex")
    return {{{"equations.tex", latex_sheet(derive_equations(tree_spec(model)), Extent::whole)}}};
  const std::optional<Language> language = language_of(ask.language);
  if (!language)
    throw RefusedRequest("protocol",
                         fmt::format("\"language\" is one of {}, latex", fmt::join(language_names(), ", ")));
  CodeMessage out;
  for (const GeneratedFile& file : generate(model, *language, {})) out.files.push_back({file.name, file.text});
  return out;
}

}  // namespace oopss
