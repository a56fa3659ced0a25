// SPDX-License-Identifier: Apache-2.0
#include "ir/function.h"

#include <algorithm>

namespace tirx::ir {
namespace {

template <class Ref, class Edit>
Ref Edited(const Ref& ref, Edit edit) {
  auto copy = ffi::make_object<typename Ref::ContainerType>(*ref.get());
  edit(*copy);
  return Ref(std::move(copy));
}

}  // namespace

Function::Function(String name, Array<Var> params, Stmt body, Type ret_type, Attrs attrs, Span span) {
  auto node = ffi::make_object<FunctionNode>();
  node->name = std::move(name);
  node->params = std::move(params);
  node->body = std::move(body);
  node->ret_type = std::move(ret_type);
  node->attrs = std::move(attrs);
  node->span = std::move(span);
  data_ = std::move(node);
}

Function Function::WithBody(Stmt body) const {
  if (body.same_as((*this)->body)) return *this;
  return Edited(*this, [&](FunctionNode& node) { node.body = std::move(body); });
}
Function Function::WithParams(Array<Var> params) const {
  return Edited(*this, [&](FunctionNode& node) { node.params = std::move(params); });
}
Function Function::WithAttr(const char* key, Any value) const {
  return Edited(*this, [&](FunctionNode& node) { node.attrs.Set(key, std::move(value)); });
}
Function Function::WithoutAttr(const char* key) const {
  return Edited(*this, [&](FunctionNode& node) { node.attrs.erase(key); });
}
Function Function::WithName(String name) const {
  return Edited(*this, [&](FunctionNode& node) { node.name = std::move(name); });
}

IRModule::IRModule(Array<Function> functions, String name, Attrs attrs) {
  auto node = ffi::make_object<IRModuleNode>();
  node->functions = std::move(functions);
  node->name = std::move(name);
  node->attrs = std::move(attrs);
  data_ = std::move(node);
}

Function IRModule::Find(std::string_view name) const {
  for (const Function& function : (*this)->functions)
    if (View(function->name) == name) return function;
  return Function();
}

IRModule IRModule::WithFunctions(Array<Function> functions) const {
  const Array<Function>& mine = (*this)->functions;
  bool same = std::equal(functions.begin(), functions.end(), mine.begin(), mine.end(),
                         [](const Function& a, const Function& b) { return a.same_as(b); });
  if (same) return *this;
  return Edited(*this, [&](IRModuleNode& node) { node.functions = std::move(functions); });
}

void RegisterIrNodes() {
  RegisterNode<TypeNode>();
  RegisterNode<PrimTypeNode>();
  RegisterNode<PointerTypeNode>();
  RegisterNode<TensorTypeNode>();
  RegisterNode<TensorMapTypeNode>();
  RegisterNode<ExprNode>();
  RegisterNode<IntImmNode>();
  RegisterNode<FloatImmNode>();
  RegisterNode<StringImmNode>();
  RegisterNode<VarNode>();
  RegisterNode<BinaryNode>();
  RegisterNode<UnaryNode>();
  RegisterNode<CastNode>();
  RegisterNode<SelectNode>();
  RegisterNode<RampNode>();
  RegisterNode<BroadcastNode>();
  RegisterNode<TensorLoadNode>();
  RegisterNode<RangeNode>();
  RegisterNode<TensorRegionNode>();
  RegisterNode<OpNode>();
  RegisterNode<GlobalVarNode>();
  RegisterNode<CallNode>();
  RegisterNode<StmtNode>();
  RegisterNode<BindNode>();
  RegisterNode<TensorStoreNode>();
  RegisterNode<EvaluateNode>();
  RegisterNode<SeqNode>();
  RegisterNode<IfNode>();
  RegisterNode<ForNode>();
  RegisterNode<WhileNode>();
  RegisterNode<BreakNode>();
  RegisterNode<ContinueNode>();
  RegisterNode<ReturnNode>();
  RegisterNode<AssertNode>();
  RegisterNode<RegionNode>();
  RegisterNode<FunctionNode>();
  RegisterNode<IRModuleNode>();
}

}  // namespace tirx::ir
