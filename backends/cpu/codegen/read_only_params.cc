// SPDX-License-Identifier: Apache-2.0
#include "backends/cpu/codegen/read_only_params.h"

#include <unordered_map>
#include <unordered_set>

#include "ir/op.h"
#include "ir/visit.h"

namespace tirx::cpu {
namespace {

using namespace ir;  // NOLINT: this file is about IR only

// The parameter that a tensor is declared on, under the parameter's own element type.
const Object* ParamBehind(const BindNode& bind) {
  auto* call = bind.value.as<CallNode>();
  if (!call || call->op_name() != "decl_tensor") return nullptr;
  auto* pointer = call->args[0].as<VarNode>();
  auto* type = pointer ? pointer->ty.as<PointerTypeNode>() : nullptr;
  bool same = type && DTypeOf(type->element) == bind.var.tensor_type()->dtype;
  return same ? pointer : nullptr;
}

class Uses {
 public:
  // Parameters that are used other than by loads from tensors declared on them.
  std::unordered_set<const Object*> others;

  void Look(const ObjectRef& root) {
    Walk(root, [&](const ObjectRef& node) {
      if (auto* bind = node.as<BindNode>()) {
        if (const Object* param = ParamBehind(*bind)) {
          param_of_[bind->var.get()] = param;
          return false;
        }
      }
      if (auto* store = node.as<TensorStoreNode>()) Other(store->tensor.get());
      if (auto* call = node.as<CallNode>()) LookAtArguments(*call);
      auto* bind = node.as<BindNode>();
      if (bind && bind->value.as<VarNode>()) Other(bind->value.get());
      return true;
    });
  }

 private:
  // A pointer or tensor that is passed on; an element that an operation works on in memory.
  void LookAtArguments(const CallNode& call) {
    const OpRow* row = call.op_name().empty() ? nullptr : FindOp(call.op_name());
    bool reads = row && row->effect <= Effect::Read && call.op_name() != "address_of";
    for (const Expr& arg : call.args) {
      if (arg.as<VarNode>()) Other(arg.get());
      auto* load = arg.as<TensorLoadNode>();
      if (load && !reads) Other(load->tensor.get());
    }
  }
  void Other(const Object* var) {
    auto found = param_of_.find(var);
    others.insert(found == param_of_.end() ? var : found->second);
  }

  std::unordered_map<const Object*, const Object*> param_of_;  // VarNode* of tensors
};

}  // namespace

Function MarkReadOnlyParams(const Function& kernel) {
  Uses uses;
  uses.Look(kernel->body);
  VarMap marked;
  Array<Var> params;
  for (const Var& param : kernel->params) {
    auto* type = param->ty.as<PointerTypeNode>();
    if (!type || View(type->scope) != "global" || uses.others.count(param.get())) {
      params.push_back(param);
      continue;
    }
    Var read_only(param->name, PointerType(type->element, String(std::string(kReadOnlyScope))), param->span);
    marked[param.get()] = read_only;
    params.push_back(read_only);
  }
  return kernel.WithParams(params).WithBody(Substitute(kernel->body, marked));
}

}  // namespace tirx::cpu
