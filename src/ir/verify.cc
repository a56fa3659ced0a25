// SPDX-License-Identifier: Apache-2.0
// The verifier's rules for statements and functions: scopes, definitions, control flow. Depth is bounded
// first, without recursion; what follows may recurse over statements.
#include "ir/verify.h"

#include <unordered_set>

#include "ir/op.h"
#include "ir/record.h"
#include "ir/verify_expr.h"
#include "ir/visit.h"

namespace tirx::ir {
namespace {

std::string Quoted(std::string_view text) {
  return "`" + std::string(text) + "`";
}

std::string Describe(const Stmt& stmt) {
  if (auto* bind = stmt.as<BindNode>()) return "definition of " + Quoted(View(bind->var->name));
  if (auto* store = stmt.as<TensorStoreNode>()) return "store to " + Quoted(View(store->tensor->name));
  if (auto* loop = stmt.as<ForNode>()) return "loop over " + Quoted(View(loop->var->name));
  if (auto* region = stmt.as<RegionNode>()) return "region " + Quoted(View(region->op->name));
  if (stmt.as<IfNode>()) return "`if`";
  if (stmt.as<WhileNode>()) return "`while`";
  if (stmt.as<AssertNode>()) return "`assert`";
  if (stmt.as<ReturnNode>()) return "`return`";
  if (stmt.as<BreakNode>()) return "`break`";
  if (stmt.as<ContinueNode>()) return "`continue`";
  return "statement";
}

// The deepest nesting of statements, counted without recursion.
int StatementDepth(const Stmt& body) {
  std::vector<std::pair<ObjectRef, int>> stack{{body, 1}};
  int deepest = 0;
  while (!stack.empty()) {
    auto [node, depth] = stack.back();
    stack.pop_back();
    deepest = std::max(deepest, depth);
    if (depth > kMaxExprDepth) break;
    int below = depth + 1;
    VisitChildren(node.get(), [&](const ObjectRef& child, int64_t) {
      if (child.as<StmtNode>()) stack.emplace_back(child, below);
    });
  }
  return deepest;
}

// Verifies one function and stops at its first fault.
class FunctionVerifier {
 public:
  FunctionVerifier(const IRModule& module, const Function& function,
                   std::unordered_set<const Object*>* defined, std::unordered_set<const Object*>* checked)
      : module_(module), function_(function), defined_(*defined), checked_(*checked) {}

  Status Run() {
    if (function_->is_exported() &&
        View(AttrOr<String>(function_->attrs, attr::kGlobalSymbol, String(""))) != View(function_->name))
      return Fault(function_->span, "its `global_symbol` differs from its name");
    if (!function_->ret_type.defined()) return Fault(function_->span, "it has no return type");
    TIRX_RETURN_IF_FAILED(DefineParams());
    if (!function_->body.defined()) return Ok{};
    TIRX_RETURN_IF_FAILED(CheckDepth());
    return Visit(function_->body);
  }

 private:
  Status Fault(const Span& span, const std::string& what) const {
    std::string where = "in function " + Quoted(View(function_->name)) + ", ";
    if (statement_.defined()) where += Describe(statement_) + ": ";
    return Fail(DK::InvalidIR,
                span.defined()         ? span
                : statement_.defined() ? statement_->span
                                       : function_->span,
                {where + what});
  }

  Status CheckDepth() {
    if (StatementDepth(function_->body) > kMaxExprDepth)
      return Fail(DK::NestingTooDeep, function_->span,
                  {"a statement of " + Quoted(View(function_->name)), std::to_string(kMaxExprDepth)});
    if (ExprDepth(function_->body) > kMaxExprDepth)
      return Fail(DK::NestingTooDeep, function_->span,
                  {"an expression of " + Quoted(View(function_->name)), std::to_string(kMaxExprDepth)});
    return Ok{};
  }

  // --- definitions and scopes ---

  Status Define(const Var& var) {
    if (!var->ty.defined()) return Fault(var->span, Quoted(View(var->name)) + " has no type");
    if (!defined_.insert(var.get()).second)
      return Fault(var->span, Quoted(View(var->name)) + " is defined twice; each variable is defined once");
    visible_.insert(var.get());
    scope_.push_back(var.get());
    return Ok{};
  }

  void LeaveTo(size_t mark) {
    for (; scope_.size() > mark; scope_.pop_back()) visible_.erase(scope_.back());
  }

  // Parameters, and the extents that only stand in their types.
  Status DefineParams() {
    for (const Var& param : function_->params) TIRX_RETURN_IF_FAILED(Define(param));
    for (const Var& param : function_->params) {
      if (!param.is_tensor()) continue;
      TIRX_RETURN_IF_FAILED(ForParts(param.tensor_type(), [&](const Expr& part) -> Status {
        for (const Var& var : FreeVars(part))
          if (!visible_.count(var.get())) TIRX_RETURN_IF_FAILED(Define(var));
        return CheckExpr(part);
      }));
    }
    return Ok{};
  }

  Status ForParts(const TensorType& type, FunctionRef<Status(const Expr&)> check) {
    for (const ObjectRef& extent : type->shape) TIRX_RETURN_IF_FAILED(check(RefCast<Expr>(extent)));
    for (const ObjectRef& stride : type->strides) TIRX_RETURN_IF_FAILED(check(RefCast<Expr>(stride)));
    if (!type->strides.empty() && type->strides.size() != type->shape.size())
      return Fault(Span(), "a tensor has " + std::to_string(type->shape.size()) + " extents and " +
                               std::to_string(type->strides.size()) + " strides");
    return type->elem_offset.defined() ? check(RefCast<Expr>(type->elem_offset)) : Status(Ok{});
  }

  // --- expressions ---

  // Every variable in scope, every node well-typed. Nodes are type-checked once in the module, scopes once
  // per root.
  Status CheckExpr(const Expr& root) {
    Status status = Ok{};
    if (!root.defined()) return Fault(Span(), "an operand is missing");
    Walk(root, [&](const ObjectRef& node) {
      if (!status.ok()) return false;
      auto* expr = node.as<ExprNode>();
      if (!expr) return true;
      if (node.as<VarNode>() && !visible_.count(node.get())) {
        status =
            Fault(expr->span, Quoted(View(RefCast<Var>(node)->name)) + " is used where it is not defined");
      } else if (checked_.insert(node.get()).second) {
        if (std::string fault = verify::FaultOf(RefCast<Expr>(node), module_); !fault.empty())
          status = Fault(expr->span, fault);
      }
      return status.ok();
    });
    return status;
  }

  Status CheckScalar(const Expr& expr, std::string_view what, bool (*accepts)(DType), std::string_view rule) {
    TIRX_RETURN_IF_FAILED(CheckExpr(expr));
    if (accepts(expr->dtype()) && expr->dtype().lanes == 1) return Ok{};
    return Fault(expr->span,
                 std::string(what) + " is " + TypeName(expr->ty) + "; it must be " + std::string(rule));
  }
  static bool AcceptsBool(DType t) { return IsBool(t); }
  static bool AcceptsInteger(DType t) { return IsInteger(t); }
  Status CheckCondition(const Expr& condition) {
    return CheckScalar(condition, "the condition", AcceptsBool, "bool");
  }

  // --- statements ---

  Status Visit(const Stmt& stmt) {
    if (!stmt.defined()) return Fault(Span(), "a body is missing");
    if (auto* seq = stmt.as<SeqNode>()) return VisitSeq(*seq);
    Stmt outer = std::exchange(statement_, stmt);
    Status status = VisitOne(stmt);
    statement_ = outer;
    return status;
  }

  Status VisitSeq(const SeqNode& seq) {
    size_t mark = scope_.size();
    for (const Stmt& stmt : seq.stmts) {
      if (stmt.defined() && stmt.as<SeqNode>())
        return Fault(stmt->span, "a sequence stands in a sequence; they are flat");
      TIRX_RETURN_IF_FAILED(Visit(stmt));
    }
    LeaveTo(mark);
    return Ok{};
  }

  // A body is a scope even when it is a single definition.
  Status VisitBody(const Stmt& body) {
    size_t mark = scope_.size();
    TIRX_RETURN_IF_FAILED(Visit(body));
    LeaveTo(mark);
    return Ok{};
  }

  Status VisitOne(const Stmt& stmt) {
    if (auto* node = stmt.as<BindNode>()) return VisitBind(*node);
    if (auto* node = stmt.as<TensorStoreNode>()) return VisitStore(*node);
    if (auto* node = stmt.as<EvaluateNode>()) return CheckExpr(node->value);
    if (auto* node = stmt.as<IfNode>()) {
      TIRX_RETURN_IF_FAILED(CheckCondition(node->condition));
      TIRX_RETURN_IF_FAILED(VisitBody(node->then_case));
      return node->else_case.defined() ? VisitBody(node->else_case) : Status(Ok{});
    }
    if (auto* node = stmt.as<ForNode>()) return VisitFor(*node);
    if (auto* node = stmt.as<WhileNode>()) {
      TIRX_RETURN_IF_FAILED(CheckCondition(node->condition));
      return VisitLoopBody(node->body);
    }
    if (stmt.as<BreakNode>() || stmt.as<ContinueNode>())
      return loops_ > 0 ? Status(Ok{}) : Fault(stmt->span, "it stands outside of a loop");
    if (auto* node = stmt.as<ReturnNode>()) return VisitReturn(*node);
    if (auto* node = stmt.as<AssertNode>()) {
      TIRX_RETURN_IF_FAILED(CheckCondition(node->condition));
      for (const Expr& part : node->message) TIRX_RETURN_IF_FAILED(CheckExpr(part));
      return Ok{};
    }
    if (auto* node = stmt.as<RegionNode>()) return VisitRegion(*node);
    return Fault(stmt->span, "unknown kind of statement");
  }

  Status VisitBind(const BindNode& bind) {
    TIRX_RETURN_IF_FAILED(CheckExpr(bind.value));
    if (bind.var.is_tensor()) {
      auto* call = bind.value.as<CallNode>();
      bool fits = call && (call->op_name() == "alloc_tensor" || call->op_name() == "decl_tensor");
      if (!fits)
        return Fault(bind.span, "a tensor is bound to something other than `alloc_tensor` or `decl_tensor`");
      TIRX_RETURN_IF_FAILED(
          ForParts(bind.var.tensor_type(), [&](const Expr& part) { return CheckExpr(part); }));
    }
    if (!verify::TypeFits(bind.var->ty, bind.value->ty))
      return Fault(bind.span, Quoted(View(bind.var->name)) + " is " + TypeName(bind.var->ty) +
                                  " but its value is " + TypeName(bind.value->ty));
    if (IsVoid(bind.var->dtype()) && bind.var->ty.as<PrimTypeNode>())
      return Fault(bind.span, "a call that gives no value is bound to a name");
    return Define(bind.var);
  }

  Status VisitStore(const TensorStoreNode& store) {
    TIRX_RETURN_IF_FAILED(CheckExpr(store.tensor));
    for (const Expr& index : store.indices) TIRX_RETURN_IF_FAILED(CheckExpr(index));
    TIRX_RETURN_IF_FAILED(CheckExpr(store.value));
    if (std::string fault = verify::FaultOfIndices(store.tensor, store.indices); !fault.empty())
      return Fault(store.span, fault);
    DType t = store.tensor.tensor_type()->dtype;
    int lanes = store.indices.empty() ? 1 : store.indices.back()->dtype().lanes;
    DType wanted = WithLanes(t, t.lanes * lanes), got = store.value->dtype();
    return got == wanted ? Status(Ok{})
                         : Fault(store.span, "the value is " + TypeName(store.value->ty) + "; it must be " +
                                                 DTypeName(wanted));
  }

  Status VisitFor(const ForNode& loop) {
    for (const Expr& bound : {loop.min, loop.extent, loop.step}) {
      TIRX_RETURN_IF_FAILED(CheckScalar(bound, "a loop bound", AcceptsInteger, "an integer"));
      if (bound->dtype() != loop.var->dtype())
        return Fault(loop.span,
                     "its bounds are not all " + DTypeName(loop.var->dtype()) + " like its variable");
    }
    if (auto step = ConstInt(loop.step); step && *step < 1)
      return Fault(loop.span, "its step is " + std::to_string(*step) + "; it must be at least 1");
    size_t mark = scope_.size();
    TIRX_RETURN_IF_FAILED(Define(loop.var));
    TIRX_RETURN_IF_FAILED(VisitLoopBody(loop.body));
    LeaveTo(mark);
    return Ok{};
  }

  Status VisitLoopBody(const Stmt& body) {
    ++loops_;
    TIRX_RETURN_IF_FAILED(VisitBody(body));
    --loops_;
    return Ok{};
  }

  Status VisitReturn(const ReturnNode& node) {
    bool wants_value = !in_device_entry_ && !IsVoidType(function_->ret_type);
    if (node.value.defined()) TIRX_RETURN_IF_FAILED(CheckExpr(node.value));
    if (node.value.defined() != wants_value)
      return Fault(node.span, wants_value ? "the function returns " + TypeName(function_->ret_type)
                                          : std::string("there is no value to return here"));
    if (wants_value && !verify::TypeFits(function_->ret_type, node.value->ty))
      return Fault(node.span, "the value is " + TypeName(node.value->ty) + "; the function returns " +
                                  TypeName(function_->ret_type));
    return Ok{};
  }
  static bool IsVoidType(const Type& type) { return type.as<PrimTypeNode>() && IsVoid(DTypeOf(type)); }

  Status VisitRegion(const RegionNode& region) {
    std::string_view op = View(region.op->name);
    if (!FindOp(op)) return Fault(region.span, "there is no operation " + Quoted(op));
    for (const Expr& arg : region.args) TIRX_RETURN_IF_FAILED(CheckExpr(arg));
    bool is_entry = op == "device_entry";
    if (is_entry) TIRX_RETURN_IF_FAILED(CheckEntry(region));
    size_t mark = scope_.size();
    for (const Var& param : region.params) TIRX_RETURN_IF_FAILED(Define(param));
    int loops = is_entry ? std::exchange(loops_, 0) : loops_;
    bool outer = std::exchange(in_device_entry_, in_device_entry_ || is_entry);
    TIRX_RETURN_IF_FAILED(VisitBody(region.body));
    in_device_entry_ = outer;
    loops_ = loops;
    LeaveTo(mark);
    return Ok{};
  }

  Status CheckEntry(const RegionNode& entry) {
    if (in_device_entry_) return Fault(entry.span, "a device entry stands in a device entry");
    auto fields = AttrOr<Array<String>>(entry.attrs, attr::kLaunchFields, {});
    if (fields.size() != entry.args.size())
      return Fault(entry.span, "it has " + std::to_string(fields.size()) + " launch fields and " +
                                   std::to_string(entry.args.size()) + " launch values");
    std::unordered_set<std::string> seen;
    for (size_t i = 0; i < fields.size(); ++i) {
      if (!seen.insert(std::string(fields[i])).second)
        return Fault(entry.span, "launch field " + Quoted(View(fields[i])) + " is given twice");
    }
    Status records = CheckEntryRecords(entry.args, entry.attrs, entry.span);
    return records.ok() ? Status(Ok{}) : Fault(entry.span, records.diagnostics().front().message);
  }

  const IRModule& module_;
  const Function& function_;
  std::unordered_set<const Object*>& defined_;  // in the whole module
  std::unordered_set<const Object*>& checked_;  // expressions whose types are known to be right
  std::unordered_set<const Object*> visible_;
  std::vector<const Object*> scope_;
  Stmt statement_;
  int loops_ = 0;
  bool in_device_entry_ = false;
};

}  // namespace

Status Verify(const IRModule& module) {
  diag::Diagnostics errors;
  std::unordered_set<std::string> names;
  std::unordered_set<const Object*> defined, checked;
  for (const Function& function : module->functions) {
    if (!names.insert(std::string(function->name)).second) {
      errors.push_back(diag::Make(DK::InvalidIR, function->span,
                                  {"there are two functions named " + Quoted(View(function->name))}));
      continue;
    }
    Status status = FunctionVerifier(module, function, &defined, &checked).Run();
    for (const auto& error : status.diagnostics()) errors.push_back(error);
  }
  if (!errors.empty()) return Failure(std::move(errors));
  return Ok{};
}

}  // namespace tirx::ir
