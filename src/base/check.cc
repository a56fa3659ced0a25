// SPDX-License-Identifier: Apache-2.0
#include "base/check.h"

namespace tirx {

void ThrowInternalError(const char* file, int line, const char* condition, const std::string& message) {
  throw InternalError(std::string("internal error at ") + file + ":" + std::to_string(line) + ": " + message +
                      " [" + condition + "]");
}

}  // namespace tirx
