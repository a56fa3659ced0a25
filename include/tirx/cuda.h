// SPDX-License-Identifier: Apache-2.0
// How CUDA code is compiled: the `cuda` part of a backend configuration, as a struct. docs/backend_config.md
// says what the keys mean and which of several configurations wins.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace tirx::cuda {

// What is not set is inherited; a list replaces the inherited one, an empty list clears it.
//
//   CompileOptions options{.backend_config = cuda::BackendConfig{.arch = "sm_90a", .nvrtc =
//   {{"--ftz=false"}}}};
struct BackendConfig {
  std::optional<std::string> arch;                             // "sm_<digits>", with "a" or "f" where meant
  std::optional<std::string> compiler;                         // "nvrtc" or "nvcc"
  std::optional<std::string> target_format;                    // "ptx", "cubin" or "fatbin"
  std::optional<std::vector<std::string>> nvcc, nvrtc, ptxas;  // one argument an item, passed as they are

  // {"cuda":{...}} with sorted keys; what it holds is checked where it is used.
  std::string ToJson() const;
  operator std::string() const { return ToJson(); }  // NOLINT: stands where JSON does
};

}  // namespace tirx::cuda
