// SPDX-License-Identifier: Apache-2.0
// Result<T>: a value, or the diagnostics that say why there is none.
#pragma once

#include <optional>
#include <utility>

#include "base/check.h"
#include "diag/diagnostic.h"

namespace tirx {

struct Failure {
  diag::Diagnostics diagnostics;
  Failure(diag::Diagnostic one) { diagnostics.push_back(std::move(one)); }  // NOLINT: converts on return
  Failure(diag::Diagnostics all) : diagnostics(std::move(all)) {}           // NOLINT: converts on return
};

// The usual way to fail: `return Fail(DK::UnknownName, span, {name});`
inline Failure Fail(diag::Kind kind, Span span, std::initializer_list<std::string_view> arguments = {}) {
  return Failure(diag::Make(kind, std::move(span), arguments));
}

template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : value_(std::move(value)) {}                             // NOLINT
  Result(Failure failure) : diagnostics_(std::move(failure.diagnostics)) {  // NOLINT
    TIRX_CHECK(diag::HasErrors(diagnostics_), "a failure must carry an error");
  }
  Result(diag::Diagnostic error) : Result(Failure(std::move(error))) {}  // NOLINT

  bool ok() const { return value_.has_value(); }
  explicit operator bool() const { return ok(); }
  T& operator*() & { return value(); }
  const T& operator*() const& { return const_cast<Result*>(this)->value(); }
  T* operator->() { return &value(); }
  T& value() & {
    TIRX_CHECK(ok(), ok() ? std::string() : "unchecked failure: " + diagnostics_.front().message);
    return *value_;
  }
  T&& value() && { return std::move(value()); }
  const diag::Diagnostics& diagnostics() const { return diagnostics_; }
  Failure failure() const { return Failure(diagnostics_); }

 private:
  std::optional<T> value_;
  diag::Diagnostics diagnostics_;
};

// For functions that only succeed or fail.
struct Ok {};
using Status = Result<Ok>;

}  // namespace tirx

#define TIRX_CONCAT_(a, b) a##b
#define TIRX_CONCAT(a, b) TIRX_CONCAT_(a, b)
// TIRX_TRY(auto x, F()): x is the value of F(), or this function returns F()'s diagnostics.
#define TIRX_TRY(declaration, ...)                                                           \
  auto TIRX_CONCAT(result_, __LINE__) = __VA_ARGS__;                                         \
  if (!TIRX_CONCAT(result_, __LINE__).ok()) return TIRX_CONCAT(result_, __LINE__).failure(); \
  declaration = std::move(TIRX_CONCAT(result_, __LINE__)).value()
// TIRX_RETURN_IF_FAILED(F()): the same without a value.
#define TIRX_RETURN_IF_FAILED(...)                                           \
  do {                                                                       \
    if (auto status_ = __VA_ARGS__; !status_.ok()) return status_.failure(); \
  } while (false)
