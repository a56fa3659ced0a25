// SPDX-License-Identifier: Apache-2.0
// What the compilers' options say of arithmetic: nvcc manual, "--use_fast_math" and "--ftz"; NVRTC manual,
// the same names.
#include "backends/cuda/config/backend_config.h"

namespace tirx::cuda {
namespace {

// "ftz" of "--ftz=true", "-ftz" and "--ftz"; `value` is what follows the `=`.
std::string_view OptionIn(std::string_view item, std::string_view* value) {
  size_t equal = item.find('=');
  *value = equal == std::string_view::npos ? std::string_view() : item.substr(equal + 1);
  std::string_view name = item.substr(0, equal);
  if (name.empty() || name[0] != '-') return "";
  return name.substr(name.substr(0, 2) == "--" ? 2 : 1);
}

}  // namespace

sim::NumericMode NumericModeOf(const BackendConfig& config) {
  sim::NumericMode mode;
  const auto& options = config.compiler == "nvcc" ? config.nvcc : config.nvrtc;
  if (!options) return mode;
  bool fast = false;
  std::optional<bool> ftz;
  for (size_t i = 0; i < options->size(); ++i) {
    std::string_view value, name = OptionIn((*options)[i], &value);
    fast |= name == "use_fast_math";
    if (name != "ftz") continue;
    if (value.empty() && i + 1 < options->size()) value = (*options)[i + 1];
    ftz = value == "true";
  }
  // `--ftz` wins over `--use_fast_math` wherever it stands (measured, nvcc and NVRTC 13.0).
  mode.ftz = ftz.value_or(fast);
  return mode;
}

}  // namespace tirx::cuda
