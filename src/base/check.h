// SPDX-License-Identifier: Apache-2.0
// Internal errors: bugs of tirx itself, never a user's mistake. Always with a message.
#pragma once

#include <stdexcept>
#include <string>

namespace tirx {

// Thrown by TIRX_CHECK. The pass manager adds the pass and the IR; the library edge turns it into exit code 3
// or a Python RuntimeError. It is a plain C++ exception: tvm-ffi errors collect a backtrace, which is slow.
class InternalError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

[[noreturn, gnu::cold]] void ThrowInternalError(const char* file, int line, const char* condition,
                                                const std::string& message);

}  // namespace tirx

// The message expression is evaluated only on failure.
#define TIRX_CHECK(condition, message)                                                     \
  do {                                                                                     \
    if (!(condition)) ::tirx::ThrowInternalError(__FILE__, __LINE__, #condition, message); \
  } while (false)

#define TIRX_UNREACHABLE(message) ::tirx::ThrowInternalError(__FILE__, __LINE__, "unreachable", message)
