// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "server/assets.hpp"

namespace oopss {

/// What matters of an HTTP request.
struct HttpAsk {
  std::string method, target;
  std::vector<std::string> hosts, origins;  // every header of that name
  std::string cookie;
  std::string fetch_site, fetch_dest;  // Sec-Fetch-Site, Sec-Fetch-Dest: what a browser says of who asks, and for what
  bool upgrade = false;                // to a WebSocket
};

struct HttpReply {
  int status = 200;
  std::vector<std::pair<std::string, std::string>> headers;
  std::string body;
  bool opens_socket = false;  // nothing is to be sent: the WebSocket may open
};

/// A hex text of 256 random bits.
std::string secret();

/// Equal or not, in a time that does not depend on where they differ.
bool same_secret(std::string_view a, std::string_view b);

/// Who may have what. Kept true: nothing of the page and no WebSocket without the cookie; the cookie only for the
/// launch code, and that works once: only for a page that a user opens, never for a script, an image or a frame.
/// Requests must name this server as their host, none comes from another origin, and a WebSocket comes from its page
/// alone.
class Gate {
 public:
  Gate(unsigned short port, const std::vector<Asset>& page);
  /// The link that opens the workbench.
  std::string link() const;
  HttpReply answer(const HttpAsk& ask);

 private:
  bool knows(const std::string& cookies) const;
  HttpReply open_by_code(const HttpAsk& ask, std::string_view code);
  HttpReply asset(std::string_view path) const;

  std::string port_, code_, token_;
  const std::vector<Asset>& page_;
};

/// A reply in words, with the headers that every reply has.
HttpReply plain_reply(int status, const std::string& title, const std::string& words);

}  // namespace oopss
