// SPDX-License-Identifier: Apache-2.0
#include "sim/isa.h"

namespace tirx::sim {

#define TIRX_SIM_DECLARE(isa)                                              \
  namespace isa {                                                          \
  Handler FindLaneHandler(const Instr& instr, const NumericMode& mode);    \
  Handler FindProductHandler(const Instr* first, const NumericMode& mode); \
  }
TIRX_SIM_DECLARE(baseline)
#ifdef TIRX_SIM_WIDE
TIRX_SIM_DECLARE(avx2)
TIRX_SIM_DECLARE(avx512)
#endif
#undef TIRX_SIM_DECLARE

// What is asked for here is what CMakeLists.txt lets the compiler use.
const std::vector<Isa>& Isas() {
  static const std::vector<Isa> isas = [] {
    std::vector<Isa> known;
#ifdef TIRX_SIM_WIDE
    __builtin_cpu_init();
    const bool has_avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2");
    const bool has_avx512 = has_avx2 && __builtin_cpu_supports("avx512f") &&
                            __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") &&
                            __builtin_cpu_supports("avx512vl");
    if (has_avx512) known.push_back({"avx512", avx512::FindLaneHandler, avx512::FindProductHandler});
    if (has_avx2) known.push_back({"avx2", avx2::FindLaneHandler, avx2::FindProductHandler});
#endif
    known.push_back({"baseline", baseline::FindLaneHandler, baseline::FindProductHandler});
    return known;
  }();
  return isas;
}

}  // namespace tirx::sim
