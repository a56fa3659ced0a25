// SPDX-License-Identifier: Apache-2.0
#include "pass/make_packed_api.h"

#include <unordered_set>

#include "ir/arith.h"
#include "ir/op.h"
#include "ir/printer.h"
#include "ir/visit.h"

namespace tirx::pass {

namespace {

using ir::Expr;
using ir::Stmt;
using ir::Var;

bool IsHostFunction(const ir::Function& function) {
  if (!ir::HasAttr(function->attrs, ir::attr::kTarget)) return true;
  auto target = function->attrs[ir::attr::kTarget].cast<target::Target>();
  auto* kind = target::FindKind(View(target->kind));
  return kind == nullptr || kind->is_host;
}

// Whether the function launches kernels, itself or through those it calls.
bool Launches(const ir::IRModule& module, const ir::Function& function,
              std::unordered_set<const Object*>* seen) {
  if (!function.defined() || !function->body.defined() || !seen->insert(function.get()).second) return false;
  bool found = false;
  ir::Walk(function->body, [&](const ObjectRef& node) {
    auto* call = node.as<ir::CallNode>();
    if (found || call == nullptr) return !found;
    if (call->op_name() == "launch_kernel") found = true;
    if (auto* callee = call->callee.as<ir::GlobalVarNode>())
      found = found || Launches(module, module.Find(View(callee->name)), seen);
    return !found;
  });
  return found;
}

bool IsHostScalar(DType t) {
  if (t.lanes != 1) return false;
  if (IsBool(t)) return true;
  return (IsFloating(t) || IsInteger(t)) && t.bits >= 8 && t.bits <= 64;
}

std::string TupleText(const Array<ObjectRef>& exprs) {
  std::string text;
  for (size_t k = 0; k < exprs.size(); ++k) text += (k ? ", " : "") + ir::Print(RefCast<Expr>(exprs[k]));
  return "(" + text + (exprs.size() == 1 ? ",)" : ")");
}

// "Tensor((n, 4), float32)", "int32", "handle".
std::string ParamText(const Var& param) {
  if (!param.is_tensor()) return DTypeName(param->dtype());
  ir::TensorType type = param.tensor_type();
  return "Tensor(" + TupleText(type->shape) + ", " + DTypeName(type->dtype) + ")";
}

std::string SignatureOf(const ir::Function& function) {
  std::string text;
  for (const Var& param : function->params)
    text += (text.empty() ? "" : ", ") + std::string(View(param->name)) + ": " + ParamText(param);
  return std::string(View(function->name)) + "(" + text + ")";
}

// Writes the head of one function.
class Binder {
 public:
  Binder(const ir::Function& function, bool on_device) : function_(function), on_device_(on_device) {}

  Result<ir::Function> Run() {
    Do("host.arg_count", {},
       {{"count", int64_t(function_->params.size())}, {"signature", String(SignatureOf(function_))}});
    for (size_t i = 0; i < function_->params.size(); ++i) TIRX_RETURN_IF_FAILED(ReadArgument(i));
    for (const Tensor& tensor : tensors_) BindSymbols(tensor);
    for (const Tensor& tensor : tensors_) TIRX_RETURN_IF_FAILED(CheckSymbols(tensor));
    BindDevice();
    for (const Tensor& tensor : tensors_) Check(tensor);
    for (const Tensor& tensor : tensors_) BindData(tensor);
    stmts_.push_back(function_->body);
    return function_.WithBody(ir::MakeSeq(stmts_, function_->body->span))
        .WithParams({})
        .WithAttr(ir::attr::kCallingConv, int64_t(ir::CallingConv::Packed));
  }

 private:
  struct Tensor {
    int64_t index;
    Var param;
    ir::TensorType type;
    Var handle;
  };

  Expr Make(const char* op, Array<Expr> args, Attrs attrs = {}) {
    const ir::OpRow* row = ir::FindOp(op);
    TIRX_CHECK(row != nullptr, std::string("no row for `") + op + "`");
    auto call = ir::MakeCall(*row, std::move(args), std::move(attrs), span_);
    TIRX_CHECK(call.ok(), call.ok() ? std::string() : call.diagnostics().front().message);
    return *call;
  }
  void Do(const char* op, Array<Expr> args, Attrs attrs = {}) {
    stmts_.push_back(ir::Evaluate(Make(op, std::move(args), std::move(attrs)), span_));
  }
  void Define(const Var& var, Expr value) {
    bound_.insert(var.get());
    stmts_.push_back(ir::Bind(var, std::move(value), span_));
  }

  Status ReadArgument(size_t i) {
    const Var param = function_->params[i];
    span_ = param->span.defined() ? param->span : function_->span;
    Attrs attrs{{"index", int64_t(i)}, {"name", param->name}};
    if (param.is_tensor()) {
      ir::TensorType type = param.tensor_type();
      Var handle(String(std::string(View(param->name)) + "_handle"), Handle(), span_);
      attrs.Set("dtype", String(DTypeName(type->dtype)));
      attrs.Set("ndim", int64_t(type->ndim()));
      Define(handle, Make("host.arg_tensor", {}, attrs));
      tensors_.push_back({int64_t(i), param, type, handle});
      return Ok{};
    }
    if (IsHandle(param->dtype()) || param->ty.as<ir::TensorMapTypeNode>())
      return ReadPointer(param, std::move(attrs));
    if (!IsHostScalar(param->dtype()))
      return Fail(DK::BadHostParam, span_, {View(param->name), ir::TypeName(param->ty)});
    attrs.Set("dtype", String(DTypeName(param->dtype())));
    Define(param, Make("host.arg_scalar", {}, attrs));
    return Ok{};
  }

  Status ReadPointer(const Var& param, Attrs attrs) {
    if (param->ty.as<ir::TensorMapTypeNode>())
      return Define(param, Make("host.arg_tensor_map", {}, attrs)), Ok{};
    auto* pointer = param->ty.as<ir::PointerTypeNode>();
    attrs.Set("dtype", String(pointer ? DTypeName(ir::DTypeOf(pointer->element)) : "void"));
    Define(param, Make("host.arg_pointer", {}, attrs));
    return Ok{};
  }

  // The variable that `value` is, when nothing has bound it yet.
  Var Unbound(const ObjectRef& value) {
    auto* var = value.as<ir::VarNode>();
    return var != nullptr && bound_.count(var) == 0 ? ffi::GetRef<Var>(var) : Var();
  }

  // Definitions come before every comparison.
  void BindSymbols(const Tensor& tensor) {
    span_ = tensor.param->span.defined() ? tensor.param->span : function_->span;
    for (int k = 0; k < tensor.type->ndim(); ++k) {
      Var var = Unbound(tensor.type->shape[size_t(k)]);
      if (var.defined())
        DefineNumber(var, Make("host.tensor_shape", {tensor.handle}, {{"axis", int64_t(k)}}), tensor);
    }
    for (size_t k = 0; k < tensor.type->strides.size(); ++k) {
      Var var = Unbound(tensor.type->strides[k]);
      if (var.defined())
        DefineNumber(var, Make("host.tensor_stride", {tensor.handle}, {{"axis", int64_t(k)}}), tensor);
    }
    Var offset = tensor.type->elem_offset.defined() ? Unbound(tensor.type->elem_offset) : Var();
    if (offset.defined())
      DefineNumber(
          offset,
          FloorDiv(Make("host.tensor_byte_offset", {tensor.handle}), ir::Int64(ElementBytes(tensor.type))),
          tensor);
  }

  // A symbol narrower than 64 bits: what does not fit is an error, not another number.
  void DefineNumber(const Var& var, const Expr& value, const Tensor& tensor) {
    if (var->dtype() == Int(64)) return Define(var, value);
    Var wide(String(std::string(View(var->name)) + "_wide"), Int(64), span_);
    Define(wide, value);
    Expr narrow = ir::CastInt(wide, var->dtype());
    Array<Expr> message{ir::StringImm(String("`" + std::string(View(var->name)) + "` of `" +
                                             std::string(View(tensor.param->name)) + "` when calling: `" +
                                             SignatureOf(function_) + "` is ")),
                        wide, ir::StringImm(String(", which does not fit in " + DTypeName(var->dtype())))};
    stmts_.push_back(ir::Assert(ir::FoldBinary(ir::BinaryOp::EQ, ir::CastInt(narrow, Int(64)), wide),
                                "ValueError", message, span_));
    Define(var, narrow);
  }

  Status CheckSymbols(const Tensor& tensor) {
    std::vector<ObjectRef> exprs(tensor.type->shape.begin(), tensor.type->shape.end());
    exprs.insert(exprs.end(), tensor.type->strides.begin(), tensor.type->strides.end());
    if (tensor.type->elem_offset.defined()) exprs.push_back(tensor.type->elem_offset);
    for (const ObjectRef& expr : exprs) {
      for (const Var& var : ir::FreeVars(expr)) {
        if (bound_.count(var.get()) == 0)
          return Fail(DK::UnboundExtent, tensor.param->span, {View(var->name), View(tensor.param->name)});
      }
    }
    return Ok{};
  }

  void BindDevice() {
    if (tensors_.empty()) return;
    device_id_ = Var("dev_id", Int(64), function_->span);
    Define(device_id_, Make("host.tensor_device_id", {tensors_[0].handle}));
    if (on_device_) Do("host.set_device", {device_id_});
  }

  static int64_t ElementBytes(const ir::TensorType& type) { return StorageBytes(type->dtype); }

  void Check(const Tensor& tensor) {
    span_ = tensor.param->span.defined() ? tensor.param->span : function_->span;
    Expr offset = ir::Int64(0);
    if (tensor.type->elem_offset.defined())
      offset = ir::CastInt(RefCast<Expr>(tensor.type->elem_offset), Int(64)) *
               ir::Int64(ElementBytes(tensor.type));
    Array<Expr> args{tensor.handle, device_id_, offset};
    for (const ObjectRef& dim : tensor.type->shape) args.push_back(ir::CastInt(RefCast<Expr>(dim), Int(64)));
    for (const ObjectRef& stride : tensor.type->strides)
      args.push_back(ir::CastInt(RefCast<Expr>(stride), Int(64)));
    int64_t alignment = tensor.type->alignment > 0 ? tensor.type->alignment : ElementBytes(tensor.type);
    Do("host.check_tensor", args,
       {{"index", tensor.index},
        {"strided", !tensor.type->strides.empty()},
        {"on_device", on_device_},
        {"alignment", alignment}});
  }

  void BindData(const Tensor& tensor) {
    span_ = tensor.param->span.defined() ? tensor.param->span : function_->span;
    Expr data = Make("host.tensor_data", {tensor.handle});
    Define(tensor.param, ir::Call(tensor.type, ir::Op("decl_tensor"), {data}, NoAttrs(), span_));
  }

  const ir::Function& function_;
  const bool on_device_;
  Span span_;
  std::vector<Stmt> stmts_;
  std::vector<Tensor> tensors_;
  std::unordered_set<const Object*> bound_;
  Var device_id_;
};

}  // namespace

Result<ir::IRModule> MakePackedApi(ir::IRModule module, const PassContext&) {
  Array<ir::Function> functions;
  for (const ir::Function& function : module->functions) {
    const bool packs = function->is_exported() && function->body.defined() && IsHostFunction(function) &&
                       function->calling_conv() == ir::CallingConv::Default;
    if (!packs) {
      functions.push_back(function);
      continue;
    }
    std::unordered_set<const Object*> seen;
    TIRX_TRY(ir::Function packed, Binder(function, Launches(module, function, &seen)).Run());
    functions.push_back(packed);
  }
  return module.WithFunctions(functions);
}

}  // namespace tirx::pass
