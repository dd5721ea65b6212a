// SPDX-License-Identifier: Apache-2.0
#include "server/edits.hpp"

#include <algorithm>

#include "oopss/model/edit.hpp"
#include "oopss/model/laws.hpp"
#include "oopss/model/write.hpp"
#include "server/start_edit.hpp"

namespace oopss {
namespace {

/// Where a key of a law stands in a file: law first, then as they are documented.
std::ptrdiff_t rank(const std::string& key) {
  const std::vector<LawKey>& all = law_keys();
  return key == "law"
             ? -1
             : std::find_if(all.begin(), all.end(), [&](const LawKey& one) { return one.name == key; }) - all.begin();
}

/// The value of a key of a law; a matrix is written as it is.
std::string law_value_text(const std::string& key, const std::string& value) {
  return key == "law" ? toml_string(value) : value.starts_with("[[") ? value : value_text(value);
}

std::string with_laws(const std::string& text, const TorqueEdit& edit) {
  std::string out;
  for (const LawText& law : edit.laws) {
    KeyTexts keys;
    for (const auto& [key, value] : law) keys.emplace_back(key, law_value_text(key, value));
    std::stable_sort(keys.begin(), keys.end(),
                     [](const auto& a, const auto& b) { return rank(a.first) < rank(b.first); });
    out += (out.empty() ? "" : ", ") + inline_table_text(keys);
  }
  return with_torque(text, edit.joint, edit.laws.size() > 1 ? "[" + out + "]" : out);
}

/// [run] as it is, with the keys of the edit set or removed.
std::string with_run(const PageText& page, const RunEdit& edit) {
  const RunTable run = page_model(page).run;
  KeyTexts keys;
  const auto add = [&](const char* key, const std::optional<std::string>& now, const std::optional<std::string>& then) {
    const std::optional<std::string>& value = then ? then : now;
    if (value && !value->empty()) keys.emplace_back(key, value_text(*value));
  };
  const auto text_of = [](const std::optional<Number>& number) {
    return number ? std::optional(number->expression.text) : std::nullopt;
  };
  add("until", run.until.expression.text, edit.until);
  add("every", text_of(run.every), edit.every);
  add("method", run.method ? std::optional(run.method->value) : std::nullopt, edit.method);
  add("step", text_of(run.step), edit.step);
  add("tolerance", text_of(run.tolerance), edit.tolerance);
  add("singular", run.singular ? std::optional(run.singular->value) : std::nullopt, edit.singular);
  return with_table(page.text(), "run", keys);
}

/// A good number in the place of another, without reading the text again.
std::optional<PageText> with_number(const PageText& page, const SetEdit& edit) {
  std::optional<Document> changed = with_value(*page.document, edit.path, edit.value);
  if (!changed) return {};
  try {
    const auto model = std::make_shared<const Model>(read_document(*changed));
    return PageText{std::make_shared<const Document>(std::move(*changed)), model};
  } catch (const ModelError&) {  // what is wrong is said of the setting, by what writes it into the text
    return {};
  }
}

PageText with_set(const PageText& page, const SetEdit& edit) {
  if (const std::optional<PageText> changed = with_number(page, edit)) return *changed;
  return page_text(with_setting(page.text(), edit.path, edit.value));
}

}  // namespace

EditedText with_edits(ModelCache& cache, const std::string& text, const std::vector<Edit>& edits, double t) {
  EditedText out{cache.read(text), ""};
  for (const Edit& edit : edits) {
    if (const SetEdit* set = std::get_if<SetEdit>(&edit)) out.page = with_set(out.page, *set);
    if (const TorqueEdit* torque = std::get_if<TorqueEdit>(&edit))
      out.page = page_text(with_laws(out.page.text(), *torque));
    if (const RunEdit* run = std::get_if<RunEdit>(&edit)) out.page = page_text(with_run(out.page, *run));
    if (const StartEdit* start = std::get_if<StartEdit>(&edit)) out = with_start(cache, out.page, *start, t);
  }
  if (!edits.empty()) cache.keep(out.page);
  return out;
}

}  // namespace oopss
