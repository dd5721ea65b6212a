// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
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
  int visitor = 0;            // whose it is: the number that the door gave
};

/// A hex text of 256 random bits.
std::string secret();

/// Equal or not, in a time that does not depend on where they differ.
bool same_secret(std::string_view a, std::string_view b);

/// What a gate guards: by which names it may be called, and whom it lets in.
struct Door {
  std::vector<std::string> hosts;                           // with the port, as a request names them
  std::string scheme = "http";                              // of the page
  std::string cookie;                                       // its name
  std::string locked;                                       // how one comes in, in words
  std::function<std::string(std::string_view code)> admit;  // a token for a code that is good; empty: it is not
  std::function<int(std::string_view token)> visitor;       // the number of who has this token; 0: nobody
  bool untold = false;  // browsers do not say here which page a request comes from: plain HTTP over a network
};

/// Who may have what. Kept true: nothing of the page and no WebSocket without the cookie; the cookie only for a code
/// that the door takes: only for a page that a user opens, never for a script, an image or a frame. Requests must name
/// this server as their host, none comes from another origin, and a WebSocket comes from its page alone.
class Gate {
 public:
  Gate(Door door, const std::vector<Asset>& page);
  HttpReply answer(const HttpAsk& ask);

 private:
  int visitor(const std::string& cookies) const;
  HttpReply open_by_code(const HttpAsk& ask, std::string_view code);
  HttpReply asset(std::string_view path) const;

  Door door_;
  const std::vector<Asset>& page_;
};

/// The door of whoever started the program: on this machine alone, by one launch code that works once.
class HostDoor {
 public:
  explicit HostDoor(unsigned short port);
  /// The link that opens the workbench.
  std::string link() const;
  /// It must live as long as the door that it gives.
  Door door();

 private:
  std::string port_, code_, token_;
};

/// A reply in words, with the headers that every reply has.
HttpReply plain_reply(int status, const std::string& title, const std::string& words);

}  // namespace oopss
