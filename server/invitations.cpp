// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "oopss/system/module.hpp"
#include "server/guest_session.hpp"
#include "server/square_module.hpp"

namespace oopss {
namespace {

/// A link as a QR code, row by row; none where the module is missing: the link works without.
std::vector<std::string> square_of(const std::string& link) {
  std::vector<std::string> out;
  try {
    std::vector<unsigned char> cells(177 * 177);  // of the largest that there is
    const int side = load_module<SquareModule>().encode(link.c_str(), cells.data(), static_cast<int>(cells.size()));
    for (int row = 0; row < side; ++row) {
      out.emplace_back();
      for (int column = 0; column < side; ++column) out.back() += cells[row * side + column] ? '1' : '0';
    }
  } catch (const MissingModule&) {
  }
  return out;
}

}  // namespace

ServerAnswer guests_answer(const House& house) {
  if (!house.guests) return FailureMessage{"unsupported", "guests need a way in: oopss workbench --listen ADDRESS"};
  GuestsMessage out{house.guests->host, house.guests->encrypted(), house.guests->book.most(), {}};
  for (const GuestBook::Row& row : house.guests->book.rows()) {
    const bool here = house.guests->sessions.contains(row.number);
    out.guests.push_back({row.number, row.state != "admitted" ? row.state : here ? "here" : "away", row.age});
  }
  return out;
}

ServerAnswer invitation_answer(House& house) {
  if (!house.guests) return guests_answer(house);
  const std::optional<GuestBook::Invitation> made = house.guests->book.invite();
  if (!made)
    return FailureMessage{"limit", fmt::format("there are {} guests or open codes already; revoke one, or start with "
                                               "--guests N, at most {}",
                                               house.guests->book.most(), most_guests)};
  const std::string link = house.guests->link(made->code);
  return InvitationMessage{made->number, link, square_of(link), std::chrono::duration<double>(code_life).count()};
}

ServerAnswer revoked_answer(House& house, int number) {
  if (!house.guests) return guests_answer(house);
  if (!house.guests->book.revoke(number)) return FailureMessage{"protocol", "there is no guest of this number"};
  const auto session = house.guests->sessions.find(number);
  if (session != house.guests->sessions.end()) session->second->close("you were sent away");
  return guests_answer(house);
}

}  // namespace oopss
