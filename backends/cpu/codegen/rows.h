// SPDX-License-Identifier: Apache-2.0
// The tables of the dialect, by what they are about.
#pragma once

#include <span>

#include "codegen/c_dialect.h"

namespace tirx::cpu {

std::span<const codegen::EmitRow> OpRows();
std::span<const codegen::PreludeRow> PreludeRows();

}  // namespace tirx::cpu
