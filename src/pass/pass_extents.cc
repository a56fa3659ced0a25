// SPDX-License-Identifier: Apache-2.0
#include "pass/pass_extents.h"

#include <map>

#include "ir/arith.h"
#include "ir/strides.h"
#include "ir/visit.h"

namespace tirx::pass {
namespace {

using namespace ir;  // NOLINT: this file is about IR only

// Where a call finds the value of a named length: an extent or a stride of one of its tensors.
struct Source {
  Var symbol;
  size_t param = 0;
  int axis = 0;
  bool is_stride = false;
};

std::vector<Source> SourcesOf(const Function& function) {
  std::vector<Source> sources;
  auto add = [&](const ObjectRef& part, size_t param, int axis, bool is_stride) {
    if (!part.as<VarNode>()) return;
    for (const Var& known : function->params)
      if (known.same_as(part)) return;
    for (const Source& known : sources)
      if (known.symbol.same_as(part)) return;
    sources.push_back({RefCast<Var>(part), param, axis, is_stride});
  };
  for (size_t i = 0; i < function->params.size(); ++i) {
    if (!function->params[i].is_tensor()) continue;
    TensorType type = function->params[i].tensor_type();
    for (int k = 0; k < type->ndim(); ++k) add(type->shape[size_t(k)], i, k, false);
    for (size_t k = 0; k < type->strides.size(); ++k) add(type->strides[k], i, int(k), true);
  }
  return sources;
}

using SourceMap = std::map<std::string, std::vector<Source>, std::less<>>;

class CallExtender : public Rewriter {
 public:
  explicit CallExtender(const SourceMap& sources) : sources_(sources) {}

 protected:
  Expr RewriteExpr(const Expr& expr) override {
    Expr mapped = Rewriter::RewriteExpr(expr);
    auto* call = mapped.as<CallNode>();
    auto* callee = call ? call->callee.as<GlobalVarNode>() : nullptr;
    auto found = callee ? sources_.find(View(callee->name)) : sources_.end();
    if (found == sources_.end()) return mapped;
    Array<Expr> args = call->args;
    for (const Source& source : found->second) {
      TensorType type = RefCast<Var>(call->args[source.param]).tensor_type();
      Expr value = source.is_stride ? EffectiveStrides(type)[size_t(source.axis)] : type->dim(source.axis);
      args.push_back(CastInt(value, source.symbol->dtype()));
    }
    return Call(call->ty, call->callee, args, call->attrs, call->span);
  }

 private:
  const SourceMap& sources_;
};

}  // namespace

Result<IRModule> PassExtents(IRModule module, const PassContext&) {
  SourceMap sources;
  for (const Function& function : module->functions) {
    if (function->is_exported()) continue;
    if (std::vector<Source> own = SourcesOf(function); !own.empty())
      sources[std::string(function->name)] = own;
  }
  if (sources.empty()) return module;
  Array<Function> functions;
  CallExtender extender(sources);
  for (Function function : module->functions) {
    if (auto own = sources.find(View(function->name)); own != sources.end()) {
      Array<Var> params = function->params;
      for (const Source& source : own->second) params.push_back(source.symbol);
      function = function.WithParams(params);
    }
    if (function->body.defined()) function = function.WithBody(extender.Rewrite(function->body));
    functions.push_back(function);
  }
  return module.WithFunctions(functions);
}

}  // namespace tirx::pass
