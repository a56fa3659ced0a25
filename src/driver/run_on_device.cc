// SPDX-License-Identifier: Apache-2.0
#include "driver/run_on_device.h"

#include <tvm/ffi/container/tensor.h>

#include "backend/toolchain.h"
#include "ir/registry.h"
#include "runtime/device_api.h"

namespace tirx::driver {
namespace {

Failure Problem(const runtime::RuntimeStatus& status) {
  return Fail(DK::DeviceProblem, Span(), {status.message});
}

Status Check(const runtime::RuntimeStatus& status) {
  if (!status.ok()) return Problem(status);
  return Ok{};
}

int64_t BytesOf(const CallArgument& argument) {
  int64_t count = StorageBytes(argument.dtype);
  for (int64_t extent : argument.shape) count *= extent;
  return count;
}

// Device copies of the tensors, freed at the end.
class DeviceCopies {
 public:
  explicit DeviceCopies(runtime::DeviceApi* api) : api_(api) {}
  ~DeviceCopies() {
    for (void* data : allocated_) (void)api_->Free(0, data);
  }
  Result<void*> CopyIn(const CallArgument& argument) {
    void* data = nullptr;
    int64_t bytes = BytesOf(argument);
    TIRX_RETURN_IF_FAILED(Check(api_->Allocate(0, size_t(bytes ? bytes : 1), &data)));
    allocated_.push_back(data);
    TIRX_RETURN_IF_FAILED(Check(api_->Copy(0, data, argument.data, size_t(bytes), nullptr)));
    return data;
  }
  Status CopyOut(const CallArgument& argument, void* data) {
    return Check(api_->Copy(0, argument.data, data, size_t(BytesOf(argument)), nullptr));
  }
  Status Synchronize() { return Check(api_->Synchronize(0, nullptr)); }

 private:
  runtime::DeviceApi* api_;
  std::vector<void*> allocated_;
};

// The arguments as tvm-ffi takes them; the DLTensors must not move afterwards.
struct Packed {
  std::vector<DLTensor> tensors;
  std::vector<ffi::AnyView> views;

  Packed(const std::vector<CallArgument>& arguments, const std::vector<void*>& data, DLDevice device) {
    tensors.resize(arguments.size());
    for (size_t i = 0; i < arguments.size(); ++i) {
      const CallArgument& argument = arguments[i];
      if (argument.is_tensor) {
        tensors[i] = {data[i],
                      device,
                      int32_t(argument.shape.size()),
                      argument.dtype,
                      const_cast<int64_t*>(argument.shape.data()),
                      nullptr,
                      0};
        views.emplace_back(&tensors[i]);
      } else if (IsFloating(argument.dtype)) {
        views.emplace_back(argument.number);
      } else if (IsBool(argument.dtype)) {
        views.emplace_back(argument.integer != 0);
      } else if (IsHandle(argument.dtype)) {
        views.emplace_back(nullptr);
      } else {
        views.emplace_back(argument.integer);
      }
    }
  }
};

Result<Any> CallPacked(const ffi::Module& executable, const std::string& name, const Packed& packed) {
  auto function = executable->GetFunction(name);
  if (!function) return Fail(DK::NoSuchFunction, Span(), {name, "the executable", "no such name"});
  TVMFFIAny result{};
  int code = TVMFFIFunctionCall(ffi::details::ObjectUnsafe::TVMFFIObjectPtrFromObjectRef(function.value()),
                                reinterpret_cast<TVMFFIAny*>(const_cast<ffi::AnyView*>(packed.views.data())),
                                int32_t(packed.views.size()), &result);
  if (code == 0) return ffi::details::AnyUnsafe::MoveTVMFFIAnyToAny(&result);
  ffi::Error error = ffi::details::MoveFromSafeCallRaised();
  return Fail(DK::CallFailed, Span(), {name, View(error.kind()), View(error.message())});
}

}  // namespace

std::string RunDevice::Describe(bool asked_for_simulator) const {
  if (found) return "on " + name + (arch.empty() ? "" : " (" + arch + ")");
  return asked_for_simulator ? "on the simulator, as asked" : "on the simulator, since " + why_not;
}

RunDevice FindDevice(const target::Target& target) {
  RunDevice device;
  auto* kind = target::FindKind(View(target->kind));
  auto* api = kind ? runtime::FindDeviceApi(kind->device_type) : nullptr;
  auto* toolchain = ir::CurrentSnapshot().Find<backend::ToolchainRow>(View(target->kind));
  if (!api || !toolchain || toolchain->module_kind.empty()) {
    device.why_not = "there is no runtime for target `" + std::string(target->kind) + "`";
  } else if (api->Count() == 0) {
    device.why_not = api->WhyAbsent();
  } else {
    device.found = true;
    device.type = kind->device_type;
    device.name = api->DeviceName(0);
    device.arch = api->Architecture(0);
  }
  return device;
}

Result<Any> Call(const ffi::Module& executable, const std::string& function,
                 const std::vector<CallArgument>& arguments, const RunDevice& device) {
  std::vector<void*> data;
  if (!device.found) {
    for (const CallArgument& argument : arguments) data.push_back(argument.data);
    return CallPacked(executable, function, Packed(arguments, data, {kDLCPU, 0}));
  }
  DeviceCopies copies(runtime::FindDeviceApi(device.type));
  for (const CallArgument& argument : arguments) {
    data.push_back(nullptr);
    if (argument.is_tensor) {
      TIRX_TRY(data.back(), copies.CopyIn(argument));
    }
  }
  TIRX_TRY(Any result, CallPacked(executable, function, Packed(arguments, data, {device.type, 0})));
  for (size_t i = 0; i < arguments.size(); ++i)
    if (arguments[i].is_tensor) TIRX_RETURN_IF_FAILED(copies.CopyOut(arguments[i], data[i]));
  TIRX_RETURN_IF_FAILED(copies.Synchronize());
  return result;
}

}  // namespace tirx::driver
