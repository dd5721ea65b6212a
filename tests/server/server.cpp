// SPDX-License-Identifier: Apache-2.0
// The server without its sockets: who may have what, share links, edits of the start.
#include <zlib.h>

#include <catch2/catch.hpp>
#include <cmath>
#include <functional>
#include <random>

#include "oopss/model/examples.hpp"
#include "server/answers.hpp"
#include "server/gate.hpp"
#include "server/guests.hpp"
#include "server/open.hpp"
#include "server/share.hpp"
#include "tests/sanitized.hpp"
#include "tests/server/all_rows.hpp"

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

std::string example(const std::string& name) {
  for (const Example& one : examples())
    if (one.name == name) return std::string(one.text);
  FAIL("no example " << name);
  return {};
}

ModelMessage opened(const std::string& text, const std::vector<Edit>& edits = {}) {
  return open_model({text, edits, false, {}}, {}).message;
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

TEST_CASE("bodies in space come with their tensors, axes and places, and their rows keep joints together") {
  const std::string text = R"(
[model]
format = 1
space = "space"
[[body]]
name = "bus"
mass = 2.0
inertia = [[1.0, 0.1, 0.0], [0.1, 1.5, 0.0], [0.0, 0.0, 2.0]]
centre = [0.5, 0.0, 0.0]
outline = [[0.5, 0.0, 0.0], [1.5, 1.0, 0.0], [0.5, 0.0, 1.0]]
[[body]]
name = "wing"
mass = 1.0
inertia = [0.2, 0.3, 0.4]
[[joint]]
name = "hinge"
kind = "hinge"
axis = [0.0, 3.0, 4.0]
between = ["bus", "wing"]
at = [[1.0, 0.2, 0.1], [-0.5, 0.0, 0.3]]
[start]
angles = { hinge = 0.5 }
rates = { hinge = 0.7 }
momentum = [0.0, 3.0, 4.0]
[run]
until = 1.0
every = 0.25
method = "taylor"
tolerance = 1e-10
)";
  OpenedModel found = open_model({text, {}, true, {}}, {});
  const ModelMessage& model = found.message;
  REQUIRE(model.space);
  CHECK(model.space->bodies[0].inertia == std::array<Triple, 3>{{{1, 0.1, 0}, {0.1, 1.5, 0}, {0, 0, 2}}});
  CHECK(model.space->bodies[1].inertia == std::array<Triple, 3>{{{0.2, 0, 0}, {0, 0.3, 0}, {0, 0, 0.4}}});
  CHECK(model.space->bodies[0].outline[1] == Triple{1, 1, 0});  // from the mass centre
  CHECK(model.space->joints[0].hinge);
  CHECK(model.space->joints[0].axis == Triple{0, 0.6, 0.8});
  CHECK(model.space->joints[0].at_first == Triple{0.5, 0.2, 0.1});
  CHECK(model.start.angles == std::vector<double>{0.5});
  CHECK(model.start.rates[0] == Approx(0.7).epsilon(1e-12));
  CHECK(model.start.momentum == Approx(5).epsilon(1e-12));

  const std::vector<double> rows = all_rows(*found.run);
  const auto value = [&](std::size_t row, const std::string& name) {
    for (std::size_t c = 0; c < model.columns.size(); ++c)
      if (model.columns[c].name == name) return rows[row * model.columns.size() + c];
    FAIL("no column " << name);
    return 0.0;
  };
  const auto on_body = [&](std::size_t row, const std::string& body, const Triple& v) {  // c + v + 2 w u×v + 2 u×(u×v)
    const double w = value(row, "attitude." + body + ".w");
    Triple u{}, out{};
    const auto cross = [](const Triple& a, const Triple& b) {
      return Triple{a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
    };
    for (int k = 0; k < 3; ++k) u[k] = value(row, "attitude." + body + "." + "xyz"[k]);
    const Triple once = cross(u, v), twice = cross(u, once);
    for (int k = 0; k < 3; ++k)
      out[k] = value(row, "centre." + body + "." + "xyz"[k]) + v[k] + 2 * w * once[k] + 2 * twice[k];
    return out;
  };
  REQUIRE(rows.size() >= 2 * model.columns.size());
  for (std::size_t row = 0; row < rows.size() / model.columns.size(); ++row) {
    const Triple a = on_body(row, "bus", model.space->joints[0].at_first);
    const Triple b = on_body(row, "wing", model.space->joints[0].at_second);
    for (int k = 0; k < 3; ++k) CHECK(a[k] == Approx(b[k]).margin(1e-12));
    CHECK(value(row, "momentum_total.z") == Approx(4).epsilon(1e-12));
  }
  CHECK_FALSE(opened(example("two-body")).space);

  NumbersByName moment;
  for (std::size_t c = 0; c < model.columns.size(); ++c)
    moment[model.columns[c].name] = value(2, model.columns[c].name);
  OpenedModel later = open_model({text, {}, true, Moment{0.5, {}, {}, 0, moment}}, {});  // goes on from there
  const std::vector<double> rest = all_rows(*later.run);
  const std::size_t width = model.columns.size(), last = rest.size() - width;
  for (std::size_t c = 0; c < width; ++c)  // both to the tolerance of their runs
    CHECK(rest[last + c] == Approx(rows[4 * width + c]).margin(1e-7));
  StartEdit edit;
  edit.state = moment;
  const StartMessage there = opened(text, {edit}).start;
  CHECK(there.angles[0] == Approx(value(2, "angle.hinge")).epsilon(1e-12));
  CHECK(there.energy == Approx(value(2, "energy")).epsilon(1e-12));
  moment.erase("attitude.bus.w");
  CHECK_THROWS_WITH(open_model({text, {}, true, Moment{0.5, {}, {}, 0, moment}}, {}),
                    Catch::Contains("no \"attitude.bus.w\""));
}

TEST_CASE("a start edit keeps what it is told to hold") {
  std::mt19937 random(11);
  std::uniform_real_distribution<double> turn(-0.3, 0.3);
  for (const std::string name : {"two-body", "three-body", "tree", "space-telescope"}) {
    const std::string text = example(name);
    const StartMessage before = opened(text).start;
    const ModelMessage model = opened(text);
    for (int round = 0; round < 10; ++round) {
      StartEdit edit;
      edit.angles.emplace();
      for (std::size_t k = 0; k < model.joints.size(); ++k)
        (*edit.angles)[model.joints[k].name] = before.angles[k] + turn(random);
      const auto at_angles = [&](const StartMessage& after) {
        for (std::size_t k = 0; k < model.joints.size(); ++k)
          CHECK(after.angles[k] == (*edit.angles)[model.joints[k].name]);
      };
      const double size =
          std::abs(before.energy) + before.kinetic;  // rounding of the energies below: a few ulp of this
      INFO(name << " round " << round);

      const StartMessage free = opened(text, {edit}).start;
      at_angles(free);
      for (std::size_t k = 0; k < before.rates.size(); ++k)
        CHECK(free.rates[k] == Approx(before.rates[k]).epsilon(1e-10).margin(1e-12));

      edit.hold_momentum = true;
      const StartMessage with_momentum = opened(text, {edit}).start;
      at_angles(with_momentum);
      CHECK(with_momentum.momentum == Approx(before.momentum).epsilon(1e-13).margin(1e-13));
      for (std::size_t k = 0; k < before.rates.size(); ++k)
        CHECK(with_momentum.rates[k] == Approx(before.rates[k]).epsilon(1e-10).margin(1e-12));

      edit.hold_energy = true;
      edit.snap = true;
      const StartMessage with_both = opened(text, {edit}).start;
      CHECK(with_both.momentum == Approx(before.momentum).epsilon(1e-13).margin(1e-13));
      CHECK(with_both.energy == Approx(before.energy).margin(1e-12 * size));
      if (with_both.snapped.empty()) {
        at_angles(with_both);
        double dot = 0;
        for (std::size_t k = 0; k < before.rates.size(); ++k) dot += with_both.rates[k] * before.rates[k];
        CHECK(dot >= 0);
        for (std::size_t k = 0; k < before.rates.size(); ++k)  // parallel
          for (std::size_t l = 0; l < k; ++l)
            CHECK(with_both.rates[k] * before.rates[l] ==
                  Approx(with_both.rates[l] * before.rates[k]).epsilon(1e-8).margin(1e-10));
      }

      edit.hold_momentum = false;
      const StartMessage with_energy = opened(text, {edit}).start;
      CHECK(with_energy.energy == Approx(before.energy).margin(1e-12 * size));
    }
  }
}

TEST_CASE("a start edit in space keeps what it is told to hold, and the attitude of the first body") {
  const auto same = [](const auto& a, const auto& b, double size) {
    for (std::size_t k = 0; k < a.size(); ++k) CHECK(a[k] == Approx(b[k]).margin(1e-12 * size));
  };
  const std::string turned =
      "absolute = { bus = [1.0, 0.2, 0.0, 0.1], boom";  // the root is turned: written body by body
  for (const std::string name : {"spatial-pair", "satellite", "a turned pair"}) {
    std::string text = example(name == "satellite" ? name : "spatial-pair");
    if (name == "a turned pair") {
      const std::string plain = "absolute = { bus = [1.0, 0.0, 0.0, 0.0], boom";
      text.replace(text.find(plain), plain.size(), turned);
    }
    INFO(name);
    const ModelMessage model = opened(text);
    const StartMessage& before = model.start;
    const std::size_t ball = model.joints.size() - 1;
    const Turn& was = *before.space->rotations[ball];
    StartEdit edit;
    edit.rotations[model.joints[ball].name] = {was[0] + 0.1, was[1], was[2] - 0.05, was[3]};
    Turn expected = edit.rotations.begin()->second;
    const double norm = std::hypot(std::hypot(expected[0], expected[1]), std::hypot(expected[2], expected[3]));
    for (double& part : expected) part /= norm;
    if (ball > 0) edit.angles = NumbersByName{{"hinge_left", 1.25}};

    edit.hold_momentum = true;
    const StartMessage with_momentum = opened(text, {edit}).start;
    same(*with_momentum.space->rotations[ball], expected, 1);
    same(with_momentum.space->momentum, before.space->momentum, before.momentum);
    same(with_momentum.rates, before.rates, 1);
    if (ball > 0) CHECK(with_momentum.angles[0] == 1.25);

    edit.hold_energy = true;
    edit.snap = true;
    const StartMessage with_both = opened(text, {edit}).start;
    same(with_both.space->momentum, before.space->momentum, before.momentum);
    CHECK(with_both.energy == Approx(before.energy).epsilon(1e-12));
    CHECK(with_both.energy_least <= with_both.energy * (1 + 1e-12));
    if (with_both.snapped.empty()) same(*with_both.space->rotations[ball], expected, 1);

    edit.hold_momentum = false;
    CHECK(opened(text, {edit}).start.energy == Approx(before.energy).epsilon(1e-12));

    OpenedModel run = open_model({text, {edit}, true, {}}, {});
    const RunSlice first = run.run->pull(std::atomic<bool>(false));
    const auto column = [&](const std::string& wanted) {
      for (std::size_t c = 0; c < model.columns.size(); ++c)
        if (model.columns[c].name == wanted) return first.values[c];
      return std::nan("");
    };
    const double size = std::sqrt(1.05);
    const bool own = name == "a turned pair";
    CHECK(column("attitude.bus.w") == Approx(own ? 1 / size : 1).epsilon(1e-12));
    CHECK(column("attitude.bus.x") == Approx(own ? 0.2 / size : 0).margin(1e-12));
  }
  StartEdit edit;
  edit.angles = NumbersByName{{"mount", 1}};
  CHECK_THROWS_WITH(opened(example("satellite"), {edit}), Catch::Contains("joint 'mount' is a ball"));
  edit = {};
  edit.momentum_vector = {0, 0, 1000};
  edit.hold_energy = true;
  CHECK_THROWS_WITH(opened(example("spatial-pair"), {edit}), Catch::Contains("attainable at this shape"));
  edit = {};
  edit.momentum_vector = {1, 2, 3};
  same(opened(example("rigid-body"), {edit}).start.space->momentum, Triple{1, 2, 3}, 1);
}

namespace {

/// The outputs of a program on a row of a run, as the page computes them.
std::vector<double> outputs_at(const ProgramMessage& program, const std::function<double(const std::string&)>& input) {
  std::vector<double> value;
  for (const ProgramMessage::Row& row : program.code) {
    const auto operand = [&](std::size_t k) { return value[static_cast<std::size_t>(row.operands[k])]; };
    value.push_back(row.op == "number"     ? row.operands[0]
                    : row.op == "input"    ? input(program.inputs[static_cast<std::size_t>(row.operands[0])])
                    : row.op == "add"      ? operand(0) + operand(1)
                    : row.op == "subtract" ? operand(0) - operand(1)
                    : row.op == "multiply" ? operand(0) * operand(1)
                    : row.op == "divide"   ? operand(0) / operand(1)
                    : row.op == "negate"   ? -operand(0)
                    : row.op == "sin"      ? std::sin(operand(0))
                    : row.op == "cos"      ? std::cos(operand(0))
                    : row.op == "sqrt"     ? std::sqrt(operand(0))
                                           : std::nan(""));
  }
  std::vector<double> out;
  for (const int k : program.outputs) out.push_back(value[static_cast<std::size_t>(k)]);
  return out;
}

}  // namespace

TEST_CASE("equations in space have the values of the run, and their rates are the slopes of its columns") {
  for (const std::string name : {"rigid-body", "spatial-pair", "satellite"}) {
    INFO(name);
    const std::string text = example(name);
    OpenedModel found = open_model({text, {RunEdit{"2e-4", "1e-4", "taylor", "", "1e-13", {}}}, true, {}}, {});
    const ModelMessage& model = found.message;
    const std::vector<double> rows = all_rows(*found.run);
    REQUIRE(rows.size() == 3 * model.columns.size());
    const auto at_row = [&](std::size_t row, const std::string& wanted) {
      for (std::size_t c = 0; c < model.columns.size(); ++c)
        if (model.columns[c].name == wanted) return rows[row * model.columns.size() + c];
      for (const ModelMessage::InputRow& one : model.inputs)
        if ("input." + one.name == wanted) return one.value;
      return std::nan("");
    };
    const auto slope = [&](const std::string& column) { return (at_row(2, column) - at_row(0, column)) / 2e-4; };
    const EquationsMessage equations = equations_answer({text});
    const std::vector<double> values =
        outputs_at(equations.program, [&](const std::string& input) { return at_row(1, input); });
    const auto section = [&](const std::string& title) -> const std::vector<EquationsMessage::EquationRow>& {
      for (const EquationsMessage::Section& one : equations.sections)
        if (one.title == title) return one.rows;
      throw std::runtime_error("no section " + title);
    };
    CHECK(values[section("Energy")[0].value] == Approx(at_row(1, "kinetic")).epsilon(1e-11));
    double square = 0;
    for (const char* axis : {"x", "y", "z"}) square += std::pow(at_row(1, std::string("momentum_total.") + axis), 2);
    CHECK(values[section("Casimirs")[0].value] == Approx(square).epsilon(1e-11));
    CHECK_FALSE(section("Bracket").empty());
    CHECK(section("Bracket")[0].value == -1);
    const std::vector<EquationsMessage::EquationRow>& rates = section("Rates");
    // Differences over 1e-4 s leave 1e-8 of the third derivatives, and of rounding.
    if (name == "satellite") {
      CHECK(values[rates[0].value] == Approx(slope("angle.hinge_left")).margin(1e-6));
      CHECK(values[rates[1].value] == Approx(slope("angle.hinge_right")).margin(1e-6));
    } else {
      std::size_t row = name == "rigid-body" ? 0 : 9;
      for (const ModelMessage::BodyRow& body : model.bodies)
        for (const char* axis : {"x", "y", "z"})
          CHECK(values[rates[row++].value] == Approx(slope("momentum." + body.name + "." + axis)).margin(1e-6));
    }
  }
  CHECK(opened(example("satellite")).joints[2].law_latex.find("(\\log R)^\\vee") != std::string::npos);
}

TEST_CASE("equilibria in space come with the poses of the bodies, and one can be started at") {
  const std::string text = example("spatial-pair");
  const EquilibriaMessage found = equilibria_answer({text, {}, false});
  REQUIRE(found.equilibria.size() > 2);
  for (const EquilibriaMessage::Row& one : found.equilibria) {
    REQUIRE(one.space);
    CHECK(one.space->attitudes[0] == Turn{1, 0, 0, 0});
    CHECK(one.angles.size() == 1);
    for (int k = 0; k < 3; ++k)  // the mass centre of both is at rest
      CHECK(400 * one.space->centres[0][k] + 120 * one.space->centres[1][k] == Approx(0).margin(1e-9));
  }
  StartEdit edit;
  edit.equilibrium = "E1";
  edit.momentum = found.momentum;
  const StartMessage start = opened(text, {edit}).start;
  CHECK(start.momentum == Approx(found.momentum).epsilon(1e-12));
  CHECK(start.energy == Approx(found.equilibria[0].energy).epsilon(1e-10));
  CHECK(start.energy == Approx(start.energy_least).epsilon(1e-12));  // all of it turns as one
  CHECK(opened(text, {edit}).text.find("equilibrium = \"E1\"") != std::string::npos);
  edit.equilibrium = "E999";
  CHECK_THROWS_WITH(opened(text, {edit}), Catch::Contains("there is no equilibrium 'E999'"));
  CHECK_THROWS_AS(portrait_answer({text, {}}), RefusedRequest);

  const EquilibriaMessage counted = proof_answer({text, {}, true}, {}, [](double) {});
  CHECK((counted.complete && counted.equilibria.size() == found.equilibria.size() && counted.equilibria[0].space));
  CHECK(counted.note.find("Exact count") != std::string::npos);
  CHECK_THROWS_WITH(proof_answer({example("satellite"), {}, true}, {}, [](double) {}), Catch::Contains("are counted"));
}

TEST_CASE("branches in space have turns and momenta, and a point of one can be started at") {
  const std::string text = example("spatial-pair");
  const double mass = 120, more = sanitized ? 1 : 5;
  const BranchesMessage found = branches_answer({text, "body.boom.mass", mass, mass + more, {}}, {}, [](double) {});
  REQUIRE_FALSE(found.branches.empty());
  CHECK(found.joints == std::vector<std::string>{"socket"});
  CHECK(found.circle == std::vector<bool>{false});
  for (const BranchesMessage::Branch& branch : found.branches)
    for (const BranchesMessage::PointRow& point : {branch.points.front(), branch.points.back()}) {
      REQUIRE(point.space);
      CHECK(point.angles[0] ==
            Approx(2 * std::acos(std::min(1.0, std::abs((*point.space->rotations[0])[0])))).margin(1e-6));
      StartEdit start;
      start.rotations["socket"] = *point.space->rotations[0];
      start.rates = {{"socket", 0}};
      start.momentum_vector = point.space->momentum;
      const StartMessage there = opened(text, {SetEdit{"body.boom.mass", std::to_string(point.value)}, start}).start;
      CHECK(there.energy == Approx(point.energy).epsilon(1e-6));  // six decimals of the mass
      CHECK(there.momentum == Approx(found.momentum).epsilon(1e-12));
      CHECK(there.energy == Approx(there.energy_least).epsilon(1e-12));  // all of it turns as one
    }
}

TEST_CASE("a pose out of reach is refused with the attainable interval, or snaps to the last one in reach") {
  const std::string text = example("two-body");
  StartEdit edit;
  edit.angles = NumbersByName{{"elbow", 3.1}};
  edit.energy = 8;
  edit.hold_momentum = true;
  CHECK_THROWS_WITH(opened(text, {edit}), Catch::Contains("attainable at this shape: 11.4735 J and above"));
  edit.snap = true;
  const StartMessage snapped = opened(text, {edit}).start;
  CHECK(snapped.snapped.find("momentum 50 needs at least 11.4735 J") != std::string::npos);
  // On the bound H = mu_s^2 / (2 s), s = I1 + I2 + 2 x cos(theta), in the letters of docs/math.md, Two bodies.
  const double s = 50.0 * 50 / (2 * 8), cosine = (s - 950.0 / 9 - 70) / (2 * 300.0 / 9);
  CHECK(snapped.angles[0] == Approx(std::acos(cosine)).epsilon(1e-12));
  CHECK(snapped.energy == Approx(8).epsilon(1e-13));
  CHECK(snapped.energy_least == Approx(8).epsilon(1e-13));
}

TEST_CASE("what a motion prescribes is shown, and not the start's to change; its momentum is") {
  const std::string text = example("planar-cat");
  CHECK(opened(text).joints[0].law_latex.find("\\theta_{2,1} = ") == 0);
  StartEdit edit;
  edit.momentum = 0.5;
  CHECK(opened(text, {edit}).start.momentum == Approx(0.5));
  edit.angles = NumbersByName{{"hip", 0.1}};
  CHECK_THROWS_WITH(opened(text, {edit}), Catch::Contains("the motion of joint 'hip' is prescribed"));
  (*edit.angles)["shoulder"] = 0.2;  // nothing moves by itself that a whole shape could be taken for
  CHECK_THROWS_WITH(opened(text, {edit}), Catch::Contains("the motion of joint 'hip' is prescribed"));
}

TEST_CASE("ranges of energy and momentum at a shape are those of the bound H >= mu_s^2 / (2 I_lock)") {
  const StartMessage start = opened(example("two-body")).start;
  const double s = 950.0 / 9 + 70 + 2 * (300.0 / 9) * std::cos(0.5);
  CHECK(start.energy_least == Approx(2500 / (2 * s)).epsilon(1e-13));
  CHECK_FALSE(start.energy_most);
  CHECK(start.momentum_range[1] == Approx(std::sqrt(2 * s * 15)).epsilon(1e-12));
  CHECK(start.momentum_range[0] == -start.momentum_range[1]);
}

TEST_CASE("what would cost too much is refused in words before it starts") {
  const auto refusal = [](const std::string& until, const std::string& every) {
    try {
      open_model({example("two-body"), {RunEdit{until, every, {}, {}, {}}}, true, {}}, {});
    } catch (const RefusedRequest& error) {
      return error.code + ": " + error.what();
    }
    return std::string("taken on");
  };
  CHECK(refusal("1e12", "") ==
        "limit: the run would take 1e+14 steps of 2 bodies; at most 3e+08 steps of bodies are taken "
        "on: make `step` longer or `until` shorter");
  CHECK(refusal("1e4", "1e-5").starts_with("limit: the run would have 1e+09 rows of"));
  CHECK(refusal("50", "0.02") == "taken on");
}
