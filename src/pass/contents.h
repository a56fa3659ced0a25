// SPDX-License-Identifier: Apache-2.0
// What a module holds, as far as passes ask. Most kernels have none of what most passes are about: one walk
// tells which passes need not run.
#pragma once

#include <cstdint>

#include "ir/function.h"

namespace tirx::pass {

using Contents = uint32_t;  // bits

inline constexpr Contents kNothing = 0;
inline constexpr Contents kFunctionCalls = 1 << 0;  // of functions of the module
// Foreign text that names the function that computes the same.
inline constexpr Contents kReferences = 1 << 1;
inline constexpr Contents kMaskedAccess = 1 << 2;
inline constexpr Contents kThreadAllreduce = 1 << 3;
inline constexpr Contents kTileOperations = 1 << 4;
inline constexpr Contents kVectorizedLoops = 1 << 5;
inline constexpr Contents kUnrolledLoops = 1 << 6;
inline constexpr Contents kVectorAccess = 1 << 7;  // indices that are ramps
// Values, tensors or pointers of any float but float32, which every target has.
inline constexpr Contents kOtherFloats = 1 << 8;
inline constexpr Contents kSubByteElements = 1 << 9;   // of tensors
inline constexpr Contents kAnyContent = ~Contents(0);  // also modules that have none of the above

Contents ContentsOf(const ir::IRModule& module);

}  // namespace tirx::pass
