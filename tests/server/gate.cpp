// SPDX-License-Identifier: Apache-2.0
// The server without its sockets: who may have what, and share links.
#include "server/gate.hpp"

#include <zlib.h>

#include <catch2/catch.hpp>

#include "oopss/model/examples.hpp"
#include "server/guests.hpp"
#include "server/share.hpp"

using namespace oopss;

namespace {

const std::vector<Asset> page = {{"/index.html", "text/html; charset=utf-8", "<meta content=\"__NONCE__\"> __NONCE__"},
                                 {"/assets/a-1.js", "text/javascript; charset=utf-8", "let a"}};

std::string header(const HttpReply& reply, const std::string& name) {
  for (const auto& [key, value] : reply.headers)
    if (key == name) return value;
  return "";
}

struct Visitor {
  HostDoor host{8080};
  Gate gate{host.door(), page};
  std::string cookie;

  HttpReply get(const std::string& target, const std::string& host = "127.0.0.1:8080") {
    return gate.answer({"GET", target, {host}, {}, cookie, "", "", false});
  }
  std::string path_with_code() const { return host.link().substr(host.link().find("/?")); }
  void log_in() {
    const std::string set = header(get(path_with_code()), "Set-Cookie");
    cookie = set.substr(0, set.find(';'));
  }
};

std::string base64url(const std::string& bytes) {
  const char* const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  std::string out;
  unsigned bits = 0;
  int count = 0;
  for (const unsigned char byte : bytes) {
    bits = bits << 8 | byte;
    for (count += 8; count >= 6; count -= 6) out += digits[bits >> (count - 6) & 63];
  }
  if (count > 0) out += digits[bits << (6 - count) & 63];
  return out;
}

std::string deflated(const std::string& text) {
  z_stream stream{};
  REQUIRE(deflateInit2(&stream, 9, Z_DEFLATED, -MAX_WBITS, 9, Z_DEFAULT_STRATEGY) == Z_OK);
  std::string out(deflateBound(&stream, text.size()), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  REQUIRE(deflate(&stream, Z_FINISH) == Z_STREAM_END);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}

}  // namespace

TEST_CASE("the launch code gives a cookie once, and a refused request does not use it up") {
  Visitor one;
  CHECK(one.get(one.path_with_code(), "evil.example:8080").status == 421);
  CHECK(one.get("/?code=" + std::string(64, '0')).status == 403);
  CHECK(one.gate.answer({"HEAD", one.path_with_code(), {"localhost:8080"}, {}, "", "", "", false}).status == 403);
  const HttpReply in = one.get(one.path_with_code());
  CHECK(in.status == 303);
  CHECK(header(in, "Location") == "/");
  CHECK(header(in, "Set-Cookie").ends_with("; Path=/; HttpOnly; SameSite=Strict"));
  CHECK(one.get(one.path_with_code()).status == 403);
  CHECK(one.get("/").status == 403);
  one.cookie = header(in, "Set-Cookie").substr(0, header(in, "Set-Cookie").find(';'));
  CHECK(one.get("/").status == 200);
  CHECK(one.get(one.path_with_code()).status == 303);  // whoever has the cookie may use the link again
  one.cookie.back() = one.cookie.back() == '0' ? '1' : '0';
  CHECK(one.get("/").status == 403);
}

TEST_CASE(
    "a code that another page sends is refused and stays: a foreign origin, or a request for anything but a page") {
  Visitor one;
  const auto ask = [&](std::vector<std::string> origins, const std::string& dest) {
    return one.gate.answer(
        {"GET", one.path_with_code(), {"127.0.0.1:8080"}, std::move(origins), "", "cross-site", dest, false});
  };
  for (const std::string origin :
       {"http://evil.example", "null", "", "http://localhost:8080", "https://127.0.0.1:8080"})
    for (const std::string dest : {"", "document"}) CHECK(ask({origin}, dest).status == 403);
  CHECK(ask({"http://127.0.0.1:8080", "http://evil.example"}, "document").status == 403);
  for (const std::string dest :
       {"iframe", "frame", "embed", "object", "image", "script", "empty", "worker", "Document"})
    for (const auto& origins : {std::vector<std::string>{}, {"http://127.0.0.1:8080"}})
      CHECK(ask(origins, dest).status == 403);
  CHECK(!header(one.get(one.path_with_code()), "Set-Cookie").empty());  // without these headers, and for the first time
  CHECK(one.get(one.path_with_code()).status == 403);
}

TEST_CASE("nothing of the page goes to another origin, whatever cookie comes along") {
  Visitor one;
  one.log_in();
  const auto ask = [&](const std::string& origin) {
    return one.gate.answer({"GET", "/assets/a-1.js", {"127.0.0.1:8080"}, {origin}, one.cookie, "", "script", false});
  };
  CHECK(ask("http://127.0.0.1:8080").status == 200);
  CHECK(ask("http://evil.example").status == 403);
}

TEST_CASE("a guest's code works once, for ten minutes, and no longer than it is wanted") {
  GuestBook::Clock::time_point now{};
  GuestBook book(2, [&] { return now; });
  const auto first = book.invite(), second = book.invite();
  REQUIRE((first && second));
  CHECK(!book.invite());  // as many as may come
  CHECK(book.admit("").empty());
  CHECK(book.admit(std::string(64, '0')).empty());
  const std::string token = book.admit(first->code);
  CHECK(token.size() == 64);
  CHECK(book.admit(first->code).empty());
  CHECK(book.guest(token) == 1);
  CHECK(book.guest("") == 0);
  now += std::chrono::minutes(10) - std::chrono::milliseconds(1);
  CHECK(book.rows()[1].state == "invited");
  now += std::chrono::milliseconds(1);
  CHECK(book.rows()[1].state == "expired");
  CHECK(book.admit(second->code).empty());
  CHECK(book.guest(token) == 1);  // who is in stays in
  const auto third = book.invite();
  REQUIRE(third);  // the place of the one who did not come
  CHECK(third->number == 3);
  CHECK(book.revoke(3));
  CHECK(book.admit(third->code).empty());
  CHECK(book.revoke(1));
  CHECK(book.guest(token) == 0);
  CHECK(!book.revoke(4));
  CHECK(!book.revoke(0));
  CHECK(book.rows()[0].state == "revoked");
}

TEST_CASE("guests come in by their own door: its name, its cookie, its codes") {
  GuestBook book(8);
  const Door door{{"192.168.0.7:99"},
                  "https",
                  "oopss_guest_99",
                  "ask",
                  [&](std::string_view code) { return book.admit(code); },
                  [&](std::string_view token) { return book.guest(token); }};
  Gate gate(door, page);
  Visitor host;
  host.log_in();
  const auto get = [&](const std::string& target, const std::string& named, const std::string& cookie) {
    return gate.answer({"GET", target, {named}, {}, cookie, "", "", false});
  };
  const std::string link = "/?code=" + book.invite()->code;
  CHECK(get(link, "127.0.0.1:8080", "").status == 421);
  CHECK(get(link, "192.168.0.7:99", host.cookie).status == 303);  // the host's cookie is nothing here
  const auto second = book.invite();
  const HttpReply in = get("/?code=" + second->code, "192.168.0.7:99", "");
  const std::string set = header(in, "Set-Cookie"), cookie = set.substr(0, set.find(';'));
  CHECK(set.starts_with("oopss_guest_99="));
  CHECK(set.ends_with("; Secure"));
  CHECK(get("/", "192.168.0.7:99", cookie).status == 200);
  CHECK(host.gate.answer({"GET", "/", {"127.0.0.1:8080"}, {}, cookie, "", "", false}).status == 403);
  const auto socket = [&](const std::string& origin) {
    return gate.answer({"GET", "/ws", {"192.168.0.7:99"}, {origin}, cookie, "", "", true});
  };
  CHECK(socket("http://192.168.0.7:99").status == 403);
  CHECK(socket("https://192.168.0.7:99").opens_socket);
  CHECK(socket("https://192.168.0.7:99").visitor == second->number);
  book.revoke(second->number);
  CHECK(socket("https://192.168.0.7:99").status == 403);
}

TEST_CASE("only a private address of this machine is listened at") {
  for (const char* address : {"127.0.0.1", "127.0.0.2"}) CHECK(listen_problem(address).empty());
  for (const char* address : {"0.0.0.0",
                              "::",
                              "8.8.8.8",
                              "172.15.0.1",
                              "172.32.0.1",
                              "100.64.0.1",
                              "224.0.0.1",
                              "255.255.255.255",
                              "fe80::1",
                              "2001:db8::1",
                              "::ffff:8.8.8.8",
                              "::ffff:127.0.0.1",
                              "localhost",
                              "127.0.0.1 ",
                              " 127.0.0.1",
                              "127.0.0.1:80",
                              "127.1",
                              "10.0.0",
                              "",
                              "[::1]"}) {
    CAPTURE(address);
    CHECK(!listen_problem(address).empty());
  }
  CHECK(listen_problem("10.255.255.254").find("not of this machine") != std::string::npos);
  CHECK(host_of("10.0.0.1", 80) == "10.0.0.1:80");
  CHECK(host_of("fd00::1", 80) == "[fd00::1]:80");
}

TEST_CASE("a link that another site followed leads on by a page: a strict cookie is not sent along its redirection") {
  Visitor one;
  const HttpReply in =
      one.gate.answer({"GET", one.path_with_code(), {"127.0.0.1:8080"}, {}, "", "cross-site", "document", false});
  CHECK(in.status == 200);
  CHECK(!header(in, "Set-Cookie").empty());
  CHECK(in.body.find("http-equiv=\"refresh\" content=\"0;url=/\"") != std::string::npos);
}

TEST_CASE("a WebSocket opens for the page of this very server, with its cookie") {
  Visitor one;
  one.log_in();
  const auto ask = [&](std::vector<std::string> origins, const std::string& cookie, bool upgrade = true) {
    return one.gate.answer({"GET", "/ws", {"localhost:8080"}, std::move(origins), cookie, "", "", upgrade});
  };
  CHECK(ask({"http://localhost:8080"}, one.cookie).opens_socket);
  CHECK(ask({}, one.cookie).status == 403);
  CHECK(ask({"http://localhost:8080"}, "").status == 403);
  CHECK(ask({"http://localhost:8080"}, one.cookie, false).status == 426);
  for (const std::string origin : {"http://127.0.0.1:8080", "https://localhost:8080", "http://localhost", "null", "",
                                   "http://localhost:8080.evil.example", "http://evil.example"})
    CHECK(ask({origin}, one.cookie).status == 403);
  CHECK(ask({"http://localhost:8080", "http://localhost:8080"}, one.cookie).status == 403);
}

TEST_CASE("every page has a nonce of its own, in its head and in its policy") {
  Visitor one;
  one.log_in();
  const HttpReply a = one.get("/"), b = one.get("/index.html");
  CHECK(a.body != b.body);
  const std::string nonce = a.body.substr(a.body.size() - 32);
  CHECK(a.body == "<meta content=\"" + nonce + "\"> " + nonce);
  CHECK(header(a, "Content-Security-Policy").find("style-src 'self' 'nonce-" + nonce + "';") != std::string::npos);
  CHECK(header(a, "Cache-Control") == "no-store");
  CHECK(header(one.get("/assets/a-1.js"), "Cache-Control") == "public, max-age=31536000, immutable");
  CHECK(one.get("/assets/").status == 404);
  CHECK(one.get("http://127.0.0.1:8080/").status == 400);
  CHECK(one.gate.answer({"POST", "/", {"127.0.0.1:8080"}, {}, one.cookie, "", "", false}).status == 405);
  CHECK(one.gate.answer({"GET", "/", {}, {}, one.cookie, "", "", false}).status == 400);
}

TEST_CASE("secrets are 256 bits, and equal only to themselves") {
  CHECK(secret().size() == 64);
  CHECK(secret() != secret());
  CHECK(same_secret("abc", "abc"));
  CHECK_FALSE(same_secret("abc", "abd"));
  CHECK_FALSE(same_secret("abc", "ab"));
}

TEST_CASE("a share link holds a model text, and nothing else is one") {
  for (const Example& one : examples()) {
    const std::string fragment = "m=" + base64url(deflated(std::string(one.text)));
    for (const std::string& link : {"http://127.0.0.1:1234/#" + fragment, "#" + fragment, fragment}) {
      CHECK(is_share_link(link));
      CHECK(shared_text(link) == one.text);
    }
    for (std::size_t cut = fragment.size() - 1; cut > 2; cut -= cut / 3 + 1)
      CHECK_THROWS_AS(shared_text(fragment.substr(0, cut)), ShareError);
  }
  for (const std::string no : {"two-body", "m.toml", "file#m=abc", "#m=", "ftp://x/#m=abc"})
    CHECK_FALSE(is_share_link(no));
  CHECK_THROWS_WITH(shared_text("m=ab!c"), Catch::Contains("damaged"));
}

TEST_CASE("a share link that unpacks to too much is refused before it does") {
  const auto refused_as_large = [](const std::string& text) {
    try {
      shared_text("m=" + base64url(deflated(text)));
    } catch (const ShareError& error) {
      return error.too_large;
    }
    return false;
  };
  CHECK(refused_as_large(std::string(std::size_t{100} << 20U, ' ')));  // 1000 : 1
  CHECK(refused_as_large(std::string(200'000, '#')));
  CHECK_FALSE(refused_as_large(std::string(60'000, '#')));
}
