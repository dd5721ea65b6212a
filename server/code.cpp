// SPDX-License-Identifier: Apache-2.0
#include "server/answers.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "oopss/generate/generate.hpp"
#include "oopss/proof/thorough.hpp"
#include "oopss/system/sheet.hpp"
#include "server/model_cache.hpp"

namespace oopss {
namespace {

/// The joints of these names, each once.
std::vector<int> joints_of(const Model& model, const std::vector<std::string>& names) {
  std::vector<int> out;
  for (const std::string& name : names) {
    const auto found = std::find_if(model.joints.begin(), model.joints.end(),
                                    [&](const Joint& joint) { return joint.name.value == name; });
    if (found == model.joints.end())
      throw RefusedRequest("protocol", fmt::format("the model has no joint {}", oopss::quoted(name)));
    if (found->motion)
      throw RefusedRequest("unsupported", fmt::format("the motion of joint {} is prescribed", oopss::quoted(name)));
    const int k = static_cast<int>(found - model.joints.begin());
    if (std::find(out.begin(), out.end(), k) == out.end()) out.push_back(k);
  }
  return out;
}

}  // namespace

CodeMessage code_answer(const AskCode& ask, const StillWanted& wanted) {
  Model model = page_model(page_text(ask.text));
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
  name_start(model, {.watch = wanted});
  if (const std::string why = no_code(model); !why.empty()) throw RefusedRequest("unsupported", why);
  CodeMessage out;
  for (const GeneratedFile& file : generate(model, *language, joints_of(model, ask.inputs)))
    out.files.push_back({file.name, file.text});
  return out;
}

}  // namespace oopss
