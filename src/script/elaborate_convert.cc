// SPDX-License-Identifier: Apache-2.0
// From values of the interpreter to IR: literals, conditions, types, attributes.
#include "diag/suggest.h"
#include "ir/arith.h"
#include "script/elaborator.h"

namespace tirx::script {

IrValue Elaborator::ToIr(const Value& value, const Range& at, std::optional<DType> wanted) {
  if (value.failed()) return {};
  if (auto* ir_value = value.Get<IrValue>()) return *ir_value;
  auto constant = [&](auto payload, DType fallback) -> IrValue {
    Value made = Make(ir::ConstantOf(wanted.value_or(fallback), payload, SpanAt(at)), 1, at);
    return made.failed() ? IrValue{} : *made.Get<IrValue>();
  };
  if (auto* truth = value.Get<bool>()) {
    if (wanted && !IsBool(*wanted)) {
      Error(DK::TypeMismatch, at, {"a bool literal", *truth ? "True" : "False", DTypeName(*wanted)});
      return {};
    }
    return {ir::MakeConst(wanted.value_or(Bool()), *truth, SpanAt(at)), 1};
  }
  if (auto* number = value.Get<int64_t>()) return constant(*number, Int(32));
  if (auto* number = value.Get<double>()) return constant(*number, Float(32));
  if (auto* wide = value.Get<WideLiteral>()) {
    if (wanted && ScalarOf(*wanted) == UInt(64))
      return {ir::MakeConst(*wanted, int64_t(wide->value), SpanAt(at)), 1};
    Error(DK::IntegerOverflow, at, {"this literal"});
    return {};
  }
  if (auto* region = value.Get<std::shared_ptr<const RegionObject>>()) {
    Value loaded = LoadRegion(**region, at);
    return loaded.failed() ? IrValue{} : *loaded.Get<IrValue>();
  }
  if (value.Is<ForeignValue>()) {
    Value simple = Simplified(value, at);
    if (!simple.Is<ForeignValue>()) return ToIr(simple, at, wanted);
  }
  if (auto* tensor = value.Get<TensorValue>()) {
    Error(DK::NotAValue, at,
          {DescribeKind(value), "index it, as in `" + std::string(View(tensor->var->name)) + "[i]`"});
  } else {
    Error(DK::NotAValue, at, {DescribeKind(value), "a number or an expression must stand here"});
  }
  return {};
}

bool Elaborator::ToIrPair(const Value& a, const Value& b, const Range& at, IrValue* x, IrValue* y) {
  bool a_first = !a.is_literal();  // the side with a type goes first, the literal takes it
  const Value &first = a_first ? a : b, &second = a_first ? b : a;
  IrValue p = ToIr(first, at);
  if (!p.expr.defined()) return false;
  std::optional<DType> wanted;
  if (second.is_literal() && !first.is_literal()) wanted = p.expr->dtype();
  if (second.Is<bool>() && wanted && !IsBool(*wanted)) wanted = Bool();
  IrValue q = ToIr(second, at, wanted);
  if (!q.expr.defined()) return false;
  *x = a_first ? p : q;
  *y = a_first ? q : p;
  return true;
}

IrValue Elaborator::ConvertTo(const Value& value, DType dtype, std::string_view target, const Range& at) {
  bool literal = value.is_literal();
  IrValue made = ToIr(value, at, literal ? std::optional<DType>(dtype) : std::nullopt);
  if (!made.expr.defined()) return {};
  DType from = made.expr->dtype();
  if (from == dtype) return made;
  auto mixed = ir::MixedType(from, dtype);
  if (!mixed || *mixed != dtype || made.expr->ty.as<ir::PointerTypeNode>()) {
    std::string wanted = DTypeName(dtype), got = ir::TypeName(made.expr->ty);
    bool castable = made.expr->ty.as<ir::PrimTypeNode>() && !IsHandle(from) && !IsHandle(dtype);
    if (castable && from.lanes == dtype.lanes) got += "; convert it with `T.cast`";
    Error(DK::WrongValueType, at, {target, wanted, got});
    return {};
  }
  return {ir::WidenTo(made.expr, dtype), made.depth + 1};
}

ir::Expr Elaborator::ToCondition(const Value& value, const Range& at) {
  IrValue made = ToIr(value, at);
  if (!made.expr.defined()) return {};
  if (made.expr->dtype() == Bool()) return made.expr;
  Error(DK::NotABool, at, {ir::TypeName(made.expr->ty)});
  return {};
}

std::optional<int64_t> Elaborator::ToInteger(const Value& value, std::string_view what, const Range& at) {
  if (value.failed()) return std::nullopt;
  if (auto number = Simplified(value, at).integer()) return number;
  if (auto* e = value.expr()) {
    if (auto constant = ir::ConstInt(*e)) return constant;
  }
  Error(DK::CompileTimeRequired, at, {what, "integer", DescribeKind(value)});
  return std::nullopt;
}

Value Elaborator::FloatToInt(double value, const Range& at) {
  if (value >= -0x1p63 && value < 0x1p63) return Value::Int(int64_t(value));
  return Error(DK::IntegerOverflow, at, {"int()"});
}

std::optional<std::string> Elaborator::ToText(const Value& value, std::string_view what, const Range& at) {
  if (value.failed()) return std::nullopt;
  Value simple = Simplified(value, at);
  if (auto* text = simple.str()) return *text;
  if (auto* e = simple.expr()) {
    if (auto* text = e->as<ir::StringImmNode>()) return std::string(text->value);
  }
  Error(DK::CompileTimeRequired, at, {what, "string", DescribeKind(value)});
  return std::nullopt;
}

std::optional<DType> Elaborator::ToDType(const Value& value, const Range& at) {
  if (value.failed()) return std::nullopt;
  Value simple = Simplified(value, at);
  if (auto* dtype = simple.Get<DType>()) return *dtype;
  if (auto* text = simple.str()) {
    if (auto dtype = ParseDType(*text)) return dtype;
    Error(diag::Suggest(diag::Make(DK::UnknownDType, SpanAt(at), {*text}), *text, DTypeNames()));
    return std::nullopt;
  }
  Error(DK::CompileTimeRequired, at,
        {"a data type", "dtype, as in `T.float32` or \"float32\"", DescribeKind(value)});
  return std::nullopt;
}

std::optional<std::vector<IrValue>> Elaborator::ToExtents(const Value& shape, const Range& at) {
  if (shape.failed()) return std::nullopt;
  Value simple = Simplified(shape, at);
  TupleItems one{simple};
  const TupleItems* items = simple.sequence();
  if (!items) items = &one;  // `A: T.Tensor(128, ...)`: one dimension
  std::vector<IrValue> extents;
  for (const Value& item : *items) {
    auto number = item.integer();
    bool wide = number && *number > INT32_MAX;
    IrValue extent = ToIr(item, at, wide ? std::optional<DType>(Int(64)) : std::nullopt);
    if (!extent.expr.defined()) return std::nullopt;
    if (!IsInteger(extent.expr->dtype()) || extent.expr->dtype().lanes != 1) {
      Error(DK::BadCallArgument, at, {"shape", "extent", ir::TypeName(extent.expr->ty), "an integer"});
      return std::nullopt;
    }
    if (auto constant = ir::ConstInt(extent.expr); constant && *constant < 0) {
      Error(DK::BadCallArgument, at, {"shape", "extent", std::to_string(*constant), "at least 0"});
      return std::nullopt;
    }
    extents.push_back(extent);
  }
  return extents;
}

std::optional<ir::TensorType> Elaborator::ToTensorType(const TensorSpec& spec, const Range& at) {
  auto exprs = [&](const Value& list) -> std::optional<Array<ir::Expr>> {
    auto extents = ToExtents(list, at);
    if (!extents) return std::nullopt;
    Array<ir::Expr> out;
    for (const IrValue& extent : *extents) out.push_back(extent.expr);
    return out;
  };
  auto shape = exprs(spec.shape);
  if (!shape) return std::nullopt;
  Array<ir::Expr> strides;
  if (!spec.strides.is_none()) {
    auto given = exprs(spec.strides);
    if (!given) return std::nullopt;
    strides = *given;
    if (!strides.empty() && strides.size() != shape->size()) {
      Error(DK::BadCallArgument, at,
            {"T.Tensor", "strides", std::to_string(strides.size()) + " long", "as long as the shape"});
      return std::nullopt;
    }
  }
  ir::Expr offset;
  if (!spec.elem_offset.is_none()) {
    offset = ToIr(spec.elem_offset, at).expr;
    if (!offset.defined()) return std::nullopt;
  }
  return ir::MakeTensorType(spec.dtype, *shape, spec.scope, strides, offset, spec.alignment, spec.cell);
}

ir::Expr Elaborator::ToOperand(const Value& value, const Range& at) {
  if (auto* tensor = value.Get<TensorValue>()) return tensor->var;
  if (auto* region = value.Get<std::shared_ptr<const RegionObject>>()) return RegionExpr(**region, at);
  if (auto* text = value.str()) return ir::StringImm(*text, SpanAt(at));
  return ToIr(value, at).expr;
}

std::optional<ir::Type> Elaborator::ToType(const Value& value, const Range& at) {
  if (value.failed()) return std::nullopt;
  if (auto* form = value.Get<const Form*>(); form && (*form)->name == "handle") return ir::HandleType();
  if (value.is_none()) return ir::VoidType();
  if (auto* type = value.Get<ir::Type>()) return *type;
  if (auto* spec = value.Get<std::shared_ptr<const TensorSpec>>()) {
    auto type = ToTensorType(**spec, at);
    if (!type) return std::nullopt;
    return ir::Type(*type);
  }
  auto dtype = ToDType(value, at);
  if (!dtype) return std::nullopt;
  return ir::Type(ir::PrimType(*dtype));
}

// Attributes hold numbers, strings and containers of them; data types by name.
std::optional<Any> Elaborator::ToAttribute(const Value& value, const Range& at) {
  Value simple = Simplified(value, at);
  if (simple.failed()) return std::nullopt;
  if (simple.dict()) {
    auto attrs = ToAttrs(simple, at);
    if (!attrs) return std::nullopt;
    return Any(*attrs);
  }
  if (const TupleItems* items = simple.sequence()) {
    Array<Any> array;
    for (const Value& item : *items) {
      auto any = ToAttribute(item, at);
      if (!any) return std::nullopt;
      array.push_back(*any);
    }
    return Any(array);
  }
  if (auto* dtype = simple.Get<DType>()) return Any(String(DTypeName(*dtype)));
  if (auto any = ToAny(simple)) return any;
  Error(DK::NotAValue, at,
        {DescribeKind(value), "an attribute is a number, a string, or a list or dict of them"});
  return std::nullopt;
}

std::optional<Attrs> Elaborator::ToAttrs(const Value& value, const Range& at) {
  Attrs attrs;
  if (value.failed()) return std::nullopt;
  if (value.is_none()) return attrs;
  Value simple = Simplified(value, at);
  if (!simple.dict()) {
    Error(DK::CompileTimeRequired, at, {"attributes", "dict with string keys", DescribeKind(value)});
    return std::nullopt;
  }
  for (const auto& [key, item] : simple.dict()->items) {
    auto name = ToText(key, "the name of an attribute", at);
    auto any = name ? ToAttribute(item, at) : std::nullopt;
    if (!any) return std::nullopt;
    attrs.Set(*name, *any);
  }
  return attrs;
}

}  // namespace tirx::script
