// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>

#include <random>

#include "tests/integrate/law_runs.hpp"

namespace oopss {

/// A law that is not smooth and a start, often exactly on its kink, of a run in either direction of time.
struct RandomLaw {
  std::string text;
  LawStart from;
};

inline RandomLaw random_law(std::mt19937& random) {
  const auto whole = [&](int below) { return static_cast<int>(random() % static_cast<unsigned>(below)); };
  const auto eighth = [&](int most) {
    return (whole(2 * most + 1) - most) / 8.0;
  };  // exact in the law and in the start
  RandomLaw out;
  out.from.phi = eighth(8);
  out.from.rate = whole(3) == 0 ? 0 : eighth(8);
  out.from.t0 = eighth(4);
  out.from.until = out.from.t0 + (whole(2) == 0 ? -1 : 1) * (1 + whole(8) / 4.0);
  const bool on_kink = whole(2) == 0;
  const double phi = on_kink ? out.from.phi : eighth(8), t = on_kink ? out.from.t0 : out.from.t0 + eighth(8);
  const double rate = on_kink ? out.from.rate : eighth(8);
  // What changes sign: an angle, a time, a rate, an oscillation of either.
  std::string u;
  switch (whole(6)) {
    case 0:
      u = fmt::format("(phi_j-({}))", phi);
      break;
    case 1:
      u = fmt::format("(t-({}))", t);
      break;
    case 2:
      u = fmt::format("(rate_j-({}))", rate);
      break;
    case 3:
      u = fmt::format("sin({}*(t-({})))", 1 + whole(12), t);
      break;
    case 4:
      u = fmt::format("sin({}*(phi_j-({})))", 1 + whole(6), phi);
      break;
    default:
      u = fmt::format("(phi_j-({})+{}*(t-({})))", phi, eighth(16), t);
  }
  const char* const kinked[] = {"abs({0})",
                                "max(0,{0})",
                                "min({0},0.25)",
                                "sign({0})",
                                "max(0,{0}-0.25)+min(0,{0}+0.25)",
                                "ramp({0},0,0.5)",
                                "pulse({0},0,0.5)",
                                "sqrt({0}^2)",
                                "({0}^2)^0.75",
                                "({0}^2)^1.5",
                                "asin(sin(2*{0}))",
                                "acos(cos(2*{0}))",
                                "atan2({0},-1)",
                                "atan2({0},cos(3*{0}))",
                                "sqrt(2-2*cos({0}))",
                                "abs({0})^(1.5+sin(t)^2)",
                                "sqrt({0}+0.5)",
                                "log({0}+0.5)",
                                "1/({0}+0.5)",
                                "tan(3*{0})",
                                "{0}/sqrt({0}^2+0.01)",
                                "abs(abs({0})-0.125)"};
  const int which = whole(static_cast<int>(std::size(kinked)));
  out.text = fmt::format("{}*({})", eighth(16) + 0.0625, fmt::format(fmt::runtime(kinked[which]), u));
  const char* const smooth[] = {"", "+2*phi_j", "+t", "+0.3*rate_j", "+cos(phi_j)", "+0.5"};
  out.text += smooth[whole(6)];
  return out;
}

/// What became of a random law by taylor against two other methods.
enum class Verdict { agree, failed_alike, refused, silent };

inline Verdict verdict(const RandomLaw& law) {
  const Model model = model_with(formula(law.text));
  const auto run = [&](RunRequest request) {
    request.max_steps =
        request.settings.step ? static_cast<long>(8 / *request.settings.step) : 20'000;  // chatter is slow
    return law_run(model, law.from, request);
  };
  const auto near = [](const LawRun& one, const LawRun& other, double bound) {
    return std::abs(one.phi - other.phi) < bound && std::abs(one.rate - other.rate) < bound;
  };
  const LawRun a = run({{.method = "taylor", .tolerance = 1e-11}}), b = run({{.method = "dop853", .tolerance = 1e-11}});
  LawRun c = run({{.method = "gauss6", .step = 2e-3}});
  // Gauss steps over a fold keep no order, and beside a pole they are long: shorter ones decide.
  if (a.complete() && c.complete() && !near(a, c, 1e-4)) c = run({{.method = "gauss6", .step = 1e-4}});
  if (!a.complete()) return b.complete() && c.complete() && near(b, c, 1e-4) ? Verdict::refused : Verdict::failed_alike;
  const bool by_b = b.complete() && near(a, b, 1e-6), by_c = c.complete() && near(a, c, 1e-4);
  const bool against = (b.complete() && !by_b) || (c.complete() && !by_c);
  return (by_b || by_c) && !against ? Verdict::agree : Verdict::silent;
}

}  // namespace oopss
