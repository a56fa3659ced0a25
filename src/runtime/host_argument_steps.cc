// SPDX-License-Identifier: Apache-2.0
// Steps of host bytecode that read packed arguments and check them. Wrong types are TypeErrors, wrong values
// ValueErrors.
#include <string>

#include "runtime/device_api.h"
#include "runtime/host_frame.h"

namespace tirx::runtime {

namespace {

// Objects in an Any point at the object header; a tensor's DLTensor follows it.
constexpr size_t kObjectHeaderBytes = sizeof(TVMFFIObject);

std::string TypeNameOf(const TVMFFIAny& any) {
  switch (any.type_index) {
    case kTVMFFINone:
      return "None";
    case kTVMFFIInt:
      return "int";
    case kTVMFFIBool:
      return "bool";
    case kTVMFFIFloat:
      return "float";
    case kTVMFFIOpaquePtr:
      return "a pointer";
    case kTVMFFIDataType:
      return "dtype";
    case kTVMFFIDevice:
      return "Device";
    case kTVMFFIDLTensorPtr:
      return "DLTensor*";
    case kTVMFFIRawStr:
    case kTVMFFISmallStr:
    case kTVMFFIStr:
      return "str";
    case kTVMFFIByteArrayPtr:
    case kTVMFFISmallBytes:
    case kTVMFFIBytes:
      return "bytes";
    default:
      break;
  }
  const TVMFFITypeInfo* info = TVMFFIGetTypeInfo(any.type_index);
  return info == nullptr ? "an object" : std::string(info->type_key.data, info->type_key.size);
}

int RaiseType(const HostFrame& frame, const HostParam& param, const TVMFFIAny& any) {
  return RaiseMismatch(frame, kTypeError, param, "type", param.expected, TypeNameOf(any));
}

bool IsIntOrBool(const TVMFFIAny& any) {
  return any.type_index == kTVMFFIInt || any.type_index == kTVMFFIBool;
}

// Whether an integer is a value of the type; 64-bit ones always are, an unsigned one by its bits.
bool FitsInteger(int64_t value, DType dtype) {
  if (dtype.bits >= 64) return true;
  int64_t span = int64_t(1) << dtype.bits;
  if (dtype.code == kDLUInt) return value >= 0 && value < span;
  return value >= -span / 2 && value < span / 2;
}

const DLTensor* TensorOf(const TVMFFIAny& any) {
  if (any.type_index == kTVMFFIDLTensorPtr) return static_cast<const DLTensor*>(any.v_ptr);
  if (any.type_index == kTVMFFITensor)
    return reinterpret_cast<const DLTensor*>(reinterpret_cast<const char*>(any.v_obj) + kObjectHeaderBytes);
  return nullptr;
}

// Row-major stride of dimension `k`, which a null `strides` stands for. Products wrap: a shape so large is no
// real one.
int64_t CompactStride(const DLTensor& tensor, int k) {
  uint64_t stride = 1;
  for (int d = tensor.ndim - 1; d > k; --d) stride *= uint64_t(tensor.shape[d]);
  return int64_t(stride);
}

bool IsEmpty(const DLTensor& tensor) {
  for (int k = 0; k < tensor.ndim; ++k) {
    if (tensor.shape[k] == 0) return true;
  }
  return false;
}

bool IsCompact(const DLTensor& tensor) {
  uint64_t stride = 1;
  for (int k = tensor.ndim - 1; k >= 0; --k) {
    if (tensor.shape[k] != 1 && uint64_t(tensor.strides[k]) != stride) return false;
    stride *= uint64_t(tensor.shape[k]);
  }
  return true;
}

std::string Tuple(const int64_t* values, int count) {
  std::string text = "(";
  for (int k = 0; k < count; ++k) text += (k ? ", " : "") + std::to_string(values[k]);
  return text + (count == 1 ? ",)" : ")");
}

bool Meets(HostFrame& frame, const HostExpectation& expectation, int64_t value) {
  switch (expectation.kind) {
    case HostExpectation::kAny:
      return true;
    case HostExpectation::kConstant:
      return value == expectation.value;
    case HostExpectation::kRegister:
      return value == frame.reg(Reg(expectation.value)).i;
  }
  return false;
}

std::string ExpectedText(HostFrame& frame, const HostExpectation& expectation) {
  if (expectation.kind == HostExpectation::kConstant) return std::to_string(expectation.value);
  return expectation.text + " = " + std::to_string(frame.reg(Reg(expectation.value)).i);
}

class TensorChecker {
 public:
  TensorChecker(HostFrame& frame, const HostTensorCheck& check, const DLTensor& tensor)
      : frame_(frame), check_(check), tensor_(tensor), param_(frame.program().params[check.param]) {}

  int Run() {
    if (int status = Shape()) return status;
    if (int status = Strides()) return status;
    if (int status = ByteOffset()) return status;
    if (int status = Device()) return status;
    return Data();
  }

 private:
  int Mismatch(const std::string& field, const std::string& expected, const std::string& got) {
    return RaiseMismatch(frame_, kValueError, param_, param_.name + "." + field, expected, got);
  }

  int Shape() {
    for (size_t k = 0; k < check_.shape.size(); ++k) {
      int64_t value = tensor_.shape[k];
      if (value < 0) return Mismatch("shape[" + std::to_string(k) + "]", "0 or more", std::to_string(value));
      if (!Meets(frame_, check_.shape[k], value))
        return Mismatch("shape[" + std::to_string(k) + "]", ExpectedText(frame_, check_.shape[k]),
                        std::to_string(value));
    }
    return 0;
  }

  int Strides() {
    if (check_.strides.empty()) {
      if (tensor_.strides == nullptr || IsCompact(tensor_) || IsEmpty(tensor_)) return 0;
      return Mismatch("strides", "a compact row-major array", Tuple(tensor_.strides, tensor_.ndim));
    }
    for (size_t k = 0; k < check_.strides.size(); ++k) {
      if (tensor_.shape[k] == 1) continue;
      int64_t value = tensor_.strides ? tensor_.strides[k] : CompactStride(tensor_, int(k));
      if (!Meets(frame_, check_.strides[k], value))
        return Mismatch("strides[" + std::to_string(k) + "]", ExpectedText(frame_, check_.strides[k]),
                        std::to_string(value));
    }
    return 0;
  }

  int ByteOffset() {
    if (!Meets(frame_, check_.byte_offset, int64_t(tensor_.byte_offset)))
      return Mismatch("byte_offset", ExpectedText(frame_, check_.byte_offset),
                      std::to_string(tensor_.byte_offset));
    if (tensor_.byte_offset % check_.offset_factor != 0)
      return Mismatch("byte_offset", "a multiple of " + std::to_string(check_.offset_factor),
                      std::to_string(tensor_.byte_offset));
    return 0;
  }

  int Device() {
    const int32_t type = tensor_.device.device_type;
    KernelLauncher* device = check_.on_device ? frame_.linked.device : nullptr;
    if (device != nullptr ? !device->AcceptsDevice(type) : type != kDLCPU)
      return Mismatch("device_type", device != nullptr ? device->DeviceName() : "cpu", DeviceTypeName(type));
    if (check_.device_id == kNoReg) return 0;
    int64_t expected = frame_.reg(check_.device_id).i;
    if (tensor_.device.device_id != expected)
      return Mismatch("device_id", std::to_string(expected), std::to_string(tensor_.device.device_id));
    return 0;
  }

  int Data() {
    if (tensor_.data == nullptr) {
      if (IsEmpty(tensor_)) return 0;
      return Mismatch("data", "a pointer that is not NULL", "NULL");
    }
    uint64_t address = reinterpret_cast<uint64_t>(tensor_.data) + tensor_.byte_offset;
    if (address % check_.alignment == 0) return 0;
    return Raise(kValueError, "Misaligned data of `" + param_.name + "` on argument #" +
                                  std::to_string(param_.index) + " when calling: `" +
                                  frame_.function.signature + "`, expected a multiple of " +
                                  std::to_string(check_.alignment) + " bytes, got one off by " +
                                  std::to_string(address % check_.alignment));
  }

  HostFrame& frame_;
  const HostTensorCheck& check_;
  const DLTensor& tensor_;
  const HostParam& param_;
};

const DLTensor& TensorIn(HostFrame& frame, Reg reg) {
  return *static_cast<const DLTensor*>(frame.reg(reg).p);
}

int CheckAxis(const DLTensor& tensor, uint16_t axis) {
  return axis < tensor.ndim
             ? 0
             : Raise(kInternalError, "host bytecode asks for a dimension that the tensor lacks");
}

}  // namespace

int RaiseMismatch(const HostFrame& frame, const char* kind, const HostParam& param, const std::string& what,
                  const std::string& expected, const std::string& got) {
  return Raise(kind, "Mismatched " + what + " on argument #" + std::to_string(param.index) +
                         " when calling: `" + frame.function.signature + "`, expected " + expected +
                         ", got " + got);
}

int StepArgCount(HostFrame& frame, const HostInstruction&) {
  const HostFunction& function = frame.function;
  if (frame.num_args != function.num_params)
    return Raise(kTypeError, "Mismatched number of arguments when calling: `" + function.signature +
                                 "`, expected " + std::to_string(function.num_params) + ", got " +
                                 std::to_string(frame.num_args));
  if (frame.num_args != 0 && frame.args == nullptr)
    return Raise(kTypeError, "NULL arguments when calling: `" + function.signature + "`");
  return 0;
}

int StepArgInt(HostFrame& frame, const HostInstruction& in) {
  const HostParam& param = frame.program().params[in.b];
  const TVMFFIAny& any = frame.args[param.index];
  if (!IsIntOrBool(any)) return RaiseType(frame, param, any);
  if (!FitsInteger(any.v_int64, param.dtype))
    return RaiseMismatch(frame, kValueError, param, "value", "a value of " + DTypeName(param.dtype),
                         std::to_string(any.v_int64));
  frame.reg(in.a).i = any.v_int64;
  return 0;
}

int StepArgBool(HostFrame& frame, const HostInstruction& in) {
  const HostParam& param = frame.program().params[in.b];
  const TVMFFIAny& any = frame.args[param.index];
  if (!IsIntOrBool(any)) return RaiseType(frame, param, any);
  frame.reg(in.a).i = any.v_int64 != 0;
  return 0;
}

int StepArgFloat(HostFrame& frame, const HostInstruction& in) {
  const HostParam& param = frame.program().params[in.b];
  const TVMFFIAny& any = frame.args[param.index];
  if (any.type_index == kTVMFFIFloat) {
    frame.reg(in.a).f = any.v_float64;
  } else if (IsIntOrBool(any)) {
    frame.reg(in.a).f = double(any.v_int64);
  } else {
    return RaiseType(frame, param, any);
  }
  return 0;
}

int StepArgHandle(HostFrame& frame, const HostInstruction& in) {
  const HostParam& param = frame.program().params[in.b];
  const TVMFFIAny& any = frame.args[param.index];
  if (any.type_index == kTVMFFINone) {
    frame.reg(in.a).p = nullptr;
  } else if (any.type_index == kTVMFFIOpaquePtr) {
    frame.reg(in.a).p = any.v_ptr;
  } else if (const DLTensor* tensor = TensorOf(any)) {
    frame.reg(in.a).p = static_cast<char*>(tensor->data) + tensor->byte_offset;
  } else if (any.type_index >= kTVMFFIStaticObjectBegin) {
    frame.reg(in.a).p = any.v_obj;
  } else {
    return RaiseType(frame, param, any);
  }
  return 0;
}

int StepArgTensor(HostFrame& frame, const HostInstruction& in) {
  const HostParam& param = frame.program().params[in.b];
  const TVMFFIAny& any = frame.args[param.index];
  const DLTensor* tensor = TensorOf(any);
  if (tensor == nullptr) {
    // None and a null pointer have the right type but no tensor.
    if (any.type_index == kTVMFFIDLTensorPtr || any.type_index == kTVMFFINone)
      return RaiseMismatch(frame, kValueError, param, "value", "a Tensor that is not NULL", "NULL");
    return RaiseType(frame, param, any);
  }
  if (tensor->ndim != param.ndim)
    return RaiseMismatch(frame, kValueError, param, param.name + ".ndim", std::to_string(param.ndim),
                         std::to_string(tensor->ndim));
  const bool sub_byte =
      param.dtype.bits < 8 && IsInteger(param.dtype);  // producers disagree on how to declare those
  if (!(tensor->dtype == param.dtype) && !sub_byte)
    return RaiseMismatch(frame, kTypeError, param, param.name + ".dtype", DTypeName(param.dtype),
                         DTypeName(tensor->dtype));
  frame.reg(in.a).p = const_cast<DLTensor*>(tensor);
  return 0;
}

int StepTensorShape(HostFrame& frame, const HostInstruction& in) {
  const DLTensor& tensor = TensorIn(frame, in.b);
  if (CheckAxis(tensor, in.c) != 0) return -1;
  frame.reg(in.a).i = tensor.shape[in.c];
  return 0;
}

int StepTensorStride(HostFrame& frame, const HostInstruction& in) {
  const DLTensor& tensor = TensorIn(frame, in.b);
  if (CheckAxis(tensor, in.c) != 0) return -1;
  frame.reg(in.a).i = tensor.strides ? tensor.strides[in.c] : CompactStride(tensor, in.c);
  return 0;
}

int StepTensorByteOffset(HostFrame& frame, const HostInstruction& in) {
  frame.reg(in.a).i = int64_t(TensorIn(frame, in.b).byte_offset);
  return 0;
}

int StepTensorDeviceId(HostFrame& frame, const HostInstruction& in) {
  frame.reg(in.a).i = TensorIn(frame, in.b).device.device_id;
  return 0;
}

int StepTensorData(HostFrame& frame, const HostInstruction& in) {
  frame.reg(in.a).p = TensorIn(frame, in.b).data;
  return 0;
}

int StepCheckTensor(HostFrame& frame, const HostInstruction& in) {
  return TensorChecker(frame, frame.program().tensor_checks[in.b], TensorIn(frame, in.a)).Run();
}

}  // namespace tirx::runtime
