// SPDX-License-Identifier: Apache-2.0
// Statements.
#include "arith/analyzer.h"
#include "codegen/c_printer.h"
#include "ir/arith.h"
#include "ir/visit.h"

namespace tirx::codegen {

using ir::ConstInt;
using ir::Expr;
using ir::ForKind;

void FunctionPrinter::Stmt(const ir::Stmt& stmt) {
  using Handler = void (FunctionPrinter::*)(const ir::Stmt&);
  static const auto* handlers = new std::unordered_map<int32_t, Handler>{
      {ir::SeqNode::RuntimeTypeIndex(), &FunctionPrinter::SeqStmt},
      {ir::BindNode::RuntimeTypeIndex(), &FunctionPrinter::BindStmt},
      {ir::TensorStoreNode::RuntimeTypeIndex(), &FunctionPrinter::StoreStmt},
      {ir::EvaluateNode::RuntimeTypeIndex(), &FunctionPrinter::EvaluateStmt},
      {ir::IfNode::RuntimeTypeIndex(), &FunctionPrinter::IfStmt},
      {ir::ForNode::RuntimeTypeIndex(), &FunctionPrinter::ForStmt},
      {ir::WhileNode::RuntimeTypeIndex(), &FunctionPrinter::WhileStmt},
      {ir::BreakNode::RuntimeTypeIndex(), &FunctionPrinter::BreakStmt},
      {ir::ContinueNode::RuntimeTypeIndex(), &FunctionPrinter::ContinueStmt},
      {ir::ReturnNode::RuntimeTypeIndex(), &FunctionPrinter::ReturnStmt},
      {ir::AssertNode::RuntimeTypeIndex(), &FunctionPrinter::AssertStmt},
  };
  auto found = handlers->find(stmt->type_index());
  TIRX_CHECK(found != handlers->end(), "no C for statement " + stmt->GetTypeKey());
  if (stmt->span.defined()) span_ = stmt->span;
  (this->*found->second)(stmt);
}

void FunctionPrinter::Block(const ir::Stmt& stmt) {
  text_.Indent();
  Stmt(stmt);
  text_.Dedent();
}

namespace {

// The cell that `stmt` declares, if `next` stores what it holds first, without reading it.
const ir::BindNode* CellThatBeginsAs(const ir::Stmt& stmt, const ir::Stmt& next) {
  auto* bind = stmt.as<ir::BindNode>();
  auto* store = next.as<ir::TensorStoreNode>();
  auto* call = bind && store ? bind->value.as<ir::CallNode>() : nullptr;
  if (!call || call->op_name() != "alloc_tensor" || !bind->var.tensor_type()->cell) return nullptr;
  if (!store->tensor.same_as(bind->var)) return nullptr;
  bool reads_itself = false;
  ir::Walk(store->value, [&](const ObjectRef& child) {
    reads_itself = reads_itself || child.same_as(bind->var);
    return !reads_itself;
  });
  return reads_itself ? nullptr : bind;
}

}  // namespace

void FunctionPrinter::SeqStmt(const ir::Stmt& stmt) {
  const auto& stmts = stmt.as<ir::SeqNode>()->stmts;
  for (size_t i = 0; i < stmts.size(); ++i) {
    const ir::BindNode* cell = i + 1 < stmts.size() ? CellThatBeginsAs(stmts[i], stmts[i + 1]) : nullptr;
    if (!cell) {
      Stmt(stmts[i]);
    } else {
      DeclareCell(*cell, stmts[++i].as<ir::TensorStoreNode>());
    }
  }
}

void FunctionPrinter::BindStmt(const ir::Stmt& stmt) {
  auto* node = stmt.as<ir::BindNode>();
  auto* call = node->value.as<ir::CallNode>();
  if (call && call->op_name() == "alloc_tensor") return Allocate(*node);
  Prepare({node->value});
  if (call && call->op_name() == "decl_tensor") return Declare(*node);
  std::string value = Value(node->value).At(kAssign);
  std::string name = variables_[node->var.get()] = names_.Fresh(View(node->var->name));
  facts_.analyzer()->Define(node->var, node->value);
  Line(TypeOf(node->var->ty, node->span) + " " + name + " = " + value + ";");
}

void FunctionPrinter::StoreStmt(const ir::Stmt& stmt) {
  auto* node = stmt.as<ir::TensorStoreNode>();
  TIRX_CHECK(node->indices.size() == 1, "code is generated from flat tensors only");
  const Tensor& tensor = TensorOf(node->tensor);
  Expr index = node->indices[0];
  int lanes = index->dtype().lanes;
  Prepare({node->value, index});  // in this order: docs/language.md
  if (lanes == 1) {
    Line(ElementAt(tensor, index).text + " = " + Value(node->value).At(kAssign) + ";");
  } else if (auto whole = WholeVector(tensor, index)) {
    Line(whole->At(kUnary) + " = " + Value(node->value).At(kAssign) + ";");
  } else {
    // All elements are computed before the first is stored, as the value may be read from the same tensor.
    if (!node->value.as<ir::BroadcastNode>()) Hoist(node->value, "value");
    for (int k = 0; k < lanes; ++k)
      Line(ElementAt(tensor, LaneIndex(index, k)).text + " = " + Element(node->value, k).At(kAssign) + ";");
  }
}

void FunctionPrinter::EvaluateStmt(const ir::Stmt& stmt) {
  auto* node = stmt.as<ir::EvaluateNode>();
  if (ConstInt(node->value)) return;
  Prepare({node->value});
  Line(Value(node->value).text + ";");
}

FunctionPrinter::Condition FunctionPrinter::ConditionOf(const Expr& expr) {
  SourceText outside = std::move(text_);
  text_ = SourceText();
  Prepare({expr});
  Condition condition;
  condition.text = Value(expr).text;
  condition.before = std::move(text_);
  text_ = std::move(outside);
  return condition;
}

void FunctionPrinter::IfStmt(const ir::Stmt& stmt) {
  auto* node = stmt.as<ir::IfNode>();
  Condition condition = ConditionOf(node->condition);
  text_.AppendIndented(condition.before);
  IfChain(*node, "if (" + condition.text + ") {");
  span_ = node->span;
  Line("}");
}

// The branches without the last brace; an `if` alone in the other branch continues the chain.
void FunctionPrinter::IfChain(const ir::IfNode& node, const std::string& opening) {
  Line(opening);
  {
    arith::Analyzer::Assumption holds(facts_.analyzer(), node.condition);
    Block(node.then_case);
  }
  if (!node.else_case.defined()) return;
  arith::Analyzer::Assumption fails(facts_.analyzer(), node.condition, false);
  span_ = node.span;
  if (auto* next = node.else_case.as<ir::IfNode>()) {
    Condition condition = ConditionOf(next->condition);
    if (condition.before.empty()) return IfChain(*next, "} else if (" + condition.text + ") {");
    Line("} else {");
    text_.Indent();
    text_.AppendIndented(condition.before);
    IfChain(*next, "if (" + condition.text + ") {");
    Line("}");
    return text_.Dedent();
  }
  Line("} else {");
  Block(node.else_case);
}

// A bound that reads memory is computed once, before the loop: C would compute it again for each iteration.
CText FunctionPrinter::LoopBound(const Expr& value, const char* name) {
  CText text = Value(value);
  bool stable = true;
  ir::Walk(value, [&](const ObjectRef& child) {
    auto* call = child.as<ir::CallNode>();
    const ir::OpRow* row = call ? ir::FindOp(call->op_name()) : nullptr;
    if (child.as<ir::TensorLoadNode>() || (call && (!row || row->effect >= ir::Effect::Read))) stable = false;
    return stable;
  });
  if (stable) return text;
  std::string fresh = names_.Fresh(name);
  Line(TypeOf(value->dtype(), value->span) + " " + fresh + " = " + text.At(kAssign) + ";");
  return {fresh};
}

void FunctionPrinter::HintLine(const ir::ForNode& loop) {
  std::string line(loop.kind == ForKind::Unrolled     ? dialect_.unroll
                   : loop.kind == ForKind::Vectorized ? dialect_.simd
                                                      : "");
  if (ir::HasAttr(loop.annotations, "pragma_unroll_factor")) {
    line = dialect_.unroll_by;
    std::string factor = std::to_string(loop.annotations["pragma_unroll_factor"].cast<int64_t>());
    if (size_t at = line.find("{n}"); at != std::string::npos) line.replace(at, 3, factor);
  }
  if (ir::HasAttr(loop.annotations, "disable_unroll")) line = dialect_.no_unroll;
  if (!line.empty()) Line(line);
}

void FunctionPrinter::ForStmt(const ir::Stmt& stmt) {
  auto* node = stmt.as<ir::ForNode>();
  // `t + (n - t)`, what a loop from t to n means, is n.
  Expr end = arith::Analyzer().Simplify(node->min + node->extent);
  keep_alive_.push_back(end);
  Prepare({node->min, end});
  CText begin = Value(node->min), limit = LoopBound(end, "end");
  Expr step = node->step.defined() ? node->step : ir::MakeConst(node->var->dtype(), 1);
  CText by = LoopBound(step, "step");
  HintLine(*node);
  std::string name = variables_[node->var.get()] = names_.Fresh(View(node->var->name));
  facts_.analyzer()->DefineLoop(node->var, node->min, node->extent, node->step);
  std::string increment = ConstInt(step) == 1 ? "++" + name : name + " += " + by.At(kAssign);
  Line("for (" + TypeOf(node->var->dtype(), node->span) + " " + name + " = " + begin.At(kAssign) + "; " +
       name + " < " + limit.At(kShift) + "; " + increment + ") {");
  Block(node->body);
  span_ = node->span;
  Line("}");
}

void FunctionPrinter::WhileStmt(const ir::Stmt& stmt) {
  auto* node = stmt.as<ir::WhileNode>();
  Condition condition = ConditionOf(node->condition);
  bool simple = condition.before.empty();
  Line("while (" + (simple ? condition.text : Value(ir::True()).text) + ") {");
  if (!simple) {
    // What prepares the condition belongs to each iteration.
    text_.Indent();
    text_.AppendIndented(condition.before);
    Line("if (!(" + condition.text + ")) break;");
    text_.Dedent();
  }
  Block(node->body);
  span_ = node->span;
  Line("}");
}

void FunctionPrinter::BreakStmt(const ir::Stmt&) {
  Line("break;");
}
void FunctionPrinter::ContinueStmt(const ir::Stmt&) {
  Line("continue;");
}

void FunctionPrinter::ReturnStmt(const ir::Stmt& stmt) {
  auto* node = stmt.as<ir::ReturnNode>();
  if (is_kernel() || !node->value.defined()) {
    TIRX_CHECK(!node->value.defined() || ConstInt(node->value) == 0, "a kernel returns no value");
    return Line("return;");
  }
  Prepare({node->value});
  // In parentheses where it is an expression: the form that is expected of device functions.
  Line("return " + Value(node->value).At(kUnary) + ";");
}

namespace {

// How printf shows a value of the type, and the type it must be passed as.
struct PrintFormat {
  TypeSet types;
  const char* format;
  DType pass_as;
};
constexpr PrintFormat kPrintFormats[] = {
    {kBool | kI8 | kI16 | kI32 | kU8 | kU16, "%d", Int(32)},
    {kU32, "%u", UInt(32)},
    {kI64, "%lld", Int(64)},
    {kU64, "%llu", UInt(64)},
    {kFloat, "%g", Float(64)},
    {kHandle, "%p", Handle()},
};

}  // namespace

void FunctionPrinter::AssertStmt(const ir::Stmt& stmt) {
  auto* node = stmt.as<ir::AssertNode>();
  Prepare({node->condition});
  Line("if (!" + Value(node->condition).At(kPostfix) + ") {");
  text_.Indent();
  std::string format, arguments;
  for (const Expr& part : node->message) {
    if (auto* text = part.as<ir::StringImmNode>()) {
      for (char c : View(text->value)) format += c == '%' ? std::string("%%") : std::string(1, c);
      continue;
    }
    for (const PrintFormat& row : kPrintFormats) {
      if (!(row.types & SetOf(part->dtype()))) continue;
      format += row.format;
      arguments += ", " + CastText(part->dtype(), row.pass_as, Value(part), part->span).At(kAssign);
    }
  }
  if (!dialect_.print_function.empty())
    Line(std::string(dialect_.print_function) + "(" + StringLiteral(format + "\n") + arguments + ");");
  file_.prelude.Need(dialect_.trap_needs);
  Line(std::string(dialect_.trap) + ";");
  text_.Dedent();
  Line("}");
}

}  // namespace tirx::codegen
