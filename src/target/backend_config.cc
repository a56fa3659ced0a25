// SPDX-License-Identifier: Apache-2.0
#include "target/backend_config.h"

#include "base/canonical_json.h"
#include "base/json_text.h"
#include "diag/suggest.h"

namespace tirx::target {
namespace {

const ConfigSchemaRow* FindSchema(std::string_view backend) {
  return ir::CurrentSnapshot().Find<ConfigSchemaRow>(backend);
}

bool IsMap(const Any& value) {
  return value.type_index() == ffi::TypeIndex::kTVMFFIMap;
}

// A map of any keys, as Python and JSON give it.
using AnyMap = Map<Any, Any>;

Result<Attrs> WithTextKeys(const Any& value, std::string_view what) {
  Attrs attrs;
  for (const auto& [key, item] : value.cast<AnyMap>()) {
    auto text = key.as<String>();
    if (!text)
      return Fail(DK::BadBackendConfigType, Span(), {what, "a mapping with strings as keys", PlainKind(key)});
    attrs.Set(*text, item);
  }
  return attrs;
}

diag::Diagnostic UnknownBackendPart(std::string_view name) {
  auto known = ir::CurrentSnapshot().Names<ConfigSchemaRow>();
  std::string rule = known.empty() ? "no backend here has one"
                                   : "no backend of this name has one; there is " + diag::OneOf(known);
  auto diagnostic = diag::Make(DK::BadBackendConfig, Span(), {"of `" + std::string(name) + "`", rule});
  return diag::Suggest(std::move(diagnostic), name, known);
}

Result<Attrs> CheckPart(std::string_view backend, const Any& part) {
  const ConfigSchemaRow* schema = FindSchema(backend);
  if (!schema) return UnknownBackendPart(backend);
  std::string what = "of `" + std::string(backend) + "`";
  if (!IsMap(part)) return Fail(DK::BadBackendConfigType, Span(), {what, "a mapping", PlainKind(part)});
  TIRX_TRY(Attrs given, WithTextKeys(part, what));
  return schema->check(given);
}

Attrs Overlaid(Attrs base, const Attrs& over) {
  for (const auto& [key, value] : over) base.Set(key, value);
  return base;
}

Attrs PartOf(const BackendConfigs& config, std::string_view backend) {
  String name{std::string(backend)};
  return config.count(name) ? config[name].cast<Attrs>() : Attrs();
}

}  // namespace

Result<BackendConfigs> CopyBackendConfig(const Any& given) {
  BackendConfigs copy;
  if (given == nullptr) return copy;
  if (!IsMap(given))
    return Fail(DK::BadBackendConfigType, Span(),
                {"as a whole", "a mapping from backends to their parts", PlainKind(given)});
  TIRX_TRY(Attrs parts, WithTextKeys(given, "as a whole"));
  for (const auto& [backend, part] : parts) {
    TIRX_TRY(Attrs checked, CheckPart(View(backend), part));
    copy.Set(backend, checked);
  }
  return copy;
}

Result<BackendConfigs> ParseBackendConfig(std::string_view json) {
  if (json.empty()) return BackendConfigs();
  Any parsed;
  std::string why;
  if (!ParseJson(json, &parsed, &why))
    return Fail(DK::BadBackendConfig, Span(), {JsonQuote(json), "not JSON: " + why});
  return CopyBackendConfig(parsed);
}

BackendConfigs MergeBackendConfigs(const BackendConfigs& base, const BackendConfigs& over) {
  BackendConfigs merged = base;
  for (const auto& [backend, part] : over)
    merged.Set(backend, Overlaid(PartOf(base, View(backend)), part.cast<Attrs>()));
  return merged;
}

std::string BackendConfigJson(const BackendConfigs& config) {
  return CanonicalJson(config);
}

std::string_view ConfiguredBackend(const Target& target) {
  std::string_view owner = ir::CurrentSnapshot().OwnerOf<TargetKindRow>(View(target->kind));
  return FindSchema(owner) ? owner : std::string_view();
}

Attrs PartFor(const Target& target, const BackendConfigs& config) {
  return PartOf(config, ConfiguredBackend(target));
}

Result<BoundConfig> BindConfig(const Target& target, const Attrs& local, bool needs_arch,
                               std::string_view why_none) {
  const ConfigSchemaRow* schema = FindSchema(ConfiguredBackend(target));
  if (!schema) return BoundConfig{target, ""};
  Attrs config = schema->defaults();
  if (ir::HasAttr(target->attrs, kBackendConfigAttr))
    config = Overlaid(config, PartFor(target, target->attrs[kBackendConfigAttr].cast<BackendConfigs>()));
  config = Overlaid(config, local);
  if (!ir::HasAttr(config, "arch") && target->HasArch()) config.Set("arch", String(target->arch()));
  TIRX_TRY(Attrs checked, schema->check(config));
  BoundConfig bound{target, BackendConfigJson({{String(std::string(schema->name)), checked}})};
  if (!ir::HasAttr(checked, "arch")) {
    if (schema->needs_arch && needs_arch)
      return Fail(DK::ArchNotGiven, Span(), {View(target->kind), why_none});
    return bound;
  }
  std::string arch(checked["arch"].cast<String>());
  if (target->arch() != arch) {
    TIRX_TRY(bound.target, WithArch(target, arch));
  }
  return bound;
}

}  // namespace tirx::target
