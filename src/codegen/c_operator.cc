// SPDX-License-Identifier: Apache-2.0
// Operators: precedence, the semantics that C's do not have, narrow integers.
#include "codegen/c_printer.h"
#include "ir/arith.h"

namespace tirx::codegen {

using ir::BinaryOp;
using ir::UnaryOp;

namespace {

struct COperator {
  BinaryOp op;
  const char* symbol;
  int precedence;
  int operand;     // what both operands must bind at least as tightly as; the right one tighter than the
                   // operator
  bool can_leave;  // the result may leave the range of a type narrower than int
};

// Operands of shifts and bit operations, and `&&` within `||`, are set in parentheses although C needs none:
// their precedence surprises readers and draws warnings.
constexpr COperator kOperators[] = {
    {BinaryOp::Add, "+", kAdditive, kAdditive, true},
    {BinaryOp::Sub, "-", kAdditive, kAdditive, true},
    {BinaryOp::Mul, "*", kMultiplicative, kMultiplicative, true},
    {BinaryOp::Div, "/", kMultiplicative, kMultiplicative, false},
    {BinaryOp::Mod, "%", kMultiplicative, kMultiplicative, false},
    {BinaryOp::EQ, "==", kEquality, kShift, false},
    {BinaryOp::NE, "!=", kEquality, kShift, false},
    {BinaryOp::LT, "<", kRelational, kShift, false},
    {BinaryOp::LE, "<=", kRelational, kShift, false},
    {BinaryOp::GT, ">", kRelational, kShift, false},
    {BinaryOp::GE, ">=", kRelational, kShift, false},
    {BinaryOp::And, "&&", kLogicalAnd, kLogicalAnd, false},
    {BinaryOp::Or, "||", kLogicalOr, kLogicalOr, false},
    {BinaryOp::BitAnd, "&", kBitAnd, kUnary, false},
    {BinaryOp::BitOr, "|", kBitOr, kUnary, false},
    {BinaryOp::BitXor, "^", kBitXor, kUnary, false},
    {BinaryOp::Shl, "<<", kShift, kUnary, true},
    {BinaryOp::Shr, ">>", kShift, kUnary, false},
};

const COperator* FindOperator(BinaryOp op) {
  for (const COperator& row : kOperators)
    if (row.op == op) return &row;
  return nullptr;
}

// Operators whose operands C brings to the wider of their types, as long as that is what both should be.
bool WidensOperands(BinaryOp op) {
  return op == BinaryOp::Add || op == BinaryOp::Sub || op == BinaryOp::Mul || ir::IsComparison(op);
}

bool IsWidening(const ir::Expr& expr) {
  auto* cast = expr.as<ir::CastNode>();
  return cast && IsInteger(ScalarOf(cast->value->dtype())) && cast->value->dtype().bits <= 32;
}

bool IsBitwise(BinaryOp op) {
  return op == BinaryOp::BitAnd || op == BinaryOp::BitOr || op == BinaryOp::BitXor;
}

CText Infix(const COperator& row, const CText& a, const CText& b) {
  int left = row.operand, right = std::max(row.operand, row.precedence + 1);
  if (row.op == BinaryOp::Or) left = right = kEquality;
  if (row.op == BinaryOp::Or && a.precedence == kLogicalOr) left = kLogicalOr;
  if (row.operand == kUnary && a.precedence == row.precedence) left = row.precedence;  // a | b | c
  return {a.At(left) + " " + row.symbol + " " + b.At(right), row.precedence};
}

}  // namespace

// C computes in int; the language wraps at the type's own width after each operation.
CText FunctionPrinter::Narrowed(DType t, CText value) {
  if (!(SetOf(t) & kNarrow)) return value;
  return {"(" + TypeOf(t, span_) + ")" + value.At(kUnary), kUnary};
}

CText FunctionPrinter::Binary(const ir::BinaryNode& node, int lane) {
  CText a = Operand(node, node.a, lane), b = Operand(node, node.b, lane);
  DType t = ScalarOf(node.a->dtype());
  bool floors = node.op == BinaryOp::FloorDiv || node.op == BinaryOp::FloorMod;
  return floors && IsInteger(t) ? FloorText(node, a, b) : BinaryText(node.op, t, a, b, node.span);
}

// What C does or says shorter by itself: beside a `long long` it widens an `int`; masks read best in
// hexadecimal.
CText FunctionPrinter::Operand(const ir::BinaryNode& node, const ir::Expr& operand, int lane) {
  DType t = ScalarOf(operand->dtype());
  bool first = operand.same_as(node.a);
  if (t == Int(64) && WidensOperands(node.op) && IsWidening(operand) && !hoisted_.contains(operand.get()))
    if (!first || !IsWidening(node.b)) return Element(operand.as<ir::CastNode>()->value, lane);
  if (auto* mask = operand.as<ir::IntImmNode>(); mask && !IsBool(t) && IsBitwise(node.op))
    return MaskLiteral(dialect_, t, mask->value);
  return Element(operand, lane);
}

// Floor and truncating division agree where nothing is negative; a power of two is a shift or a mask for
// every sign.
CText FunctionPrinter::FloorText(const ir::BinaryNode& node, const CText& a, const CText& b) {
  bool divides = node.op == BinaryOp::FloorDiv;
  DType t = ScalarOf(node.a->dtype());
  if (facts_.NonNegative(node.a) && facts_.NonNegative(node.b))
    return BinaryText(divides ? BinaryOp::Div : BinaryOp::Mod, t, a, b, node.span);
  const ir::Expr* divisor = &node.b;
  if (auto* broadcast = node.b.as<ir::BroadcastNode>()) divisor = &broadcast->value;
  if (auto n = ir::ConstInt(*divisor); n && *n > 0 && (*n & (*n - 1)) == 0) {
    if (!divides) return BinaryText(BinaryOp::BitAnd, t, a, IntLiteral(dialect_, t, *n - 1), node.span);
    int shift = 0;
    while ((int64_t(1) << shift) < *n) ++shift;
    return BinaryText(BinaryOp::Shr, t, a, IntLiteral(dialect_, Int(32), shift), node.span);
  }
  return BinaryText(node.op, t, a, b, node.span);
}

CText FunctionPrinter::BinaryText(BinaryOp op, DType t, const CText& a, const CText& b, const Span& span) {
  if (const EmitRow* row = FindEmit(ir::InfoOf(op).name, t, nullptr)) {
    TemplateInput input;
    input.operands = {a, b};
    return FromRow(row->text, row->needs, std::move(input), t, t);
  }
  const COperator* row = FindOperator(op);
  if (!row) {
    ReportNoEmission(ir::InfoOf(op).name, t, span);
    return {"0"};
  }
  // Two 16-bit unsigned numbers can overflow the int that C multiplies them in.
  CText left = op == BinaryOp::Mul && t == UInt(16) ? CastText(t, UInt(32), a, span) : a;
  CText result = Infix(*row, left, b);
  // The quotient of the least value by -1 leaves the range too.
  bool can_leave = row->can_leave || (op == BinaryOp::Div && IsInt(t));
  return can_leave ? Narrowed(t, result) : result;
}

CText FunctionPrinter::UnaryText(UnaryOp op, DType t, const CText& a) {
  const char* symbol = op == UnaryOp::Neg ? "-" : op == UnaryOp::Not ? "!" : "~";
  bool collides = !a.text.empty() && a.text[0] == symbol[0];  // `--x` is something else
  CText result{symbol + a.At(collides ? kPostfix + 1 : kUnary), kUnary};
  return op == UnaryOp::Not ? result : Narrowed(t, result);
}

}  // namespace tirx::codegen
