// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "oopss/model/file.hpp"
#include "oopss/model/model.hpp"

namespace oopss {

/// `--set PATH=VALUE` for each pair: a bare NAME is a parameter; body.arm.mass, joint.elbow.torque.kd,
/// joint.elbow.at.arm.x, start.momentum, run.until. The value is written as in the file (a number or an expression).
using Settings = std::vector<std::pair<std::string, std::string>>;

/// Reads, resolves and checks a model text; throws ModelError with every problem found.
Model read_model(Source source, const Settings& settings = {});

/// A model that was filled or changed by hand, resolved and checked by the same rules as a file; throws ModelError with
/// every problem found. A number without an expression is its value.
Model checked(Model model);

/// Reads a file, a built-in model by its name ("two-body"), or standard input ("-"). A missing file is a FileError, an
/// unknown built-in name an UnknownModel with the nearest.
Model load_model(const std::string& path_or_name, const Settings& settings = {});

struct UnknownModel : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace oopss
