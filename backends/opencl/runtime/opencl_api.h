// SPDX-License-Identifier: Apache-2.0
// The part of OpenCL that the runtime uses, declared here and looked up with dlopen, so that nothing links
// against a loader and no headers are needed. Names, values and signatures: OpenCL API specification 1.2,
// which every later version keeps.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "runtime/status.h"

namespace tirx::opencl {

using Error = int32_t;
using Platform = struct PlatformOpaque*;
using Device = struct DeviceOpaque*;
using Context = struct ContextOpaque*;
using Queue = struct QueueOpaque*;
using Buffer = struct BufferOpaque*;
using Program = struct ProgramOpaque*;
using Kernel = struct KernelOpaque*;
using Event = struct EventOpaque*;

enum DeviceInfo : uint32_t {
  kMaxWorkGroupSize = 0x1004,
  kMaxWorkItemSizes = 0x1005,
  kMemBaseAddressAlign = 0x1019,  // in bits
  kLocalMemSize = 0x1023,
  kDeviceName = 0x102B,
};
inline constexpr uint64_t kAllDevices = 0xFFFFFFFF, kReadWrite = 1, kProfilingEnabled = 2;
inline constexpr uint32_t kBuildLog = 0x1183, kNumArgs = 0x1191, kRegion = 0x1220, kCommandEnd = 0x1283,
                          kBlocking = 1, kNonBlocking = 0;

// X(member, "exported name", signature)
#define TIRX_OPENCL_FUNCTIONS(X)                                                                         \
  X(get_platforms, "clGetPlatformIDs", Error(uint32_t, Platform*, uint32_t*))                            \
  X(get_devices, "clGetDeviceIDs", Error(Platform, uint64_t, uint32_t, Device*, uint32_t*))              \
  X(get_device_info, "clGetDeviceInfo", Error(Device, uint32_t, size_t, void*, size_t*))                 \
  X(create_context, "clCreateContext",                                                                   \
    Context(const intptr_t*, uint32_t, const Device*, void*, void*, Error*))                             \
  X(create_queue, "clCreateCommandQueue", Queue(Context, Device, uint64_t, Error*))                      \
  X(create_buffer, "clCreateBuffer", Buffer(Context, uint64_t, size_t, void*, Error*))                   \
  X(create_sub_buffer, "clCreateSubBuffer", Buffer(Buffer, uint64_t, uint32_t, const void*, Error*))     \
  X(release_buffer, "clReleaseMemObject", Error(Buffer))                                                 \
  X(read, "clEnqueueReadBuffer",                                                                         \
    Error(Queue, Buffer, uint32_t, size_t, size_t, void*, uint32_t, const Event*, Event*))               \
  X(write, "clEnqueueWriteBuffer",                                                                       \
    Error(Queue, Buffer, uint32_t, size_t, size_t, const void*, uint32_t, const Event*, Event*))         \
  X(copy, "clEnqueueCopyBuffer",                                                                         \
    Error(Queue, Buffer, Buffer, size_t, size_t, size_t, uint32_t, const Event*, Event*))                \
  X(finish, "clFinish", Error(Queue))                                                                    \
  X(flush, "clFlush", Error(Queue))                                                                      \
  X(create_program, "clCreateProgramWithSource",                                                         \
    Program(Context, uint32_t, const char**, const size_t*, Error*))                                     \
  X(build_program, "clBuildProgram", Error(Program, uint32_t, const Device*, const char*, void*, void*)) \
  X(get_build_info, "clGetProgramBuildInfo", Error(Program, Device, uint32_t, size_t, void*, size_t*))   \
  X(release_program, "clReleaseProgram", Error(Program))                                                 \
  X(create_kernel, "clCreateKernel", Kernel(Program, const char*, Error*))                               \
  X(get_kernel_info, "clGetKernelInfo", Error(Kernel, uint32_t, size_t, void*, size_t*))                 \
  X(set_kernel_arg, "clSetKernelArg", Error(Kernel, uint32_t, size_t, const void*))                      \
  X(release_kernel, "clReleaseKernel", Error(Kernel))                                                    \
  X(launch, "clEnqueueNDRangeKernel",                                                                    \
    Error(Queue, Kernel, uint32_t, const size_t*, const size_t*, const size_t*, uint32_t, const Event*,  \
          Event*))                                                                                       \
  X(mark, "clEnqueueMarkerWithWaitList", Error(Queue, uint32_t, const Event*, Event*))                   \
  X(wait_for_events, "clWaitForEvents", Error(uint32_t, const Event*))                                   \
  X(get_profiling_info, "clGetEventProfilingInfo", Error(Event, uint32_t, size_t, void*, size_t*))       \
  X(release_event, "clReleaseEvent", Error(Event))

struct Api {
  template <class Signature>
  using Pointer = Signature*;
#define TIRX_OPENCL_MEMBER(member, name, ...) Pointer<__VA_ARGS__> member = nullptr;
  TIRX_OPENCL_FUNCTIONS(TIRX_OPENCL_MEMBER)
#undef TIRX_OPENCL_MEMBER
  std::vector<Device> devices;  // of all platforms, in their order
};

// The loader, opened on first use. Null where there is none, or no platform has a device; `why` then says so.
const Api* FindApi(std::string* why = nullptr);

// "CL_OUT_OF_RESOURCES", or "OpenCL error -5" for codes that are not of 1.2.
std::string ErrorName(Error error);
// Success, or a RuntimeError "<what>: <the error's name>".
runtime::RuntimeStatus ToStatus(Error error, const std::string& what);

}  // namespace tirx::opencl
