// SPDX-License-Identifier: Apache-2.0
// How the runtime reports failures: RuntimeStatus from functions that load and link, Raise() from functions
// that follow tvm-ffi's call convention (0, or -1 with the thread's pending error set). Nothing here throws.
#pragma once

#include <string>
#include <utility>

namespace tirx::runtime {

// The error kinds that the runtime uses; Python turns them into the exceptions of the same names.
inline constexpr const char* kValueError = "ValueError";
inline constexpr const char* kTypeError = "TypeError";
inline constexpr const char* kRuntimeError = "RuntimeError";
inline constexpr const char* kInternalError = "InternalError";

struct [[nodiscard]] RuntimeStatus {
  const char* kind = nullptr;  // null: success
  std::string message;

  bool ok() const { return kind == nullptr; }
  static RuntimeStatus Error(const char* kind, std::string message) { return {kind, std::move(message)}; }
};

// Sets the calling thread's pending tvm-ffi error; returns -1, so that callers can `return Raise(...)`. The
// error carries no backtrace: collecting one reads debug information, which takes 0.2 s the first time.
int Raise(const char* kind, const std::string& message);

// 0 for success, else Raise().
int Raise(const RuntimeStatus& status);

}  // namespace tirx::runtime
