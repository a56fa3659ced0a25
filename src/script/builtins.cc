// SPDX-License-Identifier: Apache-2.0
// Python's builtin functions on compile-time values.
#include <algorithm>
#include <charconv>
#include <cmath>

#include "ir/arith.h"
#include "ir/op.h"
#include "script/constant_ops.h"
#include "script/elaborator.h"
#include "script/format.h"
#include "script/forms.h"

namespace tirx::script {

Value forms::BadCall(Elaborator& e, const Bound& b, size_t i, std::string_view rule) {
  return e.Error(DK::BadCallArgument, b.ats[i], {b.callee, "argument", DescribeKind(b[i]), rule});
}

namespace {

using forms::BadCall;

using Foreign = ForeignProtocol::Operation;

Value Apply(Elaborator& e, const Value& function, TupleItems operands, const Range& at) {
  Arguments arguments;
  arguments.at = at;
  arguments.positional_at.assign(operands.size(), at);
  arguments.positional = std::move(operands);
  return e.Call(function, arguments, at);
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

Value ExtremeByKey(Elaborator& e, const Bound& b, const TupleItems& items, bool largest) {
  Value best, best_key;
  for (const Value& item : items) {
    Value key = Apply(e, b[0], {item}, b.at);
    if (key.failed()) return Value();
    if (!best_key.failed()) {
      Value better = e.Compare(largest ? CompareOp::Greater : CompareOp::Less, key, best_key, b.at);
      auto truth = better.failed() ? std::nullopt : e.Truth(better, b.at);
      if (!truth) return Value();
      if (!*truth) continue;
    }
    best = item;
    best_key = key;
  }
  return best;
}

Value Extreme(Elaborator& e, const Bound& b, bool largest) {
  TupleItems items = b.rest;
  bool of_sequence = items.size() == 1 && IsCompileTime(items[0]) && !items[0].number();
  if (of_sequence && !e.Iterate(items[0], b.at, &items)) return Value();
  bool is_builtin = b.values.size() == 2;  // T.min and T.max have neither key nor default
  if (items.empty() && of_sequence && is_builtin && b.Has(1)) return b[1];
  if (items.empty()) return e.Error(DK::MissingArgument, b.at, {b.callee, "values"});
  if (is_builtin && b.Has(0)) return ExtremeByKey(e, b, items, largest);
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

// The text of a number as std::from_chars reads it: without blanks around it, a plus, and underscores between
// digits. Empty for what int() and float() refuse.
std::string PlainNumber(const std::string& text) {
  constexpr std::string_view blanks = " \t\n\r\f\v";
  size_t begin = text.find_first_not_of(blanks);
  if (begin == std::string::npos) return "";
  std::string inner = text.substr(begin, text.find_last_not_of(blanks) - begin + 1), out;
  if (inner[0] == '+' && inner.size() > 1 && inner[1] != '-') inner.erase(0, 1);
  auto digit = [&](size_t i) { return i < inner.size() && inner[i] >= '0' && inner[i] <= '9'; };
  for (size_t i = 0; i < inner.size(); ++i) {
    if (inner[i] != '_') {
      out += inner[i];
    } else if (i == 0 || !digit(i - 1) || !digit(i + 1)) {
      return "";
    }
  }
  return out;
}

// Nothing when the text is not all of a number.
template <class T>
std::optional<T> NumberIn(const std::string& text) {
  std::string plain = PlainNumber(text);
  T value = 0;
  auto [end, error] = std::from_chars(plain.data(), plain.data() + plain.size(), value);
  bool whole = !plain.empty() && error == std::errc() && end == plain.data() + plain.size();
  return whole ? std::optional<T>(value) : std::nullopt;
}

Value IntOf(Elaborator& e, const Bound& b) {
  if (!b.Has(0)) return Value::Int(0);
  Value v = e.Simplified(b[0], b.ats[0]);
  if (auto number = v.integer()) return Value(*number);
  if (auto* number = v.Get<double>()) return e.FloatToInt(std::trunc(*number), b.at);
  if (auto* text = v.str()) {
    if (auto value = NumberIn<int64_t>(*text)) return Value(*value);
  }
  return BadCall(e, b, 0, "a number or the text of one");
}

Value FloatOf(Elaborator& e, const Bound& b) {
  if (!b.Has(0)) return Value(0.0);
  Value v = e.Simplified(b[0], b.ats[0]);
  if (auto number = v.number()) return Value(*number);
  if (auto* text = v.str()) {
    if (auto value = NumberIn<double>(*text)) return Value(*value);
  }
  return BadCall(e, b, 0, "a number or the text of one");
}

Value BoolOf(Elaborator& e, const Bound& b) {
  if (!b.Has(0)) return Value(false);
  auto truth = e.Truth(b[0], b.ats[0]);
  return truth ? Value(*truth) : Value();
}

Value StrOf(Elaborator&, const Bound& b) {
  return Value::Str(b.Has(0) ? Str(b[0]) : "");
}
Value ReprOf(Elaborator&, const Bound& b) {
  return Value::Str(Repr(b[0]));
}

Value AsciiOf(Elaborator&, const Bound& b) {
  return Value::Str(Ascii(Repr(b[0])));
}

Value FormatOf(Elaborator& e, const Bound& b) {
  auto spec = b.Has(1) ? e.ToText(b[1], "a format", b.ats[1]) : std::optional<std::string>("");
  if (!spec) return Value();
  auto text = Format(b[0], *spec, e.SpanAt(b.at));
  return text.ok() ? Value::Str(*text) : e.Report(text);
}

// hex(), oct(), bin(): an integer in the format of the same letter.
template <char type>
Value BasedText(Elaborator& e, const Bound& b) {
  if (!b[0].integer()) return BadCall(e, b, 0, "an integer");
  auto text = Format(Value::Int(*b[0].integer()), std::string("#") + type, e.SpanAt(b.at));
  return text.ok() ? Value::Str(*text) : e.Report(text);
}

Value Ord(Elaborator& e, const Bound& b) {
  const std::string* text = b[0].str();
  if (!text || text->size() != 1) return BadCall(e, b, 0, "one ASCII character");
  return Value::Int(static_cast<unsigned char>((*text)[0]));
}
Value Chr(Elaborator& e, const Bound& b) {
  auto code = b[0].integer();
  if (!code || *code < 0 || *code > 127) return BadCall(e, b, 0, "the number of an ASCII character");
  return Value::Str(std::string(1, char(*code)));
}

// ---- functions of functions ----

Value MapOver(Elaborator& e, const Bound& b) {
  Value rows = Zip(e, b);
  if (rows.failed()) return Value();
  TupleItems results(rows.list()->items.size());
  PendingScope waiting(&e);
  waiting.Add(&rows, Use::Item, b.at);
  for (size_t i = 0; i < results.size(); ++i) {
    results[i] = e.Once(Apply(e, b[0], *rows.list()->items[i].tuple(), b.at), "item", b.at);
    if (results[i].failed()) return Value();
    waiting.Add(&results[i], Use::Item, b.at);
  }
  return Value::List(std::move(results), e.body_id());
}

Value Filter(Elaborator& e, const Bound& b) {
  TupleItems items, kept;
  if (!e.Iterate(b[1], b.ats[1], &items)) return Value();
  for (const Value& item : items) {
    Value test = b[0].is_none() ? item : Apply(e, b[0], {item}, b.at);
    auto truth = test.failed() ? std::nullopt : e.Truth(test, b.at);
    if (!truth) return Value();
    if (*truth) kept.push_back(item);
  }
  return Value::List(std::move(kept), e.body_id());
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
  Value key = b.Has(1) ? b[1] : Value::None();
  bool reverse = false;
  if (b.Has(2)) {
    auto truth = e.Truth(b[2], b.ats[2]);
    if (!truth) return Value();
    reverse = *truth;
  }
  if (!SortItems(e, key, reverse, b.at, &items)) return Value();
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
  auto digits = b.Has(1) && !b[1].is_none() ? b[1].integer() : std::optional<int64_t>(-1);
  bool whole = !b.Has(1) || b[1].is_none();
  if (!digits || (!whole && (*digits < 0 || *digits > 300))) return BadCall(e, b, 1, "from 0 to 300");
  if (auto number = b[0].integer()) return Value(*number);
  auto* number = b[0].Get<double>();
  if (!number) return BadCall(e, b, 0, "a number");
  if (whole) return e.FloatToInt(std::nearbyint(*number), b.at);
  if (!std::isfinite(*number)) return Value(*number);
  // The decimal text is rounded correctly; so is what is read back.
  auto text = Format(Value(*number), "." + std::to_string(*digits) + "f", e.SpanAt(b.at));
  double rounded = 0;
  std::from_chars(text->data(), text->data() + text->size(), rounded);
  return Value(rounded);
}

Value DivMod(Elaborator& e, const Bound& b) {
  Value dividend = e.Once(b[0], "dividend", b.ats[0]);
  PendingScope waiting(&e);
  waiting.Add(&dividend, Use::Operand, b.ats[0]);
  Value divisor = e.Once(b[1], "divisor", b.ats[1]);
  Value quotient = e.Binary(Tok::FloorDiv, dividend, divisor, b.at);
  if (quotient.failed()) return Value();
  Value remainder = e.Binary(Tok::Percent, dividend, divisor, b.at);
  return remainder.failed() ? Value() : Value::Tuple({quotient, remainder});
}
Value Pow(Elaborator& e, const Bound& b) {
  return e.Binary(Tok::Power, b[0], b[1], b.at);
}

Value IsInstance(Elaborator& e, const Bound& b) {
  TupleItems types{b[1]};
  if (auto* several = b[1].tuple()) types = *several;
  for (const Value& type : types) {
    const Value& v = b[0];
    if (auto* cls = type.Get<std::shared_ptr<const ClassObject>>()) {
      auto* instance = v.Get<std::shared_ptr<InstanceObject>>();
      if (instance && (*instance)->type->IsA(cls->get())) return Value(true);
      continue;
    }
    auto* form = type.Get<const Form*>();
    if (!form) return BadCall(e, b, 1, "int, float, bool, str, list, tuple, dict or a `@T.meta_class`");
    std::string_view name = (*form)->name;
    bool is = (name == "int" && v.integer()) || (name == "float" && v.Is<double>()) ||
              (name == "bool" && v.Is<bool>()) || (name == "str" && v.str()) ||
              (name == "list" && v.list()) || (name == "tuple" && v.tuple()) || (name == "dict" && v.dict());
    if (is) return Value(true);
  }
  return Value(false);
}

Value SuperOf(Elaborator& e, const Bound& b) {
  return e.Super(b.at);
}

// clang-format off
const Form kBuiltins[] = {
    {"len", "value", Len},
    {"range", "start, stop=, step=", forms::Range},
    {"enumerate", "values, start=", Enumerate},
    {"zip", "*values", Zip},
    {"min", "*values, key=, default=", forms::Min},
    {"max", "*values, key=, default=", forms::Max},
    {"sum", "values, start=", Sum},
    {"abs", "value", Abs},
    {"int", "value=", IntOf},
    {"float", "value=", FloatOf},
    {"bool", "value=", BoolOf},
    {"str", "value=", StrOf},
    {"repr", "value", ReprOf},
    {"ascii", "value", AsciiOf},
    {"format", "value, spec=", FormatOf},
    {"hex", "value", BasedText<'x'>},
    {"oct", "value", BasedText<'o'>},
    {"bin", "value", BasedText<'b'>},
    {"ord", "character", Ord},
    {"chr", "code", Chr},
    {"map", "function, *values", MapOver},
    {"filter", "function, values", Filter},
    {"super", "", SuperOf},
    {"list", "values=", ListOf},
    {"tuple", "values=", TupleOf},
    {"dict", "values=, **entries", DictOf},
    {"sorted", "values, *, key=, reverse=", Sorted},
    {"reversed", "values", Reversed},
    {"any", "values", AnyOf},
    {"all", "values", AllOf},
    {"round", "value, digits=", Round},
    {"divmod", "a, b", DivMod},
    {"pow", "base, exponent", Pow},
    {"isinstance", "value, types", IsInstance},
};
// clang-format on

}  // namespace

namespace forms {
Value Min(Elaborator& e, const Bound& b) {
  return Extreme(e, b, false);
}
Value Max(Elaborator& e, const Bound& b) {
  return Extreme(e, b, true);
}
}  // namespace forms

bool SortItems(Elaborator& e, const Value& key, bool reverse, const Range& at, TupleItems* items) {
  std::vector<std::pair<Value, Value>> keyed;  // key, item
  for (const Value& item : *items) {
    keyed.emplace_back(key.is_none() ? item : Apply(e, key, {item}, at), item);
    if (keyed.back().first.failed()) return false;
  }
  // Insertion keeps the order of equal items; compile-time lists are short.
  for (size_t i = 1; i < keyed.size(); ++i) {
    for (size_t j = i; j > 0; --j) {
      const Value &lower = keyed[reverse ? j - 1 : j].first, &upper = keyed[reverse ? j : j - 1].first;
      auto less = ConstantOrder(CompareOp::Less, lower, upper, e.SpanAt(at));
      if (!less.ok()) return e.Report(less), false;
      if (!*less) break;
      std::swap(keyed[j], keyed[j - 1]);
    }
  }
  for (size_t i = 0; i < keyed.size(); ++i) (*items)[i] = keyed[i].second;
  return true;
}

const Form* FindBuiltin(std::string_view name) {
  return FindIn(kBuiltins, name);
}
std::vector<std::string_view> BuiltinNames() {
  std::vector<std::string_view> names;
  for (const Form& form : kBuiltins) names.push_back(form.name);
  return names;
}

}  // namespace tirx::script
