// SPDX-License-Identifier: Apache-2.0
// Steps of host bytecode that read packed arguments and check them: host_arguments.h on the program's tables.
#include <string>

#include "base/small_array.h"
#include "runtime/host_frame.h"
#include "runtime/status.h"

namespace tirx::runtime {

namespace {

tirx_param Plain(const HostParam& param) {
  return {param.index, param.name.c_str(), param.expected.c_str(), param.dtype, param.ndim};
}

const DLTensor& TensorIn(HostFrame& frame, Reg reg) {
  return *static_cast<const DLTensor*>(frame.reg(reg).p);
}

int CheckAxis(const DLTensor& tensor, uint16_t axis) {
  return axis < tensor.ndim
             ? 0
             : Raise(kInternalError, "host bytecode asks for a dimension that the tensor lacks");
}

inline tirx_number Plain(HostFrame& frame, const HostExpectation& expectation) {
  if (expectation.kind == HostExpectation::kRegister)
    return {frame.reg(Reg(expectation.value)).i, expectation.text.c_str()};
  return {expectation.value, expectation.kind == HostExpectation::kAny ? "" : nullptr};
}

tirx_place PlaceOf(HostFrame& frame, const HostTensorCheck& check) {
  const int64_t id = check.device_id == kNoReg ? -1 : frame.reg(check.device_id).i;
  if (check.on_device && frame.linked.device != nullptr)
    return {frame.linked.device_types, frame.linked.device_name.c_str(), id};
  return {1u << kDLCPU, "cpu", id};
}

// Most tensors are what the function wants, and row-major. To know that takes no numbers as they stand in
// messages; of a tensor of which these two do not know it, the functions of host_arguments.h tell.
inline bool IsWanted(const DLTensor& tensor, const HostParam& param) {
  return tensor.ndim == param.ndim && tensor.dtype.code == param.dtype.code &&
         tensor.dtype.bits == param.dtype.bits && tensor.dtype.lanes == param.dtype.lanes;
}

bool PassesAtOnce(HostFrame& frame, const HostTensorCheck& check, const DLTensor& tensor) {
  auto meets = [&](const HostExpectation& expected, int64_t value) {
    return expected.kind == HostExpectation::kAny ||
           value == (expected.kind == HostExpectation::kRegister ? frame.reg(Reg(expected.value)).i
                                                                 : expected.value);
  };
  uint64_t compact = 1;
  for (size_t k = check.shape.size(); k-- > 0;) {
    const int64_t extent = tensor.shape[k];
    if (extent <= 0 || !meets(check.shape[k], extent)) return false;
    if (tensor.strides != nullptr && tensor.strides[k] != int64_t(compact)) return false;
    compact *= uint64_t(extent);
  }
  const uint64_t low_bits = check.alignment - 1;
  const auto type = uint32_t(tensor.device.device_type);
  const bool on_device = check.on_device != 0 && frame.linked.device != nullptr;
  const uint32_t types = on_device ? frame.linked.device_types : 1u << kDLCPU;
  return check.strides.empty() && tensor.byte_offset == 0 && meets(check.byte_offset, 0) && type < 32 &&
         (types >> type & 1) != 0 &&
         (check.device_id == kNoReg || frame.reg(check.device_id).i == tensor.device.device_id) &&
         tensor.data != nullptr && (check.alignment & low_bits) == 0 &&
         (reinterpret_cast<uintptr_t>(tensor.data) & low_bits) == 0;
}

}  // namespace

int StepArgCount(HostFrame& frame, const HostInstruction&) {
  const tirx_function function = frame.plain();
  return tirx_check_count(&function, frame.args, frame.num_args, frame.function.num_params);
}

#define TIRX_ARGUMENT_STEP(Name, read, member)                           \
  int Step##Name(HostFrame& frame, const HostInstruction& in) {          \
    const tirx_function function = frame.plain();                        \
    const tirx_param param = Plain(frame.program().params[in.b]);        \
    return read(&function, &param, frame.args, &frame.reg(in.a).member); \
  }
TIRX_ARGUMENT_STEP(ArgInt, tirx_arg_int, i)
TIRX_ARGUMENT_STEP(ArgBool, tirx_arg_bool, i)
TIRX_ARGUMENT_STEP(ArgFloat, tirx_arg_float, f)
TIRX_ARGUMENT_STEP(ArgHandle, tirx_arg_handle, p)
#undef TIRX_ARGUMENT_STEP

// Out of line, here and below: what is seldom needed takes no registers of what is always done.
[[gnu::noinline]] static int ReadTensor(HostFrame& frame, const HostInstruction& in,
                                        const HostParam& wanted) {
  const tirx_function function = frame.plain();
  const tirx_param param = Plain(wanted);
  return tirx_arg_tensor(&function, &param, frame.args, &frame.reg(in.a).p);
}

int StepArgTensor(HostFrame& frame, const HostInstruction& in) {
  const HostParam& wanted = frame.program().params[in.b];
  const DLTensor* tensor = tirx_tensor_of(&frame.args[wanted.index]);
  if (tensor == nullptr || !IsWanted(*tensor, wanted)) return ReadTensor(frame, in, wanted);
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
  frame.reg(in.a).i = tirx_stride(&tensor, in.c);
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

[[gnu::noinline]] static int CheckEachPart(HostFrame& frame, const HostInstruction& in,
                                           const HostTensorCheck& check) {
  const tirx_function function = frame.plain();
  const tirx_param param = Plain(frame.program().params[check.param]);
  SmallArray<tirx_number, 16> shape(check.shape.size()), strides(check.strides.size());
  for (size_t k = 0; k < check.shape.size(); ++k) shape[k] = Plain(frame, check.shape[k]);
  for (size_t k = 0; k < check.strides.size(); ++k) strides[k] = Plain(frame, check.strides[k]);
  const tirx_number offset = Plain(frame, check.byte_offset);
  const tirx_place place = PlaceOf(frame, check);
  return tirx_check_tensor(&function, &param, frame.reg(in.a).p, shape.data(),
                           check.strides.empty() ? nullptr : strides.data(), &offset, check.offset_factor,
                           check.alignment, &place);
}

int StepCheckTensor(HostFrame& frame, const HostInstruction& in) {
  const HostTensorCheck& check = frame.program().tensor_checks[in.b];
  return PassesAtOnce(frame, check, TensorIn(frame, in.a)) ? 0 : CheckEachPart(frame, in, check);
}

}  // namespace tirx::runtime
