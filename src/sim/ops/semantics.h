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
void Log(OpContext& ctx);
void Log2(OpContext& ctx);
void Sqrt(OpContext& ctx);  // correctly rounded
void Rsqrt(OpContext& ctx);
void Tanh(OpContext& ctx);
void Sin(OpContext& ctx);
void Cos(OpContext& ctx);
void Erf(OpContext& ctx);
void Floor(OpContext& ctx);  // exact, as the next three
void Ceil(OpContext& ctx);
void Trunc(OpContext& ctx);
void Round(OpContext& ctx);  // ties to even
void Abs(OpContext& ctx);    // exact; |INT_MIN| is reported
void Pow(OpContext& ctx);
void Fmod(OpContext& ctx);  // exact
void Fma(OpContext& ctx);   // correctly rounded
void IsNan(OpContext& ctx);
void IsInf(OpContext& ctx);
void IsFinite(OpContext& ctx);
void Popcount(OpContext& ctx);
void Clz(OpContext& ctx);

// ops/index.cc: the attribute `axis` is "x", "y" or "z"
void BlockIdx(OpContext& ctx);
void ThreadIdx(OpContext& ctx);
void GridDim(OpContext& ctx);
void BlockDim(OpContext& ctx);
void LinearThreadId(OpContext& ctx);
void LaneId(OpContext& ctx);
void SubgroupSize(OpContext& ctx);

// ops/subgroup.cc: all running lanes of the subgroup must take part
void Sync(OpContext& ctx);
void SubgroupSync(OpContext& ctx);
void Shuffle(OpContext& ctx);
void ShuffleUp(OpContext& ctx);
void ShuffleDown(OpContext& ctx);
void ShuffleXor(OpContext& ctx);
void Any(OpContext& ctx);
void All(OpContext& ctx);
void Ballot(OpContext& ctx);
// Floats are summed as a butterfly does it: lanes 16 apart first, then 8, 4, 2, 1.
void SubgroupSum(OpContext& ctx);
void SubgroupMax(OpContext& ctx);
void SubgroupMin(OpContext& ctx);

// ops/atomic.cc: argument 0 is the element's address; lanes take their turns in order
void AtomicAdd(OpContext& ctx);
void AtomicMin(OpContext& ctx);
void AtomicMax(OpContext& ctx);
void AtomicExchange(OpContext& ctx);
void AtomicCas(OpContext& ctx);

}  // namespace tirx::sim
