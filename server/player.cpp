// SPDX-License-Identifier: Apache-2.0
#include "server/player.hpp"

#include <algorithm>
#include <stdexcept>

#include "oopss/analysis/equilibria.hpp"
#include "oopss/symbolic/expr.hpp"
#include "oopss/system/printable.hpp"
#include "server/assets.hpp"
#include "server/open.hpp"

namespace oopss {
namespace {

std::string base64(std::string bytes) {
  constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  const std::size_t size = bytes.size();
  bytes.append(2, '\0');  // behind the last triple
  const auto byte = [&](std::size_t i) { return static_cast<unsigned>(static_cast<unsigned char>(bytes[i])); };
  std::string out;
  out.reserve((size + 2) / 3 * 4);
  for (std::size_t i = 0; i < size; i += 3) {
    const unsigned triple = byte(i) << 16U | byte(i + 1) << 8U | byte(i + 2);
    for (int k = 0; k < 4; ++k) out += i + k > size ? '=' : digits[triple >> (18U - 6U * k) & 63U];
  }
  return out;
}

/// No text of a model can end the script that carries it.
std::string without_tags(const std::string& json) {
  std::string out;
  for (const char c : json) {
    if (c == '<')
      out += "\\u003c";
    else
      out += c;
  }
  return out;
}

/// The answer, or nothing where the model has none, or one that is not finite.
template <class Ask>
auto if_there_is(const Ask& ask) -> std::optional<decltype(ask())> {
  try {
    auto answer = ask();
    print_answer(1, answer);
    return answer;
  } catch (const RefusedRequest&) {
  } catch (const ModelError&) {
  } catch (const NotFiniteOnWire&) {
  } catch (const Overflow&) {
  } catch (const ExpansionTooLarge&) {
  } catch (const std::overflow_error&) {
  }
  return std::nullopt;
}

template <class Message>
std::string or_null(const std::optional<Message>& message) {
  return message ? print_answer(1, *message) : "null";
}

}  // namespace

CarriedViews carried_views(const std::string& text, const std::optional<double>& momentum, const StillWanted& wanted) {
  ModelCache models;
  return {if_there_is([&] { return equations_answer({text}); }), if_there_is([&] {
            return equilibria_answer({text, momentum, false}, models, wanted);
          }),
          if_there_is([&] {
            return portrait_answer({text, momentum}, models, wanted);
          })};
}

std::string player_page(const ModelMessage& model, const DoneMessage& done, const std::vector<double>& rows,
                        const CarriedViews& views) {
  constexpr std::string_view mark = "__RUN__";
  const std::string_view path = model.space ? "/space-player.html" : "/player.html";
  const auto player =
      std::find_if(assets().begin(), assets().end(), [&](const Asset& one) { return one.path == path; });
  const std::size_t found = player == assets().end() ? std::string_view::npos : player->data.find(mark);
  if (found == std::string_view::npos)
    throw std::logic_error("the program was built without the page that plays a run");
  std::string out(player->data.substr(0, found));
  out += without_tags(printable("{\"model\":" + print_answer(1, model) + ",\"done\":" + print_answer(1, done)));
  out += without_tags(printable(",\"equations\":" + or_null(views.equations) + ",\"equilibria\":" +
                                or_null(views.equilibria) + ",\"portrait\":" + or_null(views.portrait)));
  out += ",\"rows\":\"" + base64(print_chunk(1, 0, model.columns.size(), rows)) + "\"}";
  out += player->data.substr(found + mark.size());
  return out;
}

}  // namespace oopss
