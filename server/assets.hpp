// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <vector>

namespace oopss {

/// A file of the built page; the table is all that the server ever serves.
struct Asset {
  std::string_view path;  // as asked for: "/index.html", "/assets/main-1a2b3c.js"
  std::string_view mime, data;
};

/// The page that was embedded when the program was built (server/embed.cmake).
const std::vector<Asset>& assets();

}  // namespace oopss
