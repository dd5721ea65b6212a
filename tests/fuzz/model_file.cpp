// SPDX-License-Identifier: Apache-2.0
// Any bytes are a model or a ModelError; a model can be written, and reads back as it was written.
#include <cstdint>
#include <cstdlib>

#include "oopss/model/read.hpp"
#include "oopss/model/write.hpp"

namespace {

void read(const std::string& text, const oopss::Settings& settings) {
  try {
    const oopss::Model model = oopss::read_model({"fuzz", text}, settings);
    const std::string written = oopss::write_model(model);
    if (oopss::write_model(oopss::read_model({"written", written})) != written) std::abort();
  } catch (const oopss::ModelError& error) {
    if (error.found.empty()) std::abort();
    for (const oopss::Diagnostic& problem : error.found)
      if (problem.place.line < 0 || problem.place.column < 0 || problem.place.length < 1) std::abort();
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  read(text, {});
  const std::size_t line = text.find('\n'),
                    equals = text.find('=');  // a first line PATH=VALUE is also taken as a setting
  if (equals < line && line != std::string::npos)
    read(text.substr(line + 1), {{text.substr(0, equals), text.substr(equals + 1, line - equals - 1)}});
  return 0;
}
