// SPDX-License-Identifier: Apache-2.0
// Statements of host code.
#include "codegen/host_emitter.h"
#include "ir/arith.h"

namespace tirx::codegen {

using ir::Expr;
using ir::Stmt;

namespace {

constexpr uint32_t kFrameAlignment = 16;

// The bytes of a tensor with constant extents, where it is small enough for a host function's frame.
std::optional<uint32_t> FrameBytes(const ir::TensorType& type) {
  int64_t bytes = StorageBytes(type->dtype);
  for (int k = 0; k < type->ndim(); ++k) {
    auto extent = ir::ConstInt(type->dim(k));
    if (!extent || *extent < 0 || __builtin_mul_overflow(bytes, *extent, &bytes)) return std::nullopt;
  }
  if (bytes > kMaxFrameBytes) return std::nullopt;
  return uint32_t((bytes / kFrameAlignment + 1) * kFrameAlignment);
}

}  // namespace

Status HostEmitter::Run(const Stmt& stmt) {
  if (auto* seq = stmt.as<ir::SeqNode>()) {
    for (const Stmt& child : seq->stmts) TIRX_RETURN_IF_FAILED(Run(child));
    return Ok{};
  }
  TIRX_RETURN_IF_FAILED(RunOne(stmt));
  ForgetMemo(0);
  return Ok{};
}

// Variables of a block end with it.
Status HostEmitter::RunBlock(const Stmt& stmt) {
  uint32_t mark = next_reg_;
  ForgetMemo(0);
  TIRX_RETURN_IF_FAILED(Run(stmt));
  ReleaseTo(mark);
  return Ok{};
}

Status HostEmitter::RunOne(const Stmt& stmt) {
  if (auto* bind = stmt.as<ir::BindNode>()) return RunBind(bind);
  uint32_t mark = next_reg_;
  Status status = Ok{};
  if (auto* evaluate = stmt.as<ir::EvaluateNode>()) {
    status = RunEvaluate(evaluate);
  } else if (auto* store = stmt.as<ir::TensorStoreNode>()) {
    status = RunStore(store);
  } else if (auto* branch = stmt.as<ir::IfNode>()) {
    status = RunIf(branch);
  } else if (auto* loop = stmt.as<ir::ForNode>()) {
    status = RunFor(loop);
  } else if (auto* loop = stmt.as<ir::WhileNode>()) {
    status = RunWhile(loop);
  } else if (auto* ret = stmt.as<ir::ReturnNode>()) {
    status = RunReturn(ret);
  } else if (auto* check = stmt.as<ir::AssertNode>()) {
    status = RunAssert(check);
  } else if (stmt.as<ir::BreakNode>() && !loops_.empty()) {
    loops_.back().breaks.push_back(EmitJump(Op::Jump));
  } else if (stmt.as<ir::ContinueNode>() && !loops_.empty()) {
    loops_.back().continues.push_back(EmitJump(Op::Jump));
  } else {
    return Unsupported("a statement of kind `" + stmt->GetTypeKey() + "`", "it belongs into a kernel",
                       stmt->span);
  }
  ReleaseTo(mark);
  return status;
}

Status HostEmitter::RunBind(const ir::BindNode* node) {
  auto* call = node->value.as<ir::CallNode>();
  if (node->var.is_tensor() && call != nullptr) return BindTensor(node, call);
  // The variable's register lies below the temporaries of its value, which are released.
  Reg reg = NewReg();
  TIRX_TRY(Reg value, Value(node->value));
  MoveTo(reg, value);
  NameLast(node->var);
  ReleaseTo(uint32_t(reg) + 1);
  vars_[node->var.get()] = reg;
  return Ok{};
}

Status HostEmitter::BindTensor(const ir::BindNode* node, const ir::CallNode* call) {
  Reg reg = NewReg();
  vars_[node->var.get()] = reg;
  if (call->op_name() != "alloc_tensor") {
    TIRX_TRY(Reg data, Value(call->args[0]));
    MoveTo(reg, data);
    NameLast(node->var);
    ReleaseTo(uint32_t(reg) + 1);
    return Ok{};
  }
  ir::TensorType type = node->var.tensor_type();
  auto bytes = FrameBytes(type);
  if (!bytes || out_.frame_bytes + *bytes > kMaxFrameBytes)
    return Unsupported("the tensor `" + std::string(View(node->var->name)) + "` of its own",
                       "its extents must be constants, and all such tensors together take less than 1 MiB",
                       node->span);
  Emit(Op::FrameAddress, reg, out_.frame_bytes & 0xFFFF, out_.frame_bytes >> 16);
  NameLast(node->var);
  out_.frame_bytes += *bytes;
  return Ok{};
}

Status HostEmitter::RunStore(const ir::TensorStoreNode* node) {
  TIRX_RETURN_IF_FAILED(ClassOf(node->value));
  TIRX_TRY(Reg value, Value(node->value));
  TIRX_TRY(Reg data, VarValue(node->tensor, node->span));
  TIRX_TRY(Reg index, ElementIndex(node->tensor, node->indices));
  Emit(StoreOf(node->value->dtype()), data, index, value);
  return Ok{};
}

Status HostEmitter::RunEvaluate(const ir::EvaluateNode* node) {
  TIRX_RETURN_IF_FAILED(Value(node->value));
  return Ok{};
}

Status HostEmitter::RunIf(const ir::IfNode* node) {
  TIRX_TRY(Reg condition, Value(node->condition));
  size_t to_else = EmitJump(Op::JumpIfNot, condition);
  TIRX_RETURN_IF_FAILED(RunBlock(node->then_case));
  if (!node->else_case.defined()) {
    PatchToHere(to_else);
    return Ok{};
  }
  size_t to_end = EmitJump(Op::Jump);
  PatchToHere(to_else);
  TIRX_RETURN_IF_FAILED(RunBlock(node->else_case));
  PatchToHere(to_end);
  return Ok{};
}

Status HostEmitter::RunFor(const ir::ForNode* node) {
  const bool is_signed = IsInt(node->var->dtype());
  Reg var = NewReg();
  TIRX_TRY(Reg min, Value(node->min));
  Emit(Op::Move, var, min);
  NameLast(node->var);
  TIRX_TRY(Reg extent, Value(node->extent));
  // In 64 bits: the end may lie just beyond the variable's type.
  Reg end = Apply(is_signed ? Op::AddI : Op::AddU, min, extent);
  Reg step = 0;
  if (node->step.defined()) {
    TIRX_TRY(step, Value(node->step));
  } else {
    step = EmitConst(1);
  }
  size_t top = out_.code.size();
  Reg more = Apply(is_signed ? Op::LtI : Op::LtU, var, end);
  size_t to_exit = EmitJump(Op::JumpIfNot, more);
  vars_[node->var.get()] = var;
  loops_.emplace_back();
  TIRX_RETURN_IF_FAILED(RunBlock(node->body));
  for (size_t jump : loops_.back().continues) PatchToHere(jump);
  Emit(is_signed ? Op::AddI : Op::AddU, var, var, step);
  JumpTo(Op::Jump, 0, top);
  PatchToHere(to_exit);
  for (size_t jump : loops_.back().breaks) PatchToHere(jump);
  loops_.pop_back();
  return Ok{};
}

Status HostEmitter::RunWhile(const ir::WhileNode* node) {
  size_t top = out_.code.size();
  last_label_ = top;
  TIRX_TRY(Reg condition, Value(node->condition));
  size_t to_exit = EmitJump(Op::JumpIfNot, condition);
  loops_.emplace_back();
  TIRX_RETURN_IF_FAILED(RunBlock(node->body));
  for (size_t jump : loops_.back().continues) Patch(jump, top);
  JumpTo(Op::Jump, 0, top);
  PatchToHere(to_exit);
  for (size_t jump : loops_.back().breaks) PatchToHere(jump);
  loops_.pop_back();
  return Ok{};
}

Status HostEmitter::RunReturn(const ir::ReturnNode* node) {
  if (!node->value.defined()) {
    Emit(Op::ReturnNone);
    return Ok{};
  }
  TIRX_TRY(HostClass kind, ClassOf(node->value));
  TIRX_TRY(Reg value, Value(node->value));
  switch (kind) {
    case HostClass::Signed:
      Emit(Op::ReturnInt, value);
      break;
    case HostClass::Unsigned:
      Emit(Op::ReturnUInt, value);
      break;
    case HostClass::Bool:
      Emit(Op::ReturnBool, value);
      break;
    case HostClass::Float:
      Emit(Op::ReturnFloat, value);
      break;
    case HostClass::Handle:
      Emit(Op::ReturnHandle, value);
      break;
  }
  return Ok{};
}

// The message's values are computed only where the assertion fails.
Status HostEmitter::RunAssert(const ir::AssertNode* node) {
  TIRX_TRY(Reg condition, Value(node->condition));
  size_t passes = EmitJump(Op::JumpIf, condition);
  size_t mark = MemoMark();
  runtime::HostAssertion row{std::string(View(node->error_kind)), {}};
  for (const Expr& part : node->message) {
    if (auto* text = part.as<ir::StringImmNode>()) {
      row.message.push_back({runtime::HostValueKind::kText, 0, std::string(View(text->value))});
      continue;
    }
    TIRX_RETURN_IF_FAILED(ClassOf(part));
    TIRX_TRY(Reg value, Value(part));
    row.message.push_back({ValueKindOf(part->dtype()), value, ""});
  }
  ForgetMemo(mark);
  TIRX_TRY(uint16_t index, AddRow(&program().assertions, std::move(row), "assertions"));
  Emit(Op::Assert, condition, index);
  PatchToHere(passes);
  return Ok{};
}

}  // namespace tirx::codegen
