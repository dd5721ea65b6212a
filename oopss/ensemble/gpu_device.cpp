// SPDX-License-Identifier: Apache-2.0
#include "oopss/ensemble/gpu_device.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace oopss {

/// The functions of the driver that are used, as its manual declares them: CUresult, CUdevice and the attributes are
/// whole numbers, addresses of the device 64 bits, all else pointers to what only the driver knows.
struct CudaDriver {
  using Address = unsigned long long;
  void* library = nullptr;
  int (*init)(unsigned flags) = nullptr;
  int (*error_name)(int code, const char** text) = nullptr;
  int (*error_string)(int code, const char** text) = nullptr;
  int (*device_count)(int* count) = nullptr;
  int (*device)(int* device, int number) = nullptr;
  int (*device_name)(char* name, int size, int device) = nullptr;
  int (*device_attribute)(int* value, int attribute, int device) = nullptr;
  int (*context_retain)(void** context, int device) = nullptr;
  int (*context_release)(int device) = nullptr;
  int (*context_set)(void* context) = nullptr;
  int (*module_load)(void** module, const void* image) = nullptr;
  int (*module_unload)(void* module) = nullptr;
  int (*module_function)(void** function, void* module, const char* name) = nullptr;
  int (*memory_take)(Address* address, std::size_t bytes) = nullptr;
  int (*memory_free)(Address address) = nullptr;
  int (*copy_to_device)(Address to, const void* from, std::size_t bytes, void* stream) = nullptr;
  int (*copy_to_host)(void* to, Address from, std::size_t bytes, void* stream) = nullptr;
  int (*stream_create)(void** stream, unsigned flags) = nullptr;
  int (*stream_destroy)(void* stream) = nullptr;
  int (*stream_wait)(void* stream) = nullptr;
  int (*launch)(void* function, unsigned blocks_x, unsigned blocks_y, unsigned blocks_z, unsigned threads_x,
                unsigned threads_y, unsigned threads_z, unsigned shared_bytes, void* stream, void** arguments,
                void** extra) = nullptr;

  CudaDriver();
  ~CudaDriver() {
    if (library) dlclose(library);
  }
  CudaDriver(const CudaDriver&) = delete;
  CudaDriver& operator=(const CudaDriver&) = delete;

  /// Throws what the driver says of a code that is not 0.
  void check(int code, const char* doing) const {
    if (code == 0) return;
    const char *name = nullptr, *words = nullptr;
    if (error_name(code, &name) != 0 || !name) name = "an unknown error";
    if (error_string(code, &words) != 0 || !words) words = "the driver has no words for it";
    throw MissingModule(fmt::format("the GPU cannot {}: {} ({}, {})", doing, words, name, code));
  }
};

namespace {

constexpr const char* library_name = "libcuda.so.1";
/// CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR and _MINOR; CU_STREAM_NON_BLOCKING.
constexpr int capability_major = 75, capability_minor = 76;
constexpr unsigned own_queue = 1;
constexpr unsigned threads_in_block = 128;  // as __launch_bounds__ of the kernels says

}  // namespace

CudaDriver::CudaDriver() {
  library = dlopen(library_name, RTLD_NOW | RTLD_LOCAL);
  if (!library)
    throw MissingModule(fmt::format("there is no GPU to run on: the driver of CUDA cannot be opened: {}", dlerror()));
  const auto find = [&](auto& function, const char* name) {
    function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(dlsym(library, name));
    if (function) return;
    dlclose(library);
    throw MissingModule(fmt::format("the driver of CUDA, {}, has no function {}: it is too old", library_name, name));
  };
  find(init, "cuInit");
  find(error_name, "cuGetErrorName");
  find(error_string, "cuGetErrorString");
  find(device_count, "cuDeviceGetCount");
  find(device, "cuDeviceGet");
  find(device_name, "cuDeviceGetName");
  find(device_attribute, "cuDeviceGetAttribute");
  find(context_retain, "cuDevicePrimaryCtxRetain");
  find(context_release, "cuDevicePrimaryCtxRelease_v2");
  find(context_set, "cuCtxSetCurrent");
  find(module_load, "cuModuleLoadData");
  find(module_unload, "cuModuleUnload");
  find(module_function, "cuModuleGetFunction");
  find(memory_take, "cuMemAlloc_v2");
  find(memory_free, "cuMemFree_v2");
  find(copy_to_device, "cuMemcpyHtoDAsync_v2");
  find(copy_to_host, "cuMemcpyDtoHAsync_v2");
  find(stream_create, "cuStreamCreate");
  find(stream_destroy, "cuStreamDestroy_v2");
  find(stream_wait, "cuStreamSynchronize");
  find(launch, "cuLaunchKernel");
}

GpuDevice::GpuDevice() : driver_(std::make_unique<CudaDriver>()) {
  driver_->check(driver_->init(0), "be begun with");
  int count = 0;
  driver_->check(driver_->device_count(&count), "be counted");
  if (count == 0) throw MissingModule("there is no GPU to run on: the driver of CUDA is there, and finds no device");
  driver_->check(driver_->device(&device_, 0), "be chosen");
  std::array<char, 256> name{};
  driver_->check(driver_->device_name(name.data(), static_cast<int>(name.size()) - 1, device_), "say its name");
  name_ = name.data();
  int major = 0, minor = 0;
  driver_->check(driver_->device_attribute(&major, capability_major, device_), "say of which kind it is");
  driver_->check(driver_->device_attribute(&minor, capability_minor, device_), "say of which kind it is");
  architecture_ = 10 * major + minor;
  driver_->check(driver_->context_retain(&context_, device_), "be used by this program");
}

GpuDevice::~GpuDevice() { driver_->context_release(device_); }

void GpuDevice::enter() const { driver_->check(driver_->context_set(context_), "be used by a thread"); }

GpuKernel::GpuKernel(const GpuDevice& device, const std::string& code, const std::string& name) : device_(device) {
  const CudaDriver& driver = device.driver();
  driver.check(driver.module_load(&module_, code.data()), "load the code of this sweep");
  try {
    driver.check(driver.module_function(&function_, module_, name.c_str()), "find the kernel of this sweep");
  } catch (...) {
    driver.module_unload(module_);
    throw;
  }
}

GpuKernel::~GpuKernel() { device_.driver().module_unload(module_); }

GpuMemory::GpuMemory(const GpuDevice& device, std::size_t bytes) : device_(device), bytes_(bytes) {
  device.driver().check(device.driver().memory_take(&address_, bytes), "give memory for the members");
}

GpuMemory::~GpuMemory() { device_.driver().memory_free(address_); }

GpuQueue::GpuQueue(const GpuDevice& device) : device_(device) {
  device.enter();
  device.driver().check(device.driver().stream_create(&stream_, own_queue), "make a queue");
}

GpuQueue::~GpuQueue() { device_.driver().stream_destroy(stream_); }

void GpuQueue::wait(const char* doing) { device_.driver().check(device_.driver().stream_wait(stream_), doing); }

void GpuQueue::put(const GpuMemory& to, const void* from) {
  constexpr const char* doing = "take the members' numbers";
  device_.driver().check(device_.driver().copy_to_device(to.address(), from, to.bytes(), stream_), doing);
  wait(doing);
}

void GpuQueue::get(void* to, const GpuMemory& from) {
  constexpr const char* doing = "give the members' numbers";
  device_.driver().check(device_.driver().copy_to_host(to, from.address(), from.bytes(), stream_), doing);
  wait(doing);
}

void GpuQueue::run(const GpuKernel& kernel, int count, std::vector<void*> arguments) {
  const CudaDriver& driver = device_.driver();
  const unsigned blocks = (static_cast<unsigned>(count) + threads_in_block - 1) / threads_in_block;
  driver.check(
      driver.launch(kernel.function(), blocks, 1, 1, threads_in_block, 1, 1, 0, stream_, arguments.data(), nullptr),
      "begin with the members");
  wait("go on with the members");
}

void GpuNumbers::put(GpuQueue& queue) {
  if (narrow_.empty()) return queue.put(memory_, values.data());
  std::transform(values.begin(), values.end(), narrow_.begin(), [](double value) { return static_cast<float>(value); });
  queue.put(memory_, narrow_.data());
}

void GpuNumbers::get(GpuQueue& queue) {
  if (narrow_.empty()) return queue.get(values.data(), memory_);
  queue.get(narrow_.data(), memory_);
  std::copy(narrow_.begin(), narrow_.end(), values.begin());
}

}  // namespace oopss
