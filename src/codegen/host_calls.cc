// SPDX-License-Identifier: Apache-2.0
// Calls in host code: functions of the module, mathematics, packed arguments, launches.
#include "codegen/host_bytecode.h"
#include "codegen/host_emitter.h"
#include "ir/printer.h"
#include "runtime/launch_plan.h"

namespace tirx::codegen {

using ir::Expr;
using runtime::HostExpectation;
using runtime::HostValueKind;

namespace {

int64_t IntAttr(const ir::CallNode* call, const char* key) {
  return ir::AttrOr<int64_t>(call->attrs, key, 0);
}
bool BoolAttr(const ir::CallNode* call, const char* key) {
  return ir::AttrOr<bool>(call->attrs, key, false);
}
std::string TextAttr(const ir::CallNode* call, const char* key) {
  return std::string(ir::AttrOr<String>(call->attrs, key, String("")));
}
DType DTypeAttr(const ir::CallNode* call) {
  return ParseDType(TextAttr(call, "dtype")).value_or(Void());
}

// Reads of one field of a tensor argument.
struct FieldRow {
  std::string_view op;
  HostOp instruction;
};
constexpr FieldRow kFields[] = {
    {"host.tensor_shape", HostOp::TensorShape},
    {"host.tensor_stride", HostOp::TensorStride},
    {"host.tensor_byte_offset", HostOp::TensorByteOffset},
    {"host.tensor_device_id", HostOp::TensorDeviceId},
    {"host.tensor_data", HostOp::TensorData},
};

}  // namespace

Result<Reg> HostEmitter::CallValue(const ir::CallNode* call) {
  struct ValueRow {
    std::string_view op;
    Result<Reg> (HostEmitter::*emit)(const ir::CallNode*);
  };
  struct EffectRow {
    std::string_view op;
    Status (HostEmitter::*emit)(const ir::CallNode*);
  };
  static const ValueRow values[] = {
      {"if_then_else", &HostEmitter::LazySelect},
      {"host.arg_scalar", &HostEmitter::ArgScalar},
      {"host.arg_pointer", &HostEmitter::ArgPointer},
      {"host.arg_tensor_map", &HostEmitter::ArgPointer},
      {"host.arg_tensor", &HostEmitter::ArgTensor},
      {"call_packed", &HostEmitter::CallPacked},
      {"tensormap_encode_tiled", &HostEmitter::EncodeTensorMap},
      {"ptr_byte_offset", &HostEmitter::OffsetPointer},
      {"address_of", &HostEmitter::AddressOf},
      {"isnullptr", &HostEmitter::IsNull},
      {"likely", &HostEmitter::FirstOperand},
      {"undef", &HostEmitter::SomeValue},
  };
  static const EffectRow effects[] = {
      {"host.arg_count", &HostEmitter::ArgCount},
      {"host.check_tensor", &HostEmitter::CheckTensor},
      {"host.set_device", &HostEmitter::SetDevice},
      {"launch_kernel", &HostEmitter::LaunchKernel},
  };
  if (auto* callee = call->callee.as<ir::GlobalVarNode>()) return CallFunction(call, callee);
  std::string_view op = call->op_name();
  if (op == "tensor_data_ptr") return VarValue(RefCast<ir::Var>(call->args[0]), call->span);
  for (const ValueRow& row : values) {
    if (row.op == op) return (this->*row.emit)(call);
  }
  for (const EffectRow& row : effects) {
    if (row.op != op) continue;
    TIRX_RETURN_IF_FAILED((this->*row.emit)(call));
    return Reg(0);  // nobody reads the value of a void call
  }
  for (const FieldRow& row : kFields) {
    if (row.op == op) return TensorField(call);
  }
  return MathValue(call);
}

Result<Reg> HostEmitter::MathValue(const ir::CallNode* call) {
  std::string name = "`T." + std::string(call->op_name()) + "`";
  if (call->args.empty()) return Unsupported(name, "it belongs into a kernel", call->span);
  auto operands = HostClassOf(call->args[0]->dtype());
  auto op = operands ? FindMath(call->op_name(), *operands) : std::nullopt;
  if (!op) return Unsupported(name, "it belongs into a kernel", call->span);
  TIRX_TRY(Reg x, Value(call->args[0]));
  Reg y = 0;
  if (call->args.size() > 1) {
    TIRX_TRY(y, Value(call->args[1]));
  }
  Reg result = Apply(*op, x, y);
  return IsBool(call->dtype()) ? result : Narrowed(result, NarrowingOf(call->dtype()));
}

Result<Reg> HostEmitter::CallFunction(const ir::CallNode* call, const ir::GlobalVarNode* callee) {
  ir::Function function = builder_.module.Find(View(callee->name));
  auto found = builder_.functions.find(View(callee->name));
  if (function.defined() && function->calling_conv() == ir::CallingConv::Packed)
    return Fail(DK::HostCallsExported, call->span, {View(callee->name)});
  if (found == builder_.functions.end())
    return Unsupported("the function `" + std::string(View(callee->name)) + "`",
                       "the module has no such host function", call->span);
  runtime::HostCall row;
  row.function = found->second;
  for (const Expr& arg : call->args) {
    TIRX_TRY(Reg value, Value(arg));
    row.args.push_back(value);
  }
  Reg result = NewReg();
  row.result = IsVoid(call->dtype()) ? runtime::kNoReg : result;
  TIRX_TRY(uint16_t index, AddRow(&program().calls, std::move(row), "calls"));
  Emit(Op::CallHost, index);
  return result;
}

Result<Reg> HostEmitter::CallPacked(const ir::CallNode* call) {
  runtime::HostGlobalCall row;
  row.name = TextAttr(call, "function");
  for (const Expr& arg : call->args) {
    if (auto* text = arg.as<ir::StringImmNode>()) {
      row.args.push_back({HostValueKind::kText, 0, std::string(View(text->value))});
      continue;
    }
    if (IsFloating(arg->dtype())) {
      TIRX_RETURN_IF_FAILED(ClassOf(arg));  // the variable of an argument of 8 bits has no value of its type
    }
    TIRX_TRY(Reg value, Value(arg));
    row.args.push_back({ValueKindOf(arg->dtype()), value, ""});
  }
  const bool has_result = !IsVoid(call->dtype());
  Reg result = has_result ? NewReg() : Reg(0);  // nobody reads the value of a void call
  if (has_result) {
    row.result = result;
    row.result_kind = ValueKindOf(call->dtype());
  }
  TIRX_TRY(uint16_t index, AddRow(&program().global_calls, std::move(row), "calls"));
  Emit(Op::CallGlobal, index);
  bool exact = !has_result || IsBool(call->dtype()) || IsHandle(call->dtype());
  return exact ? result : Narrowed(result, WrappingOf(call->dtype()));
}

// A call of the runtime's function, which writes to memory of this function's frame.
Result<Reg> HostEmitter::EncodeTensorMap(const ir::CallNode* call) {
  constexpr int64_t kMapBytes = 128;
  if (out_.frame_bytes + kMapBytes > kMaxFrameBytes)
    return Unsupported("the tensor map", "a function has room for 1 MiB of its own", call->span);
  Reg map = NewReg();
  Emit(Op::FrameAddress, map, out_.frame_bytes & 0xFFFF, out_.frame_bytes >> 16);
  out_.frame_bytes += uint32_t(kMapBytes);
  runtime::HostGlobalCall row;
  row.name = "tirx.runtime.tensormap_encode_tiled";
  auto add_text = [&](const char* key) {
    row.args.push_back({HostValueKind::kText, 0, TextAttr(call, key)});
  };
  auto add = [&](HostValueKind kind, Reg value) { row.args.push_back({kind, value, ""}); };
  add(HostValueKind::kHandle, map);
  add_text("dtype");
  add_text("format");
  add(HostValueKind::kInt, EmitConst(int64_t(call->args.size() / 4)));
  for (size_t i = 0; i < call->args.size(); ++i) {
    TIRX_TRY(Reg value, Value(call->args[i]));
    add(i == 0 ? HostValueKind::kHandle : HostValueKind::kInt, value);
  }
  for (const char* key : {"interleave", "swizzle", "l2_promotion", "oob_fill"}) add_text(key);
  TIRX_TRY(uint16_t index, AddRow(&program().global_calls, std::move(row), "calls"));
  Emit(Op::CallGlobal, index);
  return map;
}

Result<Reg> HostEmitter::OffsetPointer(const ir::CallNode* call) {
  TIRX_TRY(Reg pointer, Value(call->args[0]));
  TIRX_TRY(Reg bytes, Value(call->args[1]));
  auto add = FindBinary(ir::BinaryOp::Add, HostClass::Unsigned);
  TIRX_CHECK(add, "host code cannot add");
  return Apply(add->op, pointer, bytes);
}

Result<Reg> HostEmitter::IsNull(const ir::CallNode* call) {
  TIRX_TRY(Reg pointer, Value(call->args[0]));
  auto equal = FindBinary(ir::BinaryOp::EQ, HostClass::Unsigned);
  TIRX_CHECK(equal, "host code cannot compare");
  return Apply(equal->op, pointer, EmitConst(0));
}

Result<Reg> HostEmitter::SomeValue(const ir::CallNode*) {
  return EmitConst(0);
}

Result<Reg> HostEmitter::FirstOperand(const ir::CallNode* call) {
  return Value(call->args[0]);
}

Result<Reg> HostEmitter::AddressOf(const ir::CallNode* call) {
  auto* element = call->args[0].as<ir::TensorLoadNode>();
  if (!element)
    return Unsupported("the address of a tensor map", "kernels have copies, whose addresses they take",
                       call->span);
  if (element->tensor.tensor_type()->cell)
    return Unsupported("the address of the cell `" + std::string(View(element->tensor->name)) + "`",
                       "only elements of tensors have one there", call->span);
  DType t = element->dtype();
  if (t.bits * t.lanes % 8 != 0)
    return Unsupported("the address of an element of " + DTypeName(t), "only whole bytes have one",
                       call->span);
  TIRX_TRY(Reg data, VarValue(element->tensor, call->span));
  TIRX_TRY(Reg index, ElementIndex(element->tensor, element->indices));
  return Apply(Op::AddU, data, Apply(Op::MulU, index, EmitConst(StorageBytes(t))));
}

// --- packed arguments ---

Status HostEmitter::ArgCount(const ir::CallNode* call) {
  out_.signature = TextAttr(call, "signature");
  out_.num_params = uint16_t(IntAttr(call, "count"));
  Emit(Op::ArgCount);
  return Ok{};
}

Result<uint16_t> HostEmitter::AddParam(const ir::CallNode* call, std::string expected, DType dtype,
                                       int64_t ndim) {
  runtime::HostParam param;
  param.index = uint16_t(IntAttr(call, "index"));
  param.name = TextAttr(call, "name");
  param.expected = std::move(expected);
  param.dtype = dtype;
  param.ndim = uint16_t(ndim);
  const bool only_read = only_read_.count(param.index) != 0;
  TIRX_TRY(uint16_t index, AddRow(&program().params, std::move(param), "parameters"));
  if (only_read) program().only_read.push_back(index);
  params_[IntAttr(call, "index")] = index;
  return index;
}

Result<Reg> HostEmitter::ArgScalar(const ir::CallNode* call) {
  DType dtype = DTypeAttr(call);
  const std::optional<HostClass> computed = HostClassOf(dtype);
  // Floats of 8 bits are only handed on: the launch rounds them.
  const HostClass kind = computed.value_or(IsFloating(dtype) ? HostClass::Float : HostClass::Handle);
  TIRX_CHECK(kind != HostClass::Handle, "a scalar argument of type " + DTypeName(dtype));
  struct Row {
    HostOp op;
    const char* expected;
  };
  const Row row = kind == HostClass::Float  ? Row{Op::ArgFloat, "float"}
                  : kind == HostClass::Bool ? Row{Op::ArgBool, "bool"}
                                            : Row{Op::ArgInt, "int"};
  TIRX_TRY(uint16_t param, AddParam(call, row.expected, dtype, 0));
  Reg value = NewReg();
  Emit(row.op, value, param);
  return computed == HostClass::Float ? Narrowed(value, WrappingOf(dtype)) : value;
}

Result<Reg> HostEmitter::ArgPointer(const ir::CallNode* call) {
  TIRX_TRY(uint16_t param, AddParam(call, "a pointer", Handle(), 0));
  Reg value = NewReg();
  Emit(Op::ArgHandle, value, param);
  return value;
}

Result<Reg> HostEmitter::ArgTensor(const ir::CallNode* call) {
  TIRX_TRY(uint16_t param, AddParam(call, "Tensor", DTypeAttr(call), IntAttr(call, "ndim")));
  Reg value = NewReg();
  Emit(Op::ArgTensor, value, param);
  return value;
}

Result<Reg> HostEmitter::TensorField(const ir::CallNode* call) {
  TIRX_TRY(Reg tensor, Value(call->args[0]));
  for (const FieldRow& row : kFields) {
    if (row.op != call->op_name()) continue;
    Reg value = NewReg();
    Emit(row.instruction, value, tensor, uint32_t(IntAttr(call, "axis")));
    return value;
  }
  TIRX_UNREACHABLE("no such tensor field");
}

Result<HostExpectation> HostEmitter::Expectation(const Expr& expr) {
  HostExpectation expectation;
  if (auto constant = ir::ConstInt(expr)) {
    expectation.kind = HostExpectation::kConstant;
    expectation.value = *constant;
    return expectation;
  }
  TIRX_TRY(Reg value, Value(expr));
  expectation.kind = HostExpectation::kRegister;
  expectation.value = value;
  // A conversion to 64 bits is ours, not the script's.
  auto* cast = expr.as<ir::CastNode>();
  expectation.text = ir::Print(cast ? cast->value : expr);
  return expectation;
}

Status HostEmitter::CheckTensor(const ir::CallNode* call) {
  runtime::HostTensorCheck row;
  auto param = params_.find(IntAttr(call, "index"));
  TIRX_CHECK(param != params_.end(), "`host.check_tensor` without its `host.arg_tensor`");
  row.param = param->second;
  const size_t ndim = program().params[row.param].ndim;
  TIRX_TRY(Reg tensor, Value(call->args[0]));
  TIRX_TRY(row.device_id, Value(call->args[1]));
  TIRX_TRY(row.byte_offset, Expectation(call->args[2]));
  for (size_t i = 3; i < call->args.size(); ++i) {
    TIRX_TRY(HostExpectation expectation, Expectation(call->args[i]));
    (i - 3 < ndim ? row.shape : row.strides).push_back(std::move(expectation));
  }
  row.on_device = BoolAttr(call, "on_device");
  row.alignment = uint32_t(IntAttr(call, "alignment"));
  TIRX_TRY(uint16_t index, AddRow(&program().tensor_checks, std::move(row), "tensors"));
  Emit(Op::CheckTensor, tensor, index);
  return Ok{};
}

// --- devices ---

Status HostEmitter::SetDevice(const ir::CallNode* call) {
  TIRX_TRY(Reg device, Value(call->args[0]));
  Emit(Op::SetDevice, device);
  return Ok{};
}

uint32_t HostEmitter::KernelIndex(const std::string& symbol) {
  auto found = builder_.kernels.find(symbol);
  if (found != builder_.kernels.end()) return found->second;
  for (const ir::Function& function : builder_.module->functions) {
    if (function->calling_conv() != ir::CallingConv::DeviceKernel) continue;
    runtime::KernelInfo info = KernelInfoOf(function);
    if (info.name != symbol) continue;
    uint32_t index = uint32_t(program().kernels.size());
    program().kernels.push_back(std::move(info));
    builder_.kernels.emplace(symbol, index);
    return index;
  }
  TIRX_UNREACHABLE("a launch of `" + symbol + "`, which is no kernel of the module");
}

Status HostEmitter::LaunchKernel(const ir::CallNode* call) {
  runtime::HostLaunch row;
  row.kernel = KernelIndex(TextAttr(call, "kernel"));
  const size_t num_args = program().kernels[row.kernel].arg_types.size();
  for (size_t i = 0; i < call->args.size(); ++i) {
    TIRX_TRY(Reg value, Value(call->args[i]));
    (i < num_args ? row.args : row.launch_values).push_back(value);
  }
  TIRX_TRY(uint16_t index, AddRow(&program().launches, std::move(row), "launches"));
  Emit(Op::Launch, index);
  return Ok{};
}

}  // namespace tirx::codegen
