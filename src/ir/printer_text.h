// SPDX-License-Identifier: Apache-2.0
// Literals of the script.
#pragma once

#include <string>
#include <string_view>

#include "base/dtype.h"

namespace tirx::ir {

// `text` as a string literal of the script.
std::string QuoteScript(std::string_view text);
// `text` between triple quotes, its line breaks kept.
std::string QuoteDoc(std::string_view text);
// A finite float that reads back as `value`; always recognisable as a float.
std::string FloatLiteral(double value);
// An integer as its type means it: unsigned types without sign.
std::string IntLiteral(DType dtype, int64_t value);

}  // namespace tirx::ir
