// SPDX-License-Identifier: Apache-2.0
#include "server/guests.hpp"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <ifaddrs.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <ctime>

#include "oopss/model/diagnostic.hpp"
#include "server/gate.hpp"

namespace oopss {
namespace {

/// An address as its bytes, 4 or 16; empty if the text is none.
std::vector<std::uint8_t> bytes_of(const std::string& address) {
  std::vector<std::uint8_t> out(16);
  if (inet_pton(AF_INET6, address.c_str(), out.data()) == 1) return out;
  out.resize(4);
  return inet_pton(AF_INET, address.c_str(), out.data()) == 1 ? out : std::vector<std::uint8_t>{};
}

/// 10/8, 172.16/12, 192.168/16, 169.254/16 and 127/8; fc00::/7 and ::1.
bool is_private(const std::vector<std::uint8_t>& a) {
  if (a.size() == 16)
    return (a[0] & 0xfe) == 0xfc || (a[15] == 1 && std::all_of(a.begin(), a.end() - 1, [](int b) { return b == 0; }));
  return a[0] == 10 || a[0] == 127 || (a[0] == 172 && (a[1] & 0xf0) == 16) || (a[0] == 192 && a[1] == 168) ||
         (a[0] == 169 && a[1] == 254);
}

/// The private addresses of this machine's interfaces, without loopback.
std::vector<std::string> own_addresses() {
  std::vector<std::string> out;
  ifaddrs* all = nullptr;
  if (getifaddrs(&all) != 0) return out;
  for (const ifaddrs* one = all; one; one = one->ifa_next) {
    if (!one->ifa_addr) continue;
    const int family = one->ifa_addr->sa_family;
    if (family != AF_INET && family != AF_INET6) continue;
    const void* const place = family == AF_INET
                                  ? static_cast<const void*>(&reinterpret_cast<sockaddr_in*>(one->ifa_addr)->sin_addr)
                                  : &reinterpret_cast<sockaddr_in6*>(one->ifa_addr)->sin6_addr;
    std::array<char, INET6_ADDRSTRLEN> text{};
    if (!inet_ntop(family, place, text.data(), text.size())) continue;
    const std::vector<std::uint8_t> bytes = bytes_of(text.data());
    if (is_private(bytes) && bytes[0] != 127 && !(bytes.size() == 16 && bytes[0] == 0)) out.emplace_back(text.data());
  }
  freeifaddrs(all);
  return out;
}

/// Whether this machine has it: whether one may listen there.
bool is_own(const std::string& address, std::size_t size) {
  const int family = size == 16 ? AF_INET6 : AF_INET;
  const int probe = socket(family, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (probe < 0) return false;
  bool bound = false;
  if (family == AF_INET) {
    sockaddr_in place{};
    place.sin_family = AF_INET;
    inet_pton(AF_INET, address.c_str(), &place.sin_addr);
    bound = bind(probe, reinterpret_cast<sockaddr*>(&place), sizeof place) == 0;
  } else {
    sockaddr_in6 place{};
    place.sin6_family = AF_INET6;
    inet_pton(AF_INET6, address.c_str(), &place.sin6_addr);
    bound = bind(probe, reinterpret_cast<sockaddr*>(&place), sizeof place) == 0;
  }
  close(probe);
  return bound;
}

}  // namespace

std::string listen_problem(const std::string& address) {
  const std::vector<std::uint8_t> bytes = bytes_of(address);
  const auto those = [] {
    const std::vector<std::string> own = own_addresses();
    return own.empty() ? std::string("this machine has none just now")
                       : fmt::format("this machine has {}", fmt::join(own, ", "));
  };
  if (bytes.empty())
    return fmt::format("--listen takes a numeric address such as 192.168.0.7, not {}; {}", oopss::quoted(address),
                       those());
  if (std::all_of(bytes.begin(), bytes.end(), [](int b) { return b == 0; }))
    return fmt::format("--listen takes one address, and {} is all of them; {}", address, those());
  if (!is_private(bytes))
    return fmt::format("--listen takes an address of a private network, and {} is public; {}", address, those());
  if (!is_own(address, bytes.size())) return fmt::format("--listen: {} is not of this machine; {}", address, those());
  return {};
}

std::string host_of(const std::string& address, unsigned short port) {
  const bool colons = address.find(':') != std::string::npos;
  return fmt::format("{}{}{}:{}", colons ? "[" : "", address, colons ? "]" : "", port);
}

GuestBook::GuestBook(int most, Now now) : most_(most), now_(std::move(now)) {}

std::string GuestBook::state(const Entry& entry) const {
  if (entry.revoked) return "revoked";
  if (!entry.token.empty()) return "admitted";
  return now_() - entry.made < code_life ? "invited" : "expired";
}

std::optional<GuestBook::Invitation> GuestBook::invite() {
  const auto counts = [&](const Entry& entry) {
    const std::string now = state(entry);
    return now == "invited" || now == "admitted";
  };
  if (std::count_if(entries_.begin(), entries_.end(), counts) >= most_) return {};
  entries_.push_back({secret(), "", now_(), false});
  return Invitation{static_cast<int>(entries_.size()), entries_.back().code};
}

std::string GuestBook::admit(std::string_view code) {
  Entry* found = nullptr;
  for (Entry& entry : entries_)  // all of them: the time does not say which
    if (!entry.code.empty() && same_secret(code, entry.code)) found = &entry;
  if (!found || state(*found) != "invited") return {};
  found->code.clear();
  found->token = secret();
  return found->token;
}

GuestBook::Clock::time_point GuestBook::awake_or_not() {
  timespec now{};
  clock_gettime(CLOCK_BOOTTIME, &now);
  return Clock::time_point(std::chrono::seconds(now.tv_sec) + std::chrono::nanoseconds(now.tv_nsec));
}

bool GuestBook::admitted(int number) const {
  const Entry& entry = entries_[static_cast<std::size_t>(number - 1)];
  return !entry.token.empty() && !entry.revoked;
}

int GuestBook::guest(std::string_view token) const {
  int out = 0;
  for (std::size_t k = 0; k < entries_.size(); ++k)
    if (!entries_[k].token.empty() && same_secret(token, entries_[k].token) && !entries_[k].revoked)
      out = static_cast<int>(k) + 1;
  return out;
}

bool GuestBook::revoke(int number) {
  if (number < 1 || number > static_cast<int>(entries_.size())) return false;
  Entry& entry = entries_[static_cast<std::size_t>(number - 1)];
  entry.revoked = true;
  entry.code.clear();
  entry.token.clear();
  return true;
}

std::vector<GuestBook::Row> GuestBook::rows() const {
  std::vector<Row> out;
  for (std::size_t k = 0; k < entries_.size(); ++k)
    out.push_back({static_cast<int>(k) + 1, state(entries_[k]),
                   std::chrono::duration<double>(now_() - entries_[k].made).count()});
  return out;
}

}  // namespace oopss
