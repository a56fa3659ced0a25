// SPDX-License-Identifier: Apache-2.0
// The attributes by which a call of `external_kernel` carries its kernel: `source` is text, `image` a binary
// in Base64; `format` is a file's suffix, and absent for text of the target's own language.
#pragma once

#include <string>

#include "ir/op.h"

namespace tirx::script {

void SetKernelSource(const std::string& bytes, const std::string& format, Attrs* attrs);

// A whole file, which may be text or a binary; fails without a place.
Result<std::string> ReadKernelFile(const std::string& path);
// "ptx" of "k.ptx".
std::string FormatOfFile(const std::string& path);

}  // namespace tirx::script
