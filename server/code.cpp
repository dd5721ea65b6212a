// SPDX-License-Identifier: Apache-2.0
#include "server/answers.hpp"

#include <fmt/format.h>

#include "oopss/system/generate.hpp"
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
  Language language = Language::c;
  if (ask.language == "c++")
    language = Language::cpp;
  else if (ask.language == "python")
    language = Language::python;
  else if (ask.language != "c")
    throw RefusedRequest("protocol", "\"language\" is one of c, c++, python, latex");
  CodeMessage out;
  for (const GeneratedFile& file : generate(model, language, {})) out.files.push_back({file.name, file.text});
  return out;
}

}  // namespace oopss
