// SPDX-License-Identifier: Apache-2.0
// C11 with what GCC and clang add, as a dialect of the C-family printer.
#pragma once

#include <string_view>

#include "codegen/c_dialect.h"

namespace tirx::cpu {

const codegen::Dialect& CpuDialect();
// 16-bit floats are kept as their bits, and computed with in float32; smaller ones not at all.
target::NativeTypes NativeTypesOf(std::string_view arch);

}  // namespace tirx::cpu
