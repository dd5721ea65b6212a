// SPDX-License-Identifier: Apache-2.0
// Any request, with the fields that an attacker has a hand in: nothing of the page and no WebSocket without the cookie.
#include <cstdint>
#include <cstdlib>
#include <sstream>

#include "server/gate.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const std::vector<oopss::Asset> page = {{"/index.html", "text/html", "the page"}};
  static oopss::HostDoor door(8080);
  static oopss::Gate gate(door.door(), page);
  std::istringstream lines(std::string(reinterpret_cast<const char*>(data), size));
  oopss::HttpAsk ask;
  std::string host, origin, upgrade;
  for (std::string* field :
       {&ask.method, &ask.target, &host, &origin, &ask.cookie, &ask.fetch_site, &upgrade, &ask.fetch_dest})
    std::getline(lines, *field);
  ask.hosts = {host};
  if (!origin.empty()) ask.origins = {origin};
  ask.upgrade = !upgrade.empty();
  const oopss::HttpReply reply = gate.answer(ask);
  if (reply.opens_socket || reply.body == "the page" || reply.status < 300) std::abort();
  return 0;
}
