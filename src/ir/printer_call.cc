// SPDX-License-Identifier: Apache-2.0
// The printer's calls, types and attribute values.
#include <tvm/ffi/reflection/accessor.h>

#include <algorithm>

#include "base/structural.h"
#include "ir/printer_expr.h"
#include "ir/printer_text.h"

namespace tirx::ir {
namespace {

bool HasVariadic(const OpRow& row) {
  size_t n = row.param_count();
  return n > 0 && row.params[n - 1].kind == ParamKind::Values;
}

bool SameType(const Type& a, const Type& b) {
  return a.same_as(b) || StructuralEqual(Any(a), Any(b));
}

bool OnlyRowAttributes(const OpRow& row, const Attrs& attrs) {
  for (const auto& [key, value] : attrs) {
    bool known = false;
    for (size_t i = 0; i < row.param_count(); ++i)
      known |= IsAttribute(row.params[i].kind) && row.params[i].name == View(key);
    if (!known) return false;
  }
  return true;
}

// Whether the row's own form gives back this call.
bool ReadsBack(const OpRow& row, const CallNode& call) {
  if (!row.type || !OnlyRowAttributes(row, call.attrs)) return false;
  Result<Expr> read = MakeCall(row, call.args, call.attrs, Span());
  if (!read.ok()) return false;
  const auto* again = (*read).as<CallNode>();
  return again->attrs.size() == call.attrs.size() && SameType(again->ty, call.ty);
}

// Written as its default, which the printer leaves out.
bool IsDefault(const OpParam& param, const Attrs& attrs) {
  if (param.fallback.empty()) return false;
  std::string key(param.name);
  if (!HasAttr(attrs, key.c_str())) return true;
  Any value = attrs[key];
  if (param.kind == ParamKind::Bool) return value.cast<bool>() == (param.fallback == "True");
  if (param.kind == ParamKind::Int) return std::to_string(value.cast<int64_t>()) == param.fallback;
  return View(value.cast<String>()) == param.fallback;
}

std::vector<String> SortedKeys(const Map<Any, Any>& map) {
  std::vector<String> keys;
  for (const auto& [key, value] : map) keys.push_back(key.cast<String>());
  std::sort(keys.begin(), keys.end(), [](const String& a, const String& b) { return View(a) < View(b); });
  return keys;
}

}  // namespace

void ExprWriter::Form(const CallNode& n, const Expr&, Context) {
  if (auto* function = n.callee.as<GlobalVarNode>(); function && n.attrs.empty()) {
    Put(ScriptIdentifier(View(function->name))).Put("(");
    List(n.args);
    Put(")");
    return;
  }
  const OpRow* row = FindOp(n.op_name());
  if (row && ReadsBack(*row, n)) {
    RowCall(*row, n);
  } else {
    ExactCall(n);
  }
}

void ExprWriter::RowCall(const OpRow& row, const CallNode& call) {
  Put("T.").Put(row.name).Put("(");
  bool first = true, by_keyword = false, variadic = HasVariadic(row);
  size_t next = 0;
  auto begin = [&](std::string_view keyword) {
    if (!first) Put(", ");
    first = false;
    if (!keyword.empty()) Put(keyword).Put("=");
  };
  auto operand = [&](const OpParam& param, std::string_view keyword) {
    begin(keyword);
    const Expr& arg = call.args[next++];
    if (param.kind == ParamKind::Tensor && arg.as<VarNode>()) {
      Put(names_.NameOf(RefCast<Var>(arg)));
    } else {
      Write(arg);
    }
  };
  for (size_t i = 0; i < row.param_count(); ++i) {
    const OpParam& param = row.params[i];
    if (param.kind == ParamKind::Values) {
      while (next < call.args.size()) operand(param, "");
    } else if (!IsAttribute(param.kind)) {
      if (next < call.args.size()) operand(param, by_keyword && !variadic ? param.name : "");
    } else if (param.fallback.empty()) {
      begin(by_keyword && !variadic ? param.name : "");
      AttrValue(call.attrs[std::string(param.name)]);
    } else {
      by_keyword = true;
      if (variadic || IsDefault(param, call.attrs)) continue;
      begin(param.name);
      AttrValue(call.attrs[std::string(param.name)]);
    }
  }
  for (size_t i = 0; variadic && i < row.param_count(); ++i) {
    const OpParam& param = row.params[i];
    if (!IsAttribute(param.kind) || param.fallback.empty() || IsDefault(param, call.attrs)) continue;
    begin(param.name);
    AttrValue(call.attrs[std::string(param.name)]);
  }
  Put(")");
}

void ExprWriter::ExactCall(const CallNode& call) {
  Put("T.call(");
  if (call.callee.as<GlobalVarNode>()) {
    Write(call.callee);
  } else {
    Put(QuoteScript(call.op_name()));
  }
  for (const Expr& arg : call.args) {
    Put(", ");
    Write(arg);
  }
  if (!call.attrs.empty()) {
    Put(", attrs=");
    AttrDict(call.attrs);
  }
  Put(", ty=");
  WriteType(call.ty);
  Put(")");
}

void ExprWriter::WriteType(const Type& type, bool quoted) {
  if (auto* prim = type.as<PrimTypeNode>()) {
    Put("T.").Put(DTypeName(prim->dtype));
  } else if (auto* pointer = type.as<PointerTypeNode>()) {
    auto* element = pointer->element.as<PrimTypeNode>();
    Put("T.handle(").Put(QuoteScript(element ? DTypeName(element->dtype) : "void"));
    if (View(pointer->scope) != "global") Put(", ").Put(QuoteScript(View(pointer->scope)));
    Put(")");
  } else if (type.as<TensorTypeNode>()) {
    Put("T.Tensor(");
    TensorParts(RefCast<TensorType>(type), quoted, true);
    Put(")");
  } else {
    Put(type.as<TensorMapTypeNode>() ? "T.TensorMap()" : "None");
  }
}

void ExprWriter::TensorParts(const TensorType& type, bool quoted, bool with_scope,
                             std::string_view data_keyword, const Expr& data) {
  Tuple(type->shape, quoted);
  Put(", ").Put(QuoteScript(DTypeName(type->dtype)));
  if (!data_keyword.empty()) {
    Put(", ").Put(data_keyword).Put("=");
    Write(data);
  }
  if (with_scope && View(type->scope) != "global") Put(", scope=").Put(QuoteScript(View(type->scope)));
  if (!type->strides.empty()) {
    Put(", strides=");
    Tuple(type->strides, quoted);
  }
  if (type->elem_offset.defined()) {
    Put(", elem_offset=");
    Expr offset = RefCast<Expr>(type->elem_offset);
    size_t begin = text_.size();
    Write(offset);
    if (quoted && !ConstInt(offset)) {
      std::string text = text_.substr(begin);
      text_.resize(begin);
      Put(QuoteScript(text));
    }
  }
  if (type->alignment != 0) Put(", align=").Put(std::to_string(type->alignment));
  if (type->cell) Put(", cell=True");
}

void ExprWriter::AttrValue(const Any& value) {
  switch (value.type_index()) {
    case ffi::TypeIndex::kTVMFFINone:
      Put("None");
      return;
    case ffi::TypeIndex::kTVMFFIBool:
      Put(value.cast<bool>() ? "True" : "False");
      return;
    case ffi::TypeIndex::kTVMFFIInt:
      Put(std::to_string(value.cast<int64_t>()));
      return;
    case ffi::TypeIndex::kTVMFFIFloat:
      Put(FloatLiteral(value.cast<double>()));
      return;
    case ffi::TypeIndex::kTVMFFIDataType:
      Put("T.").Put(DTypeName(value.cast<DLDataType>()));
      return;
    case ffi::TypeIndex::kTVMFFISmallStr:
    case ffi::TypeIndex::kTVMFFIStr:
      Put(QuoteScript(View(value.cast<String>())));
      return;
    case ffi::TypeIndex::kTVMFFIArray: {
      Put("[");
      Array<Any> items = value.cast<Array<Any>>();
      for (size_t i = 0; i < items.size(); ++i) {
        if (i) Put(", ");
        AttrValue(items[i]);
      }
      Put("]");
      return;
    }
    case ffi::TypeIndex::kTVMFFIMap: {
      Map<Any, Any> map = value.cast<Map<Any, Any>>();
      Put("{");
      bool first = true;
      for (const String& key : SortedKeys(map)) {
        if (!std::exchange(first, false)) Put(", ");
        Put(QuoteScript(View(key))).Put(": ");
        AttrValue(map[key]);
      }
      Put("}");
      return;
    }
    default:
      Attribute(value);
  }
}

void ExprWriter::AttrDict(const Attrs& attrs) {
  AttrValue(attrs.defined() ? Any(attrs) : Any(Attrs()));
}

// Objects: parts of the IR, a target, or only their kind.
void ExprWriter::Attribute(const Any& value) {
  auto object = value.as<ObjectRef>();
  if (!object) {
    omitted_ = "an attribute of kind " + value.GetTypeKey();
  } else if (object->as<TypeNode>()) {
    WriteType(RefCast<Type>(*object));
  } else if (object->as<ExprNode>()) {
    Write(RefCast<Expr>(*object), Literal::Typed);
  } else if (!TargetObject(*object)) {
    omitted_ = "an attribute of kind " + (*object)->GetTypeKey();
  }
}

// Targets belong to a layer above, so their fields are read by reflection.
bool ExprWriter::TargetObject(const ObjectRef& object) {
  if (object->GetTypeKey() != "tirx.Target") return false;
  const TVMFFITypeInfo* info = TVMFFIGetTypeInfo(object->type_index());
  Attrs entries;
  ffi::reflection::ForEachFieldInfo(info, [&](const TVMFFIFieldInfo* field) {
    Any value = ffi::reflection::FieldGetter(field)(object.get());
    std::string name(field->name.data, field->name.size);
    if (name == "attrs") {
      for (const auto& [key, item] : value.cast<Attrs>()) entries.Set(key, item);
    } else if (value != nullptr || (name == "host" && !in_target_)) {
      entries.Set(name, value);  // a target that names no host gets its kind's, hence `"host": None`
    }
  });
  bool outer = std::exchange(in_target_, true);
  Put("T.target(");
  AttrDict(entries);
  Put(")");
  in_target_ = outer;
  return true;
}

}  // namespace tirx::ir
