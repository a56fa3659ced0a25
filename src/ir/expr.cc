// SPDX-License-Identifier: Apache-2.0
#include "ir/expr.h"

#include "base/check.h"
#include "base/string_map.h"

namespace tirx::ir {
namespace {

template <class Node>
ffi::ObjectPtr<Node> NewExpr(Type type, Span span) {
  auto node = ffi::make_object<Node>();
  node->ty = std::move(type);
  node->span = std::move(span);
  return node;
}

constexpr OperatorInfo kBinaryInfo[] = {
#define TIRX_BINARY(Name, name, symbol, precedence) {name, symbol, precedence},
#define TIRX_UNARY(Name, name, symbol, precedence)
#include "ir/ops.def"
#undef TIRX_BINARY
#undef TIRX_UNARY
};
constexpr OperatorInfo kUnaryInfo[] = {
#define TIRX_BINARY(Name, name, symbol, precedence)
#define TIRX_UNARY(Name, name, symbol, precedence) {name, symbol, precedence},
#include "ir/ops.def"
#undef TIRX_BINARY
#undef TIRX_UNARY
};

// The value as the type holds it: wrapped to its width.
int64_t Wrap(DType dtype, int64_t value) {
  if (IsBool(dtype)) return value != 0;
  if (dtype.bits >= 64) return value;
  uint64_t mask = (uint64_t(1) << dtype.bits) - 1, bits = uint64_t(value) & mask;
  bool negative = IsInt(dtype) && (bits >> (dtype.bits - 1)) != 0;
  return int64_t(negative ? bits | ~mask : bits);
}

}  // namespace

const OperatorInfo& InfoOf(BinaryOp op) {
  return kBinaryInfo[size_t(op)];
}
const OperatorInfo& InfoOf(UnaryOp op) {
  return kUnaryInfo[size_t(op)];
}
bool IsComparison(BinaryOp op) {
  return op >= BinaryOp::EQ && op <= BinaryOp::GE;
}
bool IsLogical(BinaryOp op) {
  return op == BinaryOp::And || op == BinaryOp::Or;
}

IntImm::IntImm(DType dtype, int64_t value, Span span) {
  auto node = NewExpr<IntImmNode>(PrimType(dtype), std::move(span));
  node->value = Wrap(dtype, value);
  data_ = std::move(node);
}

FloatImm::FloatImm(DType dtype, double value, Span span) {
  auto node = NewExpr<FloatImmNode>(PrimType(dtype), std::move(span));
  node->value = value;
  data_ = std::move(node);
}

StringImm::StringImm(String value, Span span) {
  auto node = NewExpr<StringImmNode>(HandleType(), std::move(span));
  node->value = std::move(value);
  data_ = std::move(node);
}

Var::Var(String name, Type type, Span span) {
  auto node = NewExpr<VarNode>(std::move(type), std::move(span));
  node->name = std::move(name);
  data_ = std::move(node);
}
Var::Var(String name, DType dtype, Span span) : Var(std::move(name), PrimType(dtype), std::move(span)) {}

bool Var::is_tensor() const {
  return (*this)->ty.as<TensorTypeNode>() != nullptr;
}

TensorType Var::tensor_type() const {
  TIRX_CHECK(is_tensor(), "`" + std::string((*this)->name) + "` is not a tensor");
  return RefCast<TensorType>((*this)->ty);
}

Binary::Binary(BinaryOp op, Expr a, Expr b, Span span) {
  DType t = a->dtype();
  TIRX_CHECK(t == b->dtype(), "operands of `" + std::string(InfoOf(op).name) + "` have types " +
                                  DTypeName(t) + " and " + DTypeName(b->dtype()));
  bool is_test = IsComparison(op) || IsLogical(op);
  auto node = NewExpr<BinaryNode>(is_test ? Type(PrimType(Bool(t.lanes))) : a->ty, std::move(span));
  node->op = op;
  node->a = std::move(a);
  node->b = std::move(b);
  data_ = std::move(node);
}

Unary::Unary(UnaryOp op, Expr a, Span span) {
  auto node = NewExpr<UnaryNode>(a->ty, std::move(span));
  node->op = op;
  node->a = std::move(a);
  data_ = std::move(node);
}

Cast::Cast(DType dtype, Expr value, Span span) {
  auto node = NewExpr<CastNode>(PrimType(dtype), std::move(span));
  node->value = std::move(value);
  data_ = std::move(node);
}

Select::Select(Expr condition, Expr then_value, Expr else_value, Span span) {
  TIRX_CHECK(then_value->dtype() == else_value->dtype(), "the sides of a select have different types");
  auto node = NewExpr<SelectNode>(then_value->ty, std::move(span));
  node->condition = std::move(condition);
  node->then_value = std::move(then_value);
  node->else_value = std::move(else_value);
  data_ = std::move(node);
}

Ramp::Ramp(Expr base, Expr stride, int64_t lanes, Span span) {
  auto node = NewExpr<RampNode>(PrimType(WithLanes(base->dtype(), int(lanes))), std::move(span));
  node->base = std::move(base);
  node->stride = std::move(stride);
  node->lanes = lanes;
  data_ = std::move(node);
}

Broadcast::Broadcast(Expr value, int64_t lanes, Span span) {
  auto node = NewExpr<BroadcastNode>(PrimType(WithLanes(value->dtype(), int(lanes))), std::move(span));
  node->value = std::move(value);
  node->lanes = lanes;
  data_ = std::move(node);
}

TensorLoad::TensorLoad(Var tensor, Array<Expr> indices, Span span) {
  DType t = tensor.tensor_type()->dtype;
  int lanes = indices.empty() ? 1 : indices.back()->dtype().lanes;
  auto node = NewExpr<TensorLoadNode>(PrimType(WithLanes(t, t.lanes * lanes)), std::move(span));
  node->tensor = std::move(tensor);
  node->indices = std::move(indices);
  data_ = std::move(node);
}

Range::Range(Expr min, Expr extent) {
  auto node = ffi::make_object<RangeNode>();
  node->min = std::move(min);
  node->extent = std::move(extent);
  data_ = std::move(node);
}

TensorRegion::TensorRegion(Var tensor, Array<Range> ranges, Span span) {
  TensorType whole = tensor.tensor_type();
  Array<Expr> shape;
  for (const Range& range : ranges) shape.push_back(range->extent);
  auto node = NewExpr<TensorRegionNode>(MakeTensorType(whole->dtype, shape, whole->scope), std::move(span));
  node->tensor = std::move(tensor);
  node->ranges = std::move(ranges);
  data_ = std::move(node);
}

Op::Op(std::string_view name) {
  thread_local StringMap<Op> known;
  auto found = known.find(name);
  if (found == known.end()) {
    auto node = NewExpr<OpNode>(VoidType(), Span());
    node->name = String(std::string(name));
    found = known.emplace(name, Op(std::move(node))).first;
  }
  data_ = found->second.data_;
}

GlobalVar::GlobalVar(String name) {
  auto node = NewExpr<GlobalVarNode>(VoidType(), Span());
  node->name = std::move(name);
  data_ = std::move(node);
}

Call::Call(Type type, Expr callee, Array<Expr> args, Attrs attrs, Span span) {
  auto node = NewExpr<CallNode>(std::move(type), std::move(span));
  node->callee = std::move(callee);
  node->args = std::move(args);
  node->attrs = std::move(attrs);
  data_ = std::move(node);
}

std::optional<int64_t> ConstInt(const Expr& e) {
  if (auto* imm = e.as<IntImmNode>()) return imm->value;
  return std::nullopt;
}

}  // namespace tirx::ir
