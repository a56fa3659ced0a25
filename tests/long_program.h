// SPDX-License-Identifier: Apache-2.0
// How much the tests of long programs do. Instrumented code is tens of times slower, and what these tests
// find (recursion, quadratic time) shows at a tenth of the length too.
#pragma once

namespace tirx {

#if defined(__SANITIZE_ADDRESS__)
inline constexpr bool kInstrumented = true;
#elif defined(__has_feature)
inline constexpr bool kInstrumented = __has_feature(address_sanitizer);
#else
inline constexpr bool kInstrumented = false;
#endif
inline constexpr int kLongProgram = kInstrumented ? 10'000 : 100'000;  // statements

}  // namespace tirx
