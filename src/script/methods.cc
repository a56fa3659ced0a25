// SPDX-License-Identifier: Apache-2.0
// Methods of compile-time lists, tuples and dicts, and of `@T.jit` functions.
#include <algorithm>

#include "script/constant_ops.h"
#include "script/elaborator.h"
#include "script/forms.h"
#include "script/record.h"

namespace tirx::script {
namespace {

// ---- lists ----

Value Append(Elaborator& e, const Bound& b) {
  ListObject* list = b.self.list();
  if (!e.MayChange(list->body_id, "this list", b.at) || !e.MayHold(b.self, b[0], b.callee, b.at))
    return Value();
  list->items.push_back(e.Stable(b[0], "item", b.ats[0]));
  return Value::None();
}

Value Extend(Elaborator& e, const Bound& b) {
  ListObject* list = b.self.list();
  TupleItems items;
  if (!e.MayChange(list->body_id, "this list", b.at) || !e.Iterate(b[0], b.ats[0], &items)) return Value();
  if (!e.MayHold(b.self, Value::Tuple(items), b.callee, b.at)) return Value();
  Value stable = e.Stable(Value::List(std::move(items)), "item", b.at);
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

// The list, if it may be changed here; null after an error.
ListObject* Changeable(Elaborator& e, const Bound& b) {
  ListObject* list = b.self.list();
  return e.MayChange(list->body_id, "this list", b.at) ? list : nullptr;
}

Value Insert(Elaborator& e, const Bound& b) {
  auto index = e.ToInteger(b[0], "the index of `insert`", b.ats[0]);
  ListObject* list = index ? Changeable(e, b) : nullptr;
  if (!list || !e.MayHold(b.self, b[1], b.callee, b.at)) return Value();
  int64_t size = int64_t(list->items.size());
  int64_t slot = std::clamp<int64_t>(*index < 0 ? *index + size : *index, 0, size);
  list->items.insert(list->items.begin() + slot, e.Stable(b[1], "item", b.ats[1]));
  return Value::None();
}

Value Remove(Elaborator& e, const Bound& b) {
  ListObject* list = Changeable(e, b);
  if (!list) return Value();
  auto found = std::find_if(list->items.begin(), list->items.end(),
                            [&](const Value& item) { return Equal(item, b[0]); });
  if (found == list->items.end()) return e.Error(DK::KeyNotFound, b.at, {Repr(b[0])});
  list->items.erase(found);
  return Value::None();
}

Value Reverse(Elaborator& e, const Bound& b) {
  ListObject* list = Changeable(e, b);
  if (!list) return Value();
  std::reverse(list->items.begin(), list->items.end());
  return Value::None();
}

Value Sort(Elaborator& e, const Bound& b) {
  ListObject* list = Changeable(e, b);
  auto reverse = b.Has(1) ? e.Truth(b[1], b.ats[1]) : std::optional<bool>(false);
  if (!list || !reverse) return Value();
  TupleItems items = list->items;  // a key function sees the list as it was
  if (!SortItems(e, b.Has(0) ? b[0] : Value::None(), *reverse, b.at, &items)) return Value();
  list->items = std::move(items);
  return Value::None();
}

Value CopyOf(Elaborator& e, const Bound& b) {
  if (b.self.list()) return Value::List(b.self.list()->items, e.body_id());
  auto dict = std::make_shared<DictObject>(*b.self.dict());
  dict->body_id = e.body_id();
  return dict;
}

Value Clear(Elaborator& e, const Bound& b) {
  ListObject* list = b.self.list();
  DictObject* dict = b.self.dict();
  if (!e.MayChange(list ? list->body_id : dict->body_id, list ? "this list" : "this dict", b.at))
    return Value();
  if (list) list->items.clear();
  if (dict) dict->items.clear();
  return Value::None();
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

bool SetItem(Elaborator& e, const Bound& b, const Value& key, const Value& given) {
  DictObject* dict = b.self.dict();
  if (!e.MayBeKey(key, b.at) || !e.MayHold(b.self, Value::Tuple({key, given}), b.callee, b.at)) return false;
  Value value = e.Stable(given, "item", b.at);
  if (Value* old = dict->Find(key)) {
    *old = value;
  } else {
    dict->items.emplace_back(key, value);
  }
  return true;
}

Value Update(Elaborator& e, const Bound& b) {
  if (!e.MayChange(b.self.dict()->body_id, "this dict", b.at)) return Value();
  if (b.Has(0)) {
    DictObject* other = b[0].dict();
    if (!other)
      return e.Error(DK::BadCallArgument, b.ats[0], {"update", "entries", DescribeKind(b[0]), "a dict"});
    auto entries = other->items;
    for (const auto& [key, value] : entries)
      if (!SetItem(e, b, key, value)) return Value();
  }
  for (const auto& [name, value] : b.rest_keywords)
    if (!SetItem(e, b, Value::Str(std::string(name.text)), value)) return Value();
  return Value::None();
}

Value SetDefault(Elaborator& e, const Bound& b) {
  if (Value* found = b.self.dict()->Find(b[0])) return *found;
  if (!e.MayChange(b.self.dict()->body_id, "this dict", b.at)) return Value();
  Value value = b.Has(1) ? b[1] : Value::None();
  return SetItem(e, b, b[0], value) ? *b.self.dict()->Find(b[0]) : Value();
}

Value PopKey(Elaborator& e, const Bound& b) {
  DictObject* dict = b.self.dict();
  if (!e.MayChange(dict->body_id, "this dict", b.at)) return Value();
  for (size_t i = 0; i < dict->items.size(); ++i) {
    if (!Equal(dict->items[i].first, b[0])) continue;
    Value value = dict->items[i].second;
    dict->items.erase(dict->items.begin() + long(i));
    return value;
  }
  return b.Has(1) ? b[1] : e.Error(DK::KeyNotFound, b.at, {Repr(b[0])});
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
const Form kList[] = {
    {"append", "item", Append},
    {"extend", "values", Extend},
    {"pop", "index=", Pop},
    {"index", "item", IndexOf},
    {"count", "item", CountOf},
    {"insert", "index, item", Insert},
    {"remove", "item", Remove},
    {"reverse", "", Reverse},
    {"sort", "*, key=, reverse=", Sort},
    {"copy", "", CopyOf},
    {"clear", "", Clear},
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
    {"update", "entries=, **named", Update},
    {"setdefault", "key, default=", SetDefault},
    {"pop", "key, default=", PopKey},
    {"copy", "", CopyOf},
    {"clear", "", Clear},
};
const Form kTemplate[] = {
    {"specialize", "**values", forms::Specialize},
};
// clang-format on

}  // namespace

const Form* FindMethod(const Value& self, std::string_view name) {
  if (self.str()) return FindTextMethod(name);
  if (self.list()) return FindIn(kList, name);
  if (self.tuple()) return FindIn(kTuple, name);
  if (self.dict()) return FindIn(kDict, name);
  if (self.Is<std::shared_ptr<TemplateObject>>()) return FindIn(kTemplate, name);
  if (self.Is<TensorValue>()) return FindTensorMethod(name);
  if (self.Is<std::shared_ptr<const RecordObject>>() && name == kReplaceFields.name) return &kReplaceFields;
  return nullptr;
}

}  // namespace tirx::script
