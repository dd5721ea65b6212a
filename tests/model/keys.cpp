// SPDX-License-Identifier: Apache-2.0
#include "oopss/model/keys.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <catch2/catch.hpp>

#include "oopss/model/laws.hpp"
#include "oopss/model/read.hpp"
#include "oopss/model/start.hpp"

using namespace oopss;

namespace {

/// What is wrong with a text, as it is printed; empty if nothing is.
std::string trouble(const std::string& text) {
  try {
    read_model({"f", text});
    return "";
  } catch (const ModelError& error) {
    return error.what();
  }
}

/// A file in which a key stands in a table of its own, whatever else is wrong with it.
std::string file_with(const std::string& table, const std::string& line) {
  if (table.empty()) return line + "\n";
  if (table == "parameter") return "[parameters]\np = { " + line + " }\n";
  if (table == "law") return "[[joint]]\ntorque = { law = \"expression\", " + line + " }\n";
  const bool many = table == "body" || table == "joint" || table == "point" || table == "force";
  return (many ? "[[" + table + "]]\n" : "[" + table + "]\n") + line + "\n";
}

}  // namespace

TEST_CASE("every key of the table is one that the reader knows where it stands") {
  for (const KeyRow& row : key_rows()) {
    if (row.table == "law") continue;  // which keys a law has depends on it
    const std::string line = row.table.empty() ? std::string(row.sample) : fmt::format("{} = {}", row.key, row.sample);
    INFO(row.table << ": " << line);
    CHECK_THAT(trouble(file_with(std::string(row.table), line)), !Catch::Contains("unknown key"));
  }
}

TEST_CASE("an unknown key is answered with all keys of its table") {
  for (const std::string table : {"model", "parameter", "body", "joint", "chain", "point", "force", "start", "run"}) {
    const std::string shown = trouble(file_with(table, "zzz = 1"));
    INFO(shown);
    CHECK_THAT(shown, Catch::Contains("unknown key 'zzz'"));
    CHECK_THAT(shown, Catch::Contains(fmt::format("the keys here: {}", fmt::join(keys_of(table), ", "))));
  }
  CHECK_THAT(trouble(file_with("law", "zzz = 1")), Catch::Contains("the keys here: law, formula, energy"));
  CHECK_THAT(trouble("zzz = 1\n"), Catch::Contains("the keys here: model, parameters, body"));
}

TEST_CASE("the tables of laws and of starts have no key that the table of keys has not") {
  const auto among = [](std::string_view table, std::string_view key) {
    const std::vector<std::string_view> keys = keys_of(table);
    return std::find(keys.begin(), keys.end(), key) != keys.end();
  };
  for (const LawKey& key : law_keys()) CHECK(among("law", key.name));
  CHECK(keys_of("law").size() == law_keys().size() + 1);  // and "law" itself
  for (const StartKey& key : start_keys()) CHECK(among("start", key.name));
}

TEST_CASE("every key is explained in a sentence, and is there once") {
  const std::vector<KeyRow>& all = key_rows();
  for (std::size_t i = 0; i < all.size(); ++i) {
    INFO(all[i].table << " " << all[i].key);
    CHECK(all[i].meaning.ends_with('.'));
    CHECK(!all[i].sample.empty());
    for (std::size_t j = 0; j < i; ++j) CHECK_FALSE((all[j].table == all[i].table && all[j].key == all[i].key));
  }
}
