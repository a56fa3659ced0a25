// SPDX-License-Identifier: Apache-2.0
// The file level: imports, names evaluated when a function reaches them (decision 1), module classes.
//
// Each top-level statement runs at most once, when a name that it binds or changes is first needed. A
// function sees the statements above it, as the Python decorator does; a name that only stands below is found
// there.
#include <algorithm>

#include "script/elaborator.h"

namespace tirx::script {
namespace {

// Our own modules, by the name that is imported.
std::optional<std::string> ModulePath(std::string_view module) {
  if (module == "tirx") return ":tirx";
  if (module == "tirx.script" || module == "tirx.script.tirx") return "";
  if (module == "tirx.script.ir") return ":tirx.script.ir";
  if (module == "math") return ":math";
  return std::nullopt;
}

Value Namespace(std::string path) {
  return NamespaceValue{std::make_shared<const std::string>(std::move(path))};
}

// `if __name__ == "__main__":`
bool IsMainGuard(const Stmt* s) {
  auto* branch = As<IfStmt>(s);
  auto* compare = branch ? As<CompareExpr>(branch->condition) : nullptr;
  auto* name = compare ? As<NameExpr>(compare->left) : nullptr;
  return name && name->id == "__name__";
}

// The name at the root of `a.b[c].d(...)`.
const NameExpr* RootOf(const Expr* e) {
  while (e) {
    if (auto* call = As<CallExpr>(e)) {
      e = call->callee;
    } else if (auto* attribute = As<AttributeExpr>(e)) {
      e = attribute->value;
    } else if (auto* element = As<SubscriptExpr>(e)) {
      e = element->value;
    } else {
      return As<NameExpr>(e);
    }
  }
  return nullptr;
}

}  // namespace

// ---- which statements touch which names ----

void Elaborator::TouchTarget(const Expr* target, size_t index) {
  if (auto* tuple = As<TupleExpr>(target)) {
    for (const Expr* item : tuple->items) TouchTarget(item, index);
  } else if (auto* list = As<ListExpr>(target)) {
    for (const Expr* item : list->items) TouchTarget(item, index);
  } else if (auto* star = As<StarredExpr>(target)) {
    TouchTarget(star->value, index);
  } else if (auto* name = RootOf(target)) {
    Touch(name->id, index);
  }
}

void Elaborator::IndexStatement(const Stmt* s, size_t index) {
  auto block = [&](const Block& body) {
    for (const Stmt* inner : body) IndexStatement(inner, index);
  };
  switch (s->kind) {
    case StmtKind::Expr:
      TouchTarget(Cast<ExprStmt>(s).value, index);
      return;
    case StmtKind::Assign:
      for (const Expr* target : Cast<AssignStmt>(s).targets) TouchTarget(target, index);
      return;
    case StmtKind::AnnAssign:
      TouchTarget(Cast<AnnAssignStmt>(s).target, index);
      return;
    case StmtKind::AugAssign:
      TouchTarget(Cast<AugAssignStmt>(s).target, index);
      return;
    case StmtKind::FunctionDef:
      Touch(Cast<FunctionDefStmt>(s).name.text, index);
      return;
    case StmtKind::ClassDef:
      Touch(Cast<ClassDefStmt>(s).name.text, index);
      return;
    case StmtKind::Import:
      for (const auto& item : Cast<ImportStmt>(s).items) Touch(item.bound.text, index);
      return;
    case StmtKind::If:
      if (IsMainGuard(s)) return;
      block(Cast<IfStmt>(s).then_body);
      block(Cast<IfStmt>(s).else_body);
      return;
    case StmtKind::For:
      TouchTarget(Cast<ForStmt>(s).target, index);
      block(Cast<ForStmt>(s).body);
      return;
    case StmtKind::While:
      block(Cast<WhileStmt>(s).body);
      return;
    case StmtKind::With:
      block(Cast<WithStmt>(s).body);
      return;
    case StmtKind::Unsupported:
      block(Cast<UnsupportedStmt>(s).body);
      return;
    default:
      return;
  }
}

void Elaborator::IndexModule(const Block& body) {
  has_run_.assign(body.size(), false);
  for (size_t i = 0; i < body.size(); ++i) IndexStatement(body[i], i);
}

// Runs what has to run before `name` can be read; false when no statement binds it.
bool Elaborator::DemandName(std::string_view name) {
  auto it = touching_.find(name);
  if (it == touching_.end()) return false;
  bool above = false;
  for (size_t index : it->second) {
    if (index >= module_cursor_) break;
    above = true;
    if (!has_run_[index]) RunTopLevel(index);
  }
  for (size_t index : it->second) {
    if (above || index == module_cursor_ || has_run_[index]) continue;
    RunTopLevel(index);
    break;
  }
  return true;
}

void Elaborator::RunTopLevel(size_t index) {
  has_run_[index] = true;
  const Stmt* s = ast_->body[index];
  size_t outer_cursor = std::exchange(module_cursor_, index);
  AtFileLevel(module_scope_, ast_, [&] {
    if (auto* def = As<FunctionDefStmt>(s)) {
      Declare(def->name, DefineFunction(*def), false);
    } else {
      RunStmt(s);
    }
  });
  module_cursor_ = outer_cursor;
}

void Elaborator::RunImport(const ImportStmt& s) {
  for (const auto& item : s.items) {
    std::string whole = item.attribute.empty() ? item.module : item.module + "." + item.attribute;
    Value value = OpaqueValue{std::make_shared<const std::string>("`" + whole + "`")};
    if (auto path = ModulePath(whole)) {
      value = Namespace(*path);
    } else if (auto parent = ModulePath(item.module);
               parent && !item.attribute.empty() && item.attribute != "*") {
      value = GetAttribute(Namespace(*parent), {item.attribute, item.bound.at}, item.bound.at);
    }
    Declare(item.bound, value, false);
  }
}

// ---- functions ----

// Whether a decorator could be ours: its root name is bound to one of our modules, or came from one.
bool Elaborator::IsOurDecorator(const Expr* e) {
  auto* root = RootOf(e);
  if (!root) return false;
  Binding* binding = LookUp(root->id);
  if (!binding) return false;
  Value value = Resolved(binding->value, e->at);
  return value.Is<NamespaceValue>() || value.Is<const Form*>();
}

void Elaborator::RunFunctionsOf(const Block& body) {
  for (size_t i = 0; i < body.size() && !stopped_; ++i) {
    module_cursor_ = i;
    if (auto* def = As<FunctionDefStmt>(body[i])) {
      if (def->decorators.empty() || has_run_[i]) continue;
      RunTopLevel(i);
    } else if (auto* cls = As<ClassDefStmt>(body[i])) {
      if (!cls->decorators.empty() && RunModuleClass(*cls)) has_run_[i] = true;
    } else if (auto* refused = As<UnsupportedStmt>(body[i])) {
      for (const Expr* e : refused->decorators)
        if (IsOurDecorator(e)) RunStmt(refused);
    }
  }
}

// `@I.ir_module class Module:` holds functions, which see one another by bare name and as Module.name.
bool Elaborator::RunModuleClass(const ClassDefStmt& s) {
  bool ours = false;
  for (const Expr* e : s.decorators) {
    if (!IsOurDecorator(e)) continue;
    Value decorator = Eval(e);
    auto* form = decorator.Get<const Form*>();
    ours |= form && (*form)->name == "I.ir_module";
  }
  if (!ours) return false;
  module_name_ = std::string(s.name.text);
  for (const Stmt* member : s.body) {
    if (auto* def = As<FunctionDefStmt>(member)) {
      Declare(def->name, DefineFunction(*def), false);
    } else if (auto* bare = As<ExprStmt>(member)) {
      Eval(bare->value);  // I.module_attrs({...}), a docstring
    } else if (member->kind != StmtKind::Pass) {
      Error(DK::NotInModuleClass, member->at, {});
    }
  }
  Declare(s.name, NamespaceValue{std::make_shared<const std::string>(":self")}, false);
  return true;
}

Result<ir::IRModule> Elaborator::FinishModule() {
  for (size_t i = 0; i < functions_.size() && !stopped_; ++i) {
    if (functions_[i]->state == GlobalFunction::State::Unseen) {
      module_cursor_ = StatementOf(*functions_[i]);
      ElaborateFunction(functions_[i].get());
    }
  }
  if (!errors_.empty()) {
    std::stable_sort(errors_.begin(), errors_.end(),
                     [](const diag::Diagnostic& a, const diag::Diagnostic& b) {
                       return a.span.defined() && b.span.defined() && a.span->line < b.span->line;
                     });
    return Failure(std::move(errors_));
  }
  // As in the file; functions that were captured as IR were defined before.
  auto line_of = [](const auto& function) { return function->def ? function->def->at.line : 0; };
  std::stable_sort(functions_.begin(), functions_.end(),
                   [&](const auto& a, const auto& b) { return line_of(a) < line_of(b); });
  Array<ir::Function> functions;
  for (const auto& function : functions_) functions.push_back(function->result);
  return ir::IRModule(functions, module_name_, module_attrs_);
}

// The top-level statement that holds the function's definition.
size_t Elaborator::StatementOf(const GlobalFunction& function) const {
  for (size_t i = ast_->body.size(); i-- > 0;) {
    if (ast_->body[i]->at.line <= function.def->at.line) return i;
  }
  return 0;
}

// ---- entry points ----

std::shared_ptr<Scope> Elaborator::MakeModuleScope() {
  // Captured names stand outside the file's own.
  auto captured = NewScope(Scope::Kind::Function, nullptr);
  for (const auto& [name, object] : options_.captured) captured->Set(name, {FromAny(object), {}, false});
  return NewScope(Scope::Kind::Module, captured);
}

Range Elaborator::FileStart() const {
  int32_t line = int32_t(ast_->file->first_line);
  return {line, 1, line, 1};
}

void Elaborator::Begin(std::shared_ptr<const Ast> ast) {
  ast_ = std::move(ast);
  module_scope_ = MakeModuleScope();
  IndexModule(ast_->body);
}

Result<ir::IRModule> Elaborator::RunModule(std::shared_ptr<const Ast> ast) {
  Begin(std::move(ast));
  Frame frame;
  frame.scope = module_scope_;
  frame.ast = ast_;
  FrameScope entered(this, std::move(frame));
  RunFunctionsOf(ast_->body);
  if (!options_.specialize.empty() && errors_.empty()) SpecializeTemplates();
  if (functions_.empty() && errors_.empty()) ReportNoFunctions();
  return FinishModule();
}

Result<ir::IRModule> Elaborator::RunFunction(std::shared_ptr<const Ast> ast, std::string_view name) {
  Begin(std::move(ast));
  Frame frame;
  frame.scope = module_scope_;
  frame.ast = ast_;
  FrameScope entered(this, std::move(frame));
  module_cursor_ = ast_->body.size();
  root_name_ = std::string(name);
  if (!DemandName(name)) Error(DK::UnknownName, FileStart(), {name});
  Binding* binding = module_scope_->Find(name);
  if (auto* function = binding ? binding->value.Get<std::shared_ptr<TemplateObject>>() : nullptr) {
    templates_ = {*function};
    SpecializeTemplates();
    if (!(*function)->made.empty()) root_name_ = (*function)->made.back().second->name;
  }
  if (functions_.empty() && errors_.empty()) ReportNoFunctions();
  return FinishModule();
}

Result<Value> Elaborator::RunExpression(std::shared_ptr<const Ast> ast) {
  Begin(std::move(ast));
  Frame frame;
  frame.scope = module_scope_;
  frame.ast = ast_;
  FrameScope entered(this, std::move(frame));
  touching_.clear();  // every statement runs, in order: no name makes one run early
  Value last = Value::None();
  for (size_t i = 0; i < ast_->body.size() && !stopped_; ++i) {
    module_cursor_ = i + 1;
    has_run_[i] = true;
    if (auto* bare = As<ExprStmt>(ast_->body[i])) {
      last = Eval(bare->value);
    } else {
      RunTopLevel(i);
    }
  }
  if (!errors_.empty()) return Failure(std::move(errors_));
  return last;
}

}  // namespace tirx::script
