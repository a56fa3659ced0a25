// SPDX-License-Identifier: Apache-2.0
#include "pass/flatten_tensors.h"

#include <algorithm>
#include <unordered_set>

#include "base/check.h"
#include "ir/arith.h"
#include "ir/visit.h"
#include "pass/map_functions.h"

namespace tirx::pass {

using namespace ir;  // NOLINT: this file is about IR only

namespace {

bool IsFlat(const TensorType& type) {
  return type->ndim() == 1 && type->strides.empty() && !type->elem_offset.defined();
}

Expr As64(const Expr& e) {
  return CastInt(e, Int(64));
}

// How the elements of one tensor lie in its flat twin.
struct FlatForm {
  std::vector<Expr> strides;  // int64
  Expr offset, extent;        // int64
  DType index_type;           // of the flat index
};

bool Fits32(const Expr& extent) {
  auto constant = ConstInt(extent);
  return constant && *constant >= 0 && *constant <= INT32_MAX;
}

bool IsNegative(const Expr& e) {
  auto constant = ConstInt(e);
  return constant && *constant < 0;
}

FlatForm FlatFormOf(const TensorType& type) {
  FlatForm form;
  int n = type->ndim();
  form.strides.resize(size_t(n));
  form.offset = type->elem_offset.defined() ? As64(RefCast<Expr>(type->elem_offset)) : Int64(0);
  bool row_major = type->strides.empty();
  Expr size = Int64(1), last = Int64(0);
  for (int k = n - 1; k >= 0; --k) {
    form.strides[size_t(k)] = row_major ? size : As64(type->stride(k));
    last = (As64(type->dim(k)) - Int64(1)) * form.strides[size_t(k)] + last;
    size = As64(type->dim(k)) * size;
  }
  form.extent = form.offset + (row_major ? size : last + Int64(1));
  // With a negative stride the parts of an index can exceed the extent.
  bool growing = std::none_of(form.strides.begin(), form.strides.end(), IsNegative);
  form.index_type = growing && Fits32(form.extent) ? Int(32) : Int(64);
  return form;
}

// The product in index arithmetic: x * 0 is dropped (extents of 1 have it), indices have no effects.
Expr Scaled(const Expr& index, const Expr& stride) {
  auto constant = ConstInt(stride);
  return constant && *constant == 0 ? stride : index * stride;
}

Expr FlatIndex(const FlatForm& form, const Array<Expr>& indices, const Span& span) {
  DType t = form.index_type;
  if (indices.empty()) return CastInt(form.offset, t);
  size_t last = indices.size() - 1;
  Expr sum = MakeConst(t, 0), last_stride = CastInt(form.strides[last], t);
  for (size_t k = 0; k < last; ++k) sum = sum + Scaled(CastInt(indices[k], t), CastInt(form.strides[k], t));
  Expr tail = indices[last], offset = CastInt(form.offset, t);
  int lanes = tail->dtype().lanes;
  if (lanes == 1) return sum + Scaled(CastInt(tail, t), last_stride) + offset;
  if (auto* ramp = tail.as<RampNode>())
    return Ramp(sum + Scaled(CastInt(ramp->base, t), last_stride) + offset,
                CastInt(ramp->stride, t) * last_stride, lanes, span);
  Expr rest = Broadcast(sum + offset, lanes);
  return Binary(BinaryOp::Add, rest,
                Binary(BinaryOp::Mul, CastInt(tail, WithLanes(t, lanes)), Broadcast(last_stride, lanes)),
                span);
}

class Flattener : public Rewriter {
 public:
  Function Flatten(const Function& function) {
    for (const Var& param : function->params)
      if (param.is_tensor() && !IsFlat(param.tensor_type())) params_.insert(param.get());
    if (params_.empty() && !BindsShaped(function->body)) return function;
    Stmt body = Rewriter::Rewrite(function->body);
    std::vector<Stmt> stmts;
    for (const Var& param : function->params) {
      auto twin = twins_.find(param.get());
      if (twin == twins_.end()) continue;
      const Var& alias = twin->second;
      Call pointer(PointerType(PrimType(alias.tensor_type()->dtype), alias.tensor_type()->scope),
                   Op("tensor_data_ptr"), {param}, NoAttrs(), param->span);
      stmts.push_back(
          Bind(alias, Call(alias->ty, Op("decl_tensor"), {pointer}, NoAttrs(), param->span), param->span));
    }
    stmts.push_back(body);
    return function.WithBody(MakeSeq(stmts, function->body->span));
  }

 protected:
  Stmt RewriteStmt(const Stmt& stmt) override {
    if (auto* bind = stmt.as<BindNode>(); bind && bind->var.is_tensor()) return RewriteTensorBind(*bind);
    Stmt mapped = Rewriter::RewriteStmt(stmt);
    auto* store = mapped.as<TensorStoreNode>();
    if (!store) return mapped;
    auto* before = stmt.as<TensorStoreNode>();
    auto form = forms_.find(before->tensor.get());
    if (form == forms_.end()) return mapped;
    return TensorStore(store->tensor, {FlatIndex(form->second, store->indices, store->span)}, store->value,
                       store->span);
  }

  Expr RewriteExpr(const Expr& expr) override {
    if (expr.as<VarNode>()) {
      auto it = twins_.find(expr.get());
      if (it != twins_.end()) return it->second;
      bool is_param = params_.count(expr.get()) != 0;
      return is_param ? Expr(AddTwin(RefView<Var>(expr), "_1")) : expr;
    }
    TIRX_CHECK(!expr.as<TensorRegionNode>(),
               "a tensor region is left; `tile-dispatch` should have removed it");
    Expr mapped = Rewriter::RewriteExpr(expr);
    auto* load = mapped.as<TensorLoadNode>();
    if (!load) return mapped;
    auto form = forms_.find(expr.as<TensorLoadNode>()->tensor.get());
    if (form == forms_.end()) return mapped;
    return TensorLoad(load->tensor, {FlatIndex(form->second, load->indices, load->span)}, load->span);
  }

 private:
  Stmt RewriteTensorBind(const BindNode& bind) {
    Expr value = Rewrite(bind.value);
    Var var = IsFlat(bind.var.tensor_type()) ? bind.var : AddTwin(bind.var, "");
    if (auto* call = value.as<CallNode>())
      value = Call(var->ty, call->callee, call->args, call->attrs, call->span);
    return Bind(var, value, bind.span);
  }

  Var AddTwin(const Var& tensor, const char* suffix) {
    TensorType type = tensor.tensor_type();
    FlatForm form = FlatFormOf(type);
    Expr extent = Fits32(form.extent) ? CastInt(form.extent, Int(32)) : form.extent;
    Var twin(std::string(tensor->name) + suffix,
             MakeTensorType(type->dtype, {extent}, type->scope, {}, Expr(), type->alignment, type->cell),
             tensor->span);
    twins_.emplace(tensor.get(), twin);
    forms_.emplace(tensor.get(), std::move(form));
    return twin;
  }

  static bool BindsShaped(const Stmt& body) {
    bool found = false;
    WalkStatements(body, [&](const Stmt& stmt) {
      auto* bind = stmt.as<BindNode>();
      found |= bind && bind->var.is_tensor() && !IsFlat(bind->var.tensor_type());
      return !found;
    });
    return found;
  }

  std::unordered_set<const Object*> params_;           // those to flatten, once they are used
  std::unordered_map<const Object*, Var> twins_;       // VarNode* -> flat tensor
  std::unordered_map<const Object*, FlatForm> forms_;  // VarNode* -> how it lies there
};

}  // namespace

Result<IRModule> FlattenTensors(IRModule module, const PassContext&) {
  return MapFunctions(module, [](const Function& function) { return Flattener().Flatten(function); });
}

}  // namespace tirx::pass
