// SPDX-License-Identifier: Apache-2.0
#include "target/target.h"

#include <tvm/ffi/extra/json.h>

#include <algorithm>

#include "base/json_text.h"
#include "diag/suggest.h"
#include "ir/expr.h"

namespace tirx::target {

const TargetKindRow kHostKinds[1] = {
    {.name = "c",
     .device_type = kDLCPU,
     .is_host = true,
     .attrs = {},
     .default_host = "",
     .doc = "The host: bytecode inside tirx, C when a library is exported."},
};

Target::Target(String kind, Attrs attrs, Target host) {
  auto node = ffi::make_object<TargetNode>();
  node->kind = std::move(kind);
  node->attrs = std::move(attrs);
  node->host = std::move(host);
  data_ = std::move(node);
}

Target Target::WithAttr(const char* key, Any value) const {
  Attrs attrs = (*this)->attrs;
  attrs.Set(key, std::move(value));
  return Target((*this)->kind, std::move(attrs), host_target());
}

Target Target::WithHost(Target host) const {
  return Target((*this)->kind, (*this)->attrs, std::move(host));
}

const TargetKindRow* FindKind(std::string_view kind) {
  return ir::CurrentSnapshot().Find<TargetKindRow>(kind);
}

namespace {

diag::Diagnostic UnknownKind(std::string_view name) {
  auto known = ir::CurrentSnapshot().Names<TargetKindRow>();
  return diag::Suggest(diag::Make(DK::UnknownTargetKind, Span(), {name, diag::OneOf(known)}), name, known);
}

const TargetAttr* FindAttr(const TargetKindRow& kind, std::string_view name) {
  for (const TargetAttr& attr : kind.attrs)
    if (!attr.name.empty() && attr.name == name) return &attr;
  return nullptr;
}

diag::Diagnostic UnknownAttr(const TargetKindRow& kind, std::string_view name) {
  std::vector<std::string_view> known;
  for (const TargetAttr& attr : kind.attrs)
    if (!attr.name.empty()) known.push_back(attr.name);
  std::string listed = known.empty() ? "none" : diag::OneOf(known);
  return diag::Suggest(diag::Make(DK::UnknownTargetAttr, Span(), {kind.name, name, listed}), name, known);
}

bool HasType(const Any& value, AttrKind kind) {
  switch (kind) {
    case AttrKind::Text:
      return value.as<String>().has_value();
    case AttrKind::Int:
      return value.type_index() == ffi::TypeIndex::kTVMFFIInt;
    case AttrKind::Bool:
      return value.type_index() == ffi::TypeIndex::kTVMFFIBool;
    case AttrKind::Json:
      return true;
  }
  return false;
}

std::string_view TypeWord(AttrKind kind) {
  switch (kind) {
    case AttrKind::Text:
      return "a string";
    case AttrKind::Int:
      return "an integer";
    case AttrKind::Bool:
      return "a bool";
    case AttrKind::Json:
      return "JSON";
  }
  return "";
}

Result<Target> FromAny(const Any& value);

Result<Target> HostOf(const TargetKindRow& kind, const Map<String, Any>& map) {
  // `"host": None` says that there is none: device functions after the split.
  if (map.count("host")) return map["host"] == nullptr ? Result<Target>(Target()) : FromAny(map["host"]);
  if (kind.default_host.empty()) return Target();
  return Target(String(std::string(kind.default_host)), {}, Target());
}

Result<Target> FromTag(std::string_view tag) {
  auto* row = ir::CurrentSnapshot().Find<TargetTagRow>(tag);
  if (!row) {
    auto diagnostic = diag::Make(DK::BadTarget, Span(), {tag, "no such tag; `tirx list tags` shows them"});
    return diag::Suggest(std::move(diagnostic), tag, ir::CurrentSnapshot().Names<TargetTagRow>());
  }
  return Parse(row->json);
}

Result<Target> FromAny(const Any& value) {
  if (auto text = value.as<String>()) return Parse(View(*text));
  if (auto target = value.as<TargetNode>()) return ffi::GetRef<Target>(target);
  if (value.type_index() == ffi::TypeIndex::kTVMFFIMap) return FromMap(value.cast<Map<String, Any>>());
  return Fail(DK::BadTarget, Span(), {"<value>", "a target is a string, a map or a Target"});
}

// Canonical JSON of attribute values; maps by key.
std::string JsonOf(const Any& value) {
  if (auto text = value.as<String>()) return JsonQuote(View(*text));
  switch (value.type_index()) {
    case ffi::TypeIndex::kTVMFFINone:
      return "null";
    case ffi::TypeIndex::kTVMFFIBool:
      return value.cast<bool>() ? "true" : "false";
    case ffi::TypeIndex::kTVMFFIInt:
      return std::to_string(value.cast<int64_t>());
    case ffi::TypeIndex::kTVMFFIArray: {
      std::string out;
      for (const Any& item : value.cast<Array<Any>>()) out += (out.empty() ? "" : ",") + JsonOf(item);
      return "[" + out + "]";
    }
    case ffi::TypeIndex::kTVMFFIMap: {
      std::vector<std::pair<std::string, std::string>> entries;
      for (const auto& [key, item] : value.cast<Map<String, Any>>()) entries.emplace_back(key, JsonOf(item));
      std::sort(entries.begin(), entries.end());
      std::string out;
      for (const auto& [key, text] : entries) out += (out.empty() ? "" : ",") + JsonQuote(key) + ":" + text;
      return "{" + out + "}";
    }
    default:
      return std::string(ffi::json::Stringify(value));
  }
}

}  // namespace

Result<Target> FromMap(const Map<String, Any>& map) {
  if (map.count("tag")) {
    TIRX_TRY(Target base, FromTag(View(map["tag"].cast<String>())));
    for (const auto& [key, value] : map)
      if (key != "tag" && key != "kind" && key != "host") base = base.WithAttr(key.c_str(), value);
    return base;
  }
  if (!map.count("kind") || !map["kind"].as<String>())
    return Fail(DK::BadTarget, Span(), {JsonOf(map), "a map needs the key `kind` or `tag`"});
  String name = map["kind"].cast<String>();
  const TargetKindRow* kind = FindKind(View(name));
  if (!kind) return UnknownKind(View(name));
  Attrs attrs;
  for (const auto& [key, value] : map) {
    if (key == "kind" || key == "host") continue;
    const TargetAttr* attr = FindAttr(*kind, View(key));
    if (!attr) return UnknownAttr(*kind, View(key));
    if (!HasType(value, attr->kind))
      return Fail(DK::BadTarget, Span(),
                  {View(name), "`" + std::string(key) + "` must be " + std::string(TypeWord(attr->kind))});
    attrs.Set(key, value);
  }
  if (kind->check) TIRX_RETURN_IF_FAILED(kind->check(attrs));
  TIRX_TRY(Target host, HostOf(*kind, map));
  return Target(name, attrs, host);
}

Result<Target> Parse(std::string_view text) {
  if (!text.empty() && text.front() == '{') {
    String error;
    Any value = ffi::json::Parse(String(std::string(text)), &error);
    if (!error.empty()) return Fail(DK::BadTarget, Span(), {text, "not JSON: " + std::string(error)});
    if (value.type_index() != ffi::TypeIndex::kTVMFFIMap)
      return Fail(DK::BadTarget, Span(), {text, "not an object"});
    return FromMap(value.cast<Map<String, Any>>());
  }
  if (text.find('/') != std::string_view::npos) return FromTag(text);
  Map<String, Any> map;
  size_t colon = text.find(':');
  map.Set("kind", String(std::string(text.substr(0, colon))));
  if (colon != std::string_view::npos) map.Set("arch", String(std::string(text.substr(colon + 1))));
  return FromMap(map);
}

namespace {
// The target as a plain map, hosts included.
Map<String, Any> ToMap(const Target& target) {
  Map<String, Any> map(target->attrs);
  map.Set("kind", target->kind);
  if (target->host.defined()) {
    map.Set("host", ToMap(target.host_target()));
  } else if (auto* kind = FindKind(View(target->kind)); kind && !kind->default_host.empty()) {
    map.Set("host", nullptr);  // none, where leaving it out would mean the default
  }
  return map;
}
}  // namespace

Result<Target> WithArch(const Target& target, std::string_view arch) {
  Map<String, Any> map = ToMap(target);
  map.Set("arch", String(std::string(arch)));
  return FromMap(map);
}

std::string ToJson(const Target& target) {
  return JsonOf(ToMap(target));
}

void RegisterTargetNodes() {
  RegisterNode<TargetNode>();
}

int64_t LimitOf(const Target& target, Limit limit) {
  static constexpr struct {
    const char* attribute;
    int64_t TargetKindRow::*of_kind;
  } kLimits[] = {{"max_threads_per_block", &TargetKindRow::max_threads_per_block},
                 {"max_shared_memory_per_block", &TargetKindRow::max_static_shared_bytes},
                 {"thread_warp_size", &TargetKindRow::subgroup_size}};
  const TargetKindRow* kind = FindKind(View(target->kind));
  const auto& row = kLimits[size_t(limit)];
  return ir::AttrOr<int64_t>(target->attrs, row.attribute, kind ? kind->*row.of_kind : 0);
}

}  // namespace tirx::target
