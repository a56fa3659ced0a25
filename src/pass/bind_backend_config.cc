// SPDX-License-Identifier: Apache-2.0
#include "pass/bind_backend_config.h"

#include "ir/visit.h"
#include "target/backend_config.h"

namespace tirx::pass {

using namespace ir;  // NOLINT: this file is about IR only

namespace {

// Binds one function and the entries in it.
class ConfigBinder : public Rewriter {
 public:
  ConfigBinder(const PassContext& context, const target::BackendConfigs& call)
      : context_(context), call_(call) {}

  Result<Function> Bind(const Function& function) {
    target_ = function->attrs[attr::kTarget].cast<target::Target>();
    // A private function of the host may launch kernels; itself it has no configuration.
    bool on_host = target::ConfiguredBackend(target_).empty() && context_.target.defined();
    if (on_host) target_ = context_.target;
    if (target::ConfiguredBackend(target_).empty()) return function;
    inherited_ = target::PartFor(target_, call_);
    if (on_host && !HasAttr(function->attrs, attr::kBackendConfig)) return WithBody(function);
    auto bound = BindAttrs(function->attrs, function->span, &inherited_);
    if (!bound.ok()) return Failure(std::move(errors_));
    TIRX_TRY(Function whole, WithBody(function));
    if (on_host) return whole;
    return whole.WithAttr(attr::kTarget, bound->target).WithAttr(attr::kBackendConfig, String(bound->config));
  }

 protected:
  Stmt RewriteStmt(const Stmt& stmt) override {
    auto* region = stmt.as<RegionNode>();
    if (!region || View(region->op->name) != "device_entry") return Rewriter::RewriteStmt(stmt);
    Attrs own = inherited_;
    auto bound = BindAttrs(region->attrs, region->span, &own);
    if (!bound.ok()) return stmt;
    Attrs attrs = region->attrs;
    attrs.Set(attr::kTarget, bound->target.WithHost(target::Target()));
    attrs.Set(attr::kBackendConfig, String(bound->config));
    return Region(region->op, region->args, attrs, region->params, region->body, region->span);
  }

 private:
  Result<Function> WithBody(const Function& function) {
    Function whole = function->body.defined() ? Rewrite(function) : function;
    if (!errors_.empty()) return Failure(std::move(errors_));
    return whole;
  }

  // `config` is what is inherited, and gains what `attrs` say.
  Result<target::BoundConfig> BindAttrs(const Attrs& attrs, const Span& at, Attrs* config) {
    auto bound = [&]() -> Result<target::BoundConfig> {
      std::string text(AttrOr<String>(attrs, attr::kBackendConfig, String("")));
      TIRX_TRY(target::BackendConfigs local, target::ParseBackendConfig(text));
      for (const auto& [key, value] : target::PartFor(target_, local)) config->Set(key, value);
      return target::BindConfig(target_, *config, context_.device_code, context_.why_no_arch);
    }();
    for (diag::Diagnostic error : bound.diagnostics()) {
      error.span = at;
      errors_.push_back(std::move(error));
    }
    return bound;
  }

  const PassContext& context_;
  const target::BackendConfigs& call_;
  target::Target target_;
  Attrs inherited_;
  diag::Diagnostics errors_;
};

}  // namespace

Binding BindingOf(const Attrs& attrs) {
  return {attrs[attr::kTarget].cast<target::Target>(),
          std::string(AttrOr<String>(attrs, attr::kBackendConfig, String("")))};
}

Result<IRModule> BindBackendConfig(IRModule module, const PassContext& context) {
  TIRX_TRY(target::BackendConfigs call, target::ParseBackendConfig(context.backend_config));
  Array<Function> functions;
  diag::Diagnostics errors;
  for (const Function& function : module->functions) {
    auto bound = ConfigBinder(context, call).Bind(function);
    if (bound.ok()) functions.push_back(*bound);
    errors.insert(errors.end(), bound.diagnostics().begin(), bound.diagnostics().end());
  }
  if (!errors.empty()) return Failure(std::move(errors));
  return module.WithFunctions(functions);
}

}  // namespace tirx::pass
