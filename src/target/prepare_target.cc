// SPDX-License-Identifier: Apache-2.0
#include "target/prepare_target.h"

#include <vector>

#include "ir/visit.h"

namespace tirx::target {
namespace {

// Reads the configurations of device entries, each over its function's.
class EntryConfigs {
 public:
  void Read(const ir::Function& function) {
    BackendConfigs outer = ConfigIn(function->attrs, function->span);
    ir::WalkStatements(function->body, [&](const ir::Stmt& stmt) {
      auto* region = stmt.as<ir::RegionNode>();
      if (!region || View(region->op->name) != "device_entry") return true;
      configs_.push_back(MergeBackendConfigs(outer, ConfigIn(region->attrs, region->span)));
      return false;
    });
  }

  Result<std::vector<BackendConfigs>> Finish() {
    if (!errors_.empty()) return Failure(std::move(errors_));
    return std::move(configs_);
  }

 private:
  BackendConfigs ConfigIn(const Attrs& attrs, const Span& at) {
    auto config = ParseBackendConfig(View(ir::AttrOr<String>(attrs, ir::attr::kBackendConfig, String(""))));
    for (diag::Diagnostic error : config.diagnostics()) {
      error.span = at;
      errors_.push_back(std::move(error));
    }
    return config.ok() ? *config : BackendConfigs();
  }

  std::vector<BackendConfigs> configs_;
  diag::Diagnostics errors_;
};

std::string ArchIn(const Attrs& part) {
  return ir::HasAttr(part, "arch") ? std::string(part["arch"].cast<String>()) : std::string();
}

// The kind that is named like the first configured backend.
Result<Target> ConfiguredKind(const BackendConfigs& config, const std::vector<BackendConfigs>& entries) {
  for (const auto& [backend, part] : config) return Parse(View(backend));
  for (const BackendConfigs& entry : entries)
    for (const auto& [backend, part] : entry) return Parse(View(backend));
  return Target();
}

std::string ArchOfEntries(const Target& target, const std::vector<BackendConfigs>& entries) {
  std::string first;
  for (const BackendConfigs& entry : entries) {
    std::string arch = ArchIn(PartFor(target, entry));
    if (arch.empty()) return "";
    if (first.empty()) first = arch;
  }
  return first;
}

}  // namespace

Result<Target> PrepareTarget(const Target& target, const BackendConfigs& config, const ir::IRModule& module) {
  EntryConfigs reader;
  if (module.defined()) {
    for (const ir::Function& function : module->functions)
      if (function->body.defined()) reader.Read(function);
  }
  TIRX_TRY(std::vector<BackendConfigs> entries, reader.Finish());
  Target base = target;
  if (!base.defined()) {
    TIRX_TRY(base, ConfiguredKind(config, entries));
  }
  if (!base.defined()) return base;
  std::string_view backend = ConfiguredBackend(base);
  for (const auto& [name, part] : config)
    if (View(name) != backend)
      return Fail(DK::BadBackendConfig, Span(),
                  {"of `" + std::string(name) + "`",
                   "it requires a target of that backend, and the target is of kind `" +
                       std::string(base->kind) + "`"});
  std::string arch = ArchIn(PartFor(base, config));
  if (base->HasArch()) {
    if (!arch.empty() && arch != base->arch()) return Fail(DK::ArchConflict, Span(), {base->arch(), arch});
    return base;
  }
  if (arch.empty()) arch = ArchOfEntries(base, entries);
  return arch.empty() ? Result<Target>(base) : WithArch(base, arch);
}

}  // namespace tirx::target
