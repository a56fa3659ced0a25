// SPDX-License-Identifier: Apache-2.0
#include "target/target.h"

#include "base/canonical_json.h"
#include "diag/suggest.h"
#include "ir/expr.h"
#include "ir/known_backend.h"
#include "target/backend_config.h"

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
  attrs.Set(key, value);
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
  if (auto not_loaded = ir::NotLoadedTarget(name)) return *not_loaded;
  auto known = ir::CurrentSnapshot().Names<TargetKindRow>();
  return diag::Suggest(diag::Make(DK::UnknownTargetKind, Span(), {name, diag::OneOf(known)}), name, known);
}

const TargetAttr* FindAttr(const TargetKindRow& kind, std::string_view name) {
  for (const TargetAttr& attr : kind.attrs)
    if (attr.name == name) return &attr;
  return nullptr;
}

diag::Diagnostic UnknownAttr(const TargetKindRow& kind, std::string_view name) {
  std::vector<std::string_view> known;
  for (const TargetAttr& attr : kind.attrs) known.push_back(attr.name);
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

// The configuration of the kind's backend, checked; canonical, so that equal targets print alike.
Result<Any> CheckedConfig(const TargetKindRow& kind, const Any& value) {
  TIRX_TRY(BackendConfigs config, CopyBackendConfig(value));
  std::string_view owner = ir::CurrentSnapshot().OwnerOf<TargetKindRow>(kind.name);
  for (const auto& [backend, part] : config)
    if (View(backend) != owner)
      return Fail(DK::BadTarget, Span(),
                  {kind.name, "it is not of backend `" + std::string(backend) +
                                  "`, which its `backend_config` configures"});
  return Any(config);
}

Result<Any> CheckedAttr(const TargetKindRow& kind, std::string_view key, const Any& value) {
  if (key == kBackendConfigAttr) return CheckedConfig(kind, value);
  const TargetAttr* attr = FindAttr(kind, key);
  if (!attr) return UnknownAttr(kind, key);
  if (!HasType(value, attr->kind))
    return Fail(DK::BadTarget, Span(),
                {kind.name, "`" + std::string(key) + "` must be " + std::string(TypeWord(attr->kind))});
  return value;
}

Map<String, Any> ToMap(const Target& target);

// The tag's target with the other keys of `map` in place of its own.
Result<Target> FromTagMap(const Map<String, Any>& map) {
  auto tag = map["tag"].as<String>();
  if (!tag) return Fail(DK::BadTarget, Span(), {CanonicalJson(map), "`tag` must be a string"});
  TIRX_TRY(Target base, FromTag(View(*tag)));
  Map<String, Any> whole = ToMap(base);
  for (const auto& [key, value] : map)
    if (key != "tag") whole.Set(key, value);
  return FromMap(whole);
}

}  // namespace

Result<Target> FromMap(const Map<String, Any>& map) {
  if (map.count("tag")) return FromTagMap(map);
  if (!map.count("kind") || !map["kind"].as<String>())
    return Fail(DK::BadTarget, Span(), {CanonicalJson(map), "a map needs the key `kind` or `tag`"});
  String name = map["kind"].cast<String>();
  const TargetKindRow* kind = FindKind(View(name));
  if (!kind) return UnknownKind(View(name));
  Attrs attrs;
  for (const auto& [key, value] : map) {
    if (key == "kind" || key == "host") continue;
    TIRX_TRY(Any checked, CheckedAttr(*kind, View(key), value));
    attrs.Set(key, checked);
  }
  if (kind->check) TIRX_RETURN_IF_FAILED(kind->check(attrs));
  TIRX_TRY(Target host, HostOf(*kind, map));
  return Target(name, attrs, host);
}

Result<Target> Parse(std::string_view text) {
  if (!text.empty() && text.front() == '{') {
    Any value;
    std::string why;
    if (!ParseJson(text, &value, &why)) return Fail(DK::BadTarget, Span(), {text, "not JSON: " + why});
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
  return CanonicalJson(ToMap(target));
}

void RegisterTargetNodes() {
  RegisterNode<TargetNode>();
}

int64_t LaunchMostOf(const Target& target, std::string_view tag) {
  const TargetKindRow* kind = FindKind(View(target->kind));
  for (const LaunchMost& row : kind ? kind->launch_most : std::span<const LaunchMost>())
    if (row.tag == tag) return row.most;
  return 0;
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
