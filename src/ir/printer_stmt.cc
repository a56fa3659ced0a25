// SPDX-License-Identifier: Apache-2.0
#include "ir/printer_stmt.h"

#include <algorithm>

#include "base/structural.h"
#include "ir/op.h"
#include "ir/printer_text.h"
#include "ir/visit.h"

namespace tirx::ir {
namespace {

using Literal = ExprWriter::Literal;

// A call of `op` that only says where the bound tensor lives: its type is the variable's.
const CallNode* PlacementOf(const BindNode& bind, std::string_view op) {
  auto* call = bind.value.as<CallNode>();
  if (!call || call->op_name() != op || !call->attrs.empty() || !bind.var.is_tensor()) return nullptr;
  bool same = call->ty.same_as(bind.var->ty) || StructuralEqual(Any(call->ty), Any(bind.var->ty));
  return same ? call : nullptr;
}

bool IsInt32(const ObjectRef& e, int64_t value) {
  auto* imm = e.as<IntImmNode>();
  return imm && imm->value == value && imm->dtype() == Int(32);
}

bool IsPlainCell(const TensorType& type) {
  return type->cell && View(type->scope) == "local" && type->ndim() == 1 && IsInt32(type->shape[0], 1) &&
         type->strides.empty() && !type->elem_offset.defined() && type->alignment == 0;
}

bool Uses(const Expr& e, const Var& var) {
  bool found = false;
  Walk(e, [&](const ObjectRef& node) {
    found |= node.same_as(var);
    return !found;
  });
  return found;
}

}  // namespace

template <class... Nodes>
bool StmtWriter::WriteAs(const Stmt& stmt) {
  auto attempt = [&](auto* node) {
    if (node) Form(*node);
    return node != nullptr;
  };
  return (attempt(stmt.as<Nodes>()) || ...);
}

void StmtWriter::End(std::string_view suffix) {
  expr_.Put(suffix);
  lines_.Line(expr_.Take());
}

void StmtWriter::Body(const Stmt& body) {
  lines_.Indent();
  Block(body);
  lines_.Dedent();
}

void StmtWriter::Block(const Stmt& body) {
  names_.OpenScope();
  if (++depth_ > kMaxExprDepth) {
    lines_.Line("T.omitted(\"statements of more than " + std::to_string(kMaxExprDepth) + " levels\")");
  } else if (!body.as<SeqNode>()) {
    One(body);
  } else {
    Form(*body.as<SeqNode>());
  }
  --depth_;
  names_.CloseScope();
}

void StmtWriter::Form(const SeqNode& n) {
  size_t count = n.stmts.size();
  if (count == 0) lines_.Line("pass");
  for (size_t i = 0; i < count; ++i) {
    Stmt stmt = n.stmts[i];
    if (i + 1 < count && Cell(stmt, n.stmts[i + 1])) {
      ++i;
    } else {
      One(stmt);
    }
  }
}

void StmtWriter::One(const Stmt& stmt) {
  if (!stmt.defined()) {
    lines_.Line("pass");
    return;
  }
  bool known = WriteAs<BindNode, TensorStoreNode, EvaluateNode, SeqNode, IfNode, ForNode, WhileNode,
                       BreakNode, ContinueNode, ReturnNode, AssertNode, RegionNode>(stmt);
  if (!known) lines_.Line("T.omitted(\"a statement of kind " + stmt->GetTypeKey() + "\")");
}

// `x: T.int32 = e`: a cell and the store that follows it.
bool StmtWriter::Cell(const Stmt& first, const Stmt& next) {
  auto* bind = first.as<BindNode>();
  auto* store = next.as<TensorStoreNode>();
  if (!bind || !store || !store->tensor.same_as(bind->var) || !PlacementOf(*bind, "alloc_tensor"))
    return false;
  if (!IsPlainCell(bind->var.tensor_type()) || store->indices.size() != 1 || !IsInt32(store->indices[0], 0))
    return false;
  if (Uses(store->value, bind->var)) return false;
  expr_.Write(store->value, Literal::Bare);
  std::string value = expr_.Take();
  expr_.Put(names_.Define(bind->var)).Put(": T.").Put(DTypeName(bind->var.tensor_type()->dtype)).Put(" = ");
  End(value);
  return true;
}

// Allocations and views. The name is defined after the operands are written: they may use an outer one.
bool StmtWriter::Tensor(const BindNode& n) {
  const CallNode* alloc = PlacementOf(n, "alloc_tensor");
  const CallNode* decl = alloc ? nullptr : PlacementOf(n, "decl_tensor");
  if (alloc ? !alloc->args.empty() : !decl || decl->args.size() != 1) return false;
  TensorType type = n.var.tensor_type();
  if (alloc && IsPlainCell(type)) {
    expr_.Put(names_.Define(n.var)).Put(": T.").Put(DTypeName(type->dtype));
    End();
    return true;
  }
  if (type->cell) return false;
  std::string_view scope = View(type->scope);
  bool own_form = alloc && (scope == "shared" || scope == "local");
  expr_.Put(own_form ? "T.alloc_" : alloc ? "T.alloc_tensor" : "T.decl_tensor");
  expr_.Put(own_form ? scope : "").Put("(");
  expr_.TensorParts(type, false, !own_form, decl ? "data" : "", decl ? decl->args[0] : Expr());
  std::string value = expr_.Put(")").Take();
  expr_.Put(names_.Define(n.var)).Put(" = ");
  End(value);
  return true;
}

void StmtWriter::Form(const BindNode& n) {
  if (Tensor(n)) return;
  expr_.Write(n.value, Literal::Typed);
  std::string value = expr_.Take();
  expr_.Put(names_.Define(n.var)).Put(" = ");
  End(value);
}

void StmtWriter::Form(const TensorStoreNode& n) {
  expr_.Element(n.tensor, n.indices);
  expr_.Put(" = ");
  // A bare literal takes the element's type, so it must have it.
  bool fits = n.value->dtype() == n.tensor.tensor_type()->dtype;
  expr_.Write(n.value, fits ? Literal::Bare : Literal::Default);
  End();
}

void StmtWriter::Form(const EvaluateNode& n) {
  if (n.value.as<CallNode>()) {
    expr_.Write(n.value);
    return End();
  }
  expr_.Put("T.evaluate(").Write(n.value, n.value.as<StringImmNode>() ? Literal::Typed : Literal::Default);
  End(")");
}

void StmtWriter::Form(const IfNode& n) {
  const IfNode* branch = &n;
  for (std::string_view keyword = "if ";; keyword = "elif ") {
    expr_.Put(keyword).Write(branch->condition, Literal::Typed);
    End(":");
    Body(branch->then_case);
    auto* chained = branch->else_case.as<IfNode>();
    if (!chained) break;
    branch = chained;
  }
  if (!branch->else_case.defined()) return;
  lines_.Line("else:");
  Body(branch->else_case);
}

namespace {

// Whether evaluating it does something besides computing.
bool Acts(const Expr& e) {
  bool found = false;
  Walk(e, [&](const ObjectRef& node) {
    auto* call = node.as<CallNode>();
    const OpRow* row = call ? FindOp(call->op_name()) : nullptr;
    found |= call && (!row || (row->effect != Effect::Pure && row->effect != Effect::Thread &&
                               row->effect != Effect::Read));
    return !found;
  });
  return found;
}

}  // namespace

// `start, stop` evaluates the start once: where the extent repeats its effects, the extent is what it is.
void StmtWriter::LoopRange(const ForNode& n) {
  Expr stop = Acts(n.min) ? Expr() : StopOf(n.min, n.extent);
  bool unit = ConstInt(n.step) == 1, from_zero = ConstInt(n.min) == 0;
  bool range = n.kind == ForKind::Serial && n.annotations.empty() && stop.defined();
  if (range) {
    expr_.Put("range(");
  } else {
    expr_.Put("T.").Put(ForKindName(n.kind)).Put("(");
  }
  // A constant start takes the type of the stop, which shows it.
  if (!from_zero || (range && !unit)) {
    expr_.Write(n.min, Literal::Bare);
    expr_.Put(", ");
  }
  if (!stop.defined()) expr_.Put("extent=");
  expr_.Write(stop.defined() ? stop : n.extent);
  if (!unit) {
    expr_.Put(range ? ", " : ", step=");
    expr_.Write(n.step, Literal::Bare);
  }
  if (!n.annotations.empty()) {
    expr_.Put(", annotations=");
    expr_.AttrDict(n.annotations);
  }
  expr_.Put(")");
}

void StmtWriter::Form(const ForNode& n) {
  LoopRange(n);
  std::string range = expr_.Take();
  names_.OpenScope();
  expr_.Put("for ").Put(names_.Define(n.var)).Put(" in ").Put(range);
  End(":");
  Body(n.body);
  names_.CloseScope();
}

void StmtWriter::Form(const WhileNode& n) {
  expr_.Put("while ").Write(n.condition, Literal::Typed);
  End(":");
  Body(n.body);
}

void StmtWriter::Form(const BreakNode&) {
  lines_.Line("break");
}
void StmtWriter::Form(const ContinueNode&) {
  lines_.Line("continue");
}

void StmtWriter::Form(const ReturnNode& n) {
  expr_.Put("return");
  if (n.value.defined()) expr_.Put(" ").Write(n.value);
  End();
}

void StmtWriter::Form(const AssertNode& n) {
  expr_.Put("assert ").Write(n.condition, Literal::Typed);
  expr_.Put(", (").Put(QuoteScript(View(n.error_kind))).Put(", [");
  expr_.List(n.message);
  End("])");
}

void StmtWriter::GenericRegion(const RegionNode& n) {
  expr_.Put("with T.region(").Put(QuoteScript(View(n.op->name)));
  for (const Expr& arg : n.args) expr_.Put(", ").Write(arg);
  if (!n.attrs.empty()) {
    expr_.Put(", attrs=");
    expr_.AttrDict(n.attrs);
  }
  size_t count = n.params.size();
  if (count > 0) expr_.Put(", types=(");
  for (size_t i = 0; i < count; ++i) {
    expr_.Put(i ? ", " : "");
    expr_.WriteType(n.params[i]->ty);
  }
  if (count > 0) expr_.Put(count == 1 ? ",)" : ")");
  expr_.Put(")");
  names_.OpenScope();
  if (count > 0) expr_.Put(count == 1 ? " as " : " as (");
  for (size_t i = 0; i < count; ++i) expr_.Put(i ? ", " : "").Put(names_.Define(n.params[i]));
  End(count > 1 ? "):" : ":");
  Body(n.body);
  names_.CloseScope();
}

void StmtWriter::Form(const RegionNode& n) {
  if (!DeviceEntry(n)) GenericRegion(n);
}

}  // namespace tirx::ir
