// SPDX-License-Identifier: Apache-2.0
// The exact forms of printed IR (docs/printed_form.md): nodes as they stand.
#include <cstring>

#include "ir/arith.h"
#include "ir/op.h"
#include "script/elaborator.h"
#include "script/forms.h"

namespace tirx::script::forms {
namespace {

struct ExactOperands {
  Array<ir::Expr> exprs;
  int depth = 1;
};

bool Operands(Elaborator& e, const Bound& b, ExactOperands* out) {
  for (size_t i = 0; i < b.rest.size(); ++i) {
    ir::Expr operand = e.ToOperand(b.rest[i], b.rest_at[i]);
    if (!operand.defined()) return false;
    out->exprs.push_back(operand);
    if (auto* value = b.rest[i].Get<IrValue>()) out->depth = std::max(out->depth, value->depth + 1);
  }
  return true;
}

Value Constant(Elaborator& e, const Bound& b, const Attrs& attrs, const ir::Type& type) {
  DType dtype = ir::DTypeOf(type);
  if (ir::HasAttr(attrs, "bits")) {
    int64_t bits = ir::AttrOr<int64_t>(attrs, "bits", 0);
    double value = 0;
    std::memcpy(&value, &bits, sizeof(value));
    return IrValue{ir::FloatImm(dtype, value, e.SpanAt(b.at)), 1};
  }
  auto node = ffi::make_object<ir::IntImmNode>();
  node->ty = type;
  node->span = e.SpanAt(b.at);
  node->value = ir::AttrOr<int64_t>(attrs, "value", 0);
  return IrValue{ir::IntImm(std::move(node)), 1};
}

std::optional<ir::BinaryOp> BinaryNamed(std::string_view name) {
  for (int op = 0; op <= int(ir::BinaryOp::Shr); ++op) {
    if (ir::InfoOf(ir::BinaryOp(op)).name == name) return ir::BinaryOp(op);
  }
  return std::nullopt;
}
std::optional<ir::UnaryOp> UnaryNamed(std::string_view name) {
  for (int op = 0; op <= int(ir::UnaryOp::BitNot); ++op) {
    if (ir::InfoOf(ir::UnaryOp(op)).name == name) return ir::UnaryOp(op);
  }
  return std::nullopt;
}

// Operators, casts, selects and constants by name; undefined when the name is none of them.
Result<ir::Expr> Node(const std::string& name, const Array<ir::Expr>& x, const ir::Type& type,
                      const Span& span) {
  auto count = [&](size_t n) {
    return Fail(DK::WrongOperandCount, span,
                {"T.call(\"" + name + "\")", std::to_string(n), std::to_string(x.size())});
  };
  if (auto op = BinaryNamed(name)) {
    if (x.size() != 2) return count(2);
    if (x[0]->dtype() != x[1]->dtype())
      return Fail(DK::TypeMismatch, span, {"`" + name + "`", ir::TypeName(x[0]->ty), ir::TypeName(x[1]->ty)});
    return ir::Expr(ir::Binary(*op, x[0], x[1], span));
  }
  if (auto op = UnaryNamed(name)) {
    if (x.size() != 1) return count(1);
    return ir::Expr(ir::Unary(*op, x[0], span));
  }
  if (name == "cast") {
    if (x.size() != 1) return count(1);
    if (!type.defined()) return Fail(DK::MissingArgument, span, {"T.call(\"cast\")", "ty"});
    return ir::Expr(ir::Cast(ir::DTypeOf(type), x[0], span));
  }
  if (name == "select") {
    if (x.size() != 3) return count(3);
    if (x[1]->dtype() != x[2]->dtype())
      return Fail(DK::TypeMismatch, span, {"`select`", ir::TypeName(x[1]->ty), ir::TypeName(x[2]->ty)});
    return ir::Expr(ir::Select(x[0], x[1], x[2], span));
  }
  return ir::Expr();
}

}  // namespace

Value ExactCall(Elaborator& e, const Bound& b) {
  ExactOperands operands;
  Attrs attrs;
  ir::Type type;
  if (!Operands(e, b, &operands)) return Value();
  if (b.Has(1)) {
    auto given = e.ToAttrs(b[1], b.ats[1]);
    if (!given) return Value();
    attrs = *given;
  }
  if (b.Has(2)) {
    auto given = e.ToType(b[2], b.ats[2]);
    if (!given) return Value();
    type = *given;
  }
  Span span = e.SpanAt(b.at);
  if (auto* function = b[0].Get<std::shared_ptr<GlobalFunction>>()) {
    ir::Type ret = type.defined() ? type : (*function)->ret_type;
    return e.Make(ir::Expr(ir::Call(ret, ir::GlobalVar((*function)->name), operands.exprs, attrs, span)),
                  operands.depth, b.at);
  }
  auto name = e.ToText(b[0], "the name of an operation", b.ats[0]);
  if (!name) return Value();
  if (*name == "const") {
    if (!type.defined()) return e.Error(DK::MissingArgument, b.at, {"T.call(\"const\")", "ty"});
    return Constant(e, b, attrs, type);
  }
  auto node = Node(*name, operands.exprs, type, span);
  if (!node.ok() || (*node).defined()) return e.Make(node, operands.depth, b.at);
  if (type.defined())
    return e.Make(ir::Expr(ir::Call(type, ir::Op(*name), operands.exprs, attrs, span)), operands.depth, b.at);
  const ir::OpRow* row = ir::FindOp(*name);
  if (!row) return e.Error(DK::UnknownMember, b.ats[0], {"T", *name});
  return e.Make(ir::MakeCall(*row, operands.exprs, attrs, span), operands.depth, b.at);
}

Value Evaluate(Elaborator& e, const Bound& b) {
  ir::Expr value = e.ToOperand(b[0], b.ats[0]);
  if (!value.defined()) return Value();
  e.Emit(ir::Evaluate(value, e.SpanAt(b.at)), b.at);
  return Value::None();
}

Value TensorLoad(Elaborator& e, const Bound& b) {
  auto* tensor = b[0].Get<TensorValue>();
  ExactOperands indices;
  if (!tensor)
    return e.Error(DK::BadCallArgument, b.ats[0],
                   {"T.tensor_load", "tensor", DescribeKind(b[0]), "a tensor"});
  if (!Operands(e, b, &indices)) return Value();
  return e.Make(ir::Expr(ir::TensorLoad(tensor->var, indices.exprs, e.SpanAt(b.at))), indices.depth, b.at);
}

Value TensorRegion(Elaborator& e, const Bound& b) {
  auto* tensor = b[0].Get<TensorValue>();
  if (!tensor)
    return e.Error(DK::BadCallArgument, b.ats[0],
                   {"T.tensor_region", "tensor", DescribeKind(b[0]), "a tensor"});
  Array<ir::Range> ranges;
  for (size_t i = 0; i < b.rest.size(); ++i) {
    auto* pair = b.rest[i].tuple();
    if (!pair || pair->size() != 2)
      return e.Error(DK::BadCallArgument, b.rest_at[i],
                     {"T.tensor_region", "ranges", Repr(b.rest[i]), "a (min, extent) pair"});
    ir::Expr min = e.ToIr((*pair)[0], b.rest_at[i]).expr, extent = e.ToIr((*pair)[1], b.rest_at[i]).expr;
    if (!min.defined() || !extent.defined()) return Value();
    ranges.push_back(ir::Range(min, extent));
  }
  return IrValue{ir::TensorRegion(tensor->var, ranges, e.SpanAt(b.at)), 2};
}

Value StringImm(Elaborator& e, const Bound& b) {
  auto text = e.ToText(b[0], "the text of `T.StringImm`", b.ats[0]);
  return text ? Value(IrValue{ir::StringImm(*text, e.SpanAt(b.at)), 1}) : Value();
}

Value Op(Elaborator& e, const Bound& b) {
  auto text = e.ToText(b[0], "the name of an operation", b.ats[0]);
  return text ? Value(IrValue{ir::Op(*text), 1}) : Value();
}

Value Omitted(Elaborator& e, const Bound& b) {
  auto text = e.ToText(b[0], "what was omitted", b.ats[0]);
  return text ? e.Error(DK::OmittedText, b.at, {*text}) : Value();
}

}  // namespace tirx::script::forms
