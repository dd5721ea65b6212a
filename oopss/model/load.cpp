// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

#include "oopss/model/examples.hpp"
#include "oopss/model/read.hpp"
#include "oopss/model/toml.hpp"

namespace oopss {
namespace {

/// All of a stream; no more than one byte beyond what the reader takes, so that it can refuse the rest.
std::string read_all(std::FILE* file, const std::string& name) {
  std::string text;
  char block[64 * 1024];
  while (text.size() <= TomlLimits{}.length) {
    const std::size_t count = std::fread(block, 1, sizeof block, file);
    text.append(block, count);
    if (count > 0) continue;
    if (std::ferror(file)) throw FileError(fmt::format("cannot read {}: {}", name, std::strerror(errno)));
    break;
  }
  return text;
}

/// The text of a file; nothing if there is none of that name.
std::optional<std::string> read_file(const std::string& path) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "rb"), &std::fclose);
  if (file) return read_all(file.get(), path);
  if (errno == ENOENT) return std::nullopt;
  throw FileError(fmt::format("cannot open {}: {}", path, std::strerror(errno)));
}

}  // namespace

Model load_model(const std::string& path_or_name, const Settings& settings) {
  if (path_or_name == "-") return read_model({"standard input", read_all(stdin, "standard input")}, settings);
  std::vector<std::string_view> known;
  for (const Example& example : examples()) {
    if (example.name == path_or_name) return read_model({path_or_name, std::string(example.text)}, settings);
    known.push_back(example.name);
  }
  if (std::optional<std::string> text = read_file(path_or_name))
    return read_model({path_or_name, std::move(*text)}, settings);
  if (path_or_name.find_first_of("./\\") != std::string::npos)
    throw FileError(fmt::format("cannot open {}: there is no such file", path_or_name));
  const std::string_view near = nearest(path_or_name, known);
  throw UnknownModel(fmt::format("there is no file and no built-in model {}{}", quoted(path_or_name),
                                 near.empty() ? "" : fmt::format("; did you mean {}?", quoted(near))));
}

}  // namespace oopss
