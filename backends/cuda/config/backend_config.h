// SPDX-License-Identifier: Apache-2.0
// The `cuda` part of `backend_config`: six optional keys that say how device code is compiled. Precedence:
// built-in defaults < target or tag < compile call < device entry. A list replaces the inherited one; an
// empty list clears it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "backends/cuda/toolchain/compile.h"
#include "target/target.h"

namespace tirx::cuda {

struct BackendConfig {
  std::optional<std::string> arch;                             // "sm_<digits>", with "a" or "f" where meant
  std::optional<std::string> compiler;                         // "nvrtc" or "nvcc"
  std::optional<std::string> target_format;                    // "ptx", "cubin" or "fatbin"
  std::optional<std::vector<std::string>> nvcc, nvrtc, ptxas;  // items, passed as they are
};

// From {"cuda": {...}} as JSON text; "" and "{}" are empty configurations. Other backends' keys are refused.
Result<BackendConfig> ParseBackendConfig(std::string_view json);
// From the inner map, as targets and tags carry it.
Result<BackendConfig> BackendConfigFromMap(const Map<String, Any>& map);
// Keys of `over` replace those of `base`.
BackendConfig Overlay(BackendConfig base, const BackendConfig& over);
// Canonical: {"cuda":{...}}, keys sorted, no blanks; {} when nothing is set.
std::string ToJson(const BackendConfig& config);

// What a group of functions for `target` is compiled with: every key but target_format is set. Fails when
// neither the configuration nor the target names an architecture; nothing is guessed.
Result<BackendConfig> Resolve(const target::Target& target, const BackendConfig& local);

}  // namespace tirx::cuda
