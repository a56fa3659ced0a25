// SPDX-License-Identifier: Apache-2.0
// Registers, instructions and tables of the function being written.
#include "codegen/host_emitter.h"

#include <algorithm>

namespace tirx::codegen {

namespace {

constexpr uint32_t kMaxRegs = runtime::kNoReg - 1;

}  // namespace

Result<runtime::HostFunction> HostEmitter::Run() {
  out_.name = std::string(View(function_->name));
  out_.signature = out_.name;
  out_.exported = function_->calling_conv() == ir::CallingConv::Packed;
  for (const ir::Var& param : function_->params) {
    vars_[param.get()] = NewReg();
    out_.param_names.emplace_back(View(param->name));
  }
  out_.num_params = uint16_t(function_->params.size());
  TIRX_RETURN_IF_FAILED(RunBlock(function_->body));
  Emit(Op::ReturnNone);
  if (failed_size_)
    return Fail(DK::HostTooLarge, function_->span, {out_.name, std::to_string(kMaxRegs), "values at a time"});
  out_.num_registers = uint16_t(max_reg_);
  return std::move(out_);
}

Reg HostEmitter::NewReg() {
  if (next_reg_ >= kMaxRegs) {
    failed_size_ = true;
    return 0;
  }
  Reg reg = Reg(next_reg_++);
  max_reg_ = std::max(max_reg_, next_reg_);
  return reg;
}

size_t HostEmitter::Emit(Op op, uint32_t a, uint32_t b, uint32_t c) {
  out_.code.push_back({op, uint16_t(a), uint16_t(b), uint16_t(c)});
  return out_.code.size() - 1;
}

void HostEmitter::JumpTo(Op op, Reg condition, size_t target) {
  Emit(op, condition, uint32_t(target) & 0xFFFF, uint32_t(target) >> 16);
}

void HostEmitter::Patch(size_t jump, size_t target) {
  out_.code[jump].b = uint16_t(target & 0xFFFF);
  out_.code[jump].c = uint16_t(target >> 16);
  last_label_ = target;
}

Reg HostEmitter::EmitConst(int64_t bits) {
  auto found = builder_.constants.find(bits);
  if (found == builder_.constants.end()) {
    if (program().constants.size() >= kMaxRows) failed_size_ = true;
    found = builder_.constants.emplace(bits, uint16_t(program().constants.size())).first;
    program().constants.push_back(bits);
  }
  Reg reg = NewReg();
  Emit(Op::Const, reg, found->second);
  return reg;
}

void HostEmitter::MoveTo(Reg to, Reg value) {
  if (to == value) return;
  // A register above `to` is a temporary of this statement, which nothing else reads.
  bool retargets = value > to && last_label_ != out_.code.size() && !out_.code.empty() &&
                   out_.code.back().a == value && runtime::InfoOf(out_.code.back().op).operands[0] == 'D';
  if (retargets) {
    out_.code.back().a = to;
  } else {
    Emit(Op::Move, to, value);
  }
}

void HostEmitter::NameLast(const ir::Var& var) {
  out_.names.push_back({uint32_t(out_.code.size() - 1), std::string(View(var->name))});
}

}  // namespace tirx::codegen
