// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <stdexcept>

#include "oopss/model/document.hpp"
#include "oopss/system/derived.hpp"

namespace oopss {

/// A request that is not done, in words: "limit", "unsupported", "numerical", "protocol".
struct RefusedRequest : std::runtime_error {
  RefusedRequest(std::string code_, const std::string& message) : std::runtime_error(message), code(std::move(code_)) {}
  std::string code;
};

/// A text that came from the page, parsed; and its model, where that was made already.
struct PageText {
  std::shared_ptr<const Document> document;
  std::shared_ptr<const Model> model;
  const std::string& text() const { return document->source.text; }
};
PageText page_text(const std::string& text);

/// The model of a text from the page; throws ModelError, and `planar_model` RefusedRequest for bodies in space.
Model page_model(const PageText& page);
Model planar_model(const PageText& page);

/// What one connection keeps of the models it works on: the last texts are not read again, and a model that differs
/// from the last in numbers alone is not derived again.
class ModelCache {
 public:
  PageText read(const std::string& text);
  void keep(PageText page);
  /// Throws ModelError as `derive` does.
  std::shared_ptr<const DerivedModel> derived(Model model);

 private:
  std::vector<PageText> texts_;  // newest first: of a slider the text it began with, the last one, and one asked about
  std::shared_ptr<const DerivedModel> derived_;
};

}  // namespace oopss
