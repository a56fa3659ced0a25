// SPDX-License-Identifier: Apache-2.0
// Copies, assignment under the mask, selection. Only the width of the type matters, so values move as
// integers.
#include "sim/exec.h"

namespace tirx::sim {
inline namespace TIRX_SIM_ISA {
namespace {

template <class L, int N, int SA>
const ExecInstr* RunCopy(Warp& w, const ExecInstr* ip) {
  L* d = w.At<L>(ip->d);
  const L* a = w.At<L>(ip->a);
  const L a0 = *a;
  TIRX_SIM_LANES(i, N) d[i] = SA ? a[i] : a0;
  return ip + 1;
}

template <class L, int N, int SA>
const ExecInstr* RunAssign(Warp& w, const ExecInstr* ip) {
  if (w.mask == kAllLanes) return RunCopy<L, N, SA>(w, ip);
  if (w.mask == kNoLanes) return ip + 1;
  if constexpr (N == 1) {
    return RunCopy<L, 1, 0>(w, ip);
  } else {
    L* d = w.At<L>(ip->d);
    const L* a = w.At<L>(ip->a);
    const L a0 = *a;
    const LaneMask mask = w.mask;
    TIRX_SIM_LANES(i, N) d[i] = (mask >> i) & 1 ? (SA ? a[i] : a0) : d[i];
    return ip + 1;
  }
}

template <class L, int N>
const ExecInstr* RunSelect(Warp& w, const ExecInstr* ip) {
  L* d = w.At<L>(ip->d);
  const L* a = w.At<L>(ip->a);
  const L* b = w.At<L>(ip->b);
  const uint32_t* c = w.At<uint32_t>(ip->c);
  TIRX_SIM_LANES(i, N) d[i] = c[i] ? a[i] : b[i];
  return ip + 1;
}

template <class L>
const ExecInstr* RunFirstActive(Warp& w, const ExecInstr* ip) {
  *w.At<L>(ip->d) = w.mask ? w.At<L>(ip->a)[FirstLane(w.mask)] : L(0);
  return ip + 1;
}

template <class L>
Handler FindForWidth(const Instr& instr) {
  const bool vector_d = instr.form & kVectorD, vector_a = instr.form & kVectorA;
  switch (instr.op) {
    case Op::Copy:
      if (!vector_d) return vector_a ? nullptr : RunCopy<L, 1, 0>;
      return vector_a ? RunCopy<L, kLanes, 1> : RunCopy<L, kLanes, 0>;
    case Op::Assign:
      if (!vector_d) return vector_a ? nullptr : RunAssign<L, 1, 0>;
      return vector_a ? RunAssign<L, kLanes, 1> : RunAssign<L, kLanes, 0>;
    case Op::Select:
      if (instr.form == 0) return RunSelect<L, 1>;
      return instr.form == (kVectorD | kVectorA | kVectorB) ? RunSelect<L, kLanes> : nullptr;
    case Op::FirstActive:
      return RunFirstActive<L>;
    default:
      return nullptr;
  }
}

}  // namespace

Handler FindMoveHandler(const Instr& instr) {
  return IsWide(instr.type) ? FindForWidth<uint64_t>(instr) : FindForWidth<uint32_t>(instr);
}

}  // namespace TIRX_SIM_ISA
}  // namespace tirx::sim
