// SPDX-License-Identifier: Apache-2.0
#include "backends/cuda/toolchain/arch.h"

namespace tirx::cuda {

Result<Arch> ParseArch(std::string_view text) {
  auto refuse = [&](std::string_view rule) { return Fail(DK::CudaBadArch, Span(), {text, "CUDA", rule}); };
  constexpr std::string_view kPrefix = "sm_";
  if (text.substr(0, kPrefix.size()) != kPrefix)
    return refuse("write `sm_<number>`, with `a` or `f` behind it if needed");
  std::string_view rest = text.substr(kPrefix.size());
  Arch arch;
  if (!rest.empty() && (rest.back() == 'a' || rest.back() == 'f')) {
    arch.suffix = rest.back();
    rest.remove_suffix(1);
  }
  bool digits =
      !rest.empty() && rest.size() <= 4 && rest.find_first_not_of("0123456789") == std::string_view::npos;
  if (!digits) return refuse("write `sm_<number>`, with `a` or `f` behind it if needed");
  for (char c : rest) arch.number = arch.number * 10 + (c - '0');
  if (arch.suffix == 'a' && arch.number < 90) return refuse("the suffix `a` exists from sm_90 on");
  if (arch.suffix == 'f' && arch.number < 100) return refuse("the suffix `f` exists from sm_100 on");
  return arch;
}

}  // namespace tirx::cuda
