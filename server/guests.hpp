// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace oopss {

/// What every guest is held to; docs and words on the terminal name these too.
constexpr int usual_guests = 8, most_guests = 40;
constexpr std::chrono::minutes code_life(10);

/// Where guests come in: a numeric address of this machine in a private network, or one of its loopback addresses
/// (which only this machine reaches). Empty if it is one, else what is wrong with it.
std::string listen_problem(const std::string& address);

/// "192.168.0.7:8080", with brackets around an address of IPv6.
std::string host_of(const std::string& address, unsigned short port);

/// Who may come in over a network. Kept true: a code works once, for ten minutes; no more guests than were said, those
/// with a code that still works among them; who was sent away stays away. One thread.
class GuestBook {
 public:
  using Clock = std::chrono::steady_clock;
  using Now = std::function<Clock::time_point()>;
  static Clock::time_point awake_or_not();  // goes on while the machine sleeps
  explicit GuestBook(int most, Now now = awake_or_not);

  struct Invitation {
    int number = 0;  // of the guest, from 1
    std::string code;
  };
  /// A new code; none if there are as many guests as may be.
  std::optional<Invitation> invite();
  /// The token of the guest whose code this is, which from now on does not work any more; empty if it is none.
  std::string admit(std::string_view code);
  /// The number of the guest who has this token; 0: nobody.
  int guest(std::string_view token) const;
  /// Whether the guest of this number came in and was not sent away.
  bool admitted(int number) const;
  /// Takes back a code, or sends a guest away; false if there is none of this number.
  bool revoke(int number);

  struct Row {
    int number = 0;
    std::string state;  // "invited", "admitted", "expired", "revoked"
    double age = 0;     // seconds since the code was made
  };
  std::vector<Row> rows() const;
  int most() const { return most_; }

 private:
  struct Entry {
    std::string code, token;  // one of them, or none
    Clock::time_point made;
    bool revoked = false;
  };
  std::string state(const Entry& entry) const;

  int most_;
  Now now_;
  std::vector<Entry> entries_;  // guest k is entry k - 1
};

}  // namespace oopss
