// SPDX-License-Identifier: Apache-2.0
#include "server/share.hpp"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <cstring>

#include "server/base64.hpp"

namespace oopss {
namespace {

constexpr std::size_t most_text = 4 * 1024 * 1024, free_text = 64 * 1024, most_ratio = 100;

/// The part of a link behind "m=", empty if it is none.
std::string_view payload(std::string_view link) {
  const std::size_t hash = link.find('#');
  std::string_view fragment = hash == std::string_view::npos ? link : link.substr(hash + 1);
  if (!fragment.starts_with("m=")) return {};
  if (hash != std::string_view::npos && hash > 0 && !link.starts_with("http://") && !link.starts_with("https://"))
    return {};
  return fragment.substr(2);
}

std::string from_base64url(std::string_view text) {
  std::optional<std::string> out = from_base64(text, base64url_digits);
  if (!out) throw ShareError("the link has a character that no share link has: it is damaged", false);
  return *std::move(out);
}

/// zlib's state, given back whatever happens.
struct Inflation {
  z_stream stream{};
  Inflation() {
    if (inflateInit2(&stream, -MAX_WBITS) != Z_OK) throw std::bad_alloc();
  }
  ~Inflation() { inflateEnd(&stream); }
  Inflation(const Inflation&) = delete;
  Inflation& operator=(const Inflation&) = delete;
};

}  // namespace

bool is_share_link(std::string_view text) { return !payload(text).empty(); }

std::string shared_text(std::string_view link) {
  std::string packed = from_base64url(payload(link));
  if (packed.size() > most_text) throw ShareError("the link is longer than 4 MiB", true);
  const std::size_t most = std::min(most_text, std::max(free_text, most_ratio * packed.size()));
  Inflation inflation;
  inflation.stream.next_in = reinterpret_cast<Bytef*>(packed.data());
  inflation.stream.avail_in = static_cast<uInt>(packed.size());
  std::string out;
  for (int state = Z_OK; state != Z_STREAM_END;) {
    std::array<char, 16 * 1024> block;
    inflation.stream.next_out = reinterpret_cast<Bytef*>(block.data());
    inflation.stream.avail_out = static_cast<uInt>(block.size());
    state = inflate(&inflation.stream, Z_NO_FLUSH);
    if (state != Z_OK && state != Z_STREAM_END)
      throw ShareError("the link does not hold a whole model: it is cut off or damaged", false);
    out.append(block.data(), block.size() - inflation.stream.avail_out);
    if (out.size() > most)
      throw ShareError("the link unpacks to more than is taken on (4 MiB, or 100 times its own length)", true);
  }
  return out;
}

}  // namespace oopss
