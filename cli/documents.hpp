// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "oopss/model/read.hpp"
#include "oopss/system/equations.hpp"
#include "oopss/system/start.hpp"

namespace oopss {

/// What `check` understood of a model, in numbers.
struct Understanding {
  SolvedStart start;
  std::vector<double> rates;  // φ' at the start
  double kinetic = 0, stored = 0, momentum = 0, least_kinetic = 0;
  std::vector<std::vector<std::string>> laws;  // per joint, each in words
};

/// The JSON documents of the verbs; field names are an interface (schema 1).
std::string check_document(const Model& model, const Understanding& understood);
std::string derive_document(const Equations& equations);
std::string generate_document(const Model& model, const std::string& language, const std::vector<std::string>& files);
std::string models_document(const std::vector<std::pair<std::string, std::string>>& name_and_title);
std::string error_document(int code, const std::string& message, const ModelError* problems);

}  // namespace oopss
