// SPDX-License-Identifier: Apache-2.0
#include "cli/sweep_gpu.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "cli/terminal.hpp"
#include "oopss/ensemble/gpu_runner.hpp"
#include "oopss/generate/cuda.hpp"
#include "oopss/integrate/member_book.hpp"
#include "oopss/symbolic/code_cache.hpp"
#include "oopss/symbolic/cubin.hpp"

namespace oopss {
namespace {

/// Numbers that cannot reach the parameters of the rates: starts, but for the drift, and what [run] has.
bool leaves_parameters(const std::string& path) {
  return path.starts_with("run.") || (path.starts_with("start.") && !path.starts_with("start.drift"));
}

CudaSweep cuda_sweep(const SweepOptions& options, const PlannedSweep& sweep) {
  CudaSweep out;
  out.method = gpu_method(run_settings(*sweep.derived.model), sweep.task.asked);
  out.in_float = options.engine == "cuda-float";
  out.sweeps = options.sweeps.value_or(usual_sweeps);
  const auto& observables = sweep.task.observables;
  out.tangent = std::any_of(observables.begin(), observables.end(),
                            [](const Observable& one) { return one.kind == ObservableKind::exponent; });
  const std::vector<std::string> paths = sweep.task.plan.paths();
  out.folded = std::all_of(paths.begin(), paths.end(), leaves_parameters);
  return out;
}

GpuCode gpu_code(const DerivedModel& model, const CudaSweep& sweep, int architecture) {
  CudaSource source = cuda_source(model, sweep);
  Cubin made = cubin(source.text, architecture);
  if (made.outcome.status != Compilation::done) throw MissingModule(made.outcome.words);
  return {std::move(made.code), sweep.method, source.states, source.parameters, sweep.folded, sweep.in_float};
}

}  // namespace

bool is_gpu_engine(const std::string& engine) { return engine == "cuda" || engine == "cuda-float"; }

void check_gpu(const TreeSpec& spec, const SweepOptions& options, const MemberTask& task, SweepProblems& problems) {
  const char* const instead = "without --engine every member is run by itself, on the processor";
  for (const std::string& why : {no_cuda(spec), no_gpu(task)})
    if (!why.empty()) problems.push_back({"--engine", options.engine, why, instead});
  const RunSettings& run = task.asked;
  const std::string method = gpu_method(run_settings(*spec.model), run);
  const bool known = std::find(cuda_methods().begin(), cuda_methods().end(), method) != cuda_methods().end();
  if (!known)
    problems.push_back({"--method", method, fmt::format("a GPU has {}", fmt::join(cuda_methods(), ", ")), {}});
  check_accuracy(spec, task, known ? method : "", problems);
  if (options.sweeps && method != "gauss4")
    problems.push_back({"--sweeps", "", fmt::format("{} has none: they are of gauss4", method), {}});
}

void plan_gpu(const SweepOptions& options, PlannedSweep& sweep) {
  auto device = std::make_shared<GpuDevice>();
  const CudaSweep asked = cuda_sweep(options, sweep);
  const int architecture = device->architecture();
  const GpuCode own = gpu_code(sweep.derived, asked, architecture);
  sweep.engine =
      fmt::format("{}, {}, sm_{}, kernel {}", options.engine, asked.method, architecture, content_hash(own.cubin));
  sweep.gpu = std::make_shared<GpuPrograms>(
      device, [asked, architecture](const DerivedModel& model) { return gpu_code(model, asked, architecture); });
}

}  // namespace oopss
