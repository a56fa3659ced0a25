// SPDX-License-Identifier: Apache-2.0
// Result<T>: a value, or the diagnostics that say why there is none.
#pragma once

#include <optional>
#include <utility>

#include "base/check.h"
#include "diag/diagnostic.h"

namespace tirx {

// Why something failed: at least one error. One pointer, since nearly every result carries none of it; what
// happens on failure is out of line, so that it costs the many who only pass results on little code.
class Failure {
 public:
  [[gnu::cold]] Failure(diag::Diagnostic one);   // NOLINT: converts on return
  [[gnu::cold]] Failure(diag::Diagnostics all);  // NOLINT: converts on return
  [[gnu::cold]] Failure(const Failure& other);
  Failure(Failure&& other) noexcept : all_(std::exchange(other.all_, nullptr)) {}
  Failure& operator=(Failure other) noexcept {
    std::swap(all_, other.all_);
    return *this;
  }
  ~Failure() {
    if (all_ != nullptr) [[unlikely]]
      Drop();
  }
  const diag::Diagnostics& diagnostics() const;
  diag::Diagnostics& diagnostics() { return *all_; }

 private:
  template <class T>
  friend class Result;
  Failure() = default;
  [[gnu::cold]] void Drop();
  [[noreturn, gnu::cold]] void ThrowUnchecked() const;

  diag::Diagnostics* all_ = nullptr;
};

// The usual way to fail: `return Fail(DK::UnknownName, span, {name});`
[[gnu::cold]] Failure Fail(diag::Kind kind, Span span,
                           std::initializer_list<std::string_view> arguments = {});

template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : value_(std::move(value)) {}                          // NOLINT
  Result(Failure failure) : failure_(std::move(failure)) {}              // NOLINT
  Result(diag::Diagnostic error) : Result(Failure(std::move(error))) {}  // NOLINT

  bool ok() const { return value_.has_value(); }
  explicit operator bool() const { return ok(); }
  T& operator*() & { return value(); }
  const T& operator*() const& { return const_cast<Result*>(this)->value(); }
  T* operator->() { return &value(); }
  T& value() & {
    if (!ok()) [[unlikely]]
      failure_.ThrowUnchecked();
    return *value_;
  }
  T&& value() && { return std::move(value()); }
  const diag::Diagnostics& diagnostics() const { return failure_.diagnostics(); }
  Failure failure() const { return failure_; }

 private:
  std::optional<T> value_;
  Failure failure_;
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
