// SPDX-License-Identifier: Apache-2.0
// Two loads, a product and a sum in one go, as inner products are made of: an instruction takes longer to get
// to than to carry out.
#include "sim/exec.h"
#include "sim/known_run.h"

namespace tirx::sim {
inline namespace TIRX_SIM_ISA {
namespace {

constexpr uint8_t kAllVectors = kVectorD | kVectorA | kVectorB;

void CountSteps(Warp& w, int steps) {
  w.steps += uint64_t(steps);
  w.machine->steps += uint64_t(steps);
}

// Both in one loop, whose product stays in a register; it is a result of arithmetic, so it goes into the sum
// as it is.
template <class T>
void MultiplyAndAdd(Warp& w, const ExecInstr* mul, const ExecInstr* add) {
  using L = typename T::Lane;
  L* product = w.At<L>(mul->d);
  L* sum = w.At<L>(add->d);
  const L* a = w.At<L>(mul->a);
  const L* b = w.At<L>(mul->b);
  const L* c = w.At<L>(add->a == mul->d ? add->b : add->a);
  TIRX_SIM_LANES(i, kLanes) {
    const L ab = T::Norm(T::In(a[i]) * T::In(b[i])), other = T::In(c[i]);
    product[i] = ab;
    sum[i] = T::Norm(ab + other);
  }
}

// As its four instructions would; from a load on that is not the common one, they do.
template <class T>
const ExecInstr* RunProduct(Warp& w, const ExecInstr* ip) {
  const Handler load = ip[1].handler;  // the first one's is this function
  for (int done = 0; done < 2; ++done, ++ip) {
    if (TryKnownLoad<F32Traits>(w, ip)) continue;
    CountSteps(w, done);
    return load(w, ip);
  }
  MultiplyAndAdd<T>(w, ip, ip + 1);
  CountSteps(w, 3);
  return ip + 2;
}

bool Is(const Instr& instr, Op op, uint8_t form) {
  return instr.op == op && instr.type == Type::F32 && instr.form == form;
}

}  // namespace

Handler FindProductHandler(const Instr* first, const NumericMode& mode) {
  if (!Is(first[0], Op::Load, kVectorD) || !Is(first[1], Op::Load, kVectorD) ||
      !Is(first[2], Op::Mul, kAllVectors) || !Is(first[3], Op::Add, kAllVectors))
    return nullptr;
  if ((first[3].a == first[2].d) == (first[3].b == first[2].d))
    return nullptr;  // not the product and another
  return mode.ftz ? RunProduct<FlushedFloatTraits> : RunProduct<F32Traits>;
}

}  // namespace TIRX_SIM_ISA
}  // namespace tirx::sim
