// SPDX-License-Identifier: Apache-2.0
// Establishes: where a vector access is aligned provided that its tensor is, the tensor promises it: the type
// of a parameter or allocation whose alignment the author left open says so, and so do the types of its
// views. The host checks what a parameter promises, and generated code relies on it; kernels without vector
// accesses ask for nothing. An alignment that the author gave (`align=`) stays as it is. Runs after the last
// `simplify`, when the indices of vectors are as they will be, and before the passes that take tensors apart.
// Relies on: `flatten-tensors`.
#pragma once

#include "pass/pass.h"
#include "pass/tensor_root.h"

namespace tirx::pass {

// The widest access of today's devices, bytes.
inline constexpr int64_t kVectorBytes = 16;

// The alignment that an access of so many bytes needs: the largest power of two in it, at most kVectorBytes.
int64_t VectorAlignment(int64_t bytes);
// The alignment in bytes that the tensor's start has or can be made to have. `roots` are those of the
// function's body.
int64_t AlignmentBehind(const ir::Var& tensor, const TensorRoots& roots, const ir::Function& function);

// The function, whose tensor parameters promise so many bytes each; 0: as before.
ir::Function AlignParams(const ir::Function& function, const std::vector<int64_t>& bytes);

Result<ir::IRModule> AlignTensors(ir::IRModule module, const PassContext& context);

}  // namespace tirx::pass
