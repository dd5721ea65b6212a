// SPDX-License-Identifier: Apache-2.0
// Any bytes are a model or a ModelError; a model can be written, and reads back as it was written.
#include <cstdint>
#include <cstdlib>

#include "oopss/model/read.hpp"
#include "oopss/model/write.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  try {
    const oopss::Model model = oopss::read_model({"fuzz", text}, {{"body.arm.mass", "2*l"}});
    const std::string written = oopss::write_model(model);
    if (oopss::write_model(oopss::read_model({"written", written})) != written) std::abort();
  } catch (const oopss::ModelError& error) {
    if (error.found.empty()) std::abort();
    for (const oopss::Diagnostic& problem : error.found)
      if (problem.at.line < 0 || problem.at.column < 0 || problem.at.length < 1) std::abort();
  }
  return 0;
}
