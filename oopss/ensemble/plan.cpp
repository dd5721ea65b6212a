// SPDX-License-Identifier: Apache-2.0
#include "oopss/ensemble/plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>

#include "oopss/ensemble/philox.hpp"
#include "oopss/system/run_quantity.hpp"

namespace oopss {
namespace {

std::vector<std::string_view> split_at(std::string_view text, char separator) {
  std::vector<std::string_view> out;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(separator, begin), text.size());
    out.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return out;
}

/// A constant of an option; what is wrong with it goes to the problems.
std::optional<double> constant_of(const char* option, const std::string& whole, std::string_view text,
                                  SweepProblems& problems) {
  std::string why;
  const std::optional<double> out = constant_number(text, why);
  if (!out) problems.push_back({option, whole, why});
  return out;
}

}  // namespace

void read_axis(const std::string& text, SweepPlan& plan, SweepProblems& problems) {
  constexpr const char* option = "--vary";
  const auto refuse = [&](std::string message) { problems.push_back({option, text, std::move(message)}); };
  const std::size_t equals = text.find('=');
  const std::vector<std::string_view> parts = equals == std::string::npos
                                                  ? std::vector<std::string_view>{}
                                                  : split_at(std::string_view(text).substr(equals + 1), ':');
  if (equals == 0 || parts.size() < 3 || parts.size() > 4 || (parts.size() == 4 && parts[3] != "log"))
    return refuse("it is PATH=A:B:N or PATH=A:B:N:log, as in body.arm.mass=1:5:9");
  SweepAxis axis{text.substr(0, equals), 0, 0, 0, parts.size() == 4};
  const std::size_t found = problems.size();
  const std::optional<double> from = constant_of(option, text, parts[0], problems),
                              to = constant_of(option, text, parts[1], problems);
  const auto read = std::from_chars(parts[2].data(), parts[2].data() + parts[2].size(), axis.count);
  if (read.ec != std::errc() || read.ptr != parts[2].data() + parts[2].size() || axis.count < 2 ||
      axis.count > most_members)
    refuse(fmt::format("N is the number of values, a whole number of 2 or more, got \"{}\"", parts[2]));
  if (from && to && *from == *to) refuse("the range is empty: its two ends are the same");
  if (axis.logarithmic && from && to && !(*from * *to > 0))
    refuse("equal ratios need two ends of the same sign, neither of them 0");
  if (problems.size() > found) return;
  axis.from = *from;
  axis.to = *to;
  plan.axes.push_back(std::move(axis));
}

void read_sample(const std::string& text, SweepPlan& plan, SweepProblems& problems) {
  constexpr const char* option = "--sample";
  const auto refuse = [&](std::string message) { problems.push_back({option, text, std::move(message)}); };
  const std::size_t tilde = text.find('~'), open = text.find('(', tilde == std::string::npos ? 0 : tilde);
  const std::vector<std::string_view> arguments =
      tilde == std::string::npos || open == std::string::npos || text.back() != ')'
          ? std::vector<std::string_view>{}
          : split_at(std::string_view(text).substr(open + 1, text.size() - open - 2), ',');
  if (tilde == 0 || arguments.size() != 2)
    return refuse(
        "it is PATH~normal(m,s), PATH~lognormal(m,s) or PATH~uniform(a,b), as in body.arm.mass~normal(5,0.1)");
  SweepSample sample{text.substr(0, tilde), {}, 0, 0};
  const std::string name = text.substr(tilde + 1, open - tilde - 1);
  const std::size_t found = problems.size();
  if (name == "normal")
    sample.distribution = Distribution::normal;
  else if (name == "lognormal")
    sample.distribution = Distribution::lognormal;
  else if (name == "uniform")
    sample.distribution = Distribution::uniform;
  else
    refuse(fmt::format("there is no distribution {}{}", oopss::quoted(name),
                       among(name, {"normal", "lognormal", "uniform"})));
  const std::optional<double> a = constant_of(option, text, arguments[0], problems),
                              b = constant_of(option, text, arguments[1], problems);
  const bool bounds = sample.distribution == Distribution::uniform;
  if (a && b && (bounds ? !(*a < *b) : !(*b > 0)))
    refuse(bounds ? "the range is empty: uniform(a,b) needs a below b" : "the deviation s must be greater than 0");
  if (problems.size() > found) return;
  sample.a = *a;
  sample.b = *b;
  plan.samples.push_back(std::move(sample));
}

void check_plan(const SweepPlan& plan, SweepProblems& problems) {
  const std::vector<std::string> all = plan.paths();
  for (std::size_t k = 0; k < all.size(); ++k)
    if (std::count(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(k), all[k]) == 1)
      problems.push_back({k < plan.axes.size() ? "--vary" : "--sample", all[k], "this path varies twice"});
  if (plan.sobol && static_cast<int>(plan.samples.size()) > most_sobol_numbers)
    problems.push_back({"--sobol", "",
                        fmt::format("Sobol's points have at most {} numbers here, the sample has {}",
                                    most_sobol_numbers, plan.samples.size())});
  if (plan.sobol && plan.count > 0xffffffffL)
    problems.push_back({"--sobol", "", "Sobol's sequence has 2^32 points here"});
  double members = static_cast<double>(plan.count);
  for (const SweepAxis& axis : plan.axes) members *= static_cast<double>(axis.count);
  if (members > static_cast<double>(most_members))
    problems.push_back({"--vary", "",
                        fmt::format("the sweep has {:.3g} members, at most {:.3g} are taken on", members,
                                    static_cast<double>(most_members))});
}

long SweepPlan::members() const {
  long out = count;
  for (const SweepAxis& axis : axes) out *= axis.count;
  return out;
}

std::vector<std::string> SweepPlan::paths() const {
  std::vector<std::string> out;
  for (const SweepAxis& axis : axes) out.push_back(axis.path);
  for (const SweepSample& sample : samples) out.push_back(sample.path);
  return out;
}

double axis_value(const SweepAxis& axis, long k) {
  if (k == axis.count - 1) return axis.to;
  const double part = static_cast<double>(k) / static_cast<double>(axis.count - 1);
  return axis.logarithmic ? axis.from * std::pow(axis.to / axis.from, part) : axis.from + (axis.to - axis.from) * part;
}

std::vector<double> member_values(const SweepPlan& plan, long member) {
  std::vector<double> out(plan.axes.size() + plan.samples.size());
  const long draw = member % plan.count;
  long rest = member / plan.count;
  for (std::size_t k = plan.axes.size(); k-- > 0; rest /= plan.axes[k].count)
    out[k] = axis_value(plan.axes[k], rest % plan.axes[k].count);
  for (std::size_t k = 0; k < plan.samples.size(); ++k) {
    constexpr std::uint64_t shifts = std::uint64_t(1) << 63;  // places of their own, beyond all members
    const std::uint64_t bits =
        plan.sobol ? random_bits(plan.seed, shifts, k) ^
                         std::uint64_t(sobol(static_cast<std::uint32_t>(draw), static_cast<int>(k))) << 32
                   : random_bits(plan.seed, static_cast<std::uint64_t>(member), k);
    const SweepSample& sample = plan.samples[k];
    out[plan.axes.size() + k] = quantile(sample.distribution, sample.a, sample.b, unit_number(bits));
  }
  return out;
}

MemberRange part_of(long members, long part, long parts) {
  const auto bound = [&](long k) { return members / parts * k + members % parts * k / parts; };
  return {bound(part - 1), bound(part)};
}

}  // namespace oopss
