// SPDX-License-Identifier: Apache-2.0
#include "server/gate.hpp"

#include <fmt/format.h>
#include <sys/random.h>

#include <algorithm>
#include <array>
#include <stdexcept>

namespace oopss {
namespace {

template <std::size_t count>
std::string random_hex() {
  std::array<unsigned char, count> bytes;
  if (getrandom(bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size()))
    throw std::runtime_error("the system gives no random numbers");
  std::string out;
  for (const unsigned char byte : bytes) out += fmt::format("{:02x}", byte);
  return out;
}

/// The headers of every reply. Styles need the nonce that the page finds in its own head; scripts come from here alone.
std::vector<std::pair<std::string, std::string>> safe_headers(const std::string& nonce) {
  const std::string style = nonce.empty() ? "" : fmt::format(" 'nonce-{}'", nonce);
  return {{"Content-Security-Policy",
           fmt::format("default-src 'none'; script-src 'self'; style-src 'self'{}; connect-src 'self'; img-src 'self' "
                       "blob: data:; font-src 'self'; media-src blob:; worker-src 'self' blob:; frame-ancestors "
                       "'none'; base-uri 'none'; form-action 'none'",
                       style)},
          {"X-Content-Type-Options", "nosniff"},
          {"Referrer-Policy", "no-referrer"},
          {"Cross-Origin-Opener-Policy", "same-origin"},
          {"Cross-Origin-Resource-Policy", "same-origin"}};
}

std::string page_of_words(const std::string& title, const std::string& words, const std::string& more = {}) {
  return fmt::format(
      "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">{}<title>{}</title></head>"
      "<body><h1>{}</h1><p>{}</p></body></html>\n",
      more, title, title, words);
}

void replace_all(std::string& text, std::string_view what, std::string_view by) {
  for (std::size_t found = text.find(what); found != std::string::npos; found = text.find(what, found + by.size()))
    text.replace(found, what.size(), by);
}

}  // namespace

std::string secret() { return random_hex<32>(); }

bool same_secret(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  unsigned char differ = 0;
  for (std::size_t i = 0; i < a.size(); ++i) differ |= static_cast<unsigned char>(a[i] ^ b[i]);
  return differ == 0;
}

HttpReply plain_reply(int status, const std::string& title, const std::string& words) {
  HttpReply out{status, safe_headers(""), page_of_words(title, words), false};
  out.headers.emplace_back("Content-Type", "text/html; charset=utf-8");
  out.headers.emplace_back("Cache-Control", "no-store");
  return out;
}

HostDoor::HostDoor(unsigned short port) : port_(std::to_string(port)), code_(secret()), token_(secret()) {}

std::string HostDoor::link() const { return fmt::format("http://127.0.0.1:{}/?code={}", port_, code_); }

Door HostDoor::door() {
  const auto admit = [this](std::string_view code) -> std::string {
    if (code_.empty() || !same_secret(code, code_)) return {};
    code_.clear();
    return token_;
  };
  return {{"127.0.0.1:" + port_, "localhost:" + port_},
          "http",
          "oopss_" + port_,
          "Please open the link that oopss printed when it was started; it works once. For a new link, start `oopss "
          "workbench` again.",
          admit,
          [this](std::string_view token) { return same_secret(token, token_) ? 1 : 0; }};
}

Gate::Gate(Door door, const std::vector<Asset>& page) : door_(std::move(door)), page_(page) {}

/// Cookies know no ports, so the name has ours: two workbenches do not log each other out.
int Gate::visitor(const std::string& cookies) const {
  const std::string name = door_.cookie + "=";
  for (std::size_t begin = 0; begin < cookies.size();) {
    const std::size_t end = std::min(cookies.find(';', begin), cookies.size());
    std::string_view one = std::string_view(cookies).substr(begin, end - begin);
    while (one.starts_with(' ')) one.remove_prefix(1);
    if (one.starts_with(name))
      if (const int number = door_.visitor(one.substr(name.size())); number != 0) return number;
    begin = end + 1;
  }
  return 0;
}

HttpReply Gate::open_by_code(const HttpAsk& ask, std::string_view code) {
  if (!ask.fetch_dest.empty() && ask.fetch_dest != "document")
    return plain_reply(403, "Refused", "The link is opened as a page of its own, not by another page.");
  const bool known = visitor(ask.cookie) != 0;
  const std::string token = known ? "" : door_.admit(code);
  if (!known && token.empty()) return plain_reply(403, "This link does not work any more", door_.locked);
  // A navigation that another site began would not send a strict cookie along a redirection: there our own page goes
  // on.
  const bool from_elsewhere =
      ask.fetch_site == "cross-site" || ask.fetch_site == "same-site" || (door_.untold && ask.fetch_site.empty());
  HttpReply out = plain_reply(from_elsewhere ? 200 : 303, "OOPSS", "<a href=\"/\">Open the workbench</a>");
  if (from_elsewhere)
    out.body = page_of_words("OOPSS", "<a href=\"/\">Open the workbench</a>",
                             "<meta http-equiv=\"refresh\" content=\"0;url=/\">");
  else
    out.headers.emplace_back("Location", "/");
  if (!known)
    out.headers.emplace_back("Set-Cookie", fmt::format("{}={}; Path=/; HttpOnly; SameSite=Strict{}", door_.cookie,
                                                       token, door_.scheme == "https" ? "; Secure" : ""));
  return out;
}

HttpReply Gate::asset(std::string_view path) const {
  if (path == "/") path = "/index.html";
  const auto found = std::find_if(page_.begin(), page_.end(), [&](const Asset& one) { return one.path == path; });
  if (found == page_.end()) return plain_reply(404, "Not found", "There is nothing of this name.");
  const bool html = path.ends_with(".html");
  const std::string nonce = html ? random_hex<16>() : "";
  HttpReply out{200, safe_headers(nonce), std::string(found->data), false};
  if (html) replace_all(out.body, "__NONCE__", nonce);
  out.headers.emplace_back("Content-Type", found->mime);
  out.headers.emplace_back("Cache-Control",
                           path.starts_with("/assets/") ? "public, max-age=31536000, immutable" : "no-store");
  return out;
}

HttpReply Gate::answer(const HttpAsk& ask) {
  if (ask.hosts.size() != 1) return plain_reply(400, "Bad request", "A request names its host once.");
  const std::string& host = ask.hosts[0];
  if (std::find(door_.hosts.begin(), door_.hosts.end(), host) == door_.hosts.end())
    return plain_reply(421, "Misdirected",
                       fmt::format("This server answers to {} only.", fmt::join(door_.hosts, " and ")));
  const std::string ours = door_.scheme + "://" + host;
  if (std::any_of(ask.origins.begin(), ask.origins.end(), [&](const std::string& origin) { return origin != ours; }))
    return plain_reply(403, "Refused", "Another page asks for this. It is for the workbench's own page only.");
  if (ask.target.size() > 2048) return plain_reply(414, "Too long", "No address here is that long.");
  if (!ask.target.starts_with('/')) return plain_reply(400, "Bad request", "An address begins with a slash.");
  if (ask.method != "GET" && ask.method != "HEAD") {
    HttpReply out = plain_reply(405, "Not allowed", "There is GET and HEAD only.");
    out.headers.emplace_back("Allow", "GET, HEAD");
    return out;
  }
  const std::string_view target = ask.target;
  const std::string_view path = target.substr(0, target.find('?'));
  const std::string_view query = path.size() < target.size() ? target.substr(path.size() + 1) : "";
  if (path == "/ws") {
    if (ask.origins.size() != 1)  // none from elsewhere is left
      return plain_reply(403, "Refused", "A WebSocket is opened by the workbench's own page only.");
    const int number = visitor(ask.cookie);
    if (number == 0) return plain_reply(403, "Refused", door_.locked);
    if (!ask.upgrade || ask.method != "GET")
      return plain_reply(426, "Upgrade required", "This address is for a WebSocket.");
    HttpReply out;
    out.opens_socket = true;
    out.visitor = number;
    return out;
  }
  if (path == "/" && query.starts_with("code=") && ask.method == "GET") return open_by_code(ask, query.substr(5));
  if (visitor(ask.cookie) == 0) return plain_reply(403, "The workbench is locked", door_.locked);
  return asset(path);
}

}  // namespace oopss
