// SPDX-License-Identifier: Apache-2.0
// Writing the object graph of a module.
#include <tvm/ffi/reflection/accessor.h>

#include <bit>
#include <charconv>
#include <cmath>
#include <unordered_map>

#include "base/check.h"
#include "base/dtype.h"
#include "base/json_text.h"
#include "ir/json.h"
#include "ir/json_fields.h"

namespace tirx::ir {
namespace {

using ffi::TypeIndex;

bool IsInlined(int32_t static_type) {
  return static_type == TypeIndex::kTVMFFIBool || static_type == TypeIndex::kTVMFFIInt ||
         static_type == TypeIndex::kTVMFFIFloat || static_type == TypeIndex::kTVMFFIDataType;
}

bool IsString(const Any& value) {
  return value.type_index() == TypeIndex::kTVMFFISmallStr || value.type_index() == TypeIndex::kTVMFFIStr;
}

std::string PlainJson(const Any& value) {
  switch (value.type_index()) {
    case TypeIndex::kTVMFFIBool:
      return value.cast<bool>() ? "true" : "false";
    case TypeIndex::kTVMFFIInt:
      return std::to_string(value.cast<int64_t>());
    case TypeIndex::kTVMFFIFloat:
      return JsonFloat(value.cast<double>());
    case TypeIndex::kTVMFFIDataType:
      return JsonQuote(JsonDType(value.cast<DLDataType>()));
    default:
      return IsString(value) ? JsonQuote(View(value.cast<String>())) : "";
  }
}

std::string NodeText(std::string_view type, std::string_view data) {
  std::string text = "{\"type\":" + JsonQuote(type);
  if (!data.empty()) text += ",\"data\":" + std::string(data);
  return text + "}";
}

// Parts before wholes, each object once, with an explicit stack.
class GraphWriter {
 public:
  int64_t Write(const Any& root) {
    stack_.push_back({root, false});
    while (!stack_.empty()) {
      Item item = std::move(stack_.back());
      stack_.pop_back();
      if (item.expanded) {
        indices_.emplace(item.value.as<Object>(), Add(ObjectText(item.value)));
      } else if (!IsDone(item.value)) {
        stack_.push_back({item.value, true});
        ForEachPart(item.value, [&](const Any& part) { stack_.push_back({part, false}); });
      }
    }
    return IndexOf(root);
  }

  std::string TakeNodes() { return std::move(nodes_); }

 private:
  struct Item {
    Any value;
    bool expanded;
  };

  static bool IsObject(const Any& value) {
    return value.type_index() >= TypeIndex::kTVMFFIStaticObjectBegin && !IsString(value);
  }

  bool IsDone(const Any& value) {
    if (!IsObject(value)) {
      IndexOf(value);
      return true;
    }
    return indices_.count(value.as<Object>()) != 0;
  }

  int64_t IndexOf(const Any& value) {
    if (IsObject(value)) return indices_.at(value.as<Object>());
    std::string type = IsString(value) ? "ffi.String" : std::string(value.GetTypeKey());
    auto [found, added] = plain_.emplace(NodeText(type, PlainJson(value)), count_);
    if (added) Add(found->first);
    return found->second;
  }

  int64_t Add(const std::string& text) {
    nodes_ += count_ ? ",\n" : "";
    nodes_ += text;
    return count_++;
  }

  void ForEachPart(const Any& value, FunctionRef<void(const Any&)> visit) {
    if (value.type_index() == TypeIndex::kTVMFFIArray) {
      for (const Any& item : value.cast<Array<Any>>()) visit(item);
    } else if (value.type_index() == TypeIndex::kTVMFFIMap) {
      for (const auto& [key, item] : value.cast<Map<Any, Any>>()) {
        visit(key);
        visit(item);
      }
    } else {
      for (const JsonField& field : JsonFieldsOf(value.type_index()))
        if (!field.inlined) visit(ffi::reflection::FieldGetter(field.info)(value.as<Object>()));
    }
  }

  std::string ObjectText(const Any& value) {
    bool map = value.type_index() == TypeIndex::kTVMFFIMap;
    if (map || value.type_index() == TypeIndex::kTVMFFIArray) {
      std::string data = "[";
      ForEachPart(value, [&](const Any& part) {
        data += (data.size() > 1 ? "," : "") + std::to_string(IndexOf(part));
      });
      return NodeText(map ? "ffi.Map" : "ffi.Array", data + "]");
    }
    std::string data = "{";
    for (const JsonField& field : JsonFieldsOf(value.type_index())) {
      Any part = ffi::reflection::FieldGetter(field.info)(value.as<Object>());
      data += (data.size() > 1 ? "," : "") + JsonQuote(field.name) + ":";
      data += field.inlined ? PlainJson(part) : std::to_string(IndexOf(part));
    }
    return NodeText(value.GetTypeKey(), data + "}");
  }

  std::vector<Item> stack_;
  std::unordered_map<const Object*, int64_t> indices_;
  std::unordered_map<std::string, int64_t> plain_;
  std::string nodes_;
  int64_t count_ = 0;
};

}  // namespace

const std::vector<JsonField>& JsonFieldsOf(int32_t type_index) {
  thread_local std::unordered_map<int32_t, std::vector<JsonField>> known;
  auto [found, added] = known.try_emplace(type_index);
  if (added) {
    ffi::reflection::ForEachFieldInfo(
        TVMFFIGetTypeInfo(type_index), [&, fields = &found->second](const auto* info) {
          fields->push_back({info, std::string(info->name.data, info->name.size),
                             IsInlined(info->field_static_type_index)});
        });
  }
  return found->second;
}

std::string JsonFloat(double value) {
  uint64_t bits = std::bit_cast<uint64_t>(value);
  if (bits == kQuietNan) return "NaN";
  // tvm-ffi's parser makes one NaN of all, and takes subnormal numbers (strtod's ERANGE) for no numbers.
  if (std::isnan(value) || std::fpclassify(value) == FP_SUBNORMAL) return "\"" + std::to_string(bits) + "\"";
  if (std::isinf(value)) return value > 0 ? "Infinity" : "-Infinity";
  char text[40];
  std::string out(text, std::to_chars(text, text + sizeof(text), value).ptr);
  return out.find_first_of(".e") == std::string::npos ? out + ".0" : out;
}

std::string JsonDType(DLDataType dtype) {
  return IsVoid(dtype) ? "" : DTypeName(dtype);
}

std::string SaveJson(const IRModule& module) {
  GraphWriter writer;
  std::string root = std::to_string(writer.Write(Any(module)));
  return "{\"metadata\":{\"format\":\"tirx.ir\",\"version\":" + std::to_string(kJsonVersion) +
         "},\"root_index\":" + root + ",\"nodes\":[\n" + writer.TakeNodes() + "\n]}\n";
}

}  // namespace tirx::ir
