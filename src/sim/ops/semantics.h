// SPDX-License-Identifier: Apache-2.0
// Semantics functions of the core operations; op rows (backend/core) point at them. Unless said otherwise the
// result is that of the mathematical function, computed in double and rounded once to the type: at most
// 0.5000001 ulp for types up to float32, the C library's accuracy for float64.
#pragma once

#include "sim/op_context.h"

namespace tirx::sim {

// ops/math.cc
void Exp(OpContext& ctx);
void Exp2(OpContext& ctx);
void Exp10(OpContext& ctx);
void Expm1(OpContext& ctx);
void Log(OpContext& ctx);
void Log2(OpContext& ctx);
void Log10(OpContext& ctx);
void Log1p(OpContext& ctx);
void Sqrt(OpContext& ctx);  // correctly rounded
void Rsqrt(OpContext& ctx);
void Sin(OpContext& ctx);
void Cos(OpContext& ctx);
void Tan(OpContext& ctx);
void Asin(OpContext& ctx);
void Acos(OpContext& ctx);
void Atan(OpContext& ctx);
void Sinh(OpContext& ctx);
void Cosh(OpContext& ctx);
void Tanh(OpContext& ctx);
void Asinh(OpContext& ctx);
void Acosh(OpContext& ctx);
void Atanh(OpContext& ctx);
void Erf(OpContext& ctx);
void Sigmoid(OpContext& ctx);
void Floor(OpContext& ctx);  // exact, as the next five
void Ceil(OpContext& ctx);
void Trunc(OpContext& ctx);
void Round(OpContext& ctx);     // ties to even
void Saturate(OpContext& ctx);  // into [0, 1]; NaN gives 0
void Abs(OpContext& ctx);       // |INT_MIN| is reported
void Pow(OpContext& ctx);
void Fmod(OpContext& ctx);  // exact
void Divide(OpContext& ctx);
void Atan2(OpContext& ctx);
void Hypot(OpContext& ctx);
void CopySign(OpContext& ctx);   // exact
void NextAfter(OpContext& ctx);  // exact
void Ldexp(OpContext& ctx);      // correctly rounded
void QMultiplyShift(OpContext& ctx);
void Fma(OpContext& ctx);  // correctly rounded
void IsNan(OpContext& ctx);
void IsInf(OpContext& ctx);
void IsFinite(OpContext& ctx);
void Popcount(OpContext& ctx);
void Clz(OpContext& ctx);
void Ctz(OpContext& ctx);

// ops/index.cc: the attribute `axis` is "x", "y" or "z"
void BlockIdx(OpContext& ctx);
void ThreadIdx(OpContext& ctx);
void GridDim(OpContext& ctx);
void BlockDim(OpContext& ctx);
void LinearThreadId(OpContext& ctx);
void LaneId(OpContext& ctx);
void WarpId(OpContext& ctx);
void WarpgroupId(OpContext& ctx);
void WarpInWarpgroup(OpContext& ctx);
void ThreadInWarpgroup(OpContext& ctx);
void SubgroupSize(OpContext& ctx);

// ops/barrier.cc
void Sync(OpContext& ctx);
void SubgroupSync(OpContext& ctx);
void NumberedBarrier(OpContext& ctx);   // number, threads
void NumberedArrive(OpContext& ctx);    // likewise
void WarpgroupBarrier(OpContext& ctx);  // number
void SyncCount(OpContext& ctx);
void SyncAnd(OpContext& ctx);
void SyncOr(OpContext& ctx);

// ops/cluster.cc
void ClusterCtaId(OpContext& ctx);  // the attribute `axis`, as in the next three
void ClusterId(OpContext& ctx);
void ClusterDim(OpContext& ctx);
void ClusterGridDim(OpContext& ctx);
void ClusterCtaRank(OpContext& ctx);
void ClusterSize(OpContext& ctx);
void CtaPairId(OpContext& ctx);
void MapSharedRank(OpContext& ctx);  // address, rank
void ClusterArrive(OpContext& ctx);
void ClusterWait(OpContext& ctx);
void ClusterSync(OpContext& ctx);
void GridSync(OpContext& ctx);

// ops/shuffle.cc, ops/vote.cc: all running lanes of the subgroup must take part; for `Named` ones, those that
// operand 0 names.
void Shuffle(OpContext& ctx);
void ShuffleUp(OpContext& ctx);
void ShuffleDown(OpContext& ctx);
void ShuffleXor(OpContext& ctx);
void Any(OpContext& ctx);
void All(OpContext& ctx);
void Ballot(OpContext& ctx);
void NamedShuffle(OpContext& ctx);  // also: the attribute `width`, as in the next three
void NamedShuffleUp(OpContext& ctx);
void NamedShuffleDown(OpContext& ctx);
void NamedShuffleXor(OpContext& ctx);
void NamedAny(OpContext& ctx);
void NamedAll(OpContext& ctx);
void NamedUniform(OpContext& ctx);
void NamedBallot(OpContext& ctx);
void NamedMatchAny(OpContext& ctx);
void NamedMatchAll(OpContext& ctx);
void NamedSum(OpContext& ctx);  // of 32-bit integers, as the next five
void NamedMin(OpContext& ctx);
void NamedMax(OpContext& ctx);
void NamedAnd(OpContext& ctx);
void NamedOr(OpContext& ctx);
void NamedXor(OpContext& ctx);
void ElectLane(OpContext& ctx);  // the first of the running lanes

// ops/reduction.cc
void SubgroupSum(OpContext& ctx);  // the attribute `width`, if there is one: parts of that many lanes
void SubgroupMax(OpContext& ctx);
void SubgroupMin(OpContext& ctx);
void SubgroupReduce(OpContext& ctx);  // the attribute `op` is "sum", "max" or "min"
void BlockSum(OpContext& ctx);
void BlockMax(OpContext& ctx);
void BlockMin(OpContext& ctx);
void BlockReduce(OpContext& ctx);  // the attribute `op`, as above

// ops/atomic.cc: argument 0 is the element's address; lanes take their turns in order
void AtomicAdd(OpContext& ctx);
void AtomicMin(OpContext& ctx);
void AtomicMax(OpContext& ctx);
void AtomicAnd(OpContext& ctx);
void AtomicOr(OpContext& ctx);
void AtomicXor(OpContext& ctx);
void AtomicExchange(OpContext& ctx);
void AtomicCas(OpContext& ctx);    // compares bits, as hardware does
void LoadElement(OpContext& ctx);  // of a vector, one component

// ops/logic.cc
void IsNull(OpContext& ctx);
void Same(OpContext& ctx);       // argument 0, a bool
void Hint(OpContext& ctx);       // does nothing
void Assume(OpContext& ctx);     // traps where argument 0 does not hold
void Undefined(OpContext& ctx);  // NaN, or 0x5a in every byte: what depends on it shows

// ops/print.cc: the attribute `format`; lanes print in order
void Print(OpContext& ctx);

}  // namespace tirx::sim
