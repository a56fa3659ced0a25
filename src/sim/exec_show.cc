// SPDX-License-Identifier: Apache-2.0
// What one thread computes, line by line. Programs contain these instructions where a trace was asked for.
#include "sim/address.h"
#include "sim/exec.h"

namespace tirx::sim {
namespace {

// The traced lane of the warp, if it is active.
std::optional<int> TracedLane(const Warp& w) {
  const Trace& trace = w.machine->trace;
  const Dim3& at = w.block->index;
  if (at.x != trace.block.x || at.y != trace.block.y || at.z != trace.block.z) return std::nullopt;
  const Dim3& block = w.machine->block;
  const uint32_t thread = trace.thread.x + block.x * (trace.thread.y + block.y * trace.thread.z);
  if (thread < w.ThreadOf(0) || thread >= w.ThreadOf(w.machine->LanesOfWarp())) return std::nullopt;
  const int lane = int(thread - w.ThreadOf(0));
  if (!HasLane(w.mask, lane)) return std::nullopt;
  return lane;
}

std::string ValueOf(const Warp& w, const ExecInstr* ip, int lane) {
  const Instr& instr = w.machine->program.code[size_t(ip - w.machine->code.data())];
  const bool vector = instr.form & kVectorA;
  const int units = vector ? VectorUnits(instr.type) : 1;
  const size_t at = vector ? size_t(lane) * (IsWide(instr.type) ? 8 : 4) : 0;
  std::string text;
  for (int i = 0; i < instr.b; ++i)
    text.append(i ? ", " : "").append(ValueText(instr.type, w.At<char>(Reg(instr.a + i * units)) + at));
  return instr.b > 1 ? "(" + text + ")" : text;
}

const ExecInstr* RunShow(Warp& w, const ExecInstr* ip) {
  if (auto lane = TracedLane(w))
    w.machine->trace.line(w.machine->SpanOf(ip->site),
                          w.machine->program.texts[ip->aux] + " = " + ValueOf(w, ip, *lane), w);
  return ip + 1;
}

const ExecInstr* RunShowElement(Warp& w, const ExecInstr* ip) {
  if (auto lane = TracedLane(w))
    w.machine->trace.line(
        w.machine->SpanOf(ip->site),
        ElementText(w, w.machine->program.accesses[ip->aux], *lane) + " = " + ValueOf(w, ip, *lane), w);
  return ip + 1;
}

}  // namespace

std::vector<SharedArray> SharedMemoryOf(const Warp& warp) {
  std::vector<SharedArray> arrays;
  for (const SharedLook& look : warp.machine->program.looks) {
    const uint64_t address = *warp.At<uint64_t>(look.reg);
    SharedArray array{look.name, look.dtype, look.shape, reinterpret_cast<void*>(address)};
    if (array.shape.empty()) {
      const Allocation* memory = warp.block->memory.Find(address);
      array.shape.push_back(int64_t(memory->end - memory->begin) / StorageBytes(look.dtype));
    }
    arrays.push_back(std::move(array));
  }
  return arrays;
}

Handler FindShowHandler(const Instr& instr) {
  return instr.op == Op::Show ? RunShow : RunShowElement;
}

}  // namespace tirx::sim
