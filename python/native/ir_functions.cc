// SPDX-License-Identifier: Apache-2.0
// IR for Python: printing, JSON, verification, operators on expressions.
#include "base/structural.h"
#include "ir/json.h"
#include "ir/operand.h"
#include "ir/printer.h"
#include "ir/verify.h"
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
  Define("binary",
         [](const String& op, const Any& a, const Any& b) { return ToPython(ir::BinaryOf(View(op), a, b)); });
  Define("unary", [](const String& op, const ir::Expr& a) { return ToPython(ir::UnaryOf(View(op), a)); });
}

}  // namespace tirx::python
