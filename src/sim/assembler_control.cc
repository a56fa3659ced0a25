// SPDX-License-Identifier: Apache-2.0
// Structured control flow: which masks are pushed, and where control goes when no lane is left.
#include <algorithm>

#include "base/check.h"
#include "sim/assembler.h"

namespace tirx::sim {

void Assembler::PatchHere(std::vector<uint32_t>& jumps) {
  for (uint32_t jump : jumps) program_.code[jump].aux = Here();
  jumps.clear();
}

void Assembler::PatchToRestore(uint32_t instr) {
  for (auto it = constructs_.rbegin(); it != constructs_.rend(); ++it) {
    if (!it->divergent) continue;
    it->restore.push_back(instr);
    return;
  }
  // Outside of all constructs every running lane is active: the case does not come up.
  program_.code[instr].aux = instr + 1;
}

Assembler::Construct* Assembler::Innermost(Construct::Kind kind) {
  for (auto it = constructs_.rbegin(); it != constructs_.rend(); ++it)
    if (it->kind == kind) return &*it;
  TIRX_UNREACHABLE("break, continue or return outside of what it leaves");
}

void Assembler::BeginIf(Value condition) {
  Construct construct;
  construct.divergent = condition.vector;
  if (condition.vector) program_.max_depth = std::max(program_.max_depth, ++depth_);
  uint32_t branch = Emit({.op = condition.vector ? Op::If : Op::JumpIfZero, .a = condition.reg});
  (construct.divergent ? construct.restore : construct.next).push_back(branch);
  constructs_.push_back(std::move(construct));
}

void Assembler::BeginElse() {
  Construct& construct = constructs_.back();
  if (construct.divergent) {
    PatchHere(construct.restore);
    construct.restore.push_back(Emit({.op = Op::Else}));
    return;
  }
  construct.exit.push_back(Emit({.op = Op::Jump}));
  PatchHere(construct.next);
}

void Assembler::EndIf() {
  Construct& construct = constructs_.back();
  PatchHere(construct.next);
  PatchHere(construct.exit);
  if (construct.divergent)
    CloseMasks(construct, Op::EndIf);
  else
    constructs_.pop_back();
}

void Assembler::CloseMasks(Construct& construct, Op op) {
  PatchHere(construct.restore);
  uint32_t end = Emit({.op = op});
  constructs_.pop_back();
  --depth_;
  PatchToRestore(end);
}

void Assembler::BeginLoop(bool divergent) {
  Construct construct;
  construct.kind = Construct::Loop;
  construct.divergent = divergent;
  if (divergent) {
    program_.max_depth = std::max(program_.max_depth, ++depth_);
    Emit({.op = Op::LoopBegin});
  }
  construct.head = Here();
  constructs_.push_back(std::move(construct));
}

void Assembler::LoopWhile(Value condition) {
  Construct& loop = *Innermost(Construct::Loop);
  TIRX_CHECK(loop.divergent || !condition.vector, "a condition per lane in a uniform loop");
  loop.exit.push_back(Emit({.op = condition.vector ? Op::LoopTest : Op::JumpIfZero, .a = condition.reg}));
}

void Assembler::BeginNext() {
  Construct& loop = *Innermost(Construct::Loop);
  PatchHere(loop.next);
  if (!loop.divergent) return;
  PatchHere(loop.restore);
  loop.exit.push_back(Emit({.op = Op::LoopNext}));
}

void Assembler::EndLoop() {
  Construct& loop = constructs_.back();
  Emit({.op = Op::Jump, .aux = loop.head});
  PatchHere(loop.exit);
  if (loop.divergent)
    CloseMasks(loop, Op::LoopEnd);
  else
    constructs_.pop_back();
}

void Assembler::Leave(Construct& construct, Op op, std::vector<uint32_t>& uniform_jumps) {
  if (!construct.divergent) {
    uniform_jumps.push_back(Emit({.op = Op::Jump}));
    return;
  }
  Reg above = 0;
  for (size_t i = constructs_.size(); &constructs_[i - 1] != &construct; --i)
    above += constructs_[i - 1].divergent;
  PatchToRestore(Emit({.op = op, .b = above}));
}

void Assembler::Break() {
  Construct& loop = *Innermost(Construct::Loop);
  Leave(loop, Op::Break, loop.exit);
}

void Assembler::Continue() {
  Construct& loop = *Innermost(Construct::Loop);
  Leave(loop, Op::Continue, loop.next);
}

void Assembler::BeginBlock(bool divergent) {
  BeginLoop(divergent);
  constructs_.back().kind = Construct::Block;
}

void Assembler::LeaveBlock() {
  Construct& block = *Innermost(Construct::Block);
  Leave(block, Op::Break, block.exit);
}

void Assembler::EndBlock() {
  Construct& block = constructs_.back();
  PatchHere(block.exit);
  if (block.divergent)
    CloseMasks(block, Op::LoopEnd);
  else
    constructs_.pop_back();
}

void Assembler::Return() {
  PatchToRestore(Emit({.op = Op::Return}));
}

void Assembler::Trap(const std::string& message) {
  uint32_t text = AddText(message);
  TIRX_CHECK(text <= 0xffff, "too many messages");
  PatchToRestore(Emit({.op = Op::Trap, .a = Reg(text)}));
}

}  // namespace tirx::sim
