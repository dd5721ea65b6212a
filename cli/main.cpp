// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <malloc.h>

#include <CLI/CLI.hpp>
#include <csignal>
#include <cstdio>
#include <functional>

#include "cli/documents.hpp"
#include "cli/exit.hpp"
#include "cli/files.hpp"
#include "cli/terminal.hpp"
#include "cli/verb_table.hpp"
#include "oopss/analysis/equilibria.hpp"
#include "oopss/figure/drawing.hpp"
#include "oopss/symbolic/expr.hpp"
#include "oopss/system/columns.hpp"
#include "oopss/system/derive.hpp"
#include "oopss/system/module.hpp"
#include "server/guest_worker.hpp"
#include "server/serve.hpp"

namespace oopss {
namespace {

/// An option of the table as CLI11 takes it.
void add(CLI::App& app, const OptionRow& row) {
  const auto add_value = [&](auto* value) {
    if constexpr (std::is_same_v<decltype(value), bool*>)
      return app.add_flag(row.name, *value, row.help);
    else
      return app.add_option(row.name, *value, row.help);
  };
  CLI::Option* option = std::visit(add_value, row.value);
  if (std::holds_alternative<std::vector<std::string>*>(row.value)) {
    if (row.words == 1) option->allow_extra_args(false);
    if (row.words > 1) option->expected(row.words);
  }
  option->required(row.required);
  if (!row.type.empty()) option->type_name(row.type);
  if (row.problem) option->check(row.problem);
  if (!row.range.all()) option->check(CLI::Range(row.range.from, row.range.to).description(""));
}

/// An option or an argument that is there says something.
void refuse_empty(CLI::App& app) {
  for (CLI::Option* option : app.get_options())
    if (option->get_items_expected_min() > 0)
      option->transform(  // unlike a check it comes before all others
          CLI::Validator([](std::string& text) { return std::string(text.empty() ? "is empty" : ""); }, ""));
}

/// CLI11's complaint in our words: an unknown option is answered with the nearest known one.
std::string complaint(const CLI::App& verb, const CLI::ParseError& error, const std::vector<std::string>& words) {
  if (error.get_exit_code() != static_cast<int>(CLI::ExitCodes::ExtrasError)) return error.what();
  std::vector<std::string> names;
  for (const CLI::Option* option : verb.get_options())
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  const std::vector<std::string_view> known(names.begin(), names.end());
  for (const std::string& word : words)
    if (word.size() > 1 && word[0] == '-' && verb.get_option_no_throw(word.substr(0, word.find('='))) == nullptr)
      return fmt::format("there is no option {}{}", oopss::quoted(word), among(word, known));
  return error.what();
}

int failed(const Common& common, int code, const std::string& message, const ModelError* problems = nullptr) {
  if (common.json) {
    try {
      print(error_document(code, message, problems));
    } catch (const FileError&) {  // nothing can be said on a full standard output; the exit code says it
    }
  }
  say(fmt::format("{}{}{}", problems ? "" : "oopss: ", message,
                  code == Exit::internal_fault
                      ? "\nThis is a fault of OOPSS: please report it with the model and the command."
                      : ""));
  return code;
}

int run_verb(const Common& common, const std::function<int()>& run) {
  try {
    return run();
  } catch (const UsageProblems& error) {
    return failed(common, Exit::usage, error.what(), &error);
  } catch (const ModelError& error) {
    return failed(common, Exit::invalid_model, error.what(), &error);
  } catch (const FileError& error) {
    return failed(common, Exit::file, error.what());
  } catch (const UnknownModel& error) {
    return failed(common, Exit::usage, error.what());
  } catch (const UsageError& error) {
    return failed(common, Exit::usage, error.what());
  } catch (const UnknownColumn& error) {
    return failed(common, Exit::usage, error.what());
  } catch (const NumericalFailure& error) {
    return failed(common, Exit::numerical, error.what());
  } catch (const Overflow& error) {
    return failed(common, Exit::numerical, error.what());
  } catch (const NotFinite& error) {
    return failed(common, Exit::numerical, error.what());
  } catch (const Interrupted& by) {
    return 128 + by.signal;
  } catch (const ExpansionTooLarge& error) {
    return failed(common, Exit::limit, error.what());
  } catch (const TooLarge& error) {
    return failed(common, Exit::limit, error.what());
  } catch (const PortTaken& error) {
    return failed(common, Exit::usage, error.what());
  } catch (const MissingModule& error) {
    return failed(common, Exit::missing_tool, error.what());
  } catch (const MissingTool& error) {
    return failed(common, Exit::missing_tool, error.what());
  } catch (const std::overflow_error& error) {
    return failed(common, Exit::invalid_model, error.what());
  } catch (const std::bad_alloc&) {
    return failed(common, Exit::limit, "out of memory");
  } catch (const std::exception& error) {
    return failed(common, Exit::internal_fault, error.what());
  }
}

int main_of(int count, char** words) {
  Options options;
  const std::vector<Verb> all = verbs(options);
  std::string first = count > 1 ? words[1] : "--help";
  std::vector<std::string> rest(words + std::min(count, 2), words + count);
  if (first == "help" && !rest.empty()) {  // oopss help VERB
    first = rest.front();
    rest = {"--help"};
  }
  if (first == "--help" || first == "-h" || first == "help")
    return run_verb({}, [&] { return finished([&] { print(verbs_help(all)); }); });
  if (first == "--version") return run_verb({}, [&] { return finished([&] { print("oopss " OOPSS_VERSION "\n"); }); });
  options.common.json = std::find(rest.begin(), rest.end(), "--json") != rest.end();

  for (const Verb& verb : all) {
    if (first != verb.name) continue;
    CLI::App app(verb.purpose, std::string("oopss ") + verb.name);
    app.footer(std::string("Examples\n") + verb.examples);
    app.add_flag("--json", options.common.json, "one JSON document on standard output");
    app.add_flag("-q,--quiet", options.common.quiet, "no warnings, no progress");
    for (const OptionRow& row : verb.options) add(app, row);
    refuse_empty(app);
    try {
      std::vector<std::string> reversed(rest.rbegin(), rest.rend());
      app.parse(std::move(reversed));
    } catch (const CLI::CallForHelp&) {
      return run_verb({}, [&] { return finished([&] { print(app.help()); }); });
    } catch (const CLI::ParseError& error) {
      return failed(options.common, Exit::usage,
                    fmt::format("{}: {}; see `oopss {} --help`", verb.name, complaint(app, error, rest), verb.name));
    }
    return run_verb(options.common, verb.run);
  }
  std::vector<std::string_view> known;
  for (const Verb& verb : all) known.emplace_back(verb.name);
  return failed(options.common, Exit::usage,
                fmt::format("there is no verb {}{}; see `oopss --help`", oopss::quoted(first), among(first, known)));
}

}  // namespace

Settings settings_of(const Common& common) {
  Settings settings;
  for (const std::string& setting : common.set) {
    const std::size_t equals = setting.find('=');
    if (equals == std::string::npos || equals == 0)
      throw UsageError(fmt::format("--set takes PATH=VALUE, got \"{}\"", setting));
    settings.emplace_back(setting.substr(0, equals), setting.substr(equals + 1));
  }
  return settings;
}

Model model_of(const Common& common) {
  Model model = waiting_for("reading the model", !common.quiet && !common.json,
                            [&] { return load_model(common.model, settings_of(common)); });
  if (model.name.empty()) model.name = model.source.name;
  if (!common.quiet && !model.warnings.empty()) say(show(model.source, model.warnings, model.settings));
  return model;
}

Model planar_model(const Common& common) {
  Model model = model_of(common);
  if (!is_planar(model))
    throw Unsupported(fmt::format("{}: this verb does not take bodies in space yet", common.model));
  return model;
}

}  // namespace oopss

int main(int count, char** words) {
  std::signal(SIGXFSZ, SIG_IGN);  // a file beyond the limit on sizes is an error of writing, as on a full disk
  std::signal(SIGCHLD, SIG_DFL);  // whoever started us may ignore it: children would end unseen
  if (count == 2 && std::string_view(words[1]) == oopss::guest_worker_word) return oopss::guest_worker(0);
  mallopt(M_MMAP_THRESHOLD, 1 << 20);  // what a huge tree is done with is given back, not kept for others
  return oopss::main_of(count, words);
}
