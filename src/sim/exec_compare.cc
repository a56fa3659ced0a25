// SPDX-License-Identifier: Apache-2.0
// Comparisons: bool lanes of 0 and 1. Greater-than is written with its operands exchanged.
#include "sim/exec.h"

namespace tirx::sim {
inline namespace TIRX_SIM_ISA {
namespace {

// clang-format off
struct EqOp { template <class L> static bool Apply(L a, L b) { return a == b; } };
struct NeOp { template <class L> static bool Apply(L a, L b) { return a != b; } };
struct LtOp { template <class L> static bool Apply(L a, L b) { return a < b; } };
struct LeOp { template <class L> static bool Apply(L a, L b) { return a <= b; } };
// clang-format on

template <class T, class F, int N, int SA, int SB>
const ExecInstr* RunCompare(Warp& w, const ExecInstr* ip) {
  using L = typename T::Lane;
  uint32_t* d = w.At<uint32_t>(ip->d);
  const L* a = w.At<L>(ip->a);
  const L* b = w.At<L>(ip->b);
  const L a0 = *a, b0 = *b;
  TIRX_SIM_LANES(i, N) d[i] = F::Apply(T::In(SA ? a[i] : a0), T::In(SB ? b[i] : b0));
  return ip + 1;
}

template <class F>
Handler FindFor(const Instr& instr, const NumericMode& mode) {
  return WithArithmeticTraits(instr.type, mode, [&](auto traits) -> Handler {
    using T = decltype(traits);
    switch (instr.form) {
      case 0:
        return RunCompare<T, F, 1, 0, 0>;
      case kVectorD | kVectorA:
        return RunCompare<T, F, kLanes, 1, 0>;
      case kVectorD | kVectorB:
        return RunCompare<T, F, kLanes, 0, 1>;
      case kVectorD | kVectorA | kVectorB:
        return RunCompare<T, F, kLanes, 1, 1>;
      default:
        return nullptr;
    }
  });
}

}  // namespace

Handler FindCompareHandler(const Instr& instr, const NumericMode& mode) {
  switch (instr.op) {
    case Op::Eq:
      return FindFor<EqOp>(instr, mode);
    case Op::Ne:
      return FindFor<NeOp>(instr, mode);
    case Op::Lt:
      return FindFor<LtOp>(instr, mode);
    case Op::Le:
      return FindFor<LeOp>(instr, mode);
    default:
      return nullptr;
  }
}

}  // namespace TIRX_SIM_ISA
}  // namespace tirx::sim
