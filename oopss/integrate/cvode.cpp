// SPDX-License-Identifier: Apache-2.0
#include "oopss/integrate/cvode.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include <filesystem>
#include <mutex>

namespace oopss {
namespace {

/// What the callbacks of one step work with.
struct Call {
  Cvode& by;
  const Flow& flow;
};

int rates(double t, const double* x, double* out, void* user) {
  auto& [by, flow] = *static_cast<Call*>(user);
  flow.field(t, x, out);
  ++by.evaluations;
  by.singular = !std::all_of(out, out + by.layout.size, [](double rate) { return std::isfinite(rate); });
  return by.singular ? 1 : 0;
}

/// The weights that make CVODE judge errors as the other methods do. Its norm is a root mean square over the state, so
/// quadratures, which must not steer, get a small weight.
void weights(const double* x, double* weight, void* user) {
  const Cvode& by = static_cast<Call*>(user)->by;
  const Layout& at = by.layout;
  const double mu = std::max(size_of(at, x).momentum, 1e-10);
  std::fill_n(weight, at.size, 1 / by.tolerance);
  std::fill_n(weight + at.momenta, at.bodies, 1 / (by.tolerance * mu));
  for (const int quadrature : {at.work, at.dissipated})
    if (quadrature >= 0) weight[quadrature] = 1e-6 / (by.tolerance * std::max(std::abs(x[quadrature]), 1.0));
}

/// Beside the binary that this code is in or the running program, one folder up, in their lib folder, or wherever the
/// loader looks by itself.
std::vector<std::string> places() {
  constexpr auto name = "liboopss_cvode.so";
  std::vector<std::string> out;
  std::error_code none;
  Dl_info here{};
  const bool known = dladdr(reinterpret_cast<const void*>(&load_cvode), &here) != 0 && here.dli_fname;
  for (const std::filesystem::path& binary :
       {std::filesystem::path(known ? here.dli_fname : ""), std::filesystem::read_symlink("/proc/self/exe", none)})
    for (const char* folder : {".", "..", "../lib", "../lib/oopss"})
      if (const auto place = binary.parent_path() / folder / name; exists(place, none)) out.push_back(place);
  out.emplace_back(name);
  return out;
}

Outcome trouble(Cvode& by, double t, const char* said) {
  if (by.singular)
    return {Status::singular, fmt::format("the rates are not finite at t = {:.17g} or right after it", t), 0};
  return {Status::failed, fmt::format("CVODE gave up at t = {:.17g}: {}", t, said), 0};
}

}  // namespace

const CvodeModule* load_cvode(std::string& words) {
  static std::mutex one_at_a_time;
  static const CvodeModule* loaded = nullptr;
  const std::lock_guard lock(one_at_a_time);
  if (loaded) return loaded;
  words = "cvode needs the module liboopss_cvode.so beside the program or in its lib folder:";
  for (const std::string& place : places()) {
    void* library = dlopen(place.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!library) {
      words += fmt::format("\n  {}", dlerror());
      continue;
    }
    const auto entry = reinterpret_cast<const CvodeModule* (*)()>(dlsym(library, "oopss_cvode_module"));
    const CvodeModule* module = entry ? entry() : nullptr;
    if (module && module->version == CvodeModule::current) {
      words.clear();
      return loaded = module;
    }
    words += fmt::format("\n  {}: of another version", place);
  }
  return nullptr;
}

Cvode cvode(const Layout& layout, double tolerance, const Waypoint& start) {
  return {.layout = layout, .tolerance = tolerance, .begin = start, .end = start};
}

Outcome advance(Cvode& by, const Flow& flow, double limit) {
  Call call{by, flow};
  if (!by.solver) {
    std::string words;
    by.module = load_cvode(words);
    if (!by.module) return {Status::failed, words, 0};
    by.solver = {by.module->open(by.layout.size, by.end.t, by.end.x.data(), rates, weights), by.module->close};
    if (!by.solver) return {Status::failed, "CVODE could not be set up", 0};
  }
  std::swap(by.begin, by.end);
  by.singular = false;
  if (const char* said = by.module->step(by.solver.get(), &call, limit, &by.end.t, by.end.x.data())) {
    std::swap(by.begin, by.end);
    return trouble(by, by.end.t, said);
  }
  const double h = by.end.t - by.begin.t;
  if (by.end.t == limit || std::abs(h) >= least_step(by.end.t)) return {};
  std::swap(by.begin, by.end);
  return {Status::singular, fmt::format("the step shrank to {:.2g} at t = {:.17g}", h, by.end.t), std::abs(h)};
}

Outcome sample(Cvode& by, const Flow&, double t, std::vector<double>& out) {
  if (const char* said = by.module->sample(by.solver.get(), t, out.data())) return trouble(by, t, said);
  return {};
}

Outcome shorten(Cvode& by, const Flow& flow, double t) {
  Outcome found = sample(by, flow, t, by.end.x);
  if (found.good()) by.end.t = t;
  return found;
}

void restart(Cvode& by, double t) {
  by.end.t = t;
  by.module->restart(by.solver.get(), t, by.end.x.data());
}

}  // namespace oopss
