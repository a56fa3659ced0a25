// SPDX-License-Identifier: Apache-2.0
// Reading is where corrupt text must be stopped: everything that a well-typed constructor would have ensured
// is checked here node by node, and the rest by the verifier.
#include <tvm/ffi/extra/json.h>
#include <tvm/ffi/reflection/accessor.h>
#include <tvm/ffi/reflection/creator.h>

#include <algorithm>
#include <bit>
#include <charconv>

#include "base/dtype.h"
#include "ir/json.h"
#include "ir/json_fields.h"
#include "ir/verify.h"
#include "ir/visit.h"

namespace tirx::ir {
namespace {

namespace json = ffi::json;
using ffi::TypeIndex;

// Brackets of a sound file nest four deep; tvm-ffi's parser recurses.
constexpr int kMaxBrackets = 16;

#define TIRX_UNARY(Name, name, symbol, precedence)
#define TIRX_BINARY(Name, name, symbol, precedence) +1
constexpr int kBinaryOps = 0
#include "ir/ops.def"
    ;
#undef TIRX_BINARY
#undef TIRX_UNARY
#define TIRX_BINARY(Name, name, symbol, precedence)
#define TIRX_UNARY(Name, name, symbol, precedence) +1
constexpr int kUnaryOps = 0
#include "ir/ops.def"
    ;
#undef TIRX_BINARY
#undef TIRX_UNARY

int BracketDepth(std::string_view text) {
  int depth = 0, deepest = 0;
  bool quoted = false;
  for (size_t i = 0; i < text.size(); ++i) {
    if (quoted && text[i] == '\\') {
      ++i;
    } else if (text[i] == '"') {
      quoted = !quoted;
    } else if (!quoted && (text[i] == '[' || text[i] == '{')) {
      deepest = std::max(deepest, ++depth);
    } else if (!quoted && (text[i] == ']' || text[i] == '}')) {
      --depth;
    }
  }
  return deepest;
}

// Fields of our nodes that may be undefined: "type key.field".
bool MayBeUndefined(std::string_view type, std::string_view field) {
  if (field == "span") return true;
  for (std::string_view known : {"tirx.ir.TensorType.elem_offset", "tirx.ir.If.else_case",
                                 "tirx.ir.Return.value", "tirx.ir.Function.body", "tirx.Target.host"}) {
    if (known.size() == type.size() + 1 + field.size() && known.substr(0, type.size()) == type &&
        known.substr(type.size() + 1) == field)
      return true;
  }
  return false;
}

bool AreExprs(const Array<ObjectRef>& items) {
  return std::all_of(items.begin(), items.end(),
                     [](const ObjectRef& item) { return item.as<ExprNode>() != nullptr; });
}

bool IsTensor(const Var& var) {
  return var->ty.as<TensorTypeNode>() != nullptr;
}

// What is wrong with a node whose fields have their static types; empty: nothing.
std::string_view Fault(const ObjectRef& node) {
  if (auto* n = node.as<TensorTypeNode>()) {
    if (!AreExprs(n->shape) || !AreExprs(n->strides)) return "an extent or stride is no expression";
    if (n->elem_offset.defined() && !n->elem_offset.as<ExprNode>()) return "the offset is no expression";
  } else if (auto* n = node.as<BinaryNode>()) {
    if (int(n->op) < 0 || int(n->op) >= kBinaryOps) return "an unknown operator";
    if (n->a->dtype() != n->b->dtype()) return "operands of different types";
  } else if (auto* n = node.as<UnaryNode>()) {
    if (int(n->op) < 0 || int(n->op) >= kUnaryOps) return "an unknown operator";
  } else if (auto* n = node.as<ForNode>()) {
    if (int(n->kind) < 0 || int(n->kind) > int(ForKind::Unrolled)) return "an unknown kind of loop";
  } else if (auto* n = node.as<RampNode>()) {
    if (n->lanes < 1 || n->lanes > UINT16_MAX) return "a number of lanes out of range";
  } else if (auto* n = node.as<BroadcastNode>()) {
    if (n->lanes < 1 || n->lanes > UINT16_MAX) return "a number of lanes out of range";
  } else if (auto* n = node.as<TensorLoadNode>()) {
    if (!IsTensor(n->tensor)) return "a load from what is no tensor";
  } else if (auto* n = node.as<TensorStoreNode>()) {
    if (!IsTensor(n->tensor)) return "a store to what is no tensor";
  } else if (auto* n = node.as<TensorRegionNode>()) {
    if (!IsTensor(n->tensor)) return "a region of what is no tensor";
  } else if (auto* n = node.as<CallNode>()) {
    if (!n->callee.as<OpNode>() && !n->callee.as<GlobalVarNode>())
      return "a call of neither operation nor function";
  }
  return "";
}

// The float of these bits, in decimal.
std::optional<double> FloatOfBits(std::string_view text) {
  uint64_t bits = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), bits);
  bool whole = error == std::errc() && end == text.data() + text.size();
  return whole ? std::optional(std::bit_cast<double>(bits)) : std::nullopt;
}

class GraphReader {
 public:
  explicit GraphReader(std::string_view name) : name_(name) {}

  Result<Any> Read(std::string_view text) {
    if (BracketDepth(text) > kMaxBrackets) return Bad("its brackets nest more than a saved module's");
    String error;
    json::Value document = json::Parse(String(std::string(text)), &error);
    if (error.size() != 0) return Bad(std::string(error));
    auto object = document.as<json::Object>();
    if (!object) return Bad("it is not a JSON object");
    TIRX_RETURN_IF_FAILED(CheckMetadata(*object));
    auto nodes = object->Get("nodes") ? (*object)["nodes"].as<json::Array>() : std::nullopt;
    auto root = object->Get("root_index") ? (*object)["root_index"].as<int64_t>() : std::nullopt;
    if (!nodes || !root || *root < 0 || *root >= int64_t(nodes->size()))
      return Bad("it has no valid `nodes` and `root_index`");
    values_.reserve(nodes->size());
    for (const Any& node : *nodes) TIRX_RETURN_IF_FAILED(ReadNode(node));
    return values_[size_t(*root)];
  }

 private:
  Failure Bad(const std::string& what) const { return Fail(DK::BadJson, Span(), {name_, what}); }
  // At the node that is being read.
  Failure BadNode(const std::string& what) const {
    return Bad("node " + std::to_string(values_.size()) + ": " + what);
  }

  Status CheckMetadata(const json::Object& document) const {
    auto metadata = document.count("metadata") ? document["metadata"].as<json::Object>() : std::nullopt;
    auto format = metadata && metadata->count("format") ? (*metadata)["format"].as<String>() : std::nullopt;
    auto version =
        metadata && metadata->count("version") ? (*metadata)["version"].as<int64_t>() : std::nullopt;
    if (!format || View(*format) != "tirx.ir" || !version || *version < 1)
      return Bad("it does not say that it is of format `tirx.ir`");
    if (*version > kJsonVersion)
      return Fail(DK::NewerJson, Span(), {name_, std::to_string(*version), std::to_string(kJsonVersion)});
    return Ok{};
  }

  Status ReadNode(const Any& node) {
    auto object = node.as<json::Object>();
    auto type = object && object->count("type") ? (*object)["type"].as<String>() : std::nullopt;
    if (!type) return BadNode("it has no `type`");
    std::string_view key = View(*type);
    if (key == ffi::StaticTypeKey::kTVMFFINone) {
      values_.emplace_back(nullptr);
      return Ok{};
    }
    if (!object->count("data")) return BadNode("it has no `data`");
    TIRX_TRY(Any value, Decode(key, (*object)["data"]));
    values_.push_back(std::move(value));
    return Ok{};
  }

  Result<Any> Decode(std::string_view key, const Any& data) const {
    if (key == ffi::StaticTypeKey::kTVMFFIBool) return Plain(data, TypeIndex::kTVMFFIBool);
    if (key == ffi::StaticTypeKey::kTVMFFIInt) return Plain(data, TypeIndex::kTVMFFIInt);
    if (key == ffi::StaticTypeKey::kTVMFFIFloat) return Plain(data, TypeIndex::kTVMFFIFloat);
    if (key == ffi::StaticTypeKey::kTVMFFIDataType) return Plain(data, TypeIndex::kTVMFFIDataType);
    if (key == ffi::StaticTypeKey::kTVMFFIStr) return Plain(data, TypeIndex::kTVMFFIStr);
    if (key == ffi::StaticTypeKey::kTVMFFIArray) return DecodeArray(data);
    if (key == ffi::StaticTypeKey::kTVMFFIMap) return DecodeMap(data);
    return DecodeObject(key, data);
  }

  Result<Any> Plain(const Any& data, int32_t type) const {
    if (type == TypeIndex::kTVMFFIDataType) {
      auto name = data.as<String>();
      auto dtype = !name ? std::nullopt : name->size() == 0 ? std::optional(Void()) : ParseDType(View(*name));
      if (dtype) return Any(*dtype);
    } else if (type == TypeIndex::kTVMFFIFloat) {
      if (auto text = data.as<String>()) {
        if (auto value = FloatOfBits(View(*text))) return Any(*value);
      } else if (auto number = data.try_cast<double>()) {
        return Any(*number);
      }
    } else if (type == TypeIndex::kTVMFFIStr) {
      if (auto text = data.as<String>()) return Any(*text);
    } else if (data.type_index() == type) {
      return data;
    }
    return BadNode("a value has the wrong kind");
  }

  // A part, which must stand before its whole: so there are no cycles.
  Result<Any> Part(const Any& index) const {
    auto i = index.as<int64_t>();
    if (!i || *i < 0 || *i >= int64_t(values_.size())) return BadNode("a part is not a node before it");
    return values_[size_t(*i)];
  }

  Result<Any> DecodeArray(const Any& data) const {
    auto indices = data.as<json::Array>();
    if (!indices) return BadNode("`data` is not an array");
    Array<Any> items;
    for (const Any& index : *indices) {
      TIRX_TRY(Any item, Part(index));
      items.push_back(std::move(item));
    }
    return Any(items);
  }

  Result<Any> DecodeMap(const Any& data) const {
    auto indices = data.as<json::Array>();
    if (!indices || indices->size() % 2 != 0) return BadNode("`data` is not an array of keys and values");
    Map<Any, Any> map;
    for (size_t i = 0; i < indices->size(); i += 2) {
      TIRX_TRY(Any key, Part((*indices)[i]));
      TIRX_TRY(Any value, Part((*indices)[i + 1]));
      if (!key.as<String>()) return BadNode("a key is not a string");
      map.Set(key, value);
    }
    return Any(map);
  }

  Result<Any> DecodeObject(std::string_view key, const Any& data) const {
    std::string shown = "`" + std::string(key) + "`";
    TVMFFIByteArray name{key.data(), key.size()};
    int32_t type = 0;
    bool known = key.substr(0, 5) == "tirx." && TVMFFITypeKeyToIndex(&name, &type) == 0;
    if (!known || key == "tirx.ir.Type" || key == "tirx.ir.Expr" || key == "tirx.ir.Stmt")
      return BadNode("there is no node type " + shown);
    const TVMFFITypeInfo* info = TVMFFIGetTypeInfo(type);
    auto fields = data.as<json::Object>();
    if (!fields || !ffi::HasCreator(info)) return BadNode("no fields of a " + shown);
    ffi::ObjectPtr<Object> object = ffi::CreateEmptyObject(info);
    for (const JsonField& field : JsonFieldsOf(type)) {
      if (!fields->count(String(field.name))) return BadNode(shown + " has no `" + field.name + "`");
      TIRX_RETURN_IF_FAILED(SetField(object.get(), key, field, (*fields)[String(field.name)]));
    }
    return Checked(ObjectRef(object));
  }

  Status SetField(Object* object, std::string_view type, const JsonField& field, const Any& data) const {
    std::string shown = "`" + std::string(type) + "." + field.name + "`";
    Result<Any> read = field.inlined ? Plain(data, field.info->field_static_type_index) : Part(data);
    if (!read.ok()) return BadNode(shown + " is missing or has the wrong kind");
    if (*read == nullptr && !field.inlined && !MayBeUndefined(type, field.name))
      return BadNode(shown + " is missing");
    if (auto items = (*read).as<Array<Any>>()) {
      for (const Any& item : *items)
        if (item == nullptr) return BadNode(shown + " has a missing item");
    }
    void* address = reinterpret_cast<char*>(object) + field.info->offset;
    TVMFFIAny view = ffi::AnyView(*read).CopyToTVMFFIAny();
    if (ffi::reflection::CallFieldSetter(field.info, address, &view) == 0) return Ok{};
    ffi::details::MoveFromSafeCallRaised();  // the diagnostic takes its place
    return BadNode(shown + " has the wrong kind");
  }

  Result<Any> Checked(ObjectRef object) const {
    if (std::string_view fault = Fault(object); !fault.empty()) return BadNode(std::string(fault));
    if (auto* prim = object.as<PrimTypeNode>()) return Any(PrimType(prim->dtype));  // one object per dtype
    return Any(object);
  }

  std::string_view name_;
  std::vector<Any> values_;
};

}  // namespace

Result<IRModule> LoadJson(std::string_view text, std::string_view name) {
  TIRX_TRY(Any root, GraphReader(name).Read(text));
  auto module = root.as<IRModule>();
  if (!module) return Fail(DK::BadJson, Span(), {name, "its root is not a module"});
  if (ExprDepth(*module) > kMaxExprDepth)
    return Fail(DK::NestingTooDeep, Span(), {name, std::to_string(kMaxExprDepth)});
  TIRX_RETURN_IF_FAILED(Verify(*module));
  return *module;
}

}  // namespace tirx::ir
