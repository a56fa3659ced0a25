// SPDX-License-Identifier: Apache-2.0
// C leaves the order of operands open, the script reads from left to right. Operations that update memory are
// therefore moved into variables before the statement, with the reads around them, where the order could be
// seen.
#include "codegen/c_printer.h"

namespace tirx::codegen {

using ir::CallNode;
using ir::Expr;
using ir::TensorLoadNode;

namespace {

// As text, in nodes.
constexpr int64_t kLongText = 256;

bool IsLazy(const CallNode& call) {
  return call.op_name() == "if_then_else";
}

// Whether evaluating the node itself writes memory or has effects that nobody knows.
bool Updates(const CallNode& call) {
  if (call.callee.as<ir::GlobalVarNode>()) return true;
  const ir::OpRow* row = ir::FindOp(call.op_name());
  return row && (row->effect == ir::Effect::Update || row->effect == ir::Effect::Opaque);
}

bool Reads(const Expr& expr) {
  if (auto* load = expr.as<TensorLoadNode>()) return View(load->tensor.tensor_type()->scope) != "local";
  auto* call = expr.as<CallNode>();
  const ir::OpRow* row = call ? ir::FindOp(call->op_name()) : nullptr;
  return row && row->effect == ir::Effect::Read;
}

// An operand that is an element whose address is taken is not read: only its indices are evaluated.
bool TakesAddress(const CallNode& call) {
  if (call.args.empty() || !call.args[0].as<TensorLoadNode>()) return false;
  const ir::OpRow* row = ir::FindOp(call.op_name());
  const ir::OpParam* param = row ? row->operand(0) : nullptr;
  return call.op_name() == "address_of" || (param && param->kind == ir::ParamKind::Element);
}

void AppendChildren(const Expr& expr, std::vector<Expr>& out) {
  VisitChildren(expr.get(), [&](const ObjectRef& child, int64_t) {
    if (child.as<ir::ExprNode>() && !child.as<ir::VarNode>()) out.push_back(RefCast<Expr>(child));
  });
}

bool IsLeaf(const Expr& expr) {
  return expr.as<ir::VarNode>() || expr.as<ir::IntImmNode>() || expr.as<ir::FloatImmNode>();
}

}  // namespace

// The operands that are always evaluated; what stands in a lazy branch cannot be moved out of it.
std::vector<Expr> FunctionPrinter::EagerChildren(const Expr& expr) {
  std::vector<Expr> children;
  auto* call = expr.as<CallNode>();
  auto* binary = expr.as<ir::BinaryNode>();
  if (call && IsLazy(*call)) return {call->args[0]};
  if (binary && ir::IsLogical(binary->op)) return {binary->a};
  if (call && TakesAddress(*call)) {
    AppendChildren(call->args[0], children);
    for (size_t i = 1; i < call->args.size(); ++i) children.push_back(call->args[i]);
    return children;
  }
  AppendChildren(expr, children);
  return children;
}

// Reads below an update do not count: operands are evaluated before the operation in C too. Shared parts
// count once.
void FunctionPrinter::CountEffects(const Expr& expr, Effects& effects, Visited& seen) const {
  if (!seen.insert(expr.get()).second) return;
  Effects below;
  for (const Expr& child : EagerChildren(expr)) CountEffects(child, below, seen);
  auto* call = expr.as<CallNode>();
  bool updates = call && Updates(*call);
  effects.updates += below.updates + updates;
  effects.reads += (updates ? 0 : below.reads) + Reads(expr);
}

void FunctionPrinter::HoistEffects(const Expr& expr, bool is_root, Visited& seen) {
  if (!seen.insert(expr.get()).second) return;
  for (const Expr& child : EagerChildren(expr)) HoistEffects(child, false, seen);
  auto* call = expr.as<CallNode>();
  if (!is_root && ((call && Updates(*call)) || Reads(expr))) Hoist(expr, "value");
}

// A vector is printed element by element: what should be evaluated once for all of them gets a variable.
void FunctionPrinter::HoistVectorParts(const Expr& expr, bool is_root, Visited& seen) {
  if (!seen.insert(expr.get()).second) return;
  for (const Expr& child : EagerChildren(expr)) HoistVectorParts(child, false, seen);
  if (is_root || expr->dtype().lanes == 1 || hoisted_.count(expr.get())) return;
  if (auto* broadcast = expr.as<ir::BroadcastNode>()) {
    if (!IsLeaf(broadcast->value)) Hoist(broadcast->value, "value");
  } else if (auto* load = expr.as<TensorLoadNode>()) {
    if (WholeVector(TensorOf(load->tensor), load->indices[0])) Hoist(expr, "value");
  } else if (IsComputedWhole(expr)) {
    Hoist(expr, "value");
  }
}

// Vectors that are not made lane by lane.
bool FunctionPrinter::IsComputedWhole(const Expr& expr) {
  auto* call = expr.as<CallNode>();
  if (!call) return VectorCast(expr) != nullptr;
  if (call->op_name() == "if_then_else") return call->args[0]->dtype().lanes == 1;
  return call->callee.as<ir::GlobalVarNode>() || call->op_name() == "reinterpret" || ReadsWholeVector(*call);
}

// Operations that read a vector through its address, where it is aligned as one.
bool FunctionPrinter::ReadsWholeVector(const CallNode& call) {
  const ir::OpRow* row = ir::FindOp(call.op_name());
  if (!row || row->effect != ir::Effect::Read || call.dtype().lanes <= 1) return false;
  auto* load = call.args[0].as<TensorLoadNode>();
  return !load || WholeVector(TensorOf(load->tensor), load->indices[0]);
}

namespace {

// Nodes of the expression as a tree, where shared parts count each time; large counts stop growing.
class TreeSize {
 public:
  int64_t Of(const Expr& expr) {
    auto [entry, fresh] = sizes_.try_emplace(expr.get(), 1);
    if (!fresh) return entry->second;
    std::vector<Expr> children;
    AppendChildren(expr, children);
    int64_t size = 1;
    for (const Expr& child : children) size = std::min<int64_t>(size + Of(child), int64_t(1) << 40);
    return sizes_[expr.get()] = size;
  }

 private:
  std::unordered_map<const Object*, int64_t> sizes_;
};

}  // namespace

// An expression whose parts are shared can be exponentially longer as text: its shared parts get variables.
// Small statements stay as they are.
void FunctionPrinter::HoistShared(std::initializer_list<Expr> roots) {
  constexpr int64_t kWorthAName = 8;
  TreeSize size;
  int64_t total = 0;
  for (const Expr& root : roots) total += size.Of(root);
  if (total <= kLongText) return;
  std::unordered_map<const Object*, int> uses;
  std::vector<Expr> order;  // operands before what uses them
  auto visit = [&](auto&& self, const Expr& expr) -> void {
    if (++uses[expr.get()] > 1) return;
    for (const Expr& child : EagerChildren(expr)) self(self, child);
    order.push_back(expr);
  };
  for (const Expr& root : roots) visit(visit, root);
  for (const Expr& expr : order)
    if (uses[expr.get()] > 1 && size.Of(expr) >= kWorthAName) Hoist(expr, "value");
}

void FunctionPrinter::Hoist(const Expr& expr, const char* name) {
  if (hoisted_.count(expr.get()) || IsLeaf(expr) || IsVoid(expr->dtype())) return;
  std::string value = Value(expr).At(kAssign);
  std::string fresh = names_.Fresh(name);
  Line(TypeOf(expr->ty, expr->span) + " " + fresh + " = " + value + ";");
  hoisted_[expr.get()] = fresh;
}

namespace {

// What most statements have nothing of; long ones are taken to have everything.
struct Glance {
  int64_t nodes = 0;
  bool updates = false, vectors = false;
  bool is_long() const { return nodes > kLongText; }
};

void Look(const Expr& expr, Glance* glance) {
  if (++glance->nodes > kLongText) return;
  auto* call = expr.as<CallNode>();
  glance->updates |= call && Updates(*call);
  glance->vectors |= expr->dtype().lanes != 1;
  VisitChildren(expr.get(), [&](const ObjectRef& child, int64_t) {
    if (child.as<ir::ExprNode>() && !child.as<ir::VarNode>()) Look(RefView<Expr>(child), glance);
  });
}

}  // namespace

void FunctionPrinter::Prepare(std::initializer_list<Expr> roots) {
  hoisted_.clear();
  Glance glance;
  for (const Expr& root : roots) Look(root, &glance);
  if (glance.updates || glance.is_long()) OrderEffects(roots);
  if (glance.is_long()) HoistShared(roots);
  Visited split;
  if (glance.vectors || glance.is_long())
    for (const Expr& root : roots) HoistVectorParts(root, true, split);
}

// Moves updates, and reads beside them, into variables where C could show another order.
void FunctionPrinter::OrderEffects(std::initializer_list<Expr> roots) {
  Effects effects;
  Visited counted, moved;
  for (const Expr& root : roots) CountEffects(root, effects, counted);
  if (effects.updates > 1 || (effects.updates == 1 && effects.reads > 0))
    for (const Expr& root : roots) HoistEffects(root, roots.size() == 1, moved);
}

}  // namespace tirx::codegen
