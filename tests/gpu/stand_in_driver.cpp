// SPDX-License-Identifier: Apache-2.0
// A stand-in for libcuda.so.1, for tests on machines without a GPU: `code` is a shared library of the same emitted
// text, which the stand-in for nvcc beside this made as C++, memory is that of the process, and the threads of a kernel
// run one after another. It tests all that the program does around a kernel; of a GPU itself it tests nothing.
// OOPSS_STAND_IN says what it is to do: "none": there is no device; "memory": none is left; "stops": kernels fail.
#include <dlfcn.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <string>

namespace {

/// Codes of CUresult.
enum Result { good = 0, out_of_memory = 2, no_device = 100, not_found = 500, launch_failed = 719 };

bool is_to(const char* what) {
  const char* const asked = std::getenv("OOPSS_STAND_IN");
  return asked && std::strcmp(asked, what) == 0;
}

/// A kernel and the library that it is in.
struct Kernel {
  void (*run)();
  void* library;
};

}  // namespace

#pragma GCC visibility push(default)
extern "C" {

int cuInit(unsigned) { return is_to("none") ? no_device : good; }
int cuGetErrorName(int code, const char** text) {
  *text = code == no_device       ? "CUDA_ERROR_NO_DEVICE"
          : code == out_of_memory ? "CUDA_ERROR_OUT_OF_MEMORY"
                                  : "CUDA_ERROR_LAUNCH_FAILED";
  return good;
}
int cuGetErrorString(int code, const char** text) {
  *text = code == no_device       ? "no CUDA-capable device is detected"
          : code == out_of_memory ? "out of memory"
                                  : "unspecified launch failure";
  return good;
}
int cuDeviceGetCount(int* count) {
  *count = 1;
  return good;
}
int cuDeviceGet(int* device, int) {
  *device = 0;
  return good;
}
int cuDeviceGetName(char* name, int size, int) {
  std::strncpy(name, "stand-in", static_cast<std::size_t>(size));
  return good;
}
int cuDeviceGetAttribute(int* value, int attribute, int) {
  *value = attribute == 75 ? 9 : 0;  // sm_90
  return good;
}
int cuDevicePrimaryCtxRetain(void** context, int) {
  *context = context;
  return good;
}
int cuDevicePrimaryCtxRelease_v2(int) { return good; }
int cuCtxSetCurrent(void*) { return good; }

/// The image is written out, since only files are loaded; a library says its own size at its end.
int cuModuleLoadData(void** module, const void* image) {
  std::size_t size = 0;
  std::memcpy(&size, static_cast<const char*>(image) + 40, sizeof size);  // e_shoff of ELF: its sections come last
  unsigned short entry = 0, count = 0;
  std::memcpy(&entry, static_cast<const char*>(image) + 58, sizeof entry);
  std::memcpy(&count, static_cast<const char*>(image) + 60, sizeof count);
  size += static_cast<std::size_t>(entry) * count;
  std::string path = "/tmp/oopss-stand-in-XXXXXX";
  const int file = ::mkstemp(path.data());
  const bool written = file >= 0 && ::write(file, image, size) == static_cast<ssize_t>(size);
  if (file >= 0) ::close(file);
  *module = written ? ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL) : nullptr;
  ::unlink(path.c_str());
  return *module ? good : not_found;
}
int cuModuleUnload(void*) { return good; }
int cuModuleGetFunction(void** function, void* module, const char* name) {
  void* const found = ::dlsym(module, name);
  if (!found) return not_found;
  *function = new Kernel{reinterpret_cast<void (*)()>(found), module};
  return good;
}

int cuMemAlloc_v2(unsigned long long* address, std::size_t bytes) {
  if (is_to("memory")) return out_of_memory;
  void* const memory = std::malloc(bytes);
  std::memset(memory, 0xff, bytes);  // nobody may count on zeros: these are not numbers
  *address = reinterpret_cast<unsigned long long>(memory);
  return good;
}
int cuMemFree_v2(unsigned long long address) {
  std::free(reinterpret_cast<void*>(address));
  return good;
}
int cuMemcpyHtoDAsync_v2(unsigned long long to, const void* from, std::size_t bytes, void*) {
  std::memcpy(reinterpret_cast<void*>(to), from, bytes);
  return good;
}
int cuMemcpyDtoHAsync_v2(void* to, unsigned long long from, std::size_t bytes, void*) {
  std::memcpy(to, reinterpret_cast<void*>(from), bytes);
  return good;
}
int cuStreamCreate(void** stream, unsigned) {
  *stream = stream;
  return good;
}
int cuStreamDestroy_v2(void*) { return good; }
int cuStreamSynchronize(void*) { return is_to("stops") ? launch_failed : good; }

/// The kernels of a sweep have these arguments; all their threads run here.
int cuLaunchKernel(void* function, unsigned blocks, unsigned, unsigned, unsigned threads, unsigned, unsigned, unsigned,
                   void*, void** arguments, void**) {
  const Kernel& kernel = *static_cast<Kernel*>(function);
  int* const member = static_cast<int*>(::dlsym(kernel.library, "oopss_member"));
  if (!member) return not_found;
  const auto run = reinterpret_cast<void (*)(int, int, double, double*, void*, void*, const void*)>(kernel.run);
  const auto pointer = [&](int k) { return *static_cast<void**>(arguments[k]); };
  for (unsigned thread = 0; thread < blocks * threads; ++thread) {
    *member = static_cast<int>(thread);
    run(*static_cast<int*>(arguments[0]), *static_cast<int*>(arguments[1]), *static_cast<double*>(arguments[2]),
        static_cast<double*>(pointer(3)), pointer(4), pointer(5), pointer(6));
  }
  return good;
}
}
#pragma GCC visibility pop
