// SPDX-License-Identifier: Apache-2.0
// Any bytes as a share link: a text of bounded length, or a ShareError.
#include <cstdint>
#include <cstdlib>

#include "server/share.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string link = "m=" + std::string(reinterpret_cast<const char*>(data), size);
  try {
    const std::string text = oopss::shared_text(link);
    if (text.size() > 4 * 1024 * 1024 || (text.size() > 65536 && text.size() > 100 * size)) std::abort();
  } catch (const oopss::ShareError&) {
  }
  return 0;
}
