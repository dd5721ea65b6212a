// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "oopss/system/module.hpp"

namespace oopss {

struct CudaDriver;  // libcuda.so.1, opened at run time

/// The first GPU of the machine, or of those that CUDA_VISIBLE_DEVICES names. Any number of threads may use it. All
/// that goes wrong with it is a MissingModule, in words.
class GpuDevice {
 public:
  GpuDevice();
  ~GpuDevice();
  GpuDevice(const GpuDevice&) = delete;
  GpuDevice& operator=(const GpuDevice&) = delete;

  const std::string& name() const { return name_; }
  int architecture() const { return architecture_; }  // 90: compute capability 9.0
  const CudaDriver& driver() const { return *driver_; }
  /// Makes the device that of this thread.
  void enter() const;

 private:
  std::unique_ptr<CudaDriver> driver_;
  void* context_ = nullptr;
  int device_ = 0, architecture_ = 0;
  std::string name_;
};

/// A kernel of code that nvcc made (a cubin). Any number of threads may run it.
class GpuKernel {
 public:
  GpuKernel(const GpuDevice& device, const std::string& code, const std::string& name);
  ~GpuKernel();
  GpuKernel(const GpuKernel&) = delete;
  GpuKernel& operator=(const GpuKernel&) = delete;
  void* function() const { return function_; }

 private:
  const GpuDevice& device_;
  void *module_ = nullptr, *function_ = nullptr;
};

/// Bytes in the device's memory.
class GpuMemory {
 public:
  GpuMemory(const GpuDevice& device, std::size_t bytes);
  ~GpuMemory();
  GpuMemory(const GpuMemory&) = delete;
  GpuMemory& operator=(const GpuMemory&) = delete;
  std::size_t bytes() const { return bytes_; }
  unsigned long long address() const { return address_; }
  void* argument() { return &address_; }  // for a kernel

 private:
  const GpuDevice& device_;
  unsigned long long address_ = 0;
  std::size_t bytes_;
};

/// What one thread asks of the device, done in this order and beside the queues of other threads. The thread is that of
/// the device from here on.
class GpuQueue {
 public:
  explicit GpuQueue(const GpuDevice& device);
  ~GpuQueue();
  GpuQueue(const GpuQueue&) = delete;
  GpuQueue& operator=(const GpuQueue&) = delete;

  /// Both wait until all is copied.
  void put(const GpuMemory& to, const void* from);
  void get(void* to, const GpuMemory& from);
  /// Runs a thread for each of `count` things, and waits for their end.
  void run(const GpuKernel& kernel, int count, std::vector<void*> arguments);

 private:
  void wait(const char* doing);

  const GpuDevice& device_;
  void* stream_ = nullptr;
};

/// Numbers here and there: doubles here, there floats if they are asked for.
class GpuNumbers {
 public:
  GpuNumbers(const GpuDevice& device, std::size_t count, bool in_float)
      : values(count), narrow_(in_float ? count : 0), memory_(device, count * (in_float ? 4 : 8)) {}
  void put(GpuQueue& queue);
  void get(GpuQueue& queue);
  void* argument() { return memory_.argument(); }

  std::vector<double> values;

 private:
  std::vector<float> narrow_;
  GpuMemory memory_;
};

}  // namespace oopss
