// SPDX-License-Identifier: Apache-2.0
#include "oopss/generate/generate.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "cli/documents.hpp"
#include "cli/exit.hpp"
#include "cli/files.hpp"
#include "cli/verbs.hpp"
#include "oopss/proof/thorough.hpp"

namespace oopss {
namespace {

int joint_index(const Model& model, const std::string& name) {
  std::vector<std::string_view> known;
  for (std::size_t k = 0; k < model.joints.size(); ++k) {
    if (model.joints[k].name.value == name) return static_cast<int>(k);
    known.push_back(model.joints[k].name.value);
  }
  throw UsageError(fmt::format("--input: the model has no joint {}{}", oopss::quoted(name), among(name, known)));
}

}  // namespace

void generate(const Common& common, const GenerateOptions& options) {
  Model model = model_of(common);
  name_start(model);
  if (const std::string why = no_code(model); !why.empty()) throw TooLarge(why);
  std::vector<int> joints;
  for (const std::string& name : options.inputs) {
    const int k = joint_index(model, name);
    if (model.joints[k].motion)
      throw UsageError(fmt::format("--input: the motion of joint {} is prescribed", oopss::quoted(name)));
    if (std::find(joints.begin(), joints.end(), k) == joints.end()) joints.push_back(k);
  }
  std::vector<std::pair<std::string, std::string>> files;
  std::vector<std::string> paths;
  for (GeneratedFile& file : generate(model, *language_of(options.language), joints)) {
    paths.push_back(options.directory + "/" + file.name);
    files.emplace_back(std::move(file.name), std::move(file.text));
  }
  write_files(options.directory, files);
  if (common.json) return print(generate_document(model, options.language, paths));
  for (const std::string& path : paths) print(path + "\n");
}

}  // namespace oopss
