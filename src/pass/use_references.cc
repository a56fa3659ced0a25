// SPDX-License-Identifier: Apache-2.0
#include "pass/use_references.h"

#include "base/structural.h"
#include "ir/arith.h"
#include "ir/visit.h"
#include "pass/map_functions.h"

namespace tirx::pass {
namespace {

using namespace ir;  // NOLINT: this file is about IR only

// Lengths that are no constants are the caller's business, as in every call.
bool Takes(const Type& param, const Type& arg) {
  auto *wanted = param.as<TensorTypeNode>(), *given = arg.as<TensorTypeNode>();
  if (!wanted || !given) return StructuralEqual(Any(param), Any(arg));
  bool fits = wanted->dtype == given->dtype && wanted->scope == given->scope && wanted->cell == given->cell &&
              wanted->ndim() == given->ndim();
  for (int k = 0; fits && k < wanted->ndim(); ++k) {
    auto a = ConstInt(wanted->dim(k)), b = ConstInt(given->dim(k));
    fits = !a || !b || *a == *b;
  }
  return fits;
}

class ReferenceCaller : public Rewriter {
 public:
  explicit ReferenceCaller(const IRModule& module) : module_(module) {}
  diag::Diagnostics errors;

 protected:
  Expr RewriteExpr(const Expr& expr) override {
    Expr mapped = Rewriter::RewriteExpr(expr);
    auto* call = mapped.as<CallNode>();
    if (!call || call->op_name().empty()) return mapped;
    if (!HasAttr(call->attrs, "reference")) {
      if (call->op_name() == "external_kernel")
        errors.push_back(diag::Make(DK::SimUnsupported, call->span,
                                    {"the kernel `" + std::string(call->attrs["kernel"].cast<String>()) +
                                     "` of `T.call_kernel`, which has no `reference=`"}));
      return mapped;
    }
    String name = call->attrs["reference"].cast<String>();
    if (std::string wrong = Mismatch(*call, name); !wrong.empty()) {
      errors.push_back(diag::Make(
          DK::BadAttribute, call->span,
          {"T." + std::string(call->op_name()), "reference", "`" + std::string(name) + "`, " + wrong,
           "a function of the module that takes and returns what the call does"}));
      return mapped;
    }
    return Call(call->ty, GlobalVar(name), call->args, {}, call->span);
  }

 private:
  std::string Mismatch(const CallNode& call, const String& name) const {
    Function function = module_.Find(View(name));
    if (!function.defined()) return "which is not in the module";
    if (function->params.size() != call.args.size())
      return "which takes " + std::to_string(function->params.size()) + " operands";
    for (size_t i = 0; i < call.args.size(); ++i)
      if (!Takes(function->params[i]->ty, call.args[i]->ty))
        return "whose parameter `" + std::string(function->params[i]->name) + "` is " +
               TypeName(function->params[i]->ty);
    return StructuralEqual(Any(function->ret_type), Any(call.ty))
               ? ""
               : "which returns " + TypeName(function->ret_type);
  }

  const IRModule& module_;
};

}  // namespace

Result<IRModule> UseReferences(IRModule module, const PassContext&) {
  ReferenceCaller caller(module);
  IRModule called = MapFunctions(
      module, [&](const Function& function) { return function.WithBody(caller.Rewrite(function->body)); });
  if (!caller.errors.empty()) return Failure(std::move(caller.errors));
  return called;
}

}  // namespace tirx::pass
