// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <memory>
#include <mutex>

#include "oopss/ensemble/gpu_device.hpp"
#include "oopss/ensemble/member_run.hpp"

namespace oopss {

/// Code for the members of one structure: a cubin with one kernel that goes on with members
/// (oopss/integrate/member_book.hpp).
struct GpuCode {
  std::string cubin, kernel;
  int states = 0;       // of a member, with the tangent vector behind them
  int parameters = 0;   // that it brings; none where those of its model are part of the code
  bool folded = false;  // they are
  bool in_float = false;
};
using MakeGpuCode = std::function<GpuCode(const DerivedModel&)>;

/// The kernels of a sweep, made when the first member asks for one. For any number of threads.
class GpuPrograms {
 public:
  struct Entry {
    GpuCode code;
    DerivedModel model;  // that it was made for
    GpuKernel kernel;
    Entry(const GpuDevice& device, GpuCode code_, const DerivedModel& model_)
        : code(std::move(code_)), model(model_), kernel(device, code.cubin, code.kernel) {}
  };
  GpuPrograms(std::shared_ptr<GpuDevice> device, MakeGpuCode make)
      : device_(std::move(device)), make_(std::move(make)) {}
  const Entry& for_member(const FamilyMember& member);
  const GpuDevice& device() const { return *device_; }

 private:
  std::shared_ptr<GpuDevice> device_;
  MakeGpuCode make_;
  std::mutex mutex_;
  std::deque<std::unique_ptr<Entry>> entries_;
};

/// What a sweep asks for that a GPU cannot give, in words; empty if nothing.
std::string no_gpu(const MemberTask& task);

/// rk4 where a step is asked for, dop853 where a tolerance is, or what is asked for by name.
std::string gpu_method(const RunSettings& file, const RunSettings& asked);

/// Members done together: a few thousand keep a part of a GPU busy, and several threads have theirs on it at once.
inline constexpr long chunk_members_of_gpu = 4096;

/// Runs members on a GPU, one thread of it for each. A row depends on its member alone. One serves one thread.
class GpuRunner {
 public:
  GpuRunner(MemberTask task, ModelFamily family, std::shared_ptr<GpuPrograms> programs);
  ~GpuRunner();

  /// Fills the rows of members, task.width() numbers each, as MemberRunner does. False if it was stopped, which is
  /// heard within a second.
  bool run(const MemberRange& range, const std::atomic<bool>& stop, double* rows);

 private:
  struct OnGpu;
  struct Batch;
  bool run(Batch& batch, const std::atomic<bool>& stop);
  void end(Batch& batch, std::size_t place);

  MemberTask task_;
  MemberMaker members_;
  EndRecorder ends_;
  std::shared_ptr<GpuPrograms> programs_;
  GpuQueue queue_;
  int budget_ = 64;  // steps that a kernel makes at most; no number depends on it
  MemberRange range_;
  double* rows_ = nullptr;
};

}  // namespace oopss
