// SPDX-License-Identifier: Apache-2.0
#include "ir/printer_expr.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "base/structural.h"
#include "ir/arith.h"
#include "ir/printer_text.h"
#include "ir/visit.h"

namespace tirx::ir {
namespace {

constexpr int kUnary = 14;

bool IsConstant(const Expr& e) {
  return e.as<IntImmNode>() || e.as<FloatImmNode>();
}

bool IsIntegerDiv(const BinaryNode& n) {
  return n.op == BinaryOp::Div && !IsFloating(n.a->dtype());
}

// Whether reading the operator back gives this node, neither folded nor refused.
bool ReadsBack(const BinaryNode& n) {
  Result<Expr> read =
      IsIntegerDiv(n) ? Result<Expr>(FoldBinary(n.op, n.a, n.b)) : TypedBinary(n.op, n.a, n.b, Span());
  if (!read.ok()) return false;
  auto* again = (*read).as<BinaryNode>();
  return again && again->op == n.op && again->a.same_as(n.a) && again->b.same_as(n.b) &&
         again->dtype() == n.dtype();
}

bool ReadsBack(const UnaryNode& n) {
  Result<Expr> read = TypedUnary(n.op, n.a, Span());
  if (!read.ok()) return false;
  auto* again = (*read).as<UnaryNode>();
  return again && again->op == n.op && again->a.same_as(n.a);
}

bool HasPlainName(DType t) {
  return IsInteger(t) || IsBool(t) || IsFloating(t);
}

bool IsCellIndex(const Array<Expr>& indices) {
  if (indices.size() != 1 || indices[0]->dtype() != Int(32)) return false;
  auto index = ConstInt(indices[0]);
  return index && *index == 0;
}

bool IsCell(const Var& var) {
  auto* type = var->ty.as<TensorTypeNode>();
  return type && type->cell;
}

}  // namespace

Expr StopOf(const Expr& min, const Expr& extent) {
  if (min->dtype() != extent->dtype()) return Expr();
  auto low = ConstInt(min), size = ConstInt(extent);
  if (low && *low == 0) return extent;
  if (auto* difference = extent.as<BinaryNode>(); difference && difference->op == BinaryOp::Sub) {
    bool from_min = difference->b.same_as(min) || StructuralEqual(Any(difference->b), Any(min));
    bool kept = FoldBinary(BinaryOp::Sub, difference->a, min).as<BinaryNode>() != nullptr;
    if (from_min && kept) return difference->a;
  }
  if (!low || !size) return Expr();
  Expr stop = FoldBinary(BinaryOp::Add, min, extent);
  if (!ConstInt(stop)) return Expr();
  auto back = ConstInt(FoldBinary(BinaryOp::Sub, stop, min));
  return back && *back == *size ? stop : Expr();
}

std::string ExprWriter::Take() {
  std::string text = std::move(text_);
  text_.clear();
  if (omitted_.empty()) return text;
  return "T.omitted(" + QuoteScript(std::exchange(omitted_, "")) + ")";
}

ExprWriter& ExprWriter::Put(std::string_view text) {
  text_ += text;
  return *this;
}

template <class... Nodes>
bool ExprWriter::WriteAs(const Expr& e, Context context) {
  auto attempt = [&](auto* node) {
    if (node) Form(*node, e, context);
    return node != nullptr;
  };
  return (attempt(e.as<Nodes>()) || ...);
}

void ExprWriter::Write(const Expr& e, int precedence, Literal literal) {
  if (!omitted_.empty()) return;
  if (!e.defined()) {
    Put("None");
    return;
  }
  if (text_.size() > kMaxPrintedExpr) {
    omitted_ = "an expression of more than " + std::to_string(kMaxPrintedExpr) + " characters";
  } else if (depth_ > kMaxExprDepth) {
    omitted_ = "an expression of more than " + std::to_string(kMaxExprDepth) + " levels";
  } else {
    ++depth_;
    bool known =
        WriteAs<VarNode, IntImmNode, FloatImmNode, StringImmNode, BinaryNode, UnaryNode, CastNode, SelectNode,
                RampNode, BroadcastNode, TensorLoadNode, TensorRegionNode, OpNode, GlobalVarNode, CallNode>(
            e, {precedence, literal});
    --depth_;
    if (!known) omitted_ = "an expression of kind " + e->GetTypeKey();
  }
}

void ExprWriter::List(const Array<Expr>& items) {
  for (size_t i = 0; i < items.size(); ++i) {
    if (i) Put(", ");
    Write(items[i]);
  }
}

void ExprWriter::Tuple(const Array<ObjectRef>& items, bool quoted) {
  Put("(");
  for (size_t i = 0; i < items.size(); ++i) {
    if (i) Put(", ");
    Expr item = RefCast<Expr>(items[i]);
    size_t begin = text_.size();
    Write(item);
    if (!quoted || IsConstant(item)) continue;
    std::string text = text_.substr(begin);
    text_.resize(begin);
    Put(QuoteScript(text));
  }
  Put(items.size() == 1 ? ",)" : ")");
}

void ExprWriter::Form(const VarNode&, const Expr& e, Context) {
  Var var = RefCast<Var>(e);
  if (!IsCell(var)) {
    Put(names_.NameOf(var));
  } else {
    Put("T.ref(").Put(names_.NameOf(var)).Put(")");
  }
}

// A minus sign is an operator: it needs parentheses where a tighter one stands around.
void ExprWriter::SignedLiteral(const std::string& digits, Context c) {
  bool parentheses = digits[0] == '-' && c.precedence > kUnary;
  if (parentheses) Put("(");
  Put(digits);
  if (parentheses) Put(")");
}

void ExprWriter::Form(const IntImmNode& n, const Expr& e, Context c) {
  DType t = e->dtype();
  if (!n.ty.as<PrimTypeNode>() || !(IsInteger(t) || IsBool(t)) || t.lanes != 1) {
    Put("T.call(\"const\", attrs={\"value\": ").Put(std::to_string(n.value)).Put("}, ty=");
    WriteType(n.ty);
    Put(")");
  } else if (IsBool(t)) {
    Put(n.value ? "T.bool(True)" : "T.bool(False)");
  } else if (c.literal == Literal::Bare || (c.literal == Literal::Default && t == Int(32))) {
    SignedLiteral(IntLiteral(t, n.value), c);
  } else {
    Put("T.").Put(DTypeName(t)).Put("(").Put(IntLiteral(t, n.value)).Put(")");
  }
}

void ExprWriter::Form(const FloatImmNode& n, const Expr& e, Context c) {
  DType t = e->dtype();
  bool plain = n.ty.as<PrimTypeNode>() && IsFloating(t) && t.lanes == 1;
  int64_t bits = 0, quiet_nan = 0x7FF8000000000000;
  std::memcpy(&bits, &n.value, sizeof(bits));
  if (!plain || (std::isnan(n.value) && bits != quiet_nan)) {
    Put("T.call(\"const\", attrs={\"bits\": ").Put(std::to_string(bits)).Put("}, ty=");
    WriteType(n.ty);
    Put(")");
  } else if (!std::isfinite(n.value)) {
    Put("T.").Put(DTypeName(t)).Put("(");
    Put(std::isnan(n.value) ? "\"nan\"" : n.value > 0 ? "\"inf\"" : "\"-inf\"").Put(")");
  } else if (c.literal == Literal::Bare || (c.literal == Literal::Default && t == Float(32))) {
    SignedLiteral(FloatLiteral(n.value), c);
  } else {
    Put("T.").Put(DTypeName(t)).Put("(").Put(FloatLiteral(n.value)).Put(")");
  }
}

void ExprWriter::Form(const StringImmNode& n, const Expr&, Context c) {
  if (c.literal == Literal::Typed) {
    Put("T.StringImm(").Put(QuoteScript(View(n.value))).Put(")");
  } else {
    Put(QuoteScript(View(n.value)));
  }
}

void ExprWriter::Form(const BinaryNode& n, const Expr&, Context c) {
  const OperatorInfo& info = InfoOf(n.op);
  if (!ReadsBack(n)) {
    Put("T.call(\"").Put(info.name).Put("\", ");
    List({n.a, n.b});
    Put(")");
    return;
  }
  // A literal takes the other operand's type; of two constants one must show it.
  Literal left = IsConstant(n.b) ? Literal::Typed : Literal::Bare;
  if (info.precedence == 0 || IsIntegerDiv(n)) {
    Put(IsIntegerDiv(n) ? "T.truncdiv" : info.symbol).Put("(");
    Write(n.a, 0, left);
    Put(", ");
    Write(n.b, 0, Literal::Bare);
    Put(")");
    return;
  }
  int p = info.precedence;
  bool parentheses = p < c.precedence;
  if (parentheses) Put("(");
  Write(n.a, IsComparison(n.op) ? p + 1 : p, left);
  Put(" ").Put(info.symbol).Put(" ");
  Write(n.b, p + 1, Literal::Bare);
  if (parentheses) Put(")");
}

void ExprWriter::Form(const UnaryNode& n, const Expr&, Context c) {
  const OperatorInfo& info = InfoOf(n.op);
  if (!ReadsBack(n)) {
    Put("T.call(\"").Put(info.name).Put("\", ");
    Write(n.a);
    Put(")");
    return;
  }
  bool parentheses = info.precedence < c.precedence;
  if (parentheses) Put("(");
  Put(info.symbol);
  Write(n.a, info.precedence, Literal::Typed);
  if (parentheses) Put(")");
}

void ExprWriter::Form(const CastNode& n, const Expr& e, Context) {
  DType to = e->dtype();
  bool sugar = n.ty.as<PrimTypeNode>() && HasPlainName(to) && !IsConstant(n.value) && n.value->dtype() != to;
  Put(sugar ? "T.cast(" : "T.call(\"cast\", ");
  Write(n.value);
  if (sugar) {
    Put(", \"").Put(DTypeName(to)).Put("\")");
  } else {
    Put(", ty=");
    WriteType(n.ty);
    Put(")");
  }
}

void ExprWriter::Form(const SelectNode& n, const Expr&, Context) {
  Put("T.Select(");
  List({n.condition, n.then_value, n.else_value});
  Put(")");
}

void ExprWriter::Form(const RampNode& n, const Expr&, Context) {
  Put("T.Ramp(");
  List({n.base, n.stride});
  Put(", ").Put(std::to_string(n.lanes)).Put(")");
}

void ExprWriter::Form(const BroadcastNode& n, const Expr&, Context) {
  Put("T.Broadcast(");
  Write(n.value);
  Put(", ").Put(std::to_string(n.lanes)).Put(")");
}

void ExprWriter::Element(const Var& tensor, const Array<Expr>& indices) {
  bool cell = IsCell(tensor);
  Put(cell && !IsCellIndex(indices) ? "T.ref(" : "").Put(names_.NameOf(tensor));
  if (cell && IsCellIndex(indices)) return;
  Put(cell ? ")[" : "[");
  if (indices.empty()) Put("()");
  List(indices);
  Put("]");
}

void ExprWriter::Form(const TensorLoadNode& n, const Expr&, Context) {
  if (int(n.indices.size()) == n.tensor.tensor_type()->ndim()) return Element(n.tensor, n.indices);
  Put("T.tensor_load(");
  Write(n.tensor);
  for (const Expr& index : n.indices) {
    Put(", ");
    Write(index);
  }
  Put(")");
}

// One item of a region's subscript; false when a slice cannot say it.
bool ExprWriter::Slice(const Range& range) {
  Expr stop = StopOf(range->min, range->extent);
  if (!stop.defined()) return false;
  Write(range->min, 1, Literal::Default);
  Put(":");
  Write(stop, 1, Literal::Default);
  return true;
}

void ExprWriter::Form(const TensorRegionNode& n, const Expr&, Context) {
  size_t begin = text_.size();
  Put(names_.NameOf(n.tensor)).Put("[");
  bool fits = !n.ranges.empty();
  for (size_t i = 0; fits && i < n.ranges.size(); ++i) {
    if (i) Put(", ");
    fits = Slice(n.ranges[i]);
  }
  if (fits) {
    Put("]");
    return;
  }
  text_.resize(begin);
  Put("T.tensor_region(");
  Write(n.tensor);
  for (const Range& range : n.ranges) {
    Put(", (");
    List({range->min, range->extent});
    Put(")");
  }
  Put(")");
}

void ExprWriter::Form(const OpNode& n, const Expr&, Context) {
  Put("T.op(").Put(QuoteScript(View(n.name))).Put(")");
}

void ExprWriter::Form(const GlobalVarNode& n, const Expr&, Context) {
  Put(ScriptIdentifier(View(n.name)));
}

}  // namespace tirx::ir
