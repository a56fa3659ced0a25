// SPDX-License-Identifier: Apache-2.0
// UTF-8, as RFC 3629 section 4 defines it.
#pragma once

#include <cstddef>
#include <string_view>

namespace tirx {

// Bytes of the character that begins at `pos`: 1 to 4; 0 where the bytes are not UTF-8 (or end too early).
size_t Utf8Length(std::string_view text, size_t pos);

// The position of the first byte that is not UTF-8; text.size() when all of it is.
size_t FirstNonUtf8(std::string_view text);

}  // namespace tirx
