// SPDX-License-Identifier: Apache-2.0
// Control flow over the mask stack. A construct that lanes may take differently pushes an entry; uniform
// branches only jump. Where the mask has become empty, control goes to the nearest place that brings lanes
// back.
#include "sim/exec.h"
#include "sim/lane_bits.h"

namespace tirx::sim {

void Warp::Retire(LaneMask lanes) {
  live &= ~lanes;
  mask &= ~lanes;
  for (int i = 0; i < depth; ++i) {
    masks[i].saved &= ~lanes;
    masks[i].other &= ~lanes;
  }
}

namespace {

const ExecInstr* Target(const Warp& w, const ExecInstr* ip) {
  return w.machine->code.data() + ip->aux;
}

const ExecInstr* RunExit(Warp& w, const ExecInstr* ip) {
  w.ran_to_end = w.live != 0;
  w.live = w.mask = 0;
  return w.Stop(WarpState::Exited, ip);
}

const ExecInstr* RunJump(Warp& w, const ExecInstr* ip) {
  return Target(w, ip);
}

const ExecInstr* RunJumpIfZero(Warp& w, const ExecInstr* ip) {
  return *w.At<uint32_t>(ip->a) ? ip + 1 : Target(w, ip);
}

const ExecInstr* RunIf(Warp& w, const ExecInstr* ip) {
  LaneMask taken = w.mask & MaskOfBools(w.At<uint32_t>(ip->a));
  w.masks[w.depth++] = {w.mask, w.mask & ~taken};
  w.mask = taken;
  return taken ? ip + 1 : Target(w, ip);
}

const ExecInstr* RunElse(Warp& w, const ExecInstr* ip) {
  w.mask = w.masks[w.depth - 1].other;
  return w.mask ? ip + 1 : Target(w, ip);
}

const ExecInstr* RunEndIf(Warp& w, const ExecInstr* ip) {
  w.mask = w.masks[--w.depth].saved;
  return w.mask ? ip + 1 : Target(w, ip);
}

const ExecInstr* RunLoopBegin(Warp& w, const ExecInstr* ip) {
  w.masks[w.depth++] = {w.mask, kNoLanes};
  return ip + 1;
}

const ExecInstr* RunLoopTest(Warp& w, const ExecInstr* ip) {
  w.mask &= MaskOfBools(w.At<uint32_t>(ip->a));
  return w.mask ? ip + 1 : Target(w, ip);
}

const ExecInstr* RunLoopNext(Warp& w, const ExecInstr* ip) {
  MaskEntry& loop = w.masks[w.depth - 1];
  w.mask |= loop.other;
  loop.other = 0;
  return w.mask ? ip + 1 : Target(w, ip);
}

// Takes the active lanes out of the constructs between here and the loop's entry, which is returned.
MaskEntry& LeaveTo(Warp& w, const ExecInstr* ip) {
  MaskEntry* loop = &w.masks[w.depth - 1 - ip->b];
  for (MaskEntry* entry = loop + 1; entry < w.masks + w.depth; ++entry) {
    entry->saved &= ~w.mask;
    entry->other &= ~w.mask;
  }
  return *loop;
}

const ExecInstr* RunBreak(Warp& w, const ExecInstr* ip) {
  LeaveTo(w, ip);
  w.mask = 0;
  return Target(w, ip);
}

const ExecInstr* RunContinue(Warp& w, const ExecInstr* ip) {
  LeaveTo(w, ip).other |= w.mask;
  w.mask = 0;
  return Target(w, ip);
}

const ExecInstr* RunReturn(Warp& w, const ExecInstr* ip) {
  w.Retire(w.mask);
  return w.live ? Target(w, ip) : w.Stop(WarpState::Exited, ip);
}

const ExecInstr* RunTrap(Warp& w, const ExecInstr* ip) {
  Machine& m = *w.machine;
  m.Report(DK::SimAssertion, w, ip->site, w.mask,
           [&](int) { return diag::Make(DK::SimAssertion, m.SpanOf(ip->site), {m.program.texts[ip->a]}); });
  return RunReturn(w, ip);
}

}  // namespace

Handler FindControlHandler(const Instr& instr) {
  switch (instr.op) {
    case Op::Exit:
      return RunExit;
    case Op::Jump:
      return RunJump;
    case Op::JumpIfZero:
      return RunJumpIfZero;
    case Op::If:
      return RunIf;
    case Op::Else:
      return RunElse;
    case Op::EndIf:
    case Op::LoopEnd:
      return RunEndIf;
    case Op::LoopBegin:
      return RunLoopBegin;
    case Op::LoopTest:
      return RunLoopTest;
    case Op::LoopNext:
      return RunLoopNext;
    case Op::Break:
      return RunBreak;
    case Op::Continue:
      return RunContinue;
    case Op::Return:
      return RunReturn;
    case Op::Trap:
      return RunTrap;
    default:
      return nullptr;
  }
}

}  // namespace tirx::sim
