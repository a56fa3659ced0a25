// SPDX-License-Identifier: Apache-2.0
// The tables of OpenCL C, one file for each family, joined in dialect.cc.
#pragma once

#include <span>

#include "codegen/c_dialect.h"

namespace tirx::opencl {

std::span<const codegen::EmitRow> MathRows();
std::span<const codegen::EmitRow> GpuRows();
std::span<const codegen::PreludeRow> PreludeRows();

}  // namespace tirx::opencl
