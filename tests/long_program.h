// SPDX-License-Identifier: Apache-2.0
// How much the tests of long programs do. Instrumented code is tens of times slower, and what these tests
// find (recursion, quadratic time) shows at a tenth of the length too.
#pragma once

namespace tirx {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)  // gcc
#define TIRX_INSTRUMENTED true
#elif defined(__has_feature)  // clang
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define TIRX_INSTRUMENTED true
#endif
#endif
#ifndef TIRX_INSTRUMENTED
#define TIRX_INSTRUMENTED false
#endif

inline constexpr bool kInstrumented = TIRX_INSTRUMENTED;
inline constexpr int kLongProgram = kInstrumented ? 10'000 : 100'000;  // statements

}  // namespace tirx
