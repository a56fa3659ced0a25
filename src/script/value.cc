// SPDX-License-Identifier: Apache-2.0
#include "script/value.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <set>

#include "ir/op.h"
#include "script/class.h"
#include "script/form.h"
#include "script/function_row.h"
#include "script/record.h"

namespace tirx::script {

Value::Value(const Value& other) = default;
Value::Value(Value&& other) noexcept = default;
Value& Value::operator=(const Value& other) = default;
Value& Value::operator=(Value&& other) noexcept = default;
Value::~Value() = default;

Value Value::Tuple(TupleItems items) {
  return std::make_shared<const TupleItems>(std::move(items));
}

Value Value::List(TupleItems items, int64_t body_id) {
  auto list = std::make_shared<ListObject>();
  list->items = std::move(items);
  list->body_id = body_id;
  return list;
}

const std::string* Value::str() const {
  auto* text = Get<std::shared_ptr<const std::string>>();
  return text ? text->get() : nullptr;
}
const TupleItems* Value::tuple() const {
  auto* items = Get<std::shared_ptr<const TupleItems>>();
  return items ? items->get() : nullptr;
}
ListObject* Value::list() const {
  auto* items = Get<std::shared_ptr<ListObject>>();
  return items ? items->get() : nullptr;
}
DictObject* Value::dict() const {
  auto* items = Get<std::shared_ptr<DictObject>>();
  return items ? items->get() : nullptr;
}
const TupleItems* Value::sequence() const {
  if (auto* items = list()) return &items->items;
  return tuple();
}
std::optional<int64_t> Value::integer() const {
  if (auto* value = Get<int64_t>()) return *value;
  if (auto* truth = Get<bool>()) return *truth;
  return std::nullopt;
}
std::optional<double> Value::number() const {
  if (auto* value = Get<double>()) return *value;
  if (auto value = integer()) return double(*value);
  return std::nullopt;
}
const ir::Expr* Value::expr() const {
  auto* value = Get<IrValue>();
  return value ? &value->expr : nullptr;
}

Value* DictObject::Find(const Value& key) {
  for (auto& [k, v] : items) {
    if (Equal(k, key)) return &v;
  }
  return nullptr;
}

namespace {

struct KindDescriber {
  std::string operator()(const FailedMark&) const { return "an erroneous value"; }
  std::string operator()(const NoneMark&) const { return "None"; }
  std::string operator()(const EllipsisMark&) const { return "`...`"; }
  std::string operator()(bool) const { return "a compile-time bool"; }
  std::string operator()(int64_t) const { return "a compile-time int"; }
  std::string operator()(double) const { return "a compile-time float"; }
  std::string operator()(const WideLiteral&) const { return "an integer of more than 63 bits"; }
  std::string operator()(const std::shared_ptr<const std::string>&) const { return "a string"; }
  std::string operator()(const DType&) const { return "a data type"; }
  std::string operator()(const std::shared_ptr<const TupleItems>&) const { return "a tuple"; }
  std::string operator()(const std::shared_ptr<ListObject>&) const { return "a list"; }
  std::string operator()(const std::shared_ptr<DictObject>&) const { return "a dict"; }
  std::string operator()(const std::shared_ptr<const SliceObject>&) const { return "a slice"; }
  std::string operator()(const std::shared_ptr<const LoopObject>&) const { return "a range of a loop"; }
  std::string operator()(const NamespaceValue& value) const { return "the namespace `" + *value.path + "`"; }
  std::string operator()(const Form* form) const { return "the function `" + std::string(form->name) + "`"; }
  std::string operator()(const ir::OpRow* row) const {
    return "the operation `T." + std::string(row->name) + "`";
  }
  std::string operator()(const FunctionRow* row) const {
    return "the function `T." + std::string(row->name) + "`";
  }
  std::string operator()(const std::shared_ptr<const MethodObject>& method) const {
    return "the method `" + (method->closure ? method->closure->name : std::string(method->form->name)) + "`";
  }
  std::string operator()(const std::shared_ptr<const ClosureObject>& closure) const {
    return closure->name.empty() ? "a lambda" : "the function `" + closure->name + "`";
  }
  std::string operator()(const std::shared_ptr<const ClassObject>& cls) const {
    return "the class `" + cls->name + "`";
  }
  std::string operator()(const std::shared_ptr<InstanceObject>& instance) const {
    return "an instance of `" + instance->type->name + "`";
  }
  std::string operator()(const std::shared_ptr<const SuperObject>&) const { return "`super()`"; }
  std::string operator()(const std::shared_ptr<TemplateObject>& function) const {
    return "the `@T.jit` function `" + function->name + "`";
  }
  std::string operator()(const std::shared_ptr<GlobalFunction>& function) const {
    return "the function `" + function->name + "`";
  }
  std::string operator()(const IrValue& value) const {
    std::string type = ir::TypeName(value.expr->ty);
    return (type.substr(0, 3) == "int" ? "an " : "a ") + type + " value";
  }
  std::string operator()(const TensorValue& value) const {
    return "the tensor `" + std::string(View(value.var->name)) + "`";
  }
  std::string operator()(const std::shared_ptr<const RegionObject>& region) const {
    return "a region of `" + std::string(View(region->tensor->name)) + "`";
  }
  std::string operator()(const std::shared_ptr<const TensorSpec>&) const { return "a tensor type"; }
  std::string operator()(const ir::Type& type) const { return "the type `" + ir::TypeName(type) + "`"; }
  std::string operator()(const std::shared_ptr<const RegionSpec>& spec) const {
    return spec->thread_tag.empty() ? "the region `" + spec->op + "`"
                                    : "a loop over `" + spec->thread_tag + "`";
  }
  std::string operator()(const ir::RecordRow* row) const { return "`T." + std::string(row->name) + "`"; }
  std::string operator()(const std::shared_ptr<const RecordObject>& record) const {
    return "a `T." + std::string(record->row->name) + "`";
  }
  std::string operator()(const OpaqueValue& value) const { return *value.what; }
  std::string operator()(const ForeignValue&) const { return "a Python object"; }
};

std::string Join(const TupleItems& items) {
  std::string out;
  for (size_t i = 0; i < items.size(); ++i) out += (i ? ", " : "") + Repr(items[i]);
  return out;
}

std::string StrRepr(const std::string& text) {
  char quote = text.find('\'') != std::string::npos && text.find('"') == std::string::npos ? '"' : '\'';
  std::string out(1, quote);
  for (char c : text) {
    constexpr std::string_view hex = "0123456789abcdef";
    if (c == '\\' || c == quote) {
      out += std::string("\\") + c;
    } else if (c == '\n' || c == '\t' || c == '\r') {
      out += c == '\n' ? "\\n" : c == '\t' ? "\\t" : "\\r";
    } else if ((c >= 0 && c < 0x20) || c == 0x7F) {
      out += std::string("\\x") + hex[c >> 4] + hex[c & 15];
    } else {
      out += c;
    }
  }
  return out + quote;
}

bool EqualItems(const TupleItems& a, const TupleItems& b) {
  if (a.size() != b.size()) return false;
  for (size_t i = 0; i < a.size(); ++i) {
    if (!Equal(a[i], b[i])) return false;
  }
  return true;
}

bool EqualDicts(DictObject* a, DictObject* b) {
  if (a->items.size() != b->items.size()) return false;
  for (const auto& [key, value] : a->items) {
    Value* other = b->Find(key);
    if (!other || !Equal(value, *other)) return false;
  }
  return true;
}

bool EqualNumbers(const Value& a, const Value& b) {
  auto x = a.integer(), y = b.integer();
  if (x && y) return *x == *y;
  // An int beyond 2^53 equals a float only if the float is exactly that int.
  if (x || y) {
    double f = x ? *b.number() : *a.number();
    int64_t i = x ? *x : *y;
    return f >= -0x1p63 && f < 0x1p63 && std::floor(f) == f && int64_t(f) == i;
  }
  return *a.number() == *b.number();
}

}  // namespace

std::string DescribeKind(const Value& value) {
  return std::visit(KindDescriber(), value.payload());
}

std::string FloatRepr(double value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value < 0 ? "-inf" : "inf";
  char text[64];
  double magnitude = std::fabs(value);
  bool fixed = magnitude == 0 || (magnitude >= 1e-4 && magnitude < 1e16);
  auto end = std::to_chars(text, text + sizeof(text), value,
                           fixed ? std::chars_format::fixed : std::chars_format::scientific)
                 .ptr;
  std::string out(text, end);
  if (fixed && out.find('.') == std::string::npos) out += ".0";
  return out;
}

std::string Repr(const Value& value) {
  if (value.is_none()) return "None";
  if (auto* truth = value.Get<bool>()) return *truth ? "True" : "False";
  if (auto* number = value.Get<int64_t>()) return std::to_string(*number);
  if (auto* number = value.Get<double>()) return FloatRepr(*number);
  if (auto* text = value.str()) return StrRepr(*text);
  if (auto* items = value.tuple()) return "(" + Join(*items) + (items->size() == 1 ? ",)" : ")");
  if (auto* list = value.list()) return "[" + Join(list->items) + "]";
  if (auto* dtype = value.Get<DType>()) return "T." + DTypeName(*dtype);
  if (auto* dict = value.dict()) {
    std::string out = "{";
    for (const auto& [key, item] : dict->items)
      out += (out.size() > 1 ? ", " : "") + Repr(key) + ": " + Repr(item);
    return out + "}";
  }
  return "<" + DescribeKind(value) + ">";
}

std::string Str(const Value& value) {
  return value.str() ? *value.str() : Repr(value);
}

namespace {

// Whether both hold the same object of one kind.
template <class... Pointers>
bool SameObject(const Value& a, const Value& b) {
  auto same = [&](auto* x, auto* y) { return x && y && *x == *y; };
  return (same(a.Get<Pointers>(), b.Get<Pointers>()) || ...);
}

}  // namespace

bool Equal(const Value& a, const Value& b) {
  if (a.number() && b.number()) return EqualNumbers(a, b);
  if (a.str() && b.str()) return *a.str() == *b.str();
  if (a.tuple() && b.tuple()) return EqualItems(*a.tuple(), *b.tuple());
  if (a.list() && b.list()) return EqualItems(a.list()->items, b.list()->items);
  if (a.dict() && b.dict()) return EqualDicts(a.dict(), b.dict());
  if (a.is_none() && b.is_none()) return true;
  auto *x = a.Get<DType>(), *y = b.Get<DType>();
  if (x && y) return *x == *y;
  if (x && b.str()) return ParseDType(*b.str()) == *x;
  if (y && a.str()) return ParseDType(*a.str()) == *y;
  if (auto* f = a.Get<TensorValue>(), *g = b.Get<TensorValue>(); f && g) return f->var.same_as(g->var);
  return SameObject<const Form*, const ir::OpRow*, const FunctionRow*, std::shared_ptr<const ClosureObject>,
                    std::shared_ptr<const ClassObject>, std::shared_ptr<InstanceObject>,
                    std::shared_ptr<TemplateObject>, std::shared_ptr<GlobalFunction>>(a, b);
}

namespace {

class Search {
 public:
  Search(ListObject* list, DictObject* dict) : list_(list), dict_(dict) {}

  bool Finds(const Value& value) {
    if (const ListObject* list = value.list()) {
      if (list == list_) return true;
      return seen_.insert(list).second && FindsIn(list->items);
    }
    if (DictObject* dict = value.dict())
      return dict == dict_ || (seen_.insert(dict).second && FindsIn(*dict));
    if (auto* items = value.tuple()) return seen_.insert(items).second && FindsIn(*items);
    if (auto* method = value.Get<std::shared_ptr<const MethodObject>>()) return Finds((*method)->self);
    if (auto* closure = value.Get<std::shared_ptr<const ClosureObject>>())
      return FindsIn((*closure)->defaults);
    if (auto* spec = value.Get<std::shared_ptr<const TensorSpec>>())
      return Finds((*spec)->shape) || Finds((*spec)->strides) || Finds((*spec)->elem_offset);
    return false;
  }

 private:
  bool FindsIn(const TupleItems& items) {
    return std::any_of(items.begin(), items.end(), [this](const Value& item) { return Finds(item); });
  }
  bool FindsIn(const DictObject& dict) {
    return std::any_of(dict.items.begin(), dict.items.end(),
                       [this](const auto& entry) { return Finds(entry.first) || Finds(entry.second); });
  }

  ListObject* list_;
  DictObject* dict_;
  std::set<const void*> seen_;
};

}  // namespace

bool Reaches(const Value& value, const Value& container) {
  return Search(container.list(), container.dict()).Finds(value);
}

bool IsHashable(const Value& value) {
  if (auto* items = value.tuple()) return std::all_of(items->begin(), items->end(), IsHashable);
  return IsCompileTime(value) && !value.list() && !value.dict();
}

bool IsCompileTime(const Value& value) {
  return !value.Is<IrValue>() && !value.Is<TensorValue>() && !value.Is<std::shared_ptr<const RegionObject>>();
}

}  // namespace tirx::script
