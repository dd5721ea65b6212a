// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <unistd.h>

#include "oopss/model/examples.hpp"
#include "oopss/model/read.hpp"
#include "oopss/model/toml.hpp"

namespace oopss {

Model load_model(const std::string& path_or_name, const Settings& settings) try {
  constexpr std::size_t most_of_stream = TomlLimits{}.length;
  if (path_or_name == "-")
    return read_model({"standard input", read_stream(STDIN_FILENO, "standard input", most_of_stream), true}, settings);
  std::vector<std::string_view> known;
  for (const Example& example : examples()) {
    if (example.name == path_or_name) return read_model({path_or_name, std::string(example.text)}, settings);
    known.push_back(example.name);
  }
  if (std::optional<std::string> text = read_plain_file(path_or_name, large_file.length))
    return read_model({path_or_name, std::move(*text), true}, settings);
  if (path_or_name.find_first_of("./\\") != std::string::npos)
    throw FileError(fmt::format("cannot open {}: there is no such file", path_or_name));
  throw UnknownModel(
      fmt::format("there is no file and no built-in model {}{}", quoted(path_or_name), among(path_or_name, known)));
} catch (const FileTooLarge&) {
  const bool stream = path_or_name == "-";
  const std::size_t most = (stream ? TomlLimits{} : large_file).length;
  throw ModelError({stream ? "standard input" : path_or_name, ""},
                   {{{}, fmt::format("the file is larger than {} MiB", most >> 20)}});
}

}  // namespace oopss
