// SPDX-License-Identifier: Apache-2.0
#include "runtime/kernel_cells.h"

#include <algorithm>
#include <bit>
#include <cstdio>
#include <cstring>
#include <string>
#include <utility>

#include "base/float_format.h"
#include "base/small_array.h"
#include "runtime/host_arguments.h"
#include "runtime/status.h"

namespace tirx::runtime {

namespace ffi = tvm::ffi;

namespace {

bool IsIntOrBool(const TVMFFIAny& any) {
  return any.type_index == kTVMFFIInt || any.type_index == kTVMFFIBool;
}

const DLTensor* TensorOf(const TVMFFIAny& any) {
  if (any.type_index == kTVMFFIDLTensorPtr) return static_cast<const DLTensor*>(any.v_ptr);
  // The DLTensor follows the object header.
  if (any.type_index == kTVMFFITensor) return reinterpret_cast<const DLTensor*>(any.v_obj + 1);
  return nullptr;
}

// False when the argument does not convert.
bool CellOfAny(const TVMFFIAny& any, DType dtype, uint64_t* cell, int32_t* device_id) {
  if (IsHandle(dtype)) {
    const DLTensor* tensor = TensorOf(any);
    if (tensor != nullptr) {
      *cell = reinterpret_cast<uint64_t>(tensor->data) + tensor->byte_offset;
      if (*device_id < 0) *device_id = tensor->device.device_id;
      return true;
    }
    *cell = any.type_index == kTVMFFINone ? 0 : any.v_uint64;
    return any.type_index == kTVMFFINone || any.type_index == kTVMFFIOpaquePtr;
  }
  if (IsFloating(dtype)) {
    double value = any.type_index == kTVMFFIFloat ? any.v_float64 : double(any.v_int64);
    *cell = CellOfFloat(value, dtype);
    return any.type_index == kTVMFFIFloat || IsIntOrBool(any);
  }
  if (any.type_index == kTVMFFIBigInt) return dtype == UInt(64) && tirx_as_uint64(&any, cell);
  *cell = any.v_uint64;
  return IsIntOrBool(any);
}

struct PackedKernel {
  ffi::ObjectPtr<ffi::ModuleObj> owner;
  KernelLauncher* launcher;
  int32_t kernel;
  LaunchPlan plan;
  LaunchLimits limits;

  const KernelInfo& info() const { return launcher->kernels()[size_t(kernel)]; }

  int RaiseCount(int32_t num_args) const {
    return Raise(kTypeError, "kernel `" + info().name + "` takes " + std::to_string(info().arg_types.size()) +
                                 " arguments and " + std::to_string(plan.slots.size()) +
                                 " launch values, got " + std::to_string(num_args));
  }
  int RaiseArgument(size_t index, const std::string& expected) const {
    return Raise(kTypeError, "Mismatched type on argument #" + std::to_string(index) +
                                 " when calling kernel `" + info().name + "`, expected " + expected);
  }

  int Run(const TVMFFIAny* args, int32_t num_args) {
    const std::vector<DType>& types = info().arg_types;
    if (launcher->CheckReady() != 0) return -1;
    const size_t expected = types.size() + plan.slots.size();
    const bool has_device = size_t(num_args) == expected + 1 && args[expected].type_index == kTVMFFIInt;
    if (size_t(num_args) != expected && !has_device) return RaiseCount(num_args);
    SmallArray<uint64_t, 32> cells(types.size());
    int32_t device_id = has_device ? int32_t(args[expected].v_int64) : -1;
    for (size_t i = 0; i < types.size(); ++i) {
      if (!CellOfAny(args[i], types[i], &cells[i], &device_id)) return RaiseArgument(i, DTypeName(types[i]));
    }
    int64_t values[kMaxLaunchValues];
    for (size_t i = 0; i < plan.slots.size(); ++i) {
      const TVMFFIAny& any = args[types.size() + i];
      const bool is_pointer = any.type_index == kTVMFFIOpaquePtr || any.type_index == kTVMFFINone;
      const bool own = plan.slots[i] >= kFirstOwn;
      if (!IsIntOrBool(any) && !(own && is_pointer))
        return RaiseArgument(types.size() + i, own ? "int or pointer" : "int");
      values[i] = any.type_index == kTVMFFINone ? 0 : any.v_int64;
    }
    LaunchConfig config = FillLaunchConfig(plan, values);
    LaunchVerdict verdict = CheckLaunch(config, limits, info().name);
    if (verdict != LaunchVerdict::kLaunch) return verdict == LaunchVerdict::kRaised ? -1 : 0;
    return launcher->Launch({kernel, cells.data(), &config, device_id});
  }

  static int Call(void* self, const TVMFFIAny* args, int32_t num_args, TVMFFIAny* result) {
    result->type_index = kTVMFFINone;
    result->v_int64 = 0;
    return static_cast<PackedKernel*>(self)->Run(args, num_args);
  }
  static void Delete(void* self) { delete static_cast<PackedKernel*>(self); }
};

// Stands for a kernel whose launch tags make no sense: reported when called, as every launch error is.
ffi::Function MakeFailing(RuntimeStatus status) {
  auto call = [](void* self, const TVMFFIAny*, int32_t, TVMFFIAny*) {
    return Raise(*static_cast<RuntimeStatus*>(self));
  };
  auto destroy = [](void* self) { delete static_cast<RuntimeStatus*>(self); };
  return ffi::Function::FromExternC(new RuntimeStatus(std::move(status)), call, destroy);
}

struct ReadyCheck {
  ffi::ObjectPtr<ffi::ModuleObj> owner;
  KernelLauncher* launcher;

  static int Call(void* self, const TVMFFIAny*, int32_t, TVMFFIAny* result) {
    result->type_index = kTVMFFINone;
    result->v_int64 = 0;
    return static_cast<ReadyCheck*>(self)->launcher->CheckReady();
  }
  static void Delete(void* self) { delete static_cast<ReadyCheck*>(self); }
};

std::string TextOfCell(uint64_t cell, DType dtype) {
  char text[32];
  const int unused_bits = 64 - int(std::min<unsigned>(dtype.bits, 64));
  if (IsHandle(dtype)) {
    std::snprintf(text, sizeof(text), "0x%llx", static_cast<unsigned long long>(cell));
  } else if (auto format = FloatFormatOf(dtype)) {
    std::snprintf(text, sizeof(text), "%g", DecodeFloat(*format, cell));
  } else if (IsFloating(dtype)) {
    const auto narrow = std::bit_cast<float>(uint32_t(cell));
    std::snprintf(text, sizeof(text), "%.9g", dtype.bits == 32 ? narrow : std::bit_cast<double>(cell));
  } else if (IsInt(dtype)) {
    std::snprintf(text, sizeof(text), "%lld",
                  static_cast<long long>(int64_t(cell << unused_bits) >> unused_bits));
  } else {
    std::snprintf(text, sizeof(text), "%llu",
                  static_cast<unsigned long long>(cell << unused_bits >> unused_bits));
  }
  return text;
}

}  // namespace

uint64_t CellOfFloat(double value, DType dtype) {
  if (auto format = FloatFormatOf(dtype)) return EncodeFloat(*format, value);
  uint64_t bits = 0;
  float narrow = float(value);
  if (dtype.bits == 32) {
    std::memcpy(&bits, &narrow, sizeof(narrow));
  } else {
    std::memcpy(&bits, &value, sizeof(value));
  }
  return bits;
}

std::string DescribeArguments(const KernelInfo& kernel, const uint64_t* cells) {
  std::string text = "(";
  for (size_t i = 0; i < kernel.arg_types.size(); ++i)
    text += (i == 0 ? "" : ", ") + TextOfCell(cells[i], kernel.arg_types[i]);
  return text + ")";
}

ffi::Optional<ffi::Function> FunctionOf(ffi::ObjectPtr<ffi::ModuleObj> owner, KernelLauncher* launcher,
                                        const ffi::String& name) {
  if (name == "__tirx_check_ready")
    return ffi::Function::FromExternC(new ReadyCheck{std::move(owner), launcher}, ReadyCheck::Call,
                                      ReadyCheck::Delete);
  const std::vector<KernelInfo>& kernels = launcher->kernels();
  for (size_t i = 0; i < kernels.size(); ++i) {
    if (kernels[i].name != std::string_view(name.data(), name.size())) continue;
    LaunchPlan plan;
    RuntimeStatus status = MakeLaunchPlan(kernels[i], &plan);
    if (!status.ok()) return MakeFailing(std::move(status));
    auto* packed =
        new PackedKernel{std::move(owner), launcher, int32_t(i), std::move(plan), launcher->Limits()};
    return ffi::Function::FromExternC(packed, PackedKernel::Call, PackedKernel::Delete);
  }
  return std::nullopt;
}

}  // namespace tirx::runtime
