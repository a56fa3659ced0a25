// SPDX-License-Identifier: Apache-2.0
// IR for Python: printing, JSON, verification, operators on expressions.
#include <tvm/ffi/error.h>
#include <tvm/ffi/expected.h>

#include <optional>

#include "base/structural.h"
#include "ir/json.h"
#include "ir/operand.h"
#include "ir/printer.h"
#include "ir/verify.h"
#include "ir/visit.h"
#include "python/native/backend_place.h"
#include "python/native/failure.h"
#include "python/native/native.h"

namespace tirx::python {
namespace {

String PrintAny(const ObjectRef& node, int width) {
  ir::PrintOptions options;
  options.width = width;
  if (auto module = node.as<ir::IRModule>()) return ir::Print(*module, options);
  if (auto function = node.as<ir::Function>()) return ir::Print(*function, options);
  if (auto stmt = node.as<ir::Stmt>()) return ir::Print(*stmt, options);
  if (auto expr = node.as<ir::Expr>()) return ir::Print(*expr);
  if (auto type = node.as<ir::Type>()) return ir::TypeName(*type);
  return std::string(node->GetTypeKey());
}

// What `change` gives for each statement and expression, the children first; null keeps it.
class CallbackRewriter : public ir::Rewriter {
 public:
  explicit CallbackRewriter(ffi::Function change) : change_(std::move(change)) {}
  const std::optional<ffi::Error>& error() const { return error_; }

 protected:
  ir::Expr RewriteExpr(const ir::Expr& expr) override { return Changed(ir::Rewriter::RewriteExpr(expr)); }
  ir::Stmt RewriteStmt(const ir::Stmt& stmt) override { return Changed(ir::Rewriter::RewriteStmt(stmt)); }

 private:
  template <class Node>
  Node Changed(Node node) {
    if (error_) return node;  // the first one is raised at the end
    auto made = change_.CallExpected<Any>(node);
    if (made.is_err()) error_ = made.error();
    if (made.is_err() || made.value() == nullptr) return node;
    return made.value().template cast<Node>();
  }

  ffi::Function change_;
  std::optional<ffi::Error> error_;
};

ir::Function RewrittenFunction(const ir::Function& function, const ffi::Function& change) {
  CallbackRewriter rewriter(change);
  ir::Function made = rewriter.Rewrite(function);
  if (rewriter.error()) throw *rewriter.error();
  return made;
}

Array<ObjectRef> NodesBelow(const ObjectRef& root) {
  Array<ObjectRef> nodes;
  ir::Walk(root, [&](const ObjectRef& node) {
    nodes.push_back(node);
    return true;
  });
  return nodes;
}

}  // namespace

void RegisterIrFunctions() {
  Define("print", PrintAny);
  Define("save_json", [](const ir::IRModule& module) { return String(ir::SaveJson(module)); });
  Define("load_json", [](const String& text, const String& name) {
    return ToPython(ir::LoadJson(View(text), View(name)));
  });
  Define("verify", [](const ir::IRModule& module) { return ToPython(ir::Verify(module)); });
  Define("structural_equal", [](const Any& a, const Any& b) { return StructuralEqual(a, b); });
  Define("structural_hash", [](const Any& a) { return int64_t(StructuralHash(a)); });
  Define("module", [](const Array<ir::Function>& functions, const String& name, const Attrs& attrs) {
    return ir::IRModule(functions, name, attrs);
  });
  Define("expr_dtype", [](const ir::Expr& expr) { return String(DTypeName(expr->dtype())); });
  Define("nodes", NodesBelow);
  Define("rewritten_function", RewrittenFunction);
  Define("binary", [](const String& op, const Any& a, const Any& b) {
    return ToPython(ir::BinaryOf(View(op), a, b, CurrentPlace()));
  });
  Define("unary", [](const String& op, const ir::Expr& a) {
    return ToPython(ir::UnaryOf(View(op), a, CurrentPlace()));
  });
}

}  // namespace tirx::python
