// SPDX-License-Identifier: Apache-2.0
#include "ir/verify_expr.h"

#include "base/structural.h"
#include "ir/op.h"

namespace tirx::ir::verify {
namespace {

std::string Quoted(std::string_view text) {
  return "`" + std::string(text) + "`";
}

std::string Mismatch(const std::string& what, const std::string& is, const std::string& must) {
  return what + " is " + is + "; it must be " + must;
}

// The operand types that an operator takes; empty: this one is fine.
std::string_view OperandRule(BinaryOp op, DType t) {
  bool integer = IsInteger(t), number = integer || IsFloating(t);
  switch (op) {
    case BinaryOp::And:
    case BinaryOp::Or:
      return IsBool(t) ? "" : "bool";
    case BinaryOp::Mod:
    case BinaryOp::FloorDiv:
    case BinaryOp::FloorMod:
    case BinaryOp::Shl:
    case BinaryOp::Shr:
      return integer ? "" : "an integer";
    case BinaryOp::BitAnd:
    case BinaryOp::BitOr:
    case BinaryOp::BitXor:
      return integer || IsBool(t) ? "" : "an integer or bool";
    case BinaryOp::EQ:
    case BinaryOp::NE:
      return number || IsBool(t) || IsHandle(t) ? "" : "a number, bool or pointer";
    default:
      return number ? "" : "a number";
  }
}

std::string FaultOfBinary(const BinaryNode& node) {
  DType a = node.a->dtype(), b = node.b->dtype(), own = node.dtype();
  std::string name = Quoted(InfoOf(node.op).name);
  if (a != b)
    return "operands of " + name + " are " + DTypeName(a) + " and " + DTypeName(b) +
           "; they must be of one type";
  if (auto rule = OperandRule(node.op, a); !rule.empty())
    return Mismatch("operand of " + name, TypeName(node.a->ty), std::string(rule));
  DType result = IsComparison(node.op) || IsLogical(node.op) ? Bool(a.lanes) : a;
  return own == result ? "" : Mismatch("result of " + name, DTypeName(own), DTypeName(result));
}

std::string FaultOfUnary(const UnaryNode& node) {
  DType t = node.a->dtype();
  std::string name = Quoted(InfoOf(node.op).name);
  if (node.op == UnaryOp::Not && !IsBool(t)) return Mismatch("operand of " + name, DTypeName(t), "bool");
  if (node.op == UnaryOp::BitNot && !IsInteger(t))
    return Mismatch("operand of " + name, DTypeName(t), "an integer");
  if (node.op == UnaryOp::Neg && !IsInteger(t) && !IsFloating(t))
    return Mismatch("operand of " + name, DTypeName(t), "a number");
  return node.dtype() == t ? "" : Mismatch("result of " + name, DTypeName(node.dtype()), DTypeName(t));
}

std::string FaultOfCast(const CastNode& node) {
  DType from = node.value->dtype(), to = node.dtype();
  auto converts = [](DType t) { return IsInteger(t) || IsFloating(t) || IsBool(t); };
  if (IsHandle(from) && IsHandle(to)) return "";
  if (!converts(from)) return Mismatch("operand of `cast`", TypeName(node.value->ty), "a number or bool");
  if (!converts(to)) return Mismatch("result of `cast`", TypeName(node.ty), "a number or bool");
  return from.lanes == to.lanes
             ? ""
             : "`cast` from " + DTypeName(from) + " to " + DTypeName(to) + " changes the lanes";
}

std::string FaultOfSelect(const SelectNode& node) {
  DType t = node.then_value->dtype(), condition = node.condition->dtype();
  if (!IsBool(condition) || (condition.lanes != 1 && condition.lanes != t.lanes))
    return Mismatch("condition of `Select`", DTypeName(condition), "bool");
  if (t != node.else_value->dtype())
    return "values of `Select` are " + DTypeName(t) + " and " + DTypeName(node.else_value->dtype()) +
           "; they must be of one type";
  return node.dtype() == t ? "" : Mismatch("result of `Select`", DTypeName(node.dtype()), DTypeName(t));
}

std::string FaultOfLanes(const char* name, const Expr& expr, DType scalar, int64_t lanes) {
  if (scalar.lanes != 1) return Mismatch(std::string("operand of ") + name, DTypeName(scalar), "a scalar");
  if (lanes < 2) return Mismatch(std::string("lanes of ") + name, std::to_string(lanes), "at least 2");
  DType wanted = WithLanes(scalar, int(lanes));
  return expr->dtype() == wanted
             ? ""
             : Mismatch(std::string("result of ") + name, DTypeName(expr->dtype()), DTypeName(wanted));
}

std::string FaultOfRamp(const Expr& expr, const RampNode& node) {
  DType t = node.base->dtype();
  if (!IsInteger(t)) return Mismatch("base of `Ramp`", DTypeName(t), "an integer");
  if (node.stride->dtype() != t)
    return Mismatch("stride of `Ramp`", DTypeName(node.stride->dtype()), DTypeName(t));
  return FaultOfLanes("`Ramp`", expr, t, node.lanes);
}

std::string FaultOfLoad(const TensorLoadNode& node) {
  if (std::string fault = FaultOfIndices(node.tensor, node.indices); !fault.empty()) return fault;
  DType t = node.tensor.tensor_type()->dtype;
  int lanes = node.indices.empty() ? 1 : node.indices.back()->dtype().lanes;
  DType wanted = WithLanes(t, t.lanes * lanes);
  if (node.dtype() == wanted) return "";
  return Mismatch("load of " + Quoted(View(node.tensor->name)), DTypeName(node.dtype()), DTypeName(wanted));
}

std::string FaultOfRegion(const TensorRegionNode& node) {
  if (!node.tensor.is_tensor()) return Quoted(View(node.tensor->name)) + " is not a tensor";
  if (int(node.ranges.size()) != node.tensor.tensor_type()->ndim())
    return "region of " + Quoted(View(node.tensor->name)) + " has " + std::to_string(node.ranges.size()) +
           " ranges; the tensor has " + std::to_string(node.tensor.tensor_type()->ndim()) + " dimensions";
  for (const Range& range : node.ranges)
    if (!IsInteger(range->min->dtype()) || !IsInteger(range->extent->dtype()))
      return "region of " + Quoted(View(node.tensor->name)) + " has a bound that is not an integer";
  return "";
}

std::string FaultOfArguments(std::string_view callee, const Array<Var>& params, const Array<Expr>& args) {
  for (size_t i = 0; i < params.size(); ++i)
    if (!TypeFits(params[i]->ty, args[i]->ty))
      return Mismatch("argument " + Quoted(View(params[i]->name)) + " of " + Quoted(callee),
                      TypeName(args[i]->ty), TypeName(params[i]->ty));
  return "";
}

std::string FaultOfFunctionCall(const CallNode& call, const GlobalVarNode& callee, const IRModule& module) {
  std::string_view name = View(callee.name);
  Function function = module.Find(name);
  if (!function.defined()) return "there is no function " + Quoted(name);
  if (function->params.size() != call.args.size())
    return Quoted(name) + " takes " + std::to_string(function->params.size()) + " arguments, got " +
           std::to_string(call.args.size());
  if (!TypeFits(function->ret_type, call.ty))
    return Mismatch("call of " + Quoted(name), TypeName(call.ty),
                    TypeName(function->ret_type) + " as it returns");
  return FaultOfArguments(name, function->params, call.args);
}

// Flags of a launch say all by being there; the other tags have a value each (runtime/launch_plan.h).
bool HasLaunchValue(std::string_view tag) {
  return !tag.starts_with("tirx.use_") || tag == "tirx.use_dyn_shared_memory";
}

// Arguments of the kernel, then one integer or pointer per launch tag.
std::string FaultOfLaunch(const CallNode& call, const IRModule& module) {
  std::string name(AttrOr<String>(call.attrs, "kernel", String("")));
  Function kernel = module.Find(name);
  if (!kernel.defined() || kernel->calling_conv() != CallingConv::DeviceKernel)
    return "`launch_kernel` of " + Quoted(name) + ", which is no kernel of the module";
  size_t params = kernel->params.size();
  size_t values = 0;
  for (const String& tag : AttrOr<Array<String>>(kernel->attrs, attr::kLaunchParams, {}))
    values += HasLaunchValue(View(tag));
  if (call.args.size() != params + values)
    return "`launch_kernel` of " + Quoted(name) + " has " + std::to_string(call.args.size()) +
           " arguments; " + std::to_string(params) + " parameters and " + std::to_string(values) +
           " launch values are needed";
  for (size_t i = params; i < call.args.size(); ++i)
    if (DType t = call.args[i]->dtype(); t.lanes != 1 || !(IsInteger(t) || IsHandle(t)))
      return Mismatch("launch value of " + Quoted(name), TypeName(call.args[i]->ty),
                      "an integer or a pointer");
  return FaultOfArguments(name, kernel->params, call.args);
}

// Tensors stand where the row takes tensors, and values elsewhere; a `Values` parameter takes both.
std::string FaultOfOperandKinds(const OpRow& row, const CallNode& call) {
  size_t next = 0;
  for (const OpParam& param : row.params) {
    if (param.name.empty() || param.kind == ParamKind::Values || next == call.args.size()) break;
    if (IsAttribute(param.kind)) continue;
    const Expr arg = call.args[next++];
    bool tensor = arg->ty.as<TensorTypeNode>() != nullptr;
    if (tensor != (param.kind == ParamKind::Tensor))
      return Mismatch("operand " + Quoted(param.name) + " of " + Quoted(row.name), TypeName(arg->ty),
                      tensor ? "a value" : "a tensor");
  }
  return "";
}

std::string FaultOfCall(const Expr& expr, const CallNode& call, const IRModule& module) {
  if (auto* callee = call.callee.as<GlobalVarNode>()) return FaultOfFunctionCall(call, *callee, module);
  if (!call.callee.as<OpNode>()) return "a call of something that is neither an operation nor a function";
  const OpRow* row = FindOp(call.op_name());
  if (!row) return "there is no operation " + Quoted(call.op_name());
  // The type of these is the bound tensor's; the Bind's rule compares.
  if (row->name == "alloc_tensor") return call.args.empty() ? "" : "`alloc_tensor` takes no operands";
  if (row->name == "decl_tensor")
    return call.args.size() == 1 && IsHandle(call.args[0]->dtype()) ? "" : "`decl_tensor` takes one pointer";
  if (row->name == "launch_kernel") return FaultOfLaunch(call, module);
  if (std::string fault = FaultOfOperandKinds(*row, call); !fault.empty()) return fault;
  Result<Expr> again = MakeCall(*row, call.args, call.attrs, expr->span);
  if (!again.ok()) return again.diagnostics().front().message;
  if (TypeFits((*again)->ty, call.ty)) return "";
  return Mismatch("result of " + Quoted(row->name), TypeName(call.ty), TypeName((*again)->ty));
}

}  // namespace

bool TypeFits(const Type& wanted, const Type& value) {
  if (wanted.same_as(value)) return true;
  auto *a = wanted.as<TensorTypeNode>(), *b = value.as<TensorTypeNode>();
  if (a && b)
    return a->dtype == b->dtype && a->scope == b->scope &&
           (a->ndim() == b->ndim() || a->ndim() == 1 || b->ndim() == 1);
  if (a || b) return false;
  if (wanted.as<TensorMapTypeNode>() || value.as<TensorMapTypeNode>()) return StructuralEqual(wanted, value);
  return DTypeOf(wanted) == DTypeOf(value);
}

std::string FaultOfIndices(const Var& tensor, const Array<Expr>& indices) {
  std::string name = Quoted(View(tensor->name));
  if (!tensor.is_tensor()) return name + " is " + TypeName(tensor->ty) + ", not a tensor";
  int dimensions = tensor.tensor_type()->ndim();
  if (int(indices.size()) != dimensions)
    return name + " has " + std::to_string(dimensions) + " dimensions but is indexed with " +
           std::to_string(indices.size());
  for (size_t k = 0; k < indices.size(); ++k) {
    DType t = indices[k]->dtype();
    if (!IsInteger(t))
      return Mismatch("index " + std::to_string(k) + " of " + name, TypeName(indices[k]->ty), "an integer");
    if (t.lanes != 1 && k + 1 != indices.size())
      return Mismatch("index " + std::to_string(k) + " of " + name, "a vector",
                      "a scalar, since only the last may be a vector");
  }
  return "";
}

std::string FaultOf(const Expr& expr, const IRModule& module) {
  if (!expr->ty.defined()) return "an expression has no type";
  if (auto* node = expr.as<BinaryNode>()) return FaultOfBinary(*node);
  if (auto* node = expr.as<UnaryNode>()) return FaultOfUnary(*node);
  if (auto* node = expr.as<CastNode>()) return FaultOfCast(*node);
  if (auto* node = expr.as<SelectNode>()) return FaultOfSelect(*node);
  if (auto* node = expr.as<RampNode>()) return FaultOfRamp(expr, *node);
  if (auto* node = expr.as<BroadcastNode>())
    return FaultOfLanes("`Broadcast`", expr, node->value->dtype(), node->lanes);
  if (auto* node = expr.as<TensorLoadNode>()) return FaultOfLoad(*node);
  if (auto* node = expr.as<TensorRegionNode>()) return FaultOfRegion(*node);
  if (auto* node = expr.as<CallNode>()) return FaultOfCall(expr, *node, module);
  return "";
}

}  // namespace tirx::ir::verify
