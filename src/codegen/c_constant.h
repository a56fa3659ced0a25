// SPDX-License-Identifier: Apache-2.0
// Constants as C literals, exact to the last bit.
#pragma once

#include "codegen/c_dialect.h"
#include "codegen/c_text.h"

namespace tirx::codegen {

CText IntLiteral(const Dialect& dialect, DType t, int64_t value);
// An operand of `&`, `|` or `^`: in hexadecimal from 16 on.
CText MaskLiteral(const Dialect& dialect, DType t, int64_t value);
// `t` must have a row in the dialect.
CText FloatLiteral(const Dialect& dialect, DType t, double value);
// A C string literal, quotes included.
std::string StringLiteral(std::string_view text);

}  // namespace tirx::codegen
