// SPDX-License-Identifier: Apache-2.0
#include "backends/opencl/runtime/opencl_api.h"

#include <dlfcn.h>

namespace tirx::opencl {
namespace {

constexpr const char* kLibrary = "libOpenCL.so.1";

struct Opened {
  Api api;
  std::string why;  // not empty: it cannot be used
};

std::string LookUp(void* library, Api* api) {
#define TIRX_OPENCL_LOOK_UP(member, name, ...)                                 \
  api->member = reinterpret_cast<decltype(api->member)>(dlsym(library, name)); \
  if (api->member == nullptr) return std::string("the OpenCL loader lacks `") + name + "`";
  TIRX_OPENCL_FUNCTIONS(TIRX_OPENCL_LOOK_UP)
#undef TIRX_OPENCL_LOOK_UP
  return "";
}

void ListDevices(Api* api) {
  uint32_t count = 0;
  if (api->get_platforms(0, nullptr, &count) != 0 || count == 0) return;
  std::vector<Platform> platforms(count);
  if (api->get_platforms(count, platforms.data(), nullptr) != 0) return;
  for (Platform platform : platforms) {
    uint32_t devices = 0;
    if (api->get_devices(platform, kAllDevices, 0, nullptr, &devices) != 0 || devices == 0) continue;
    size_t before = api->devices.size();
    api->devices.resize(before + devices);
    if (api->get_devices(platform, kAllDevices, devices, api->devices.data() + before, nullptr) != 0)
      api->devices.resize(before);
  }
}

Opened Open() {
  Opened opened;
  void* library = dlopen(kLibrary, RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    const char* error = dlerror();
    opened.why = std::string("there is no OpenCL loader (") + (error ? error : kLibrary) + ")";
    return opened;
  }
  opened.why = LookUp(library, &opened.api);
  if (!opened.why.empty()) return opened;
  ListDevices(&opened.api);
  if (opened.api.devices.empty()) opened.why = "no OpenCL platform has a device";
  return opened;
}

struct NamedError {
  Error code;
  const char* name;
};
// OpenCL API specification 1.2, cl.h.
constexpr NamedError kErrors[] = {
    {-2, "CL_DEVICE_NOT_AVAILABLE"},     {-4, "CL_MEM_OBJECT_ALLOCATION_FAILURE"},
    {-5, "CL_OUT_OF_RESOURCES"},         {-6, "CL_OUT_OF_HOST_MEMORY"},
    {-11, "CL_BUILD_PROGRAM_FAILURE"},   {-13, "CL_MISALIGNED_SUB_BUFFER_OFFSET"},
    {-30, "CL_INVALID_VALUE"},           {-38, "CL_INVALID_MEM_OBJECT"},
    {-46, "CL_INVALID_KERNEL_NAME"},     {-49, "CL_INVALID_ARG_INDEX"},
    {-51, "CL_INVALID_ARG_SIZE"},        {-52, "CL_INVALID_KERNEL_ARGS"},
    {-54, "CL_INVALID_WORK_GROUP_SIZE"}, {-55, "CL_INVALID_WORK_ITEM_SIZE"},
    {-61, "CL_INVALID_BUFFER_SIZE"},
};

}  // namespace

const Api* FindApi(std::string* why) {
  // Never destroyed: buffers are freed while static objects are torn down.
  static const Opened* opened = new Opened(Open());
  if (opened->why.empty()) return &opened->api;
  if (why != nullptr) *why = opened->why;
  return nullptr;
}

std::string ErrorName(Error error) {
  for (const NamedError& row : kErrors)
    if (row.code == error) return row.name;
  return "OpenCL error " + std::to_string(error);
}

runtime::RuntimeStatus ToStatus(Error error, const std::string& what) {
  if (error == 0) return {};
  return runtime::RuntimeStatus::Error(runtime::kRuntimeError, what + ": " + ErrorName(error));
}

}  // namespace tirx::opencl
