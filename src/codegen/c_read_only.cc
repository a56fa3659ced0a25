// SPDX-License-Identifier: Apache-2.0
#include "codegen/c_read_only.h"

#include <unordered_map>

#include "ir/op.h"
#include "ir/visit.h"

namespace tirx::codegen {
namespace {

using namespace ir;  // NOLINT: this file is about IR only

using Vars = std::unordered_set<const Object*>;

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
  // Variables of tensors declared on a parameter stand for it.
  Vars read, others;

  void Look(const ObjectRef& root) {
    Walk(root, [&](const ObjectRef& node) { return LookAt(node); });
  }

 private:
  bool LookAt(const ObjectRef& node) {
    if (auto* load = node.as<TensorLoadNode>()) {
      read.insert(Behind(load->tensor.get()));
      return true;
    }
    if (auto* call = node.as<CallNode>()) {
      LookAtArguments(*call);
      return true;
    }
    if (auto* bind = node.as<BindNode>()) {
      if (const Object* param = ParamBehind(*bind)) {
        param_of_[bind->var.get()] = param;
        return false;
      }
    }
    // Arithmetic on numbers passes no pointer on.
    auto* expr = node.as<ExprNode>();
    if (!expr || !expr->ty.as<PrimTypeNode>())
      VisitChildren(node.get(), [&](const ObjectRef& child, int64_t) { Pass(child); });
    return true;
  }

  // A pointer or tensor that is passed on; an element whose address an operation gets, other than to read
  // there.
  void LookAtArguments(const CallNode& call) {
    const OpRow* row = call.op_name().empty() ? nullptr : FindOp(call.op_name());
    for (size_t i = 0; i < call.args.size(); ++i) {
      Pass(call.args[i]);
      auto* load = call.args[i].as<TensorLoadNode>();
      if (load && row && row->effect != Effect::Read && TakesAddress(*row, i))
        others.insert(Behind(load->tensor.get()));
    }
  }

  static bool TakesAddress(const OpRow& row, size_t number) {
    const OpParam* param = row.operand(number);
    return row.name == "address_of" || (param && param->kind == ParamKind::Element);
  }

  void Pass(const ObjectRef& child) {
    if (child.as<VarNode>()) others.insert(Behind(child.get()));
  }

  const Object* Behind(const Object* var) const {
    auto found = param_of_.find(var);
    return found == param_of_.end() ? var : found->second;
  }

  std::unordered_map<const Object*, const Object*> param_of_;  // VarNode* of tensors
};

}  // namespace

Vars ReadOnlyParams(const Function& kernel) {
  Uses uses;
  uses.Look(kernel->body);
  Vars found;
  for (const Var& param : kernel->params) {
    auto* type = param->ty.as<PointerTypeNode>();
    bool global = type && View(type->scope) == "global";
    if (global && uses.read.count(param.get()) && !uses.others.count(param.get())) found.insert(param.get());
  }
  return found;
}

}  // namespace tirx::codegen
