// SPDX-License-Identifier: Apache-2.0
// Methods of compile-time values: strings, lists, dicts.
#include <algorithm>

#include "script/constant_ops.h"
#include "script/elaborator.h"

namespace tirx::script {
namespace {

std::optional<std::string> Text(Elaborator& e, const Bound& b, size_t i) {
  return e.ToText(b[i], "this argument", b.ats[i]);
}

Value Join(Elaborator& e, const Bound& b) {
  TupleItems items;
  if (!e.Iterate(b[0], b.ats[0], &items)) return Value();
  std::string out;
  for (size_t i = 0; i < items.size(); ++i) {
    if (!items[i].str())
      return e.Error(DK::BadCallArgument, b.ats[0], {"join", "item", DescribeKind(items[i]), "a string"});
    out += (i ? *b.self.str() : "") + *items[i].str();
  }
  return Value::Str(std::move(out));
}

Value Split(Elaborator& e, const Bound& b) {
  const std::string& text = *b.self.str();
  TupleItems parts;
  if (!b.Has(0)) {  // at runs of blanks
    for (size_t i = 0; (i = text.find_first_not_of(" \t\n\r", i)) != std::string::npos;) {
      size_t end = std::min(text.find_first_of(" \t\n\r", i), text.size());
      parts.push_back(Value::Str(text.substr(i, end - i)));
      i = end;
    }
    return Value::List(std::move(parts), e.body_id());
  }
  auto separator = Text(e, b, 0);
  if (!separator) return Value();
  if (separator->empty())
    return e.Error(DK::BadCallArgument, b.ats[0], {"split", "separator", "empty", "not empty"});
  size_t begin = 0;
  for (size_t end; (end = text.find(*separator, begin)) != std::string::npos; begin = end + separator->size())
    parts.push_back(Value::Str(text.substr(begin, end - begin)));
  parts.push_back(Value::Str(text.substr(begin)));
  return Value::List(std::move(parts), e.body_id());
}

Value StartsWith(Elaborator& e, const Bound& b) {
  auto prefix = Text(e, b, 0);
  return prefix ? Value(b.self.str()->compare(0, prefix->size(), *prefix) == 0) : Value();
}
Value EndsWith(Elaborator& e, const Bound& b) {
  auto suffix = Text(e, b, 0);
  if (!suffix) return Value();
  const std::string& text = *b.self.str();
  return Value(text.size() >= suffix->size() &&
               text.compare(text.size() - suffix->size(), suffix->size(), *suffix) == 0);
}

Value MapAscii(Elaborator& e, const Bound& b, char first, char last, int shift) {
  std::string out = *b.self.str();
  for (char& c : out) {
    if (static_cast<unsigned char>(c) >= 0x80)
      return e.Error(DK::BadCallArgument, b.at, {b.callee, "string", "not ASCII", "ASCII"});
    if (c >= first && c <= last) c = char(c + shift);
  }
  return Value::Str(std::move(out));
}
Value Upper(Elaborator& e, const Bound& b) {
  return MapAscii(e, b, 'a', 'z', 'A' - 'a');
}
Value Lower(Elaborator& e, const Bound& b) {
  return MapAscii(e, b, 'A', 'Z', 'a' - 'A');
}

Value Strip(Elaborator&, const Bound& b) {
  const std::string& text = *b.self.str();
  size_t begin = text.find_first_not_of(" \t\n\r");
  if (begin == std::string::npos) return Value::Str("");
  return Value::Str(text.substr(begin, text.find_last_not_of(" \t\n\r") - begin + 1));
}

Value Replace(Elaborator& e, const Bound& b) {
  auto from = Text(e, b, 0), to = Text(e, b, 1);
  if (!from || !to) return Value();
  if (from->empty()) return e.Error(DK::BadCallArgument, b.ats[0], {"replace", "old", "empty", "not empty"});
  std::string out = *b.self.str();
  for (size_t at = 0; (at = out.find(*from, at)) != std::string::npos; at += to->size())
    out.replace(at, from->size(), *to);
  return Value::Str(std::move(out));
}

// ---- lists ----

Value Append(Elaborator& e, const Bound& b) {
  ListObject* list = b.self.list();
  if (!e.MayChange(list->body_id, "this list", b.at) || !e.MayHold(b.self, b[0], b.callee, b.at))
    return Value();
  auto* value = b[0].Get<IrValue>();
  list->items.push_back(value && e.builder() ? Value(e.Stabilize(*value, "item", b.ats[0])) : b[0]);
  return Value::None();
}

Value Extend(Elaborator& e, const Bound& b) {
  ListObject* list = b.self.list();
  TupleItems items;
  if (!e.MayChange(list->body_id, "this list", b.at) || !e.Iterate(b[0], b.ats[0], &items)) return Value();
  if (!e.MayHold(b.self, Value::Tuple(items), b.callee, b.at)) return Value();
  Value stable = e.StabilizeItems(Value::List(std::move(items)), "item", b.at);
  list->items.insert(list->items.end(), stable.sequence()->begin(), stable.sequence()->end());
  return Value::None();
}

Value Pop(Elaborator& e, const Bound& b) {
  ListObject* list = b.self.list();
  auto index = b.Has(0) ? e.ToInteger(b[0], "the index of `pop`", b.ats[0]) : std::optional<int64_t>(-1);
  if (!index || !e.MayChange(list->body_id, "this list", b.at)) return Value();
  auto slot = SequenceIndex(*index, list->items.size());
  if (!slot)
    return e.Error(DK::IndexOutOfRange, b.at, {std::to_string(*index), std::to_string(list->items.size())});
  Value item = list->items[*slot];
  list->items.erase(list->items.begin() + long(*slot));
  return item;
}

Value IndexOf(Elaborator& e, const Bound& b) {
  const TupleItems& items = *b.self.sequence();
  for (size_t i = 0; i < items.size(); ++i) {
    if (Equal(items[i], b[0])) return Value::Int(int64_t(i));
  }
  return e.Error(DK::KeyNotFound, b.at, {Repr(b[0])});
}

Value CountOf(Elaborator&, const Bound& b) {
  const TupleItems& items = *b.self.sequence();
  return Value::Int(
      std::count_if(items.begin(), items.end(), [&](const Value& v) { return Equal(v, b[0]); }));
}

// ---- dicts ----

Value Get(Elaborator&, const Bound& b) {
  if (Value* found = b.self.dict()->Find(b[0])) return *found;
  return b.Has(1) ? b[1] : Value::None();
}

Value Keys(Elaborator& e, const Bound& b) {
  TupleItems items;
  for (const auto& [key, value] : b.self.dict()->items) items.push_back(key);
  return Value::List(std::move(items), e.body_id());
}
Value Values(Elaborator& e, const Bound& b) {
  TupleItems items;
  for (const auto& [key, value] : b.self.dict()->items) items.push_back(value);
  return Value::List(std::move(items), e.body_id());
}
Value Items(Elaborator& e, const Bound& b) {
  TupleItems items;
  for (const auto& [key, value] : b.self.dict()->items) items.push_back(Value::Tuple({key, value}));
  return Value::List(std::move(items), e.body_id());
}

// clang-format off
const Form kStr[] = {
    {"join", "values", Join},
    {"split", "separator=", Split},
    {"startswith", "prefix", StartsWith},
    {"endswith", "suffix", EndsWith},
    {"upper", "", Upper},
    {"lower", "", Lower},
    {"strip", "", Strip},
    {"replace", "old, new", Replace},
};
const Form kList[] = {
    {"append", "item", Append},
    {"extend", "values", Extend},
    {"pop", "index=", Pop},
    {"index", "item", IndexOf},
    {"count", "item", CountOf},
};
const Form kTuple[] = {
    {"index", "item", IndexOf},
    {"count", "item", CountOf},
};
const Form kDict[] = {
    {"get", "key, default=", Get},
    {"keys", "", Keys},
    {"values", "", Values},
    {"items", "", Items},
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

const Form* FindMethod(const Value& self, std::string_view name) {
  if (self.str()) return Find(kStr, name);
  if (self.list()) return Find(kList, name);
  if (self.tuple()) return Find(kTuple, name);
  if (self.dict()) return Find(kDict, name);
  return nullptr;
}

}  // namespace tirx::script
