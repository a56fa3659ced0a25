// SPDX-License-Identifier: Apache-2.0
// Calls: ops of the language itself, semantics functions of op rows, and private functions, which are
// inlined.
#include <cstdlib>

#include "sim/lower.h"

namespace tirx::sim {
namespace {

constexpr size_t kMaxInlineDepth = 256;

std::vector<OpAttribute> AttributesOf(const ir::CallNode& call) {
  std::vector<OpAttribute> attributes;
  for (const auto& [key, value] : call.attrs) {
    OpAttribute attribute;
    attribute.name = std::string(View(key));
    if (auto text = value.as<String>())
      attribute.text = std::string(View(*text));
    else if (auto flag = value.as<bool>())
      attribute.number = *flag;
    else if (auto number = value.as<int64_t>())
      attribute.number = *number;
    attributes.push_back(std::move(attribute));
  }
  return attributes;
}

// Whether the operation touches what other blocks see, other than as loads and stores do: shared memory is of
// blocks that run together in any case.
bool Couples(const ir::OpRow& row, const ir::CallNode& call) {
  if (row.effect == ir::Effect::Opaque) return true;
  if (row.effect != ir::Effect::Update) return false;
  auto* element = call.args.empty() ? nullptr : call.args[0].as<ir::TensorLoadNode>();
  return !element || View(element->tensor.tensor_type()->scope).substr(0, 6) != "shared";
}

}  // namespace

Result<Value> KernelLowering::LowerCall(const ir::CallNode& call, bool used) {
  if (auto* callee = call.callee.as<ir::GlobalVarNode>()) {
    ir::Function function = module_.Find(View(callee->name));
    if (!function.defined() || !function->body.defined())
      return Unsupported("a call of `" + std::string(View(callee->name)) + "`, which has no body", call.span);
    return LowerFunctionCall(call, function);
  }
  std::string_view name = call.op_name();
  if (name == "if_then_else") {
    TIRX_TRY(Value condition, LowerExpr(call.args[0]));
    TIRX_TRY(Type type, ScalarType(call.dtype(), call.span));
    ir::Expr then_value = call.args[1], else_value = call.args[2];
    return LowerLazy(condition, type, call.dtype().lanes, &then_value, Value(), &else_value, Value());
  }
  if (name == "reinterpret") return LowerReinterpret(call);
  if (name == "tensor_data_ptr") {
    auto* var = call.args[0].as<ir::VarNode>();
    if (!var) return Unsupported("the address of a part of a tensor here", call.span);
    TIRX_TRY(const TensorPlace* place, PlaceOf(RefCast<ir::Var>(call.args[0]), call.span));
    if (place->kind != TensorPlace::Memory)
      return Unsupported("the address of `" + place->name + "`, which is a thread's own", call.span);
    return place->base;
  }
  if (name == "address_of") {
    if (auto* load = call.args[0].as<ir::TensorLoadNode>())
      return ElementAddress(load->tensor, load->indices, call.span);
    return LowerExpr(call.args[0]);  // of a tensor map: the parameter is where it lies
  }
  if (name == "ptr_byte_offset") {
    TIRX_TRY(Value pointer, LowerExpr(call.args[0]));
    TIRX_TRY(Value bytes, LowerExpr(call.args[1]));
    assembler_.SetSite(SpanOf(call.span));
    return assembler_.Binary(Op::Add, pointer, assembler_.Cast(bytes, pointer.type));
  }
  return LowerOp(call, used);
}

Result<Value> KernelLowering::LowerReinterpret(const ir::CallNode& call) {
  TIRX_TRY(Value value, LowerExpr(call.args[0]));
  TIRX_TRY(Type type, ScalarType(call.dtype(), call.span));
  assembler_.SetSite(SpanOf(call.span));
  if (value.type == type) return value;
  if (MemoryBytes(value.type) != MemoryBytes(type) || value.lanes != call.dtype().lanes)
    return Unsupported("`T.reinterpret` that changes the number of elements", call.span);
  return assembler_.Bitcast(value, type);
}

Result<Value> KernelLowering::LowerOperand(const ir::OpRow& row, size_t index, const ir::Expr& arg) {
  auto* load = arg.as<ir::TensorLoadNode>();
  const bool is_element = row.operand(index)->kind == ir::ParamKind::Element;
  if (load && is_element)
    return load->dtype().lanes > 1 ? ElementAddresses(*load)
                                   : ElementAddress(load->tensor, load->indices, load->span);
  if (auto* region = arg.as<ir::TensorRegionNode>()) return RegionAddress(*region);
  if (auto* var = arg.as<ir::VarNode>(); var && RefCast<ir::Var>(arg).is_tensor()) {
    TIRX_TRY(const TensorPlace* place, PlaceOf(RefCast<ir::Var>(arg), arg->span));
    if (place->kind != TensorPlace::Memory)
      return Unsupported("the address of `" + place->name + "`, which is a thread's own", arg->span);
    return place->base;
  }
  TIRX_TRY(Value value, LowerExpr(arg));
  const DType element = is_element ? ir::ElementDType(arg).value_or(Void()) : Void();
  return element.lanes > 1 ? ComponentAddresses(value, element) : value;
}

Result<Value> KernelLowering::LowerOp(const ir::CallNode& call, bool used) {
  const ir::OpRow* row = ir::FindOp(call.op_name());
  if (!row || !row->sim)
    return Unsupported("`T." + std::string(call.op_name()) + "`, which has no semantics here", call.span);
  OpCall op;
  op.name = "T." + std::string(row->name);
  op.semantics = row->sim;
  op.attributes = AttributesOf(call);
  std::vector<Value> args;
  bool varying = false;
  for (size_t i = 0; i < call.args.size(); ++i) {
    TIRX_TRY(Value arg, LowerOperand(*row, i, call.args[i]));
    const bool by_component = row->effect == ir::Effect::Pure || row->effect == ir::Effect::Read;
    if (arg.lanes != 1 && (!by_component || arg.lanes != call.dtype().lanes))
      return Unsupported("`T." + std::string(row->name) + "` on vectors", call.span);
    args.push_back(arg);
    varying |= arg.vector;
  }
  op.pure = row->effect == ir::Effect::Pure;
  op.couples = Couples(*row, call);
  const bool has_result = !IsVoid(call.dtype());
  Type type = Type::I32;
  const bool varies = OpResultVaries(*row, varying);
  // Collectives look at all lanes even when the answer is one for all.
  const bool lanewise = row->effect == ir::Effect::Pure || row->effect == ir::Effect::Thread;
  op.lanes = lanewise && !varies ? 1 : kLanes;
  if (has_result && (used || lanewise)) {
    TIRX_TRY(type, ScalarType(call.dtype(), call.span));
    op.result.type = ComputeType(type);
    op.result.used = true;
    op.result.vector = op.lanes != 1;
  }
  assembler_.SetSite(SpanOf(call.span));
  auto one = [&](int component) {
    OpCall part = op;
    for (const Value& arg : args) {
      Value value = arg.Component(arg.lanes == 1 ? 0 : component);
      part.args.push_back({value.reg, ComputeType(value.type), value.vector});
    }
    Value result = assembler_.Call(std::move(part));
    if (!varies) result = assembler_.FirstActive(result);
    if (!IsSmallFloat(type)) return result;
    // Rounding of what was computed; what only moves between lanes keeps its bits.
    if (row->effect == ir::Effect::Pure) return assembler_.Cast(result, type);
    result.type = type;
    return result;
  };
  const int lanes = call.dtype().lanes;
  if (lanes <= 1) return one(0);
  // Operations on vectors are computed component by component.
  Value result = assembler_.NewValue(type, varies, lanes);
  for (int i = 0; i < lanes; ++i) assembler_.Copy(result.Component(i), one(i));
  return result;
}

Status KernelLowering::BindTensorArgument(const ir::Var& param, const ir::Var& argument, const Span& span) {
  TIRX_TRY(const TensorPlace* actual, PlaceOf(argument, span));
  // Extents that the parameter names for the first time take the argument's.
  ir::TensorType type = param.tensor_type();
  for (int k = 0; k < type->ndim() && size_t(k) < actual->extents.size(); ++k) {
    auto* symbol = type->dim(k).as<ir::VarNode>();
    if (!symbol || values_.count(symbol)) continue;
    const Amount& extent = actual->extents[size_t(k)];
    Value value =
        extent.dynamic ? Value{extent.reg, Type::I64, false, 1} : assembler_.Const(Type::I64, extent.value);
    TIRX_TRY(Type wanted, ScalarType(symbol->dtype(), span));
    values_[symbol] = wanted == Type::I64 ? value : assembler_.Cast(value, wanted);
  }
  TensorPlace place;
  TIRX_RETURN_IF_FAILED(Describe(place, param));
  place.kind = actual->kind;
  place.base = actual->base;
  place.local_base = actual->local_base;
  place.cell = actual->cell;
  place.written = actual->written;
  place.checked = actual->checked;
  place.depth = actual->depth;
  if (type->strides.empty()) place.strides = actual->strides;
  if (!type->elem_offset.defined()) place.offset = actual->offset;
  tensors_[param.get()] = std::move(place);
  return Ok();
}

Status KernelLowering::BindArguments(const ir::CallNode& call, const ir::Function& function) {
  TIRX_CHECK(call.args.size() == function->params.size(), "arguments do not match the parameters");
  // All values first: an argument may itself call the function, which binds the same parameters.
  std::vector<Value> values(call.args.size());
  for (size_t i = 0; i < call.args.size(); ++i) {
    if (function->params[i].is_tensor()) continue;
    TIRX_TRY(values[i], LowerKept(call.args[i]));
  }
  // Extents of an earlier call of the function are not those of this one.
  for (const ir::Var& param : function->params) {
    if (!param.is_tensor()) continue;
    ir::TensorType type = param.tensor_type();
    for (int k = 0; k < type->ndim(); ++k) values_.erase(type->dim(k).get());
  }
  for (size_t i = 0; i < call.args.size(); ++i) {
    ir::Var param = function->params[i];
    ir::Expr arg = call.args[i];
    if (!param.is_tensor()) {
      values_[param.get()] = values[i];
      continue;
    }
    auto* tensor = arg.as<ir::VarNode>();
    if (!tensor || !RefCast<ir::Var>(arg).is_tensor()) return Unsupported("this tensor argument", call.span);
    TIRX_RETURN_IF_FAILED(BindTensorArgument(param, RefCast<ir::Var>(arg), call.span));
  }
  return Ok();
}

Result<Value> KernelLowering::LowerFunctionCall(const ir::CallNode& call, const ir::Function& function) {
  if (inlined_.size() >= kMaxInlineDepth)
    return Unsupported("calls nested more than " + std::to_string(kMaxInlineDepth) + " deep", call.span);
  TIRX_RETURN_IF_FAILED(BindArguments(call, function));
  Inlined frame;
  frame.function = function;
  frame.has_result = !IsVoid(call.dtype());
  if (frame.has_result) {
    TIRX_TRY(Type type, ScalarType(call.dtype(), call.span));
    frame.result = assembler_.NewValue(type, uniformity_.ReturnsVarying(function), call.dtype().lanes);
  }
  inlined_.push_back(frame);
  auto memo = std::move(memo_);
  Span span = statement_span_;
  assembler_.BeginBlock(uniformity_.IsDivergent(function));
  TIRX_RETURN_IF_FAILED(LowerScope(function->body));
  assembler_.EndBlock();
  statement_span_ = span;
  memo_ = std::move(memo);
  inlined_.pop_back();
  return frame.result;
}

}  // namespace tirx::sim
