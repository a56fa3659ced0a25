// SPDX-License-Identifier: Apache-2.0
// What a shared library with a backend exports: one C function, whose result says first which interface it
// was built for.
#pragma once

#include <cstdint>

#include "backend/backend.h"

namespace tirx::backend {

// Raised with every change of a type that rows are made of, or of a function that they call.
inline constexpr uint32_t kBackendAbi = 3;

struct BackendLibrary {
  uint32_t abi;            // kBackendAbi; nothing behind it is looked at when it is another one
  const Backend* backend;  // lives as long as the library
};

inline constexpr const char* kBackendEntryPoint = "TirxBackendLibrary";

}  // namespace tirx::backend

// Once per library, at file scope: TIRX_BACKEND_LIBRARY(kBackend)
#define TIRX_BACKEND_LIBRARY(name)                                                           \
  extern "C" __attribute__((visibility("default"))) const tirx::backend::BackendLibrary*     \
  TirxBackendLibrary() {                                                                     \
    static const tirx::backend::BackendLibrary library{tirx::backend::kBackendAbi, &(name)}; \
    return &library;                                                                         \
  }
