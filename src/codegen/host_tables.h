// SPDX-License-Identifier: Apache-2.0
// Which host instruction an operator, an operation or an element type becomes.
#pragma once

#include <optional>
#include <string_view>

#include "base/dtype.h"
#include "ir/expr.h"
#include "runtime/host_program.h"

namespace tirx::codegen {

using runtime::HostOp;

// How a register holds a value; host_ops.def says what each means.
enum class HostClass { Signed, Unsigned, Bool, Float, Handle };

// Nothing for types that host code cannot compute with: vectors, 8-bit floats, sub-byte integers.
std::optional<HostClass> HostClassOf(DType dtype);

struct HostBinary {
  HostOp op;
  bool swap = false;    // operands change places
  bool rounds = false;  // the result must be brought back to the type's width
};
// Nothing where there is no single instruction.
std::optional<HostBinary> FindBinary(ir::BinaryOp op, HostClass operands);

// A function of one or two floats, or `abs`.
std::optional<HostOp> FindMath(std::string_view op, HostClass operands);

HostOp LoadOf(DType dtype);
HostOp StoreOf(DType dtype);
// What brings the result of a 64-bit operation back to the type; nothing for 64-bit types. Signed 32-bit
// overflow is an error, narrower integers wrap.
std::optional<HostOp> NarrowingOf(DType dtype);
// The same, where every value wraps: conversions, bit operations.
std::optional<HostOp> WrappingOf(DType dtype);

runtime::HostValueKind ValueKindOf(DType dtype);

}  // namespace tirx::codegen
