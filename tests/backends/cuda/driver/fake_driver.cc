// SPDX-License-Identifier: Apache-2.0
#include "backends/cuda/driver/fake_driver.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sstream>

namespace tirx::cuda::driver {

int FakeDriver::Count(const std::string& call) const {
  return int(std::count(calls.begin(), calls.end(), call));
}

namespace {

struct FakeContext {
  int device;
};
struct FakeFunction {
  std::string name;
};
struct FakeEvent {
  float milliseconds = 0;
};
struct Block {
  size_t bytes;
  int device;
};

// Without a destructor: modules are unloaded while a process ends, after its threads' objects.
struct ContextStack {
  FakeContext* contexts[32];
  size_t size;
  bool empty() const { return size == 0; }
  FakeContext* back() const { return contexts[size - 1]; }
  void push_back(FakeContext* context) { contexts[size++] = context; }
  void pop_back() { --size; }
};
thread_local ContextStack t_current;
thread_local StreamCaptureMode t_capture_mode = StreamCaptureMode(0);

std::map<void*, Block>& Blocks() {
  static auto* blocks = new std::map<void*, Block>;
  return *blocks;
}

// "devices=2 version=12040 capability=80 fail=cuMemAllocAsync:2 arguments=8:4", in any order.
void SetUpFromEnvironment(FakeDriver* driver) {
  const char* text = std::getenv("TIRX_FAKE_DRIVER");
  std::istringstream words(text ? text : "");
  for (std::string word; words >> word;) {
    const size_t equals = word.find('='), colon = word.find(':');
    const std::string key = word.substr(0, equals);
    const int number = std::atoi(word.c_str() + equals + 1);
    if (key == "devices") driver->devices.assign(size_t(number), FakeDevice());
    if (key == "version") driver->version = number;
    if (key == "capability")
      for (FakeDevice& device : driver->devices) {
        device.attributes[kComputeCapabilityMajor] = number / 10;
        device.attributes[kComputeCapabilityMinor] = number % 10;
      }
    if (key == "arguments") {
      std::istringstream sizes(word.substr(equals + 1));
      for (std::string size; std::getline(sizes, size, ':');)
        driver->printed_parameter_bytes.push_back(size_t(std::atoi(size.c_str())));
    }
    if (key == "fail")
      driver->failures[word.substr(equals + 1, colon - equals - 1)] = std::atoi(word.c_str() + colon + 1);
  }
}

// Notes a call, and fails it where the test wants that; what it touches is locked meanwhile.
class Noted {
 public:
  explicit Noted(const char* name, const std::string& detail = "") : lock_(TirxFakeDriver().mutex) {
    FakeDriver& driver = TirxFakeDriver();
    driver.calls.push_back(detail.empty() ? name : std::string(name) + " " + detail);
    auto failure = driver.failures.find(name);
    if (failure != driver.failures.end()) result = failure->second;
  }
  Result result = kSuccess;

 private:
  std::lock_guard<std::mutex> lock_;
};

Result AllocateBlock(DevicePtr* pointer, size_t bytes) {
  FakeDriver& driver = TirxFakeDriver();
  const int device = t_current.empty() ? 0 : t_current.back()->device;
  if (driver.bytes_in_use + bytes > driver.devices[size_t(device)].memory) return kErrorOutOfMemory;
  void* block = std::aligned_alloc(256, (bytes + 255) / 256 * 256);
  Blocks()[block] = {bytes, device};
  driver.bytes_in_use += bytes;
  *pointer = reinterpret_cast<DevicePtr>(block);
  return kSuccess;
}

Result FreeBlock(DevicePtr pointer) {
  auto found = Blocks().find(reinterpret_cast<void*>(pointer));
  if (found == Blocks().end()) return kErrorInvalidValue;
  TirxFakeDriver().bytes_in_use -= found->second.bytes;
  std::free(found->first);
  Blocks().erase(found);
  return kSuccess;
}

}  // namespace

FakeDriver& TirxFakeDriver() {
  static FakeDriver* driver = [] {
    auto* made = new FakeDriver;
    SetUpFromEnvironment(made);
    return made;
  }();
  return *driver;
}

extern "C" {

#define FAKE(name, ...)             \
  Noted noted(name, ##__VA_ARGS__); \
  if (noted.result != kSuccess) return noted.result

Result cuInit(unsigned) {
  FAKE("cuInit");
  return kSuccess;
}
Result cuDriverGetVersion(int* version) {
  FAKE("cuDriverGetVersion");
  *version = TirxFakeDriver().version;
  return kSuccess;
}
Result cuGetErrorName(Result result, const char** name) {
  *name = result == kErrorOutOfMemory                 ? "CUDA_ERROR_OUT_OF_MEMORY"
          : result == kErrorIllegalAddress            ? "CUDA_ERROR_ILLEGAL_ADDRESS"
          : result == kErrorCooperativeLaunchTooLarge ? "CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE"
                                                      : "CUDA_ERROR_OF_A_TEST";
  return kSuccess;
}
Result cuGetErrorString(Result, const char** text) {
  *text = "as the test wants";
  return kSuccess;
}
Result cuDeviceGetCount(int* count) {
  *count = int(TirxFakeDriver().devices.size());
  return kSuccess;
}
Result cuDeviceGet(Device* device, int index) {
  *device = index;
  return index >= 0 && index < int(TirxFakeDriver().devices.size()) ? kSuccess : kErrorInvalidValue;
}
Result cuDeviceGetName(char* name, int size, Device device) {
  std::strncpy(name, TirxFakeDriver().devices[size_t(device)].name.c_str(), size_t(size));
  return kSuccess;
}
Result cuDeviceGetAttribute(int* value, DeviceAttribute attribute, Device device) {
  FAKE("cuDeviceGetAttribute");
  const auto& attributes = TirxFakeDriver().devices[size_t(device)].attributes;
  auto found = attributes.find(attribute);
  if (found == attributes.end()) return kErrorInvalidValue;
  *value = found->second;
  return kSuccess;
}
Result cuDeviceTotalMem_v2(size_t* bytes, Device device) {
  *bytes = TirxFakeDriver().devices[size_t(device)].memory;
  return kSuccess;
}
Result cuDevicePrimaryCtxRetain(Context* context, Device device) {
  FAKE("cuDevicePrimaryCtxRetain", std::to_string(device));
  static std::map<int, FakeContext*> contexts;
  if (!contexts[device]) contexts[device] = new FakeContext{device};
  *context = reinterpret_cast<Context>(contexts[device]);
  return kSuccess;
}
Result cuCtxGetCurrent(Context* context) {
  *context = t_current.empty() ? nullptr : reinterpret_cast<Context>(t_current.back());
  return kSuccess;
}
Result cuCtxPushCurrent_v2(Context context) {
  t_current.push_back(reinterpret_cast<FakeContext*>(context));
  return kSuccess;
}
Result cuCtxPopCurrent_v2(Context* context) {
  *context = reinterpret_cast<Context>(t_current.back());
  t_current.pop_back();
  return kSuccess;
}
Result cuCtxGetDevice(Device* device) {
  *device = t_current.back()->device;
  return kSuccess;
}
Result cuThreadExchangeStreamCaptureMode(StreamCaptureMode* mode) {
  std::swap(*mode, t_capture_mode);
  return kSuccess;
}

Result cuModuleLoadDataEx(Module* module, const void*, unsigned num_options, JitOption*, void** values) {
  if (num_options != 0) std::strcpy(static_cast<char*>(values[0]), TirxFakeDriver().jit_log.c_str());
  FAKE("cuModuleLoadDataEx", t_capture_mode == kCaptureRelaxed ? "relaxed" : "");
  *module = reinterpret_cast<Module>(new int(0));
  return kSuccess;
}
Result cuModuleUnload(Module module) {
  FAKE("cuModuleUnload");
  delete reinterpret_cast<int*>(module);
  return kSuccess;
}
Result cuModuleGetFunction(Function* function, Module, const char* name) {
  FAKE("cuModuleGetFunction", name);
  static std::map<std::string, FakeFunction> functions;
  *function = reinterpret_cast<Function>(&functions.try_emplace(name, FakeFunction{name}).first->second);
  return kSuccess;
}
Result cuFuncGetAttribute(int* value, FunctionAttribute attribute, Function) {
  FAKE("cuFuncGetAttribute");
  *value = TirxFakeDriver().function_attributes[attribute];
  return kSuccess;
}
Result cuFuncSetAttribute(Function function, FunctionAttribute attribute, int value) {
  FAKE("cuFuncSetAttribute");
  TirxFakeDriver().set_attributes[reinterpret_cast<FakeFunction*>(function)->name][attribute] = value;
  return kSuccess;
}
// "kernel grid=(2,1,1) block=(128,1,1) cluster=(1,1,1) shared=0 0x7f00 0x2a"
static void Print(const FakeLaunch& launch) {
  auto extent = [](const char* name, Extent3 e) { std::printf(" %s=(%u,%u,%u)", name, e.x, e.y, e.z); };
  std::printf("%s", launch.kernel.c_str());
  extent("grid", launch.config.grid);
  extent("block", launch.config.block);
  for (const LaunchAttribute& attribute : launch.attributes)
    if (attribute.id == kAttributeClusterDimension) extent("cluster", attribute.value.cluster);
  std::printf(" shared=%u", launch.config.shared_bytes);
  for (const std::string& argument : launch.arguments) {
    uint64_t value = 0;
    std::memcpy(&value, argument.data(), std::min(argument.size(), sizeof(value)));
    std::printf(" 0x%llx", static_cast<unsigned long long>(value));
  }
  std::puts("");
  std::fflush(stdout);
}

Result cuLaunchKernelEx(const LaunchConfig* config, Function function, void** parameters, void**) {
  FAKE("cuLaunchKernelEx");
  FakeLaunch launch;
  launch.kernel = reinterpret_cast<FakeFunction*>(function)->name;
  launch.device = t_current.empty() ? -1 : t_current.back()->device;
  launch.config = *config;
  launch.attributes.assign(config->attributes, config->attributes + config->num_attributes);
  launch.parameters.assign(parameters, parameters + 1);
  const FakeDriver& driver = TirxFakeDriver();
  auto known = driver.parameter_bytes.find(launch.kernel);
  const std::vector<size_t>& sizes =
      known != driver.parameter_bytes.end() ? known->second : driver.printed_parameter_bytes;
  for (size_t i = 0; i < sizes.size(); ++i)
    launch.arguments.emplace_back(static_cast<const char*>(parameters[i]), sizes[i]);
  if (!driver.printed_parameter_bytes.empty()) Print(launch);
  TirxFakeDriver().launches.push_back(std::move(launch));
  return kSuccess;
}
Result cuOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, Function, int, size_t) {
  *blocks = 2;
  return kSuccess;
}
Result cuOccupancyMaxPotentialClusterSize(int* blocks, Function, const LaunchConfig*) {
  *blocks = 4;
  return kSuccess;
}

Result cuMemAlloc_v2(DevicePtr* pointer, size_t bytes) {
  FAKE("cuMemAlloc_v2");
  return AllocateBlock(pointer, bytes);
}
Result cuMemFree_v2(DevicePtr pointer) {
  FAKE("cuMemFree_v2");
  return FreeBlock(pointer);
}
Result cuMemPoolCreate(MemoryPool* pool, const MemoryPoolProperties* properties) {
  FAKE("cuMemPoolCreate", std::to_string(properties->location_id));
  *pool = reinterpret_cast<MemoryPool>(new int(0));
  return kSuccess;
}
Result cuMemPoolSetAttribute(MemoryPool, MemoryPoolAttribute, void*) {
  FAKE("cuMemPoolSetAttribute");
  return kSuccess;
}
Result cuMemPoolTrimTo(MemoryPool, size_t) {
  FAKE("cuMemPoolTrimTo");
  return kSuccess;
}
Result cuMemAllocFromPoolAsync(DevicePtr* pointer, size_t bytes, MemoryPool, Stream stream) {
  FAKE("cuMemAllocFromPoolAsync", std::to_string(reinterpret_cast<uintptr_t>(stream)));
  return AllocateBlock(pointer, bytes);
}
Result cuMemFreeAsync(DevicePtr pointer, Stream stream) {
  FAKE("cuMemFreeAsync", std::to_string(reinterpret_cast<uintptr_t>(stream)));
  return FreeBlock(pointer);
}
Result cuMemGetInfo_v2(size_t* free, size_t* total) {
  *total = TirxFakeDriver().devices[0].memory;
  *free = *total - TirxFakeDriver().bytes_in_use;
  return kSuccess;
}
Result cuMemsetD8Async(DevicePtr pointer, unsigned char value, size_t bytes, Stream) {
  FAKE("cuMemsetD8Async");
  std::memset(reinterpret_cast<void*>(pointer), value, bytes);
  return kSuccess;
}
Result cuMemcpyAsync(DevicePtr to, DevicePtr from, size_t bytes, Stream) {
  FAKE("cuMemcpyAsync");
  std::memcpy(reinterpret_cast<void*>(to), reinterpret_cast<void*>(from), bytes);
  return kSuccess;
}
// Each recording is 2 ms later than the one before.
Result cuEventCreate(Event* event, unsigned) {
  FAKE("cuEventCreate");
  *event = reinterpret_cast<Event>(new FakeEvent);
  return kSuccess;
}
Result cuEventRecord(Event event, Stream stream) {
  FAKE("cuEventRecord", std::to_string(reinterpret_cast<uintptr_t>(stream)));
  static float time = 0;
  reinterpret_cast<FakeEvent*>(event)->milliseconds = time += 2;
  return kSuccess;
}
Result cuEventSynchronize(Event) {
  FAKE("cuEventSynchronize");
  return kSuccess;
}
Result cuEventElapsedTime(float* milliseconds, Event from, Event to) {
  FAKE("cuEventElapsedTime");
  *milliseconds =
      reinterpret_cast<FakeEvent*>(to)->milliseconds - reinterpret_cast<FakeEvent*>(from)->milliseconds;
  return kSuccess;
}
Result cuEventDestroy_v2(Event event) {
  FAKE("cuEventDestroy_v2");
  delete reinterpret_cast<FakeEvent*>(event);
  return kSuccess;
}
Result cuStreamSynchronize(Stream) {
  FAKE("cuStreamSynchronize");
  return kSuccess;
}
// Notes what it was given in the map itself.
Result cuTensorMapEncodeTiled(TensorMap* map, int dtype, uint32_t rank, void* address, const uint64_t* dims,
                              const uint64_t* strides, const uint32_t* box, const uint32_t* element_strides,
                              int interleave, int swizzle, int l2_promotion, int oob_fill) {
  FAKE("cuTensorMapEncodeTiled");
  *map = {};
  map->opaque[0] = uint64_t(dtype) | uint64_t(rank) << 8 | uint64_t(interleave) << 16 |
                   uint64_t(swizzle) << 24 | uint64_t(l2_promotion) << 32 | uint64_t(oob_fill) << 40;
  map->opaque[1] = reinterpret_cast<uint64_t>(address);
  for (uint32_t i = 0; i < rank; ++i) {
    map->opaque[2 + i] = dims[i];
    map->opaque[7 + i] = i + 1 < rank ? strides[i] : 0;
    map->opaque[12] |= uint64_t(box[i] & 0xff) << 8 * i;
    map->opaque[13] |= uint64_t(element_strides[i]) << 8 * i;
  }
  return kSuccess;
}

}  // extern "C"

}  // namespace tirx::cuda::driver
