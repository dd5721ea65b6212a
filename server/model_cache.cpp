// SPDX-License-Identifier: Apache-2.0
#include "server/model_cache.hpp"

#include <algorithm>

namespace oopss {

PageText page_text(const std::string& text) {
  return {std::make_shared<const Document>(parse_document({"model", text})), nullptr};
}

Model page_model(const PageText& page) { return page.model ? *page.model : read_document(*page.document); }

Model planar_model(const PageText& page) {
  Model model = page_model(page);
  if (!is_planar(model)) throw RefusedRequest("unsupported", "not for bodies in space yet");
  return model;
}

PageText ModelCache::read(const std::string& text) {
  const auto known =
      std::find_if(texts_.begin(), texts_.end(), [&](const PageText& one) { return one.text() == text; });
  keep(known == texts_.end() ? page_text(text) : *known);
  return texts_.front();
}

void ModelCache::keep(PageText page) {
  constexpr std::size_t most = 3;
  std::erase_if(texts_, [&](const PageText& one) { return one.text() == page.text(); });
  texts_.insert(texts_.begin(), std::move(page));
  texts_.resize(std::min(texts_.size(), most));
}

std::shared_ptr<const DerivedModel> ModelCache::derived(Model model) {
  std::optional<DerivedModel> known = derived_ ? renumbered(*derived_, model) : std::nullopt;
  derived_ = std::make_shared<const DerivedModel>(known ? std::move(*known) : derived_model(std::move(model)));
  return derived_;
}

}  // namespace oopss
