// SPDX-License-Identifier: Apache-2.0
#include "ir/op.h"

#include <charconv>

#include "diag/suggest.h"

namespace tirx::ir {
namespace {

std::string Backquoted(const OpRow& row) {
  return "`T." + std::string(row.name) + "`";
}

bool IsChoice(std::string_view choices, std::string_view text) {
  while (!choices.empty()) {
    size_t bar = choices.find('|');
    if (choices.substr(0, bar) == text) return true;
    if (bar == std::string_view::npos) break;
    choices.remove_prefix(bar + 1);
  }
  return false;
}

Any DefaultValue(const OpParam& param) {
  std::string_view text = param.fallback;
  if (param.kind == ParamKind::Bool) return Any(text == "True");
  if (param.kind == ParamKind::Int) {
    int64_t value = 0;
    std::from_chars(text.data(), text.data() + text.size(), value);
    return Any(value);
  }
  return Any(String(std::string(text)));
}

Status CheckAttribute(const OpRow& row, const OpParam& param, const Any& value, const Span& span) {
  auto bad = [&](std::string_view seen, std::string_view rule) {
    return Fail(DK::BadAttribute, span, {"T." + std::string(row.name), param.name, seen, rule});
  };
  bool is_text = value.as<String>().has_value();
  switch (param.kind) {
    case ParamKind::Int:
      if (value.type_index() != ffi::TypeIndex::kTVMFFIInt)
        return bad("not an integer", "a compile-time integer");
      return Ok{};
    case ParamKind::Bool:
      if (value.type_index() != ffi::TypeIndex::kTVMFFIBool) return bad("not a bool", "True or False");
      return Ok{};
    case ParamKind::DType:
      if (!is_text || !ParseDType(View(value.cast<String>())))
        return bad("not a dtype", "the name of a dtype");
      return Ok{};
    default:
      break;
  }
  if (!is_text) return bad("not a string", "a string");
  String text = value.cast<String>();
  if (!param.choices.empty() && !IsChoice(param.choices, View(text)))
    return bad("\"" + std::string(text) + "\"", diag::OneOfChoices(param.choices));
  return Ok{};
}

// The number of value operands that the row takes; -1: any number from `min` on.
std::pair<int, int> OperandCounts(const OpRow& row) {
  int required = 0, most = 0;
  for (size_t i = 0; i < row.param_count(); ++i) {
    const OpParam& param = row.params[i];
    if (param.kind == ParamKind::Values) return {required, -1};
    if (IsAttribute(param.kind)) continue;
    ++most;
    if (param.fallback.empty()) ++required;
  }
  return {required, most};
}

Result<Attrs> CompleteAttrs(const OpRow& row, Attrs attrs, const Span& span) {
  for (size_t i = 0; i < row.param_count(); ++i) {
    const OpParam& param = row.params[i];
    if (!IsAttribute(param.kind)) continue;
    std::string key(param.name);
    if (HasAttr(attrs, key.c_str())) {
      TIRX_RETURN_IF_FAILED(CheckAttribute(row, param, attrs[key], span));
    } else if (!param.fallback.empty()) {
      if (param.fallback != "None") attrs.Set(key, DefaultValue(param));
    } else {
      return Fail(DK::BadAttribute, span, {"T." + std::string(row.name), param.name, "missing", "given"});
    }
  }
  return attrs;
}

// Whether the operand may be a vector: where the operation works lane by lane, and where it reads elements.
bool TakesVectors(const OpRow& row, const OpParam& param) {
  return row.effect == Effect::Pure || (row.effect == Effect::Read && param.kind == ParamKind::Element);
}

// Scalars of the types that the parameters declare, or vectors of them.
Status CheckOperands(const OpRow& row, const Array<Expr>& args, const Span& span) {
  for (size_t i = 0; i < args.size(); ++i) {
    const OpParam& param = *row.operand(i);
    if (param.kind == ParamKind::Element && !ElementDType(args[i]))
      return WrongOperand(row, args, i, "an element of a tensor, A[i], or a pointer to one", span);
    if (param.types == kAnyType) continue;
    DType t = param.kind == ParamKind::Element ? *ElementDType(args[i]) : args[i]->dtype();
    if ((SetOf(t) & param.types) && (t.lanes == 1 || TakesVectors(row, param))) continue;
    const Span& at = args[i]->span.defined() ? args[i]->span : span;
    return Fail(DK::WrongOperandType, at,
                {Backquoted(row), param.name, DTypeName(t), DescribeTypes(param.types)});
  }
  return Ok{};
}

}  // namespace

const OpParam* OpRow::operand(size_t index) const {
  size_t seen = 0;
  for (size_t i = 0; i < param_count(); ++i) {
    if (IsAttribute(params[i].kind)) continue;
    if (seen++ == index || params[i].kind == ParamKind::Values) return &params[i];
  }
  return nullptr;
}

std::optional<DType> ElementDType(const Expr& operand) {
  if (operand.as<TensorLoadNode>()) return operand->dtype();
  auto* pointer = operand->ty.as<PointerTypeNode>();
  if (!pointer || IsVoid(DTypeOf(pointer->element))) return std::nullopt;
  return DTypeOf(pointer->element);
}

DType LiteralType(const OpParam& param, DType type) {
  TypeSet set = param.types;
  if (SetOf(type) & set) return type;
  // A literal is a bool, an int or a float; an int may stand for a float.
  TypeSet candidates = IsInteger(type) ? set & kInteger : 0;
  if (!candidates && !IsBool(type)) candidates = set & kFloat;
  return candidates ? FirstOf(candidates & kF32 ? kF32 : candidates) : type;
}

Result<Expr> MakeCall(const OpRow& row, Array<Expr> args, Attrs attrs, const Span& span) {
  auto [required, most] = OperandCounts(row);
  int count = int(args.size());
  if (count < required || (most >= 0 && count > most)) {
    std::string expected = most < 0          ? "at least " + std::to_string(required)
                           : most > required ? std::to_string(required) + " to " + std::to_string(most)
                                             : std::to_string(required);
    return Fail(DK::WrongOperandCount, span, {"T." + std::string(row.name), expected, std::to_string(count)});
  }
  TIRX_TRY(attrs, CompleteAttrs(row, std::move(attrs), span));
  TIRX_RETURN_IF_FAILED(CheckOperands(row, args, span));
  TIRX_TRY(Type type, row.type(row, args, attrs, span));
  return Expr(Call(type, Op(row.name), std::move(args), std::move(attrs), span));
}

Failure WrongOperand(const OpRow& row, const Array<Expr>& args, size_t index, std::string_view rule,
                     const Span& span) {
  Expr operand = args[index];
  return Fail(DK::WrongOperandType, operand->span.defined() ? operand->span : span,
              {Backquoted(row), row.operand(index)->name, TypeName(operand->ty), rule});
}

namespace rule {
namespace {

template <class Predicate>
Result<Type> AllSame(const OpRow& row, const Array<Expr>& args, const Span& span, std::string_view what,
                     Predicate accepts) {
  DType first = args[0]->dtype();
  for (size_t i = 0; i < args.size(); ++i) {
    if (!accepts(args[i]->dtype())) return WrongOperand(row, args, i, what, span);
    if (args[i]->dtype() != first)
      return WrongOperand(row, args, i, DTypeName(first) + " like the first", span);
  }
  return args[0]->ty;
}

}  // namespace

Result<Type> SameFloat(const OpRow& row, const Array<Expr>& args, const Attrs&, const Span& span) {
  return AllSame(row, args, span, "a floating-point value", [](DType t) { return IsFloating(t); });
}
Result<Type> SameInteger(const OpRow& row, const Array<Expr>& args, const Attrs&, const Span& span) {
  return AllSame(row, args, span, "an integer", [](DType t) { return IsInteger(t); });
}
Result<Type> SameNumber(const OpRow& row, const Array<Expr>& args, const Attrs&, const Span& span) {
  return AllSame(row, args, span, "a number", [](DType t) { return IsInteger(t) || IsFloating(t); });
}
Result<Type> SameTypes(const OpRow& row, const Array<Expr>& args, const Attrs&, const Span& span) {
  return AllSame(row, args, span, "", [](DType) { return true; });
}
Result<Type> OfElement(const OpRow& row, const Array<Expr>& args, const Attrs&, const Span& span) {
  DType element = *ElementDType(args[0]);
  for (size_t i = 1; i < args.size(); ++i)
    if (args[i]->dtype() != element)
      return WrongOperand(row, args, i, DTypeName(element) + " like the element", span);
  return Type(PrimType(element));
}
Result<Type> FirstOperand(const OpRow&, const Array<Expr>& args, const Attrs&, const Span&) {
  return args[0]->ty;
}
Result<Type> FloatTest(const OpRow& row, const Array<Expr>& args, const Attrs& attrs, const Span& span) {
  TIRX_TRY(Type operand, SameFloat(row, args, attrs, span));
  return Type(PrimType(Bool(DTypeOf(operand).lanes)));
}
Result<Type> ReturnsBool(const OpRow&, const Array<Expr>&, const Attrs&, const Span&) {
  return Type(PrimType(Bool()));
}
Result<Type> ReturnsInt32(const OpRow&, const Array<Expr>&, const Attrs&, const Span&) {
  return Type(PrimType(Int(32)));
}
Result<Type> ReturnsUInt32(const OpRow&, const Array<Expr>&, const Attrs&, const Span&) {
  return Type(PrimType(UInt(32)));
}
Result<Type> ReturnsInt64(const OpRow&, const Array<Expr>&, const Attrs&, const Span&) {
  return Type(PrimType(Int(64)));
}
Result<Type> ReturnsUInt64(const OpRow&, const Array<Expr>&, const Attrs&, const Span&) {
  return Type(PrimType(UInt(64)));
}
Result<Type> ReturnsFloat32(const OpRow&, const Array<Expr>&, const Attrs&, const Span&) {
  return Type(PrimType(Float(32)));
}
Result<Type> ReturnsVoid(const OpRow&, const Array<Expr>&, const Attrs&, const Span&) {
  return VoidType();
}
Result<Type> ReturnsHandle(const OpRow&, const Array<Expr>&, const Attrs&, const Span&) {
  return HandleType();
}
Result<Type> ReturnsDTypeAttr(const OpRow&, const Array<Expr>&, const Attrs& attrs, const Span&) {
  return Type(PrimType(*ParseDType(View(attrs["dtype"].cast<String>()))));
}

}  // namespace rule
}  // namespace tirx::ir
