// SPDX-License-Identifier: Apache-2.0
#include "backends/cpu/pass/enter_loops.h"

#include <unordered_set>

#include "ir/arith.h"
#include "ir/record.h"
#include "ir/visit.h"
#include "pass/loop_exits.h"

namespace tirx::cpu {
namespace {

using namespace ir;  // NOLINT: this file is about IR only

template <class Test>
bool Contains(const ObjectRef& root, Test test) {
  bool found = false;
  Walk(root, [&](const ObjectRef& node) {
    found = found || test(node);
    return !found;
  });
  return found;
}

bool IsEntry(const ObjectRef& node) {
  auto* region = node.as<RegionNode>();
  return region && View(region->op->name) == "device_entry";
}
bool IsParallel(const ObjectRef& node) {
  auto* loop = node.as<ForNode>();
  return loop && loop->kind == ForKind::Parallel;
}
bool IsHostCall(const ObjectRef& node) {
  auto* call = node.as<CallNode>();
  return call && call->op_name() == "call_packed";
}
bool IsReturn(const ObjectRef& node) {
  return node.as<ReturnNode>() != nullptr;
}
bool IsReturnOfValue(const ObjectRef& node) {
  return IsReturn(node) && node.as<ReturnNode>()->value.defined();
}

std::vector<Stmt> Statements(const Stmt& body) {
  if (auto* seq = body.as<SeqNode>()) return {seq->stmts.begin(), seq->stmts.end()};
  return {body};
}

// Parallel loops that stay inside of an entry.
class Serialiser : public Rewriter {
 public:
  explicit Serialiser(std::string why) : why_(std::move(why)) {}

 protected:
  Stmt RewriteStmt(const Stmt& original) override {
    Stmt stmt = Rewriter::RewriteStmt(original);
    if (!IsParallel(stmt)) return stmt;
    auto* loop = stmt.as<ForNode>();
    Attrs annotations = loop->annotations;
    annotations.Set(kNotParallel, String(why_));
    return For(loop->var, loop->min, loop->extent, loop->body, ForKind::Serial, loop->step, annotations,
               loop->span);
  }

 private:
  std::string why_;
};

Stmt Entry(const Stmt& body, const Expr& grid, std::string why_serial) {
  Attrs attrs{{ir::attr::kLaunchFields, Array<String>{"grid.x", "block.x"}}};
  return Region(Op("device_entry"), {grid, Int32(1)}, attrs, {},
                Serialiser(std::move(why_serial)).Rewrite(body), body->span);
}

// One function's statements, divided between host and entries.
class Divider {
 public:
  explicit Divider(const Function& function) : function_(function) {}

  Result<Function> Run() {
    Stmt divided = Divide(function_->body);
    if (why_whole_.empty()) return function_.WithBody(divided);
    return Whole();
  }

 private:
  // Whether the host can compute it: nothing of memory, nothing that an entry has made.
  bool OnHost(const Expr& value) const {
    return !Contains(value, [&](const ObjectRef& node) {
      auto* call = node.as<CallNode>();
      bool host_op = call && (call->op_name() == "call_packed" || call->op_name() == "isnullptr" ||
                              call->op_name() == "tensor_data_ptr");
      return node.as<TensorLoadNode>() || (call && !host_op) || made_.count(node.get()) != 0;
    });
  }
  bool OnHost(const Array<Expr>& values) const {
    for (const Expr& value : values)
      if (!OnHost(value)) return false;
    return true;
  }

  bool IsHostStatement(const Stmt& stmt) const {
    if (auto* assertion = stmt.as<AssertNode>())
      return OnHost(assertion->condition) && OnHost(assertion->message);
    if (auto* evaluate = stmt.as<EvaluateNode>()) return OnHost(evaluate->value);
    if (auto* result = stmt.as<ReturnNode>()) return !result->value.defined() || OnHost(result->value);
    if (IsHostBind(stmt)) return true;
    return stmt.as<BreakNode>() || stmt.as<ContinueNode>();
  }
  // A name for a value of the host, or a view of a parameter.
  bool IsHostBind(const Stmt& stmt) const {
    auto* bind = stmt.as<BindNode>();
    if (!bind) return false;
    auto* call = bind->value.as<CallNode>();
    bool view = call && call->op_name() == "decl_tensor";
    return view ? OnHost(call->args) : !bind->var.is_tensor() && OnHost(bind->value);
  }

  // Statements around parallel loops or calls of the registry, which the host itself walks through;
  // conditions under which it goes elsewhere.
  bool IsHostControl(const Stmt& stmt) const {
    bool needed = Contains(stmt, [](const ObjectRef& node) { return IsParallel(node) || IsHostCall(node); });
    if (auto* branch = stmt.as<IfNode>())
      return (needed || Contains(stmt, IsReturn) || pass::HasLoopExit(stmt)) && OnHost(branch->condition);
    if (auto* loop = stmt.as<WhileNode>()) return needed && OnHost(loop->condition);
    auto* loop = stmt.as<ForNode>();
    return needed && loop && !IsParallel(stmt) && OnHost(Array<Expr>{loop->min, loop->extent, loop->step});
  }

  Stmt Divide(const Stmt& body) {
    std::vector<Stmt> divided, serial;
    auto end_serial = [&] {
      if (!serial.empty()) divided.push_back(SerialEntry(MakeSeq(serial, serial[0]->span)));
      serial.clear();
    };
    for (const Stmt& stmt : Statements(body)) {
      if (IsHostBind(stmt) && !Contains(stmt, IsHostCall)) {
        divided.push_back(stmt);  // depends on no entry, so it may stand before one that is being collected
        continue;
      }
      bool host = IsHostStatement(stmt), control = IsHostControl(stmt), grid = HasHostExtent(stmt);
      if (!host && !control && !grid) {
        Made(stmt);
        serial.push_back(stmt);
        continue;
      }
      end_serial();
      divided.push_back(grid ? ParallelEntry(RefCast<For>(stmt)) : control ? DivideControl(stmt) : stmt);
    }
    end_serial();
    return MakeSeq(divided, body->span);
  }

  Stmt DivideControl(const Stmt& stmt) {
    if (auto* branch = stmt.as<IfNode>()) {
      Stmt otherwise = branch->else_case.defined() ? Divide(branch->else_case) : Stmt();
      return If(branch->condition, Divide(branch->then_case), otherwise, stmt->span);
    }
    if (auto* loop = stmt.as<WhileNode>()) return While(loop->condition, Divide(loop->body), stmt->span);
    auto* loop = stmt.as<ForNode>();
    return For(loop->var, loop->min, loop->extent, Divide(loop->body), loop->kind, loop->step,
               loop->annotations, stmt->span);
  }

  // A parallel loop whose iterations the host can count.
  bool HasHostExtent(const Stmt& stmt) const {
    if (!IsParallel(stmt)) return false;
    auto* loop = stmt.as<ForNode>();
    auto step = ConstInt(loop->step);
    return step && *step > 0 && OnHost(loop->min) && OnHost(loop->extent) && !pass::HasLoopExit(loop->body);
  }

  Stmt ParallelEntry(const For& loop) {
    DType t = loop->var->dtype();
    Expr step = loop->step, trips = loop->extent;
    if (ConstInt(step) != 1) trips = FloorDiv(trips + (step - MakeConst(t, 1)), step);
    if (auto count = ConstInt(trips)) {
      if (*count <= 0) return Seq({}, loop->span);
    } else {
      trips = FoldBinary(BinaryOp::Max, trips, MakeConst(t, 0), loop->span);
    }
    Expr block = Call(PrimType(Int(32)), Op("gpu.block_idx"), {}, {{"axis", String("x")}}, loop->span);
    Stmt index = Bind(loop->var, loop->min + CastInt(block, t) * step, loop->span);
    CheckLeaves(loop->body);
    return Entry(MakeSeq({index, loop->body}, loop->span), trips, "it stands inside of another one");
  }

  Stmt SerialEntry(const Stmt& body) {
    CheckLeaves(body);
    return Entry(body, Int32(1), "what it needs is computed beside it");
  }

  // What the statement gives to those behind it.
  void Made(const Stmt& stmt) {
    if (auto* bind = stmt.as<BindNode>()) made_.insert(bind->var.get());
  }

  // What would have to leave an entry, and cannot.
  void CheckLeaves(const Stmt& body) {
    if (Contains(body, IsReturn)) why_whole_ = "the function returns inside of a part of it";
    if (pass::HasLoopExit(body)) why_whole_ = "a loop around it is left from a part that is no host code";
    for (const Var& var : FreeVars(body))
      if (made_.count(var.get()))
        why_whole_ = "it uses `" + std::string(var->name) + "`, which is made outside of it";
  }

  // Everything from the first statement on that the host cannot do is one entry.
  Result<Function> Whole() {
    made_.clear();
    std::vector<Stmt> host, rest;
    for (const Stmt& stmt : Statements(function_->body)) {
      if (rest.empty() && IsHostStatement(stmt))
        host.push_back(stmt);
      else
        rest.push_back(stmt);
    }
    Stmt entry = Entry(MakeSeq(rest, rest[0]->span), Int32(1), why_whole_);
    if (Contains(entry, IsReturnOfValue))
      return diag::Make(DK::BackendLacks, rest[0]->span,
                        {"cpu", "`return` of a value behind loops over tensors", why_whole_})
          .WithNote(Span(), "kernels give their results in tensors");
    host.push_back(entry);
    return function_.WithBody(MakeSeq(host, function_->body->span));
  }

  const Function& function_;
  std::unordered_set<const Object*> made_;  // VarNode*: values and arrays of entries
  std::string why_whole_;                   // why the function cannot be divided; empty: it can
};

// Calls of the registry that the division has left in an entry.
void FindHostCalls(const Function& function, diag::Diagnostics* errors) {
  Walk(function->body, [&](const ObjectRef& node) {
    if (!IsEntry(node)) return true;
    Walk(node.as<RegionNode>()->body, [&](const ObjectRef& inner) {
      if (IsHostCall(inner))
        errors->push_back(diag::Make(DK::BackendLacks, inner.as<CallNode>()->span,
                                     {"cpu", "`T.call_packed` in the middle of loops over tensors",
                                      "the host calls it, and the host reads no elements"})
                              .WithNote(Span(),
                                        "outside of parallel loops, and of loops and conditions that "
                                        "depend on elements, it can be called"));
      return true;
    });
    return false;
  });
}

}  // namespace

Result<IRModule> EnterLoops(IRModule module, const pass::PassContext&) {
  Array<Function> functions;
  diag::Diagnostics errors;
  for (const Function& function : module->functions) {
    bool loops = function->is_exported() && function->body.defined() && !Contains(function->body, IsEntry);
    if (!loops) {
      functions.push_back(function);
      continue;
    }
    TIRX_TRY(Function divided, Divider(function).Run());
    FindHostCalls(divided, &errors);
    functions.push_back(divided);
  }
  if (!errors.empty()) return Failure(std::move(errors));
  return module.WithFunctions(functions);
}

}  // namespace tirx::cpu
