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
TIRX_ARGUMENT_STEP(ArgTensor, tirx_arg_tensor, p)
#undef TIRX_ARGUMENT_STEP

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

int StepCheckTensor(HostFrame& frame, const HostInstruction& in) {
  const HostTensorCheck& check = frame.program().tensor_checks[in.b];
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

}  // namespace tirx::runtime
