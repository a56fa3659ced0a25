// SPDX-License-Identifier: Apache-2.0
// Bytes as text, for attributes of the IR, which are text in JSON and in scripts.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace tirx {

// RFC 4648, section 4: with padding, in one line.
std::string EncodeBase64(std::string_view bytes);
// Nothing for what EncodeBase64 does not make.
std::optional<std::string> DecodeBase64(std::string_view text);

}  // namespace tirx
