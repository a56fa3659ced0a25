// SPDX-License-Identifier: Apache-2.0
#include "ir/printer.h"

#include "ir/printer_stmt.h"
#include "ir/printer_text.h"
#include "ir/visit.h"

namespace tirx::ir {
namespace {

// Functions whose names the body uses: variables must not hide them.
void ReserveCallees(const Function& function, ScriptNames* names) {
  names->Reserve(ScriptIdentifier(View(function->name)));
  Walk(function, [&](const ObjectRef& node) {
    auto* call = node.as<CallNode>();
    auto* callee = call ? call->callee.as<GlobalVarNode>() : nullptr;
    if (callee) names->Reserve(ScriptIdentifier(View(callee->name)));
    return true;
  });
}

class FunctionWriter {
 public:
  FunctionWriter(ScriptLines* lines, ScriptNames* names)
      : lines_(*lines), names_(*names), expr_(names), body_(lines, names) {}

  void Write(const Function& function) {
    names_.OpenScope();
    DefineParams(function);
    lines_.Line(function->is_exported() ? "@T.function" : "@T.function(private=True)");
    Signature(function);
    lines_.Indent();
    Attributes(function);
    if (function->body.defined()) body_.Block(function->body);
    if (!function->body.defined() && HasShown(function)) lines_.Line("...");
    lines_.Dedent();
    names_.CloseScope();
  }

 private:
  // Parameters first, then the symbolic extents of their types.
  void DefineParams(const Function& function) {
    for (const Var& param : function->params) names_.Define(param);
    for (const Var& param : function->params) {
      for (const Var& extent : FreeVars(param))
        if (!names_.IsDefined(extent)) names_.Define(extent);
    }
  }

  void Signature(const Function& function) {
    expr_.Put("def ").Put(ScriptIdentifier(View(function->name))).Put("(");
    for (size_t i = 0; i < function->params.size(); ++i) {
      Var param = function->params[i];
      expr_.Put(i ? ", " : "").Put(names_.NameOf(param)).Put(": ");
      expr_.WriteType(param->ty, true);
    }
    expr_.Put(")");
    auto* ret = function->ret_type.as<PrimTypeNode>();
    if (function->ret_type.defined() && !(ret && IsVoid(ret->dtype))) {
      expr_.Put(" -> ");
      expr_.WriteType(function->ret_type, true);
    }
    expr_.Put(function->body.defined() || HasShown(function) ? ":" : ": ...");
    lines_.Line(expr_.Take());
  }

  static bool IsImplied(const Function& function, const String& key, const Any& value) {
    auto text = value.as<String>();
    return View(key) == attr::kGlobalSymbol && text && *text == function->name;
  }

  // Whether attributes stand below the signature.
  static bool HasShown(const Function& function) {
    for (const auto& [key, value] : function->attrs)
      if (!IsImplied(function, key, value)) return true;
    return false;
  }

  void Attributes(const Function& function) {
    Attrs shown;
    for (const auto& [key, value] : function->attrs) {
      auto text = value.as<String>();
      bool doc = View(key) == attr::kDoc && text;
      if (doc) lines_.Verbatim(QuoteDoc(View(*text)));
      if (!IsImplied(function, key, value) && !doc) shown.Set(key, value);
    }
    if (shown.empty()) return;
    expr_.Put("T.func_attr(");
    expr_.AttrDict(shown);
    expr_.Put(")");
    lines_.Line(expr_.Take());
  }

  ScriptLines& lines_;
  ScriptNames& names_;
  ExprWriter expr_;
  StmtWriter body_;
};

}  // namespace

std::string Print(const IRModule& module, const PrintOptions& options) {
  ScriptLines lines(options.width);
  if (options.header) {
    lines.Line("from tirx import script as T");
    lines.Line("from tirx.script import ir as I");
    lines.Blank();
    lines.Blank();
  }
  lines.Line("@I.ir_module");
  lines.Line("class " + ScriptIdentifier(View(module->name)) + ":");
  lines.Indent();
  bool first = true;
  if (!module->attrs.empty()) {
    ScriptNames names;
    ExprWriter attrs(&names);
    attrs.Put("I.module_attrs(").AttrDict(module->attrs);
    lines.Line(attrs.Put(")").Take());
    first = false;
  } else if (module->functions.empty()) {
    lines.Line("pass");
  }
  for (const Function& function : module->functions) {
    if (!first) lines.Blank();
    first = false;
    ScriptNames names;
    for (const Function& other : module->functions) names.Reserve(ScriptIdentifier(View(other->name)));
    ReserveCallees(function, &names);
    FunctionWriter(&lines, &names).Write(function);
  }
  return lines.Take();
}

std::string Print(const Function& function, const PrintOptions& options) {
  ScriptLines lines(options.width);
  if (options.header) {
    lines.Line("from tirx import script as T");
    lines.Blank();
    lines.Blank();
  }
  ScriptNames names;
  ReserveCallees(function, &names);
  FunctionWriter(&lines, &names).Write(function);
  return lines.Take();
}

std::string Print(const Stmt& stmt, const PrintOptions& options) {
  ScriptLines lines(options.width);
  ScriptNames names;
  for (const Var& var : FreeVars(stmt)) names.Define(var);
  StmtWriter(&lines, &names).Block(stmt);
  return lines.Take();
}

std::string Print(const Expr& expr) {
  ScriptNames names;
  ExprWriter writer(&names);
  writer.Write(expr);
  return writer.Take();
}

}  // namespace tirx::ir
