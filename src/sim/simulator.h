// SPDX-License-Identifier: Apache-2.0
// The functional simulator: runs a lowered device function on the CPU and says what it did wrong.
#pragma once

#include <vector>

#include "diag/result.h"
#include "sim/bytecode.h"
#include "sim/checks.h"
#include "sim/numeric_mode.h"
#include "sim/trace.h"

namespace tirx::ir {
struct Function;
struct IRModule;
}  // namespace tirx::ir

namespace tirx::sim {

struct Isa;

// A pointer to host memory that the kernel may touch, with its size; or a scalar.
struct KernelArg {
  void* pointer = nullptr;
  uint64_t bytes = 0;  // of the allocation behind `pointer`
  bool is_pointer = false;
  DType dtype = Int(32);  // of a scalar
  uint64_t bits = 0;      // its bits, in the low bytes

  static KernelArg Pointer(void* data, uint64_t bytes) { return {data, bytes, true, Handle(), 0}; }
  static KernelArg Integer(DType dtype, int64_t value);
  static KernelArg FloatingPoint(DType dtype, double value);
};

struct LaunchDims {
  Dim3 grid, block;
  uint64_t dynamic_smem_bytes = 0;
  Dim3 cluster = {};         // blocks of a cluster
  bool cooperative = false;  // all blocks run at once
};

struct RunOptions {
  NumericMode numeric;
  int subgroup_size = kLanes;  // of the target: a power of two, at most 64
  Checks checks;
  uint64_t step_budget = uint64_t(1) << 28;  // instructions of one warp in one block
  int fault_limit = 20;                      // places that are reported
  int threads = 0;                           // of the host; 0: one per core. Results do not depend on it
  const Isa* isa = nullptr;                  // of the host; null: the widest that it has
  Trace trace;                               // of a program that was lowered for it
};

struct LaunchReport {
  uint64_t steps = 0;         // warp instructions carried out
  uint64_t shared_bytes = 0;  // of the blocks that ran at once
  uint64_t shadow_bytes = 0;  // what the checks have kept of those, at most
  bool completed = true;      // false: a fault ended the kernel early
  diag::Diagnostics faults;
};

// Runs the kernel. Fails when the arguments or dimensions do not fit the program; what the kernel does wrong
// stands in the report. A grid with a zero extent succeeds and runs nothing.
Result<LaunchReport> Run(const Program& program, const std::vector<KernelArg>& args, const LaunchDims& dims,
                         const RunOptions& options = {});

// Translates a device function: parameters are pointers and scalars, tensors are declared inside. Private
// functions of the module that it calls are inlined. `traced`: the program can tell what a thread computes.
Result<Program> LowerKernel(const ir::Function& kernel, const ir::IRModule& module, bool traced = false);

}  // namespace tirx::sim
