// SPDX-License-Identifier: Apache-2.0
// Calls of semantics functions, and the bookkeeping of mutable cells that live in registers.
#include "sim/exec.h"

namespace tirx::sim {
namespace {

const ExecInstr* RunCallOp(Warp& w, const ExecInstr* ip) {
  const OpCall& call = w.machine->program.calls[ip->aux];
  w.path.Note(ip->site);
  OpContext context(w, call, ip->site);
  call.semantics(context);
  if (__builtin_expect(w.state == WarpState::Ready, 1)) return ip + 1;
  // A blocked warp tries the same instruction again.
  w.ip = w.state == WarpState::Blocked ? ip : ip + 1;
  return nullptr;
}

const ExecInstr* RunMarkCell(Warp& w, const ExecInstr* ip) {
  *w.At<LaneMask>(ip->d) |= w.mask;
  return ip + 1;
}

const ExecInstr* RunCheckCell(Warp& w, const ExecInstr* ip) {
  LaneMask bad = w.mask & ~*w.At<LaneMask>(ip->a);
  if (__builtin_expect(bad == 0, 1)) return ip + 1;
  Machine& m = *w.machine;
  m.Report(DK::SimUninitialised, w, ip->site, bad, [&](int) {
    return diag::Make(DK::SimUninitialised, m.SpanOf(ip->site), {m.program.texts[ip->aux]});
  });
  return ip + 1;
}

}  // namespace

Handler FindCallHandler(const Instr& instr) {
  switch (instr.op) {
    case Op::CallOp:
      return RunCallOp;
    case Op::MarkCell:
      return RunMarkCell;
    case Op::CheckCell:
      return RunCheckCell;
    case Op::Show:
    case Op::ShowElement:
      return FindShowHandler(instr);
    default:
      return nullptr;
  }
}

}  // namespace tirx::sim
