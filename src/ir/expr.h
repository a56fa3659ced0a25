// SPDX-License-Identifier: Apache-2.0
// Expressions. Constructors here only build; operators with type rules and checks are in ir/arith.h, and the
// builder (ir/builder.h) is the way to write IR by hand.
#pragma once

#include "ir/type.h"

namespace tirx::ir {

struct ExprNode : Object {
  Type ty;
  Span span;
  TIRX_FIELDS(f("ty", &ExprNode::ty, kAttribute); f("span", &ExprNode::span, kIgnore))
  TIRX_BASE_NODE(ExprNode, "tirx.ir.Expr", Object);
  DType dtype() const { return DTypeOf(ty); }
};
struct Expr : ObjectRef {
  TVM_FFI_DEFINE_OBJECT_REF_METHODS_NULLABLE(Expr, ObjectRef, ExprNode);
};

// An integer or bool constant; unsigned 64-bit values are stored as their two's complement bits.
struct IntImmNode : ExprNode {
  int64_t value = 0;
  TIRX_FIELDS(f("value", &IntImmNode::value))
  TIRX_NODE(IntImm, IntImmNode, "tirx.ir.IntImm", Expr, ExprNode)
  IntImm(DType dtype, int64_t value, Span span = Span());
};

// A floating-point constant as it was written: whatever computes with it rounds it to its type first
// (base/float_format.h, RoundToType), so that code shows the author's digits.
struct FloatImmNode : ExprNode {
  double value = 0;
  TIRX_FIELDS(f("value", &FloatImmNode::value))
  TIRX_NODE(FloatImm, FloatImmNode, "tirx.ir.FloatImm", Expr, ExprNode)
  FloatImm(DType dtype, double value, Span span = Span());
};

struct StringImmNode : ExprNode {
  String value;
  TIRX_FIELDS(f("value", &StringImmNode::value))
  TIRX_NODE(StringImm, StringImmNode, "tirx.ir.StringImm", Expr, ExprNode)
  explicit StringImm(String value, Span span = Span());
};

// A variable: its identity is the object, its name is only a wish. Scalars, pointers and tensors are
// variables.
struct VarNode : ExprNode {
  static constexpr TVMFFISEqHashKind _type_s_eq_hash_kind = kTVMFFISEqHashKindFreeVar;
  String name;
  TIRX_FIELDS(f("name", &VarNode::name, kIgnore))
  TIRX_NODE(Var, VarNode, "tirx.ir.Var", Expr, ExprNode)
  Var(String name, Type type, Span span = Span());
  Var(String name, DType dtype, Span span = Span());
  // The tensor's type; the variable must be a tensor.
  TensorType tensor_type() const;
  bool is_tensor() const;
};

enum class BinaryOp : int32_t {
#define TIRX_BINARY(Name, name, symbol, precedence) Name,
#define TIRX_UNARY(Name, name, symbol, precedence)
#include "ir/ops.def"
#undef TIRX_BINARY
#undef TIRX_UNARY
};
enum class UnaryOp : int32_t {
#define TIRX_BINARY(Name, name, symbol, precedence)
#define TIRX_UNARY(Name, name, symbol, precedence) Name,
#include "ir/ops.def"
#undef TIRX_BINARY
#undef TIRX_UNARY
};
struct OperatorInfo {
  std::string_view name, symbol;
  int precedence;
};
const OperatorInfo& InfoOf(BinaryOp op);
const OperatorInfo& InfoOf(UnaryOp op);
bool IsComparison(BinaryOp op);
bool IsLogical(BinaryOp op);  // and, or

// Both operands have the same type, which is also the result's; comparisons give bool with as many lanes.
struct BinaryNode : ExprNode {
  BinaryOp op = BinaryOp::Add;
  Expr a, b;
  TIRX_FIELDS(f("op", &BinaryNode::op); f("a", &BinaryNode::a); f("b", &BinaryNode::b))
  TIRX_NODE(Binary, BinaryNode, "tirx.ir.Binary", Expr, ExprNode)
  Binary(BinaryOp op, Expr a, Expr b, Span span = Span());
};

struct UnaryNode : ExprNode {
  UnaryOp op = UnaryOp::Neg;
  Expr a;
  TIRX_FIELDS(f("op", &UnaryNode::op); f("a", &UnaryNode::a))
  TIRX_NODE(Unary, UnaryNode, "tirx.ir.Unary", Expr, ExprNode)
  Unary(UnaryOp op, Expr a, Span span = Span());
};

// Converts the value (T.cast); the bits are kept by the op `reinterpret`.
struct CastNode : ExprNode {
  Expr value;
  TIRX_FIELDS(f("value", &CastNode::value))
  TIRX_NODE(Cast, CastNode, "tirx.ir.Cast", Expr, ExprNode)
  Cast(DType dtype, Expr value, Span span = Span());
};

// Both sides are evaluated. The lazy form is the op `if_then_else`.
struct SelectNode : ExprNode {
  Expr condition, then_value, else_value;
  TIRX_FIELDS(f("condition", &SelectNode::condition); f("then_value", &SelectNode::then_value);
              f("else_value", &SelectNode::else_value))
  TIRX_NODE(Select, SelectNode, "tirx.ir.Select", Expr, ExprNode)
  Select(Expr condition, Expr then_value, Expr else_value, Span span = Span());
};

// The vector base, base + stride, ... of `lanes` elements.
struct RampNode : ExprNode {
  Expr base, stride;
  int64_t lanes = 1;
  TIRX_FIELDS(f("base", &RampNode::base); f("stride", &RampNode::stride); f("lanes", &RampNode::lanes))
  TIRX_NODE(Ramp, RampNode, "tirx.ir.Ramp", Expr, ExprNode)
  Ramp(Expr base, Expr stride, int64_t lanes, Span span = Span());
};

struct BroadcastNode : ExprNode {
  Expr value;
  int64_t lanes = 1;
  TIRX_FIELDS(f("value", &BroadcastNode::value); f("lanes", &BroadcastNode::lanes))
  TIRX_NODE(Broadcast, BroadcastNode, "tirx.ir.Broadcast", Expr, ExprNode)
  Broadcast(Expr value, int64_t lanes, Span span = Span());
};

// The element at `indices`, one per dimension; the last may be a Ramp, which makes it a vector load.
struct TensorLoadNode : ExprNode {
  Var tensor;
  Array<Expr> indices = NoItems<Expr>();
  TIRX_FIELDS(f("tensor", &TensorLoadNode::tensor); f("indices", &TensorLoadNode::indices))
  TIRX_NODE(TensorLoad, TensorLoadNode, "tirx.ir.TensorLoad", Expr, ExprNode)
  TensorLoad(Var tensor, Array<Expr> indices, Span span = Span());
};

// [min, min + extent)
struct RangeNode : Object {
  Expr min, extent;
  static constexpr TVMFFISEqHashKind _type_s_eq_hash_kind = kTVMFFISEqHashKindTreeNode;
  TIRX_FIELDS(f("min", &RangeNode::min); f("extent", &RangeNode::extent))
  TIRX_NODE(Range, RangeNode, "tirx.ir.Range", ObjectRef, Object)
  Range(Expr min, Expr extent);
};

// A box of a tensor, one range per dimension: an operand of tile operations, not a value. Its type is a
// TensorType.
struct TensorRegionNode : ExprNode {
  Var tensor;
  Array<Range> ranges = NoItems<Range>();
  TIRX_FIELDS(f("tensor", &TensorRegionNode::tensor); f("ranges", &TensorRegionNode::ranges))
  TIRX_NODE(TensorRegion, TensorRegionNode, "tirx.ir.TensorRegion", Expr, ExprNode)
  TensorRegion(Var tensor, Array<Range> ranges, Span span = Span());
};

// The name of an operation of the registry (ir/op.h): "exp", "gpu.thread_idx".
struct OpNode : ExprNode {
  String name;
  TIRX_FIELDS(f("name", &OpNode::name))
  TIRX_NODE(Op, OpNode, "tirx.ir.Op", Expr, ExprNode)
  // One shared object per name in a thread.
  explicit Op(std::string_view name);
};

// The name of a function of the module.
struct GlobalVarNode : ExprNode {
  String name;
  TIRX_FIELDS(f("name", &GlobalVarNode::name))
  TIRX_NODE(GlobalVar, GlobalVarNode, "tirx.ir.GlobalVar", Expr, ExprNode)
  explicit GlobalVar(String name);
};

// `callee` is an Op or a GlobalVar. Operands that are values stand in `args`; names, sizes and modes in
// `attrs`.
struct CallNode : ExprNode {
  Expr callee;
  Array<Expr> args = NoItems<Expr>();
  Attrs attrs = NoAttrs();
  TIRX_FIELDS(f("callee", &CallNode::callee, kAttribute); f("args", &CallNode::args);
              f("attrs", &CallNode::attrs))
  // The op's name, or "" for a call of a function.
  std::string_view op_name() const {
    auto* op = callee.as<OpNode>();
    return op ? View(op->name) : std::string_view();
  }
  TIRX_NODE(Call, CallNode, "tirx.ir.Call", Expr, ExprNode)
  Call(Type type, Expr callee, Array<Expr> args, Attrs attrs = NoAttrs(), Span span = Span());
};

inline Expr TensorTypeNode::dim(int k) const {
  return RefCast<Expr>(shape[size_t(k)]);
}
inline Expr TensorTypeNode::stride(int k) const {
  return RefCast<Expr>(strides[size_t(k)]);
}

// A tensor type from plain parts; `shape` and `strides` are of Expr.
TensorType MakeTensorType(DType dtype, Array<Expr> shape, String scope = "global",
                          Array<Expr> strides = NoItems<Expr>(), Expr elem_offset = Expr(),
                          int64_t alignment = 0, bool cell = false);
Array<Expr> ShapeOf(const TensorType& type);
Array<Expr> StridesOf(const TensorType& type);

// Attribute lookup with a default; the attribute must have the asked type.
template <class T>
T AttrOr(const Attrs& attrs, const char* key, T fallback) {
  auto found = attrs.find(key);
  return found == attrs.end() ? fallback : (*found).second.template cast<T>();
}
inline bool HasAttr(const Attrs& attrs, const char* key) {
  return attrs.defined() && attrs.count(key) != 0;
}

// The constant's value, or nothing when `e` is not an integer constant.
std::optional<int64_t> ConstInt(const Expr& e);

}  // namespace tirx::ir
