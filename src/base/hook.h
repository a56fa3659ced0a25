// SPDX-License-Identifier: Apache-2.0
// A function that a table row holds: a plain one, or one with the state that it works on, as functions of
// another language are. Copies are cheap, and rows stay constants.
#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>

namespace tirx {

template <class Signature>
class Hook;

template <class R, class... Args>
class Hook<R(Args...)> {
 public:
  using Plain = R (*)(Args...);
  using Bound = R (*)(const void* state, Args...);

  constexpr Hook() = default;
  constexpr Hook(std::nullptr_t) {}                        // NOLINT: as pointers do
  constexpr Hook(Plain function) : function_(function) {}  // NOLINT: rows name functions
  // A lambda that captures nothing.
  template <class F, class = std::enable_if_t<std::is_class_v<F> && std::is_convertible_v<F, Plain>>>
  constexpr Hook(F function) : function_(Plain(function)) {}  // NOLINT: likewise
  // The state outlives every copy.
  constexpr Hook(Bound function, const void* state) : function_(function), state_(state) {}

  constexpr explicit operator bool() const { return state_ || function_.plain; }
  R operator()(Args... args) const {
    if (state_) return function_.bound(state_, std::forward<Args>(args)...);
    return function_.plain(std::forward<Args>(args)...);
  }

 private:
  union Function {
    constexpr Function() : plain(nullptr) {}
    constexpr Function(Plain function) : plain(function) {}  // NOLINT
    constexpr Function(Bound function) : bound(function) {}  // NOLINT
    Plain plain;
    Bound bound;
  };
  Function function_;
  const void* state_ = nullptr;
};

}  // namespace tirx
