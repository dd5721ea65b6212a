// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

namespace oopss {

/// A share link that holds no model text; `too_large`: it would, but more than is taken on.
struct ShareError : std::runtime_error {
  ShareError(const std::string& words, bool too_large_) : std::runtime_error(words), too_large(too_large_) {}
  bool too_large;
};

/// http://…/#m=…, #m=… or m=…: a model in a link.
bool is_share_link(std::string_view text);

/// The model text in a share link: after "m=" it is base64url without padding of the raw deflate of the text. Throws
/// ShareError; a text has at most 4 MiB, and more than 64 KiB of it only if it is at most 100 times as long as its
/// link.
std::string shared_text(std::string_view link);

}  // namespace oopss
