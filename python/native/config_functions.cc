// SPDX-License-Identifier: Apache-2.0
// `backend_config` for Python: configurations go in as dicts and come out as JSON text.
#include "backend/source_compiler.h"
#include "backend/user_tags.h"
#include "base/canonical_json.h"
#include "driver/run_on_device.h"
#include "python/native/failure.h"
#include "python/native/native.h"
#include "target/prepare_target.h"

namespace tirx::python {
namespace {

using target::BackendConfigs;

Result<target::Target> TargetFrom(const Any& given) {
  if (given == nullptr) return target::Target();
  if (auto* node = given.as<target::TargetNode>()) return ffi::GetRef<target::Target>(node);
  if (auto text = given.as<String>()) return target::Parse(View(*text));
  return Fail(DK::BadTarget, Span(), {given.GetTypeKey(), "a target is a string, a dict or a Target"});
}

// The part of one backend, in the mapping around it.
Result<BackendConfigs> Whole(const String& backend, const Any& part) {
  return target::CopyBackendConfig(Map<String, Any>{{backend, part == nullptr ? Any(Attrs()) : part}});
}

Result<std::string> Copy(const Any& config) {
  TIRX_TRY(BackendConfigs copy, target::CopyBackendConfig(config));
  return target::BackendConfigJson(copy);
}

Result<std::string> Parse(const String& json) {
  TIRX_TRY(BackendConfigs parsed, target::ParseBackendConfig(View(json)));
  return target::BackendConfigJson(parsed);
}

Result<std::string> Merge(const Array<Any>& configs) {
  BackendConfigs merged;
  for (const Any& config : configs) {
    TIRX_TRY(BackendConfigs copy, target::CopyBackendConfig(config));
    merged = target::MergeBackendConfigs(merged, copy);
  }
  return target::BackendConfigJson(merged);
}

// None where nothing says what the target is.
Result<Any> Prepare(const Any& given, const Any& config, const Any& module) {
  TIRX_TRY(target::Target target, TargetFrom(given));
  TIRX_TRY(BackendConfigs configs, target::CopyBackendConfig(config));
  ir::IRModule ir = module == nullptr ? ir::IRModule() : module.cast<ir::IRModule>();
  TIRX_TRY(target::Target prepared, target::PrepareTarget(target, configs, ir));
  return prepared.defined() ? Any(prepared) : Any(nullptr);
}

Result<std::string> ValidatePart(const String& backend, const Any& part) {
  TIRX_TRY(BackendConfigs whole, Whole(backend, part));
  return CanonicalJson(whole[backend]);
}

Result<std::string> DefaultPart(const String& backend) {
  auto* schema = ir::CurrentSnapshot().Find<target::ConfigSchemaRow>(View(backend));
  if (!schema) return Whole(backend, nullptr).failure();
  return CanonicalJson(schema->defaults());
}

// The target that a part without one is for: the kind named like the backend.
Result<target::Target> TargetOr(const Any& given, const String& backend) {
  if (given == nullptr) return target::Parse(View(backend));
  return TargetFrom(given);
}

Result<std::string> ResolvePart(const String& backend, const Any& part, const Any& given) {
  TIRX_TRY(BackendConfigs whole, Whole(backend, part));
  TIRX_TRY(target::Target target, TargetOr(given, backend));
  if (target::ConfiguredBackend(target) != View(backend))
    return Fail(DK::BadBackendConfig, Span(),
                {"of `" + std::string(backend) + "`",
                 "it requires a target of that backend, and the target is of kind `" +
                     std::string(target->kind) + "`"});
  Attrs local = target::PartFor(target, whole);
  TIRX_TRY(target::BoundConfig bound, target::BindConfig(target, local, false));
  if (!bound.target->HasArch()) {
    driver::RunDevice device = driver::FindDevice(target);
    if (device.found) local.Set("arch", String(device.arch));
    TIRX_TRY(bound, target::BindConfig(target, local, true, ", since " + device.why_not));
  }
  TIRX_TRY(BackendConfigs resolved, target::ParseBackendConfig(bound.config));
  return CanonicalJson(resolved[backend]);
}

Result<Array<String>> Options(const String& backend, const Any& part) {
  TIRX_TRY(BackendConfigs whole, Whole(backend, part));
  auto* toolchain = ir::CurrentSnapshot().Find<backend::ToolchainRow>(View(backend));
  if (!toolchain || !toolchain->options) return Fail(DK::NoToolchain, Span(), {View(backend)});
  auto* schema = ir::CurrentSnapshot().Find<target::ConfigSchemaRow>(View(backend));
  BackendConfigs bound = target::MergeBackendConfigs({{backend, schema->defaults()}}, whole);
  Array<String> items;
  for (const std::string& item : toolchain->options(bound[backend].cast<Attrs>())) items.push_back(item);
  return items;
}

// [image, format, the configuration as JSON].
Result<Array<Any>> CompileText(const String& backend, const String& text, const Any& config,
                               const Any& given) {
  TIRX_TRY(BackendConfigs configs, target::CopyBackendConfig(config));
  TIRX_TRY(target::Target target, TargetOr(given, backend));
  TIRX_TRY(backend::DeviceBinary binary, backend::CompileText(text, target, configs));
  return Array<Any>{ffi::Bytes(binary.image), String(binary.format), String(binary.backend_config)};
}

ir::IRModule WithConfig(const ir::IRModule& module, const String& name, const String& config) {
  Array<ir::Function> functions;
  for (const ir::Function& function : module->functions)
    functions.push_back(function->name == name ? function.WithAttr(ir::attr::kBackendConfig, config)
                                               : function);
  return module.WithFunctions(functions);
}

}  // namespace

void RegisterConfigFunctions() {
  Define("copy_backend_config", [](const Any& config) { return ToPython(Copy(config)); });
  Define("parse_backend_config", [](const String& json) { return ToPython(Parse(json)); });
  Define("merge_backend_configs", [](const Array<Any>& configs) { return ToPython(Merge(configs)); });
  Define("prepare_target", [](const Any& target, const Any& config, const Any& module) {
    return ToPython(Prepare(target, config, module));
  });
  Define("validate_config_part",
         [](const String& backend, const Any& part) { return ToPython(ValidatePart(backend, part)); });
  Define("default_config_part", [](const String& backend) { return ToPython(DefaultPart(backend)); });
  Define("resolve_config_part", [](const String& backend, const Any& part, const Any& target) {
    return ToPython(ResolvePart(backend, part, target));
  });
  Define("compiler_options",
         [](const String& backend, const Any& part) { return ToPython(Options(backend, part)); });
  Define("compile_text", [](const String& backend, const String& text, const Any& config, const Any& target) {
    return ToPython(CompileText(backend, text, config, target));
  });
  Define("with_backend_config", WithConfig);
  Define("register_tag", [](const String& name, const String& json, bool replace) {
    return ToPython(backend::RegisterTag(name, json, replace));
  });
}

}  // namespace tirx::python
