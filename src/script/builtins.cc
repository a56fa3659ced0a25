// SPDX-License-Identifier: Apache-2.0
// Python's builtin functions, and those of its module math, on compile-time values.
#include <algorithm>
#include <charconv>
#include <cmath>
#include <numeric>

#include "ir/arith.h"
#include "ir/op.h"
#include "script/constant_ops.h"
#include "script/elaborator.h"
#include "script/forms.h"

namespace tirx::script {
namespace {

using Foreign = ForeignProtocol::Operation;

Value BadCall(Elaborator& e, const Bound& b, size_t i, std::string_view rule) {
  return e.Error(DK::BadCallArgument, b.ats[i], {b.callee, "argument", DescribeKind(b[i]), rule});
}

Value Len(Elaborator& e, const Bound& b) {
  const Value& v = b[0];
  if (auto* text = v.str()) return Value::Int(int64_t(CodePoints(*text).size()));
  if (auto* items = v.sequence()) return Value::Int(int64_t(items->size()));
  if (auto* dict = v.dict()) return Value::Int(int64_t(dict->items.size()));
  if (v.Is<ForeignValue>()) return e.ForeignOperation(uint8_t(Foreign::Length), {v}, b.at);
  if (v.Is<std::shared_ptr<const LoopObject>>()) {
    TupleItems items;
    return e.Iterate(v, b.at, &items) ? Value::Int(int64_t(items.size())) : Value();
  }
  return BadCall(e, b, 0, "something with a length");
}

Value Enumerate(Elaborator& e, const Bound& b) {
  TupleItems items, pairs;
  auto start = b.Has(1) ? e.ToInteger(b[1], "the start of `enumerate`", b.ats[1]) : std::optional<int64_t>(0);
  if (!start || !e.Iterate(b[0], b.ats[0], &items)) return Value();
  for (size_t i = 0; i < items.size(); ++i)
    pairs.push_back(Value::Tuple({Value::Int(*start + int64_t(i)), items[i]}));
  return Value::List(std::move(pairs), e.body_id());
}

Value Zip(Elaborator& e, const Bound& b) {
  std::vector<TupleItems> columns(b.rest.size());
  size_t length = columns.empty() ? 0 : SIZE_MAX;
  for (size_t i = 0; i < columns.size(); ++i) {
    if (!e.Iterate(b.rest[i], b.rest_at[i], &columns[i])) return Value();
    length = std::min(length, columns[i].size());
  }
  TupleItems rows;
  for (size_t r = 0; r < length; ++r) {
    TupleItems row;
    for (const TupleItems& column : columns) row.push_back(column[r]);
    rows.push_back(Value::Tuple(std::move(row)));
  }
  return Value::List(std::move(rows), e.body_id());
}

Value Extreme(Elaborator& e, const Bound& b, bool largest) {
  TupleItems items = b.rest;
  if (items.size() == 1 && IsCompileTime(items[0]) && !items[0].number() &&
      !e.Iterate(items[0], b.at, &items))
    return Value();
  if (items.empty()) return e.Error(DK::MissingArgument, b.at, {b.callee, "values"});
  Value best = items[0];
  for (size_t i = 1; i < items.size(); ++i) {
    if (!IsCompileTime(best) || !IsCompileTime(items[i])) {
      best = e.IrBinary(largest ? ir::BinaryOp::Max : ir::BinaryOp::Min, best, items[i], b.at);
      if (best.failed()) return Value();
      continue;
    }
    Value better = e.Compare(largest ? CompareOp::Greater : CompareOp::Less, items[i], best, b.at);
    auto truth = e.Truth(better, b.at);
    if (!truth) return Value();
    if (*truth) best = items[i];
  }
  return best;
}

Value Sum(Elaborator& e, const Bound& b) {
  TupleItems items;
  if (!e.Iterate(b[0], b.ats[0], &items)) return Value();
  Value total = b.Has(1) ? b[1] : Value::Int(0);
  for (const Value& item : items) {
    // 0 + x would only add a constant to an expression.
    bool start = !b.Has(1) && total.integer() == 0 && !IsCompileTime(item);
    total = start ? item : e.Binary(Tok::Plus, total, item, b.at);
    if (total.failed()) return Value();
  }
  return total;
}

Value Abs(Elaborator& e, const Bound& b) {
  if (auto number = b[0].integer()) return *number < 0 ? e.Unary(Tok::Minus, b[0], b.at) : Value(*number);
  if (auto* number = b[0].Get<double>()) return Value(std::fabs(*number));
  if (b[0].Is<IrValue>()) return e.ApplyOp(*ir::FindOp("abs"), {b[0]}, {b.ats[0]}, {}, b.at);
  return BadCall(e, b, 0, "a number");
}

Value FloatToInt(Elaborator& e, double value, const Range& at) {
  if (value >= -0x1p63 && value < 0x1p63) return Value::Int(int64_t(value));
  return e.Error(DK::IntegerOverflow, at, {"int()"});
}

Value IntOf(Elaborator& e, const Bound& b) {
  if (!b.Has(0)) return Value::Int(0);
  Value v = e.Simplified(b[0], b.ats[0]);
  if (auto number = v.integer()) return Value(*number);
  if (auto* number = v.Get<double>()) return FloatToInt(e, std::trunc(*number), b.at);
  if (auto* text = v.str()) {
    int64_t value = 0;
    auto [end, error] = std::from_chars(text->data(), text->data() + text->size(), value);
    if (error == std::errc() && end == text->data() + text->size()) return Value(value);
  }
  return BadCall(e, b, 0, "a number or the text of one");
}

Value FloatOf(Elaborator& e, const Bound& b) {
  if (!b.Has(0)) return Value(0.0);
  Value v = e.Simplified(b[0], b.ats[0]);
  if (auto number = v.number()) return Value(*number);
  if (auto* text = v.str()) {
    double value = 0;
    auto [end, error] = std::from_chars(text->data(), text->data() + text->size(), value);
    if (error == std::errc() && end == text->data() + text->size()) return Value(value);
  }
  return BadCall(e, b, 0, "a number or the text of one");
}

Value BoolOf(Elaborator& e, const Bound& b) {
  if (!b.Has(0)) return Value(false);
  auto truth = e.Truth(b[0], b.ats[0]);
  return truth ? Value(*truth) : Value();
}

Value StrOf(Elaborator&, const Bound& b) {
  if (!b.Has(0)) return Value::Str("");
  return b[0].str() ? b[0] : Value::Str(Repr(b[0]));
}
Value ReprOf(Elaborator&, const Bound& b) {
  return Value::Str(Repr(b[0]));
}

Value ListOf(Elaborator& e, const Bound& b) {
  TupleItems items;
  if (b.Has(0) && !e.Iterate(b[0], b.ats[0], &items)) return Value();
  return Value::List(std::move(items), e.body_id());
}
Value TupleOf(Elaborator& e, const Bound& b) {
  TupleItems items;
  if (b.Has(0) && !e.Iterate(b[0], b.ats[0], &items)) return Value();
  return Value::Tuple(std::move(items));
}

Value DictOf(Elaborator& e, const Bound& b) {
  auto dict = std::make_shared<DictObject>();
  dict->body_id = e.body_id();
  if (b.Has(0)) {
    DictObject* other = b[0].dict();
    if (!other) return BadCall(e, b, 0, "a dict");
    dict->items = other->items;
  }
  for (const auto& [name, value] : b.rest_keywords) {
    Value key = Value::Str(std::string(name.text));
    if (Value* old = dict->Find(key)) {
      *old = value;
    } else {
      dict->items.emplace_back(key, value);
    }
  }
  return dict;
}

Value Sorted(Elaborator& e, const Bound& b) {
  TupleItems items;
  if (!e.Iterate(b[0], b.ats[0], &items)) return Value();
  bool reverse = false;
  if (b.Has(1)) {
    auto truth = e.Truth(b[1], b.ats[1]);
    if (!truth) return Value();
    reverse = *truth;
  }
  // Insertion keeps the order of equal items; compile-time lists are short.
  for (size_t i = 1; i < items.size(); ++i) {
    for (size_t j = i; j > 0; --j) {
      auto less = ConstantOrder(CompareOp::Less, items[reverse ? j - 1 : j], items[reverse ? j : j - 1],
                                e.SpanAt(b.at));
      if (!less.ok()) return e.Report(less);
      if (!*less) break;
      std::swap(items[j], items[j - 1]);
    }
  }
  return Value::List(std::move(items), e.body_id());
}

Value Reversed(Elaborator& e, const Bound& b) {
  TupleItems items;
  if (!e.Iterate(b[0], b.ats[0], &items)) return Value();
  std::reverse(items.begin(), items.end());
  return Value::List(std::move(items), e.body_id());
}

Value AnyOrAll(Elaborator& e, const Bound& b, bool all) {
  TupleItems items;
  if (!e.Iterate(b[0], b.ats[0], &items)) return Value();
  for (const Value& item : items) {
    auto truth = e.Truth(item, b.at);
    if (!truth) return Value();
    if (*truth != all) return Value(!all);
  }
  return Value(all);
}
Value AnyOf(Elaborator& e, const Bound& b) {
  return AnyOrAll(e, b, false);
}
Value AllOf(Elaborator& e, const Bound& b) {
  return AnyOrAll(e, b, true);
}

Value Round(Elaborator& e, const Bound& b) {
  if (auto number = b[0].integer()) return Value(*number);
  if (auto* number = b[0].Get<double>()) return FloatToInt(e, std::nearbyint(*number), b.at);
  return BadCall(e, b, 0, "a number");
}

Value DivMod(Elaborator& e, const Bound& b) {
  Value quotient = e.Binary(Tok::FloorDiv, b[0], b[1], b.at);
  if (quotient.failed()) return Value();
  Value remainder = e.Binary(Tok::Percent, b[0], b[1], b.at);
  return remainder.failed() ? Value() : Value::Tuple({quotient, remainder});
}
Value Pow(Elaborator& e, const Bound& b) {
  return e.Binary(Tok::Power, b[0], b[1], b.at);
}

Value IsInstance(Elaborator& e, const Bound& b) {
  TupleItems types{b[1]};
  if (auto* several = b[1].tuple()) types = *several;
  for (const Value& type : types) {
    auto* form = type.Get<const Form*>();
    if (!form) return BadCall(e, b, 1, "int, float, bool, str, list, tuple or dict");
    std::string_view name = (*form)->name;
    const Value& v = b[0];
    bool is = (name == "int" && v.integer()) || (name == "float" && v.Is<double>()) ||
              (name == "bool" && v.Is<bool>()) || (name == "str" && v.str()) ||
              (name == "list" && v.list()) || (name == "tuple" && v.tuple()) || (name == "dict" && v.dict());
    if (is) return Value(true);
  }
  return Value(false);
}

// ---- math ----

template <double (*F)(double)>
Value MathOf(Elaborator& e, const Bound& b) {
  auto x = b[0].number();
  if (!x)
    return BadCall(
        e, b, 0,
        "a compile-time number; for values of the program there is `T." + std::string(b.callee) + "`");
  double value = F(*x);
  if (std::isnan(value) && !std::isnan(*x)) return e.Error(DK::MathDomain, b.at, {b.callee, FloatRepr(*x)});
  if (std::isinf(value) && std::isfinite(*x)) return e.Error(DK::MathDomain, b.at, {b.callee, FloatRepr(*x)});
  return Value(value);
}

template <double (*F)(double)>
Value MathToInt(Elaborator& e, const Bound& b) {
  if (auto number = b[0].integer()) return Value(*number);
  auto x = b[0].number();
  return x ? FloatToInt(e, F(*x), b.at) : BadCall(e, b, 0, "a compile-time number");
}

Value Log(Elaborator& e, const Bound& b) {
  auto x = b[0].number(), base = b.Has(1) ? b[1].number() : std::optional<double>(0);
  if (!x || !base) return BadCall(e, b, x ? 1 : 0, "a compile-time number");
  if (*x <= 0 || (b.Has(1) && (*base <= 0 || *base == 1)))
    return e.Error(DK::MathDomain, b.at, {b.callee, FloatRepr(*x)});
  return Value(b.Has(1) ? std::log(*x) / std::log(*base) : std::log(*x));
}

Value Gcd(Elaborator& e, const Bound& b) {
  auto x = b[0].integer(), y = b[1].integer();
  if (!x || !y || *x == INT64_MIN || *y == INT64_MIN)
    return BadCall(e, b, x ? 1 : 0, "a compile-time integer");
  return Value::Int(std::gcd(*x, *y));
}

Value Prod(Elaborator& e, const Bound& b) {
  TupleItems items;
  if (!e.Iterate(b[0], b.ats[0], &items)) return Value();
  Value product = Value::Int(1);
  for (const Value& item : items) product = e.Binary(Tok::Star, product, item, b.at);
  return product;
}

// clang-format off
const Form kBuiltins[] = {
    {"len", "value", Len},
    {"range", "start, stop=, step=", forms::Range},
    {"enumerate", "values, start=", Enumerate},
    {"zip", "*values", Zip},
    {"min", "*values", forms::Min},
    {"max", "*values", forms::Max},
    {"sum", "values, start=", Sum},
    {"abs", "value", Abs},
    {"int", "value=", IntOf},
    {"float", "value=", FloatOf},
    {"bool", "value=", BoolOf},
    {"str", "value=", StrOf},
    {"repr", "value", ReprOf},
    {"list", "values=", ListOf},
    {"tuple", "values=", TupleOf},
    {"dict", "values=, **entries", DictOf},
    {"sorted", "values, *, reverse=", Sorted},
    {"reversed", "values", Reversed},
    {"any", "values", AnyOf},
    {"all", "values", AllOf},
    {"round", "value", Round},
    {"divmod", "a, b", DivMod},
    {"pow", "base, exponent", Pow},
    {"isinstance", "value, types", IsInstance},
};
const Form kMath[] = {
    {"sqrt", "x", MathOf<std::sqrt>},
    {"exp", "x", MathOf<std::exp>},
    {"log", "x, base=", Log},
    {"log2", "x", MathOf<std::log2>},
    {"log10", "x", MathOf<std::log10>},
    {"sin", "x", MathOf<std::sin>},
    {"cos", "x", MathOf<std::cos>},
    {"tanh", "x", MathOf<std::tanh>},
    {"ceil", "x", MathToInt<std::ceil>},
    {"floor", "x", MathToInt<std::floor>},
    {"trunc", "x", MathToInt<std::trunc>},
    {"gcd", "a, b", Gcd},
    {"prod", "values", Prod},
};
// clang-format on

template <size_t N>
const Form* Find(const Form (&table)[N], std::string_view name) {
  for (const Form& form : table) {
    if (form.name == name) return &form;
  }
  return nullptr;
}

}  // namespace

namespace forms {
Value Min(Elaborator& e, const Bound& b) {
  return Extreme(e, b, false);
}
Value Max(Elaborator& e, const Bound& b) {
  return Extreme(e, b, true);
}
}  // namespace forms

const Form* FindBuiltin(std::string_view name) {
  return Find(kBuiltins, name);
}
const Form* FindMath(std::string_view name) {
  return Find(kMath, name);
}

std::vector<std::string_view> BuiltinNames() {
  std::vector<std::string_view> names;
  for (const Form& form : kBuiltins) names.push_back(form.name);
  return names;
}

}  // namespace tirx::script
